"""The quick reference of Pocket General: one leaf with two sides, enough for a first game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    PRINTS,
    AidBlock,
    Cell,
    GridCell,
    PlacedBlock,
    TextSizes,
    bands_on_page,
    icon_block,
    label_block,
    pictures_block,
    sentences_block,
    steps,
    table_block,
    words_block,
)
from pbbuild.page.aid_sheet import TOP, AidPage, AidSheet, block_marks, fitted_head, fitted_pages
from pbbuild.page.geometry import column_count, column_width
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    drawing,
    filled,
    icon,
    outlined,
    placed_icon,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style, theme_for
from pbbuild.page.tile_sheet import TileFace, face_shapes
from pbbuild.pocket_general.catalog.model import TERRAINS, GeneralCatalog, Nation
from pbbuild.pocket_general.playtest.combat_odds import forecast_of
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.sheets.pieces import (
    fight_picture,
    hexagon,
    location_face,
    marker_face,
    paint,
    signed,
    theater_face,
    unit_notes,
    value_text,
)
from pbbuild.text.translate import Translator

# The fight of the example: where, who, with which units, and the dice they roll.
EXAMPLE_PLACE: Final = "pacific"
EXAMPLE: Final = (("germany", ("navy", "air")), ("russia", ("navy", "subs", "weather")))
EXAMPLE_DICE: Final = (2, -1)
WIDE: Final = 3  # columns of the grid
SHOWN: Final = ("tanks", "weather")
TABLE: Final = (60.0, 46.0)  # the drawing of the set-up
PIECE: Final = (44.0, 30.0)  # a piece with space beside it


class GeneralLeaf:
    """The blocks of both sides at one size of type."""

    def __init__(
        self, catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator
    ) -> None:
        self.catalog, self.nations, self.style, self.t = catalog, nations, style, t
        self.language = style.language
        self.width, self.height = style.inner_size
        self.columns = column_count(self.width)
        self.column = column_width(self.width, self.columns)

    def _words(self, key: str, words: TextSizes, **values: object) -> AidBlock:
        return words_block(self.t(f"reference.{key}", **values), self.column, words)

    def _texts(self, stem: str, count: int, **values: object) -> list[str]:
        return [self.t(f"reference.{stem}-{place}", **values) for place in range(1, count + 1)]

    def _steps(self, stem: str, count: int, words: TextSizes, **values: object) -> list[AidBlock]:
        return list(steps(self._texts(stem, count, **values), self.column, words))

    def _pairs(self, numbers: Sequence[int], words: TextSizes) -> Iterator[AidBlock]:
        for number in numbers:
            for kind in ("wrong", "right"):
                yield words_block(
                    self.t(f"reference.{kind}-{number}"), self.column, words, kind=kind
                )

    def _headed(self, key: str, blocks: Sequence[AidBlock]) -> list[AidBlock]:
        return [blocks[0].under(self.t(f"reference.{key}")), *blocks[1:]]

    def _label(self, key: str, words: TextSizes) -> AidBlock:
        return label_block(self.t(f"reference.{key}"), self.column, words)

    def _drawn(self, picture: Picture, words: TextSizes) -> AidBlock:
        picture = picture.scaled(self.column / picture.width * min(1.0, words.factor))
        return AidBlock(
            kind="picture", height=picture.height + 1.6, pictures=(picture,), size=words.size
        )

    def _name(self, nations: Sequence[Nation]) -> list[str]:
        return [nation.name.in_language(self.language) for nation in nations]

    def _terrain(self, terrain: str) -> str:
        return self.catalog.terrains[terrain].name.in_language(self.language)

    # The first side.

    def lead(self, words: TextSizes) -> list[AidBlock]:
        """The pieces, side by side, with what they are; nothing where the page is narrow."""
        return [] if self.columns < 3 else list(self._pieces(self.width, 4, words))

    def _pieces(self, width: float, count: int, words: TextSizes) -> Iterator[AidBlock]:
        """The pieces in rows of `count`, then how to read their numbers."""
        own = replace(self.style, theme=theme_for(self.nations[0].theme), bleed=0.0)
        plain = replace(self.style, bleed=0.0)
        coast = next(
            (one for one in self.catalog.locations if one.terrain == "open-ocean"),
            self.catalog.locations[0],
        )
        square, special = (
            marker_face(self.catalog.units[unit], self.nations[0], self.catalog, own, self.t)
            for unit in SHOWN
        )
        faces = (
            ("location", location_face(coast, self.catalog, plain, self.t), plain),
            ("square", square, own),
            ("disc", special, own),
            ("theater", theater_face(self.catalog.theater_a, self.catalog, plain, self.t), plain),
        )
        pictures = [_in_space(face, style) for _, face, style in faces]
        captions = [self.t(f"reference.piece-{key}") for key, _, _ in faces]
        for start in range(0, len(faces), count):
            part = slice(start, start + count)
            block = pictures_block(pictures[part], captions[part], width, words)
            yield block.under(self.t("reference.pieces")) if start == 0 else block
        terrains = [self._terrain(one).lower() for one in TERRAINS]
        yield words_block(self.t("reference.values", terrains=", ".join(terrains)), width, words)

    def first_side(self, words: TextSizes) -> list[list[AidBlock]]:
        """How to win and set-up; the turn and placing; recruits and a first game."""
        catalog = self.catalog
        axis, allies = (
            " / ".join(self._name([one for one in catalog.nations.values() if one.side == side]))
            for side in ("axis", "allies")
        )
        pool = len(catalog.locations)
        edges = len(catalog.theater_a.edges) + len(catalog.theater_b.edges) - 1
        win = self._texts("win", 3, needed=edges + catalog.capitulation_hexes)
        pieces = [] if self.columns == WIDE else list(self._pieces(self.column, 2, words))
        setup = self._steps("setup", 5, words, axis=axis, allies=allies, locations=pool)
        place = [
            self._words("place-text", words),
            *self._pairs((1, 2), words),
            self._words("place-militia", words),
            self._words("place-none", words),
        ]
        return [
            [
                *pieces,
                *self._headed(
                    "win",
                    [self._label("win-lead", words), *steps(win, self.column, words, "option")],
                ),
                *self._headed("setup", [self._drawn(self._table(), words), *setup]),
            ],
            [
                *self._headed("turn", self._steps("turn", 7, words)),
                *self._headed("place", place),
            ],
            [
                *self._headed(
                    "recruit",
                    [
                        self._words("recruit-text", words),
                        self._recruits(words),
                        self._words("fast", words),
                    ],
                ),
                *self._headed("first", [self._words("first-text", words)]),
            ],
        ]

    def _table(self) -> Picture:
        """The table before turn 1, seen from your seat."""
        colours = self.style.colours
        wide, high = TABLE
        shapes = filled(f"M0 0h{wide:g}v{high:g}H0z", colours["wash"])
        for place in range(16):
            shape = hexagon(3.6 + place * 3.52, 3.6, 1.9)
            shapes += outlined(
                shape, colours["rule"], 0.25, colours["tint"] if place < 3 else PAPER
            )
        for place in range(3):
            x = 7.0 + 15.5 * place
            shapes += outlined(hexagon(x, 21.5, 4.2), DARK, 0.4, colours["tint"])
            for row, top in enumerate((8.6, 12.4, 26.8, 30.6)):
                for column in range(2):
                    box = rounded_box(x - 3.7 + 3.9 * column, top, 3.5, 3.5, 0.5)
                    is_own = row > 1
                    shapes += (
                        filled(box, colours["accent"])
                        if is_own and (row, column) != (3, 1)
                        else outlined(box, DARK, 0.3)
                    )
        top = 36.6
        shapes += outlined(rounded_box(1, top, wide - 2, 8.6, 0.8), colours["rule"], 0.3)
        for x in (21.0, 39.0):
            shapes += outlined(rounded_box(x - 2, top + 2.3, 4, 4, 0.3), DARK, 0.35)
        for place, colour in enumerate(self.catalog.theater_a.edges):
            dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[place]
            spot = hexagon(21 + 4.1 * dx, top + 4.3 + 3.1 * dy, 1.25)
            shapes += outlined(spot, *_line(paint(colour, self.style)))
        texts = (
            (wide - 1, 11.4, "end", "setup-enemy"),
            (wide - 1, 22.5, "end", "setup-hexes"),
            (wide - 1, 33.2, "end", "setup-you"),
            (wide - 3, top + 5.2, "end", "setup-map"),
        )
        for x, y, anchor, key in texts:
            shapes += svg_text(self.t(f"reference.{key}"), x, y, 2.5, anchor)
        return drawing(shapes, wide, high, high, self.t("reference.setup-alt"))

    def _recruits(self, words: TextSizes) -> AidBlock:
        """What each recruit is paid with; a nation's own unit is named with it."""
        rows = [
            [
                Cell(self.t("reference.recruit-unit"), True, left=True),
                Cell(self.t("reference.recruit-cost"), True, left=True),
            ]
        ]
        costs: dict[str, list[str]] = {}
        for nation in self.nations:
            for unit, colour in nation.costs.items():
                if unit not in nation.units:
                    continue
                own = self.catalog.units[unit]
                name = own.name.in_language(self.language)
                if own.role == "unique":
                    name = self.t(
                        "reference.recruit-own",
                        nation=nation.name.in_language(self.language),
                        unit=name,
                    )
                shown = self.catalog.colours[colour].in_language(self.language)
                costs.setdefault(name, [])
                if shown not in costs[name]:
                    costs[name].append(shown)
        for name, colours in costs.items():
            rows.append([Cell(name, left=True), Cell(" / ".join(colours) + "°", left=True)])
        widths = [self.column * 0.68, self.column * 0.31]
        return table_block(rows, widths, "", words)

    # The second side.

    def second_side(self, words: TextSizes) -> list[list[AidBlock]]:
        """A combat with an example; values and abilities of units; world map and campaign."""
        faces = ", ".join(signed(face) for face in self.catalog.operations_die)
        compare = [words_block(text, self.column, words) for text in self._texts("compare", 3)]
        combat = [
            *self._steps("combat", 5, words, faces=faces),
            self._label("compare-lead", words),
            *compare,
        ]
        return [
            [
                *self._headed("combat", combat),
                *self._headed("example", self._example(words)),
                *self._headed("misread", list(self._pairs((3, 4, 5), words))),
            ],
            [
                *self._headed("chart", [self._chart(words)]),
                *self._headed("beside", list(self._beside(words))),
            ],
            [
                *self._headed(
                    "map", [self._drawn(self._map(), words), self._words("map-text", words)]
                ),
                *self._headed("late", self._steps("late", 4, words)),
                *self._headed(
                    "campaign", [self._words("campaign-text", words), self._campaign(words)]
                ),
            ],
        ]

    def _example(self, words: TextSizes) -> list[AidBlock]:
        """A combat as the rules count it, with the markers that fight."""
        catalog, t = self.catalog, self.t
        nations = (EXAMPLE[0][0], EXAMPLE[1][0])
        units = (EXAMPLE[0][1], EXAMPLE[1][1])
        odds = forecast_of(PocketGeneral(catalog), EXAMPLE_PLACE, nations, units).odds
        place = catalog.location(EXAMPLE_PLACE)
        assert place is not None
        lines, totals = [], []
        for side, (nation, own) in enumerate(EXAMPLE):
            die = EXAMPLE_DICE[side]
            totals.append(odds.sums[side] + die)
            lines.append(
                t(
                    "reference.example-line",
                    nation=catalog.nations[nation].name.in_language(self.language),
                    units=self._counted(own, place.terrain, odds.sums[side]),
                    sum=_number(odds.sums[side]),
                    die=signed(die),
                    total=_number(totals[-1]),
                )
            )
        winner = catalog.nations[nations[totals.index(max(totals))]]
        where = t(
            "reference.example-at",
            place=place.name.in_language(self.language),
            terrain=self._terrain(place.terrain).lower(),
        )
        end = t("reference.example-end", winner=winner.name.in_language(self.language))
        told = sentences_block(where, [*lines, end], self.column, words)
        fighting = [
            (catalog.nations[nation], own) for nation, own in zip(nations, units, strict=True)
        ]
        picture = fight_picture(place, fighting, catalog, self.style, t)
        return [self._drawn(picture, words), told]

    def _counted(self, units: Sequence[str], terrain: str, total: int) -> str:
        """Each unit with its value, and what others add to them or take from them."""
        counted, parts = 0, []
        for unit in units:
            own = self.catalog.units[unit]
            value = own.values[terrain] or 0
            counted += value
            parts.append(f"{own.name.in_language(self.language)} {_number(value)}")
        if total != counted:
            change = signed(total - counted)
            parts.append(self.t("reference.example-change", change=change))
        return ", ".join(parts)

    def _chart(self, words: TextSizes) -> AidBlock:
        units = dict.fromkeys(unit for nation in self.nations for unit in nation.units)
        head = [Cell(self.t("reference.chart-unit"), True, left=True)]
        for terrain in TERRAINS:
            name = self._terrain(terrain)
            head.append(Cell("", True, picture=icon(f"terrain-{terrain}", words.line, name)))
        rows = [head]
        first = self.column * 0.36
        for unit in sorted(units, key=lambda one: self.catalog.units[one].role == "unique"):
            own = self.catalog.units[unit]
            name = own.name.in_language(self.language)
            if measure.width(name, measure.FIGURE, words.size) > first - 1.0:
                name = own.short.in_language(self.language)
            cells = [Cell(name, True, left=True)]
            for terrain in TERRAINS:
                value = own.values[terrain]
                level = 0 if value is None else min(3, max(0, value))
                cells.append(Cell(value_text(own, terrain), level=level))
            rows.append(cells)
        each = (self.column - first) / len(TERRAINS)
        return replace(table_block(rows, [first, *[each] * len(TERRAINS)], "", words), title=())

    def _beside(self, words: TextSizes) -> Iterator[AidBlock]:
        units = dict.fromkeys(unit for nation in self.nations for unit in nation.units)
        for unit in units:
            own = self.catalog.units[unit]
            if not unit_notes(own, self.catalog, self.style, self.t):
                continue
            name = own.name.in_language(self.language)
            sign = icon(f"unit-{unit}", 4.4, name)
            text = f"**{name}**: {own.line.in_language(self.language)}."
            block = words_block(text, self.column - 6.4, words)
            yield replace(
                icon_block(sign, "", "", "", self.column, words),
                title=(),
                lines=block.lines,
                text_x=6.4,
                height=max(block.height, sign.height + 0.4),
            )

    def _map(self) -> Picture:
        """Theater A full, theater B against one of its locations, and the capitulation hexes."""
        wide, high = 84.0, 46.0
        a, b = self.catalog.theater_a, self.catalog.theater_b
        shapes, middle = "", 23.0
        ax, bx = 23.0, 55.0
        spots = ((0, -1), (1, 0), (0, 1), (-1, 0))
        # B is turned so that its edge meets the location between the two theaters.
        shared = a.edges[1] if a.edges[1] in b.edges else b.edges[0]
        start = (b.edges.index(shared) + 1) % 4
        turned = [b.edges[(start + step) % 4] for step in range(4)]
        for x, edges, name in ((ax, a.edges, "A"), (bx, turned, "B")):
            shapes += outlined(rounded_box(x - 7, middle - 7, 14, 14, 0.6), DARK, 0.5)
            shapes += svg_text(name, x, middle + 3.1, 9.0, "middle", face=("PB Title", 800))
            for (dx, dy), colour in zip(spots, edges, strict=True):
                if name == "B" and (dx, dy) == (-1, 0):
                    continue
                hx, hy = x + 16 * dx, middle + 15.4 * dy
                strong, pale = paint(colour, self.style)
                shapes += outlined(hexagon(hx, hy, 7.4), strong, 0.7, pale)
                sign = {"red": "city", "white": ""}.get(colour, colour)
                if sign:
                    shapes += placed_icon(f"terrain-{sign}", hx - 3, hy - 3, 6, strong, pale)
                else:
                    shapes += svg_text("?", hx, hy + 2.2, 6.5, "middle")
        return drawing(shapes, wide, high, high, self.t("reference.map-alt"))

    def _campaign(self, words: TextSizes) -> AidBlock:
        t = self.t
        keys = ("game", "total", "capitulation", "loser")
        rows = [[Cell(t(f"reference.campaign-{key}"), True, left=key == "game") for key in keys]]
        for number, game in enumerate(self.catalog.campaign, start=1):
            sides = " - ".join(
                "/".join(self._name([self.catalog.nations[one] for one in ids]))
                for ids in (game.axis, game.allies)
            )
            if len(game.axis) > 1:
                sides = t("reference.campaign-any")
            worth = (game.total, game.capitulation, game.loser)
            rows.append([Cell(f"{number}  {sides}", left=True), *(Cell(str(one)) for one in worth)])
        widths = [self.column * part for part in (0.52, 0.15, 0.16, 0.16)]
        return table_block(rows, widths, "", words)


def _in_space(face: TileFace, style: Style) -> Picture:
    """A piece in the middle of a wide space, so that pieces of two sizes stand in one row."""
    wide, high = PIECE
    scale = min(1.0, high / face.height)
    left, top = (wide - face.width * scale) / 2, (high - face.height * scale) / 2
    shapes = (
        f'<g transform="translate({left:.2f} {top:.2f}) scale({scale:.4f})">'
        f"{face_shapes(face, style)}</g>"
    )
    return drawing(shapes, wide, high, high, face.picture.alt)


def _number(value: int) -> str:
    return str(value).replace("-", "−")


def _line(colours: tuple[str, str]) -> tuple[str, float, str]:
    return colours[0], 0.3, colours[1]


def _side(leaf: GeneralLeaf, side: int, words: TextSizes, bottom: float) -> list[list[PlacedBlock]]:
    """One side at one size of type, on a page if its columns are short enough, else on more."""
    columns = (leaf.first_side, leaf.second_side)[side](words)
    lead = leaf.lead(words) if side == 0 else []
    if leaf.columns == WIDE:
        bands = [[GridCell(WIDE, tuple(lead))]] if lead else []
        bands.append([GridCell(1, tuple(column)) for column in columns])
        page = bands_on_page(bands, leaf.width, TOP, bottom, WIDE)
        if page is not None:
            return [page]
    blocks = [block for column in columns for block in column]
    return fitted_pages(
        lambda _: blocks, leaf.width, bottom, leaf.columns, lambda _: lead, (words,)
    ) + ([[]] if leaf.columns == WIDE else [])


def leaf_sheet(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator
) -> AidSheet:
    """The quick reference, in the largest type in which each side fits one page."""
    leaf = GeneralLeaf(catalog, nations, style, t)
    foot = measure.foot_lines(t("reference.foot"), leaf.width)
    bottom = leaf.height - measure.foot_height(foot)
    sides: list[list[list[PlacedBlock]]] = []
    # Both sides in one size of type; each section stays in one column.
    for words in PRINTS:
        sides = [_side(leaf, side, words, bottom) for side in (0, 1)]
        if all(len(pages) == 1 for pages in sides):
            break
    colours = style.colours
    mark = icon("unit-threat", 8.0, t("reference.head"), colours["band-ink"], colours["band"])
    made: list[AidPage] = []
    for number, pages in enumerate(sides, start=1):
        kicker = f"{catalog.name.in_language(style.language)} · {t(f'reference.side-{number}')}"
        shown, size, beside = fitted_head(t("reference.head"), kicker, leaf.width)
        made += [
            AidPage(shown, beside, mark, tuple(page), foot, not made and place == 0, size)
            for place, page in enumerate(pages)
        ]
    title = t("reference.title")
    return AidSheet(title, leaf.width, leaf.height, block_marks(t), tuple(made))
