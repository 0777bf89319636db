"""The card of a unit: its stack in order, dice, wound boxes, hits and orders, ready to place.

A card is designed in units of its own, `em` on the page: the roster chooses how many millimetres
one is, so that type grows until the page is full.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from pbbuild.base.provenance import RECONSTRUCTED_MARK, paper_mark
from pbbuild.page import measure
from pbbuild.page.geometry import (
    CARD_HEAD,
    CARD_ORDERS,
    CARD_ROW,
    CARD_SIGN,
    CARD_SIGN_GAP,
    CARD_STRIP,
    CARD_TRAIT_GAP,
    NAMES,
    T2,
    T3,
    T5,
    class_of,
)
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
from pbbuild.pocket_battles.catalog.model import Catalog, Trait, Troop
from pbbuild.pocket_battles.lists.model import ListUnit
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.pocket_battles.sheets.troop_icons import figure, figure_name, trait_sign
from pbbuild.text.translate import Translator

SMALLEST: Final = 2.47  # 7 pt
assert SMALLEST >= 7 * measure.POINT
_VALUES: Final = ("fv", "wp", "black", "white", "traits")

# Heights and places on a card.
EDGE: Final = 1.4
SPARE: Final = 0.3  # words are measured a little short of how they are set
NAME_X: Final = 7.0
POINTS: Final = 10.5  # what the points of the unit take of the head
END: Final = 0.6
TRAITS_UP: Final = 0.5  # traits below a name stand a little nearer to it
DIE: Final = 4.0
BOX: Final = 3.6
BOXES_WIDEST: Final = 16.0
BETWEEN: Final = 1.8  # two columns
NAMES_MOST: Final = 0.48  # of the width, for the names of tiles
ROUNDS: Final = 6
WIDEST: Final = 1.2  # the largest em: one step of type; 1 is the smallest
FACES: Final = (2, 3, 4, 5, 6)
STRIP_CELL: Final = 50.0  # a number with its hits, on the grid of 24
MOST_BOXES: Final = 150  # of the tally of points lost
TALLY_GAP: Final = 0.7
TALLY_STEP: Final = 3.6  # the least from one box to the next
LEAST_TALLY: Final = 15  # boxes of a row, so that few points make no huge ones
# No army of up to 100 points has more tokens in a round, Leaders included: no unit is ever given
# an order for 8.
ROUND_TOKENS: Final = 14


@dataclass(frozen=True, slots=True)
class CardGrid:
    """Where the columns of all cards of a sheet begin, and where traits end, in their own units.

    Cards with signs alone are for a page that explains all traits itself.
    """

    width: float
    boxes: float
    dice: float
    end: float
    signs_alone: bool = False


@dataclass(frozen=True, slots=True)
class TraitWords:
    """A trait of a tile in words, behind its sign."""

    sign: Picture
    name: str


@dataclass(frozen=True, slots=True)
class TroopRow:
    """One troop of a stack: its name, or its gloss if the card has the name; boxes, dice, traits.

    `main` is the height of the line with the name, `height` that of the whole row.
    """

    code: str
    name: str
    face: str
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
    traits: tuple[tuple[TraitWords, ...], ...]
    traits_x: float
    traits_width: float
    is_below: bool
    trait_names: str
    height: float
    main: float

    @property
    def is_left(self) -> bool:
        """Whether its lines of traits begin together; a single one ends at the edge."""
        return self.is_below or len(self.traits) > 1

    @property
    def traits_y(self) -> float:
        """Where the lines of traits begin: in the middle of the row, or below the name."""
        if self.is_below:
            return self.main - TRAITS_UP
        return (self.height - T5.line * len(self.traits)) / 2

    @property
    def name_line(self) -> float:
        """The line of the name, in parts of its size."""
        return self.main / T3.size

    def stretched(self, extra: float) -> "TroopRow":
        """The same row, higher by `extra`."""
        return replace(self, height=self.height + extra, main=self.main + extra)


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

    `strip` and `order_row` are the heights of an attack and the orders; `title_line` is that of
    the title, in parts of its size.
    """

    number: int
    title: str
    title_face: str
    title_line: float
    summary: str
    dp: int
    height: float
    is_compact: bool
    rows: tuple[TroopRow, ...]
    hits: tuple[HitsRow, ...]
    orders: Picture | None
    head: float = CARD_HEAD
    strip: float = CARD_STRIP
    order_row: float = CARD_ORDERS

    @property
    def strip_line(self) -> float:
        """The line of the words of an attack, in parts of their size."""
        return self.strip / T5.size

    @property
    def order_line(self) -> float:
        """The line of the word before the orders, in parts of its size."""
        return self.order_row / T5.size

    @property
    def line_count(self) -> int:
        """How many rows of tiles, attacks and orders the card has."""
        rows = 0 if self.is_compact else len(self.rows)
        return rows + len(self.hits) + (self.orders is not None)

    def stretched(self, extra: float) -> "UnitCard":
        """The same card with rows that are `extra` higher."""
        grown = 0.0 if self.is_compact else extra
        return replace(
            self,
            height=self.height + extra * self.line_count,
            rows=tuple(row.stretched(grown) for row in self.rows),
            strip=self.strip + extra,
            order_row=self.order_row + extra,
        )


def mark_of(troop: Troop, values: Sequence[str] = _VALUES) -> str:
    """The mark of a tile of which one of these values is reconstructed."""
    return paper_mark(*map(troop.provenance_of, values))


def marks_note(t: Translator) -> str:
    """What the mark of a tile means."""
    return t("roster.mark-reconstructed", mark=RECONSTRUCTED_MARK)


def order_costs(step: int) -> tuple[int, ...]:
    """The costs of all orders that a unit can be given in a round. PB-4.5.

    `step` is what its next order adds to the tokens that lie on it.
    """
    costs: list[int] = []
    placed = 0
    while True:
        cost = max(1, placed + step)
        if costs and placed + cost > ROUND_TOKENS:
            return tuple(costs)
        costs.append(cost)
        placed += cost


def card_grid(
    units: Sequence[ListUnit],
    catalog: Catalog,
    width: float,
    style: Style,
    t: Translator,
    compact: bool = False,
    signs_alone: bool = False,
) -> CardGrid:
    """The columns of the cards of these units: each as wide as its widest content needs."""
    names, boxes = 20.0, 1.0
    for unit in units:
        troops = [catalog.troops[code] for code in unit.troops]
        is_compact = compact and len(troops) == 1
        if compact and not is_compact:
            # Cards of several tiles have their own columns on a sheet of compact ones.
            continue
        totals = profile(troops, catalog.traits)
        for place, troop in enumerate(troops):
            if is_compact:
                title = unit.name or troop.name
                names = max(names, NAME_X + measure.width(title, T3.font, T3.size))
            else:
                is_top = place == 0 and len(troops) > 1
                names = max(names, _name_width(troop, is_top, _is_alone(unit, troops), style, t))
            boxes = max(boxes, wound_boxes(troop.wp, BOX, "").fitted(BOXES_WIDEST).width)
        if not is_compact:
            for words in _attack_words(totals, t):
                names = max(names, NAME_X + measure.width(words, T5.font, T5.size))
    boxes_x = min(NAMES_MOST * width, names + BETWEEN)
    end = width - EDGE - (POINTS if compact else 0.0)
    return CardGrid(width, boxes_x, boxes_x + boxes + BETWEEN, end, signs_alone)


def unit_cards(
    number: int,
    unit: ListUnit,
    catalog: Catalog,
    grid: CardGrid,
    style: Style,
    t: Translator,
    compact: bool,
    space: float,
) -> list[UnitCard]:
    """The card of a unit; a stack too tall for a page is split over several cards."""
    card = unit_card(number, unit, catalog, grid, style, t, compact)
    if card.height <= space or len(card.rows) < 2:
        return [card]
    foot = card.height - CARD_HEAD - sum(row.height for row in card.rows)
    pieces: list[list[TroopRow]] = [[]]
    left = space - CARD_HEAD - foot
    for row in card.rows:
        if pieces[-1] and row.height > left:
            pieces.append([])
            left = space - CARD_HEAD - foot
        pieces[-1].append(row)
        left -= row.height
    return [
        replace(
            card,
            rows=tuple(rows),
            height=CARD_HEAD
            + sum(row.height for row in rows)
            + (foot if rows is pieces[-1] else END),
            hits=card.hits if rows is pieces[-1] else (),
            orders=card.orders if rows is pieces[-1] else None,
        )
        for rows in pieces
    ]


def unit_card(
    number: int,
    unit: ListUnit,
    catalog: Catalog,
    grid: CardGrid,
    style: Style,
    t: Translator,
    compact: bool = False,
) -> UnitCard:
    """The card of one unit, whose tiles are all in the catalog.

    A compact card of a single tile puts it into the head and leaves out its hits, which its dice
    show as well.
    """
    troops = [catalog.troops[code] for code in unit.troops]
    totals = profile(troops, catalog.traits)
    is_compact = compact and len(troops) == 1
    first = troops[0].name
    title = unit.name or (first if len(troops) == 1 else f"{first} +{len(troops) - 1}")
    summary = t("roster.unit-summary", count=len(troops), fv=totals.formation, wp=totals.wp)
    space = grid.width - NAME_X - EDGE - POINTS - measure.width(summary, T5.font, T5.size) - 2.0
    if is_compact:
        space = grid.boxes - NAME_X - BETWEEN
    face = measure.fitted_face(title, space, NAMES if is_compact else (T2, *NAMES))
    rows = tuple(
        _row(
            troop,
            place == 0 and len(troops) > 1,
            not _is_alone(unit, troops),
            grid,
            catalog,
            style,
            t,
        )
        for place, troop in enumerate(troops)
    )
    hits = () if is_compact else _hits(totals, grid, style, t)
    head = CARD_HEAD
    if is_compact:
        head = max(head, rows[0].height)
        rows = (rows[0].stretched(head - rows[0].height),)
    height = (
        head
        + (0 if is_compact else sum(row.height for row in rows))
        + CARD_STRIP * len(hits)
        + CARD_ORDERS
        + END
    )
    orders = order_costs(totals.order_step)
    return UnitCard(
        number=number,
        title=measure.shortened(title, face.font, space, face.size),
        title_face=class_of(face),
        title_line=(rows[0].main if is_compact else CARD_HEAD) / face.size,
        summary="" if is_compact else summary,
        dp=totals.dp,
        height=height,
        is_compact=is_compact,
        rows=rows,
        hits=hits,
        orders=order_columns(orders, grid.width - 2 * EDGE - 6.4, style, t),
        head=head,
    )


def _is_alone(unit: ListUnit, troops: Sequence[Troop]) -> bool:
    """Whether the title of a card already names its only tile."""
    return len(troops) == 1 and unit.name.casefold() in ("", troops[0].name.casefold())


def _traits(troop: Troop, catalog: Catalog) -> list[Trait]:
    return [catalog.traits[trait] for trait in troop.traits]


def _trait_name(trait: Trait, style: Style, signs_alone: bool) -> str:
    """The name of a trait; behind a sign alone only its number, as the name writes it."""
    name = trait.name.in_language(style.language)
    if signs_alone:
        numbers = (word for word in name.split() if str(trait.number) in word)
        return next(numbers, "") if trait.number else ""
    return name


def _trait_width(trait: Trait, style: Style, signs_alone: bool = False) -> float:
    name = _trait_name(trait, style, signs_alone)
    behind = CARD_SIGN_GAP + measure.width(name, T5.font, T5.size) if name else 0.0
    return CARD_SIGN + behind


def _name_space(troop: Troop, is_top: bool, t: Translator) -> float:
    """What the mark of the top tile and the code take beside a name."""
    top = measure.width(t("roster.top"), measure.FIGURE, T5.size) + 2.6 if is_top else 0.0
    return top + measure.width(f" {troop.code}{mark_of(troop)}", T5.font, T5.size) + 1.0


def _name_width(troop: Troop, is_top: bool, is_alone: bool, style: Style, t: Translator) -> float:
    """What the name of a tile, or its gloss, needs of a card with all that stands before it."""
    words = measure.width(troop.name, T3.font, T3.size)
    if is_alone:
        gloss = troop.gloss.in_language(style.language)
        words = measure.width(gloss, measure.BODY_ITALIC, T5.size) or words
    return NAME_X + words + _name_space(troop, is_top, t)


def trait_lines(
    traits: Sequence[Trait], space: float, style: Style, signs_alone: bool = False
) -> tuple[tuple[TraitWords, ...], ...]:
    """Traits in lines of at most `space`, each with its sign and its name."""
    lines: list[list[TraitWords]] = []
    left = 0.0
    for trait in traits:
        name = _trait_name(trait, style, signs_alone)
        most = space - CARD_SIGN - CARD_SIGN_GAP
        words = TraitWords(
            trait_sign(trait, CARD_SIGN, trait.name.in_language(style.language)),
            measure.shortened(name, T5.font, most, T5.size),
        )
        wide = _trait_width(trait, style, signs_alone)
        if not lines or wide > left:
            lines.append([])
            left = space
        lines[-1].append(words)
        left -= wide + CARD_TRAIT_GAP
    return tuple(tuple(line) for line in lines)


def _row(
    troop: Troop,
    is_top: bool,
    is_named: bool,
    grid: CardGrid,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> TroopRow:
    space = grid.boxes - NAME_X - BETWEEN - _name_space(troop, is_top, t)
    face = measure.fitted_face(troop.name, space, NAMES)
    gloss = "" if is_named else troop.gloss.in_language(style.language)
    if measure.width(gloss, measure.BODY_ITALIC, T5.size) > space:
        # A row without words says nothing: the name stands there twice rather than not at all.
        gloss = ""
    words = t("roster.wound-boxes", count=troop.wp) if troop.wp else t("roster.no-wp")
    traits = _traits(troop, catalog)
    faces, begin = None, grid.dice
    if troop.black or troop.white:
        faces = dice_picture(troop.black, troop.white, DIE, dice_words(troop, t))
        faces = faces.fitted(grid.end - grid.dice)
        begin += faces.width + BETWEEN
    # Traits end at the edge of the card; where not even one fits behind the dice, below the name.
    widths = [_trait_width(trait, style, grid.signs_alone) for trait in traits]
    is_below = any(wide > grid.end - begin for wide in widths)
    traits_x = NAME_X if is_below else begin
    lines = trait_lines(traits, grid.end - traits_x, style, grid.signs_alone)
    if len(lines) > 1 and not is_below:
        # Lines below each other begin together, and the longest ends at the edge of the card.
        each = iter(widths)
        longest = max(
            sum(next(each) for _ in line) + CARD_TRAIT_GAP * (len(line) - 1) for line in lines
        )
        traits_x = max(begin, grid.end - longest - SPARE)
    main = CARD_ROW if is_below else max(CARD_ROW, len(lines) * T5.line + 0.7)
    return TroopRow(
        code=troop.code,
        name=measure.shortened(troop.name, face.font, space, face.size),
        face=class_of(face),
        full_name=troop.name,
        gloss=gloss,
        mark=mark_of(troop),
        is_top=is_top,
        is_named=not gloss,
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
        boxes=wound_boxes(troop.wp, BOX, words).fitted(BOXES_WIDEST),
        boxes_x=grid.boxes,
        dice=faces,
        dice_x=grid.dice,
        traits=lines,
        traits_x=traits_x,
        traits_width=grid.end - traits_x,
        is_below=is_below,
        trait_names=", ".join(trait.name.in_language(style.language) for trait in traits),
        height=main + (len(lines) * T5.line if is_below else 0.0),
        main=main,
    )


def wound_boxes(count: int, size: float, alt: str) -> Picture:
    """A box to mark for each wound point; a troop without any has one with a 0 to strike off."""
    if count:
        return tick_boxes(count, size, alt)
    box = outlined(rounded_box(1, 1, 22, 22, 3), DARK, 1.7, "#dcdcdc")
    return drawing(box + placed_number(0, 12, 12, 15), GRID, GRID, size, alt)


def order_columns(costs: Sequence[int], width: float, style: Style, t: Translator) -> Picture:
    """For each round a number and circles with the costs of orders, to be struck off. PB-4.5."""
    shown = tuple(costs)
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


def _attack_words(unit: Profile, t: Translator) -> list[str]:
    """How many dice a unit rolls: to charge and fight, to shoot."""
    # With the first order of a round: one order token lies on the unit.
    charge = unit.strike_dice(charging=True, orders=1)
    fight = unit.strike_dice(charging=False, orders=1)
    words = [t("roster.attack-strike", charge=charge, fight=fight)] if unit.black else []
    if unit.white:
        words.append(t("roster.attack-shoot", count=unit.shooting_dice))
    return words


def _hits(unit: Profile, grid: CardGrid, style: Style, t: Translator) -> tuple[HitsRow, ...]:
    found: list[HitsRow] = []
    words = _attack_words(unit, t)
    if unit.black:
        means = [float(unit.strike_hits(charging=way, orders=1).mean) for way in (True, False)]
        mean = " / ".join(t.decimal(one, ".1f") for one in means)
        found.append(_hits_row("engagement", words[0], mean, unit.black, True, grid, t))
    if unit.white:
        mean = t.decimal(float(unit.shooting_hits().mean), ".1f")
        found.append(_hits_row("shooting", words[-1], mean, unit.white, False, grid, t))
    return tuple(found)


def _hits_row(
    icon_name: str,
    words: str,
    mean: str,
    printed: Sequence[int],
    is_black: bool,
    grid: CardGrid,
    t: Translator,
) -> HitsRow:
    # Strips of cards with usual numbers are of one size.
    usual = t("roster.mean", mean="0.0 / 0.0")
    shown = (usual, t("roster.mean", mean=mean))
    told = max(measure.width(text, T5.font, T5.size) for text in shown) + BETWEEN
    x = min(grid.boxes, grid.width * NAMES_MOST)
    strip = hits_strip(printed, is_black, t).fitted(grid.width - EDGE - x - told)
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
            numbers += number_path(count, x + 32.5, 12, 22)
        else:
            dots += disc(x + 12, 12, 1.6)
        x += STRIP_CELL
    return dice + filled(numbers, DARK) + filled(dots, "#8a8d90"), x - 8


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
    rows = -(-boxes // int(width / TALLY_STEP))
    per_row = -(-boxes // rows)
    per_row = -(-per_row // 5) * 5 if rows > 1 else per_row
    # The last box of a row ends at the edge of the page.
    step = (width - 0.3 + TALLY_GAP) / max(per_row, LEAST_TALLY)
    wide, high = step - TALLY_GAP, min(4.4, step - TALLY_GAP)
    single, fifth, numbers = "", "", ""
    for point in range(1, boxes + 1):
        row, place = divmod(point - 1, per_row)
        x, y = place * step + 0.15, row * (high + 1.2) + 0.15
        piece = rounded_box(round(x, 3), round(y, 3), round(wide, 3), round(high, 3), 0.4)
        if point == boxes or point % 5 == 0:
            fifth += piece
            numbers += placed_number(
                point, x + wide / 2, y + high / 2, min(high * 0.72, wide * 0.7)
            )
        else:
            single += piece
    height = rows * high + (rows - 1) * 1.2 + 0.3
    shapes = (
        outlined(single, style.colours["quiet"], 0.18)
        + outlined(fifth, DARK, 0.3, style.colours["tint"])
        + numbers
    )
    return drawing(shapes, width, height, height, t("roster.tally", count=boxes))
