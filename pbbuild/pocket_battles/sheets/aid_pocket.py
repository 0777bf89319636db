"""The pocket version of a play aid: one sheet that folds in four."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    SMALL_PRINT,
    SMALLEST_PRINT,
    PlacedBlock,
    column_width,
    poured,
)
from pbbuild.page.aid_sheet import arrow_picture
from pbbuild.page.pictures import Picture
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Catalog, Edition, Trait
from pbbuild.pocket_battles.sheets.aids import AidMaker
from pbbuild.text.translate import Translator

POCKET: Final = (
    ("round", ("PB-4.1", "PB-4.2", "PB-4.4", "PB-4.5", "PB-4.3", "PB-4.6", "PB-9.1")),
    ("actions", ("PB-5.1", "PB-5.3", "PB-5.4", "PB-5.5", "PB-5.6")),
    ("charge", ("PB-5.2", "PB-5.2.1", "PB-5.2.2", "PB-5.2.3")),
    ("reactions", ("PB-5.2.4", "PB-5.2.5", "PB-5.2.6")),
    ("fight", ("PB-6.1", "PB-6.2", "PB-6.4")),
    ("wounds", ("PB-7.1", "PB-7.2", "PB-7.3", "PB-7.5")),
    ("shooting", ("PB-8.1", "PB-8.2", "PB-8.3", "PB-8.4")),
)


@dataclass(frozen=True, slots=True)
class Panel:
    """A quarter of a sheet, in real millimetres; the upper ones stand on their heads."""

    x: float
    y: float
    width: float
    height: float
    turned: bool
    title: str
    kicker: str
    title_size: float
    blocks: tuple[PlacedBlock, ...]


@dataclass(frozen=True, slots=True)
class PocketSheet:
    """Sheets of four panels, to be folded in four with the first panel in front."""

    title: str
    arrow: Picture
    pages: tuple[tuple[Panel, ...], ...]


def pocket_sheet(
    edition: Edition, catalog: Catalog, traits: Sequence[Trait], style: Style, t: Translator
) -> PocketSheet:
    """The rules at a glance on a sheet that folds into a pocket."""
    maker = AidMaker(edition, catalog, style, t)
    width, height = style.page
    margin = 5.5
    panel = (width / 2, height / 2)
    room = ((panel[0] - 2 * margin) / style.scale, (panel[1] - 2 * margin) / style.scale)
    head = 7.5
    columns = max(1, int((room[0] + 3) // 44))
    column = column_width(room[0], columns, 3.0)
    # One sheet if it can be: first the tracks go, then the print becomes as small as may be.
    for words, tracks in ((SMALL_PRINT, True), (SMALL_PRINT, False), (SMALLEST_PRINT, False)):
        blocks = maker.flow(POCKET, column, words, numbered=False)
        if tracks:
            blocks.extend(maker.costs(column, words))
        blocks.extend(maker.lines(traits, column, words))
        found = poured(blocks, room[0], room[1], columns, head, 3.0, 1.1 if tracks else 0.7)
        if len(found) <= 4:
            break
    name = edition.name.in_language(style.language)
    cover = measure.fitted_size(name, measure.TITLE, room[0], 4.4, 2.9)
    shown = measure.shortened(name, measure.TITLE, room[0], cover)
    # Front, inside left, inside right, back: where they lie on the unfolded sheet.
    places = ((1, 1, False), (1, 0, True), (0, 0, True), (0, 1, False))
    pages = []
    for start in range(0, len(found), 4):
        panels = []
        for offset, blocks_of_panel in enumerate(found[start : start + 4]):
            column_at, row_at, turned = places[offset]
            panels.append(
                Panel(
                    x=column_at * panel[0] + margin,
                    y=row_at * panel[1] + margin,
                    width=panel[0] - 2 * margin,
                    height=panel[1] - 2 * margin,
                    turned=turned,
                    title=t("aid.pocket-panel", number=start + offset + 1),
                    kicker=shown,
                    title_size=cover,
                    blocks=tuple(blocks_of_panel),
                )
            )
        pages.append(tuple(panels))
    return PocketSheet(
        title=t("aid.pocket-title", edition=name),
        arrow=arrow_picture(style),
        pages=tuple(pages),
    )
