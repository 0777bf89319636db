"""The card of a unit: its stack in order, dice, wound boxes and order track, ready to place.

All sizes are millimetres of the design; `--large` scales the whole card.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.base.provenance import Provenance
from pbbuild.page import measure
from pbbuild.page.pictures import Picture, dice_picture, order_track, tick_boxes
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import ListUnit
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.sheets.troop_icons import trait_strip, type_icon
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

PAD: Final = 1.7
LEFT: Final = 8.2  # where names and values begin, after the type's icon


@dataclass(frozen=True, slots=True)
class Density:
    """The heights of a card's lines, from roomy to tight."""

    header: float
    name_line: float
    value_line: float
    trait_line: float
    total_line: float
    hits_line: float
    track_line: float
    die: float
    trait: float
    ring: float
    gap: float


ROOMY: Final = Density(6.8, 4.5, 5.6, 4.8, 5.6, 5.0, 5.8, 4.1, 4.1, 4.0, 2.8)
NORMAL: Final = Density(6.2, 4.1, 5.0, 4.4, 5.0, 4.4, 5.0, 3.8, 3.8, 3.6, 2.2)
TIGHT: Final = Density(5.6, 3.7, 4.5, 4.0, 4.5, 4.2, 4.2, 3.5, 3.5, 3.2, 1.6)
TIGHTEST: Final = Density(5.3, 3.6, 4.2, 3.8, 4.2, 4.1, 3.9, 3.4, 3.4, 3.0, 1.2)
DENSITIES: Final = (ROOMY, NORMAL, TIGHT)


@dataclass(frozen=True, slots=True)
class TroopRow:
    """One troop of a stack; `y` from the top of its card."""

    y: float
    height: float
    code: str
    name: tuple[str, ...]
    name_size: float
    mark: str
    gloss: str
    gloss_x: float
    dp: int
    dp_mark: str
    fv: int
    type: Picture
    type_y: float
    line: float
    wounds: Picture | None
    dice: Picture | None
    dice_x: float
    traits: Picture | None
    named: bool
    values_y: float
    traits_y: float


@dataclass(frozen=True, slots=True)
class HitsCell:
    """Expected hits of one kind of attack."""

    label: str
    mean: str
    x: float


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit laid out on a card of `width` x `height`."""

    number: int
    title: str
    title_size: float
    code: str
    mark: str
    dp: int
    density: Density
    width: float
    height: float
    rows: tuple[TroopRow, ...]
    totals_y: float
    wp: int
    together: Picture | None
    hits_y: float
    hits: tuple[HitsCell, ...]
    track_y: float
    track: Picture | None


def mark_of(troop: Troop, values: Sequence[str] = _VALUES) -> str:
    """The mark of the least certain of these values."""
    return MARKS[max((troop.provenance_of(value) for value in values), key=_BY_CERTAINTY.index)]


def order_costs(unit: Profile, tokens: int, most: int = 8) -> tuple[int, ...]:
    """The costs of the first, second ... order, up to `tokens` or `most` tokens. PB-4.5."""
    costs: list[int] = []
    placed = 0
    while True:
        cost = max(1, placed + unit.order_step)
        if costs and (placed + cost > tokens or placed + cost > most):
            return tuple(costs)
        costs.append(cost)
        placed += cost


def unit_cards(
    number: int,
    unit: ListUnit,
    catalog: Catalog,
    width: float,
    tokens: int,
    style: Style,
    t: Translator,
    density: Density,
    space: float,
) -> list[UnitCard]:
    """The card of a unit; a stack too tall for a page is split over several cards."""
    card = unit_card(number, unit, catalog, width, tokens, style, t, density)
    if card.height <= space or len(card.rows) < 2:
        return [card]
    pieces: list[list[TroopRow]] = [[]]
    used = density.header
    for row in card.rows:
        if pieces[-1] and used + row.height > space:
            pieces.append([])
            used = density.header
        pieces[-1].append(replace(row, y=used))
        used += row.height
    foot = card.height - card.rows[-1].y - card.rows[-1].height
    if used + foot > space and len(pieces[-1]) > 1:
        last = pieces[-1].pop()
        pieces.append([replace(last, y=density.header)])
        used = density.header + last.height
    cards = []
    for place, rows in enumerate(pieces):
        end = rows[-1].y + rows[-1].height
        is_last = place == len(pieces) - 1
        moved = end - card.rows[-1].y - card.rows[-1].height
        cards.append(
            replace(
                card,
                rows=tuple(rows),
                height=end + (foot if is_last else 0.8),
                totals_y=card.totals_y + moved if is_last and card.totals_y else 0.0,
                hits=card.hits if is_last else (),
                hits_y=card.hits_y + moved,
                track=card.track if is_last else None,
                track_y=card.track_y + moved,
            )
        )
    return cards


def unit_card(
    number: int,
    unit: ListUnit,
    catalog: Catalog,
    width: float,
    tokens: int,
    style: Style,
    t: Translator,
    density: Density = NORMAL,
) -> UnitCard:
    """The card of one unit, whose tiles are all in the catalog."""
    troops = [catalog.troops[code] for code in unit.troops]
    totals = profile(troops, catalog.traits)
    title = unit.name or troops[0].name
    alone = len(troops) == 1 and unit.name.casefold() in ("", troops[0].name.casefold())
    code_space = measure.width(troops[0].code, measure.LABEL, SMALLEST) + 2.5
    space = width - 2 * PAD - 6.4 - 10.5 - (code_space if alone else 0)
    title_size = measure.fitted_size(title, measure.NAME, space, 3.8, SMALLEST)
    if alone and measure.width(title, measure.NAME, title_size) > space:
        # The name gets a line of its own, and the head of the card shows a shortened one.
        alone = False
        space += code_space
        title_size = measure.fitted_size(title, measure.NAME, space, 3.8, SMALLEST)
    y = density.header
    rows = []
    for troop in troops:
        row = _row(troop, not alone, y, width, catalog, style, t, density)
        rows.append(row)
        y += row.height
    several = len(troops) > 1
    totals_y = y
    if several:
        y += density.total_line
    cells = _expected(totals, t)
    hits_y = y
    if cells:
        y += density.hits_line
    return UnitCard(
        number=number,
        title=measure.shortened(title, measure.NAME, space, title_size),
        title_size=title_size,
        code=troops[0].code if alone else "",
        mark=mark_of(troops[0]) if alone else "",
        dp=totals.dp,
        density=density,
        width=width,
        height=y + density.track_line,
        rows=tuple(rows),
        totals_y=totals_y if several else 0.0,
        wp=totals.wp,
        together=_together(totals, width - PAD - LEFT - 10.2, style, t, density),
        hits_y=hits_y,
        hits=cells,
        track_y=y,
        track=_track(totals, tokens, width, style, t, density),
    )


def _row(
    troop: Troop,
    named: bool,
    y: float,
    width: float,
    catalog: Catalog,
    style: Style,
    t: Translator,
    density: Density,
) -> TroopRow:
    label = f"{troop.code} {troop.dp}"
    space = width - PAD - LEFT - measure.width(label, measure.FIGURE, 2.9) - 4.0
    size = measure.fitted_size(troop.name, measure.NAME, space, 3.1, SMALLEST)
    lines = measure.wrapped(troop.name, measure.NAME, space, size)
    if len(lines) > 2:
        lines = [lines[0], measure.shortened(" ".join(lines[1:]), measure.NAME, space, size)]
    names = density.name_line + (len(lines) - 1) * 3.0 if named else 0.0
    name_wide = measure.width(lines[0], measure.NAME, size) + 2.4
    wounds = None
    if troop.wp:
        words = t("roster.wound-boxes", count=troop.wp)
        wounds = tick_boxes(troop.wp, density.die * 0.88, words).fitted(16.0)
    faces = None
    dice_x = LEFT + 8.4 + max(8.6, (wounds.width if wounds else 0.0) + 2.0)
    if troop.black or troop.white:
        words = dice_words(troop, t)
        faces = dice_picture(troop.black, troop.white, density.die, words, style.ink == "saver")
        faces = faces.fitted(width - PAD - dice_x)
    traits = [catalog.traits[trait] for trait in troop.traits]
    strip = trait_strip(traits, density.trait, style.language) if traits else None
    taken = dice_x + (faces.width if faces else 0.0)
    below = strip is not None and taken + 1.8 + strip.width > width - PAD
    if strip is not None:
        strip = strip.fitted(width - PAD - LEFT)
    values = density.value_line
    icon_size = 4.9 if named else 4.2
    height = names + values + (density.trait_line if below else 0.0)
    return TroopRow(
        y=y,
        height=height,
        code=troop.code,
        name=tuple(lines),
        name_size=size,
        mark=mark_of(troop),
        gloss=_gloss(troop, lines, space - name_wide, style),
        gloss_x=LEFT + name_wide,
        dp=troop.dp,
        dp_mark=mark_of(troop, ("dp",)),
        fv=troop.fv,
        type=type_icon(troop.type, icon_size, type_words(troop.type, t), style.colours["accent"]),
        type_y=(names + values - icon_size) / 2,
        line=values,
        wounds=wounds,
        dice=faces,
        dice_x=dice_x,
        traits=strip,
        named=named,
        values_y=names,
        traits_y=names + values - 0.2 if below else names + (values - density.trait) / 2,
    )


def _gloss(troop: Troop, lines: Sequence[str], space: float, style: Style) -> str:
    gloss = troop.gloss.in_language(style.language)
    alike = gloss.casefold() in troop.name.casefold() or troop.name.casefold() in gloss.casefold()
    if len(lines) > 1 or alike or measure.width(gloss, measure.BODY_ITALIC, 2.55) > space:
        return ""
    return gloss


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


_SMALLEST_DICE: Final = 0.55


def _together(
    unit: Profile, space: float, style: Style, t: Translator, density: Density
) -> Picture | None:
    if unit.size == 1 or not (unit.black or unit.white):
        return None
    saver = style.ink == "saver"
    words = dice_words(unit, t)
    row = dice_picture(unit.black, unit.white, density.die * 0.93, words, saver, grouped=True)
    # If they would be too small to read, the rows of the single tiles must do.
    return row.fitted(space) if row.width * _SMALLEST_DICE <= space else None


def _track(
    unit: Profile, tokens: int, width: float, style: Style, t: Translator, density: Density
) -> Picture:
    costs = order_costs(unit, tokens)
    words = t("roster.order-track", costs="-".join(map(str, costs)))
    colours = style.colours
    track = order_track(costs, density.ring, words, colours["accent"], colours["tint"])
    return track.fitted(width - PAD - LEFT - 8.4)


def _expected(unit: Profile, t: Translator) -> tuple[HitsCell, ...]:
    # With the first order of a round: one order token lies on the unit.
    found: list[tuple[str, float]] = []
    if unit.black:
        for key, charging in (("roster.hits-charge", True), ("roster.hits-fight", False)):
            count = unit.strike_dice(charging=charging, orders=1)
            scored = unit.strike_hits(charging=charging, orders=1)
            found.append((t(key, dice=count), float(scored.mean)))
    if unit.white:
        label = t("roster.hits-shoot", dice=unit.shooting_dice)
        found.append((label, float(unit.shooting_hits().mean)))
    cells: list[HitsCell] = []
    x = LEFT
    for place, (label, mean) in enumerate(found):
        x = max(x, LEFT + 17.6 * place)
        text = t.decimal(mean, ".2f" if mean < 100 else ".0f")
        cells.append(HitsCell(label, text, x))
        x += measure.width(f"{label} ", measure.LABEL, SMALLEST)
        x += measure.width(text, measure.FIGURE, 3.3) + 1.4
    return tuple(cells)
