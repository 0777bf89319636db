"""The score sheet of a campaign: players, points, three games, notes. PG-7."""

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
from pbbuild.page.geometry import HEADING, T3, T5
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
from pbbuild.pocket_general.catalog.model import (
    CampaignGame,
    GeneralCatalog,
)
from pbbuild.pocket_general.sheets.pieces import (
    hexagon,
)
from pbbuild.text.translate import Translator

# A score sheet as wide as this has tall rows, and boxes beside the hexes of a game.
WIDE_SCORE: Final = 140.0
WRITING_LINE: Final = 8.0
EMBLEM: Final = 5.6
ENDS_HEAD: Final = 4.0  # the line of words above the boxes for how a game ended
END_BOX: Final = 7.0


class ScoreSheet:
    """Makes the score sheet in one style and language."""

    def __init__(self, catalog: GeneralCatalog, style: Style, t: Translator) -> None:
        self.catalog, self.style, self.t = catalog, style, t
        self.language = style.language
        self.width, self.height = style.inner_size

    def _name(self) -> str:
        return self.catalog.name.in_language(self.language)

    def sheet(self) -> AidSheet:
        """The whole sheet, on one page."""
        t, width = self.t, self.width
        foot = measure.foot_lines(t("pocket-general.score-foot"), width)
        bottom = self.height - measure.foot_height(foot)

        def blocks(words: TextSizes) -> list[AidBlock]:
            lead = self.t("pocket-general.score-lead")
            hint = self.t("pocket-general.score-hint") if width > WIDE_SCORE else ""
            made = [self._players(), self._score_table(words).under(lead, hint)]
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
        shapes, top = "", ENDS_HEAD if is_wide else 0.0
        held = sum(len(one.edges) for one in (self.catalog.theater_a, self.catalog.theater_b))
        needed = held - 1 + self.catalog.capitulation_hexes
        label, boxes = (37.0, 40.0) if is_wide else (26.0, 0.0)
        step = (width - label - boxes) / needed
        for place, (side, ids) in enumerate((("axis", game.axis), ("allies", game.allies))):
            middle = top + place * row + row / 2
            shapes += self._side_label(side, ids, middle)
            shapes += self._hexes(needed, label, middle, step, min(row * 0.48, step / 2 - 0.2))
        high = top + 2 * row + 0.4
        if is_wide:
            shapes += self._ends(width - boxes, row)
        picture = drawing(shapes, width, high, high, t("pocket-general.score-record-alt"))
        sides = f"{self._nations(game.axis)} · {self._nations(game.allies)}"
        title = t("pocket-general.campaign-game", number=number, sides=sides)
        block = AidBlock(kind="picture", height=high + 1.6, pictures=(picture,))
        return block.under(title)

    def _ends(self, x: float, row: float) -> str:
        """Boxes beside each side for the way it won, and one for the turns."""
        t, shapes = self.t, ""
        step = (self.width - x) / 3
        for place, key in enumerate(("total", "capitulation", "turns")):
            middle = x + (place + 0.5) * step
            text = t(f"pocket-general.score-box-{key}")
            size = measure.fitted_size(text, measure.LABEL, step - 0.6, T5.size, T5.size)
            text = measure.shortened(text, measure.LABEL, step - 0.6, size)
            shapes += svg_text(text, middle, T5.size, size, "middle", face=("PB Name", 500))
            rows = (1.0,) if key == "turns" else (0.5, 1.5)
            for at in rows:
                corner = (middle - END_BOX / 2, ENDS_HEAD + at * row - END_BOX / 2)
                shapes += outlined(rounded_box(*corner, END_BOX, END_BOX, 0.6), DARK, 0.35)
        return shapes

    def _side_label(self, side: str, ids: Sequence[str], middle: float) -> str:
        """The nation with its emblem; the side where its nation is open."""
        if len(ids) > 1:
            # The nation is ringed when it is chosen.
            name = self.t(f"pocket-general.score-{side}")
            shapes = svg_text(name, 0, middle + 1.2, T3.size, "start")
            x = measure.width(name, measure.NAME, T3.size) + 3.0
            for one in ids:
                shapes += self._emblem(one, x, middle)
                x += EMBLEM + 2.0
            return shapes
        nation = self.catalog.nations[ids[0]]
        name = nation.name.in_language(self.language)
        said = svg_text(name, EMBLEM + 1.8, middle + 1.2, T3.size, "start")
        return self._emblem(nation.id, 0.0, middle) + said

    def _emblem(self, nation_id: str, x: float, middle: float) -> str:
        """The emblem of a nation in its colour."""
        theme = self.catalog.nations[nation_id].theme
        colour = replace(self.style, theme=theme_for(theme)).colours["accent"]
        return placed_icon(emblem_name(theme), x, middle - EMBLEM / 2, EMBLEM, colour)

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
