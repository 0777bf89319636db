"""Blocks of text sheets: steps, options, signs, tables and pictures, with measured heights.

Words between two pairs of asterisks are bold: `**roll**`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import HANG, HEADING, T3, T4, T5, column_width
from pbbuild.page.pictures import DARK, PAPER, Picture, disc, drawing, outlined

PICTURE_GAP: Final = 3.0  # between pictures side by side
GAP: Final = 1.5
SECTION: Final = 2.6  # above a heading
INDENT: Final = 6.4
LETTER: Final = 5.6  # the letter before the title of a picture
# A last line shorter than this part of a line is not left to one word, if the line above has more.
SHORT_END: Final = 0.3
COMPANY: Final = 4
MOST_LABEL: Final = 1.1  # how far labels grow with the sentences of a sheet
STEP_NUMBER: Final = 4.8  # the height of the disc with the number of a step
WARN: Final = "#a3150f"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; `strong` marks a heading, `level` 0 to 3 is the shade of the others.

    Words stand at the left, numbers in the middle; a picture stands before the text. `lines` are
    sentences as broken into lines, instead of `text`.
    """

    text: str
    strong: bool = False
    level: int = 0
    left: bool = False
    picture: Picture | None = None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """The lines of a sentence; one that goes on from another page or column is all hung."""

    lines: tuple[str, ...]
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class AidBlock:
    """One block of a known height; `lines` is its text as broken into lines.

    A "group" consists of `parts`, placed from its upper left corner below its heading.
    """

    kind: str
    height: float
    heading: str = ""
    hint: str = ""
    number: str = ""
    title: tuple[str, ...] = ()
    clause: str = ""
    lines: tuple[str, ...] = ()
    hung: tuple[bool, ...] = ()  # which lines go on from the one above, if each begins a sentence
    pictures: tuple[Picture, ...] = ()
    captions: tuple[tuple[str, ...], ...] = ()
    picture_width: float = 0.0
    picture_gap: float = 0.0
    text_x: float = 0.0
    size: float = T4.size
    line: float = T4.line
    title_size: float = T3.size
    title_line: float = T3.line
    rows: tuple[tuple[Cell, ...], ...] = ()
    columns: tuple[float, ...] = ()
    heights: tuple[float, ...] = ()
    thread: bool = False
    is_right: bool = False
    parts: tuple["PlacedBlock", ...] = ()

    @property
    def table_width(self) -> float:
        """The width of a table."""
        return sum(self.columns)

    @property
    def sentences(self) -> tuple["Sentence", ...]:
        """The lines as sentences of their own, or none if they are one text."""
        found: list[Sentence] = []
        for line, is_on in zip(self.lines, self.hung, strict=False):
            if is_on and found:
                found[-1] = replace(found[-1], lines=(*found[-1].lines, line))
            else:
                found.append(Sentence((line,), is_on))
        return tuple(found)

    def under(self, heading: str, hint: str = "") -> "AidBlock":
        """The same block with a heading above it."""
        return replace(self, heading=heading, hint=hint, height=self.height + HEADING)


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block with its position and width on the page."""

    x: float
    y: float
    width: float
    block: AidBlock
    thread: float = 0.0  # how far a line leads on to the next step


@dataclass(frozen=True, slots=True)
class TextSizes:
    """The type scale, enlarged for a whole sheet; labels grow less and never shrink."""

    factor: float = 1.0

    @property
    def size(self) -> float:
        """Of sentences."""
        return T4.size * self.factor

    @property
    def line(self) -> float:
        """The leading of sentences."""
        return T4.line * self.factor

    @property
    def title(self) -> float:
        """Of items."""
        return T3.size * self.factor

    @property
    def title_line(self) -> float:
        """The leading of items."""
        return T3.line * self.factor

    @property
    def label(self) -> float:
        """Of labels and captions."""
        return T5.size * min(max(self.factor, 1.0), MOST_LABEL)

    @property
    def label_line(self) -> float:
        """The leading of labels."""
        return self.label * 1.22


NORMAL_PRINT: Final = TextSizes()
# In descending order: a sheet uses the first that fits, on all its pages.
PRINTS: Final = tuple(TextSizes(step / 100) for step in range(121, 84, -2))
# Those that are not smaller than the type scale.
GROWN_PRINTS: Final = (*(words for words in PRINTS if words.factor > 1.0), NORMAL_PRINT)


def _rich_lines(text: str, available: float, size: float, hang: float = 0.0) -> list[str]:
    """`text` in lines, `hang` shorter below the first; a mark of bold belongs to its word.

    No line breaks at a no-break space, and the last is no short word alone.
    """
    lines: list[list[str]] = [[]]
    used, bold, full = 0.0, False, available
    space = measure.width(" ", measure.BODY, size)
    wides: list[list[float]] = [[]]
    for word in measure.chunks(text):
        begins, plain = bold, word.replace("**", "")
        if word.count("**") % 2:
            bold = not bold
        is_bold = begins or "**" in word
        font = measure.BODY_BOLD if is_bold else measure.BODY
        wide = measure.width(plain, font, size)
        if lines[-1] and used + space + wide > available:
            lines.append([])
            wides.append([])
            used, available = 0.0, full - hang
        if wide > available:
            *first, word = measure.wrapped(word, font, full - hang, size)
            lines[-1:] = [*([one] for one in first), []]
            wides[-1:] = [*([available] for _ in first), []]
            wide = measure.width(word, font, size)
        lines[-1].append(word)
        wides[-1].append(wide)
        used += wide + (space if used else 0.0)
    if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) >= COMPANY:
        # A last line of a short word takes another one from the line above.
        alone = wides[-1][0]
        if alone < SHORT_END * available and alone + space + wides[-2][-1] <= available:
            lines[-1].insert(0, lines[-2].pop())
    return [" ".join(line) for line in lines if line]


def text_block(
    title: str,
    text: str,
    clause: str,
    width: float,
    number: str = "",
    words: TextSizes = NORMAL_PRINT,
    thread: bool = False,
) -> AidBlock:
    """A title with its clause id, and text below it."""
    x = INDENT if number else 0.0
    available = width - x
    clause_width = measure.width(clause, measure.LABEL, words.label) + 2.0 if clause else 0.0
    shown = measure.wrapped(title, measure.NAME, available - clause_width, words.title)
    lines = _rich_lines(text, available * 0.985, words.size) if text else []
    height = words.title_line * len(shown) + len(lines) * words.line
    return AidBlock(
        kind="step",
        height=max(height, STEP_NUMBER if number else 0.0),
        number=number,
        title=tuple(shown),
        clause=clause,
        lines=tuple(lines),
        text_x=x,
        size=words.size,
        line=words.line,
        title_size=words.title,
        title_line=words.title_line,
        thread=thread,
    )


def words_block(
    text: str, width: float, words: TextSizes = NORMAL_PRINT, number: str = "", kind: str = "step"
) -> AidBlock:
    """Text alone; with a number a step, as an "option" behind a bullet, or "wrong" or "right"."""
    x = INDENT if number or kind != "step" else 0.0
    lines = _rich_lines(text, (width - x) * 0.985, words.size)
    return AidBlock(
        kind=kind,
        height=max(words.line * len(lines), STEP_NUMBER if number else 3.8 if x else 0.0),
        number=number,
        lines=tuple(lines),
        text_x=x,
        size=words.size,
        line=words.line,
        thread=bool(number) or kind == "option",
    )


def steps(
    texts: Sequence[str], width: float, words: TextSizes, kind: str = "step"
) -> Iterator[AidBlock]:
    """Sentences as steps on a thread, or as options on a bracket."""
    for place, text in enumerate(texts, start=1):
        number = str(place) if kind == "step" else ""
        block = words_block(text, width, words, number, kind)
        yield replace(block, thread=place < len(texts))


def cases(texts: Sequence[str], width: float, words: TextSizes) -> Iterator[AidBlock]:
    """Sentences of which the first that fits decides, behind letters without a thread."""
    for place, text in enumerate(texts):
        block = words_block(text, width, words, chr(ord("A") + place))
        yield replace(block, kind="case", thread=False)


def label_block(text: str, width: float, words: TextSizes = NORMAL_PRINT) -> AidBlock:
    """A line above options or pictures that says what they are for."""
    lines = measure.wrapped(text, measure.NAME, width, words.label)
    return AidBlock(
        kind="label",
        height=words.label_line * len(lines),
        lines=tuple(lines),
        size=words.label,
        line=words.label_line,
    )


def sentences_block(
    sentence: str, rest: Sequence[str], width: float, words: TextSizes = NORMAL_PRINT
) -> AidBlock:
    """A sentence in bold, "" for none, and others below it; what a line can't hold is indented."""
    available = width * 0.985
    strong = [f"**{sentence}**"] if sentence else []
    told = [_rich_lines(text, available, words.size, HANG) for text in (*strong, *rest)]
    lines = [line for one in told for line in one]
    return AidBlock(
        kind="step",
        height=len(lines) * words.line,
        lines=tuple(lines),
        hung=tuple(place > 0 for one in told for place, _ in enumerate(one)),
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
    picture = picture.fitted(width * min(1.0, words.factor))
    base = text_block(title, text, clause, width, "", words)
    return replace(
        base,
        kind="picture",
        pictures=(picture,),
        height=base.height + picture.height + 1.6,
    )


def lettered(block: AidBlock, letter: str) -> AidBlock:
    """A picture whose title stands behind a letter: the first of several that fits decides."""
    return replace(block, number=letter, text_x=LETTER)


def pictures_block(
    pictures: Sequence[Picture],
    captions: Sequence[str],
    width: float,
    words: TextSizes = NORMAL_PRINT,
    size: float = 0.0,
    gap: float = PICTURE_GAP,
    part: float = 1.0,
) -> AidBlock:
    """Pictures side by side, each with a caption below it, as large as labels or as `size`.

    A caption may have several paragraphs, each with lines of its own. `part` is how much of its
    column a picture fills.
    """
    each = column_width(width, len(pictures), gap)
    shown = tuple(picture.scaled(part * each / picture.width) for picture in pictures)
    size, line = (size, words.line) if size else (words.label, words.label_line)
    lines = tuple(
        tuple(line for part in text.split("\n") for line in _rich_lines(part, each * 0.97, size))
        for text in captions
    )
    high = max(picture.height for picture in shown)
    return AidBlock(
        kind="pictures",
        height=high + 0.8 + line * max(len(one) for one in lines),
        pictures=shown,
        captions=lines,
        picture_width=each,
        picture_gap=gap,
        size=size,
        line=line,
    )


def icon_block(
    picture: Picture,
    title: str,
    text: str,
    clause: str,
    width: float,
    words: TextSizes = NORMAL_PRINT,
    indent: float = INDENT + 1.0,
) -> AidBlock:
    """A sign on the left; its name and the text beside it."""
    x = max(indent, picture.width + 1.8)
    available = (width - x) * 0.985
    clause_width = measure.width(clause, measure.LABEL, words.label) + 2.0 if clause else 0.0
    space = available - clause_width
    shown = measure.wrapped(title, measure.NAME, space, words.title) if title else []
    lines = _rich_lines(text, available, words.size)
    height = words.title_line * len(shown) + len(lines) * words.line
    return AidBlock(
        kind="icon",
        height=max(height, picture.height + 0.4),
        title=tuple(shown),
        clause=clause,
        lines=tuple(lines),
        pictures=(picture,),
        text_x=x,
        size=words.size,
        line=words.line,
        title_size=words.title,
        title_line=words.title_line,
    )


def rich_lines(text: str, width: float, words: TextSizes = NORMAL_PRINT) -> tuple[str, ...]:
    """A sentence as broken into lines of `width`."""
    return measured_lines(text, width, words.size)


def measured_lines(text: str, width: float, size: float) -> tuple[str, ...]:
    """A sentence as broken into lines of `width`, at any size."""
    return tuple(_rich_lines(text, width * 0.985, size))


def sentence_table(
    rows: Sequence[Sequence[Cell]], columns: Sequence[float], words: TextSizes = NORMAL_PRINT
) -> AidBlock:
    """A table whose cells hold sentences: each row is as high as its longest cell."""
    heights: list[float] = []
    for row in rows:
        tallest = max(len(cell.lines) for cell in row) * words.line
        signs = max(cell.picture.height if cell.picture else 0.0 for cell in row)
        least = words.title_line if heights else words.label_line
        heights.append(max(tallest, signs, least) + 0.9)
    return AidBlock(
        kind="table",
        # The rule below each row adds to its height.
        height=sum(heights) + 0.22 * len(rows),
        size=words.size,
        line=words.line,
        title_size=words.title,
        title_line=words.title_line,
        rows=tuple(tuple(row) for row in rows),
        columns=tuple(columns),
        heights=tuple(heights),
    )


def group_block(parts: Sequence[PlacedBlock]) -> AidBlock:
    """Blocks placed beside each other, as one block."""
    height = max(placed.y + placed.block.height for placed in parts)
    return AidBlock(kind="group", height=height, parts=tuple(parts))


def ungrouped(placed: PlacedBlock) -> Iterator[PlacedBlock]:
    """A placed block, or the parts of a group below its heading."""
    group = placed.block
    if group.kind != "group":
        yield placed
        return
    y = placed.y
    if group.heading:
        head = AidBlock(kind="title", height=HEADING, heading=group.heading, hint=group.hint)
        yield replace(placed, block=head)
        y += HEADING
    for part in group.parts:
        yield from ungrouped(replace(part, x=placed.x + part.x, y=y + part.y))


def stacked(blocks: Sequence[AidBlock], width: float, gap: float = GAP) -> list[PlacedBlock]:
    """Blocks below each other, from the top left corner."""
    placed: list[PlacedBlock] = []
    y = 0.0
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        leads_on = block.thread and after is not None and not after.heading
        placed.append(
            PlacedBlock(0.0, y, width, block, thread_length(block, gap) if leads_on else 0.0)
        )
        y += block.height + gap
    return placed


def thread_length(block: AidBlock, space: float) -> float:
    """How far the line of a step leads: to the next one, from below its own heading."""
    return block.height + space - (HEADING if block.heading else 0.0)


def moved(parts: Sequence[PlacedBlock], x: float, y: float = 0.0) -> list[PlacedBlock]:
    """The same parts, farther right and down."""
    return [replace(part, x=part.x + x, y=part.y + y) for part in parts]


def table_block(
    rows: Sequence[Sequence[Cell]],
    columns: Sequence[float],
    title: str,
    words: TextSizes = NORMAL_PRINT,
) -> AidBlock:
    """A table of short cells; `columns` are the widths. Without a `title` it has no line for it."""
    line = words.line * 1.3
    titles = measure.wrapped(title, measure.NAME, sum(columns), words.title) if title else []
    return AidBlock(
        kind="table",
        # The rule below each row adds to its height.
        height=words.title_line * len(titles) + (line + 0.22) * len(rows) + 1.4,
        title=tuple(titles),
        title_size=words.title,
        title_line=words.title_line,
        size=words.size,
        rows=tuple(tuple(row) for row in rows),
        columns=tuple(columns),
        line=line,
    )


def mark_picture(kind: str, size: float, alt: str) -> Picture:
    """The cross of "wrong", the tick of "right", or the bullet of an option."""
    if kind == "wrong":
        shapes = f'<path d="M5 5l14 14M19 5l-14 14" stroke="{WARN}" stroke-width="4.4"/>'
    elif kind == "right":
        shapes = (
            f'<path d="M3.500 12.500l6 6 11-13" stroke="{DARK}" stroke-width="4.2" fill="none"/>'
        )
    else:
        shapes = outlined(disc(12, 12, 8), DARK, 3.2, PAPER)
    return drawing(shapes, 24, 24, size, alt)


def drawn_block(picture: Picture) -> AidBlock:
    """A picture alone, as a block."""
    return AidBlock(kind="drawn", height=picture.height, pictures=(picture,))
