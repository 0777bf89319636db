"""Sheets of pieces to cut out: locations, unit markers, theater markers."""

from collections.abc import Sequence
from typing import Final

from pbbuild.page.geometry import PieceSize, cut_grid
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace, TileSheet, grouped_pages, tile_pages
from pbbuild.pocket_general.catalog.model import (
    GeneralCatalog,
    Nation,
)
from pbbuild.pocket_general.sheets.geometry import THEATER
from pbbuild.pocket_general.sheets.pieces import (
    initiative_face,
    location_face,
    marker_face,
    nation_back,
    theater_face,
)
from pbbuild.text.translate import Translator

SPILL: Final = 0.7  # how far the ground of a hex runs beyond its cut
CORE: Final = 6  # core units of a nation, and the columns of a sheet
SIDES: Final = 2


class PieceSheets:
    """Makes the sheets of pieces in one style and language."""

    def __init__(self, catalog: GeneralCatalog, style: Style, t: Translator) -> None:
        self.catalog, self.style, self.t = catalog, style, t

    def locations(self) -> TileSheet:
        """Sixteen locations, four capitols, theater markers; backs are turned locations."""
        title, note = self.t("pocket-general.locations-title"), self.t("pocket-general.mark")
        fronts, backs = self._location_faces(list(self.catalog.nations.values()))
        return TileSheet(title, tile_pages(title, fronts, backs, self.style, self.t, note))

    def markers(self, nations: Sequence[tuple[Nation, Style]], *, bonus: bool = False) -> TileSheet:
        """The eleven unit markers of each nation in its colours, square and round."""
        groups = [self._marker_faces(nation, own, bonus=bonus) for nation, own in nations]
        title = self.t("pocket-general.markers-title", nation=self._names(nations))
        # A row of core units, a row of recruits.
        return TileSheet(title, grouped_pages(title, groups, CORE, self.style, self.t))

    def game(
        self, nations: Sequence[tuple[Nation, Style]], *, bonus: bool = False
    ) -> TileSheet | None:
        """All pieces for some nations on one sheet; None if it is too small."""
        groups = [
            self._location_faces([nation for nation, _ in nations]),
            *(self._marker_faces(nation, own, bonus=bonus) for nation, own in nations),
        ]
        title = self.t("pocket-general.pieces-title", nation=self._names(nations))
        note = self.t("pocket-general.mark")
        pages = grouped_pages(title, groups, CORE, self.style, self.t, note)
        return TileSheet(title, pages) if len(pages) == SIDES else None

    def _names(self, nations: Sequence[tuple[Nation, Style]]) -> str:
        return ", ".join(nation.name.in_language(self.style.language) for nation, _ in nations)

    def _location_faces(self, nations: Sequence[Nation]) -> tuple[list[TileFace], list[TileFace]]:
        """The locations and the capitols of `nations`, with the theaters, which have their size."""
        style, t = self.style, self.t
        fronts: list[TileFace] = []
        backs: list[TileFace] = []
        for place in self.catalog.locations:
            fronts.append(location_face(place, self.catalog, style, t, spill=SPILL))
            backs.append(location_face(place, self.catalog, style, t, turned=True, spill=SPILL))
        for nation in nations:
            face = location_face(nation.capitol, self.catalog, style, t, capitol=True, spill=SPILL)
            fronts.append(face)
            backs.append(face)
        more = self._theater_faces()
        return [*fronts, *more], [*backs, *more]

    def _marker_faces(
        self, nation: Nation, own: Style, *, bonus: bool
    ) -> tuple[list[TileFace], list[TileFace]]:
        ids = [*nation.units, *((nation.bonus,) if bonus else ())]
        units = [self.catalog.units[unit] for unit in ids]
        fronts = [marker_face(unit, nation, self.catalog, own, self.t) for unit in units]
        return fronts, [nation_back(nation, unit, own, self.t) for unit in units]

    def _theater_faces(self) -> list[TileFace]:
        style, t = self.style, self.t
        a = theater_face(self.catalog.theater_a, self.catalog, style, t)
        b = theater_face(self.catalog.theater_b, self.catalog, style, t)
        return [a, a, b, b, initiative_face(style, t)]

    def theaters(self) -> TileSheet:
        """Spare theater markers, as many rows of each as a sheet holds, and a row of arrows."""
        style = self.style
        side = THEATER * style.scale
        grid = cut_grid(PieceSize(side, side), style.page, style.bleed * style.scale, style.scale)
        a, _, b, _, arrow = self._theater_faces()
        # Rows of one kind are cut fastest.
        half = max(1, (grid.rows - 1) // 2)
        rows = [a] * half + [b] * half + [arrow] * max(1, grid.rows - 2 * half)
        fronts = [face for face in rows for _ in range(grid.columns)]
        title = self.t("pocket-general.theaters-title")
        note = self.t("pocket-general.mark")
        return TileSheet(title, tile_pages(title, fronts, fronts, style, self.t, note))
