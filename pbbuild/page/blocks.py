"""Blocks of text for the foot of a sheet, with measured heights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.pictures import Picture, drawing
from pbbuild.text.translate import Translator

HEADING: Final = 5.0
TEXT_SIZE: Final = 2.75  # 7.8 pt
TEXT_LINE: Final = 3.3
SMALL_SIZE: Final = 2.5  # 7.1 pt
SMALL_LINE: Final = 2.95
ROW_SIZE: Final = 2.65


@dataclass(frozen=True, slots=True)
class BlockRow:
    """One row of a table with two columns."""

    head: str
    text: str


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
    size: float = TEXT_SIZE
    line: float = TEXT_LINE


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


def qr_block(heading: str, code: str, width: float, size: float, t: Translator) -> FootBlock:
    """A share code as a QR code and as text to type."""
    picture = qr(code, size, t("roster.qr"))
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


def qr(text: str, size: float, alt: str) -> Picture:
    """A QR code of `text`, including its quiet zone, `size` millimetres wide."""
    import segno

    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    quiet = 3
    side = len(rows) + 2 * quiet
    path = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = x
            while run < len(row) and row[run]:
                run += 1
            if run > x:
                path.append(f"M{x + quiet} {y + quiet}h{run - x}v1h-{run - x}z")
            x = run + 1
    return drawing(f'<path d="{"".join(path)}" fill="#000"/>', side, side, size, alt)
