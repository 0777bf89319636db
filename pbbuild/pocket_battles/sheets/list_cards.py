"""The deployment plan of a list."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GROWN_PRINTS,
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    table_block,
    words_block,
)
from pbbuild.page.aid_sheet import TOP, AidSheet, fitted_pages, sheet_of
from pbbuild.page.geometry import (
    HEADING,
    LEAST_WIDE_COLUMN,
    T2,
    T3,
    T5,
    column_count,
    column_width,
)
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    filled,
    outlined,
    placed_number,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.plan import ROWS, SECTORS, PlannedUnit, planned
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.sheets.troop_icons import figure, figure_name
from pbbuild.text.translate import Translator

WRITING_ROW: Final = 6.2
WRITING_LINE: Final = 7.6
MOST_WRITING_ROW: Final = 11.0
LEAST_LINES: Final = 4
# The rows of the plan's field, and how high your zones are, as parts of its width.
PLAN_ROWS: Final = ("enemy-rear", "enemy-front", "engagement", "own-front", "own-rear")
LEAST_PLAN_ROW, MOST_PLAN_ROW, PLAN_ROW_STEPS = 0.14, 0.27, 12
PLAN_PARTS: Final = (0.55, 0.55, 0.18, 1.0, 1.0)  # the heights of the rows
MOST_ALONE_ROW: Final = 0.4  # on a page of its own
# A unit in its zone: the height of its line, the edge of the zone, the space of its order.
PLAN_UNIT, MOST_PLAN_UNIT = 9.0, 12.0
PLAN_EDGE: Final = 2.0
PLAN_ORDER: Final = 6.0
PLAN_BOX: Final = 4.6  # to write an order or a height in
ENEMY_LINE: Final = 7.6
# What the guide asks: the best three, and who has an effect.
GUIDE_BEST: Final = 3
GUIDE_NUMBERS: Final = 0.42
# The columns of the units and their shares of the width; of a plan to be made, what units can do.
PLANNED_COLUMNS: Final = (
    ("number", "unit", "tiles", "points", "order", "zone"),
    (0.08, 0.35, 0.13, 0.09, 0.13, 0.22),
)
COLUMNS: Final = (
    ("number", "unit", "points", "charge", "shoot", "order", "zone"),
    (0.075, 0.355, 0.08, 0.135, 0.125, 0.115, 0.115),
)
FIGURE: Final = 4.6
GUIDE_EFFECTS: Final = {
    "rear-shot": effects.SHOOTS_FROM_REAR,
    "rear-charge": effects.CHARGES_REAR,
    "fast": effects.REDEPLOYS_AND_ACTS,
    "slow": effects.MAY_NOT_REDEPLOY,
    "leader": effects.TOKENS,
}


def plan_sheet(army_list: ArmyList, catalog: Catalog, style: Style, t: Translator) -> AidSheet:
    """The deployment plan: the field with what the list plans, your units, lines for notes.

    The field takes what the units leave of a page; units that need more have a page of their own,
    and both then fill theirs.
    """
    width, height = style.inner_size
    columns = column_count(width, 84.0)
    column = column_width(width, columns)
    foot = measure.foot_lines(t("cards.plan-foot"), width)
    bottom = height - measure.foot_height(foot)
    space = bottom - TOP

    def field(row: float) -> AidBlock:
        picture = _field(army_list, width, row, catalog, style, t)
        own = AidBlock(kind="picture", height=picture.height + 1.6, pictures=(picture,))
        title = t("cards.plan-zones")
        hint = t("cards.plan-hint" if _is_planned(army_list) else "cards.plan-guide")
        used = measure.width(title, T2.font, T2.size) + 2.0
        fits = used + measure.width(hint, T5.font, T5.size) <= width
        return own.under(title, hint if fits else "")

    def units(words: TextSizes, fill: float = 0.0) -> list[AidBlock]:
        return _plan_blocks(army_list, (columns, column), space, fill, words, catalog, style, t)

    def pages_with(row: float) -> list[list[PlacedBlock]]:
        # Type grows, and is never smaller than the scale.
        lead = [field(row)]
        return fitted_pages(units, width, bottom, columns, lambda words: lead, GROWN_PRINTS)

    least = width * LEAST_PLAN_ROW
    pages = pages_with(least)
    for part in range(PLAN_ROW_STEPS, 0, -1):
        taller = pages_with(least + (width * MOST_PLAN_ROW - least) * part / PLAN_ROW_STEPS)
        if len(taller) <= len(pages):
            pages = taller
            break
    if len(pages) > 1:
        row = (space - HEADING - 2.4 - T3.line) / sum(PLAN_PARTS)
        alone = PlacedBlock(0.0, TOP, width, field(min(row, width * MOST_ALONE_ROW)))
        pages = [
            [alone],
            *fitted_pages(
                lambda words: units(words, space), width, bottom, columns, None, GROWN_PRINTS
            ),
        ]
    title = t("cards.plan-title", name=army_list.name)
    kicker = t("cards.plan-kicker", points=army_list.points)
    return sheet_of(title, kicker, "zone-front", pages, foot, style, t)


def _plan_blocks(
    army_list: ArmyList,
    columns: tuple[int, float],
    space: float,
    fill: float,
    words: TextSizes,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> list[AidBlock]:
    """The units and lines for notes beside or below them, as high as `fill` if that is more."""
    count, column = columns
    note = army_list.note_in(style.language)
    notes: list[AidBlock] = [words_block(note, column, words)] if note else []
    notes = [block.under(t("roster.notes")) for block in notes]
    if not _is_planned(army_list):
        notes = [*_guide(army_list, column, words, catalog, t), *notes]
    used = sum(block.height + 3.0 for block in notes)
    # Beside a table notes are as high as it; below one they have the rest of the page.
    least = LEAST_LINES if count > 1 or not note else 2
    below = used + least * WRITING_LINE + 2 * HEADING + 8.0 if count == 1 else 0.0
    tables = _unit_tables(
        army_list, column, space, max(0.0, fill - below), words, catalog, style, t
    )
    first, *more = tables
    free = first.height if count > 1 else fill - first.height - 2 * HEADING - 8.0
    lines = int((free - used) // WRITING_LINE) if not more else 0
    blank = _lines(column, max(least, lines), style, t)
    notes.append(blank if note else blank.under(t("roster.notes")))
    beside = sum(block.height + 3.0 for block in notes) - 3.0
    if count > 1 and not more and first.height < beside:
        # Few units beside their notes have higher rows.
        [first, *more] = _unit_tables(army_list, column, space, beside, words, catalog, style, t)
    hint = "" if _is_planned(army_list) else t("cards.plan-hits")
    return [first.under(t("cards.plan-units"), hint), *more, *notes]


def _is_planned(army_list: ArmyList) -> bool:
    """Whether every unit has its zone."""
    return all(unit.zone for unit in army_list.units if unit.troops)


def _guide(
    army_list: ArmyList, width: float, words: TextSizes, catalog: Catalog, t: Translator
) -> list[AidBlock]:
    """Which units do what, by number: what one asks before placing them."""
    profiles = {
        number: profile([catalog.troops[code] for code in unit.troops], catalog.traits)
        for number, unit in enumerate(army_list.units, start=1)
        if unit.troops
    }
    found = {
        "charge": _best(profiles, lambda one: one.strike_hits(charging=True).mean),
        "shoot": _best(profiles, lambda one: one.shooting_hits().mean),
        **{
            name: [number for number, one in profiles.items() if one.effect(effect)]
            for name, effect in GUIDE_EFFECTS.items()
        },
    }
    rows = [
        [
            Cell(t(f"cards.guide-{name}"), left=True),
            Cell(", ".join(map(str, numbers)), True, left=True),
        ]
        for name, numbers in found.items()
        if numbers
    ]
    if not rows:
        return []
    columns = [width * (1 - GUIDE_NUMBERS), width * GUIDE_NUMBERS]
    block = table_block(rows, columns, "", words)
    return [replace(block, title=()).under(t("cards.plan-which"))]


def _best(profiles: Mapping[int, Profile], value: Callable[[Profile], Fraction]) -> list[int]:
    """The few units that expect the most hits, best first."""
    hitting = {number: value(one) for number, one in profiles.items()}
    numbers = sorted(hitting, key=lambda number: (-hitting[number], number))
    return [number for number in numbers if hitting[number]][:GUIDE_BEST]


def _unit_tables(
    army_list: ArmyList,
    column: float,
    space: float,
    fill: float,
    words: TextSizes,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> list[AidBlock]:
    """The units with order and zone, printed where the list has them, else to fill in.

    A list too long for a column of `space` has several tables; rows of one that is shorter than
    `fill` grow.
    """
    colour = style.colours["accent"]
    keys, parts = PLANNED_COLUMNS if _is_planned(army_list) else COLUMNS
    head = [Cell(t(f"cards.plan-{key}"), True, left=True) for key in keys]
    rows = []
    widths = [column * part for part in parts]
    for number, unit in enumerate(army_list.units, start=1):
        if not unit.troops:
            continue
        troops = [catalog.troops[code] for code in unit.troops]
        top = troops[0]
        # A unit that bears the name of one of its troops has its figure.
        shown = next((one for one in troops if one.name == unit.name), top)
        sign = figure(figure_name(shown, catalog), FIGURE, shown.name, colour, PAPER)
        name = unit.name or top.name
        room = widths[1] - sign.width - 3.4
        name = measure.shortened(name, measure.NAME, room, words.size)
        own = profile(troops, catalog.traits)
        values = {
            "tiles": str(len(unit.troops)),
            "points": str(own.dp),
            "charge": _mean(own.strike_hits(charging=True).mean, t),
            "shoot": _mean(own.shooting_hits().mean, t),
            "order": str(unit.order or ""),
            "zone": zone_name(unit.zone, t) if unit.zone else "",
        }
        first = [Cell(str(number), True, left=True), Cell(name, left=True, picture=sign)]
        rows.append([*first, *(Cell(values[key], left=True) for key in keys[2:])])
    tables = []
    # Rows are high enough to write in.
    line = max(table_block([head], widths, "", words).line, WRITING_ROW)
    if column > LEAST_WIDE_COLUMN - 4:
        line = max(line, min(MOST_WRITING_ROW, (fill - HEADING - 3.1) / (len(rows) + 1) - 0.3))
    count = max(1, int((space - HEADING - 3.0) // (line + 0.3)) - 1)
    for start in range(0, max(1, len(rows)), count):
        part = [head, *rows[start : start + count]]
        made = table_block(part, widths, "", words)
        height = (line + 0.22) * len(part) + 1.4
        tables.append(replace(made, title=(), line=line, height=height))
    return tables


def _mean(hits: Fraction, t: Translator) -> str:
    """The hits to expect as on a roster, nothing for a unit that cannot hit."""
    return t.decimal(float(hits)) if hits else "–"


def zone_name(zone: str, t: Translator) -> str:
    """A zone of the plan in words."""
    sector, row = zone.split()
    return f"{t(f'field-sheet.{sector}')} {t(f'roster.plan-{row}')}"


def _field(
    army_list: ArmyList, width: float, row: float, catalog: Catalog, style: Style, t: Translator
) -> Picture:
    """The field from the enemy's rear to yours, with the units planned in your zones.

    Your zones are `row` high, the enemy's lower: there one writes what is seen.
    """
    names = [t(f"leaf.row-{name}") for name in PLAN_ROWS]
    left = max(measure.width(name, T3.font, T3.size) for name in names) + 3.0
    column = (width - left) / 3
    colours = style.colours
    zones = planned(army_list.units)
    heights = tuple(row * part for part in PLAN_PARTS)
    hints = [t(f"mat.{name}-for") for name in ROWS]
    longest = max(measure.width(hint, T5.font, T5.size) for hint in hints)
    if longest > column - 2 * PLAN_EDGE:
        hints = ["", ""]
    shapes, y = "", T3.line + 0.8
    for number, sector in enumerate(SECTORS):
        middle = left + (number + 0.5) * column
        name = t(f"field-sheet.{sector}")
        shapes += svg_text(name, middle, T3.size, T3.size, "middle")
    top = y
    rules = ""
    grounds = (PAPER, PAPER, colours["ground"], colours["wash"], colours["tint"])
    for place, (name, high) in enumerate(zip(names, heights, strict=True)):
        shapes += filled(f"M{left:g} {y:g}H{width:g}v{high:g}H{left:g}z", grounds[place])
        shapes += svg_text(name, 0, y + high / 2 + T3.size * 0.35, T3.size, "start")
        for number, sector in enumerate(SECTORS):
            corner, area = (left + number * column, y), (column, high)
            if place > 2:
                here = zones.get(f"{sector} {ROWS[place - 3]}", [])
                shapes += _planned_units(here, corner, area, army_list, catalog, style)
                if not _is_planned(army_list):
                    shapes += _free_places(len(here), corner, area, style)
                    words = (corner[0] + column / 2, y + high - 1.4)
                    said = hints[place - 3]
                    shapes += svg_text(said, *words, T5.size, "middle") if said else ""
            elif place < 2:
                shapes += _seen_places(corner, area, style)
        rules += f"M{left:g} {y:g}H{width:g}" if place else ""
        y += high
    borders = "".join(f"M{left + number * column:g} {top:g}V{y:g}" for number in (1, 2))
    frame = f"M{left + 0.3:g} {top:g}H{width - 0.3:g}V{y - 0.3:g}H{left + 0.3:g}z"
    shapes += (
        f'<path d="{rules}" stroke="{colours["rule"]}" stroke-width="0.3"/>'
        f'<path d="{borders}" stroke="{DARK}" stroke-width="0.7" stroke-dasharray="3 2"/>'
        + outlined(frame, colours["band-rule"], 0.6, "none")
    )
    return drawing(shapes, width, y, y, t("cards.plan-alt"))


def _planned_units(
    units: Sequence[PlannedUnit],
    corner: tuple[float, float],
    size_of_zone: tuple[float, float],
    army_list: ArmyList,
    catalog: Catalog,
    style: Style,
) -> str:
    """A badge with the number of each unit, its name and its place in the order."""
    if not units:
        return ""
    (x, y), (wide, high) = corner, size_of_zone
    colours, shapes = style.colours, ""
    # Beside places to write in units are as near to each other as these.
    most = MOST_PLAN_UNIT if _is_planned(army_list) else PLAN_UNIT
    step = min(most, (high - 2 * PLAN_EDGE) / len(units))
    size = step * 0.4
    left = x + PLAN_EDGE + size
    space = wide - 2 * PLAN_EDGE - 2 * size - 1.6 - PLAN_ORDER
    names = [
        army_list.units[one.number - 1].name
        or catalog.troops[army_list.units[one.number - 1].troops[0]].name
        for one in units
    ]
    # All names of a zone are as large as the longest of them allows.
    longest = max(names, key=lambda name: measure.width(name, T3.font, T3.size))
    faces = [face for face in (T2, T3, T5) if face.size <= step]
    face = measure.fitted_face(longest, space, faces or (T5,))
    for place, (one, name) in enumerate(zip(units, names, strict=True)):
        middle = y + PLAN_EDGE + (place + 0.5) * step
        shapes += filled(disc(left, middle, size), colours["badge"])
        shapes += placed_number(one.number, left, middle, size * 1.4, colours["badge-ink"])
        name = measure.shortened(name, face.font, space, face.size)
        base = middle + face.size * 0.35
        shapes += svg_text(name, left + size + 1.6, base, face.size, "start")
        if one.order:
            number = min(size * 1.4, face.size)
            end = x + wide - PLAN_EDGE - PLAN_ORDER / 2
            shapes += placed_number(one.order, end, middle, number, colours["quiet"])
    return shapes


def _free_places(
    taken: int, corner: tuple[float, float], area: tuple[float, float], style: Style
) -> str:
    """Where to write more units of a zone: a ring for the number, a line, a box for the order."""
    (x, y), (wide, high) = corner, area
    free = high - 2 * PLAN_EDGE - T5.line
    count = int(free // PLAN_UNIT)
    # Beside units that the list plans places are as near to each other as these.
    step = PLAN_UNIT if taken else free / max(1, count)
    colours, size = style.colours, PLAN_UNIT * 0.4
    rings = lines = boxes = ""
    for place in range(taken, count):
        middle = y + PLAN_EDGE + (place + 0.5) * step
        rings += disc(x + PLAN_EDGE + size, middle, size - 0.15)
        end = x + wide - PLAN_EDGE - PLAN_ORDER
        lines += f"M{x + PLAN_EDGE + 2 * size + 1.6:g} {middle + size * 0.7:g}H{end - 1.6:g}"
        left = x + wide - PLAN_EDGE - (PLAN_ORDER + PLAN_BOX) / 2
        boxes += rounded_box(left, middle - PLAN_BOX / 2, PLAN_BOX, PLAN_BOX, 0.7)
    return (
        outlined(rings, colours["accent"], 0.3)
        + f'<path d="{lines}" stroke="{colours["rule"]}" stroke-width="0.25"/>'
        + outlined(boxes, colours["rule"], 0.25)
    )


def _seen_places(corner: tuple[float, float], area: tuple[float, float], style: Style) -> str:
    """Where to write what one sees of the enemy: lines, and boxes for the heights of stacks."""
    (x, y), (wide, high) = corner, area
    count = max(1, int((high - PLAN_EDGE) // ENEMY_LINE))
    lines = boxes = ""
    for place in range(count):
        base = y + (place + 1) * high / (count + 0.4)
        left = x + wide - PLAN_EDGE - (PLAN_ORDER + PLAN_BOX) / 2
        lines += f"M{x + PLAN_EDGE:g} {base:g}H{left - 1.6:g}"
        boxes += rounded_box(left, base - PLAN_BOX, PLAN_BOX, PLAN_BOX, 0.7)
    rule = style.colours["rule"]
    return f'<path d="{lines}" stroke="{rule}" stroke-width="0.25"/>' + outlined(boxes, rule, 0.25)


def _lines(width: float, count: int, style: Style, t: Translator) -> AidBlock:
    """Lines to write on."""
    high = count * WRITING_LINE
    path = "".join(f"M0 {place * WRITING_LINE:g}H{width:g}" for place in range(1, count + 1))
    rule = style.colours["rule"]
    shapes = f'<path d="{path}" stroke="{rule}" stroke-width="0.25"/>'
    picture = drawing(shapes, width, high + 0.4, high + 0.4, t("roster.notes"))
    return AidBlock(kind="picture", height=picture.height + 1.6, pictures=(picture,))
