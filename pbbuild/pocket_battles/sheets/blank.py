"""An empty roster and empty tiles, to be filled in with a pencil."""

from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import (
    ARMY_HEAD,
    GUTTER,
    LEAST_WIDE_COLUMN,
    T5,
    column_count,
    column_width,
    cut_grid,
)
from pbbuild.page.pictures import (
    DARK,
    Picture,
    disc,
    drawing,
    filled,
    outlined,
    placed_number,
    rounded_box,
    shapes_of,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Label, TileFace, TileSheet, tile_pages
from pbbuild.pocket_battles.sheets.tiles import CARD
from pbbuild.pocket_battles.sheets.unit_card import (
    ROUNDS,
    order_columns,
    order_costs,
    tally_strip,
)
from pbbuild.text.translate import Translator

TRACK: Final = 14.0
ROWS: Final = 3
LARGEST: Final = 100  # points: half of it is the longest tally
ROUND_GAP: Final = 1.2
ROW: Final = 6.8
HEADER: Final = 6.2
HEADS: Final = 3.0  # what stands in which column of a card
ORDERS: Final = 6.0
GAP: Final = 2.4
EDGE: Final = 1.6
# The numbers of the army, in boxes as large as those of a printed roster.
KEYS: Final = ("size", "units", "tiles-taken", "tokens", "half")
NARROW_KEYS: Final = ("size", "tokens", "half")
KEY: Final = 17.5
NARROW: Final = 128.0
QUIET: Final = "#8a8d90"
BADGE: Final = 2.3
VALUE, VALUE_HIGH = 7.0, 4.8  # a box for the points or the formation value
WOUND: Final = 4.4  # from one box to the next
DIE: Final = 4.9
DICE: Final = 4


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A roster of empty unit cards."""

    title: str
    width: float
    height: float
    rounds: Picture
    rounds_y: float
    tally: Picture
    tally_label: str
    tally_label_y: float
    tally_y: float
    cards: tuple[tuple[Picture, float, float], ...]
    keys: tuple[tuple[str, float], ...]
    key_width: float
    line_width: float
    foot: tuple[str, ...]


def blank_sheet(style: Style, t: Translator) -> BlankSheet:
    """An empty roster: round track, points lost, and as many unit cards as a page holds."""
    width, height = style.inner_size
    columns = column_count(width, LEAST_WIDE_COLUMN - 4)
    column = column_width(width, columns)
    tally = tally_strip(LARGEST, width, style, t)
    rounds_y = ARMY_HEAD + 2.4
    label_y = rounds_y + TRACK + 1.4
    tally_y = label_y + 4.4
    top = tally_y + tally.height + 3.0
    foot = measure.foot_lines(t("blank.foot"), width)
    space = height - top - measure.foot_height(foot) + GAP
    least = HEADER + HEADS + ROWS * ROW + ORDERS
    lines = max(1, int(space // (least + GAP)))
    # The space left makes the rows taller, for larger handwriting.
    row = ROW + min(4.0, (space / lines - GAP - least) / ROWS)
    step = HEADER + HEADS + ROWS * row + ORDERS + GAP
    # Numbers run down the columns, as on a printed roster.
    cards = tuple(
        (
            _card(place * lines + line + 1, column, row, style, t),
            place * (column + GUTTER),
            top + line * step,
        )
        for place in range(columns)
        for line in range(lines)
    )
    keys, step = (KEYS, KEY) if width >= NARROW else (NARROW_KEYS, KEY * 0.8)
    left = width - 1.6 - step * len(keys)
    return BlankSheet(
        title=t("blank.title"),
        width=width,
        height=height,
        rounds=_rounds(width, style, t),
        rounds_y=rounds_y,
        tally=tally,
        tally_label=t("blank.tally"),
        tally_label_y=label_y,
        tally_y=tally_y,
        cards=cards,
        keys=tuple((t(f"blank.{key}"), left + step * place) for place, key in enumerate(keys)),
        key_width=step - 0.9,
        line_width=left - 2 * 2.4 - 1.0,
        foot=foot,
    )


def _rounds(width: float, style: Style, t: Translator) -> Picture:
    """For each round who begins it, and boxes for the tokens and for what the enemy has lost."""
    colours = style.colours
    names = [t("roster.my-tokens"), t("roster.enemy-lost")]
    left = max(measure.width(name, measure.NAME, T5.size) for name in names) + 3.0
    step = (width - left + ROUND_GAP) / ROUNDS
    shapes = "".join(
        svg_text(name, 0, 8.2 + 4.4 * place, T5.size, "start") for place, name in enumerate(names)
    )
    wide = step - ROUND_GAP
    for place in range(ROUNDS):
        x = left + place * step
        shapes += filled(f"M{x:g} 0h{wide:g}v4.9h{-wide:g}z", colours["tint"])
        shapes += filled(f"M{x:g} 0h{wide:g}v0.6h{-wide:g}z", colours["band-rule"])
        shapes += placed_number(place + 1, x + 2.4, 2.8, 3.6, colours["accent"])
        first = t("roster.first", player=2 - (place + 1) % 2)
        if measure.width(first, measure.NAME, T5.size) > step - 8.0:
            first = t("roster.first-short", player=2 - (place + 1) % 2)
        shapes += svg_text(first, x + 5.0, 3.8, T5.size, "start")
        for row in range(2):
            box = rounded_box(x + 0.1, 5.4 + 4.4 * row, wide - 0.2, 3.9, 0.5)
            shapes += outlined(box, colours["rule"], 0.25)
    return drawing(shapes, width, TRACK, TRACK, t("blank.rounds"))


def _card(number: int, width: float, row: float, style: Style, t: Translator) -> Picture:
    """An empty unit card: its number, rows for the tiles, then the orders of each round."""
    colours = style.colours
    top = HEADER + HEADS
    high = top + ROWS * row + ORDERS
    # As many dice as any tile of ours has; what is left is for the names of traits.
    wounds = width * 0.37
    dice = wounds + 3 * WOUND + 2.0
    traits = dice + DICE * DIE + 2.0
    frame = rounded_box(0.2, 0.2, width - 0.4, high - 0.4, 1.2)
    shapes = outlined(frame, colours["accent"], 0.4)
    shapes += filled(
        f"M0.4 {HEADER:g}V1.6a1.2 1.2 0 0 1 1.2 -1.2H{width - 1.6:g}"
        f"a1.2 1.2 0 0 1 1.2 1.2V{HEADER:g}z",
        colours["tint"],
    )
    badge = HEADER / 2 + 0.2
    shapes += filled(disc(EDGE + BADGE, badge, BADGE), colours["badge"])
    shapes += placed_number(number, EDGE + BADGE, badge, BADGE * 1.4, colours["badge-ink"])
    base = HEADER - 1.5
    name = EDGE + 2 * BADGE + 1.4
    x = width - EDGE
    boxes = ""
    for word in (t("roster.dp"), t("roster.fv")):
        boxes += rounded_box(x - VALUE, (HEADER - VALUE_HIGH) / 2 + 0.2, VALUE, VALUE_HIGH, 0.7)
        shapes += svg_text(word, x - VALUE - 0.9, base, T5.size, "end")
        x -= VALUE + measure.width(word, measure.NAME, T5.size) + 2.4
    shapes += outlined(boxes, colours["rule"], 0.25)
    unit = t("blank.head-unit")
    shapes += svg_text(unit, name, base, T5.size, "start")
    start = name + measure.width(unit, measure.NAME, T5.size) + 1.2
    shapes += f'<path d="M{start:g} {base + 0.3:g}H{x - 1:g}" stroke="{QUIET}" stroke-width="0.2"/>'
    for key, at in (("tile", EDGE), ("wp", wounds), ("dice", dice), ("traits", traits)):
        shapes += svg_text(t(f"blank.head-{key}"), at, HEADER + 2.55, T5.size, "start")
    rows = [HEADER, *(top + row * place for place in range(1, ROWS + 1))]
    lines = "".join(f"M0.4 {y:g}H{width - 0.4:g}" for y in rows)
    shapes += f'<path d="{lines}" stroke="{colours["rule"]}" stroke-width="0.25"/>'
    boxes, empty = "", ""
    for place in range(ROWS):
        middle = top + row * (place + 0.5)
        for number in range(3):
            boxes += rounded_box(wounds + WOUND * number, middle - 1.9, 3.8, 3.8, 0.4)
        for number in range(DICE):
            empty += rounded_box(dice + DIE * number, middle - 2.1, 4.2, 4.2, 0.8)
    shapes += outlined(boxes, DARK, 0.3) + outlined(empty, QUIET, 0.25)
    y = top + ROWS * row
    orders = t("roster.orders")
    x = EDGE + measure.width(orders, measure.NAME, T5.size) + 2.0
    shapes += svg_text(orders, EDGE, y + ORDERS / 2 + 0.9, T5.size, "start")
    track = order_columns(order_costs(1), width - x - EDGE, style, t)
    scale = track.height / 24
    at_y = y + (ORDERS - track.height) / 2
    shapes += (
        f'<g transform="translate({x:g} {at_y:.3f}) scale({scale:.5f})">{shapes_of(track)}</g>'
    )
    return drawing(shapes, width, high, high, t("blank.card"))


def blank_tiles(style: Style, t: Translator) -> TileSheet:
    """A sheet of empty tiles of 45 mm."""
    face = _blank_face(style, t)
    title = t("blank.tiles")
    count = cut_grid(CARD.piece.scaled(style.scale), style.page, 0.0, style.scale).count
    return TileSheet(title, tile_pages(title, [face] * count, (), style, t))


def _blank_face(style: Style, t: Translator) -> TileFace:
    """An empty tile: everything in the place that it has on a printed one."""
    colours, form = style.colours, CARD
    wide, high = form.piece.width, form.piece.height
    right = wide - form.edge
    side = form.die * 22 / 24
    dice = "".join(
        rounded_box(form.edge + place * form.die * 25.5 / 24, top + side / 22, side, side, 1.2)
        for top in form.dice
        for place in range(5)
    )
    lines = "".join(
        f"M{form.edge:g} {form.traits + 4.4 * (row + 1):g}H{right:g}"
        for row in range(form.trait_rows - 1)
    )
    x, y, radius = form.points
    box = rounded_box(form.edge, form.foot, *form.box, form.box[1] * 0.2)
    shapes = (
        f'<path d="M0 {form.band:g}H{wide:g}M0 {form.floor:g}H{wide:g}"'
        f' stroke="{colours["accent"]}" stroke-width="0.4"/>'
        f'<path d="{lines}" stroke="{colours["rule"]}" stroke-width="0.2"/>'
        + outlined(disc(x, y, radius), colours["accent"], 0.4)
        + outlined(dice, QUIET, 0.25)
        + outlined(box, colours["accent"], 0.3)
        + "".join(
            outlined(disc(right - 1.8 - 4.4 * place, form.foot + form.box[1] / 2, 1.8), QUIET, 0.25)
            for place in range(4)
        )
    )
    words, name, traits = t("roster.wp"), t("blank.name"), t("blank.head-traits")
    space = measure.width(words, measure.LABEL, T5.size) + 0.5
    wide_name, wide_traits = (
        measure.width(word, measure.LABEL, T5.size) + 0.5 for word in (name, traits)
    )
    labels = (
        Label(name, form.edge, 2.2, wide_name, T5.size, 3.0, "label"),
        Label(traits, form.edge, form.traits + 1.0, wide_traits, T5.size, 3.0, "label"),
        Label(t("roster.dp"), x - radius - 7, y - 3.0, 6, T5.size, 3.0, "label", "right"),
        Label(t("roster.fv"), form.edge + 0.7, form.foot, 4, T5.size, form.box[1], "label"),
        Label(words, right - 18.4 - space, form.foot, space, T5.size, form.box[1], "label"),
    )
    return TileFace(drawing(shapes, wide, high, high, t("blank.tile")), labels)
