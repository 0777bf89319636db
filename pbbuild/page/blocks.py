"""Blocks of text for the foot of a sheet, with measured heights."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pbbuild.page import measure
from pbbuild.page.pictures import Picture, drawing
from pbbuild.text.translate import Translator

HEADING: Final = 5.4
PLAN: Final = 25.0
PLAN_CELL: Final = 10.0
TEXT_SIZE: Final = 2.75  # 7.8 pt
TEXT_LINE: Final = 3.3
SMALL_SIZE: Final = 2.5  # 7.1 pt
SMALL_LINE: Final = 2.95
ROW_SIZE: Final = 2.65
QUIET: Final = 3
"""Empty modules around a QR code."""
MODULE: Final = 0.4
"""Millimetres of a module that the camera of a phone reads from paper."""
LONG_TEXT: Final = 120


@dataclass(frozen=True, slots=True)
class BlockRow:
    """One row of a table with two columns."""

    head: str
    text: str


@dataclass(frozen=True, slots=True)
class PlanMark:
    """A number to be placed in a box of a plan, and when, "" for any time."""

    number: int
    order: str


@dataclass(frozen=True, slots=True)
class FootBlock:
    """A heading with a picture, text or rows, of a known height."""

    kind: str
    height: float
    heading: str = ""
    picture: Picture | None = None
    title: str = ""
    clause: str = ""
    text: str = ""
    lines: tuple[BlockRow, ...] = ()
    indent: float = 0.0
    text_width: float = 0.0
    size: float = TEXT_SIZE
    line: float = TEXT_LINE
    cells: tuple[tuple[PlanMark, ...], ...] = ()
    cell: float = PLAN_CELL
    is_continued: bool = False

    def continued(self) -> "FootBlock":
        """The same block at the top of a column, under a rule like those of headings."""
        return replace(self, height=self.height + HEADING, is_continued=True)

    def stretched(self, extra: float) -> "FootBlock":
        """The same plan with higher boxes."""
        return replace(self, height=self.height + extra, cell=self.cell + extra / 2)


def rows_block(
    heading: str, rows: Sequence[tuple[str, str]], width: float, small: bool = False
) -> FootBlock:
    """A list of tile codes or numbers, each with a name."""
    step = SMALL_LINE if small else TEXT_LINE
    lines: list[BlockRow] = []
    for head, text in rows:
        available = width - 2.0
        parts = measure.wrapped(head, measure.FIGURE, available, ROW_SIZE)
        for part in parts[:-1]:
            lines.append(BlockRow(part, ""))
        left = available - measure.width(parts[-1], measure.FIGURE, ROW_SIZE) - 1.6
        words = measure.wrapped(text, measure.BODY, left, ROW_SIZE)
        if len(words) > 1 and measure.width(text, measure.BODY, ROW_SIZE) <= available:
            lines.extend((BlockRow(parts[-1], ""), BlockRow("", text)))
        elif len(words) > 1:
            lines.append(BlockRow(parts[-1], ""))
            lines.extend(
                BlockRow("", word)
                for word in measure.wrapped(text, measure.BODY, available, ROW_SIZE)
            )
        else:
            lines.append(BlockRow(parts[-1], text))
    return FootBlock(
        kind="rows",
        height=HEADING + step * len(lines) + 0.6,
        heading=heading,
        lines=tuple(lines),
        line=step,
    )


def plan_block(
    heading: str, note: str, width: float, cells: tuple[tuple[PlanMark, ...], ...]
) -> FootBlock:
    """Six boxes with the units to be deployed there, or to fill in, and the note of the list."""
    lines = measure.limited_lines(note, measure.BODY_ITALIC, width, TEXT_SIZE, 6) if note else []
    return FootBlock(
        kind="plan",
        height=HEADING + PLAN + TEXT_LINE * len(lines),
        heading=heading,
        cells=cells,
        lines=tuple(BlockRow("", line) for line in lines),
    )


def qr_block(
    heading: str, code: str, text: str, width: float, size: float, t: Translator
) -> FootBlock:
    """A share code to type, and `text`, which ends with it, as a QR code.

    The QR code is at least `size` millimetres wide and larger where a camera needs it.
    """
    side = len(qr_modules(text)) + 2 * QUIET
    picture = qr(text, max(size, side * MODULE), t("roster.qr"))
    available = width - picture.width - 2.5
    words = _code_lines(code, available, 2.9)
    return FootBlock(
        kind="qr",
        height=HEADING + max(picture.height, 3.8 * len(words)) + 0.6,
        heading=heading,
        picture=picture,
        lines=tuple(BlockRow("", word) for word in words),
        indent=picture.width + 2.5,
    )


def _code_lines(code: str, available: float, size: float) -> list[str]:
    # Lines break only after a hyphen, so that each group of the code stays on one line.
    lines = [""]
    for group in code.replace("-", "- ").split():
        if lines[-1] and measure.width(lines[-1] + group, measure.LABEL, size) > available:
            lines.append("")
        lines[-1] += group
    return lines


@lru_cache(maxsize=16)
def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of a QR code, true where it is dark, without the quiet zone around it.

    () for a text that is too long for any QR code. A sheet tries several sizes with the same code,
    which takes longer to make than the rest of its layout.
    """
    import segno
    from segno.encoder import DataOverflowError

    # Long texts get the lowest level of correction, so that their modules are not too small.
    try:
        made = segno.make(text, error="m" if len(text) < LONG_TEXT else "l", micro=False)
    except DataOverflowError:
        return ()
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def qr(text: str, size: float, alt: str) -> Picture:
    """A QR code of `text`, including its quiet zone, `size` millimetres wide."""
    rows = qr_modules(text)
    quiet = QUIET
    side = len(rows) + 2 * quiet
    path = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = x
            while run < len(row) and row[run]:
                run += 1
            if run > x:
                path.append(f"M{x + quiet} {y + quiet}.5h{run - x}")
            x = run + 1
    # A stroke for each run of dark modules has fewer points than a box.
    lines = f'<path d="{"".join(path)}" stroke="#000" stroke-width="1" fill="none"/>'
    return drawing(lines, side, side, size, alt)
