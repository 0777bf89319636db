"""The pocket aid: one sheet that folds in four, each page with one subject of the reference."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GROWN_PRINTS,
    AidBlock,
    PlacedBlock,
    TextSizes,
    drawn_block,
    group_block,
    icon_block,
    label_block,
    moved,
    pictures_block,
    stacked,
    steps,
    words_block,
)
from pbbuild.page.aid_columns import BAND_GAP, GridCell, bands_on_page, sections_on_pages
from pbbuild.page.aid_sheet import block_marks, fitted_kicker
from pbbuild.page.geometry import (
    FOOT_LINE,
    GUTTER,
    HEADING,
    PANEL_HEAD,
    PANEL_MARGIN,
    T2,
    T4,
    T5,
    column_width,
)
from pbbuild.page.pictures import Picture, icon
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.effects import REDEPLOYS_AND_ACTS
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Edition
from pbbuild.pocket_battles.sheets.aid_fields import CASES, Case
from pbbuild.pocket_battles.sheets.aids import at_least_table
from pbbuild.pocket_battles.sheets.leaf_pictures import group_picture
from pbbuild.pocket_battles.sheets.manual.leaf import LeafBlocks
from pbbuild.pocket_battles.sheets.manual.leaf_parts import rules_name, trait_mark
from pbbuild.pocket_battles.sheets.manual.second_side import ACTIONS
from pbbuild.text.translate import Translator

COLUMNS: Final = 2
LEAST_COLUMN: Final = 40.0
TOP: Final = PANEL_HEAD + 2.2
SUBJECTS: Final = ("turn", "actions", "targets", "traits")
# How much a page holds: traits as large as captions, then as sentences; mistakes, the pictures of
# traits, odds.
CAPTIONS, BARE, WITH_MISTAKES, WITH_TRAITS, WITH_ODDS = range(5)
ROLLED: Final = (1, 2, 3, 4, 5, 6)
# The steps of a fight, and those that have fewer words here.
FIGHT: Final = (1, 2, 3, 4, 5)
SHORT: Final = (2, 3, 5)
BETWEEN: Final = (BAND_GAP, 2.0, 3.0, 4.0, 5.0)  # actions, and traits, below each other
_ACROSS: Final = 3  # pictures of targets beside each other
SMALL_FIELD: Final = 0.8  # their width, as part of their column, where a page is short of room
# Front, inside left, inside right, back: column, row and turn on the unfolded sheet.
_PLACES: Final = ((1, 1, False), (1, 0, True), (0, 0, True), (0, 1, False))


@dataclass(frozen=True, slots=True)
class Panel:
    """A quarter of a sheet, in real millimetres; the upper ones are upside down."""

    x: float
    y: float
    width: float
    height: float
    turned: bool
    title: str
    kicker: str
    number: int
    foot: str
    blocks: tuple[PlacedBlock, ...]


@dataclass(frozen=True, slots=True)
class PocketSheet:
    """Sheets of four panels, to be folded in four with the first panel in front."""

    title: str
    marks: Mapping[str, Picture]
    pages: tuple[tuple[Panel, ...], ...]


class PocketBlocks(LeafBlocks):
    """The sections of the reference for the pages of a pocket aid, `width` millimetres wide."""

    def __init__(
        self,
        edition: Edition,
        armies: Sequence[Army],
        catalog: Catalog,
        style: Style,
        t: Translator,
        width: float,
    ) -> None:
        super().__init__(edition, armies, catalog, style, t)
        self.width = width
        self.columns = COLUMNS if column_width(width, COLUMNS) >= LEAST_COLUMN else 1
        self.column = column_width(width, self.columns)
        self.is_wide = False
        self.detail = WITH_ODDS
        self.between = BAND_GAP
        self.has_one_head = True

    def bands(self, words: TextSizes) -> list[list[list[GridCell]]]:
        """The bands of each page."""
        turn, end = self._turn(words), self._end(words)
        costs = self._costs(words, "pocket.costs-text")
        win = self._win(words, "pocket.win-text")
        tokens = self._tokens(words) if self.detail >= WITH_MISTAKES else ()
        across = self.columns
        odds = [[GridCell(across, (self._odds(words),))]] if self.detail >= WITH_ODDS else []
        return [
            [[GridCell(1, (*turn, *end)), GridCell(1, (*costs, *tokens, *win))]],
            [self._under_one_head(self._short_actions(words)), self._reactions(words)],
            [
                [GridCell(across, self._targets(words))],
                [GridCell(1, self._short_fight(words)), GridCell(1, self._short_several(words))],
            ],
            [self._wide_wounds(words), self._under_one_head(self._trait_lines(words)), *odds],
        ]

    def _under_one_head(self, blocks: Sequence[AidBlock]) -> list[GridCell]:
        """Blocks in even columns under the heading of the first, as wide as the page."""
        if self.columns == 1:
            return [GridCell(1, tuple(blocks))]
        if not self.has_one_head:
            return [GridCell(self.columns, tuple(blocks), poured=True)]
        heading = blocks[0].heading
        plain = replace(blocks[0], heading="", height=blocks[0].height - HEADING)
        group = self._in_columns([plain, *blocks[1:]], self.between)
        return [GridCell(self.columns, (group.under(heading),))]

    def _wide_wounds(self, words: TextSizes) -> list[GridCell]:
        """What a hit does, as wide as the page."""
        column, self.column = self.column, self.width if self.columns > 1 else self.column
        blocks = self._wounds(words)
        self.column = column
        return [GridCell(self.columns, blocks)]

    def _turn(self, words: TextSizes) -> tuple[AidBlock, ...]:
        t = self.t
        first = t("pocket.turn-1" if self._has(REDEPLOYS_AND_ACTS) else "pocket.turn-1-plain")
        blocks = [
            words_block(t("pocket.round-text"), self.column, words),
            label_block(t("leaf.turn"), self.column, words),
            *steps([first, t("pocket.turn-2")], self.column, words),
            words_block(t("pocket.no-token"), self.column, words),
        ]
        return tuple(self._headed("round", blocks))

    def _end(self, words: TextSizes) -> tuple[AidBlock, ...]:
        texts = [self.t(f"pocket.end-{place}", leader=self.leader) for place in (1, 2, 3)]
        blocks = list(steps(texts, self.column, words))
        return (blocks[0].under(self.t("pocket.end")), *blocks[1:])

    def _short_actions(self, words: TextSizes) -> tuple[AidBlock, ...]:
        """Each action with its sign, who takes it and what happens."""
        t = self.t
        accent = self.style.colours["accent"]
        blocks = [
            icon_block(
                icon(name, 4.8, t(f"leaf.act-{name}"), accent),
                t(f"leaf.act-{name}"),
                t(f"leaf.act-{name}-text") if name == "pass" else self._act(name),
                "",
                self.column,
                words,
            )
            for name in ACTIONS
        ]
        return (blocks[0].under(t("leaf.actions")), *blocks[1:])

    def _reactions(self, words: TextSizes) -> list[GridCell]:
        """When the enemy may react, and beside it what each reaction does."""
        options = list(steps(self._texts("react", 3), self.column, words, "option"))
        lead = words_block(self.t("pocket.react-lead"), self.column, words)
        return self._across_columns("react", [lead], options)

    def _across_columns(
        self, key: str, left: Sequence[AidBlock], right: Sequence[AidBlock]
    ) -> list[GridCell]:
        """Blocks under a heading as wide as the page, in two columns where it has two."""
        if self.columns == 1:
            return [GridCell(1, tuple(self._headed(key, [*left, *right])))]
        beside = moved(stacked(right, self.column), self.column + GUTTER)
        group = group_block([*stacked(left, self.column), *beside])
        return [GridCell(COLUMNS, (group.under(self.t(f"leaf.{key}")),))]

    def _short_several(self, words: TextSizes) -> tuple[AidBlock, ...]:
        texts = [self.t(f"pocket.several-{place}") for place in (1, 2, 3)]
        blocks = [words_block(text, self.column, words) for text in texts]
        shot = drawn_block(group_picture(self.column, self.style, self.t))
        return tuple(self._headed("several", [*blocks, shot]))

    def _short_fight(self, words: TextSizes) -> tuple[AidBlock, ...]:
        texts = [
            self.t(f"{'pocket' if place in SHORT else 'leaf'}.fight-{place}") for place in FIGHT
        ]
        blocks = [*steps(texts, self.column, words), self._example(words)]
        return tuple(self._headed("fight", blocks))

    def _targets(self, words: TextSizes) -> tuple[AidBlock, ...]:
        """The pictures of targets: charges above shots."""
        wide = self.width if self.columns > 1 else self.column
        plain = [case for case in CASES if not case.trait]
        charge = [case for case in plain if case.action == "charge"]
        shoot = [case for case in plain if case.action == "shoot"][:_ACROSS]
        across = self._across
        rows = [
            self._row(cases[at : at + across], wide, words)
            for cases in (charge, shoot)
            for at in range(0, len(cases), across)
        ]
        if self.detail >= WITH_TRAITS:
            known = {trait.id for trait in self.traits}
            special = [case for case in CASES if case.trait and case.trait in known]
            rows += [
                self._row(special[at : at + across], wide, words)
                for at in range(0, len(special), across)
            ]
        key = label_block(self.t("pocket.who-key"), wide, words)
        return (key.under(self.t("leaf.who")), *rows)

    @property
    def _across(self) -> int:
        """How many pictures of targets stand beside each other."""
        return _ACROSS if self.columns > 1 else 2 if self.column >= 50.0 else 1

    def _row(self, cases: Sequence[Case], wide: float, words: TextSizes) -> AidBlock:
        across = self._across
        each = column_width(wide, across, 3.0)
        captions = [f"**{self._title(case)}**\n{self._caption(case)}" for case in cases]
        shown = [self._field(case) for case in cases]
        part = SMALL_FIELD if self.detail == CAPTIONS else 1.0
        whole = each * len(cases) + 3.0 * (len(cases) - 1)
        return pictures_block(shown, captions, whole, words, part=part)

    def _pairs(self, numbers: Sequence[int], words: TextSizes) -> Iterator[AidBlock]:
        if self.detail < WITH_MISTAKES:
            return
        if self.columns == 1 or self.column < self.width:
            yield from super()._pairs(numbers, words)
            return
        half = column_width(self.width, COLUMNS)
        for number in numbers:
            parts = [
                PlacedBlock(
                    place * (half + GUTTER),
                    0.0,
                    half,
                    words_block(self.t(f"leaf.{kind}-{number}"), half, words, kind=kind),
                )
                for place, kind in enumerate(("wrong", "right"))
            ]
            yield group_block(parts)

    def _trait_lines(self, words: TextSizes) -> list[AidBlock]:
        armies = self.armies
        if self.detail == CAPTIONS:
            # Without the names of the armies that alone have a trait.
            words, self.armies = TextSizes(words.label / T4.size), ()
        blocks = list(self._trait_blocks(words))
        self.armies = armies
        return self._headed("traits", blocks)

    def _odds(self, words: TextSizes) -> AidBlock:
        """The chances of one hit and of two, beside each other or below."""
        wide = self.width if self.columns > 1 else self.column
        lead = words_block(self.t("pocket.odds-how"), wide, words)
        tables = [at_least_table(count, self.column, self.t, words, ROLLED) for count in (1, 2)]
        parts = [PlacedBlock(0.0, 0.0, wide, lead)]
        y = lead.height + 1.0
        for place, table in enumerate(tables):
            x = place * (self.column + GUTTER) if self.columns > 1 else 0.0
            parts.append(PlacedBlock(x, y, self.column, table))
            y += 0.0 if self.columns > 1 else table.height + 1.0
        return group_block(parts).under(self.t("pocket.odds"))


def pocket_sheet(
    edition: Edition, armies: Sequence[Army], catalog: Catalog, style: Style, t: Translator
) -> PocketSheet:
    """The pocket aid of one edition and its armies, in the largest type that fits one sheet."""
    width, height = style.page
    panel = (width / 2, height / 2)
    space = tuple((side - 2 * PANEL_MARGIN) / style.scale for side in panel)
    aid = PocketBlocks(edition, armies, catalog, style, t, space[0])
    name = rules_name(edition, armies, style.language, t)
    star = t("leaf.foot-trait") if any(map(trait_mark, aid.traits)) else ""
    foot = " · ".join(filter(None, (t("pocket.foot"), star)))
    if star and measure.width(foot, measure.LABEL, T5.size) > space[0]:
        foot = t("pocket.foot-short")
    found = _fitted(aid, space[1])
    subjects = [t(f"pocket.{subject}") for subject in SUBJECTS]
    if not found:
        # Small paper takes as many pages as each subject needs.
        aid.detail = WITH_TRAITS
        found, of = [], []
        for subject, bands in zip(subjects, aid.bands(GROWN_PRINTS[-1]), strict=True):
            sections = [block for band in bands for cell in band for block in cell.blocks]
            own = sections_on_pages(sections, space[0], space[1] - FOOT_LINE, aid.columns, TOP)
            found += own
            of += [subject] * len(own)
        subjects = of
    pages = []
    for start in range(0, len(found), 4):
        panels = []
        for offset, own_blocks in enumerate(found[start : start + 4]):
            column, row, turned = _PLACES[offset]
            title = subjects[start + offset]
            left = space[0] - 12.5
            shown = measure.shortened(title, measure.TITLE, left, T2.size)
            beside = left - measure.width(shown, measure.TITLE, T2.size) - 3.0
            is_cover = start + offset == 0
            kicker = fitted_kicker(name, beside, T5)
            panels.append(
                Panel(
                    x=column * panel[0] + PANEL_MARGIN,
                    y=row * panel[1] + PANEL_MARGIN,
                    width=panel[0] - 2 * PANEL_MARGIN,
                    height=panel[1] - 2 * PANEL_MARGIN,
                    turned=turned,
                    title=shown,
                    kicker=kicker if is_cover else "",
                    number=start + offset + 1,
                    foot=foot if start + offset == len(found) - 1 else "",
                    blocks=tuple(own_blocks),
                )
            )
        pages.append(tuple(panels))
    return PocketSheet(t("aid.pocket-title", edition=name), block_marks(t), tuple(pages))


def _fitted(aid: PocketBlocks, bottom: float) -> list[list[PlacedBlock]]:
    """The four pages in the largest type in which all of them fit; [] if there is none."""
    if aid.columns < COLUMNS:
        return []
    for least in (WITH_MISTAKES, BARE, CAPTIONS):
        for words in GROWN_PRINTS:
            pages = [_fullest(aid, place, words, least, bottom) for place in range(4)]
            made = [page for page in pages if page is not None]
            if len(made) == len(pages):
                return made
    return []


def _fullest(
    aid: PocketBlocks, place: int, words: TextSizes, least: int, bottom: float
) -> list[PlacedBlock] | None:
    """A page with as much as fits, None if it can't hold the least."""
    end = bottom - FOOT_LINE * (place == len(SUBJECTS) - 1)
    for aid.detail in range(WITH_ODDS, least - 1, -1):
        found = None
        for aid.between in BETWEEN:
            page = bands_on_page(aid.bands(words)[place], aid.width, TOP, end, aid.columns)
            if page is None:
                break
            found = page
        aid.between = BAND_GAP
        if found is None:
            # A heading above one column alone leaves more room to the other.
            aid.has_one_head = False
            found = bands_on_page(aid.bands(words)[place], aid.width, TOP, end, aid.columns)
            aid.has_one_head = True
        if found is not None:
            return found
    return None
