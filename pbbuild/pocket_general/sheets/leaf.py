"""The quick reference of Pocket General: one leaf with two sides, enough for a first game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbbuild.base.provenance import RECONSTRUCTED_MARK, paper_mark
from pbbuild.page import measure
from pbbuild.page.aid_blocks import (
    GROWN_PRINTS,
    AidBlock,
    Cell,
    PlacedBlock,
    TextSizes,
    cases,
    group_block,
    icon_block,
    label_block,
    moved,
    pictures_block,
    rich_lines,
    sentence_table,
    sentences_block,
    stacked,
    steps,
    table_block,
    words_block,
)
from pbbuild.page.aid_columns import GridCell, bands_on_page, sections_on_pages
from pbbuild.page.aid_sheet import (
    SLIM_TOP,
    TOP,
    AidPage,
    AidSheet,
    block_marks,
    fitted_head,
)
from pbbuild.page.geometry import GUTTER, column_count, column_width
from pbbuild.page.pictures import Picture, icon
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_general.catalog.model import TERRAINS, CombatUnit, GeneralCatalog, Nation
from pbbuild.pocket_general.playtest.combat_odds import forecast_of
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.sheets.leaf_pictures import (
    colour_sign,
    map_picture,
    piece_picture,
    squares_picture,
    table_picture,
    terrain_strip,
    unit_sign,
)
from pbbuild.pocket_general.sheets.pieces import (
    location_face,
    marker_face,
    signed,
    theater_face,
    unit_notes,
    value_text,
)
from pbbuild.pocket_general.sheets.scenes import fight_picture
from pbbuild.text.translate import Translator

# The fight of the example: where, who, with which units, and the dice they roll.
EXAMPLE_PLACE: Final = "pacific"
EXAMPLE: Final = (("germany", ("navy", "air")), ("russia", ("navy", "subs", "weather")))
EXAMPLE_DICE: Final = (2, -1)
WIDE: Final = 3  # columns of the grid
SIDES: Final = 2
SHOWN: Final = ("tanks", "weather")
MOST_ROW: Final = 1.8  # how much taller a row of a table grows beside a longer column


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
        self.is_wide = self.columns == WIDE

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
        return list(self._pieces(self.width, 4, words)) if self.is_wide else []

    def _pieces(self, width: float, count: int, words: TextSizes) -> Iterator[AidBlock]:
        """The pieces in rows of `count`, how to read their numbers, and the terrains."""
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
        pictures = [piece_picture(face, style) for _, face, style in faces]
        captions = [self.t(f"reference.piece-{key}") for key, _, _ in faces]
        for start in range(0, len(faces), count):
            part = slice(start, start + count)
            block = pictures_block(pictures[part], captions[part], width, words, words.size)
            yield block.under(self.t("reference.pieces")) if start == 0 else block
        terrains = [self._terrain(one).lower() for one in TERRAINS]
        yield words_block(self.t("reference.values", terrains=", ".join(terrains)), width, words)
        strip = terrain_strip(self.catalog, self.style, width, self.t)
        yield AidBlock(kind="picture", height=strip.height + 1.6, pictures=(strip,))

    def first_side(self, words: TextSizes) -> list[list[GridCell]]:
        """The pieces; how to win and set-up; the turn, placing, recruits and a first game."""
        pieces = self.lead(words) or list(self._pieces(self.column, 2, words))
        return [
            [GridCell(WIDE, tuple(pieces))],
            [
                GridCell(1, (*self._win(words), *self._first(words))),
                GridCell(2, tuple(self._setup(words))),
            ],
            [
                GridCell(1, tuple(self._headed("turn", self._steps("turn", 7, words)))),
                GridCell(1, tuple(self._headed("place", self._placing(words)))),
                GridCell(1, tuple(self._recruiting(words))),
            ],
        ]

    def _win(self, words: TextSizes) -> list[AidBlock]:
        edges = len(self.catalog.theater_a.edges) + len(self.catalog.theater_b.edges) - 1
        win = self._texts("win", 3, needed=edges + self.catalog.capitulation_hexes)
        lead = self._label("win-lead", words)
        return self._headed("win", [lead, *steps(win, self.column, words, "option")])

    def _setup(self, words: TextSizes) -> list[AidBlock]:
        """The table before turn 1, and the steps to it beside or below."""
        axis, allies = (
            " / ".join(
                self._name([one for one in self.catalog.nations.values() if one.side == side])
            )
            for side in ("axis", "allies")
        )
        pool = len(self.catalog.locations)
        made = self._steps("setup", 5, words, axis=axis, allies=allies, locations=pool)
        return self._beside_picture("setup", self._table(words), made)

    def _table(self, words: TextSizes) -> AidBlock:
        return self._drawn(table_picture(self.catalog, self.style, self.t), words)

    def _beside_picture(
        self, key: str, picture: AidBlock, blocks: Sequence[AidBlock]
    ) -> list[AidBlock]:
        """A picture, and the blocks beside it; below it where the page is narrow."""
        if not self.is_wide:
            return self._headed(key, [picture, *blocks])
        parts = moved(stacked(blocks, self.column), self.column + GUTTER)
        group = group_block([PlacedBlock(0.0, 0.0, self.column, picture), *parts])
        return self._headed(key, [group])

    def _placing(self, words: TextSizes) -> list[AidBlock]:
        return [
            self._words("place-text", words),
            self._squares(words),
            *self._pairs((1, 2), words),
            self._words("place-militia", words),
            self._words("place-none", words),
        ]

    def _squares(self, words: TextSizes) -> AidBlock:
        return self._drawn(squares_picture(self.style, self.t), words)

    def _recruiting(self, words: TextSizes) -> list[AidBlock]:
        recruits = [
            self._words("recruit-text", words),
            self._recruits(words),
            self._words("fast", words),
        ]
        return self._headed("recruit", recruits)

    def _first(self, words: TextSizes) -> list[AidBlock]:
        return self._headed("first", [self._words("first-text", words)])

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
                if colour not in costs.setdefault(name, []):
                    costs[name].append(colour)
        for name, colours in costs.items():
            shown = [self.catalog.colours[one].in_language(self.language) for one in colours]
            sign = colour_sign(colours[0], words.line, shown[0], self.style)
            cost = Cell(" / ".join(shown) + RECONSTRUCTED_MARK, left=True, picture=sign)
            rows.append([Cell(name, left=True), cost])
        widths = [self.column * 0.68, self.column * 0.31]
        return table_block(rows, widths, "", words)

    # The second side.

    def second_side(self, words: TextSizes) -> list[list[GridCell]]:
        """A combat beside all units; a combat counted out; world map, late war, campaign."""
        combat = GridCell(1, tuple(self._headed("combat", self._combat(words))))
        return [
            [combat, GridCell(2, tuple(self._units(words, combat.height)))],
            [
                GridCell(2, tuple(self._example(words))),
                GridCell(1, tuple(self._headed("misread", list(self._pairs((3, 4, 5), words))))),
            ],
            [
                GridCell(
                    1,
                    tuple(self._headed("map", [self._map(words), self._words("map-text", words)])),
                ),
                GridCell(1, tuple(self._headed("late", self._steps("late", 4, words)))),
                GridCell(1, tuple(self._campaign_blocks(words))),
            ],
        ]

    def _campaign_blocks(self, words: TextSizes) -> list[AidBlock]:
        made = [self._words("campaign-text", words), self._campaign(words)]
        if self.is_wide:
            made.append(self._words("campaign-points", words))
        return self._headed("campaign", made)

    def _combat(self, words: TextSizes) -> list[AidBlock]:
        faces = ", ".join(signed(face) for face in self.catalog.operations_die)
        return [
            *self._steps("combat", 5, words, faces=faces),
            self._label("compare-lead", words),
            *cases(self._texts("compare", 3), self.column, words),
        ]

    def _map(self, words: TextSizes) -> AidBlock:
        return self._drawn(map_picture(self.catalog, self.style, self.t), words)

    def _units(self, words: TextSizes, height: float) -> list[AidBlock]:
        """What units are worth and what they do: one table, or two lists on a narrow page.

        The table is as high as the column beside it, as far as its rows may grow.
        """
        if self.is_wide:
            hint = self.t("reference.chart-hint")
            units = self._shown_units()
            said = {unit.id: unit.line.in_language(self.language) for unit in units}
            table = self.unit_table(units, 2 * self.column + GUTTER, words, said)
            return [grown_table(table.under(self.t("reference.chart"), hint), height)]
        return [
            *self._headed("chart", [self._chart(words)]),
            *self._headed("beside", list(self._beside(words))),
        ]

    def _shown_units(self) -> list[CombatUnit]:
        """The units of the nations, those that one nation alone has at the end."""
        ids = dict.fromkeys(unit for nation in self.nations for unit in nation.units)
        units = [self.catalog.units[one] for one in ids]
        return sorted(units, key=lambda unit: unit.role == "unique")

    def _unit_name(self, unit: CombatUnit) -> str:
        """The name, with its nation if one alone has it."""
        name = unit.name.in_language(self.language)
        name += paper_mark(unit.provenance_of("values"))
        owners = [one for one in self.nations if unit.id in one.units]
        if unit.role != "unique" or len(self.nations) == 1 or not owners:
            return name
        return self.t(
            "reference.recruit-own", nation=owners[0].name.in_language(self.language), unit=name
        )

    def unit_table(
        self,
        units: Sequence[CombatUnit],
        width: float,
        words: TextSizes,
        said: Mapping[str, str],
        costs: Mapping[str, Cell] | None = None,
    ) -> AidBlock:
        """A row for each unit: sign and name, value on each terrain, what is `said`, its cost."""
        sign = words.line * 1.3
        names = [self._unit_name(unit) for unit in units]
        first = max(measure.width(name, measure.NAME, words.title) for name in names) + sign + 2.4
        each = 2.6 * words.size
        last = 0.0
        if costs:
            texts = [self.t("pocket-general.cost"), *(cell.text for cell in costs.values())]
            last = max(measure.width(text, measure.NAME, words.size) for text in texts) + 5.4
        rest = width - first - each * len(TERRAINS) - last
        head = [Cell(self.t("reference.chart-unit"), True, left=True)]
        for terrain in TERRAINS:
            drawn = icon(f"terrain-{terrain}", words.line * 1.1, self._terrain(terrain))
            head.append(Cell("", True, picture=drawn))
        head.append(Cell(self.t("reference.chart-does"), True, left=True))
        rows = [head]
        for unit, name in zip(units, names, strict=True):
            mark = unit_sign(unit, sign, self.t(f"pocket-general.kind-{unit.kind}"))
            told = rich_lines(said[unit.id], rest - 3.2, words)
            row = [
                Cell(name, True, left=True, picture=mark),
                *(value_cell(unit, terrain) for terrain in TERRAINS),
                Cell("", left=True, lines=tuple(told)),
            ]
            rows.append([*row, costs[unit.id]] if costs else row)
        widths = [first, *[each] * len(TERRAINS), rest]
        if costs:
            head.append(Cell(self.t("pocket-general.cost"), True, left=True))
            widths.append(last)
        return sentence_table(rows, widths, words)

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
        told = [
            sentences_block(where, [lines[0]], self.column, words),
            words_block(lines[1], self.column, words),
            words_block(end, self.column, words),
        ]
        fighting = [
            (catalog.nations[nation], own) for nation, own in zip(nations, units, strict=True)
        ]
        picture = fight_picture(place, fighting, catalog, self.style, t)
        return self._beside_picture("example", self._drawn(picture, words), told)

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
        head = [Cell(self.t("reference.chart-unit"), True, left=True)]
        for terrain in TERRAINS:
            name = self._terrain(terrain)
            head.append(Cell("", True, picture=icon(f"terrain-{terrain}", words.line, name)))
        rows = [head]
        first = self.column * 0.36
        for own in self._shown_units():
            name = own.name.in_language(self.language)
            if measure.width(name, measure.FIGURE, words.size) > first - 1.0:
                name = own.short.in_language(self.language)
            cells = [Cell(name, True, left=True)]
            rows.append([*cells, *(value_cell(own, terrain) for terrain in TERRAINS)])
        each = (self.column - first) / len(TERRAINS)
        return table_block(rows, [first, *[each] * len(TERRAINS)], "", words)

    def _beside(self, words: TextSizes) -> Iterator[AidBlock]:
        for own in self._shown_units():
            if not unit_notes(own, self.catalog, self.style, self.t):
                continue
            name = own.name.in_language(self.language)
            sign = icon(f"unit-{own.id}", 4.4, name)
            text = f"**{name}**: {own.line.in_language(self.language)}."
            block = words_block(text, self.column - 6.4, words)
            yield replace(
                icon_block(sign, "", "", "", self.column, words),
                title=(),
                lines=block.lines,
                text_x=6.4,
                height=max(block.height, sign.height + 0.4),
            )

    def _campaign(self, words: TextSizes) -> AidBlock:
        t = self.t
        keys = ("game", "total", "capitulation", "loser")
        rows = [[Cell(t(f"reference.campaign-{key}"), True, left=key == "game") for key in keys]]
        for number, game in enumerate(self.catalog.campaign, start=1):
            sides = " – ".join(
                "/".join(self._name([self.catalog.nations[one] for one in ids]))
                for ids in (game.axis, game.allies)
            )
            if len(game.axis) > 1:
                sides = t("reference.campaign-any")
            worth = (game.total, game.capitulation, game.loser)
            rows.append([Cell(f"{number}  {sides}", left=True), *(Cell(str(one)) for one in worth)])
        widths = [self.column * part for part in (0.52, 0.15, 0.16, 0.16)]
        return table_block(rows, widths, "", words)


def grown_table(table: AidBlock, height: float) -> AidBlock:
    """A table of sentences with taller rows, as high as what stands beside it."""
    spare = height - table.height
    if spare <= 0 or not table.heights:
        return table
    more = min(MOST_ROW, spare / len(table.heights))
    heights = tuple(high + more for high in table.heights)
    return replace(table, heights=heights, height=table.height + more * len(heights))


def value_cell(unit: CombatUnit, terrain: str) -> Cell:
    """The value of a unit on a terrain, darker the higher it is."""
    value = unit.values[terrain]
    level = 0 if value is None else min(3, max(0, value))
    return Cell(value_text(unit, terrain), level=level)


def _number(value: int) -> str:
    return str(value).replace("-", "−")


def _sides(leaf: GeneralLeaf, words: TextSizes, bottom: float) -> list[list[PlacedBlock]]:
    """Both sides at one size of type, [] if one is too full; one flow on narrow paper."""
    sides = (leaf.first_side(words), leaf.second_side(words))
    if not leaf.is_wide:
        bands = [band for side in sides for band in side]
        blocks = [block for band in bands for cell in band for block in cell.blocks]
        return sections_on_pages(blocks, leaf.width, bottom, leaf.columns, SLIM_TOP, TOP, SIDES)
    found = []
    for top, bands in zip((TOP, SLIM_TOP), sides, strict=True):
        page = bands_on_page(bands, leaf.width, top, bottom, WIDE)
        if page is None:
            return []
        found.append(page)
    return found


def leaf_sheet(
    catalog: GeneralCatalog, nations: Sequence[Nation], style: Style, t: Translator
) -> AidSheet:
    """The quick reference, in the largest type in which each side fits one page."""
    leaf = GeneralLeaf(catalog, nations, style, t)
    foot = measure.foot_lines(t("reference.foot"), leaf.width)
    bottom = leaf.height - measure.foot_height(foot)
    found: list[list[PlacedBlock]] = []
    # Both sides in one size of type; each section stays in one column.
    for words in GROWN_PRINTS:
        found = _sides(leaf, words, bottom)
        if len(found) == SIDES:
            break
    if not found:
        # The grid is too full even in type that has not grown: the sections follow each other.
        leaf.is_wide = False
        found = _sides(leaf, GROWN_PRINTS[-1], bottom)
    colours = style.colours
    mark = icon("location", 8.0, t("reference.head"), colours["band-ink"], colours["band"])
    name = catalog.name.in_language(style.language)
    made: list[AidPage] = []
    for number, page in enumerate(found, start=1):
        kicker = f"{name} · {t(f'reference.side-{number}')}" if leaf.is_wide else name
        is_slim = number > 1
        shown, size, beside = fitted_head(t("reference.head"), kicker, leaf.width, is_slim)
        made.append(AidPage(shown, beside, mark, tuple(page), foot, number == 1, size, is_slim))
    title = t("reference.title")
    return AidSheet(title, leaf.width, leaf.height, block_marks(t), tuple(made))
