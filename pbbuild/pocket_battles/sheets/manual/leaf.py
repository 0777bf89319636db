"""The quick reference: one leaf with two sides, enough for a first game of one edition.

On paper that is wide enough the sections stand in bands of a grid of three columns, with what one
looks at drawn large: a tile, a unit, the field. On narrow paper and in large print the same
sections follow each other in columns, on as many pages as they need.
"""

import itertools
from collections.abc import Sequence

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GROWN_PRINTS,
    PlacedBlock,
    TextSizes,
)
from pbbuild.page.aid_columns import bands_on_page, sections_on_pages
from pbbuild.page.aid_sheet import SLIM_TOP, TOP, AidPage, AidSheet, block_marks, fitted_head
from pbbuild.page.pictures import icon
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Edition
from pbbuild.pocket_battles.sheets.manual.first_side import FirstSide
from pbbuild.pocket_battles.sheets.manual.leaf_parts import rules_name, trait_mark
from pbbuild.pocket_battles.sheets.manual.second_side import LAYOUTS, POURED, SecondSide
from pbbuild.pocket_battles.sheets.unit_card import mark_of
from pbbuild.text.translate import Translator


class LeafBlocks(FirstSide, SecondSide):
    """The sections of both sides at one size of type, each `span` columns wide."""

    def pages(
        self, words: TextSizes, bottoms: Sequence[float], layout: str = POURED
    ) -> list[tuple[int, list[PlacedBlock]]]:
        """The pages at one size of type, each with its side; none if the grid is too full."""
        sides = (self.first_side(words), self.second_side(words, layout))
        if not self.is_wide:
            # On narrow paper the sides follow each other: none ends with a nearly empty page.
            bands = [band for side in sides for band in side]
            blocks = [block for band in bands for cell in band for block in cell.blocks]
            poured = sections_on_pages(
                blocks, self.width, min(bottoms), self.columns, SLIM_TOP, TOP, len(sides)
            )
            return [(0, page) for page in poured]
        found: list[tuple[int, list[PlacedBlock]]] = []
        for side, bands in enumerate(sides):
            top = SLIM_TOP if side else TOP
            page = bands_on_page(bands, self.width, top, bottoms[side], self.columns)
            if page is None:
                return []
            found.append((side, page))
        return found

    def leaves(
        self, words: TextSizes, bottoms: Sequence[float]
    ) -> list[tuple[int, list[PlacedBlock]]]:
        """Two leaves of two columns, a page for each subject; none if one is too full."""
        found: list[tuple[int, list[PlacedBlock]]] = []
        sides = (self.first_leaf(words), self.second_leaf(words)) if self.columns > 1 else ()
        for side, pages in enumerate(sides):
            for bands in pages:
                top = SLIM_TOP if found else TOP
                page = bands_on_page(bands, self.width, top, bottoms[side], self.columns)
                if page is None:
                    return []
                found.append((side, page))
        return found


def leaf_sheet(
    edition: Edition, armies: Sequence[Army], catalog: Catalog, style: Style, t: Translator
) -> AidSheet:
    """The quick reference of an edition and its armies, in the largest type that fits one leaf."""
    width, height = style.inner_size
    leaf = LeafBlocks(edition, armies, catalog, style, t)
    marks = (
        t("leaf.foot-star") if any(map(mark_of, leaf.shown_tiles())) else "",
        t("leaf.foot-trait") if any(map(trait_mark, leaf.traits)) else "",
    )
    feet = [
        measure.foot_lines(" · ".join(filter(None, (t(f"leaf.foot-{side}"), mark))), width)
        for side, mark in enumerate(marks, start=1)
    ]
    bottoms = [height - measure.foot_height(foot) for foot in feet]
    pages: list[tuple[int, list[PlacedBlock]]] = []
    # Sections that begin at the top of a column are worth smaller type, then less that helps.
    for layout, words in itertools.product(LAYOUTS, GROWN_PRINTS) if leaf.is_wide else ():
        pages = leaf.pages(words, bottoms, layout)
        if pages:
            break
    if not pages:
        leaf.is_wide = False
        tries = (leaf.leaves(words, bottoms) for words in GROWN_PRINTS)
        pages = next(filter(None, tries), []) or leaf.pages(GROWN_PRINTS[-1], bottoms)
    colours = style.colours
    mark = icon("stack", 8.0, t("leaf.head"), colours["band-ink"], colours["band"])
    name = rules_name(edition, armies, style.language, t)
    made = []
    for place, (side, page) in enumerate(pages):
        kicker = f"{name} · {t(f'leaf.side-{side + 1}')}" if leaf.is_wide else name
        is_slim = place > 0
        shown, size, beside = fitted_head(t("leaf.head"), kicker, width, is_slim)
        made.append(
            AidPage(shown, beside, mark, tuple(page), feet[side], place == 0, size, is_slim)
        )
    title = t("leaf.title", edition=name)
    return AidSheet(title, width, height, block_marks(t), tuple(made))
