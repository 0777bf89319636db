"""The recruit card of a nation and the combat chart: units in a table, places, the turn."""

from collections.abc import Sequence
from typing import Final

from pbbuild.base.provenance import RECONSTRUCTED_MARK, Provenance, paper_mark
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    PRINTS,
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    icon_block,
    picture_block,
    table_block,
    words_block,
)
from pbbuild.page.aid_columns import GridCell, bands_on_page
from pbbuild.page.aid_sheet import TOP, AidPage, AidSheet, block_marks, fitted_head, fitted_pages
from pbbuild.page.geometry import T3, T5
from pbbuild.page.pictures import (
    DARK,
    Picture,
    disc,
    drawing,
    emblem,
    icon,
    outlined,
    placed_icon,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.pocket_general.catalog.model import TERRAINS, CombatUnit, GeneralCatalog, Nation
from pbbuild.pocket_general.sheets.geometry import MARKER_PLACE
from pbbuild.pocket_general.sheets.leaf import WIDE, GeneralLeaf, value_cell
from pbbuild.pocket_general.sheets.leaf_pictures import colour_sign, terrain_strip
from pbbuild.pocket_general.sheets.pieces import edge_signs, hexagon, paint
from pbbuild.text.translate import Translator

# Units come in this order, as on the cards.
BONUS: Final = "bonus"
ROLES: Final = ("core", "recruit", "unique", BONUS)
SPACE: Final = MARKER_PLACE
COST: Final = 3.6  # the radius of the hex that a recruit is paid with
IN_A_ROW: Final = 6


class UnitChart(GeneralLeaf):
    """The units of a nation, or of all, with what a player looks up while playing."""

    def __init__(
        self,
        catalog: GeneralCatalog,
        nation: Nation | None,
        units: Sequence[CombatUnit],
        style: Style,
        t: Translator,
    ) -> None:
        super().__init__(catalog, [nation] if nation else list(catalog.nations.values()), style, t)
        self.nation, self.units = nation, units

    def bands(self, words: TextSizes) -> list[list[GridCell]]:
        """The table, the places of a card or the terrains of the chart, the turn and combat."""
        said = {unit.id: self._said(unit) for unit in self.units}
        costs = {unit.id: self._cost_cell(unit, words) for unit in self.units}
        table = self.unit_table(self.units, self.width, words, said, costs)
        heading, legend = (
            self.t(f"pocket-general.{key}") for key in ("card-values", "chart-legend")
        )
        below = self._places(words) if self.nation else self._terrains(words)
        turn = self._headed("turn", self._steps("turn", 7, words))
        return [
            [GridCell(WIDE, (table.under(heading, legend),))],
            [GridCell(WIDE, tuple(below))],
            [
                GridCell(1, tuple(turn)),
                GridCell(1, tuple(self._headed("combat", self._combat_steps(words)))),
                GridCell(1, tuple(self._headed("compare", self._compared(words)))),
            ],
        ]

    def _combat_steps(self, words: TextSizes) -> list[AidBlock]:
        return self._combat(words)[:5]

    def _compared(self, words: TextSizes) -> list[AidBlock]:
        return [*self._combat(words)[5:], *self._pairs((3,), words)]

    def narrow(self, words: TextSizes) -> list[AidBlock]:
        """The values, then what each unit does, in the columns of a narrow page."""
        legend = words_block(self.t("pocket-general.chart-legend"), self.column, words)
        table = self._narrow_table(words).under(self.t("pocket-general.card-values"))
        first, *rest = [self._about(unit, words) for unit in self.units]
        return [table, legend, first.under(self.t("pocket-general.card-units")), *rest]

    def _said(self, unit: CombatUnit) -> str:
        mark = paper_mark(unit.provenance_of("effects"))
        return unit.text.in_language(self.language) + mark

    def _costs(self, unit: CombatUnit) -> list[str]:
        """The colours with which the nations recruit a unit; none for core units."""
        if unit.role == "core":
            return []
        return list(
            dict.fromkeys(own.costs[unit.id] for own in self.nations if unit.id in own.costs)
        )

    def _cost(self, unit: CombatUnit) -> str:
        colours = self._costs(unit)
        if not colours:
            return self.t("pocket-general.core")
        names = [self.catalog.colours[one].in_language(self.language) for one in colours]
        known = all(own.exceptions.get("costs") is Provenance.OWNER for own in self.nations)
        return " / ".join(names) + ("" if known else RECONSTRUCTED_MARK)

    def _cost_cell(self, unit: CombatUnit, words: TextSizes) -> Cell:
        text, colours = self._cost(unit), self._costs(unit)
        sign = colour_sign(colours[0], words.line, text, self.style) if colours else None
        return Cell(text, left=True, picture=sign)

    def _narrow_table(self, words: TextSizes) -> AidBlock:
        head = [Cell(self.t("pocket-general.unit"), True, left=True)]
        for terrain in TERRAINS:
            name = self._terrain(terrain)
            head.append(Cell("", True, picture=icon(f"terrain-{terrain}", words.line, name)))
        head.append(Cell(self.t("pocket-general.cost-short"), True, left=True))
        rows = [head]
        for unit in self.units:
            name = unit.short.in_language(self.language)
            name += paper_mark(unit.provenance_of("values"))
            values = [value_cell(unit, terrain) for terrain in TERRAINS]
            rows.append([Cell(name, True, left=True), *values, Cell(self._cost(unit), left=True)])

        def widest(column: int) -> float:
            texts = [row[column].text for row in rows]
            return max(measure.width(text, measure.FIGURE, words.size) for text in texts) + 2.0

        first, last = widest(0), widest(-1)
        each = (self.column - first - last) / len(TERRAINS)
        return table_block(rows, [first, *[each] * len(TERRAINS), last], "", words)

    def _about(self, unit: CombatUnit, words: TextSizes) -> AidBlock:
        name = unit.name.in_language(self.language)
        mark = icon(f"unit-{unit.id}", 6.0, name, self.style.colours["accent"])
        return icon_block(mark, name, self._said(unit), "", self.column, words)

    def _terrains(self, words: TextSizes) -> list[AidBlock]:
        strip = terrain_strip(self.catalog, self.style, self.width, self.t)
        block = AidBlock(kind="picture", height=strip.height + 1.6, pictures=(strip,))
        return self._headed("terrains", [block])

    def _places(self, words: TextSizes) -> list[AidBlock]:
        """Places for the markers: core units, which come back each turn, and recruits."""
        found = []
        for role in ("core", "recruit"):
            own = [unit for unit in self.units if (unit.role == "core") == (role == "core")]
            title = self.t(f"pocket-general.places-{role}")
            found.append(picture_block(self._row_of_places(own), title, "", "", self.width, words))
        return [found[0].under(self.t("pocket-general.places")), found[1]]

    def _row_of_places(self, units: Sequence[CombatUnit]) -> Picture:
        colours, nation = self.style.colours, self.nation
        assert nation is not None
        step = (self.width - SPACE - 0.6) / (IN_A_ROW - 1)
        shapes = ""
        for place, unit in enumerate(units):
            x, y = 0.3 + place * step, 0.3
            shape = (
                rounded_box(x, y, SPACE, SPACE, 0.8)
                if unit.is_military
                else disc(x + SPACE / 2, y + SPACE / 2, SPACE / 2)
            )
            shapes += outlined(shape, colours["accent"], 0.4, colours["wash"])
            big = 10.0
            sign = placed_icon(
                f"unit-{unit.id}",
                x + (SPACE - big) / 2,
                y + 3.2,
                big,
                colours["accent"],
                colours["wash"],
            )
            name = unit.short.in_language(self.language)
            size = measure.fitted_size(name, measure.NAME, SPACE - 6.0, T3.size, T5.size)
            shapes += sign + svg_text(name, x + SPACE / 2, y + 17.4, size, "middle", DARK)
            if unit.role != "core" and unit.id in nation.costs:
                shapes += self._cost_sign(nation.costs[unit.id], x + SPACE - COST, y + COST)
        high = SPACE + 0.6
        return drawing(shapes, self.width, high, high, self.t("pocket-general.places-alt"))

    def _cost_sign(self, colour: str, x: float, y: float) -> str:
        """What a recruit is paid with: a hex in the colour of an edge with its terrains."""
        strong, pale = paint(colour, self.style)
        shapes = outlined(hexagon(x, y, COST), strong, 0.6, pale)
        signs = edge_signs(colour)
        size = 4.4 if len(signs) == 1 else 2.9
        for place, sign in enumerate(signs):
            left = x - size / 2 + size * (place - (len(signs) - 1) / 2)
            shapes += placed_icon(sign, left, y - size / 2, size, strong, pale)
        return shapes


def card_sheet(
    catalog: GeneralCatalog, nation: Nation, style: Style, t: Translator, *, bonus: bool = False
) -> AidSheet:
    """The recruit card of a nation."""
    units = [catalog.units[unit] for unit in nation.units]
    if bonus:
        units.append(catalog.units[nation.bonus])
    title = t("pocket-general.card-title", nation=nation.name.in_language(style.language))
    colours = style.colours
    mark = emblem(nation.theme, 8.0, title, colours["band-ink"], colours["band"])
    chart = UnitChart(catalog, nation, units, style, t)
    return _sheet(chart, title, t("pocket-general.card-kicker"), mark)


def chart_sheet(
    catalog: GeneralCatalog, style: Style, t: Translator, *, bonus: bool = False
) -> AidSheet:
    """All units of all nations in one chart."""
    title = t("pocket-general.chart-title")
    colours = style.colours
    mark = icon("unit-tanks", 8.0, title, colours["band-ink"], colours["band"])
    units = sorted(
        (unit for unit in catalog.units.values() if bonus or unit.role != BONUS),
        key=lambda unit: ROLES.index(unit.role),
    )
    chart = UnitChart(catalog, None, units, style, t)
    return _sheet(chart, title, catalog.name.in_language(style.language), mark)


def _sheet(chart: UnitChart, title: str, kicker: str, mark: Picture) -> AidSheet:
    """The chart in the largest type that fits one page, or on more of a narrow one."""
    t = chart.t
    foot = measure.foot_lines(t("pocket-general.chart-foot"), chart.width)
    bottom = chart.height - measure.foot_height(foot)
    found: list[list[PlacedBlock]] = []
    if chart.is_wide:
        tries = (
            bands_on_page(chart.bands(words), chart.width, TOP, bottom, WIDE) for words in PRINTS
        )
        page = next((one for one in tries if one is not None), None)
        found = [page] if page is not None else []
    if not found:
        found = fitted_pages(chart.narrow, chart.width, bottom, chart.columns)
    shown, size, beside = fitted_head(title, kicker, chart.width)
    made = [
        AidPage(shown, beside, mark, tuple(page), foot, place == 0, size)
        for place, page in enumerate(found)
    ]
    return AidSheet(title, chart.width, chart.height, block_marks(t), tuple(made))
