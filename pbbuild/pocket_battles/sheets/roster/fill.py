"""How cards and blocks fill the pages of a roster: type grows first, then boxes, gaps last."""

from collections.abc import Callable, Sequence
from itertools import accumulate, product
from typing import Final, NamedTuple

from pbbuild.errors import ListError
from pbbuild.page import measure
from pbbuild.page.blocks import FootBlock
from pbbuild.page.geometry import HEADING
from pbbuild.pocket_battles.sheets.roster.sheet import Placed, RosterPage
from pbbuild.pocket_battles.sheets.unit_card import WIDEST, UnitCard

GUTTER: Final = 3.0
CARD_BORDERS: Final = 0.5
INFO_ABOVE: Final = 2.6
INFO_GAP: Final = 0.9
# Traits, plan, and what to take from the box have columns of their own on a page of so many.
INFO_COLUMNS: Final = 4
# How far a row of a card grows, in its own units: before notes get space, and at most.
EASY_ROW: Final = 0.5
MOST_ROW: Final = 2.2
MOST_SHORT_ROW: Final = 3.6  # in a column shorter than its neighbour
MOST_GAP: Final = 14.0  # between the cards of a column shorter than its neighbour
MOST_PLAN: Final = 45.0  # that the boxes of the plan grow
NOTES_FROM: Final = 13.0
MOST_NOTES: Final = 80.0
NOTES_ABOVE: Final = 2.6
NOTES_LINE: Final = 7.5
NEXT_TOP: Final = 9.0  # of the cards on a page after the first
SIZES: Final = (WIDEST, 1.15, 1.1, 1.05, 1.0)


class Wish(NamedTuple):
    """One way to fill a roster: size of cards, full or short traits, small print, compact cards.

    On a tidy page traits, plan and what to take have columns of their own.
    """

    em: float
    full: bool = False
    small: bool = False
    compact: bool = False
    is_tidy: bool = True
    signs_alone: bool = False


def fullest(plan: Callable[[Wish], "Filling"]) -> tuple[float, tuple[RosterPage, ...]]:
    """The pages with the largest type that need one page, else those of the fewest pages.

    Full explanations of traits are worth a little size. Small print, compact cards and signs
    alone are only for a roster that then needs one page, which explains the signs.
    """
    tries = [Wish(em, full=True) for em in SIZES if em >= 1.1]
    tries += [Wish(em) for em in SIZES]
    tries += [Wish(em, small=True) for em in (1.1, 1.05, 1.0)]
    tries += [Wish(1.0, small=small, is_tidy=False) for small in (False, True)]
    tries += [Wish(em, small=True, compact=True) for em in (1.1, 1.05, 1.0)]
    tries += [Wish(1.0, small=True, compact=True, is_tidy=False)]
    signs = product((1.05, 1.0), (False, True))
    tries += [Wish(em, small=small, signs_alone=True) for em, small in signs]
    tries += [Wish(em, small=True, compact=True, signs_alone=True) for em in (1.05, 1.0)]
    tries += [Wish(1.0, small=True, compact=True, is_tidy=False, signs_alone=True)]
    best: tuple[float, tuple[RosterPage, ...]] = (1.0, ())
    for wish in tries:
        pages = plan(wish).pages()
        if len(pages) == 1:
            return wish.em, pages
        is_worse_print = wish.small or wish.signs_alone
        is_better = not best[1] or (len(pages) < len(best[1]) and not is_worse_print)
        if pages and is_better:
            best = (wish.em, pages)
    if not best[1]:
        raise ListError("print.unit-too-large")
    return best


class Filling:
    """The pages that cards and then blocks fill at one size of type."""

    def __init__(
        self,
        cards: Sequence[UnitCard],
        blocks: Sequence[FootBlock],
        em: float,
        columns: tuple[int, float],
        info: tuple[int, float],
        top: float,
        bottom: float,
        gap: float,
        is_tidy: bool,
    ) -> None:
        self.gap, self.em, self.is_tidy = gap, em, is_tidy
        self.cards, self.blocks = cards, blocks
        self.columns, self.info = columns, info
        self.top, self.bottom = top, bottom

    def pages(self) -> tuple[RosterPage, ...]:
        """The pages; () if a card is too large for one."""
        done: list[RosterPage] = []
        cards, blocks = list(self.cards), list(self.blocks)
        top = self.top
        while cards or blocks or not done:
            page, used_cards, used_blocks = self._page(len(done) + 1, cards, blocks, top)
            cards, blocks = cards[used_cards:], blocks[used_blocks:]
            done.append(page)
            top = NEXT_TOP
            if not (used_cards or used_blocks) and (cards or blocks):
                return ()
        return tuple(done)

    def _page(
        self, number: int, cards: Sequence[UnitCard], blocks: Sequence[FootBlock], top: float
    ) -> tuple[RosterPage, int, int]:
        space = self.bottom - top
        all_heights = [card.height * self.em + CARD_BORDERS for card in cards]
        card_count = _fitting(all_heights, self.columns[0], self.gap, space)
        heights = all_heights[:card_count]
        poured = measure.balanced(heights, self.columns[0], self.gap)
        used = _tallest(heights, poured, self.gap)
        above = INFO_ABOVE if heights else 0.0
        has_all_cards = card_count == len(cards)
        left = space - used - above
        info, block_count = self._info(blocks if has_all_cards else (), left, bool(heights))
        info_used = max(map(_height, info), default=0.0)
        last = has_all_cards and block_count == len(blocks)
        slack = left - info_used if block_count else left + above
        lines = [sum(cards[item].line_count for item in column) for column in poured]
        grown, notes = self._shared(slack, min(lines, default=0), last)
        used += grown
        info_y = top + used + above
        end = info_y + info_used
        page = RosterPage(
            number=number,
            cards=self._cards_placed(cards, heights, poured, top, used),
            blocks=self._blocks_placed(info, info_y),
            notes_y=end + NOTES_ABOVE if notes else 0.0,
            notes_height=notes,
            notes_lines=tuple(
                NOTES_LINE * (line + 1) + 1.0 for line in range(1, int((notes - 2.0) // NOTES_LINE))
            ),
        )
        return page, card_count, block_count

    def _shared(self, slack: float, lines: int, last: bool) -> tuple[float, float]:
        """What rows of cards and notes get of the space that is left.

        Boxes to write in grow before gaps do: rows become a little higher, then there are notes,
        and what a page of few cards still has left makes rows higher again.
        """
        most = MOST_ROW * self.em * lines
        if not last:
            return max(0.0, min(slack, most)), 0.0
        easy = min(EASY_ROW * self.em * lines, max(0.0, slack))
        notes = slack - easy - NOTES_ABOVE
        if notes < NOTES_FROM:
            notes = slack - NOTES_ABOVE
            easy = max(0.0, notes - NOTES_FROM)
            if notes < NOTES_FROM:
                return max(0.0, slack), 0.0
            return easy, NOTES_FROM
        if notes > MOST_NOTES:
            more = min(notes - MOST_NOTES, most - easy)
            return easy + more, notes - more
        return easy, notes

    def _info(
        self, blocks: Sequence[FootBlock], space: float, has_cards: bool
    ) -> tuple[list[list[FootBlock]], int]:
        """The columns of blocks that fit in `space`, and how many blocks those are.

        Tidy columns that don't fit below cards move to the next page as a whole.
        """
        own = _own_columns(blocks) if self.is_tidy else []
        if own and max(map(_height, own)) <= space + 1e-6:
            return own, len(blocks)
        if own and has_cards:
            return [], 0
        heights = [block.height for block in blocks]
        count = _fitting(heights, self.info[0], INFO_GAP, space)
        poured = _evened(blocks, measure.balanced(heights[:count], self.info[0], INFO_GAP))
        return _continued(blocks, poured, space), count

    def _cards_placed(
        self,
        cards: Sequence[UnitCard],
        heights: Sequence[float],
        columns: Sequence[Sequence[int]],
        top: float,
        space: float,
    ) -> tuple[Placed, ...]:
        """The cards in their columns, which end at the same height where gaps allow it."""
        placed = []
        for place, column in enumerate(columns):
            gaps = len(column) - 1
            left = space - measure.column_height(heights, column, self.gap)
            # Rows grow before gaps do, so that columns end at the same height.
            lines = sum(cards[item].line_count for item in column)
            most = MOST_SHORT_ROW * self.em
            extra = max(0.0, min(left / lines, most)) if lines else 0.0
            gap = self.gap + min(max(0.0, left - extra * lines) / max(gaps, 1), MOST_GAP)
            x, y = place * (self.columns[1] + GUTTER), top
            for item in column:
                card = cards[item].stretched(extra / self.em)
                height = heights[item] + extra * card.line_count
                placed.append(Placed(x, y, self.columns[1], height, card))
                y += height + gap
        return tuple(placed)

    def _blocks_placed(
        self, columns: Sequence[Sequence[FootBlock]], top: float
    ) -> tuple[Placed, ...]:
        """The blocks in their columns; the plan takes the space beside a longer column."""
        placed = []
        space = max(map(_height, columns), default=0.0)
        for place, column in enumerate(columns):
            x, y = place * (self.info[1] + GUTTER), top
            left = space - _height(column)
            grows = any(block.kind == "plan" for block in column)
            # Traits end with their neighbours where little is missing.
            between = 0.0 if grows else min(left / max(1, len(column) - 1), 2 * INFO_GAP)
            for block in column:
                if block.kind == "plan":
                    block = block.stretched(min(left, MOST_PLAN))
                placed.append(Placed(x, y, self.info[1], block.height, block))
                y += block.height + INFO_GAP + between
        return tuple(placed)


def _own_columns(blocks: Sequence[FootBlock]) -> list[list[FootBlock]]:
    """Traits in two columns, the plan, and all that comes from the box or goes to a friend."""
    traits = [block for block in blocks if block.kind == "trait"]
    plan = [block for block in blocks if block.kind == "plan"]
    rest = [block for block in blocks if block.kind not in ("trait", "plan")]
    if not traits or len(plan) != 1 or not rest:
        return []
    heights = [block.height for block in traits]
    heights[0] -= HEADING
    split = measure.balanced(heights, INFO_COLUMNS - 2, INFO_GAP)
    first, *others = [[traits[item] for item in column] for column in split]
    columns = [first, *([column[0].continued(), *column[1:]] for column in others)]
    columns += [[]] * (INFO_COLUMNS - 2 - len(columns))
    return [*columns, plan, rest]


def _height(column: Sequence[FootBlock]) -> float:
    return sum(block.height for block in column) + INFO_GAP * max(0, len(column) - 1)


def _continued(
    blocks: Sequence[FootBlock], columns: Sequence[Sequence[int]], space: float
) -> list[list[FootBlock]]:
    """The blocks of each column; traits go on at the height of those under their heading."""
    found = []
    for column in columns:
        own = [blocks[item] for item in column]
        if own and own[0].kind == "trait" and not own[0].heading:
            lowered = [own[0].continued(), *own[1:]]
            own = lowered if _height(lowered) <= space else own
        found.append(own)
    return found


def _evened(blocks: Sequence[FootBlock], columns: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """The same columns, those that have traits only being about as high as each other."""
    only = [column for column in columns if all(blocks[item].kind == "trait" for item in column)]
    items = [item for column in only for item in column]
    # A column without the heading begins as far down as one with it.
    heights = [blocks[item].height for item in items]
    if heights:
        heights[0] -= HEADING if blocks[items[0]].heading else 0.0
    even = [
        [items[place] for place in column]
        for column in measure.balanced(heights, max(1, len(only)), INFO_GAP)
    ]
    real = [block.height for block in blocks]
    if _tallest(real, even, INFO_GAP) > _tallest(real, columns, INFO_GAP):
        return list(columns)
    return [*even, *(column for column in columns if column not in only)]


def _tallest(heights: Sequence[float], columns: Sequence[Sequence[int]], gap: float) -> float:
    return max((measure.column_height(heights, column, gap) for column in columns), default=0.0)


def _fitting(heights: Sequence[float], columns: int, gap: float, space: float) -> int:
    """How many items, from the first on, fit in `columns` columns of height `space`."""
    # More than all columns hold together cannot fit, however they are poured.
    most = columns * (space + gap) + 1e-3
    count = sum(height <= most for height in accumulate(each + gap for each in heights))
    while count:
        poured = measure.balanced(heights[:count], columns, gap)
        if len(poured) <= columns and _tallest(heights[:count], poured, gap) <= space + 1e-6:
            return count
        count -= 1
    return 0
