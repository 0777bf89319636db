"""Blocks of the play aids: rule steps, actions, tables and pictures, with measured heights."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.pictures import Picture
from pbbuild.play.clauses import Clause

GAP: Final = 3.2
HEADING: Final = 6.4


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; `strong` marks a heading, `level` 0 to 3 is the shade of the others."""

    text: str
    strong: bool = False
    level: int = 0


@dataclass(frozen=True, slots=True)
class AidBlock:
    """One block of a known height; `lines` is its text as broken into lines."""

    kind: str
    height: float
    heading: str = ""
    number: str = ""
    title: tuple[str, ...] = ()
    clause: str = ""
    lines: tuple[str, ...] = ()
    picture: Picture | None = None
    picture_y: float = 0.0
    text_x: float = 0.0
    size: float = 2.85
    line: float = 3.45
    title_size: float = 3.3
    rows: tuple[tuple[Cell, ...], ...] = ()
    columns: tuple[float, ...] = ()
    arrow: bool = False
    bold: int = 0

    def under(self, heading: str) -> "AidBlock":
        """The same block with a heading above it."""
        return replace(self, heading=heading, height=self.height + HEADING)

    @property
    def top(self) -> float:
        """The top of the block itself, below its heading."""
        return HEADING if self.heading else 0.0


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block with its position and width on the page."""

    x: float
    y: float
    width: float
    block: AidBlock


@dataclass(frozen=True, slots=True)
class TextSizes:
    """The text sizes of a set of blocks."""

    size: float = 2.85
    line: float = 3.45
    title: float = 3.3


NORMAL_PRINT: Final = TextSizes()
SMALL_PRINT: Final = TextSizes(2.5, 2.95, 2.85)
SMALLEST_PRINT: Final = TextSizes(2.47, 2.8, 2.7)
# In descending order: a page uses the first that fits.
PRINTS: Final = (
    TextSizes(4.6, 5.5, 5.3),
    TextSizes(4.15, 5.0, 4.8),
    TextSizes(3.75, 4.55, 4.4),
    TextSizes(3.45, 4.2, 4.0),
    TextSizes(3.15, 3.8, 3.7),
    NORMAL_PRINT,
    TextSizes(2.6, 3.1, 3.0),
)


def clause_block(
    clause: Clause,
    width: float,
    language: str,
    number: str = "",
    words: TextSizes = NORMAL_PRINT,
    arrow: bool = False,
) -> AidBlock:
    """A clause of the rules as a step: number, heading, id, text."""
    return text_block(
        clause.heading.in_language(language),
        clause.text.in_language(language),
        clause.id,
        width,
        number,
        words,
        arrow,
    )


def text_block(
    title: str,
    text: str,
    clause: str,
    width: float,
    number: str = "",
    words: TextSizes = NORMAL_PRINT,
    arrow: bool = False,
) -> AidBlock:
    """A title with its clause id, and text below it."""
    x = 7.4 if number else 2.6
    available = width - x - 1.6
    clause_width = measure.width(clause, measure.LABEL, 2.47) + 2.0 if clause else 0.0
    shown = measure.wrapped(title, measure.FIGURE, available - clause_width, words.title)
    lines = measure.wrapped(text, measure.BODY, available * 0.985, words.size) if text else []
    height = 1.0 + words.title * 1.25 * len(shown) + len(lines) * words.line + 1.3
    return AidBlock(
        kind="step",
        height=height,
        number=number,
        title=tuple(shown),
        clause=clause,
        lines=tuple(lines),
        text_x=x,
        size=words.size,
        line=words.line,
        title_size=words.title,
        arrow=arrow,
    )


def sentences_block(
    sentence: str, rest: Sequence[str], width: float, words: TextSizes = NORMAL_PRINT
) -> AidBlock:
    """A sentence in bold, "" for none, and others below it, each starting a new line."""
    available = (width - 4.2) * 0.985
    strong = measure.wrapped(sentence, measure.BODY_BOLD, available, words.size) if sentence else []
    lines = [
        line for text in rest for line in measure.wrapped(text, measure.BODY, available, words.size)
    ]
    return AidBlock(
        kind="step",
        height=(len(strong) + len(lines)) * words.line + 2.2,
        lines=(*strong, *lines),
        bold=len(strong),
        text_x=2.6,
        size=words.size,
        line=words.line,
    )


def picture_block(
    picture: Picture,
    title: str,
    text: str,
    clause: str,
    width: float,
    words: TextSizes = NORMAL_PRINT,
) -> AidBlock:
    """A picture with a title above and text below it."""
    # Pictures shrink with the text size, so that a full page can still fit.
    picture = picture.fitted((width - 3.2) * min(1.0, words.size / NORMAL_PRINT.size))
    base = text_block(title, text, clause, width, "", words)
    return replace(
        base,
        kind="picture",
        picture=picture,
        picture_y=1.0 + words.title * 1.25 * len(base.title) + 0.6,
        height=base.height + picture.height + 1.8,
    )


def icon_block(
    picture: Picture,
    title: str,
    text: str,
    clause: str,
    width: float,
    x: float = 13.0,
    words: TextSizes = NORMAL_PRINT,
) -> AidBlock:
    """An icon on the left, a title and text beside it."""
    available = width - x - 1.6
    clause_width = measure.width(clause, measure.LABEL, 2.47) + 2.0
    shown = measure.wrapped(title, measure.FIGURE, available - clause_width, words.title)
    lines = measure.wrapped(text, measure.BODY, available * 0.985, words.size)
    text_height = 1.0 + words.title * 1.25 * len(shown) + len(lines) * words.line + 1.3
    height = max(text_height, picture.height + 2.4)
    return AidBlock(
        kind="icon",
        height=height,
        title=tuple(shown),
        clause=clause,
        lines=tuple(lines),
        picture=picture,
        picture_y=1.2,
        text_x=x,
        size=words.size,
        line=words.line,
        title_size=words.title,
    )


def table_block(
    rows: Sequence[Sequence[Cell]],
    columns: Sequence[float],
    title: str,
    words: TextSizes = NORMAL_PRINT,
) -> AidBlock:
    """A table of short cells; `columns` are the widths."""
    line = words.line * 1.4
    return AidBlock(
        kind="table",
        height=words.title * 1.6 + line * len(rows) + 1.4,
        title=(title,),
        title_size=words.title,
        size=words.size,
        rows=tuple(tuple(row) for row in rows),
        columns=tuple(columns),
        line=line,
    )


def _split(block: AidBlock, available: float) -> list[AidBlock]:
    """The block in pieces no taller than `available`, if it consists of text."""
    if block.height <= available or block.kind != "step" or len(block.lines) < 2:
        return [block]
    first = max(1, len(block.lines) - math.ceil((block.height - available) / block.line))
    first = min(first, len(block.lines) - 1)
    left_out = len(block.lines) - first
    head = replace(
        block,
        lines=block.lines[:first],
        bold=min(block.bold, first),
        height=block.height - left_out * block.line,
    )
    rest = replace(
        block,
        heading="",
        number="",
        title=(),
        clause="",
        lines=block.lines[first:],
        bold=max(0, block.bold - first),
        height=left_out * block.line + 2.2,
    )
    return [head, *_split(rest, available)]


def blocks_on_pages(
    blocks: Sequence[AidBlock],
    width: float,
    height: float,
    columns: int,
    top: float,
    gutter: float = 4.0,
    gap: float = GAP,
) -> list[list[PlacedBlock]]:
    """The blocks, in order, placed in columns on as many pages as they need."""
    column = column_width(width, columns, gutter)
    pages: list[list[PlacedBlock]] = []
    left = [piece for block in blocks for piece in _split(block, height - top)]
    while left:
        count = len(left)
        while count > 1:
            heights = [block.height for block in left[:count]]
            found = measure.balanced(heights, columns, gap)
            tallest = max(measure.column_height(heights, items, gap) for items in found)
            if tallest <= height - top + 1e-6:
                break
            count -= 1
        heights = [block.height for block in left[:count]]
        placed = []
        for place, items in enumerate(measure.balanced(heights, columns, gap)):
            y = top
            for item in items:
                block = left[item]
                if item == items[-1]:
                    block = replace(block, arrow=False)
                placed.append(PlacedBlock(place * (column + gutter), y, column, block))
                y += heights[item] + gap
        pages.append(placed)
        left = left[count:]
    return pages


def column_width(width: float, columns: int, gutter: float = 4.0) -> float:
    """The width of a column."""
    return (width - gutter * (columns - 1)) / columns
