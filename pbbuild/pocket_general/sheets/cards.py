"""Sheets of Pocket General: the score of a campaign, pieces to cut out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GAP,
    PRINTS,
    SECTION,
    AidBlock,
    Cell,
    TextSizes,
    table_block,
)
from pbbuild.page.aid_sheet import (
    TOP,
    AidSheet,
    fitted_pages,
    sheet_of,
)
from pbbuild.page.geometry import HEADING, T3, PieceSize, cut_grid
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    drawing,
    emblem_name,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style, theme_for
from pbbuild.page.tile_sheet import TileFace, TileSheet, grouped_pages, tile_pages
from pbbuild.pocket_general.catalog.model import (
    CampaignGame,
    GeneralCatalog,
    Nation,
)
from pbbuild.pocket_general.sheets.geometry import THEATER
from pbbuild.pocket_general.sheets.pieces import (
    hexagon,
    initiative_face,
    location_face,
    marker_face,
    nation_back,
    theater_face,
)
from pbbuild.text.translate import Translator

# A score sheet as wide as this has tall rows, and boxes beside the hexes of a game.
WIDE_SCORE: Final = 140.0
WRITING_LINE: Final = 8.0
SPILL: Final = 0.7  # how far the ground of a hex runs beyond its cut
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
        """The score sheet of a campaign: players, points, three games, notes. PG-7."""
        t, width = self.t, self.width
        foot = measure.foot_lines(t("pocket-general.score-foot"), width)
        bottom = self.height - measure.foot_height(foot)

        def blocks(words: TextSizes) -> list[AidBlock]:
            lead = self.t("pocket-general.score-lead")
            made = [self._players(), self._score_table(words).under(lead)]
            for number, game in enumerate(self.catalog.campaign, start=1):
                made.append(self._game_record(number, game))
            used = TOP + sum(block.height + GAP + SECTION for block in made)
            lines = int((bottom - used - HEADING - 3.0) // WRITING_LINE)
            return [*made, self._notes(lines)] if lines > 1 else made

        prints = [words for words in PRINTS if words.factor <= 1.15]
        pages = fitted_pages(blocks, width, bottom, 1, prints=prints)
        title = t("pocket-general.score-title")
        return sheet_of(title, self._name(), "terrain-capitol", pages, foot, self.style, t)

    def _players(self) -> AidBlock:
        """Lines for the names of the players and the date."""
        t, width, rule = self.t, self.width, self.style.colours["rule"]
        high, gap = 8.0, 4.0
        shapes, step = "", (width + gap) / 3
        for place, key in enumerate(("axis", "allies", "date")):
            text = t(f"pocket-general.score-{key}")
            x = place * step
            used = measure.width(text, measure.NAME, T3.size) + 2.0
            shapes += svg_text(text, x, 6.2, T3.size, "start")
            path = f"M{x + used:.2f} 7.2H{x + step - gap:.2f}"
            shapes += f'<path d="{path}" stroke="{rule}" stroke-width="0.25"/>'
        picture = drawing(shapes, width, high, high, t("pocket-general.score-players-alt"))
        return AidBlock(kind="picture", height=high + 1.6, pictures=(picture,))

    def _notes(self, lines: int) -> AidBlock:
        """Lines to write on."""
        width, rule = self.width, self.style.colours["rule"]
        path = "".join(f"M0 {(n + 1) * WRITING_LINE:g}H{width:g}" for n in range(lines))
        high = lines * WRITING_LINE + 0.4
        shapes = f'<path d="{path}" stroke="{rule}" stroke-width="0.25"/>'
        title = self.t("pocket-general.score-notes")
        picture = drawing(shapes, width, high, high, title)
        block = AidBlock(kind="picture", height=high + 1.6, pictures=(picture,))
        return block.under(title)

    def _score_table(self, words: TextSizes) -> AidBlock:
        """What each game is worth, and boxes for what each side made of it."""
        t, width = self.t, self.width
        heads = ("game", "axis", "allies", "total", "capitulation", "loser")
        boxes = ("axis-points", "allies-points")
        is_wide = width > WIDE_SCORE
        line = 11.0 if is_wide else 6.4
        box = self._box(width * 0.09, line - 2.0)
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
                    *(Cell("", picture=box) for _ in boxes),
                ]
            )
        total = t("pocket-general.score-sum")
        rows.append(
            [
                Cell(total, True, left=True),
                *[Cell("")] * 5,
                *(Cell("", picture=box) for _ in boxes),
            ]
        )
        widths = [width * part for part in (0.09, 0.19, 0.24, 0.09, 0.11, 0.08, 0.1, 0.1)]
        larger = TextSizes(words.factor * 1.15) if is_wide else words
        made = table_block(rows, widths, "", larger)
        return replace(made, line=line, height=made.height + (line - made.line) * len(rows) + 0.2)

    def _box(self, wide: float, high: float) -> Picture:
        """An empty box to write in."""
        shape = rounded_box(0.2, 0.2, wide - 0.4, high - 0.4, 0.6)
        alt = self.t("pocket-general.score-box-alt")
        return drawing(outlined(shape, DARK, 0.35), wide, high, high, alt)

    def _game_record(self, number: int, game: CampaignGame) -> AidBlock:
        """Boxes for one game: locations that each side held, how and when it ended."""
        t, width = self.t, self.width
        is_wide = width > WIDE_SCORE
        row = 12.6 if is_wide else 7.0
        shapes = ""
        held = sum(len(one.edges) for one in (self.catalog.theater_a, self.catalog.theater_b))
        needed = held - 1 + self.catalog.capitulation_hexes
        label, boxes = (38.0, 36.0) if is_wide else (26.0, 0.0)
        step = (width - label - boxes) / needed
        for place, (side, ids) in enumerate((("axis", game.axis), ("allies", game.allies))):
            middle = place * row + row / 2
            shapes += self._side_label(side, ids, middle)
            shapes += self._hexes(needed, label, middle, step, min(row * 0.48, step / 2 - 0.2))
        high = 2 * row + 0.4
        if is_wide:
            x = width - boxes + 5.0
            for place, key in enumerate(("total", "capitulation", "turns")):
                y = place * 8.4 + 0.4
                shapes += outlined(rounded_box(x, y, 6.4, 6.4, 0.6), DARK, 0.35)
                text = t(f"pocket-general.score-box-{key}")
                shapes += svg_text(text, x + 8.4, y + 4.4, T3.size, "start")
        picture = drawing(shapes, width, high, high, t("pocket-general.score-record-alt"))
        sides = f"{self._nations(game.axis)} · {self._nations(game.allies)}"
        title = t("pocket-general.campaign-game", number=number, sides=sides)
        block = AidBlock(kind="picture", height=high + 1.6, pictures=(picture,))
        return block.under(title)

    def _side_label(self, side: str, ids: Sequence[str], middle: float) -> str:
        """The nation with its emblem; the side where its nation is open."""
        if len(ids) > 1:
            name = self.t(f"pocket-general.score-{side}")
            return svg_text(name, 0, middle + 1.2, T3.size, "start")
        nation = self.catalog.nations[ids[0]]
        colour = replace(self.style, theme=theme_for(nation.theme)).colours["accent"]
        name = nation.name.in_language(self.language)
        return placed_icon(emblem_name(nation.theme), 0.0, middle - 2.8, 5.6, colour) + svg_text(
            name, 7.4, middle + 1.2, T3.size, "start"
        )

    def _hexes(self, count: int, left: float, middle: float, step: float, radius: float) -> str:
        colours = self.style.colours
        shapes = ""
        for place in range(1, count + 1):
            x = left + (place - 0.5) * step
            ground = colours["tint"] if place == count else PAPER
            shapes += outlined(hexagon(x, middle, radius), colours["rule"], 0.35, ground)
            shapes += placed_number(place, x, middle, min(4.6, radius * 0.8), colours["quiet"])
        return shapes

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
            fronts.append(location_face(place, self.catalog, style, t, spill=SPILL))
            backs.append(location_face(place, self.catalog, style, t, turned=True, spill=SPILL))
        for nation in self.catalog.nations.values():
            face = location_face(nation.capitol, self.catalog, style, t, capitol=True, spill=SPILL)
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
