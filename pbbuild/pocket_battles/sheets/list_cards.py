"""More sheets of a list: unit cards for sleeves, and a deployment plan."""

from collections.abc import Sequence
from dataclasses import replace
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
    T4,
    T5,
    PieceSize,
    column_count,
    column_width,
)
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
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
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Label, TileFace, TileSheet, tile_pages
from pbbuild.pocket_battles.catalog.model import Catalog, Trait, Troop
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.lists.plan import ROWS, SECTORS, PlannedUnit, planned
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.sheets.tiles import army_back, marks_of
from pbbuild.pocket_battles.sheets.troop_icons import figure_name, placed_figure, trait_shapes
from pbbuild.pocket_battles.sheets.unit_card import SMALLEST, hits_strip, mark_of, order_costs
from pbbuild.text.translate import Translator

CARD: Final = PieceSize(63.0, 88.0)
EDGE: Final = 3.0
BAND: Final = 12.0
MOST_ROWS: Final = 8
CARD_DIE: Final = 7.2
NAME_LINE: Final = 4.6
TRAIT_LINE: Final = 4.4
ROW_GAP: Final = 1.8
FOOT_ROW: Final = 5.4
FOOT_EDGE: Final = 1.0
ORDER_RING: Final = 4.8
STRIP: Final = 28.0
FIGURE: Final = 44.0
LEAST_FIGURE: Final = 30.0
BEHIND_WORDS: Final = 12.0  # how far the figure may reach up behind words
WRITING_ROW: Final = 6.2
WRITING_LINE: Final = 7.6
MOST_WRITING_ROW: Final = 9.0
LEAST_LINES: Final = 4
# The rows of the plan's field, and how high your zones are, as parts of its width.
PLAN_ROWS: Final = ("enemy-rear", "enemy-front", "engagement", "own-front", "own-rear")
LEAST_PLAN_ROW, MOST_PLAN_ROW, PLAN_ROW_STEPS = 0.14, 0.26, 6
PLAN_PARTS: Final = (0.55, 0.55, 0.18, 1.0, 1.0)  # the heights of the rows
MOST_ALONE_ROW: Final = 0.4  # on a page of its own
# A unit in its zone: the height of its line, the edge of the zone, the space of its order.
PLAN_UNIT: Final = 9.0
PLAN_EDGE: Final = 2.0
PLAN_ORDER: Final = 6.0


def unit_card_sheet(
    title: str, army_list: ArmyList, catalog: Catalog, style: Style, t: Translator
) -> TileSheet:
    """A card of 63 x 88 mm for each unit, which fits the sleeves of playing cards."""
    units = [unit for unit in army_list.units if unit.troops]
    fronts = [
        unit_face(number, unit, catalog, style, t) for number, unit in enumerate(units, start=1)
    ]
    backs = [army_back(army_list.army, CARD, catalog, style, t)] * len(fronts)
    note = marks_of([catalog.troops[code] for code in army_list.troops], t)
    return TileSheet(title, tile_pages(title, fronts, backs, style, t, note))


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
    space = 50.0 - EDGE - 7.0
    size = measure.fitted_size(name, measure.NAME, space, 4.6, SMALLEST)
    summary = t("roster.unit-summary", count=len(troops), fv=totals.formation, wp=totals.wp)
    labels = [
        Label(str(number), EDGE, 0, 6, 6.0, BAND, "name on-band"),
        Label(
            measure.shortened(name, measure.NAME, space, size),
            EDGE + 7,
            1.0,
            space,
            size,
            6.0,
            "name on-band",
        ),
        Label(summary, EDGE + 7, 6.8, space, T5.size, 3.6, "label on-band"),
    ]
    drawn_rows: list[str] = []
    alone = len(troops) == 1
    y = BAND + 2.6
    for troop, step in zip(troops, _row_heights(troops, floor - y), strict=False):
        is_top = len(troops) > 1 and not drawn_rows
        named = alone and name == troop.name
        row = _troop_row(troop, is_top, named, alone, y, step, catalog, style, t)
        drawn_rows.append(row[0])
        labels.extend(row[1])
        y += step
    explained, words, end = _explained(troops, alone, y, floor, catalog, style)
    labels.extend(words)
    foot, words = _card_foot(totals, attacks, floor, style, t)
    labels.extend(words)

    def ground(top: float, height: float, colour: str) -> str:
        return filled(f"M{-bleed:g} {top:g}h{wide + 2 * bleed:g}v{height:g}H{-bleed:g}z", colour)

    figure = max(LEAST_FIGURE, min(FIGURE, floor - end + BEHIND_WORDS if words else FIGURE))
    shapes = [
        ground(-bleed, high + 2 * bleed, PAPER),
        ground(BAND, floor - BAND, colours["tint"]),
        placed_figure(
            figure_name(troops[0], catalog),
            wide - 1.0 - figure,
            floor - figure * 92 / 96,
            figure,
            colours["shade"],
            colours["tint"],
        ),
        ground(-bleed, BAND + bleed, colours["band"]),
        f'<path d="M{-bleed:g} {BAND:g}h{wide + 2 * bleed:g}M{-bleed:g} {floor:g}'
        f'h{wide + 2 * bleed:g}" stroke="{colours["band-rule"]}" stroke-width="0.5"/>',
        outlined(disc(55.4, 9.2, 5.2), colours["band-rule"], 0.5),
        placed_number(totals.dp, 55.4, 9.2, 6.2),
        *drawn_rows,
        explained,
        foot,
    ]
    full_wide, full_high = wide + 2 * bleed, high + 2 * bleed
    moved = f'<g transform="translate({bleed:g} {bleed:g})">{"".join(shapes)}</g>'
    tiles = ", ".join(troop.name for troop in troops)
    alt = t("cards.alt", number=number, name=name, tiles=tiles)
    return TileFace(drawing(moved, full_wide, full_high, full_high, alt), tuple(labels), bleed)


def _row_heights(troops: Sequence[Troop], space: float) -> list[float]:
    """The heights of the tiles of a card: what each needs, or equal ones if they need too much."""
    alone = len(troops) == 1
    heights = [
        NAME_LINE
        + (CARD_DIE if troop.black or troop.white else 0.0)
        + (TRAIT_LINE if troop.traits and not alone else 0.0)
        + (0.0 if troop.black or troop.white or (troop.traits and not alone) else 3.6)
        + ROW_GAP
        for troop in troops
    ]
    if sum(heights) <= space and len(heights) <= MOST_ROWS:
        return heights
    count = min(len(troops), MOST_ROWS)
    return [min(18.0, space / count)] * count


def _explained(
    troops: Sequence[Troop], alone: bool, y: float, floor: float, catalog: Catalog, style: Style
) -> tuple[str, list[Label], float]:
    """What the unit's traits do, in the space left on its card, and where that ends.

    The traits of a single tile stand here alone, so they are named even if their lines don't fit.
    """
    names = dict.fromkeys(trait for troop in troops for trait in troop.traits)
    traits = [catalog.traits[name] for name in names]
    if not traits:
        return "", [], y
    sizes = ((T3, T4), (T5, T5), (T5, None)) if alone else ((T5, T5),)
    for head, said in sizes:
        shapes, labels, at = "", [], y + (0.0 if alone else 1.0)
        icon = head.size * 1.3
        left = EDGE + icon + 1.2
        space = CARD.width - EDGE - left
        for trait in traits:
            name = trait.name.in_language(style.language)
            name = measure.shortened(name, measure.NAME, space, head.size)
            drawn = coloured(
                icon_shapes(trait.icon) or icon_shapes("trait"), DARK, style.colours["tint"]
            )
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
            at += 1.0
        if at <= floor - 0.6:
            return shapes, labels, at
    if alone:
        signs = _signs_in_line(traits, CARD.width - 2 * EDGE, style)
        return _moved(signs[0], EDGE, y, signs[1]), [], y + signs[1] * 24
    return "", [], y


def _signs_in_line(traits: Sequence[Trait], space: float, style: Style) -> tuple[str, float]:
    """The signs of traits in a row that is at most `space` wide, and their scale."""
    shapes, x = "", 0.0
    for trait in traits:
        drawn, wide = trait_shapes(trait)
        drawn = coloured(drawn, DARK, style.colours["tint"])
        shapes += f'<g transform="translate({x:g} 0)">{drawn}</g>'
        x += wide + 4
    return shapes, min(4.8 / 24, space / x)


def _troop_row(
    troop: Troop,
    is_top: bool,
    is_named: bool,
    is_alone: bool,
    y: float,
    step: float,
    catalog: Catalog,
    style: Style,
    t: Translator,
) -> tuple[str, list[Label]]:
    """Name and code, dice and wound points, and the traits: with their names if there is room.

    A tile that is named already has its gloss instead of its name.
    """
    called = troop.gloss.in_language(style.language) if is_named else troop.name
    code = f"{troop.code}{mark_of(troop)}"
    code_wide = measure.width(code, measure.LABEL, SMALLEST) + 1.0
    top = t("roster.top")
    top_wide = measure.width(top, measure.FIGURE, SMALLEST) + 2.0 if is_top else 0.0
    space = CARD.width - 2 * EDGE - code_wide - 1.0 - (top_wide + 1.2 if is_top else 0.0)
    font, largest = (measure.BODY_ITALIC, 3.0) if is_named else (measure.NAME, T3.size)
    size = measure.fitted_size(called, font, space, largest, SMALLEST) if called else largest
    name = measure.shortened(called, font, space, size)
    labels = [
        Label(name, EDGE, y, space, size, 4.0, "gloss" if is_named else "name"),
        Label(code, CARD.width - EDGE - code_wide, y, code_wide, SMALLEST, 4.0, "code", "right"),
    ]
    shapes, x, low = [], EDGE, y + NAME_LINE
    if is_top:
        at = EDGE + measure.width(name, measure.NAME, size) + 1.2
        shapes.append(filled(rounded_box(at, y + 0.3, top_wide, 3.4, 0.6), style.colours["badge"]))
        labels.append(Label(top, at, y, top_wide, SMALLEST, 4.0, "figure on-band", "center"))
    # A tile alone has its traits below, with what they do.
    traits = [] if is_alone else [catalog.traits[trait] for trait in troop.traits]
    dice, dice_wide = dice_shapes(troop.black, troop.white)
    die = min(CARD_DIE, step - NAME_LINE)
    # Wound points end the line of the dice.
    space = CARD.width - 2 * EDGE - 3.2 * max(2, troop.wp) - 1.0
    named = _trait_names(traits, step, bool(troop.black or troop.white), style)
    needed = dice_wide * die / 24 + 1.6 if dice else 0.0
    signs = [] if named else [trait_shapes(trait) for trait in traits]
    sign = min(die, 4.8)
    # Signs stand below the dice if there is room for a line of them, else beside the dice.
    is_below = bool(signs and needed) and step >= NAME_LINE + CARD_DIE + TRAIT_LINE
    signs_wide = sum(wide * sign / 24 + 1.2 for _, wide in signs)
    fit = min(1.0, space / max(needed + (0.0 if is_below else signs_wide), 0.1))
    if dice:
        shapes.append(_moved(dice, x, low, fit * die / 24))
        x += fit * (dice_wide * die / 24 + 1.6)
    sign_y, sign_fit = low + (die - sign) * fit / 2 if needed else low, fit
    if is_below:
        x, sign_y = EDGE, low + die + 0.5
        sign_fit = min(1.0, space / signs_wide, (TRAIT_LINE - 0.4) / sign)
    for drawn, wide in signs:
        scale = sign_fit * sign / 24
        shapes.append(_moved(coloured(drawn, DARK, style.colours["tint"]), x, sign_y, scale))
        x += wide * scale + 1.2 * sign_fit
    below = low + (die + 0.6 if troop.black or troop.white else 0.0)
    for trait, left, text in named:
        drawn = coloured(icon_shapes(trait.icon), DARK, style.colours["tint"])
        shapes.append(_moved(drawn, EDGE + left, below + 0.3, 3.6 / 24))
        wide = measure.width(text, measure.NAME, T5.size) + 0.5
        labels.append(Label(text, EDGE + left + 4.4, below, wide, T5.size, 4.2, "trait"))
    right = CARD.width - EDGE
    if troop.wp:
        for place in range(troop.wp):
            shapes.append(placed_icon("wp", right - 3.2 - place * 2.8, low, 3.2))
    else:
        no_wp = t("roster.no-wp")
        labels.append(Label(no_wp, right - 9, low, 9, SMALLEST, 3.2, "no-wp", "right"))
    return "".join(shapes), labels


def _trait_names(
    traits: Sequence[Trait], step: float, has_dice: bool, style: Style
) -> list[tuple[Trait, float, str]]:
    """The traits in one line with their names and places; [] if there is no room for the line."""
    if step < NAME_LINE + (CARD_DIE if has_dice else 0.0) + TRAIT_LINE:
        return []
    found, x = [], 0.0
    for trait in traits:
        text = trait.name.in_language(style.language)
        found.append((trait, x, text))
        x += 4.4 + measure.width(text, measure.NAME, T5.size) + 2.6
    # Without dice the wound points stand on the line of the traits.
    space = CARD.width - 2 * EDGE - (0.0 if has_dice else 9.0)
    return found if x - 2.6 <= space and all(icon_shapes(trait.icon) for trait in traits) else []


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
) -> tuple[str, list[Label]]:
    """Dice to roll and hits per number, and what the orders of a round cost."""
    shapes, labels = [], []
    y = floor + FOOT_EDGE
    sign, icon_space = 3.6, 4.8
    for icon, words, faces, is_black in attacks:
        strip = hits_strip(faces, is_black, t).fitted(STRIP)
        scale = strip.height / 24
        top = y + (FOOT_ROW - strip.height) / 2
        shapes.append(_moved(shapes_of(strip), CARD.width - EDGE - strip.width, top, scale))
        shapes.append(placed_icon(icon, EDGE, y + (FOOT_ROW - sign) / 2, sign))
        space = CARD.width - 2 * EDGE - STRIP - 1.0 - icon_space
        size = measure.fitted_size(words, measure.NAME, space, 2.9, SMALLEST)
        labels.append(Label(words, EDGE + icon_space, y, space, size, FOOT_ROW, "name"))
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
    return "".join(shapes), labels


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
        title, hint = t("cards.plan-zones"), t("cards.plan-hint")
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
    first, *more = _unit_tables(army_list, column, space, fill, words, catalog, t)
    note = army_list.note_in(style.language)
    notes: list[AidBlock] = [words_block(note, column, words)] if note else []
    used = sum(block.height for block in notes) + (3.0 if note else 0.0)
    # Beside a table notes are as high as it; below one they have the rest of the page.
    free = first.height if count > 1 else fill - first.height - 2 * HEADING - 8.0
    lines = int((free - used) // WRITING_LINE) if not more else 0
    notes.append(_lines(column, max(LEAST_LINES, lines), style, t))
    notes[0] = notes[0].under(t("roster.notes"))
    return [first.under(t("cards.plan-units")), *more, *notes]


def _unit_tables(
    army_list: ArmyList,
    column: float,
    space: float,
    fill: float,
    words: TextSizes,
    catalog: Catalog,
    t: Translator,
) -> list[AidBlock]:
    """The units with order and zone, printed where the list has them, else to fill in.

    A list too long for a column of `space` has several tables; rows of one that is shorter than
    `fill` grow.
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
    if column > LEAST_WIDE_COLUMN - 4:
        line = max(line, min(MOST_WRITING_ROW, (fill - HEADING - 3.1) / (len(rows) + 1) - 0.3))
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
    left = max(measure.width(name, T3.font, T3.size) for name in names) + 3.0
    column = (width - left) / 3
    colours = style.colours
    zones = planned(army_list.units)
    heights = tuple(row * part for part in PLAN_PARTS)
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
    step = min(PLAN_UNIT, (high - 2 * PLAN_EDGE) / len(units))
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


def _lines(width: float, count: int, style: Style, t: Translator) -> AidBlock:
    """Lines to write on."""
    high = count * WRITING_LINE
    path = "".join(f"M0 {place * WRITING_LINE:g}H{width:g}" for place in range(1, count + 1))
    rule = style.colours["rule"]
    shapes = f'<path d="{path}" stroke="{rule}" stroke-width="0.25"/>'
    picture = drawing(shapes, width, high + 0.4, high + 0.4, t("roster.notes"))
    return AidBlock(kind="picture", height=picture.height + 1.6, pictures=(picture,))
