"""The tally of destroyed points: one box per point up to half the army. PB-9.1."""

from typing import Final

from pbbuild.page.pictures import (
    DARK,
    Picture,
    drawing,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
)
from pbbuild.page.style import Style
from pbbuild.pocket_battles.rules.units import points_to_win
from pbbuild.text.translate import Translator

MOST_BOXES: Final = 150


def tally_strip(fielded: int, width: float, style: Style, t: Translator) -> Picture:
    """Boxes for the points lost, `width` millimetres wide, numbered by fives."""
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
        if point == boxes:
            fifth += piece
            size = box * 0.72
            edge = (box - size) / 2
            numbers += placed_icon("type-standard", x + edge, y + edge, size)
        elif point % 5 == 0:
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
