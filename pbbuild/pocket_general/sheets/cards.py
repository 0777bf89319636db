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
    TextSizes,
    icon_block,
    table_block,
    text_block,
)
from pbbuild.page.aid_sheet import (
    TOP,
    AidPage,
    AidSheet,
    block_marks,
    fitted_head,
    fitted_pages,
    sheet_of,
)
from pbbuild.page.geometry import T2, T3, T5, PieceSize, column_count, column_width, cut_grid
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    emblem,
    icon,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace, TileSheet, grouped_pages, tile_pages
from pbbuild.pocket_general.catalog.model import (
    TERRAINS,
    CampaignGame,
    CombatUnit,
    GeneralCatalog,
    Nation,
)
from pbbuild.pocket_general.sheets.pieces import (
    MARKER,
    MARKS,
    THEATER,
    hexagon,
    initiative_face,
    location_face,
    marker_face,
    nation_back,
    paint,
    theater_face,
    value_text,
)
from pbbuild.text.translate import Translator

# A card as wide as this has places for the markers.
PLACES_WIDTH: Final = 180.0
WRITING_LINE: Final = 8.0
CORE: Final = 6  # core units of a nation


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
        columns = column_count(self.width)
        column = column_width(self.width, columns)

        def lead(words: TextSizes) -> list[AidBlock]:
            heading = self.t("pocket-general.card-values")
            legend = self.t("pocket-general.chart-legend")
            used = measure.width(heading, measure.FIGURE, T2.size) + 2.0
            fits = used + measure.width(legend, measure.LABEL, T5.size) <= self.width
            table = self._chart_table(units, nation, words, "" if fits else legend)
            table = table.under(heading, legend if fits else "")
            has_space = nation is not None and self.width >= PLACES_WIDTH
            return [table, *([self._places(nation, units)] if nation and has_space else [])]

        pages = fitted_pages(
            lambda words: self._abouts(units, column, words),
            self.width,
            self.height - measure.foot_height(foot),
            columns,
            lead,
        )
        shown, size, beside = fitted_head(title, kicker, self.width)
        made = [
            AidPage(shown, beside, mark, tuple(page), foot, place == 0, size)
            for place, page in enumerate(pages)
        ]
        return AidSheet(title, self.width, self.height, block_marks(self.t), tuple(made))

    def _chart_table(
        self,
        units: Sequence[CombatUnit],
        nation: Nation | None,
        words: TextSizes,
        legend: str,
    ) -> AidBlock:
        """The values by terrain, below a `legend` if it does not stand beside the heading."""
        t = self.t
        names = [self.catalog.terrains[name].name.in_language(self.language) for name in TERRAINS]
        signs = [
            icon(f"terrain-{terrain}", words.line, name)
            for terrain, name in zip(TERRAINS, names, strict=True)
        ]
        head = [t(f"pocket-general.{key}") for key in ("unit", "kind", "cost")]
        rows = []
        for unit in units:
            name = unit.name.in_language(self.language)
            is_marked = unit.provenance_of("values") is Provenance.RECONSTRUCTED
            sign = icon(f"unit-{unit.id}", words.line, name, self.style.colours["accent"])
            cells = [
                Cell(name + ("°" if is_marked else ""), True, left=True, picture=sign),
                Cell(t(f"pocket-general.kind-{unit.kind}"), left=True),
            ]
            for terrain in TERRAINS:
                value = unit.values[terrain]
                level = 0 if value is None else min(3, max(0, value))
                cells.append(Cell(value_text(unit, terrain), level=level))
            cells.append(Cell(self._cost(unit, nation), left=True))
            rows.append(cells)

        def widest(column: int, heading: str, font: str) -> float:
            texts = [heading, *(row[column].text for row in rows)]
            return max(measure.width(text, font, words.size) for text in texts) + 3.0

        first = widest(0, head[0], measure.FIGURE) + 6.0
        kind, last = widest(1, head[1], measure.FIGURE), widest(-1, head[2], measure.FIGURE)
        each = (self.width - first - kind - last) / len(TERRAINS)
        widths = [first, kind, *[each] * len(TERRAINS), last]
        # Narrow columns have the sign of the terrain alone.
        has_names = all(
            measure.width(name, measure.FIGURE, words.size) + 6.5 < each for name in names
        )
        rows.insert(
            0,
            [
                Cell(head[0], True, left=True),
                Cell(head[1], True, left=True),
                *(Cell(sign.alt if has_names else "", True, picture=sign) for sign in signs),
                Cell(head[2], True, left=True),
            ],
        )
        made = table_block(rows, widths, legend, words)
        return made if legend else replace(made, title=(), height=made.height - words.title_line)

    def _places(self, nation: Nation, units: Sequence[CombatUnit]) -> AidBlock:
        """Places for the markers: core units, which come back each turn, and recruits."""
        t, colours = self.t, self.style.colours
        shapes, top = "", 0.0
        for role in ("core", "recruit"):
            own = [unit for unit in units if (unit.role == "core") == (role == "core")]
            step = self.width / 6
            shapes += svg_text(t(f"pocket-general.places-{role}"), 0, top + 3.2, 3.4, "start")
            for place, unit in enumerate(own):
                x, y = place * step, top + 5.0
                side = MARKER + 1.0
                shape = (
                    rounded_box(x, y, side, side, 0.8)
                    if unit.is_military
                    else disc(x + side / 2, y + side / 2, side / 2)
                )
                shapes += outlined(shape, colours["rule"], 0.35, colours["wash"])
                big = 9.0
                corner = (side - big) / 2
                sign = placed_icon(
                    f"unit-{unit.id}",
                    x + corner,
                    y + corner - 2,
                    big,
                    colours["shade"],
                    colours["wash"],
                )
                shapes += sign
                name = unit.short.in_language(self.language)
                shapes += svg_text(name, x + side / 2, y + 17.6, 2.9, "middle")
                if role == "recruit" and unit.id in nation.costs:
                    strong, pale = paint(nation.costs[unit.id], self.style)
                    spot = hexagon(x + side + 3.4, y + 3.2, 2.8)
                    shapes += outlined(spot, strong, 0.6, pale)
            top += MARKER + 8.0
        picture = drawing(shapes, self.width, top, top, t("pocket-general.places-alt"))
        return AidBlock(kind="picture", height=top + 1.6, pictures=(picture,))

    def _cost(self, unit: CombatUnit, nation: Nation | None) -> str:
        if unit.role == "core":
            return self.t("pocket-general.core")
        nations = [nation] if nation else list(self.catalog.nations.values())
        costs = dict.fromkeys(own.costs[unit.id] for own in nations if unit.id in own.costs)
        names = [self.catalog.colours[cost].in_language(self.language) for cost in costs]
        known = all(own.exceptions.get("costs") is Provenance.OWNER for own in nations)
        return " / ".join(names) + ("" if known else "°")

    def _abouts(
        self, units: Sequence[CombatUnit], width: float, words: TextSizes
    ) -> list[AidBlock]:
        first, *rest = [self._about(unit, width, words) for unit in units]
        return [first.under(self.t("pocket-general.card-units")), *rest]

    def _about(self, unit: CombatUnit, width: float, words: TextSizes) -> AidBlock:
        accent = self.style.colours["accent"]
        name = unit.name.in_language(self.language)
        mark = icon(f"unit-{unit.id}", 6.0, name, accent)
        marked = MARKS.get(unit.provenance_of("effects"), "")
        text = unit.text.in_language(self.language)
        return icon_block(mark, name + marked, text, "", width, words)

    # The rules.

    # The campaign.

    def campaign(self) -> AidSheet:
        """The score sheet of a campaign: three games, victory points, a story to write. PG-7."""
        t, width = self.t, self.width
        foot = measure.foot_lines(t("pocket-general.score-foot"), width)
        bottom = self.height - measure.foot_height(foot)

        def blocks(words: TextSizes) -> list[AidBlock]:
            lead = self.t("pocket-general.score-lead")
            made = [self._score_table(words).under(lead)]
            for number, game in enumerate(self.catalog.campaign, start=1):
                made.append(self._game_record(number, game, words))
            used = TOP + sum(block.height + 2 * GAP for block in made)
            notes = text_block(t("pocket-general.score-notes"), "", "", width, "", words)
            lines = int((bottom - used - notes.height - 6.0) // WRITING_LINE)
            if lines > 1:
                path = "".join(f"M0 {(n + 1) * WRITING_LINE:g}H{width:g}" for n in range(lines))
                high = lines * WRITING_LINE + 0.4
                rule = self.style.colours["rule"]
                drawn = drawing(
                    f'<path d="{path}" stroke="{rule}" stroke-width="0.25"/>',
                    width,
                    high,
                    high,
                    t("pocket-general.score-notes"),
                )
                made.append(
                    replace(
                        notes, kind="picture", pictures=(drawn,), height=notes.height + high + 1.6
                    )
                )
            return made

        prints = [words for words in PRINTS if words.factor <= 1.15]
        pages = fitted_pages(blocks, width, bottom, 1, prints=prints)
        title = t("pocket-general.score-title")
        return sheet_of(title, self._name(), "terrain-capitol", pages, foot, self.style, t)

    def _score_table(self, words: TextSizes) -> AidBlock:
        """What each game is worth, and boxes for what each side made of it."""
        t, width = self.t, self.width
        heads = ("game", "axis", "allies", "total", "capitulation", "loser")
        boxes = ("axis-points", "allies-points")
        rows = [
            [
                *(
                    Cell(t(f"pocket-general.score-{head}"), True, left=head in heads[:3])
                    for head in (*heads, *boxes)
                )
            ]
        ]
        for number, game in enumerate(self.catalog.campaign, start=1):
            nations = [self._nations(game.axis), self._nations(game.allies)]
            worth = [game.total, game.capitulation, game.loser]
            rows.append(
                [
                    Cell(str(number), True, left=True),
                    *(Cell(name, left=True) for name in nations),
                    *(Cell(str(one)) for one in worth),
                    Cell("", level=1),
                    Cell("", level=1),
                ]
            )
        total = t("pocket-general.score-sum")
        rows.append(
            [Cell("", True), Cell(total, left=True), *[Cell("")] * 4, *[Cell("", level=2)] * 2]
        )
        widths = [width * part for part in (0.08, 0.2, 0.24, 0.09, 0.11, 0.08, 0.1, 0.1)]
        line = 11.0 if width > 120 else 8.0
        made = replace(table_block(rows, widths, "", words), title=())
        return replace(made, line=line, height=made.height + (line - made.line) * len(rows) + 0.2)

    def _game_record(self, number: int, game: CampaignGame, words: TextSizes) -> AidBlock:
        """A line of boxes for one game: turns, locations held, how it ended."""
        t, width, colours = self.t, self.width, self.style.colours
        wide, high, row = (width, 24.0, 12.0) if width > 140 else (width, 21.0, 8.4)
        shapes = ""
        held = sum(len(one.edges) for one in (self.catalog.theater_a, self.catalog.theater_b))
        needed = held - 1 + self.catalog.capitulation_hexes
        label = 26.0
        step = min(12.4, (wide - label - 46.0) / needed) if wide > 140 else (wide - label) / needed
        radius = min(row * 0.46, step / 2 - 0.3)
        for place, side in enumerate(("axis", "allies")):
            y = place * row
            middle = y + row / 2 - 0.4
            name = t(f"pocket-general.score-{side}")
            shapes += svg_text(name, 0, middle + 1.2, T3.size, "start")
            for box in range(needed):
                ground = colours["tint"] if box == needed - 1 else PAPER
                x = label + box * step
                shape = hexagon(x + step / 2, middle, radius)
                shapes += outlined(shape, colours["rule"], 0.35, ground)
                size = min(4.4, radius * 0.85)
                shapes += placed_number(box + 1, x + step / 2, middle, size, colours["quiet"])
        if wide > 140:
            x = label + needed * step + 5.0
            for place, key in enumerate(("total", "capitulation", "turns")):
                y = place * 7.6
                shapes += outlined(rounded_box(x, y + 0.9, 5.0, 5.0, 0.5), DARK, 0.35)
                text = t(f"pocket-general.score-box-{key}")
                shapes += svg_text(text, x + 7.2, y + 4.5, 2.9, "start")
        picture = drawing(shapes, wide, high, high, t("pocket-general.score-record-alt"))
        sides = f"{self._nations(game.axis)} · {self._nations(game.allies)}"
        title = t("pocket-general.campaign-game", number=number, sides=sides)
        base = text_block(title, "", "", width, "", words)
        return replace(
            base, kind="picture", pictures=(picture,), height=base.height + picture.height + 1.6
        )

    def _nations(self, ids: Sequence[str]) -> str:
        names = [self.catalog.nations[one].name.in_language(self.language) for one in ids]
        return " / ".join(names)

    # Pieces to cut out.

    def locations(self) -> TileSheet:
        """Sixteen locations, four capitols, theater markers; backs are turned locations."""
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
        more = self._theater_faces()
        fronts += more
        backs += more
        title = t("pocket-general.locations-title")
        return TileSheet(
            title, tile_pages(title, fronts, backs, style, t, t("pocket-general.mark"))
        )

    def markers(self, nations: Sequence[tuple[Nation, Style]], *, bonus: bool = False) -> TileSheet:
        """The eleven unit markers of each nation in its colours, square and round."""
        groups = []
        for nation, own in nations:
            ids = [*nation.units, *((nation.bonus,) if bonus else ())]
            units = [self.catalog.units[unit] for unit in ids]
            fronts = [marker_face(unit, nation, self.catalog, own, self.t) for unit in units]
            backs = [nation_back(nation, unit, own, self.t) for unit in units]
            groups.append((fronts, backs))
        names = ", ".join(nation.name.in_language(self.language) for nation, _ in nations)
        title = self.t("pocket-general.markers-title", nation=names)
        # A row of core units, a row of recruits.
        return TileSheet(title, grouped_pages(title, groups, CORE, self.style, self.t))

    def _theater_faces(self) -> list[TileFace]:
        style, t = self.style, self.t
        a = theater_face(self.catalog.theater_a, self.catalog, style, t)
        b = theater_face(self.catalog.theater_b, self.catalog, style, t)
        return [a, a, b, b, initiative_face(style, t)]

    def theaters(self) -> TileSheet:
        """Theater markers and the initiative marker, as many sets as a sheet holds."""
        one = self._theater_faces()
        piece = PieceSize(THEATER * self.style.scale, THEATER * self.style.scale)
        sets = cut_grid(piece, self.style.page, 0.0, self.style.scale).count // len(one)
        fronts = one * max(1, sets)
        title = self.t("pocket-general.theaters-title")
        note = self.t("pocket-general.mark")
        return TileSheet(title, tile_pages(title, fronts, fronts, self.style, self.t, note))
