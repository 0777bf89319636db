"""The roster of a list: its page layout, and the same as plain text or Markdown."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from pbbuild.errors import ListError
from pbbuild.page import measure
from pbbuild.page.blocks import (
    BlockScale,
    FootBlock,
    PlanMark,
    plan_block,
    qr_block,
    rows_block,
)
from pbbuild.page.geometry import (
    FIGURES,
    HEADING,
    LEAST_WIDE_COLUMN,
    T2,
    T3,
    T4,
    T5,
    TITLES,
    WRITE_BOX,
    class_of,
    column_count,
    column_width,
)
from pbbuild.page.pictures import Picture, emblem
from pbbuild.page.plain_text import heading_lines, text_line
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.effects import TOKENS
from pbbuild.pocket_battles.catalog.model import Catalog, Trait
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList
from pbbuild.pocket_battles.lists.pack import Pack
from pbbuild.pocket_battles.lists.plan import PLAN_ZONES, planned
from pbbuild.pocket_battles.rules.army import tokens_of
from pbbuild.pocket_battles.rules.units import BORDER_TILES, points_to_win, tokens_of_size
from pbbuild.pocket_battles.screen.exports import Writer, qr_text
from pbbuild.pocket_battles.screen.findings import limit_in_words
from pbbuild.pocket_battles.sheets.troop_icons import trait_block, without_numbers
from pbbuild.pocket_battles.sheets.typeset import typeset
from pbbuild.pocket_battles.sheets.unit_card import (
    ROUNDS,
    WIDEST,
    CardGrid,
    TroopRow,
    UnitCard,
    card_grid,
    mark_of,
    marks_note,
    tally_strip,
    unit_cards,
)
from pbbuild.text.translate import Translator

HEAD: Final = 17.0
TALL_HEAD: Final = 31.0  # with the figures below the title
FIGURE: Final = 17.5
HEAD_BELOW: Final = 2.2
GUTTER: Final = 3.0
ROUND_TRACK: Final = 4.9 + 2 * (WRITE_BOX + 0.6)
TALLY_WORD: Final = T3.line + 0.2
LEGEND: Final = 3.6
CARD_BORDERS: Final = 0.5
INFO_ABOVE: Final = 2.6
INFO_GAP: Final = 0.9
CARD_GAP: Final = 1.8
COMPACT_GAP: Final = 1.0
# Traits, plan, and what to take from the box have columns of their own on a page of so many.
INFO_COLUMNS: Final = 4
LEAST_INFO_COLUMN: Final = 40.0
# How far a row of a card grows, in its own units: before notes get space, and at most.
EASY_ROW: Final = 0.5
MOST_ROW: Final = 2.2
MOST_SHORT_ROW: Final = 3.6  # in a column shorter than its neighbour
MOST_GAP: Final = 14.0  # between the cards of a column shorter than its neighbour
MOST_PLAN: Final = 45.0  # that the boxes of the plan grow
QR_MODULES: Final = 77  # a QR code of about 33 mm
SMALL_QR_MODULES: Final = 69  # in small print, about 30 mm
NOTES_FROM: Final = 13.0
MOST_NOTES: Final = 80.0
NOTES_ABOVE: Final = 2.6
NOTES_LINE: Final = 7.5
SIZES: Final = (WIDEST, 1.15, 1.1, 1.05, 1.0)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the whole army, for the head of the page."""

    value: str
    label: str
    x: float


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A round on the track: who begins it, and the tokens if they are known."""

    number: int
    first: str
    tokens: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A card or block with its place on the page."""

    x: float
    y: float
    width: float
    height: float
    item: UnitCard | FootBlock


@dataclass(frozen=True, slots=True)
class RosterPage:
    """One page; `notes_y` and `notes_height` are 0 where there is no space for notes.

    `notes_lines` is where the lines to write on lie below `notes_y`.
    """

    number: int
    cards: tuple[Placed, ...]
    blocks: tuple[Placed, ...]
    notes_y: float
    notes_height: float
    notes_lines: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong with the list, under the head of the first page."""

    y: float
    height: float
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """A finished roster, which templates only place on the page.

    `em` is the size of the cards' own unit in millimetres of the design.
    """

    title: str
    title_size: float
    subtitle_face: str
    figure_face: str
    emblem: Picture
    army: str
    subtitle: str
    figures: tuple[Figure, ...]
    figure_width: float
    figure_y: float
    head: float
    rounds: tuple[RoundCell, ...]
    rounds_y: float
    rounds_width: float
    rounds_height: float
    token_rule: tuple[str, ...]
    token_rule_x: float
    token_rule_width: float
    tally: Picture
    tally_lines: tuple[str, ...]
    tally_y: float
    tally_lines_y: float
    tally_strip_y: float
    findings: Findings | None
    em: float
    width: float
    height: float
    pages: tuple[RosterPage, ...]
    legend: tuple[str, ...]
    text_legend: str


def traits_used(army_list: ArmyList, catalog: Catalog) -> list[Trait]:
    """The traits that the tiles of the list carry, in the catalog's order."""
    used = {trait for code in army_list.troops for trait in catalog.troops[code].traits}
    return [trait for trait_id, trait in catalog.traits.items() if trait_id in used]


def roster_sheet(
    army_list: ArmyList,
    catalog: Catalog,
    style: Style,
    t: Translator,
    findings: Sequence[str] = (),
    share_code: str = "",
) -> RosterSheet:
    """The roster of a list whose tiles are all in the catalog; it need not be legal."""
    shown = typeset(army_list, style)
    width, height = style.inner_size
    columns = column_count(width, LEAST_WIDE_COLUMN - 4)
    column = column_width(width, columns, GUTTER)
    info_columns = column_count(width, LEAST_INFO_COLUMN)
    tokens = tokens_of(army_list, catalog)
    spent = sum(catalog.troops[code].dp for code in army_list.troops)
    strip = tally_strip(spent, width, style, t)
    narrow = width < 150
    head = TALL_HEAD if narrow else HEAD
    found = _findings(findings, head + HEAD_BELOW, width, t)
    rounds_y = head + HEAD_BELOW + (found.height + 2.0 if found else 0.0)
    rounds_width = width if narrow else width * 0.76
    rule_width = width - rounds_width - 3.0
    token_rule = () if narrow else _token_rule(army_list, catalog, rule_width, t)
    rounds_height = max(ROUND_TRACK, T3.line + T5.line * len(token_rule))
    tally_y = rounds_y + rounds_height + 1.4
    tally_word = 0.0 if narrow else measure.width(t("roster.points-lost"), T3.font, T3.size) + 4.0
    tally_lines = measure.wrapped(
        t("roster.tally", count=points_to_win(spent)), T5.font, width - tally_word, T5.size
    )
    # A sentence too long for the line of the heading stands below it.
    tally_lines_y = tally_y + (TALLY_WORD if narrow else 0.9)
    strip_y = max(tally_y + TALLY_WORD, tally_lines_y + T5.line * len(tally_lines)) + 0.4
    top = strip_y + strip.height + 2.8
    legend = measure.foot_lines(_legend(army_list, catalog, t, points=False), width)
    bottom = height - measure.foot_height(legend) - 0.6

    info = column_width(width, info_columns, GUTTER)
    filled_units = [unit for unit in shown.units if unit.troops]

    @cache
    def blocks(full: bool, scale: BlockScale) -> list[FootBlock]:
        return _blocks(army_list, catalog, info, style, t, share_code, full, scale)

    @cache
    def grid(em: float, compact: bool, signs_alone: bool) -> CardGrid:
        return card_grid(filled_units, catalog, column / em, style, t, compact, signs_alone)

    @cache
    def cards(em: float, compact: bool, signs_alone: bool) -> list[UnitCard]:
        space = (bottom - top - CARD_BORDERS) / em
        return [
            card
            for number, unit in enumerate(shown.units, start=1)
            if unit.troops
            for card in unit_cards(
                number,
                unit,
                catalog,
                grid(em, compact and len(unit.troops) == 1, signs_alone),
                style,
                t,
                compact,
                space,
            )
        ]

    def plan(wish: "_Wish") -> "_Plan":
        return _Plan(
            cards(wish.em, wish.compact, wish.signs_alone),
            blocks(wish.full, BlockScale(wish.em, wish.small)),
            wish.em,
            (columns, column),
            (info_columns, info),
            top,
            bottom,
            COMPACT_GAP if wish.compact else CARD_GAP,
            wish.is_tidy and info_columns == INFO_COLUMNS,
        )

    em, pages = _fullest(plan)
    army = catalog.armies.get(army_list.army)
    army_name = army.name.in_language(style.language) if army else army_list.army
    figure_step = min(FIGURE, (width - 3.4) / 5) if narrow else FIGURE
    title_space = width - 20 - (0 if narrow else 5 * FIGURE)
    title_face = measure.fitted_face(shown.name, title_space, TITLES)
    subtitle = t("roster.subtitle", army=army_name, edition=_edition(army_list, catalog, style))
    subtitle_face = measure.fitted_face(subtitle, title_space, (T3, T5))
    figures = _figures(army_list, spent, tokens, width - 1.6 - 5 * figure_step, figure_step, t)
    # All numbers of the head are as large as the widest of them allows.
    longest = max((figure.value for figure in figures), key=len)
    figure_face = measure.fitted_face(longest, figure_step - 2.5, FIGURES)
    return RosterSheet(
        title=measure.shortened(shown.name, title_face.font, title_space, title_face.size),
        title_size=title_face.size,
        subtitle_face=class_of(subtitle_face),
        figure_face=class_of(figure_face),
        emblem=emblem(
            army.theme if army else "neutral",
            10.6,
            army_name,
            style.colours["band-ink"],
            style.colours["band"],
        ),
        army=army_name,
        subtitle=measure.shortened(subtitle, subtitle_face.font, title_space, subtitle_face.size),
        figures=figures,
        figure_width=figure_step - 0.9,
        figure_y=16.6 if narrow else 2.1,
        head=head,
        rounds=tuple(
            RoundCell(
                number,
                t("roster.first-short" if narrow else "roster.first", player=2 - number % 2),
                str(tokens) if number == 1 else "",
            )
            for number in range(1, ROUNDS + 1)
        ),
        rounds_y=rounds_y,
        rounds_width=rounds_width,
        rounds_height=rounds_height,
        token_rule=token_rule,
        token_rule_x=width - rule_width,
        token_rule_width=rule_width,
        tally=strip,
        tally_lines=tuple(tally_lines),
        tally_y=tally_y,
        tally_lines_y=tally_lines_y,
        tally_strip_y=strip_y,
        findings=found,
        em=em,
        width=width,
        height=height,
        pages=pages,
        legend=legend,
        text_legend=_legend(army_list, catalog, t, points=True),
    )


class _Wish(NamedTuple):
    """One way to fill a roster: size of cards, full or short traits, small print, compact cards.

    On a tidy page traits, plan and what to take have columns of their own.
    """

    em: float
    full: bool = False
    small: bool = False
    compact: bool = False
    is_tidy: bool = True
    signs_alone: bool = False


def _fullest(plan: Callable[[_Wish], "_Plan"]) -> tuple[float, tuple[RosterPage, ...]]:
    """The pages with the largest type that need one page, else those of the fewest pages.

    Full explanations of traits are worth a little size. Small print, compact cards and signs
    alone are only for a roster that then needs one page, which explains the signs.
    """
    tries = [_Wish(em, full=True) for em in SIZES if em >= 1.1]
    tries += [_Wish(em) for em in SIZES]
    tries += [_Wish(em, small=True) for em in (1.1, 1.05, 1.0)]
    tries += [_Wish(1.0, small=small, is_tidy=False) for small in (False, True)]
    tries += [_Wish(em, small=True, compact=True) for em in (1.1, 1.05, 1.0)]
    tries += [_Wish(1.0, small=True, compact=True, is_tidy=False)]
    signs = product((1.05, 1.0), (False, True))
    tries += [_Wish(em, small=small, signs_alone=True) for em, small in signs]
    tries += [_Wish(em, small=True, compact=True, signs_alone=True) for em in (1.05, 1.0)]
    tries += [_Wish(1.0, small=True, compact=True, is_tidy=False, signs_alone=True)]
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


class _Plan:
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
            top = 9.0
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


def _token_rule(
    army_list: ArmyList, catalog: Catalog, width: float, t: Translator
) -> tuple[str, ...]:
    """Where the tokens of a round come from: size, living Leaders, wounds. PB-1.3, PB-4.6."""
    leaders = [
        catalog.troops[code].name
        for code in army_list.troops
        if any(
            effect.kind == TOKENS
            for trait in catalog.troops[code].traits
            for effect in catalog.traits[trait].effects
        )
    ]
    sentences = [
        t("roster.tokens-size", tokens=tokens_of_size(army_list.points), size=army_list.points)
    ]
    if leaders:
        sentences.append(t("roster.tokens-leaders", names=leaders))
    sentences.append(t("roster.tokens-wounds"))
    return tuple(
        line
        for sentence in sentences
        for line in measure.limited_lines(sentence, T5.font, width, T5.size, 2)
    )


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
    count = len(heights)
    while count:
        poured = measure.balanced(heights[:count], columns, gap)
        if len(poured) <= columns and _tallest(heights[:count], poured, gap) <= space + 1e-6:
            return count
        count -= 1
    return 0


def _figures(
    army_list: ArmyList, spent: int, tokens: int, left: float, step: float, t: Translator
) -> tuple[Figure, ...]:
    units, tiles = len(army_list.units), len(army_list.troops)
    figures = (
        (str(spent), t("roster.points", size=army_list.points)),
        (str(units), t("roster.units", count=units)),
        (str(tiles), t("roster.tiles", count=tiles)),
        (str(tokens), t("roster.tokens", count=tokens)),
        (str(points_to_win(spent)), t("roster.half")),
    )
    return tuple(
        Figure(value, label, left + step * place) for place, (value, label) in enumerate(figures)
    )


def _edition(army_list: ArmyList, catalog: Catalog, style: Style) -> str:
    edition = catalog.editions.get(army_list.edition)
    return edition.name.in_language(style.language) if edition else army_list.edition


def _findings(lines: Sequence[str], y: float, width: float, t: Translator) -> Findings | None:
    if not lines:
        return None
    wrapped = [
        part
        for line in lines[:6]
        for part in measure.limited_lines(line, T4.font, width - 8, T4.size, 2)
    ]
    if len(lines) > 6:
        wrapped.append(t("roster.more-findings", count=len(lines) - 6))
    return Findings(
        y=y,
        height=T3.line + 2.4 + T4.line * len(wrapped),
        title=t("roster.not-legal"),
        lines=tuple(wrapped),
    )


def _blocks(
    army_list: ArmyList,
    catalog: Catalog,
    column: float,
    style: Style,
    t: Translator,
    share_code: str,
    full: bool,
    scale: BlockScale,
) -> list[FootBlock]:
    used = without_numbers(traits_used(army_list, catalog))
    blocks = [
        trait_block(trait, column, style, full, t("roster.traits") if place == 0 else "", scale)
        for place, trait in enumerate(used)
    ]
    note = typeset(army_list, style).note
    hint = t("roster.plan-hint")
    beside = column - measure.width(t("roster.plan"), T2.font, T2.size) - 2.0
    if measure.width(hint, T5.font, T5.size) > beside:
        hint = ""
    blocks.append(plan_block(t("roster.plan"), hint, note, column, _plan(army_list), scale))
    blocks.append(rows_block(t("roster.pull"), _pull_rows(army_list, catalog, t), column, scale))
    if army_list.pack:
        rows = _pack_rows(army_list.pack, catalog, t)
        blocks.append(rows_block(t("pack.roster"), rows, column, scale))
    if share_code:
        size = 20.0 if scale.is_small or style.ink == "saver" else 25.0
        modules = SMALL_QR_MODULES if scale.is_small else QR_MODULES
        text = qr_text(Writer(army_list, catalog, t), modules) or share_code
        blocks.append(qr_block(t("roster.share"), share_code, text, column, size, t, scale))
    return blocks


_Row = list[tuple[str, str]]


def _pack_rows(pack: Pack, catalog: Catalog, t: Translator) -> list[_Row]:
    """The name of a tournament pack, its house rules, then its limits."""
    rows: list[_Row] = [[("text", pack.name)]]
    rows += [
        [
            ("value", "•"),
            ("text", t("check.mixed-armies") if rule.id == MIXED_ARMIES else rule.text or rule.id),
        ]
        for rule in pack.waivers
    ]
    rows += [
        [
            ("value", f"≤\u00a0{limit.most}"),
            ("text", limit_in_words(f"{limit.subject} {limit.name}", catalog, t)),
        ]
        for limit in pack.limits
    ]
    return rows


def _plan(army_list: ArmyList) -> tuple[tuple[PlanMark, ...], ...]:
    """The units of each zone of the plan, front row first."""
    zones = planned(army_list.units)
    return tuple(
        tuple(PlanMark(one.number, str(one.order or "")) for one in zones.get(zone, ()))
        for zone in PLAN_ZONES
    )


def _pull_rows(army_list: ArmyList, catalog: Catalog, t: Translator) -> list[_Row]:
    """What each thing from the box is for: tiles army by army, tokens, tiles for the borders."""
    by_prefix: dict[str, list[str]] = {}
    for code in sorted(army_list.troops):
        by_prefix.setdefault(code[:3], []).append(code[3:] or code)
    tiles = [f"{prefix}\u00a0{' '.join(codes)}" for prefix, codes in by_prefix.items()]
    rows: list[_Row] = [
        [("label", t("roster.pull-tiles")), ("value", " ".join(tiles))],
        [
            ("label", t("roster.pull-tokens")),
            ("value", str(tokens_of(army_list, catalog))),
        ],
    ]
    army = catalog.armies.get(army_list.army)
    taken = set(army_list.troops)
    spare = [troop.code for troop in army.troops if troop.code not in taken] if army else []
    if spare:
        shown = [code if len(by_prefix) > 1 else code[3:] for code in spare[-BORDER_TILES:]]
        rows.append(
            [
                ("label", t("roster.pull-borders")),
                ("value", " ".join(shown)),
                ("text", t("roster.pull-any")),
            ]
        )
    return rows


def _legend(army_list: ArmyList, catalog: Catalog, t: Translator, *, points: bool) -> str:
    """What signs and marks mean; `points` for text that marks the points of tiles too."""
    troops = [catalog.troops[code] for code in army_list.troops]
    is_marked = any(mark_of(troop) or (points and mark_of(troop, ("dp",))) for troop in troops)
    return " · ".join([t("roster.legend"), *([marks_note(t)] if is_marked else [])])


def roster_lines(sheet: RosterSheet, t: Translator, markdown: bool) -> Iterator[str]:
    """The lines of a roster as plain text, or as Markdown."""
    yield from heading_lines(sheet.title, 1, markdown)
    figures = " · ".join(f"{figure.value} {figure.label}" for figure in sheet.figures)
    yield text_line(f"{sheet.subtitle} · {figures}", markdown)
    if sheet.findings:
        yield from heading_lines(sheet.findings.title, 2, markdown)
        yield from (text_line(line, markdown) for line in sheet.findings.lines)
    for page in sheet.pages:
        for placed in page.cards:
            assert isinstance(placed.item, UnitCard)
            yield from _unit_lines(placed.item, t, markdown)
    for page in sheet.pages:
        for placed in page.blocks:
            block = placed.item
            assert not isinstance(block, UnitCard)
            if block.heading:
                yield from heading_lines(block.heading, 2, markdown)
            bullet = "- " if markdown else "  "
            if block.kind == "trait":
                title = f"**{text_line(block.title, True)}**" if markdown else block.title
                yield f"{bullet}{title} ({block.clause}): {text_line(block.text, markdown)}"
            else:
                for line in block.lines:
                    yield f"{bullet}{text_line(line.words, markdown)}"
    yield ""
    yield text_line(sheet.text_legend, markdown)


def _unit_lines(card: UnitCard, t: Translator, markdown: bool) -> Iterator[str]:
    yield from heading_lines(
        f"{card.number}. {card.title} · {card.dp} {t('roster.dp')}", 3, markdown
    )
    for row in card.rows:
        bullet = "- " if markdown else "    "
        yield bullet + text_line(" · ".join(_troop_values(row, t)), markdown)
    for hits in card.hits:
        mean = t("roster.mean", mean=hits.mean)
        words = f"{hits.label} · {hits.strip.alt} · {mean}"
        yield ("- " if markdown else "    ") + text_line(words, markdown)


def _troop_values(row: TroopRow, t: Translator) -> Iterator[str]:
    yield f"{row.code} {row.full_name}{row.mark}"
    yield f"{row.dp}{row.dp_mark} {t('roster.dp')}"
    yield f"{t('roster.fv')} {row.fv}"
    yield row.boxes.alt
    if row.dice:
        yield row.dice.alt
    if row.trait_names:
        yield row.trait_names
