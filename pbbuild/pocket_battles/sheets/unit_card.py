"""The card of a unit: its stack in order, dice, wound boxes, hits and orders, ready to place.

A card is designed in units of its own, `em` on the page: the roster chooses how many millimetres
one is, so that type grows until the page is full.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from pbbuild.base.provenance import Provenance
from pbbuild.page import measure
from pbbuild.page.geometry import CARD_HEAD, CARD_ORDERS, CARD_ROW, CARD_STRIP
from pbbuild.page.pictures import (
    DARK,
    GRID,
    PAPER,
    Picture,
    dice_picture,
    dice_shapes,
    disc,
    drawing,
    filled,
    icon,
    number_path,
    outlined,
    placed_number,
    rounded_box,
    tick_boxes,
)
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import ListUnit
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.sheets.troop_icons import figure, figure_name, trait_strip
from pbbuild.text.translate import Translator

SMALLEST: Final = 2.47  # 7 pt
assert SMALLEST >= 7 * measure.POINT
MARKS: Final = {
    Provenance.PRINTED: "",
    Provenance.DERIVED: "°",
    Provenance.REPORTED: "†",
    Provenance.RECONSTRUCTED: "*",
    Provenance.OWNER: "‡",
}
# From the most to the least certain: a tile has the mark of its least certain value.
_BY_CERTAINTY: Final = (
    Provenance.OWNER,
    Provenance.PRINTED,
    Provenance.DERIVED,
    Provenance.REPORTED,
    Provenance.RECONSTRUCTED,
)
_VALUES: Final = ("fv", "wp", "black", "white", "traits")

# Heights and places on a card.
EDGE: Final = 1.4
NAME_X: Final = 7.0
END: Final = 0.6
NAME: Final = 3.4
TITLE: Final = 3.9
GLOSS: Final = 2.6
DIE: Final = 4.0
TRAIT: Final = 3.6
ROUNDS: Final = 6
BOXES: Final = 0.45  # where wound boxes and hits begin, as part of the width
WIDEST: Final = 1.3  # the largest em; 1 is the smallest, at which labels are set in 7 points
FACES: Final = (2, 3, 4, 5, 6)
MOST_BOXES: Final = 150  # of the tally of points lost


@dataclass(frozen=True, slots=True)
class TroopRow:
    """One troop of a stack: its name, or its gloss if the card has the name; boxes, dice, traits.

    `name_scale` is the size of the name as part of the size of names.
    """

    code: str
    name: str
    name_scale: float
    full_name: str
    gloss: str
    mark: str
    is_top: bool
    is_named: bool
    dp: int
    dp_mark: str
    fv: int
    wp: int
    type: Picture
    boxes: Picture
    boxes_x: float
    dice: Picture | None
    dice_x: float
    traits: Picture | None
    traits_x: float


@dataclass(frozen=True, slots=True)
class HitsRow:
    """One kind of attack: how many dice, and the hits that each number rolled makes."""

    icon: Picture
    label: str
    mean: str
    strip: Picture
    strip_x: float


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit on a card of `height` in its own units.

    `row`, `strip` and `order_row` are the heights of a tile, an attack and the orders; `title_line`
    and `row_line` those of their text, in parts of its size.
    """

    number: int
    title: str
    title_size: float
    title_line: float
    summary: str
    dp: int
    height: float
    is_compact: bool
    rows: tuple[TroopRow, ...]
    hits: tuple[HitsRow, ...]
    orders: Picture | None
    row: float = CARD_ROW
    strip: float = CARD_STRIP
    order_row: float = CARD_ORDERS

    @property
    def row_line(self) -> float:
        """The line of a name, in parts of its size."""
        return self.row / NAME

    @property
    def strip_line(self) -> float:
        """The line of the words of an attack, in parts of their size."""
        return self.strip / SMALLEST

    @property
    def order_line(self) -> float:
        """The line of the word before the orders, in parts of its size."""
        return self.order_row / SMALLEST

    @property
    def line_count(self) -> int:
        """How many rows of tiles, attacks and orders the card has."""
        rows = 0 if self.is_compact else len(self.rows)
        return rows + len(self.hits) + (self.orders is not None)

    def stretched(self, extra: float) -> "UnitCard":
        """The same card with rows that are `extra` higher."""
        return replace(
            self,
            height=self.height + extra * self.line_count,
            row=self.row + extra,
            strip=self.strip + extra,
            order_row=self.order_row + extra,
        )


def mark_of(troop: Troop, values: Sequence[str] = _VALUES) -> str:
    """The mark of the least certain of these values."""
    return MARKS[max((troop.provenance_of(value) for value in values), key=_BY_CERTAINTY.index)]


def order_costs(unit: Profile, most: int) -> tuple[int, ...]:
    """The costs of the first, second ... order, up to `most` tokens. PB-4.5."""
    costs: list[int] = []
    placed = 0
    while True:
        cost = max(1, placed + unit.order_step)
        if costs and placed + cost > most:
            return tuple(costs)
        costs.append(cost)
        placed += cost


def unit_cards(
    number: int,
    unit: ListUnit,
    catalog: Catalog,
    width: float,
    style: Style,
    t: Translator,
    compact: bool,
    space: float,
    em: float = 1.0,
) -> list[UnitCard]:
    """The card of a unit; a stack too tall for a page is split over several cards.

    `em` is the size of the card's own unit in millimetres.
    """
    card = unit_card(number, unit, catalog, width, style, t, compact, em)
    if card.height <= space or len(card.rows) < 2:
        return [card]
    foot = card.height - CARD_HEAD - CARD_ROW * len(card.rows)
    per_card = max(1, int((space - CARD_HEAD - foot) // CARD_ROW))
    pieces = [card.rows[start : start + per_card] for start in range(0, len(card.rows), per_card)]
    return [
        replace(
            card,
            rows=rows,
            height=CARD_HEAD + CARD_ROW * len(rows) + (foot if rows is pieces[-1] else END),
            hits=card.hits if rows is pieces[-1] else (),
            orders=card.orders if rows is pieces[-1] else None,
        )
        for rows in pieces
    ]


def unit_card(
    number: int,
    unit: ListUnit,
    catalog: Catalog,
    width: float,
    style: Style,
    t: Translator,
    compact: bool = False,
    em: float = 1.0,
) -> UnitCard:
    """The card of one unit, whose tiles are all in the catalog; `width` in its own units of `em`.

    A compact card of a single tile puts it into the head and leaves out its hits, which its dice
    show as well.
    """
    troops = [catalog.troops[code] for code in unit.troops]
    totals = profile(troops, catalog.traits)
    is_compact = compact and len(troops) == 1
    alone = len(troops) == 1 and unit.name.casefold() in ("", troops[0].name.casefold())
    first = troops[0].name
    title = unit.name or (first if len(troops) == 1 else f"{first} +{len(troops) - 1}")
    summary = t("roster.unit-summary", count=len(troops), fv=totals.formation, wp=totals.wp)
    space = width - NAME_X - EDGE - 12.0 - measure.width(summary, measure.LABEL, SMALLEST)
    if is_compact:
        space = BOXES * width - NAME_X - 1.0
    size = measure.fitted_size(title, measure.NAME, space, TITLE, SMALLEST)
    rows = tuple(
        _row(
            troop,
            place == 0 and len(troops) > 1,
            not alone,
            width,
            is_compact,
            catalog,
            style,
            t,
            SMALLEST / em,
        )
        for place, troop in enumerate(troops)
    )
    hits = () if is_compact else _hits(totals, width, style, t)
    height = (
        CARD_HEAD
        + (0 if is_compact else CARD_ROW * len(rows))
        + CARD_STRIP * len(hits)
        + CARD_ORDERS
        + END
    )
    return UnitCard(
        number=number,
        title=measure.shortened(title, measure.NAME, space, size),
        title_size=size,
        title_line=CARD_HEAD / size,
        summary="" if is_compact else summary,
        dp=totals.dp,
        height=height,
        is_compact=is_compact,
        rows=rows,
        hits=hits,
        orders=order_columns(order_costs(totals, 8), width - 2 * EDGE - 6.4, style, t),
    )


def _row(
    troop: Troop,
    is_top: bool,
    is_named: bool,
    width: float,
    compact: bool,
    catalog: Catalog,
    style: Style,
    t: Translator,
    smallest: float = SMALLEST,
) -> TroopRow:
    boxes_x = BOXES * width
    top = measure.width(t("roster.top"), measure.FIGURE, SMALLEST) + 2.6 if is_top else 0.0
    code = measure.width(f" {troop.code}{mark_of(troop)}", measure.LABEL, SMALLEST) + 1.4
    space = boxes_x - NAME_X - 1.0 - top - code
    size = measure.fitted_size(troop.name, measure.NAME, space, NAME, smallest)
    gloss = "" if is_named else troop.gloss.in_language(style.language)
    words = t("roster.wound-boxes", count=troop.wp) if troop.wp else t("roster.no-wp")
    boxes = wound_boxes(troop.wp, 3.6, words).fitted(16.0)
    dice_x = boxes_x + max(9.4, boxes.width + 1.6)
    end = width - EDGE - (11.0 if compact else 0.0)
    traits = [catalog.traits[trait] for trait in troop.traits]
    strip = trait_strip(traits, TRAIT, style.language) if traits else None
    if strip is not None:
        strip = strip.fitted((end - dice_x) * (0.5 if troop.black or troop.white else 1.0))
    faces = None
    if troop.black or troop.white:
        faces = dice_picture(troop.black, troop.white, DIE, dice_words(troop, t))
        faces = faces.fitted(end - dice_x - (strip.width + 1.0 if strip else 0.0))
    return TroopRow(
        code=troop.code,
        name=measure.shortened(troop.name, measure.NAME, space, size),
        name_scale=size / NAME,
        full_name=troop.name,
        gloss=gloss if measure.width(gloss, measure.BODY_ITALIC, GLOSS) <= space else "",
        mark=mark_of(troop),
        is_top=is_top,
        is_named=is_named,
        dp=troop.dp,
        dp_mark=mark_of(troop, ("dp",)),
        fv=troop.fv,
        wp=troop.wp,
        type=figure(
            figure_name(troop, catalog),
            4.5,
            type_words(troop.type, t),
            style.colours["accent"],
            PAPER,
        ),
        boxes=boxes,
        boxes_x=boxes_x,
        dice=faces,
        dice_x=dice_x,
        traits=strip,
        traits_x=end - (strip.width if strip else 0.0),
    )


def wound_boxes(count: int, size: float, alt: str) -> Picture:
    """A box to mark for each wound point; a troop without any has one with a 0 to strike off."""
    if count:
        return tick_boxes(count, size, alt)
    box = outlined(rounded_box(1, 1, 22, 22, 3), DARK, 1.7, "#dcdcdc")
    return drawing(box + placed_number(0, 12, 12, 15), GRID, GRID, size, alt)


def order_columns(costs: Sequence[int], width: float, style: Style, t: Translator) -> Picture:
    """For each round a number and circles with the costs of orders, to be struck off. PB-4.5."""
    shown = tuple(costs[:4])
    colours = style.colours
    ring = colours["rule" if style.ink == "saver" else "accent"]
    shapes, wide = _order_shapes(shown, ring, colours["rule"], colours["accent"], colours["quiet"])
    alt = t("roster.order-track", costs="-".join(map(str, shown)))
    return drawing(shapes, wide, GRID, 3.7, alt).fitted(width)


@cache
def _order_shapes(
    costs: tuple[int, ...], ring: str, rule: str, accent: str, quiet: str
) -> tuple[str, float]:
    """The circles of all rounds on a grid of 24, and their width; a roster has few kinds."""
    step = 24.0
    group = 16.0 + step * len(costs) + 8.0
    rings, rounds, numbers, lines = "", "", "", ""
    for place in range(ROUNDS):
        x = place * group
        rounds += number_path(place + 1, x + 7, 12, 20)
        for order, cost in enumerate(costs):
            centre = x + 16 + step * order + 11
            rings += disc(centre, 12, 10)
            numbers += number_path(cost, centre, 12, 13)
        if place:
            lines += f"M{x - 5:g} 1v22"
    shapes = (
        outlined(rings, ring, 1.4)
        + f'<path d="{lines}" stroke="{rule}" stroke-width="1.2"/>'
        + filled(rounds, accent)
        + filled(numbers, quiet)
    )
    return shapes, ROUNDS * group - 8.0


def _hits(unit: Profile, width: float, style: Style, t: Translator) -> tuple[HitsRow, ...]:
    # With the first order of a round: one order token lies on the unit.
    found: list[HitsRow] = []
    strip_x = BOXES * width
    if unit.black:
        charge = unit.strike_dice(charging=True, orders=1)
        fight = unit.strike_dice(charging=False, orders=1)
        means = [float(unit.strike_hits(charging=way, orders=1).mean) for way in (True, False)]
        words = t("roster.attack-strike", charge=charge, fight=fight)
        mean = " / ".join(t.decimal(one, ".1f") for one in means)
        found.append(_hits_row("engagement", words, mean, unit.black, True, strip_x, width, t))
    if unit.white:
        words = t("roster.attack-shoot", count=unit.shooting_dice)
        mean = t.decimal(float(unit.shooting_hits().mean), ".1f")
        found.append(_hits_row("shooting", words, mean, unit.white, False, strip_x, width, t))
    return tuple(found)


def _hits_row(
    icon_name: str,
    words: str,
    mean: str,
    printed: Sequence[int],
    is_black: bool,
    x: float,
    width: float,
    t: Translator,
) -> HitsRow:
    told = measure.width(t("roster.mean", mean=mean), measure.LABEL, SMALLEST) + 2.0
    strip = hits_strip(printed, is_black, t).fitted(width - EDGE - x - max(told, 16.0))
    return HitsRow(icon(icon_name, 3.4, words), words, mean, strip, x)


def hits_strip(printed: Sequence[int], is_black: bool, t: Translator) -> Picture:
    """The numbers 2 to 6 in fixed places, each with the hits that one die of it makes."""
    shapes, wide = _hits_shapes(tuple(printed), is_black)
    told = [f"{face}: {printed.count(face)}" for face in sorted(set(printed))]
    return drawing(shapes, wide, GRID, 3.6, t("roster.hits-alt", hits=", ".join(told)))


@cache
def _hits_shapes(printed: tuple[int, ...], is_black: bool) -> tuple[str, float]:
    """The strip of hits on a grid of 24, and its width."""
    faces = FACES if 1 not in printed else (1, *FACES)
    dice, numbers, dots, x = "", "", "", 0.0
    for face in faces:
        count = printed.count(face)
        if count:
            die, _ = dice_shapes((face,), ()) if is_black else dice_shapes((), (face,))
            dice += f'<g transform="translate({x:g} 0)">{die}</g>'
            numbers += number_path(count, x + 35, 12, 22)
        else:
            dots += disc(x + 12, 12, 1.6)
        x += 52.0
    return dice + filled(numbers, DARK) + filled(dots, "#8a8d90"), x - 6


def type_words(troop_type: str, t: Translator) -> str:
    """The name of a troop type in the player's language, or its id for an unknown type."""
    key = f"roster.type-{troop_type}"
    return t(key) if t.has(key) else troop_type


def dice_words(troop: Troop | Profile, t: Translator) -> str:
    """The dice faces in words: the alternative text of their picture."""
    parts = []
    if troop.black:
        parts.append(t("roster.black-dice", faces="-".join(map(str, troop.black))))
    if troop.white:
        parts.append(t("roster.white-dice", faces="-".join(map(str, troop.white))))
    return "; ".join(parts)


def tally_strip(fielded: int, width: float, style: Style, t: Translator) -> Picture:
    """A box per point lost up to half the army, `width` millimetres wide. PB-9.1."""
    # An army is never larger than this; the strip must not outgrow the page.
    boxes = min(MOST_BOXES, max(1, points_to_win(fielded)))
    rows = 1 if width / boxes > 3.1 else -(-boxes // int(width / 3.4))
    per_row = -(-boxes // rows)
    per_row = -(-per_row // 5) * 5 if rows > 1 else per_row
    side = min(5.0, width / per_row)
    box = side - 0.7
    single, fifth, numbers = "", "", ""
    for point in range(1, boxes + 1):
        row, place = divmod(point - 1, per_row)
        x, y = place * side + 0.15, row * (side + 0.6) + 0.15
        piece = rounded_box(round(x, 3), round(y, 3), round(box, 3), round(box, 3), 0.4)
        if point == boxes or point % 5 == 0:
            fifth += piece
            numbers += placed_number(point, x + box / 2, y + box / 2, box * 0.62)
        else:
            single += piece
    height = rows * side + (rows - 1) * 0.6
    shapes = (
        outlined(single, style.colours["quiet"], 0.18)
        + outlined(fifth, DARK, 0.3, style.colours["tint"])
        + numbers
    )
    return drawing(shapes, per_row * side, height, height, t("roster.tally", count=boxes))
