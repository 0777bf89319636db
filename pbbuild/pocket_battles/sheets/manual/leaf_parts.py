"""What both sides of the quick reference share: armies, traits, sentences, pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pbbuild.base.provenance import paper_mark
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    AidBlock,
    PlacedBlock,
    TextSizes,
    group_block,
    moved,
    stacked,
    words_block,
)
from pbbuild.page.aid_columns import BAND_GAP
from pbbuild.page.geometry import GUTTER, column_count, column_width
from pbbuild.page.pictures import (
    Picture,
)
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Edition, Trait, Troop
from pbbuild.pocket_battles.lists.find import ready_folder
from pbbuild.pocket_battles.sheets.aid_fields import Case
from pbbuild.pocket_battles.sheets.troop_icons import without_numbers
from pbbuild.text.translate import Translator

WIDE: Final = 3  # columns of the grid
READY_SIZES: Final = (50, 60, 80)


class LeafParts:
    """Sentences and blocks for an edition and its armies, at one width of columns."""

    def __init__(
        self,
        edition: Edition,
        armies: Sequence[Army],
        catalog: Catalog,
        style: Style,
        t: Translator,
    ) -> None:
        self.edition, self.armies, self.catalog = edition, armies, catalog
        self.style, self.t = style, t
        self.width, self.height = style.inner_size
        self.columns = column_count(self.width)
        self.column = column_width(self.width, self.columns)
        self.traits = without_numbers(self._traits())
        self.is_wide = self.columns >= WIDE
        self.fields: dict[Case, Picture] = {}

    def _traits(self) -> list[Trait]:
        carried = {name for army in self.armies for troop in army.troops for name in troop.traits}
        return [trait for name, trait in self.catalog.traits.items() if name in carried]

    @property
    def leader(self) -> str:
        """The name of the trait that brings a token."""
        return self.catalog.traits["leader"].name.in_language(self.style.language)

    def _has(self, effect: str) -> bool:
        return any(one.kind == effect for trait in self.traits for one in trait.effects)

    def _span(self, columns: int) -> float:
        return columns * (self.column + GUTTER) - GUTTER

    def words(self, key: str, words: TextSizes, **values: object) -> AidBlock:
        return words_block(self.t(f"leaf.{key}", **values), self.column, words)

    def _texts(self, stem: str, count: int, **values: object) -> list[str]:
        return [self.t(f"leaf.{stem}-{place}", **values) for place in range(1, count + 1)]

    def _pairs(self, numbers: Sequence[int], words: TextSizes) -> Iterator[AidBlock]:
        for number in numbers:
            for kind in ("wrong", "right"):
                text = self.t(f"leaf.{kind}-{number}")
                yield words_block(text, self.column, words, kind=kind)

    def _headed(self, key: str, blocks: Sequence[AidBlock], hint: str = "") -> list[AidBlock]:
        return [blocks[0].under(self.t(f"leaf.{key}"), hint), *blocks[1:]]

    def _army_style(self, troop: Troop) -> Style:
        """The style in the colours of the tile's army."""
        army = self.catalog.armies[troop.army]
        return replace(self.style, theme=theme_for(army.theme), bleed=0.0)

    def _in_columns(self, blocks: Sequence[AidBlock], gap: float = BAND_GAP) -> AidBlock:
        """Blocks in balanced columns, as one block."""
        parts: list[PlacedBlock] = []
        heights = [block.height for block in blocks]
        for place, items in enumerate(measure.balanced(heights, self.columns, gap)):
            column = stacked([blocks[item] for item in items], self.column, gap)
            parts += moved(column, place * (self.column + GUTTER))
        return group_block(parts)


def trait_mark(trait: Trait) -> str:
    """An asterisk behind a trait whose effect is reconstructed."""
    return paper_mark(trait.provenance)


def ready_lists(armies: Sequence[str]) -> list[str]:
    """The ids of the smallest ready lists of one size that all these armies have."""
    names: list[str] = []
    for size in READY_SIZES:
        names = [f"{army}-{size}" for army in armies]
        if all((ready_folder() / f"{name}.json").exists() for name in names):
            break
    return names


def rules_name(edition: Edition, armies: Sequence[Army], language: str, t: Translator) -> str:
    """The edition with its armies; others are named before it."""
    name = edition.name.in_language(language)
    if {army.id for army in armies} <= set(edition.armies):
        return name
    names = [army.name.in_language(language) for army in armies]
    return t("leaf.mixed", armies=t("leaf.and").join(names), edition=name.partition(":")[0])
