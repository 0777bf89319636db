"""The deployment plan of a list."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    table_block,
    words_block,
)
from pbbuild.page.aid_sheet import TOP, AidSheet, fitted_pages, sheet_of
from pbbuild.page.geometry import HEADING, T2, T5, column_count, column_width
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    filled,
    outlined,
    placed_number,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.plan import ROWS, SECTORS, PlannedUnit, planned
from pbbuild.text.translate import Translator

WRITING_ROW: Final = 6.2
WRITING_LINE: Final = 7.6
LEAST_LINES: Final = 4
# The rows of the plan's field, and how high your zones are, as parts of its width.
PLAN_ROWS: Final = ("enemy-rear", "enemy-front", "engagement", "own-front", "own-rear")
LEAST_PLAN_ROW, MOST_PLAN_ROW, PLAN_ROW_STEPS = 0.14, 0.26, 6


def plan_sheet(army_list: ArmyList, catalog: Catalog, style: Style, t: Translator) -> AidSheet:
    """The deployment plan: the field with what the list plans, your units, lines for notes.

    The field takes what the units leave of a page.
    """
    width, height = style.inner_size
    columns = column_count(width, 84.0)
    column = column_width(width, columns)
    foot = measure.foot_lines(t("cards.plan-foot"), width)
    bottom = height - measure.foot_height(foot)
    note = army_list.note_in(style.language)

    def pages_with(row: float) -> list[list[PlacedBlock]]:
        def lead(words: TextSizes) -> list[AidBlock]:
            picture = _field(army_list, width, row, catalog, style, t)
            own = AidBlock(kind="picture", height=picture.height + 1.6, pictures=(picture,))
            title, hint = t("cards.plan-zones"), t("cards.plan-hint")
            used = measure.width(title, T2.font, T2.size) + 2.0
            fits = used + measure.width(hint, T5.font, T5.size) <= width
            return [own.under(title, hint if fits else "")]

        def blocks(words: TextSizes) -> list[AidBlock]:
            first, *more = _unit_tables(army_list, column, bottom - TOP, words, catalog, t)
            notes: list[AidBlock] = [words_block(note, column, words)] if note else []
            used = sum(block.height for block in notes)
            used += 3.0 if note else 0.0
            count = int((first.height - used) // WRITING_LINE) if columns > 1 and not more else 0
            notes.append(_lines(column, max(LEAST_LINES, count), style, t))
            notes[0] = notes[0].under(t("roster.notes"))
            return [first.under(t("cards.plan-units")), *more, *notes]

        return fitted_pages(blocks, width, bottom, columns, lead)

    least = width * LEAST_PLAN_ROW
    pages = pages_with(least)
    for part in range(PLAN_ROW_STEPS, 0, -1):
        taller = pages_with(least + (width * MOST_PLAN_ROW - least) * part / PLAN_ROW_STEPS)
        if len(taller) <= len(pages):
            pages = taller
            break
    title = t("cards.plan-title", name=army_list.name)
    kicker = t("cards.plan-kicker", points=army_list.points)
    return sheet_of(title, kicker, "zone-front", pages, foot, style, t)


def _unit_tables(
    army_list: ArmyList,
    column: float,
    space: float,
    words: TextSizes,
    catalog: Catalog,
    t: Translator,
) -> list[AidBlock]:
    """The units with order and zone, printed where the list has them, else to fill in.

    A list too long for a column of `space` has several tables.
    """
    keys = ("number", "unit", "tiles", "points", "order", "zone")
    head = [Cell(t(f"cards.plan-{key}"), True, left=True) for key in keys]
    rows = []
    widths = [column * part for part in (0.08, 0.35, 0.13, 0.09, 0.13, 0.22)]
    for number, unit in enumerate(army_list.units, start=1):
        if not unit.troops:
            continue
        name = unit.name or catalog.troops[unit.troops[0]].name
        name = measure.shortened(name, measure.NAME, widths[1] - 2.0, words.size)
        zone = zone_name(unit.zone, t) if unit.zone else ""
        rows.append(
            [
                Cell(str(number), True, left=True),
                Cell(name, left=True),
                Cell(str(len(unit.troops)), left=True),
                Cell(str(sum(catalog.troops[code].dp for code in unit.troops)), left=True),
                Cell(str(unit.order or ""), left=True),
                Cell(zone, left=True),
            ]
        )
    tables = []
    # Rows are high enough to write in.
    line = max(table_block([head], widths, "", words).line, WRITING_ROW)
    count = max(1, int((space - HEADING - 3.0) // (line + 0.3)) - 1)
    for start in range(0, max(1, len(rows)), count):
        part = [head, *rows[start : start + count]]
        made = table_block(part, widths, "", words)
        height = (line + 0.22) * len(part) + 1.4
        tables.append(replace(made, title=(), line=line, height=height))
    return tables


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
    left = max(measure.width(name, T5.font, T5.size) for name in names) + 3.0
    column = (width - left) / 3
    colours = style.colours
    zones = planned(army_list.units)
    heights = (row * 0.55, row * 0.55, row * 0.18, row, row)
    shapes, y = "", T5.line + 0.6
    for number, sector in enumerate(SECTORS):
        middle = left + (number + 0.5) * column
        name = t(f"field-sheet.{sector}")
        shapes += svg_text(name, middle, T5.size, T5.size, "middle", colours["quiet"])
    top = y
    rules = ""
    grounds = (PAPER, PAPER, colours["ground"], colours["wash"], colours["tint"])
    for place, (name, high) in enumerate(zip(names, heights, strict=True)):
        shapes += filled(f"M{left:g} {y:g}H{width:g}v{high:g}H{left:g}z", grounds[place])
        shapes += svg_text(name, 0, y + high / 2 + T5.size * 0.35, T5.size, "start")
        for number, sector in enumerate(SECTORS):
            if place > 2:
                here = zones.get(f"{sector} {ROWS[place - 3]}", [])
                corner = (left + number * column, y)
                shapes += _planned_units(here, corner, (column, high), army_list, catalog, style)
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
    step = min(6.4, (high - 3.0) / len(units))
    for place, one in enumerate(units):
        unit = army_list.units[one.number - 1]
        middle = y + 4.2 + place * step
        size = min(2.5, step / 2.3)
        shapes += filled(disc(x + 4.4, middle, size), colours["badge"])
        shapes += placed_number(one.number, x + 4.4, middle, size * 1.4, colours["badge-ink"])
        name = unit.name or catalog.troops[unit.troops[0]].name
        name = measure.shortened(name, measure.NAME, wide - 17.0, 3.2)
        shapes += svg_text(name, x + 8.6, middle + 1.1, 3.2, "start")
        if one.order:
            shapes += placed_number(one.order, x + wide - 5.0, middle, 3.4, colours["quiet"])
    return shapes


def _lines(width: float, count: int, style: Style, t: Translator) -> AidBlock:
    """Lines to write on."""
    high = count * WRITING_LINE
    path = "".join(f"M0 {place * WRITING_LINE:g}H{width:g}" for place in range(1, count + 1))
    rule = style.colours["rule"]
    shapes = f'<path d="{path}" stroke="{rule}" stroke-width="0.25"/>'
    picture = drawing(shapes, width, high + 0.4, high + 0.4, t("roster.notes"))
    return AidBlock(kind="picture", height=picture.height + 1.6, pictures=(picture,))
