"""The battlefield of 15 zones on one sheet, for counters of 22 mm. PB-2.1.

The enemy sits opposite: what is for the enemy is turned, words and signs alike.
"""

from typing import Final

from pbbuild.page import measure
from pbbuild.page.field_sheet import FieldLabel, FieldPage, FieldSheet, heading_label
from pbbuild.page.geometry import EDGE, N2, T3, T4, T5
from pbbuild.page.pictures import (
    disc,
    drawing,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
)
from pbbuild.page.style import Style
from pbbuild.pocket_battles.sheets.pieces.ground import Clear, ground, sign_colours
from pbbuild.pocket_battles.sheets.pieces.places import SMALL_RIM, SMALL_TOKEN, TOKEN_GAP
from pbbuild.pocket_battles.sheets.tiles import CARD, COUNTER
from pbbuild.pocket_battles.sheets.troop_icons import Ink
from pbbuild.text.translate import Translator

SECTORS: Final = ("left", "centre", "right")
# From B's rear at the top to A's at the bottom.
ROWS: Final = ("rear", "front", "engagement", "front", "rear")
STRIP: Final = 27.0
STRIP_GAP: Final = 1.6
ROUNDS: Final = 6
NAME_LINE: Final = 7.0  # the edge of a zone with its name
SIGN: Final = 5.4
PLACE_GAP: Final = 3.0
LINE_SPACE: Final = 1.2  # beside the line between sectors
_BOXES: Final = (("round", 0.3), ("unused", 0.26), ("aside", 0.2), ("casualties", 0.24))
_BOX_SIGNS: Final = {"unused": "order-token", "aside": "token-aside"}


def battlefield(style: Style, t: Translator) -> FieldSheet:
    """All 15 zones on one sheet."""
    page = _Field(style, t).page()
    return FieldSheet(page.title, (page,))


class _Field:
    """Shapes and labels of the sheet, in real millimetres."""

    def __init__(self, style: Style, t: Translator) -> None:
        self.style, self.t = style, t
        self.colours, self.scale = style.colours, style.scale
        self.width, self.height = style.page
        self.x, self.wide = style.margin, self.width - 2 * style.margin
        self.column = self.wide / 3
        self.shapes: list[str] = []
        self.labels: list[FieldLabel] = []
        self.keep: list[Ink] = []
        self.places: list[Ink] = []

    def _grounds(self, top: float, high: float) -> list[str]:
        """The ground of all rows, clear of what stands on it."""
        borders = [self.x + step * self.column for step in (1, 2)]
        bottom = top + high * len(ROWS)
        lines = [Ink(x - LINE_SPACE, top, x + LINE_SPACE, bottom) for x in borders]
        clear = Clear([*self.keep, *lines, *map(self._area, self.labels)], self.places)
        right = self.x + self.wide
        return [
            ground(
                zone,
                Ink(self.x, top + place * high, right, top + (place + 1) * high),
                clear,
                self.style,
                place,
                place < 2,
            )
            for place, zone in enumerate(ROWS)
        ]

    def _area(self, label: FieldLabel) -> Ink:
        """Where the name of a zone stands."""
        words = measure.width(label.text, N2.font, N2.size * self.scale) + 3.0
        left = label.x + (label.width - words) / 2
        return Ink(left, label.y, left + words, label.y + N2.line * self.scale)

    def page(self) -> FieldPage:
        t, margin, height = self.t, self.style.margin, self.height
        strip = STRIP * self.scale
        top = margin + strip
        high = (height - 2 * top) / len(ROWS)
        for place, zone in enumerate(ROWS):
            for sector in range(3):
                x, y = self.x + sector * self.column, top + place * high
                self._zone(zone, x, y, high, sector, place)
        self.shapes[:0] = self._grounds(top, high)
        self._lines(top, high)
        for theirs in (True, False):
            self._strip(margin if theirs else height - margin - strip, strip, theirs)
        title = t("field-sheet.title")
        sizes = [round(form.piece.width * self.scale) for form in (COUNTER, CARD)]
        note = t("field-sheet.for-counters", size=sizes[0], tile=sizes[1])
        below = min(height - margin + 0.5, height - EDGE - T5.line * self.scale - 0.4)
        self.labels.append(FieldLabel(note, self.x, below, self.wide, "note", False))
        self.labels.append(heading_label(title, self.width, margin))
        shapes = "".join(self.shapes)
        picture = drawing(shapes, self.width, height, height, t("field-sheet.alt"))
        return FieldPage(title, False, picture, tuple(self.labels))

    def _zone(self, zone: str, x: float, y: float, high: float, sector: int, place: int) -> None:
        """The places of counters at the front edge of a zone; its name at the back edge."""
        t, theirs = self.t, place < 2
        if zone == "engagement":
            size = min(high, self.column) * 0.34
            self._sign("engagement", x + self.column / 2, y + high / 2, size, zone, False)
            for turned in (False, True):
                self._name(t("field-sheet.engagement"), x, y, high, zone, turned)
            return
        edge = y + high if theirs else y
        self._places(x, edge, high, theirs)
        names = SECTORS[::-1] if theirs else SECTORS
        name = t(f"field-sheet.{zone}", sector=t(f"field-sheet.{names[sector]}"))
        size = SIGN * self.scale
        words = measure.width(name, measure.FIGURE, N2.size * self.scale)
        # Sign and name stand in the middle together.
        beside = size + 1.6 if words + size + 3.0 < self.column else 0.0
        way = -1 if theirs else 1
        self._name(name, x + way * beside / 2, y, high, zone, theirs)
        if beside:
            middle = NAME_LINE * self.scale / 2
            at_y = y + middle if theirs else y + high - middle
            at_x = x + self.column / 2 - way * (words + 1.6) / 2
            self._sign(f"zone-{zone}", at_x, at_y, size, zone, theirs)

    def _places(self, x: float, edge: float, high: float, theirs: bool) -> None:
        """Dashed squares of the size of a counter, as many as fit side by side.

        Behind each are two rings for small tokens, which are half as wide as a counter.
        """
        side = COUNTER.piece.width * self.scale
        count = int((self.column - PLACE_GAP) // (side + PLACE_GAP))
        if count < 1 or high < side + NAME_LINE * self.scale + 2.0:
            return
        left = x + (self.column - count * side - (count - 1) * PLACE_GAP) / 2
        top = edge - side - PLACE_GAP if theirs else edge + PLACE_GAP
        behind = side + PLACE_GAP + TOKEN_GAP
        token = SMALL_TOKEN * self.scale
        has_tokens = high >= behind + token + NAME_LINE * self.scale
        middle = edge - behind - token / 2 if theirs else edge + behind + token / 2
        lines = ""
        for place in range(count):
            corner = left + place * (side + PLACE_GAP)
            lines += rounded_box(corner, top, side, side, 1.0)
            self.places.append(Ink(corner, top, corner + side, top + side))
            for at in (0.5, 1.5) if has_tokens else ():
                radius = SMALL_RIM * self.scale
                lines += disc(corner + token * at, middle, radius)
                box = (corner + token * at - radius, middle - radius)
                self.keep.append(Ink(*box, box[0] + 2 * radius, box[1] + 2 * radius))
        self.shapes.append(
            f'<path d="{lines}" fill="none" stroke="{self.colours["quiet"]}"'
            ' stroke-width="0.25" stroke-dasharray="1.8 1.5"/>'
        )

    def _name(self, text: str, x: float, y: float, high: float, zone: str, theirs: bool) -> None:
        line = N2.line * self.scale
        edge = (NAME_LINE * self.scale - line) / 2
        at = y + edge if theirs else y + high - line - edge
        self.labels.append(FieldLabel(text, x, at, self.column, f"zone {zone}", theirs))

    def _sign(self, name: str, x: float, y: float, size: float, zone: str, theirs: bool) -> None:
        """A sign on the ground of a zone."""
        half = size / 2
        self.keep.append(Ink(x - half, y - half, x + half, y + half))
        sign = placed_icon(name, x - half, y - half, size, *sign_colours(zone, self.style))
        turn = f' transform="rotate(180 {x:.3f} {y:.3f})"' if theirs else ""
        self.shapes.append(f"<g{turn}>{sign}</g>")

    def _lines(self, top: float, high: float) -> None:
        """Thin lines behind the fronts, thick ones around the field and the engagement zones."""
        colours = self.colours
        # Ink saver has thinner lines.
        saver = self.style.ink == "saver"
        colour, heavy = (colours["accent"], 0.6) if saver else (colours["band"], 1.0)
        left, right, bottom = self.x, self.x + self.wide, top + high * len(ROWS)
        thin = "".join(f"M{left:g} {top + high * row:.3f}H{right:.3f}" for row in (1, 4))
        thick = "".join(f"M{left:g} {top + high * row:.3f}H{right:.3f}" for row in (2, 3))
        thick += f"M{left:g} {top:.3f}H{right:.3f}V{bottom:.3f}H{left:g}z"
        between = "".join(
            f"M{left + step * self.column:.3f} {top:.3f}V{bottom:.3f}" for step in (1, 2)
        )
        for path, line, dashes in (
            (thin, 0.4, ""),
            (thick, 0.9, ""),
            (between, 1.0, ' stroke-dasharray="5 3"'),
        ):
            self.shapes.append(
                f'<path d="{path}" stroke="{colour}" stroke-width="{line * heavy:g}"'
                f' fill="none"{dashes}/>'
            )

    def _strip(self, y: float, height: float, theirs: bool) -> None:
        """A player's places for the round, tokens and losses; words face that player."""
        t, colours, scale = self.t, self.colours, self.scale
        left = 0.0
        notes = [
            (t(f"field-sheet.box-{name}-for"), self.wide * share - 4) for name, share in _BOXES
        ]
        # As large as sentences if all of them fit.
        kind, face = "box-note", T5
        if all(measure.width(note, T4.font, T4.size * scale) <= space for note, space in notes):
            kind, face = "board-note", T4
        for name, share in _BOXES:
            wide = self.wide * share
            # The enemy's left is our right.
            x = self.x + self.wide - left - wide if theirs else self.x + left
            top = y if theirs else y + STRIP_GAP
            high = height - STRIP_GAP
            box = rounded_box(x + 0.4, top + 0.2, wide - 0.8, high - 0.4, 1.2)
            self.shapes.append(outlined(box, colours["accent"], 0.35))
            used = 0.8
            words = [(t(f"field-sheet.box-{name}"), "box-title", T3.line * scale)]
            note = t(f"field-sheet.box-{name}-for")
            if measure.width(note, face.font, face.size * scale) <= wide - 4:
                words.append((note, kind, face.line * scale))
            for text, role, line in words:
                label_y = top + high - used - line if theirs else top + used
                self.labels.append(FieldLabel(text, x + 2, label_y, wide - 4, role, theirs))
                used += line
            middle = top + (high - used) / 2 + (0 if theirs else used)
            if name == "round":
                self._rounds(x + 2, middle, wide - 4, high - used, theirs)
            elif name in _BOX_SIGNS:
                self._box_sign(_BOX_SIGNS[name], (x, top, wide, high), theirs)
            left += wide

    def _rounds(self, x: float, y: float, wide: float, high: float, theirs: bool) -> None:
        cell = wide / ROUNDS
        for number in range(1, ROUNDS + 1):
            place = ROUNDS - number if theirs else number - 1
            middle = x + place * cell + cell / 2
            ring = disc(middle, y, min(cell / 2 - 0.4, high / 2 - 0.8))
            self.shapes.append(outlined(ring, self.colours["rule"], 0.3, self.colours["wash"]))
            digit = placed_number(number, middle, y, 5 * self.scale, self.colours["accent"])
            turn = f' transform="rotate(180 {middle:.3f} {y:.3f})"' if theirs else ""
            self.shapes.append(f"<g{turn}>{digit}</g>")

    def _box_sign(self, icon: str, box: tuple[float, float, float, float], theirs: bool) -> None:
        """The token that lies in a box, in its far corner."""
        x, y, wide, high = box
        size = 7.0 * self.scale
        from_x, from_y = wide - size / 2 - 2.4, high - size / 2 - 2.4
        at_x = x + wide - from_x if theirs else x + from_x
        at_y = y + high - from_y if theirs else y + from_y
        colour = self.colours["accent"]
        sign = placed_icon(icon, at_x - size / 2, at_y - size / 2, size, colour)
        turn = f' transform="rotate(180 {at_x:.3f} {at_y:.3f})"' if theirs else ""
        self.shapes.append(f"<g{turn}>{sign}</g>")
