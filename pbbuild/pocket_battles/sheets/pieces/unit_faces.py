"""Unit cards of 63 x 88 mm, which fit the sleeves of playing cards.

A unit of several tiles has a row for each, with its figure; a tile alone has its figure below
what its traits do. Words and figures never share a place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import N1, T2, T3, T4, T5, Face, PieceSize
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    coloured,
    dice_shapes,
    disc,
    drawing,
    filled,
    icon_shapes,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
    shapes_of,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Label, TileFace
from pbbuild.pocket_battles.catalog.model import Catalog, Trait, Troop
from pbbuild.pocket_battles.lists.model import ListUnit
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.sheets.tiles import SAFE
from pbbuild.pocket_battles.sheets.troop_icons import (
    Ink,
    figure_name,
    figure_place,
    placed_figure,
    trait_shapes,
)
from pbbuild.pocket_battles.sheets.typeset import true_apostrophes
from pbbuild.pocket_battles.sheets.unit_card import hits_strip, mark_of, order_costs
from pbbuild.text.translate import Translator

CARD: Final = PieceSize(63.0, 88.0)
EDGE: Final = 3.0
BAND: Final = 12.0
POINTS: Final = (55.4, 9.2, 5.2)
NAME_X: Final = 7.4  # beside the number of the unit
MOST_ROWS: Final = 8
# A row of a tile: its name, its dice, a line of traits, the space to the next.
NAME_LINE: Final = 4.8
DIE: Final = 6.4
TRAIT_LINE: Final = 4.0
TRAIT_SIGN: Final = 3.4
TRAIT_GAP: Final = 2.2
SIGN: Final = 4.4
DROP: Final = 3.2
ROW_GAP: Final = 2.2
MOST_ROW: Final = 30.0
# The figure of a tile beside its row; smaller ones would be specks.
FIGURE: Final = 16.0
LEAST_FIGURE: Final = 5.0
# The figure of a tile alone, below its words.
LARGE_FIGURE: Final = (50.0, 42.0)
ALONE: Final = 1.15  # how tall a man would be beside the only figure of a card, in its heights
FOOT_ROW: Final = 5.4
FOOT_EDGE: Final = 1.0
ORDER_RING: Final = 4.8
STRIP: Final = 28.0


@dataclass(frozen=True, slots=True)
class _Made:
    """Shapes and labels, and where they end."""

    shapes: str
    labels: list[Label]
    end: float


def unit_face(
    number: int, unit: ListUnit, catalog: Catalog, style: Style, t: Translator
) -> TileFace:
    """The front of a unit's card: its tiles from the top down, its traits, what its dice hit."""
    troops = [catalog.troops[code] for code in unit.troops]
    totals = profile(troops, catalog.traits)
    colours, bleed = style.colours, style.bleed
    wide, high = CARD.width, CARD.height
    attacks = _attacks(totals, t)
    floor = high - EDGE - ORDER_RING - 2 * FOOT_EDGE - FOOT_ROW * len(attacks)
    name = unit.name or troops[0].name
    head = _head(number, name, troops, totals, t)
    if len(troops) == 1:
        body = _tile_alone(troops[0], name == troops[0].name, floor, catalog, style, t)
    else:
        body = _tiles(troops, floor, catalog, style, t)
    foot = _card_foot(totals, attacks, floor, style, t)

    def ground(top: float, height: float, colour: str) -> str:
        return filled(f"M{-bleed:g} {top:g}h{wide + 2 * bleed:g}v{height:g}H{-bleed:g}z", colour)

    x, y, radius = POINTS
    shapes = [
        ground(-bleed, high + 2 * bleed, PAPER),
        ground(BAND, floor - BAND, colours["tint"]),
        ground(-bleed, BAND + bleed, colours["band"]),
        body.shapes,
        f'<path d="M{-bleed:g} {BAND:g}h{wide + 2 * bleed:g}M{-bleed:g} {floor:g}'
        f'h{wide + 2 * bleed:g}" stroke="{colours["band-rule"]}" stroke-width="0.5"/>',
        outlined(disc(x, y, radius), colours["band-rule"], 0.5),
        placed_number(totals.dp, x, y, 6.2),
        foot.shapes,
    ]
    full_wide, full_high = wide + 2 * bleed, high + 2 * bleed
    moved = f'<g transform="translate({bleed:g} {bleed:g})">{"".join(shapes)}</g>'
    tiles = ", ".join(troop.name for troop in troops)
    alt = t("cards.alt", number=number, name=name, tiles=tiles)
    labels = (*head, *body.labels, *foot.labels)
    return TileFace(drawing(moved, full_wide, full_high, full_high, alt), labels, bleed)


def _fitting(text: str, font: str, space: float, steps: Sequence[Face]) -> Face:
    """The largest of some steps of the type scale in which a line fits, else the smallest."""
    fitting = (step for step in steps if measure.width(text, font, step.size) <= space)
    return next(fitting, steps[-1])


def _head(
    number: int, name: str, troops: Sequence[Troop], totals: Profile, t: Translator
) -> list[Label]:
    """The number of the unit, its name and its totals, on the band."""
    space = POINTS[0] - POINTS[2] - 0.8 - EDGE - NAME_X
    step = _fitting(name, measure.NAME, space, (T2, T3, T4, T5))
    shown = measure.shortened(name, measure.NAME, space, step.size)
    summary = t("roster.unit-summary", count=len(troops), fv=totals.formation, wp=totals.wp)
    x = EDGE + NAME_X
    return [
        Label(str(number), EDGE, 0, NAME_X, N1.size, BAND, "figure on-band"),
        Label(shown, x, 1.6, space, step.size, 5.2, "name on-band"),
        Label(summary, x, 6.9, space, T5.size, 3.6, "label on-band"),
    ]


def _tile_alone(
    troop: Troop, is_named: bool, floor: float, catalog: Catalog, style: Style, t: Translator
) -> _Made:
    """A tile that is the whole unit: dice, what its traits do, and below them its figure."""
    y = BAND + 2.6
    row = _troop_row(troop, False, is_named, y, CARD.width - EDGE, [], style, t)
    y = row.end + 1.4
    traits = [catalog.traits[name] for name in troop.traits]
    said = _explained(traits, y, floor, ((T3, T4), (T5, T5), (T5, None)), style)
    if said is None:
        signs, scale = _signs_in_line(traits, CARD.width - 2 * EDGE, style)
        said = _Made(_moved(signs, EDGE, y, scale), [], y + scale * 24)
    wide, high = LARGE_FIGURE
    top = max(said.end + 1.2, floor - high)
    figure = ""
    if floor - top >= LEAST_FIGURE:
        art = Ink(CARD.width - EDGE - wide, top, CARD.width - EDGE, floor)
        # With no other figure to compare it with, a low one may be as large as there is room.
        figure = _figure(troop, art, catalog, style, high * ALONE)
    labels = [*row.labels, *said.labels]
    return _Made(figure + row.shapes + said.shapes, labels, said.end)


def _tiles(
    troops: Sequence[Troop], floor: float, catalog: Catalog, style: Style, t: Translator
) -> _Made:
    """A row for each tile with its figure, and what the traits do where there is room for it.

    Rows share the space that is left.
    """
    y = BAND + 2.2
    right = CARD.width - EDGE - FIGURE - 1.0
    lines = [
        _trait_lines([catalog.traits[name] for name in troop.traits], right - EDGE, style)
        for troop in troops[:MOST_ROWS]
    ]
    heights = [
        NAME_LINE
        + (DIE + 0.4 if troop.black or troop.white else 0.0)
        + TRAIT_LINE * len(rows)
        + ROW_GAP
        for troop, rows in zip(troops, lines, strict=False)
    ]
    names = dict.fromkeys(trait for troop in troops for trait in troop.traits)
    traits = [catalog.traits[name] for name in names]
    # What the traits do, in the space between the rows and the floor.
    room = floor - y - sum(heights)
    said = _explained(traits, 0.0, room, ((T5, T5),), style) if traits else None
    used = said.end + 0.8 if said else 0.0
    space = floor - y - used
    if sum(heights) > space:
        # Low rows have small figures beside them, and their traits beside the dice.
        lines = [[] for _ in lines]
        heights = [space / len(lines)] * len(lines)
        right = max(right, CARD.width - EDGE - heights[0])
    else:
        more = (space - sum(heights)) / len(heights)
        heights = [max(high, min(MOST_ROW, high + more)) for high in heights]
    shapes, labels, rules = "", [], ""
    for place, (troop, rows, high) in enumerate(zip(troops, lines, heights, strict=False)):
        # The first figure stands below the points.
        top = max(y, POINTS[1] + POINTS[2] + 0.8)
        bottom = floor if y + high > floor - 0.5 else y + high - 1.4
        art = Ink(CARD.width - EDGE - FIGURE, top, CARD.width - EDGE, bottom)
        if art.height >= LEAST_FIGURE:
            shapes += _figure(troop, art, catalog, style)
        signs = [catalog.traits[name] for name in troop.traits] if not rows else []
        row = _troop_row(troop, place == 0, False, y, right, signs, style, t, high - ROW_GAP)
        shapes += row.shapes
        labels += row.labels
        for line, traits_of_line in enumerate(rows):
            named = _named(traits_of_line, EDGE, row.end + 0.4 + line * TRAIT_LINE, style)
            shapes += named.shapes
            labels += named.labels
        y += high
        rules += (
            f"M{EDGE:g} {y - 1.4:.2f}H{CARD.width - EDGE:g}"
            if place < len(heights) - 1 or said
            else ""
        )
    shapes += f'<path d="{rules}" stroke="{style.colours["rule"]}" stroke-width="0.2"/>'
    if said:
        top = floor - said.end - 0.4
        shapes += f'<g transform="translate(0 {top:.3f})">{said.shapes}</g>'
        labels += [_lowered(label, top) for label in said.labels]
    return _Made(shapes, labels, y)


def _lowered(label: Label, by: float) -> Label:
    return Label(label.text, label.x, label.y + by, label.width, label.size, label.line, label.kind)


def _figure(troop: Troop, art: Ink, catalog: Catalog, style: Style, tallest: float = 0.0) -> str:
    colours, name = style.colours, figure_name(troop, catalog)
    place = figure_place(name, art, tallest)
    return placed_figure(name, place, colours["figure"], colours["tint"])


def _explained(
    traits: Sequence[Trait],
    y: float,
    floor: float,
    sizes: Sequence[tuple[Face, Face | None]],
    style: Style,
) -> _Made | None:
    """What traits do, in the first of some sizes that ends above the floor; None if none does.

    A size without a face for sentences has names alone.
    """
    if not traits:
        return _Made("", [], y)
    for head, said in sizes:
        shapes, labels, at = "", [], y
        icon = head.size * 1.3
        left = EDGE + icon + 1.2
        space = CARD.width - EDGE - left
        for trait in traits:
            name = trait.name.in_language(style.language)
            name = measure.shortened(name, measure.NAME, space, head.size)
            drawn = icon_shapes(trait.icon) or icon_shapes("trait")
            drawn = coloured(drawn, DARK, style.colours["tint"])
            shapes += _moved(drawn, EDGE, at + (head.line - icon) / 2, icon / 24)
            labels.append(Label(name, left, at, space, head.size, head.line, "trait"))
            # In small type the line goes on behind the name, in larger type below it.
            lead = measure.width(name, measure.NAME, head.size) + 1.2 if head is said else 0.0
            at += 0.0 if lead else head.line
            text = trait.line.in_language(style.language)
            lines = measure.wrapped(text, T4.font, space, said.size, lead) if said else []
            for line in lines:
                assert said is not None
                labels.append(
                    Label(line, left + lead, at, space - lead, said.size, said.line, "said")
                )
                at += said.line
                lead = 0.0
            at += 0.8
        if at <= floor - 0.6:
            return _Made(shapes, labels, at)
    return None


def _signs_in_line(traits: Sequence[Trait], space: float, style: Style) -> tuple[str, float]:
    """The signs of traits in a row that is at most `space` wide, and their scale."""
    shapes, x = "", 0.0
    for trait in traits:
        drawn, wide = trait_shapes(trait)
        drawn = coloured(drawn, DARK, style.colours["tint"])
        shapes += f'<g transform="translate({x:g} 0)">{drawn}</g>'
        x += wide + 4
    return shapes, min(SIGN / 24, space / x)


def _troop_row(
    troop: Troop,
    is_top: bool,
    is_named: bool,
    y: float,
    right: float,
    signs: Sequence[Trait],
    style: Style,
    t: Translator,
    high: float = NAME_LINE + DIE + TRAIT_LINE,
) -> _Made:
    """Name and code, dice and wound points, and the signs of traits that have no line of names.

    A tile that is named already has its gloss instead of its name.
    """
    called = true_apostrophes(troop.gloss.in_language(style.language) if is_named else troop.name)
    code = f"{troop.code}{mark_of(troop)}"
    code_wide = measure.width(code, measure.LABEL, T5.size) + 0.6
    top = t("roster.top")
    top_wide = measure.width(top, measure.FIGURE, T5.size) + 2.0 if is_top else 0.0
    space = right - EDGE - code_wide - 1.0 - (top_wide + 1.2 if is_top else 0.0)
    font, steps = (measure.BODY_ITALIC, (T4, T5)) if is_named else (measure.NAME, (T3, T4, T5))
    size = _fitting(called, font, space, steps).size
    name = measure.shortened(called, font, space, size)
    labels = [
        Label(name, EDGE, y, space, size, 4.0, "gloss" if is_named else "name"),
        Label(code, right - code_wide, y, code_wide, T5.size, 4.0, "code", "right"),
    ]
    shapes, low = [], y + NAME_LINE
    if is_top:
        at = EDGE + measure.width(name, measure.NAME, size) + 1.2
        shapes.append(filled(rounded_box(at, y + 0.2, top_wide, 3.6, 0.6), style.colours["badge"]))
        labels.append(Label(top, at, y, top_wide, T5.size, 4.0, "figure on-band", "center"))
    dice, dice_wide = dice_shapes(troop.black, troop.white)
    has_dice = bool(troop.black or troop.white)
    # Wound points end the line of the dice, signs of traits stand between them.
    drops_wide = DROP * 0.86 * max(2, troop.wp) + 1.6
    free = right - EDGE - drops_wide
    die = max(2.4, min(DIE, high - NAME_LINE))
    dice_space = dice_wide * die / 24 + 1.6 if has_dice else 0.0
    names = _trait_lines(signs, free - dice_space, style, reserved=0.0)
    if len(names) > 1 or any(text.endswith("…") for line in names for _, _, text in line):
        names = []
    signs_wide = sum(trait_shapes(trait)[1] + 4 for trait in signs) * min(die, SIGN) / 24
    fit = 1.0 if names else min(1.0, free / max(dice_space + signs_wide, 0.1))
    if has_dice:
        shapes.append(_moved(dice, EDGE - fit * die / 24, low, fit * die / 24))
    left, line_y = EDGE + dice_space * fit, low + (die * fit - TRAIT_LINE) / 2
    if names:
        made = _named(names[0], left, line_y, style)
        shapes.append(made.shapes)
        labels += made.labels
    elif signs:
        scale = fit * min(die, SIGN) / 24
        drawn, _ = _signs_in_line(signs, free, style)
        shapes.append(_moved(drawn, left, low + die * fit / 2 - 12 * scale, scale))
    level = low + (die * fit - DROP) / 2 if has_dice else y + NAME_LINE - 0.2
    if troop.wp:
        shapes += [
            placed_icon("wp", right - DROP - place * DROP * 0.86, level, DROP)
            for place in range(troop.wp)
        ]
    else:
        no_wp = t("roster.no-wp")
        labels.append(Label(no_wp, right - 9, level, 9, T5.size, DROP, "no-wp", "right"))
    return _Made("".join(shapes), labels, low + (die if has_dice else 0.0))


_NamedTraits = list[tuple[Trait, float, str]]


def _named(traits: _NamedTraits, x: float, y: float, style: Style) -> _Made:
    """A line of traits: sign and name."""
    shapes, labels = "", []
    for trait, away, text in traits:
        drawn = icon_shapes(trait.icon) or icon_shapes("trait")
        drawn = coloured(drawn, DARK, style.colours["tint"])
        shapes += _moved(drawn, x + away, y + (TRAIT_LINE - TRAIT_SIGN) / 2, TRAIT_SIGN / 24)
        wide = measure.width(text, measure.NAME, T5.size) + 0.3
        left = x + away + TRAIT_SIGN + 0.7
        labels.append(Label(text, left, y, wide, T5.size, TRAIT_LINE, "trait"))
    return _Made(shapes, labels, y + TRAIT_LINE)


def _trait_lines(
    traits: Sequence[Trait], space: float, style: Style, reserved: float = 9.0
) -> list[_NamedTraits]:
    """The traits with their places and names, on as many lines as they need.

    The first line ends `reserved` before the others: without dice it is beside the wound points.
    """
    lines: list[_NamedTraits] = []
    x = space
    for trait in traits:
        text = trait.name.in_language(style.language)
        text = measure.shortened(text, measure.NAME, space - TRAIT_SIGN - 0.7, T5.size)
        wide = TRAIT_SIGN + 0.7 + measure.width(text, measure.NAME, T5.size)
        if not lines or x + wide > space - (reserved if len(lines) == 1 else 0.0):
            lines.append([])
            x = 0.0
        lines[-1].append((trait, x, text))
        x += wide + TRAIT_GAP
    return lines


def _moved(shapes: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.5f})">{shapes}</g>'


def _attacks(totals: Profile, t: Translator) -> list[tuple[str, str, Sequence[int], bool]]:
    """The attacks of a unit: icon, how many dice it rolls, the faces that hit, whether black."""
    attacks: list[tuple[str, str, Sequence[int], bool]] = []
    if totals.black:
        charge = totals.strike_dice(charging=True, orders=1)
        fight = totals.strike_dice(charging=False, orders=1)
        words = t("roster.attack-strike", charge=charge, fight=fight)
        attacks.append(("engagement", words, totals.black, True))
    if totals.white:
        words = t("roster.attack-shoot", count=totals.shooting_dice)
        attacks.append(("shooting", words, totals.white, False))
    return attacks


def _card_foot(
    totals: Profile,
    attacks: Sequence[tuple[str, str, Sequence[int], bool]],
    floor: float,
    style: Style,
    t: Translator,
) -> _Made:
    """Dice to roll and hits per number, and what the orders of a round cost."""
    shapes, labels = [], []
    y = floor + FOOT_EDGE
    sign, icon_space = 3.6, 4.8
    space = CARD.width - 2 * EDGE - STRIP - 1.0 - icon_space
    widest = max((words for _, words, _, _ in attacks), key=len, default="")
    size = _fitting(widest, measure.NAME, space, (T4, T5)).size
    for icon, words, faces, is_black in attacks:
        strip = hits_strip(faces, is_black, t).fitted(STRIP)
        scale = strip.height / 24
        top = y + (FOOT_ROW - strip.height) / 2
        shapes.append(_moved(shapes_of(strip), CARD.width - EDGE - strip.width, top, scale))
        shapes.append(placed_icon(icon, EDGE, y + (FOOT_ROW - sign) / 2, sign))
        shown = measure.shortened(words, measure.NAME, space, size)
        labels.append(Label(shown, EDGE + icon_space, y, space, size, FOOT_ROW, "name"))
        y += FOOT_ROW
    y = CARD.height - EDGE - ORDER_RING + 0.4
    rule = f"M{EDGE:g} {y - FOOT_EDGE:g}H{CARD.width - EDGE:g}"
    shapes.append(f'<path d="{rule}" stroke="{style.colours["rule"]}" stroke-width="0.2"/>')
    labels.append(Label(t("roster.orders"), EDGE, y, 20, T5.size, ORDER_RING, "code"))
    costs = order_costs(totals.order_step)
    for place, cost in enumerate(costs):
        x = CARD.width - EDGE - ORDER_RING / 2 - (len(costs) - 1 - place) * (ORDER_RING + 1.2)
        middle = y + ORDER_RING / 2
        ring = disc(x, middle, ORDER_RING / 2 - 0.2)
        shapes.append(outlined(ring, style.colours["accent"], 0.35))
        shapes.append(placed_number(cost, x, middle, 2.9, style.colours["accent"]))
    assert y + ORDER_RING <= CARD.height - SAFE
    return _Made("".join(shapes), labels, CARD.height - EDGE)
