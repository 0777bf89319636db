"""Sheets of Pocket General: recruit cards, chart, aid, pieces to cut out, boards."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbbuild.base.provenance import Provenance
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GAP,
    PRINTS,
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    blocks_on_pages,
    column_width,
    icon_block,
    table_block,
    text_block,
)
from pbbuild.page.aid_sheet import HEAD, AidPage, AidSheet, arrow_picture, fitted_head
from pbbuild.page.pictures import Picture, emblem, icon
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace, TileSheet, tile_pages
from pbbuild.pocket_general.catalog.model import TERRAINS, CombatUnit, GeneralCatalog, Nation
from pbbuild.pocket_general.sheets.pieces import (
    HEX,
    MARKER,
    MARKS,
    THEATER,
    initiative_face,
    location_face,
    marker_face,
    nation_back,
    theater_face,
)
from pbbuild.text.translate import Translator

TURN: Final = ("hexes", "recruit", "threat", "place", "combat", "victory", "initiative")
COMBAT: Final = ("spies", "values", "dice", "higher", "barred", "tie", "deplete")
MAPS: Final = ("edges", "late", "capitol", "capitulation")
MISREAD: Final = ("fourth", "navy", "weather", "militia", "open-ocean", "flip")
# From the largest print down, at last with less between the blocks.
TRIES: Final = (*((words, GAP) for words in PRINTS), (PRINTS[-1], 1.4))


class GeneralSheets:
    """Makes the sheets of one catalog in one style and language."""

    def __init__(self, catalog: GeneralCatalog, style: Style, t: Translator) -> None:
        self.catalog, self.style, self.t = catalog, style, t
        self.language = style.language
        self.width, self.height = style.inner_size

    # Charts.

    def card(self, nation: Nation, *, bonus: bool = False) -> AidSheet:
        """The recruit card of a nation: its chart, what recruits cost, what units do."""
        units = [self.catalog.units[unit] for unit in nation.units]
        if bonus:
            units.append(self.catalog.units[nation.bonus])
        title = self.t("pocket-general.card-title", nation=nation.name.in_language(self.language))
        mark = emblem(
            nation.theme, 8.0, title, self.style.colours["band-ink"], self.style.colours["band"]
        )
        return self._charted(title, self.t("pocket-general.card-kicker"), mark, units, nation)

    def chart(self) -> AidSheet:
        """All units of all nations in one chart."""
        units = list(self.catalog.units.values())
        title = self.t("pocket-general.chart-title")
        colours = self.style.colours
        mark = icon("unit-threat", 8.0, title, colours["band-ink"], colours["band"])
        return self._charted(title, self._name(), mark, units, None)

    def _name(self) -> str:
        return self.catalog.name.in_language(self.language)

    def _charted(
        self,
        title: str,
        kicker: str,
        mark: Picture,
        units: Sequence[CombatUnit],
        nation: Nation | None,
    ) -> AidSheet:
        foot = measure.foot_lines(self.t("pocket-general.foot"), self.width)
        bottom = self.height - measure.foot_height(foot)
        columns = max(1, int((self.width + 4) // 60))
        column = column_width(self.width, columns)
        pages: list[list[PlacedBlock]] = []
        top = HEAD + 3.0
        for words, gap in TRIES:
            head = self._chart_table(units, nation, words)
            texts = [self._about(unit, column, words) for unit in units]
            rest = blocks_on_pages(
                texts, self.width, bottom, columns, top + head.height + gap, gap=gap
            )
            # What does not fit goes on at the top of the next page.
            more = blocks_on_pages(texts[len(rest[0]) :], self.width, bottom, columns, top, gap=gap)
            pages = [[PlacedBlock(0.0, top, self.width, head), *rest[0]], *more]
            if len(pages) == 1:
                break
        shown, size, beside = fitted_head(title, kicker, self.width)
        made = [
            AidPage(shown, beside, mark, tuple(page), foot, place == 0, size)
            for place, page in enumerate(pages)
        ]
        return AidSheet(title, self.width, self.height, arrow_picture(self.style), tuple(made))

    def _chart_table(
        self, units: Sequence[CombatUnit], nation: Nation | None, words: TextSizes
    ) -> AidBlock:
        t = self.t
        heads = [
            t("pocket-general.unit"),
            t("pocket-general.kind"),
            *(self.catalog.terrains[name].name.in_language(self.language) for name in TERRAINS),
            t("pocket-general.cost"),
        ]
        rows = [[Cell(head, strong=True) for head in heads]]
        for unit in units:
            name = unit.name.in_language(self.language)
            marked = unit.provenance_of("values") is Provenance.RECONSTRUCTED
            cells = [
                Cell(name + ("°" if marked else ""), strong=True),
                Cell(t(f"pocket-general.kind-{unit.kind}")),
            ]
            for terrain in TERRAINS:
                value = unit.values[terrain]
                text = "X" if value is None else str(value)
                if terrain in unit.with_navy:
                    text += "*"
                level = 0 if value is None else min(3, max(0, value))
                cells.append(Cell(text, level=level))
            cells.append(Cell(self._cost(unit, nation)))
            rows.append(cells)
        first = max(measure.width(row[0].text, measure.FIGURE, words.size) for row in rows) + 3.0
        last = max(measure.width(row[-1].text, measure.NAME, words.size) for row in rows) + 4.0
        kind = max(measure.width(row[1].text, measure.NAME, words.size) for row in rows) + 4.0
        each = (self.width - 1.6 - first - kind - last) / len(TERRAINS)
        widths = [first, kind, *[each] * len(TERRAINS), last]
        made = table_block(rows, widths, t("pocket-general.chart-legend"), words)
        # The lines between the rows need space too.
        return replace(made, height=made.height + 0.16 * len(rows))

    def _cost(self, unit: CombatUnit, nation: Nation | None) -> str:
        if unit.role == "core":
            return self.t("pocket-general.core")
        nations = [nation] if nation else list(self.catalog.nations.values())
        costs = dict.fromkeys(own.costs[unit.id] for own in nations if unit.id in own.costs)
        names = [self.catalog.colours[cost].in_language(self.language) for cost in costs]
        known = all(own.exceptions.get("costs") is Provenance.OWNER for own in nations)
        return " / ".join(names) + ("" if known else "°")

    def _about(self, unit: CombatUnit, width: float, words: TextSizes) -> AidBlock:
        accent = self.style.colours["accent"]
        name = unit.name.in_language(self.language)
        mark = icon(f"unit-{unit.id}", 7.0, name, accent)
        marked = MARKS.get(unit.provenance_of("effects"), "")
        text = unit.text.in_language(self.language)
        return icon_block(mark, name + marked, text, "", width, 10.6, words)

    # The aid.

    def aid(self) -> AidSheet:
        """Turn order, combat step by step, world map and often misread rules."""
        parts = (("turn", TURN, "PG-3"), ("combat", COMBAT, "PG-5"))
        second = (("maps", MAPS, "PG-6"), ("misread", MISREAD, ""))
        pages = [
            *self._flow("pocket-general.aid-page-turn", "unit-threat", parts),
            *self._flow("pocket-general.aid-page-maps", "terrain-capitol", second),
        ]
        return AidSheet(
            self.t("pocket-general.aid-title"),
            self.width,
            self.height,
            arrow_picture(self.style),
            tuple(pages),
        )

    def _flow(
        self, key: str, icon_name: str, parts: Sequence[tuple[str, Sequence[str], str]]
    ) -> list[AidPage]:
        columns = max(1, int((self.width + 4) // 92))
        column = column_width(self.width, columns)
        foot = measure.foot_lines(self.t("pocket-general.foot"), self.width)
        bottom = self.height - measure.foot_height(foot)
        found: list[list[PlacedBlock]] = []
        for words, gap in TRIES:
            blocks = [block for part in parts for block in self._steps(part, column, words)]
            if gap < GAP:
                # Too close for arrows; the numbers give the order.
                blocks = [replace(block, arrow=False) for block in blocks]
            found = blocks_on_pages(blocks, self.width, bottom, columns, HEAD + 3.0, gap=gap)
            if len(found) == 1:
                break
        colours = self.style.colours
        title = self.t(key)
        mark = icon(icon_name, 8.0, title, colours["band-ink"], colours["band"])
        shown, size, beside = fitted_head(title, self._name(), self.width)
        return [
            AidPage(shown, beside, mark, tuple(page), foot, place == 0, size)
            for place, page in enumerate(found)
        ]

    def _steps(
        self, part: tuple[str, Sequence[str], str], width: float, words: TextSizes
    ) -> list[AidBlock]:
        name, keys, clause = part
        flows = name in ("turn", "combat")
        faces = ", ".join(f"{face:+d}" for face in self.catalog.operations_die)
        blocks = []
        for place, key in enumerate(keys, 1):
            block = text_block(
                self.t(f"pocket-general.{name}-{key}"),
                self.t(f"pocket-general.{name}-{key}-text", faces=faces),
                clause,
                width,
                str(place),
                words,
                arrow=flows and place < len(keys),
            )
            if place == 1:
                block = block.under(self.t(f"pocket-general.aid-{name}"))
            blocks.append(block)
        return blocks

    # Pieces to cut out.

    def locations(self) -> TileSheet:
        """The sixteen locations and four capitols; their backs are turned locations."""
        style, t = self.style, self.t
        fronts: list[TileFace] = []
        backs: list[TileFace] = []
        for place in self.catalog.locations:
            fronts.append(location_face(place, self.catalog, style, t))
            backs.append(location_face(place, self.catalog, style, t, turned=True))
        for nation in self.catalog.nations.values():
            face = location_face(nation.capitol, self.catalog, style, t, capitol=True)
            fronts.append(face)
            backs.append(face)
        title = t("pocket-general.locations-title")
        return TileSheet(title, tile_pages(title, fronts, backs, HEX, style, t))

    def markers(self, nations: Sequence[tuple[Nation, Style]], *, bonus: bool = False) -> TileSheet:
        """The eleven unit markers of each nation in its colours, square and round."""
        fronts, backs = [], []
        for nation, own in nations:
            ids = [*nation.units, *((nation.bonus,) if bonus else ())]
            units = [self.catalog.units[unit] for unit in ids]
            fronts += [marker_face(unit, nation, own, self.t) for unit in units]
            backs += [nation_back(nation, unit, own, self.t) for unit in units]
        names = ", ".join(nation.name.in_language(self.language) for nation, _ in nations)
        title = self.t("pocket-general.markers-title", nation=names)
        return TileSheet(title, tile_pages(title, fronts, backs, MARKER, self.style, self.t))

    def theaters(self) -> TileSheet:
        """Two theater markers A and B each, and the initiative marker."""
        style, t = self.style, self.t
        a = theater_face(self.catalog.theater_a, self.catalog, style, t)
        b = theater_face(self.catalog.theater_b, self.catalog, style, t)
        start = initiative_face(style, t)
        fronts = [a, a, b, b, start]
        title = t("pocket-general.theaters-title")
        return TileSheet(title, tile_pages(title, fronts, fronts, THEATER, style, t))
