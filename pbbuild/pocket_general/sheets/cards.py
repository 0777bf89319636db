"""Sheets of Pocket General: the score of a campaign, pieces to cut out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GAP,
    PRINTS,
    AidBlock,
    Cell,
    TextSizes,
    table_block,
    text_block,
)
from pbbuild.page.aid_sheet import (
    TOP,
    AidSheet,
    fitted_pages,
    sheet_of,
)
from pbbuild.page.geometry import T3, PieceSize, cut_grid
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    drawing,
    outlined,
    placed_number,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace, TileSheet, grouped_pages, tile_pages
from pbbuild.pocket_general.catalog.model import (
    CampaignGame,
    GeneralCatalog,
    Nation,
)
from pbbuild.pocket_general.sheets.pieces import (
    THEATER,
    hexagon,
    initiative_face,
    location_face,
    marker_face,
    nation_back,
    theater_face,
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

    def _name(self) -> str:
        return self.catalog.name.in_language(self.language)

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
