"""Blocks of text for the foot of a sheet, with measured heights."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import HEADING, N3, T4, T5, Face
from pbbuild.page.pictures import Picture, drawing
from pbbuild.text.translate import Translator

PLAN_CELL: Final = 10.0
PLAN_HEAD: Final = T5.line + 0.6
PLAN_BELOW: Final = 1.2
MOST_NOTE: Final = 8  # lines
QUIET: Final = 3
"""Empty modules around a QR code."""
MODULE: Final = 0.4
"""Millimetres of a module that the camera of a phone reads from paper."""
LONG_TEXT: Final = 120
# The faces of the parts of a line: what it is, numbers to look up, words, the word that decides.
_RUNS: Final = {
    "label": T5.font,
    "value": N3.font,
    "text": T4.font,
    "title": measure.BODY_BOLD,
}


@dataclass(frozen=True, slots=True)
class BlockScale:
    """The scale times `factor`; in small print sentences are as small as labels."""

    factor: float = 1.0
    is_small: bool = False

    @property
    def text(self) -> Face:
        """The face of sentences."""
        return replace(T4, points=T5.points, leading=T5.leading) if self.is_small else T4

    @property
    def size(self) -> float:
        """The size of sentences."""
        return self.text.size * self.factor

    @property
    def line(self) -> float:
        """The leading of sentences."""
        return self.text.line * self.factor

    @property
    def label(self) -> float:
        """The size of labels."""
        return T5.size * self.factor


NORMAL: Final = BlockScale()


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A line of a block, in parts of one kind: "label", "value", "text" or "title"."""

    runs: tuple[tuple[str, str], ...]

    @property
    def words(self) -> str:
        """The line in words."""
        return " ".join(text for _, text in self.runs)


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
    scale: BlockScale = NORMAL
    heading: str = ""
    hint: str = ""
    picture: Picture | None = None
    title: str = ""
    clause: str = ""
    text: str = ""
    lines: tuple[BlockLine, ...] = ()
    indent: float = 0.0
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
    heading: str,
    rows: Sequence[Sequence[tuple[str, str]]],
    width: float,
    scale: BlockScale = NORMAL,
) -> FootBlock:
    """Rows of labels, values and words; a row that is too long goes on in the next line."""
    lines = [line for row in rows for line in run_lines(row, width, scale)]
    return FootBlock(
        kind="rows",
        height=HEADING + scale.line * len(lines) + 0.6,
        scale=scale,
        heading=heading,
        lines=tuple(lines),
    )


def run_lines(
    row: Sequence[tuple[str, str]], available: float, scale: BlockScale
) -> Iterator[BlockLine]:
    """Parts of several kinds, one after the other, in lines that fit in `available`."""
    runs: list[tuple[str, str]] = []
    used = 0.0
    for kind, text in row:
        font, size = _RUNS[kind], scale.label if kind == "label" else scale.size
        space = measure.width(" ", font, size) + 0.2
        for word in _words(text, font, available, size):
            wide = measure.width(word, font, size)
            if runs and used + space + wide > available:
                yield BlockLine(tuple(runs))
                runs, used = [], 0.0
            if runs and runs[-1][0] == kind:
                runs[-1] = (kind, f"{runs[-1][1]} {word}")
            else:
                runs.append((kind, word))
            used += wide + (space if used else 0.0)
    if runs:
        yield BlockLine(tuple(runs))


def _words(text: str, font: str, available: float, size: float) -> Iterator[str]:
    """The words of a text; those wider than a line are broken."""
    for chunk in measure.chunks(text):
        yield from measure.wrapped(chunk, font, available, size)


def plan_block(
    heading: str,
    hint: str,
    note: str,
    width: float,
    cells: tuple[tuple[PlanMark, ...], ...],
    scale: BlockScale = NORMAL,
) -> FootBlock:
    """Six boxes with the units to be deployed there, or to fill in, and the note of the list."""
    lines: list[str] = []
    if note:
        lines = measure.limited_lines(note, measure.BODY_ITALIC, width, scale.size, MOST_NOTE)
    return FootBlock(
        kind="plan",
        height=HEADING + PLAN_HEAD + 2 * PLAN_CELL + PLAN_BELOW + scale.line * len(lines),
        scale=scale,
        heading=heading,
        hint=hint,
        cells=cells,
        lines=tuple(BlockLine((("text", line),)) for line in lines),
    )


def qr_block(
    heading: str,
    code: str,
    text: str,
    width: float,
    size: float,
    t: Translator,
    scale: BlockScale = NORMAL,
) -> FootBlock:
    """A share code to type, and `text`, which ends with it, as a QR code.

    The QR code is at least `size` millimetres wide and larger where a camera needs it.
    """
    side = len(qr_modules(text)) + 2 * QUIET
    picture = qr(text, max(size, side * MODULE), t("roster.qr"))
    available = width - picture.width - 2.0
    words = _code_lines(code, available, scale.size)
    return FootBlock(
        kind="qr",
        height=HEADING + max(picture.height, scale.line * len(words)) + 0.6,
        scale=scale,
        heading=heading,
        picture=picture,
        lines=tuple(BlockLine((("text", word),)) for word in words),
        indent=picture.width + 2.0,
    )


def _code_lines(code: str, available: float, size: float) -> list[str]:
    """A code in lines of as many groups each as all lines have space for."""
    groups = code.split("-")
    widest = max(measure.width(f"{group}-", measure.LABEL, size) for group in groups)
    count = max(1, int(available // widest))
    lines = [
        "-".join(groups[start : start + count]) + "-" for start in range(0, len(groups), count)
    ]
    return [*lines[:-1], lines[-1].removesuffix("-")]


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
