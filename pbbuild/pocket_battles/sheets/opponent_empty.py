"""An empty opponent's sheet, to fill in for an enemy whose list is not known. PB-1.8."""

from dataclasses import replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import (
    GUTTER,
    T5,
    column_count,
    column_width,
)
from pbbuild.page.pictures import (
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
from pbbuild.pocket_battles.catalog.model import Army
from pbbuild.pocket_battles.sheets.opponent import (
    HEAD_BELOW,
    NOTES_FROM,
    OpponentPage,
    OpponentSheet,
    PlacedCard,
    sheet_of,
)
from pbbuild.pocket_battles.sheets.opponent_notes import (
    PAD,
    NotesBox,
    Wanted,
    field_height,
    filled_boxes,
)
from pbbuild.pocket_battles.sheets.roster.head import army_head
from pbbuild.text.translate import Translator

# An empty stack has rows to write in: its top tile, then two hidden tiles in each, then the rest.
EMPTY_ROW, MOST_EMPTY_ROW = 7.4, 9.6
EMPTY_HIDDEN: Final = 4
EMPTY_ROWS: Final = 2 + EMPTY_HIDDEN // 2
EMPTY_GAP: Final = 3.0
MOST_EMPTY: Final = 14
ENOUGH: Final = 8  # so many stacks are worth more than the field
EMPTY_FIELD: Final = 14.0  # the zones of its field
BADGE: Final = 2.5
LABEL: Final = ("PB Name", 500)
HEIGHT_BOX: Final = 6.0  # for the number of tiles


def empty_sheet(army: Army | None, style: Style, t: Translator) -> OpponentSheet:
    """A sheet to fill in for an enemy without a list, of some army if it is known."""
    name = army.name.in_language(style.language) if army else t("opponent.enemy")
    figures = (
        ("", t("opponent.points")),
        ("", t("opponent.stacks", count=2)),
        ("", t("roster.tiles", count=2)),
    )
    says, wide = t("opponent.empty-subtitle"), style.inner_size[0]
    head = army_head(name, says, figures, army, name, wide, style)
    sheet = sheet_of(head, (), (), 0, t("opponent.empty-foot"), style, t)
    width, top = sheet.width, sheet.head.height + HEAD_BELOW
    space = sheet.height - top - measure.foot_height(sheet.foot) - 1.0
    columns = min(2, column_count(width))
    wide = column_width(width, columns)
    least = EMPTY_ROWS * EMPTY_ROW + EMPTY_GAP
    field = field_height(EMPTY_FIELD)
    if int((space - field) // least) * columns < ENOUGH:
        field = 0.0
    rows = max(1, min(-(-MOST_EMPTY // columns), int((space - field) // least)))
    row = min(MOST_EMPTY_ROW, ((space - field) / rows - EMPTY_GAP) / EMPTY_ROWS)
    step = EMPTY_ROWS * row + EMPTY_GAP
    cards = tuple(
        PlacedCard(
            column * (wide + GUTTER),
            top + place * step,
            _empty_stack(column * rows + place + 1, wide, row, style, t),
        )
        for column in range(columns)
        for place in range(rows)
    )
    y = top + rows * step
    area = NotesBox(0.0, y, width, top + space - y)
    notes: tuple[NotesBox, ...] = ()
    if area.height >= NOTES_FROM:
        notes, _ = filled_boxes([area], Wanted(True, 0, ()), style, t)
    return replace(sheet, pages=(OpponentPage(True, (), notes, (), cards),))


def _empty_stack(number: int, width: float, row: float, style: Style, t: Translator) -> Picture:
    """An empty stack to fill in: top tile, how many tiles, hidden tiles, where it is."""
    colours, high = style.colours, EMPTY_ROWS * row
    quiet = colours["quiet"]
    shapes = filled(_top_box(width, row), colours["tint"])
    middle = row / 2
    shapes += filled(disc(BADGE + 1.4, middle, BADGE), colours["badge"])
    shapes += placed_number(number, BADGE + 1.4, middle, BADGE * 1.4, colours["badge-ink"])
    base = middle + T5.size * 0.35
    tiles, top = t("roster.tiles", count=2), t("opponent.top")
    left = width - PAD - HEIGHT_BOX
    box = rounded_box(left, middle - 2.5, HEIGHT_BOX, 5.0, 0.7)
    shapes += outlined(box, colours["rule"], 0.25, PAPER)
    shapes += svg_text(tiles, left - 1.2, base, T5.size, "end", quiet, LABEL)
    shapes += svg_text(top, 2 * BADGE + 2.8, base, T5.size, "start", quiet, LABEL)
    words = [t("opponent.tile", number=place + 2) for place in range(EMPTY_HIDDEN)]
    rules = ""
    for place, word in enumerate(words):
        line, column = divmod(place, 2)
        y = (line + 1) * row
        shapes += svg_text(
            word, PAD + column * width / 2, y + T5.size + 0.4, T5.size, "start", quiet, LABEL
        )
        rules += f"M0.2 {y:g}H{width - 0.2:g}"
    last = (EMPTY_ROWS - 1) * row
    rules += f"M0.2 {last:g}H{width - 0.2:g}M{width / 2:g} {row:g}V{last:g}"
    shapes += svg_text(
        t("opponent.where"), PAD, last + T5.size + 0.4, T5.size, "start", quiet, LABEL
    )
    frame = rounded_box(0.2, 0.2, width - 0.4, high - 0.4, 1.2)
    shapes += f'<path d="{rules}" stroke="{colours["rule"]}" stroke-width="0.25"/>'
    shapes += outlined(frame, colours["accent"], 0.4, "none")
    return drawing(shapes, width, high, high, t("opponent.empty", number=number))


def _top_box(width: float, high: float) -> str:
    """The first row of a frame with round corners."""
    return (
        f"M0.4 {high:g}V1.6a1.2 1.2 0 0 1 1.2 -1.2H{width - 1.6:g}a1.2 1.2 0 0 1 1.2 1.2V{high:g}z"
    )
