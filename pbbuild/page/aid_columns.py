"""Where blocks stand: in columns on as many pages as they need, or in the bands of one page."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GAP,
    SECTION,
    AidBlock,
    PlacedBlock,
    thread_length,
    ungrouped,
)
from pbbuild.page.geometry import GUTTER, column_width

# How far a nearly full page may stretch the space above headings and between blocks.
MOST_SECTION: Final = 6.0
MOST_GAP: Final = 1.8
MOST_PARAGRAPH: Final = 0.6  # the same above a paragraph that continues the one above it
# How much taller columns may be that end where a section, or what is on a thread, ends.
MOST_TALLER: Final = 0.3
BAND_GAP: Final = 1.0  # between the blocks of a band
MOST_BAND: Final = 4.0  # how far the space between bands may grow
NEARLY_FULL: Final = 0.6
# Nothing breaks after a label or a mistake: what it leads to stands below it.
LEADS_ON: Final = ("label", "wrong")


@dataclass(frozen=True, slots=True)
class GridCell:
    """Blocks below each other in a part of a page that is `span` columns wide.

    Blocks that are `poured` are one column wide and fill all columns of the cell evenly.
    """

    span: int
    blocks: tuple[AidBlock, ...]
    poured: bool = False

    def columns(self, available: float = 0.0) -> list[list[AidBlock]]:
        """The blocks below each other, for each column of blocks."""
        if not self.poured:
            return [list(self.blocks)]
        return _poured(self.blocks, self.span, BAND_GAP, available)

    @property
    def height(self) -> float:
        """The least height of its tallest column."""
        return _tallest_of(self.columns(), BAND_GAP)


def bands_on_page(
    bands: Sequence[Sequence[GridCell]], width: float, top: float, bottom: float, columns: int
) -> list[PlacedBlock] | None:
    """Bands of cells below each other, from `top` to `bottom`; None if the page is too short.

    The space that is left goes between the bands first, then between the blocks of each cell.
    """
    column = column_width(width, columns)
    tall = [max(cell.height for cell in band) for band in bands]
    between = BAND_GAP + SECTION
    spare = bottom - top - sum(tall) - between * (len(bands) - 1)
    if spare < -1e-6:
        return None
    more = min(MOST_BAND, spare / max(1, len(bands) - 1))
    spare -= more * (len(bands) - 1)
    placed: list[PlacedBlock] = []
    y = top
    for band, needed in zip(bands, tall, strict=True):
        high = needed * (1 + spare / sum(tall))
        place = 0
        for cell in band:
            found = cell.columns(high)
            wide = (1 if cell.poured else cell.span) * (column + GUTTER) - GUTTER
            for number, items in enumerate(found):
                x = (place + number) * (column + GUTTER)
                placed += _placed_column(items, x, y, wide, high, BAND_GAP)
            place += cell.span
        y += high + between + more
    return placed


def _placed_column(
    items: Sequence[AidBlock], x: float, y: float, width: float, height: float, gap: float
) -> Iterator[PlacedBlock]:
    """Blocks below each other that end at `height`, as far as their gaps may grow."""
    gaps = _gaps(items, gap, height - _column_height(items, gap))
    for block, after, space in zip(items, [*items[1:], None], gaps, strict=True):
        leads_on = block.thread and after is not None and not after.heading
        thread = thread_length(block, space) if leads_on else 0.0
        yield from ungrouped(PlacedBlock(x, y, width, block, thread))
        y += block.height + space


def _split(block: AidBlock, available: float) -> list[AidBlock]:
    """The block in pieces no taller than `available`, if it consists of text."""
    if block.height <= available or block.kind != "step" or len(block.lines) < 2:
        return [block]
    first = max(1, len(block.lines) - math.ceil((block.height - available) / block.line))
    first = min(first, len(block.lines) - 1)
    left_out = len(block.lines) - first
    # A piece that ends inside bold words is closed, and the next begins with them.
    is_open = " ".join(block.lines[:first]).count("**") % 2 == 1
    kept, moved = list(block.lines[:first]), list(block.lines[first:])
    if is_open:
        kept[-1] += "**"
        moved[0] = "**" + moved[0]
    head = replace(
        block,
        lines=tuple(kept),
        hung=block.hung[:first],
        height=block.height - left_out * block.line,
    )
    rest = replace(
        block,
        heading="",
        hint="",
        number="",
        title=(),
        clause="",
        lines=tuple(moved),
        hung=block.hung[first:],
        height=left_out * block.line,
    )
    return [head, *_split(rest, available)]


def blocks_on_pages(
    blocks: Sequence[AidBlock],
    width: float,
    height: float,
    columns: int,
    top: float,
    gutter: float = GUTTER,
    gap: float = GAP,
    first_top: float | None = None,
) -> list[list[PlacedBlock]]:
    """The blocks, in order, placed in columns on as many pages as they need.

    The first page begins at `first_top`. Columns of a nearly full page end at its foot: the space
    above headings grows first, then the space between blocks.
    """
    column = column_width(width, columns, gutter)
    pages: list[list[PlacedBlock]] = []
    left = [piece for block in blocks for piece in _split(block, height - top)]
    start = top if first_top is None else first_top
    if left and start > top and left[0].height > height - start:
        # What stands above the columns has left no space for the first of them.
        pages.append([])
        start = top
    while left:
        count = len(left)
        while count > 1:
            if _tallest(left[:count], columns, gap) <= height - start + 1e-6:
                break
            count -= 1
        while 1 < count < len(left) and (
            left[count - 1].kind in LEADS_ON
            or (left[count - 1].heading and not left[count].heading)
        ):
            # Neither what leads on nor the first block of a section ends a page.
            count -= 1
        poured = _poured(left[:count], columns, gap, height - start)
        used = [_column_height(items, gap) for items in poured]
        is_full = max(used) >= NEARLY_FULL * (height - start)
        placed: list[PlacedBlock] = []
        for place, (items, tall) in enumerate(zip(poured, used, strict=True)):
            x = place * (column + gutter)
            end = height - start if is_full else tall
            placed += _placed_column(items, x, start, column, end, gap)
        pages.append(placed)
        left = left[count:]
        start = top
    return pages


def sections_on_pages(
    blocks: Sequence[AidBlock],
    width: float,
    height: float,
    columns: int,
    top: float,
    first_top: float | None = None,
    sides: int = 1,
) -> list[list[PlacedBlock]]:
    """The blocks on pages that no section goes on from, if that takes no more leaves.

    A leaf has so many `sides`.
    """
    start = top if first_top is None else first_top
    flow = blocks_on_pages(blocks, width, height, columns, top, first_top=start)
    sections: list[list[AidBlock]] = []
    for block in blocks:
        if block.heading or not sections:
            sections.append([])
        sections[-1].append(block)
    pages: list[list[PlacedBlock]] = []
    held: list[AidBlock] = []

    def placed(some: Sequence[AidBlock]) -> list[list[PlacedBlock]]:
        first = top if pages else start
        return blocks_on_pages(some, width, height, columns, top, first_top=first)

    for section in sections:
        if held and len(placed([*held, *section])) > 1:
            pages += placed(held)
            held = []
        held += section
    pages += placed(held)
    return pages if -(-len(pages) // sides) <= -(-len(flow) // sides) else flow


def _gaps(items: Sequence[AidBlock], gap: float, spare: float) -> list[float]:
    """The space below each block of a column, of which `spare` millimetres are left."""
    above = [after.heading != "" for after in items[1:]]
    most = [
        0.0 if heads or block.kind in LEADS_ON else MOST_PARAGRAPH if _goes_on(after) else MOST_GAP
        for block, after, heads in zip(items[:-1], items[1:], above, strict=True)
    ]
    spare = max(0.0, spare)
    section = min(MOST_SECTION, spare / sum(above)) if any(above) else 0.0
    spare -= section * sum(above)
    part = min(1.0, spare / sum(most)) if any(most) else 0.0
    between = [
        gap + (SECTION + section if heads else one * part)
        for heads, one in zip(above, most, strict=True)
    ]
    return [*between, 0.0]


def _goes_on(block: AidBlock) -> bool:
    """Whether it is a plain paragraph, which belongs to what stands above it."""
    return block.kind == "step" and not (block.title or block.number or block.heading)


def _column_height(items: Sequence[AidBlock], gap: float) -> float:
    return (
        sum(block.height for block in items)
        + gap * (len(items) - 1)
        + sum(SECTION for block in items[1:] if block.heading)
    )


def _poured(
    blocks: Sequence[AidBlock], columns: int, gap: float, available: float = 0.0
) -> list[list[AidBlock]]:
    """The blocks in balanced columns; what leads on and what follows it are one piece.

    Sections, else steps on a thread, stay in one column where `available` is high enough for it.
    """
    even = _balanced(_pieces(blocks, _leads_on), columns, gap)
    most = min(available, _tallest_of(even, gap) * (1 + MOST_TALLER)) + 1e-6
    for is_one in (_in_one_section, _on_one_thread):
        found = _balanced(_pieces(blocks, is_one), columns, gap)
        if len(found) <= columns and _tallest_of(found, gap) <= most:
            return found
    return even


def _leads_on(before: AidBlock, _after: AidBlock) -> bool:
    return before.kind in LEADS_ON


def _on_one_thread(before: AidBlock, after: AidBlock) -> bool:
    return _leads_on(before, after) or (before.thread and not after.heading)


def _in_one_section(before: AidBlock, after: AidBlock) -> bool:
    return _leads_on(before, after) or not after.heading


def _pieces(
    blocks: Sequence[AidBlock], is_one: Callable[[AidBlock, AidBlock], bool]
) -> list[list[AidBlock]]:
    """The blocks in pieces: two neighbours that `is_one` are in the same."""
    pieces: list[list[AidBlock]] = []
    for block in blocks:
        if pieces and is_one(pieces[-1][-1], block):
            pieces[-1].append(block)
        else:
            pieces.append([block])
    return pieces


def _balanced(
    pieces: Sequence[Sequence[AidBlock]], columns: int, gap: float
) -> list[list[AidBlock]]:
    """The blocks of the pieces, in order, in columns; the tallest is as short as possible."""
    heights = [
        _column_height(piece, gap) + (SECTION if piece[0].heading else 0.0) for piece in pieces
    ]
    return [
        [block for item in items for block in pieces[item]]
        for items in measure.balanced(heights, columns, gap)
    ]


def _tallest_of(columns: Sequence[Sequence[AidBlock]], gap: float) -> float:
    return max(_column_height(column, gap) for column in columns)


def _tallest(blocks: Sequence[AidBlock], columns: int, gap: float) -> float:
    found = _poured(blocks, columns, gap)
    if len(found) > columns:
        return math.inf
    return _tallest_of(found, gap)
