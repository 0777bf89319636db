"""The book of rules of Pocket General: every clause once, beside the picture it speaks of."""

import re
from collections.abc import Sequence
from typing import Final

from pbbuild.base.provenance import RULING_MARK, paper_mark
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GROWN_PRINTS,
    AidBlock,
    PlacedBlock,
    TextSizes,
    icon_block,
    steps,
    text_block,
    words_block,
)
from pbbuild.page.aid_columns import GridCell, bands_on_page, sections_on_pages
from pbbuild.page.aid_sheet import (
    SLIM_TOP,
    TOP,
    AidPage,
    AidSheet,
    block_marks,
    fitted_head,
)
from pbbuild.page.pictures import icon
from pbbuild.page.style import Style
from pbbuild.play.clauses import load_rules
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.sheets.leaf import SIDES, WIDE, GeneralLeaf
from pbbuild.text.translate import Translator

PAGES: Final = ("setup", "combat")
SENTENCE: Final = re.compile(r"(?<=[.]) (?=[A-ZÈ0-9])")
# Clauses that begin with things done in order, and how many.
STEPS_OF: Final = {"PG-3": 7}


class GeneralBook(GeneralLeaf):
    """The sections of the book at one size of type."""

    def _clause(self, name: str, words: TextSizes) -> list[AidBlock]:
        """A clause, a paragraph for each sentence; one with a ruling of ours has a dagger."""
        rule = load_rules()[name]
        title = rule.heading.in_language(self.language) + (RULING_MARK if rule.ruling else "")
        first, *rest = SENTENCE.split(rule.text.in_language(self.language))
        count = STEPS_OF.get(name, 0)
        if count:
            head = text_block(title, "", rule.id, self.column, words=words)
            done = steps([first, *rest[: count - 1]], self.column, words)
            after = [words_block(text, self.column, words) for text in rest[count - 1 :]]
            return [head, *done, *after]
        head = text_block(title, first, rule.id, self.column, words=words)
        return [head, *(words_block(text, self.column, words) for text in rest)]

    def _clauses(self, key: str, words: TextSizes, *names: str) -> list[AidBlock]:
        found = [block for name in names for block in self._clause(name, words)]
        return self._titled(key, found)

    def _titled(self, key: str, blocks: list[AidBlock]) -> list[AidBlock]:
        return [blocks[0].under(self.t(f"pocket-general.book-{key}")), *blocks[1:]]

    def pages(self, words: TextSizes) -> list[list[list[GridCell]]]:
        """The bands of both pages."""
        pieces = self.lead(words) or list(self._pieces(self.column, 2, words))
        setup = [self._table(words), *self._clause("PG-2", words)]
        turn = [*self._clause("PG-3", words), self._squares(words)]
        turn += [*self._clause("PG-4", words), *self._clause("PG-3.1", words)]
        recruits = self._headed("recruit", [self._recruits(words)])
        fought = self._clauses("combat", words, "PG-5")
        combat = GridCell(1, (*fought, *self._misread((1, 2, 3, 4), words)))
        return [
            [
                [GridCell(WIDE, tuple(pieces))],
                [
                    GridCell(
                        1,
                        (
                            *self._clauses("units", words, "PG-1.1", "PG-1.2", "PG-1.3"),
                            *recruits,
                        ),
                    ),
                    GridCell(
                        1,
                        (*self._titled("setup", setup), *self._titled("pool", self._pool(words))),
                    ),
                    GridCell(1, tuple(self._titled("turn", turn))),
                ],
            ],
            [
                [combat, GridCell(2, tuple(self._units(words, combat.height)))],
                [
                    GridCell(1, (*self._example(words), *self._titled("late", [self._map(words)]))),
                    GridCell(
                        1,
                        (
                            *self._clauses("theaters", words, "PG-6"),
                            *self._pairs((5,), words),
                        ),
                    ),
                    GridCell(
                        1,
                        (
                            *self._titled(
                                "campaign", [*self._clause("PG-7", words), self._campaign(words)]
                            ),
                            *self._clauses("open", words, "PG-8"),
                        ),
                    ),
                ],
            ],
        ]

    def _beside_picture(
        self, key: str, picture: AidBlock, blocks: Sequence[AidBlock]
    ) -> list[AidBlock]:
        """In the book a picture stands above its words."""
        return self._headed(key, [picture, *blocks])

    def _misread(self, numbers: Sequence[int], words: TextSizes) -> list[AidBlock]:
        return self._headed("misread", list(self._pairs(numbers, words)))

    def _pool(self, words: TextSizes) -> list[AidBlock]:
        """The locations of the pool by terrain, and the edges they fit."""
        found = []
        for terrain in self.catalog.terrains.values():
            names = [
                place.name.in_language(self.language) + paper_mark(place.provenance)
                for place in self.catalog.locations
                if place.terrain == terrain.id
            ]
            colours = [
                self.catalog.colours[one].in_language(self.language) for one in terrain.colours
            ]
            name = terrain.name.in_language(self.language)
            title = self.t("pocket-general.aid-terrain", terrain=name, colours=" / ".join(colours))
            sign = icon(f"terrain-{terrain.id}", 5.0, name)
            found.append(icon_block(sign, title, ", ".join(names), "", self.column, words))
        return found


def book_sheet(catalog: GeneralCatalog, style: Style, t: Translator) -> AidSheet:
    """The book of rules, in the largest type that fits one leaf."""
    book = GeneralBook(catalog, list(catalog.nations.values()), style, t)
    foot = measure.foot_lines(t("pocket-general.book-foot"), book.width)
    bottom = book.height - measure.foot_height(foot)
    found = next(filter(None, (_leaf(book, words, bottom) for words in GROWN_PRINTS)), [])
    if not found:
        book.is_wide = False
        words = GROWN_PRINTS[-1]
        bands = [band for page in book.pages(words) for band in page]
        blocks = [block for band in bands for cell in band for block in cell.blocks]
        found = sections_on_pages(blocks, book.width, bottom, book.columns, SLIM_TOP, TOP, SIDES)
    title = t("pocket-general.book-title")
    colours = style.colours
    mark = icon("unit-tanks", 8.0, title, colours["band-ink"], colours["band"])
    name = catalog.name.in_language(style.language)
    pages = []
    for number, page in enumerate(found):
        kicker = name
        if len(found) == len(PAGES):
            kicker = f"{name} · {t(f'pocket-general.book-page-{PAGES[number]}', page=number + 1)}"
        is_slim = number > 0
        shown, size, beside = fitted_head(title, kicker, book.width, is_slim)
        pages.append(AidPage(shown, beside, mark, tuple(page), foot, number == 0, size, is_slim))
    title = t("pocket-general.aid-title")
    return AidSheet(title, book.width, book.height, block_marks(t), tuple(pages))


def _leaf(book: GeneralBook, words: TextSizes, bottom: float) -> list[list[PlacedBlock]]:
    """Both pages at one size of type; [] if one is too full or the paper too narrow."""
    if not book.is_wide:
        return []
    found = []
    for number, bands in enumerate(book.pages(words)):
        top = SLIM_TOP if number else TOP
        page = bands_on_page(bands, book.width, top, bottom, WIDE)
        if page is None:
            return []
        found.append(page)
    return found
