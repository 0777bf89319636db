"""The paper that boards of Pocket General are drawn on: shapes and labels in millimetres."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from pbbuild.page import measure
from pbbuild.page.field_sheet import FieldLabel, FieldPage
from pbbuild.page.geometry import EDGE, T1, T2, T3, T4, T5, Face
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
)
from pbbuild.page.style import Style
from pbbuild.pocket_general.sheets.geometry import MARKER_PLACE
from pbbuild.pocket_general.sheets.pieces import hexagon
from pbbuild.text.translate import Translator

# How each kind of label is set.
KINDS: Final[dict[str, tuple[Face, str]]] = {
    "board-title": (T1, T1.font),
    "board-head": (T2, measure.NAME),
    "box-title": (T3, measure.NAME),
    "board-word": (T3, measure.NAME),
    "board-hint": (T4, measure.BODY),
    "box-hint": (T5, measure.LABEL),
    "board-note": (T4, measure.BODY),
    "box-note": (T5, measure.LABEL),
    "small": (T5, measure.LABEL),
}
DASHES: Final = "2 1.6"
TITLE: Final = T1.line + 2.0  # the height of a page's title
FOOT: Final = 2.4  # the middle of the foot, below the margin's edge
BULLET: Final = 4.6  # the disc with the number of a step


class BoardPage:
    """One page of a board: everything is placed from the corner inside the margins.

    Millimetres are those of the design; large print makes them longer.
    """

    def __init__(self, style: Style, t: Translator) -> None:
        self.style, self.t = style, t
        self.width, self.height = style.inner_size
        self.margin = style.margin / style.scale
        self.shapes: list[str] = []
        self.labels: list[FieldLabel] = []
        self._turn: tuple[float, float] | None = None

    @contextmanager
    def turned(self, x: float, y: float) -> Iterator[None]:
        """What is drawn inside is turned around a place, for the player opposite."""
        before, self.shapes = self.shapes, []
        self._turn = (x, y)
        yield
        self._turn = None
        at = f"{self.margin + x:.3f} {self.margin + y:.3f}"
        group = f'<g transform="rotate(180 {at})">{"".join(self.shapes)}</g>'
        self.shapes = [*before, group]

    # Shapes.

    def panel(self, x: float, y: float, size: tuple[float, float], ground: str) -> None:
        """The ground of what belongs together; in ink saver its outline."""
        shape = rounded_box(x + self.margin, y + self.margin, *size, 1.6)
        rule = self.style.colours["rule"] if self.style.ink == "saver" else ground
        self.shapes.append(outlined(shape, rule, 0.3, ground))

    def box(self, x: float, y: float, size: tuple[float, float], *, dashed: bool = False) -> None:
        """A place for a square piece."""
        shape = rounded_box(x + self.margin, y + self.margin, *size, 1.0)
        self._place(shape, self.style.colours["accent"], PAPER, dashed=dashed)

    def marker_place(self, x: float, y: float, *, is_round: bool) -> None:
        """A place for a marker with its corner at (x, y), as round or square as the marker."""
        left, top, side = x + self.margin, y + self.margin, MARKER_PLACE
        shape = (
            disc(left + side / 2, top + side / 2, side / 2)
            if is_round
            else rounded_box(left, top, side, side, 1.0)
        )
        self._place(shape, self.style.colours["accent"], PAPER)

    def hexagon(self, x: float, y: float, radius: float, colour: str, ground: str = PAPER) -> None:
        """A place for a hex around (x, y)."""
        self._place(hexagon(x + self.margin, y + self.margin, radius), colour, ground)

    def _place(self, shape: str, colour: str, ground: str, *, dashed: bool = False) -> None:
        dashes = f' stroke-dasharray="{DASHES}"' if dashed else ""
        self.shapes.append(
            f'<path d="{shape}" fill="{ground}" stroke="{colour}" stroke-width="0.4"{dashes}/>'
        )

    def path(self, shape: str, colour: str) -> None:
        """A filled path whose numbers are millimetres on the paper of the design."""
        self.shapes.append(filled(shape, colour))

    def dashed(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        """A dashed outline through points."""
        corners = "L".join(f"{x + self.margin:.2f} {y + self.margin:.2f}" for x, y in points)
        self._place(f"M{corners}z", colour, PAPER, dashed=True)

    def number(self, value: int, x: float, y: float, size: float, colour: str = DARK) -> None:
        """A number around a place."""
        self.shapes.append(placed_number(value, x + self.margin, y + self.margin, size, colour))

    def sign(self, name: str, x: float, y: float, size: float, colours: tuple[str, str]) -> None:
        """An icon around a place."""
        left, top = x + self.margin - size / 2, y + self.margin - size / 2
        self.shapes.append(placed_icon(name, left, top, size, *colours))

    def bullet(self, number: int, x: float, y: float) -> None:
        """The disc of a step's number, with its middle at `y`."""
        colours = self.style.colours
        at = (x + self.margin + BULLET / 2, y + self.margin)
        shape = disc(*at, BULLET / 2)
        self.shapes.append(outlined(shape, colours["band-rule"], 0.2, colours["badge"]))
        self.shapes.append(placed_number(number, *at, 3.2, colours["badge-ink"]))

    # Words.

    def words(self, text: str, x: float, y: float, wide: float, kind: str = "board-word") -> None:
        """Words whose middle line is at `y`, in a width of `wide`."""
        high = KINDS[kind][0].line
        left, top = x, y - high / 2
        if self._turn:
            left, top = 2 * self._turn[0] - x - wide, 2 * self._turn[1] - y - high / 2
        self._label(text, left, top, wide, kind)

    def letter(self, text: str, x: float, y: float, wide: float) -> None:
        """The large letter of a theater, in the middle of a width around (x, y)."""
        self._label(text, x - wide / 2, y - T1.line / 2, wide, "letter")

    def _label(self, text: str, x: float, y: float, wide: float, kind: str) -> None:
        scale, margin = self.style.scale, self.style.margin
        self.labels.append(
            FieldLabel(
                text, margin + x * scale, margin + y * scale, wide * scale, kind, bool(self._turn)
            )
        )

    def fitting(self, text: str, x: float, y: float, wide: float, kinds: Sequence[str]) -> None:
        """Words in the first of `kinds` in which they fit; cut short in the last."""
        for kind in kinds:
            if self.needed(text, kind) <= wide:
                break
        face, font = KINDS[kind]
        self.words(measure.shortened(text, font, wide, face.size), x, y, wide, kind)

    @staticmethod
    def needed(text: str, kind: str) -> float:
        """The width of words, with a little air."""
        face, font = KINDS[kind]
        return measure.width(text, font, face.size) + 0.6

    def titled(
        self, title: str, note: str, x: float, y: float, wide: float, kind: str = "box-title"
    ) -> None:
        """A title and, if there is space beside it, a note on the same line."""
        used = self.needed(title, kind) + 2.4
        self.words(title, x, y, used, kind)
        for size in ("board-note", "box-note"):
            if self.needed(note, size) <= wide - used:
                self.words(note, x + used, y + 0.3, wide - used, size)
                return

    def lines(self, text: str, x: float, y: float, wide: float, kind: str = "board-note") -> float:
        """Words broken into lines from `y` on; where they end."""
        face, font = KINDS[kind]
        plain = text.replace("**", "")
        for line in measure.wrapped(plain, font, wide - 0.6, face.size):
            self.words(line, x, y + face.line / 2, wide, kind)
            y += face.line
        return y

    @staticmethod
    def lines_height(text: str, wide: float, kind: str = "board-note") -> float:
        """The height of words broken into lines."""
        face, font = KINDS[kind]
        return len(measure.wrapped(text.replace("**", ""), font, wide - 0.6, face.size)) * face.line

    def title(self, text: str, note: str) -> None:
        """The title of the page, and what the page is for."""
        wide = self.width - self.needed(text, "board-title") - 4.0
        self.words(text, 0, T1.line / 2, self.width - wide - 1.0, "board-title")
        for kind in ("board-hint", "box-hint"):
            if self.needed(note, kind) <= wide:
                self.words(note, self.width - wide, T1.line / 2 + 1.2, wide, kind)
                return

    def foot(self, note: str, mark: str) -> None:
        """What a mark means, in the lower margin of a page that has the mark."""
        if any(mark in label.text for label in self.labels):
            lowest = (self.style.page[1] - EDGE) / self.style.scale - self.margin
            middle = min(self.height + FOOT, lowest - T5.line / 2)
            self.words(note, 0, middle, self.width, "box-note")

    def page(self, title: str, alt: str) -> FieldPage:
        """The finished page."""
        width, height = self.style.page
        scale = self.style.scale
        shapes = f'<g transform="scale({scale:.5f})">{"".join(self.shapes)}</g>'
        return FieldPage(
            title, False, drawing(shapes, width, height, height, alt), tuple(self.labels)
        )
