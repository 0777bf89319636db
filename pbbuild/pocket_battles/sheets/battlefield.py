"""The battlefield of 15 zones: on one sheet, or on two that make a poster. PB-2.1."""

from typing import Final

from pbbuild.page import measure
from pbbuild.page.field_sheet import FieldLabel, FieldPage, FieldSheet, heading_label
from pbbuild.page.geometry import EDGE, T2, T3, T5
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    disc,
    drawing,
    filled,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
    shapes_of,
)
from pbbuild.page.style import Style
from pbbuild.text.translate import Translator

SECTORS: Final = ("left", "centre", "right")
# From B's rear at the top to A's at the bottom.
POSITIONS: Final = ("rear", "front", "engagement", "front", "rear")
_ICONS: Final = {"rear": "zone-rear", "front": "zone-front", "engagement": "engagement"}
STRIP: Final = 27.0
STRIP_GAP: Final = 1.6
ROUNDS: Final = 6


def battlefield(style: Style, t: Translator) -> FieldSheet:
    """All 15 zones on one sheet."""
    width, height = style.page
    margin = style.margin
    strip = STRIP * style.scale
    row = (height - 2 * margin - 2 * strip) / 5
    rows = tuple((place, row) for place in range(5))
    page = _page(width, height, (margin, margin + strip), rows, False, "", style, t)
    shapes, labels = [shapes_of(page.picture)], list(page.labels)
    for theirs in (True, False):
        top = margin if theirs else height - margin - strip
        shapes.append(_strip(margin, top, width - 2 * margin, strip, theirs, labels, style, t))
    note = t("field-sheet.for-counters")
    below = min(height - margin + 0.5, height - EDGE - T5.line * style.scale - 0.4)
    labels.append(FieldLabel(note, margin, below, width - 2 * margin, "note", False))
    picture = drawing("".join(shapes), width, height, height, page.picture.alt)
    return FieldSheet(page.title, (FieldPage(page.title, False, picture, tuple(labels)),))


def _strip(
    x: float,
    y: float,
    width: float,
    height: float,
    theirs: bool,
    labels: list[FieldLabel],
    style: Style,
    t: Translator,
) -> str:
    """A player's places for the round, tokens and losses; words face that player."""
    colours, scale = style.colours, style.scale
    shares = (("round", 0.3), ("unused", 0.26), ("aside", 0.2), ("casualties", 0.24))
    shapes, left = [], 0.0
    title_line, note_line = T3.line * scale, T5.line * scale
    for name, share in shares:
        wide = width * share
        # The enemy sits opposite: the enemy's left is our right.
        box_x = x + width - left - wide if theirs else x + left
        top = y if theirs else y + STRIP_GAP
        high = height - STRIP_GAP
        box = rounded_box(box_x + 0.4, top + 0.2, wide - 0.8, high - 0.4, 1.2)
        shapes.append(outlined(box, colours["accent"], 0.35))
        used = 0.8
        words = [(t(f"field-sheet.box-{name}"), "box-title", title_line)]
        note = t(f"field-sheet.box-{name}-for")
        if measure.width(note, T5.font, T5.size * scale) <= wide - 4:
            words.append((note, "box-note", note_line))
        for text, kind, line in words:
            label_y = top + high - used - line if theirs else top + used
            labels.append(FieldLabel(text, box_x + 2, label_y, wide - 4, kind, theirs))
            used += line
        if name == "round":
            cell = (wide - 4) / ROUNDS
            for number in range(1, ROUNDS + 1):
                place = ROUNDS - number if theirs else number - 1
                middle = box_x + 2 + place * cell + cell / 2
                centre = top + (high - used) / 2 + (0 if theirs else used)
                ring = disc(middle, centre, min(cell / 2 - 0.4, (high - used) / 2 - 0.8))
                shapes.append(outlined(ring, colours["rule"], 0.3, colours["wash"]))
                digit = placed_number(number, middle, centre, 5 * scale, colours["accent"])
                turn = f' transform="rotate(180 {middle:.3f} {centre:.3f})"' if theirs else ""
                shapes.append(f"<g{turn}>{digit}</g>")
        left += wide
    return "".join(shapes)


def _page(
    width: float,
    height: float,
    start: tuple[float, float],
    rows: tuple[tuple[int, float], ...],
    wide: bool,
    joint: str,
    style: Style,
    t: Translator,
) -> FieldPage:
    colours = style.colours
    margin, first = start
    column = (width - 2 * margin) / 3
    saver = style.ink == "saver"
    grounds = {
        0: colours["tint"],
        1: colours["wash"],
        2: PAPER if saver else colours["ground"],
        3: colours["wash"],
        4: colours["tint"],
    }
    line = T2.line * style.scale
    shapes, labels = [], []
    y = first
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
            labels.append(FieldLabel(text, x, label_y, column, f"zone {position}", theirs))
            if position == "engagement" and not joint:
                labels.append(FieldLabel(text, x, y + 1.2, column, f"zone {position}", True))
        y += high
    shapes.append(_lines(start, column, rows, joint, style))
    if joint:
        edge = height - margin if joint == "bottom" else margin
        label_y = edge - line - 1.0 if joint == "bottom" else edge + 1.0
        labels.append(
            FieldLabel(t("field-sheet.joint"), margin, label_y, 3 * column, "joint", False)
        )
    alt = t("field-sheet.alt")
    picture = drawing("".join(shapes), width, height, height, alt)
    labels.append(heading_label(t("field-sheet.title"), width, margin))
    return FieldPage(t("field-sheet.title"), wide, picture, tuple(labels))


def _emblem(position: str, x: float, y: float, size: float, theirs: bool, style: Style) -> str:
    colour = style.colours["rule"]
    ground = style.colours["wash" if position == "front" else "tint"]
    if position == "engagement":
        ground = style.colours["ground"]
    shapes = placed_icon(_ICONS[position], x - size / 2, y - size / 2, size, colour, ground)
    turn = 180 if theirs else 0
    return f'<g opacity="0.55" transform="rotate({turn} {x:.3f} {y:.3f})">{shapes}</g>'


def _lines(
    start: tuple[float, float],
    column: float,
    rows: tuple[tuple[int, float], ...],
    joint: str,
    style: Style,
) -> str:
    colours, margin, first = style.colours, *start
    # Ink saver has thinner lines.
    colour, heavy = (colours["accent"], 0.6) if style.ink == "saver" else (colours["band"], 1.0)
    right = margin + 3 * column
    thin, thick = "", ""
    y = first
    for place, (position, high) in enumerate(rows):
        if place and 2 in (position, rows[place - 1][0]):
            thick += f"M{margin:g} {y:.3f}H{right:.3f}"
        elif place:
            thin += f"M{margin:g} {y:.3f}H{right:.3f}"
        y += high
    between = "".join(f"M{margin + step * column:.3f} {first:g}V{y:.3f}" for step in (1, 2))
    sides = f"M{margin:g} {first:g}V{y:.3f}M{right:.3f} {first:g}V{y:.3f}"
    if joint != "top":
        sides += f"M{margin:g} {first:g}H{right:.3f}"
    if joint != "bottom":
        sides += f"M{margin:g} {y:.3f}H{right:.3f}"
    cut = ""
    if joint:
        edge = y if joint == "bottom" else first
        cut = (
            f'<path d="M{margin:g} {edge:.3f}H{right:.3f}" stroke="{DARK}" stroke-width="0.3"'
            ' stroke-dasharray="3 2" fill="none"/>'
        )
    return (
        f'<path d="{thin}" stroke="{colour}" stroke-width="{0.4 * heavy:g}" fill="none"/>'
        f'<path d="{thick}{sides}" stroke="{colour}" stroke-width="{0.9 * heavy:g}" fill="none"/>'
        f'<path d="{between}" stroke="{colour}" stroke-width="{1.4 * heavy:g}"'
        ' stroke-dasharray="5 3"'
        ' fill="none"/>' + cut
    )
