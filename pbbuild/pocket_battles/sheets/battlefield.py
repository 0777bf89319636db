"""The battlefield of 15 zones: on one sheet, or on two that make a poster. PB-2.1."""

from typing import Final

from pbbuild.page.field_sheet import FieldLabel, FieldPage, FieldSheet
from pbbuild.page.pictures import DARK, PAPER, drawing, filled, placed_icon
from pbbuild.page.style import Style
from pbbuild.text.translate import Translator

SECTORS: Final = ("left", "centre", "right")
# From B's rear at the top to A's at the bottom.
POSITIONS: Final = ("rear", "front", "engagement", "front", "rear")
_ICONS: Final = {"rear": "type-standard", "front": "impetus", "engagement": "engagement"}


def battlefield(style: Style, t: Translator) -> FieldSheet:
    """All 15 zones on one sheet."""
    width, height = style.page
    margin = style.margin
    row = (height - 2 * margin) / 5
    rows = tuple((place, row) for place in range(5))
    page = _page(width, height, margin, rows, False, "", style, t)
    return FieldSheet(t("field-sheet.title"), (page,))


def poster(style: Style, t: Translator) -> FieldSheet:
    """The field on two sheets that meet in the middle of the engagement zones."""
    height, width = style.page
    margin = style.margin
    space = height - 2 * margin
    row, half = space * 0.385, space * 0.23
    top = ((0, row), (1, row), (2, half))
    bottom = ((2, half), (3, row), (4, row))
    pages = (
        _page(width, height, margin, top, True, "bottom", style, t),
        _page(width, height, margin, bottom, True, "top", style, t),
    )
    return FieldSheet(t("field-sheet.poster"), pages)


def _page(
    width: float,
    height: float,
    margin: float,
    rows: tuple[tuple[int, float], ...],
    wide: bool,
    joint: str,
    style: Style,
    t: Translator,
) -> FieldPage:
    colours = style.colours
    column = (width - 2 * margin) / 3
    saver = style.ink == "saver"
    grounds = {
        0: colours["tint"],
        1: colours["wash"],
        2: PAPER if saver else colours["ground"],
        3: colours["wash"],
        4: colours["tint"],
    }
    line = 4.2 * style.scale
    shapes, labels = [], []
    y = margin
    for place, high in rows:
        position = POSITIONS[place]
        theirs = place < 2
        shapes.append(
            filled(f"M{margin:g} {y:.3f}h{3 * column:.3f}v{high:.3f}H{margin:g}z", grounds[place])
        )
        size = min(high, column) * 0.34
        for sector in range(3):
            x = margin + sector * column
            if not (joint and position == "engagement"):
                shapes.append(_emblem(position, x + column / 2, y + high / 2, size, theirs, style))
            names = SECTORS if not theirs else SECTORS[::-1]
            text = t(f"field-sheet.{position}", sector=t(f"field-sheet.{names[sector]}"))
            if position == "engagement":
                text = t("field-sheet.engagement")
            near_top = theirs or (joint == "bottom" and position == "engagement")
            label_y = y + 1.2 if near_top else y + high - line - 1.2
            if joint == "bottom" and position == "engagement":
                label_y = y + 1.2
            labels.append(FieldLabel(text, x, label_y, column, position, theirs))
        y += high
    shapes.append(_lines(margin, column, rows, joint, colours["band"] if not saver else DARK))
    if joint:
        edge = height - margin if joint == "bottom" else margin
        label_y = edge - line - 1.0 if joint == "bottom" else edge + 1.0
        labels.append(
            FieldLabel(t("field-sheet.joint"), margin, label_y, 3 * column, "joint", False)
        )
    alt = t("field-sheet.alt")
    picture = drawing("".join(shapes), width, height, height, alt)
    return FieldPage(t("field-sheet.title"), wide, picture, tuple(labels))


def _emblem(position: str, x: float, y: float, size: float, theirs: bool, style: Style) -> str:
    colour = style.colours["rule"]
    ground = style.colours["wash" if position == "front" else "tint"]
    if position == "engagement":
        ground = style.colours["ground"]
    shapes = placed_icon(_ICONS[position], x - size / 2, y - size / 2, size, colour, ground)
    turn = {"front": 90 if theirs else -90, "rear": 180 if theirs else 0}.get(position, 0)
    return f'<g opacity="0.55" transform="rotate({turn} {x:.3f} {y:.3f})">{shapes}</g>'


def _lines(
    margin: float, column: float, rows: tuple[tuple[int, float], ...], joint: str, colour: str
) -> str:
    right = margin + 3 * column
    thin, thick = "", ""
    y = margin
    for place, (position, high) in enumerate(rows):
        if place and 2 in (position, rows[place - 1][0]):
            thick += f"M{margin:g} {y:.3f}H{right:.3f}"
        elif place:
            thin += f"M{margin:g} {y:.3f}H{right:.3f}"
        y += high
    between = "".join(f"M{margin + step * column:.3f} {margin:g}V{y:.3f}" for step in (1, 2))
    sides = f"M{margin:g} {margin:g}V{y:.3f}M{right:.3f} {margin:g}V{y:.3f}"
    if joint != "top":
        sides += f"M{margin:g} {margin:g}H{right:.3f}"
    if joint != "bottom":
        sides += f"M{margin:g} {y:.3f}H{right:.3f}"
    cut = ""
    if joint:
        edge = y if joint == "bottom" else margin
        cut = (
            f'<path d="M{margin:g} {edge:.3f}H{right:.3f}" stroke="{DARK}" stroke-width="0.3"'
            ' stroke-dasharray="3 2" fill="none"/>'
        )
    return (
        f'<path d="{thin}" stroke="{colour}" stroke-width="0.4" fill="none"/>'
        f'<path d="{thick}{sides}" stroke="{colour}" stroke-width="0.9" fill="none"/>'
        f'<path d="{between}" stroke="{colour}" stroke-width="1.4" stroke-dasharray="5 3"'
        ' fill="none"/>' + cut
    )
