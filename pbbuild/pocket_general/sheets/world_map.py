"""The world map of Pocket General: a player's theaters, capitol, hand and depleted units.

One sheet where the pieces fit on it, else three: small paper, large print.
"""

from collections.abc import Sequence
from typing import Final

from pbbuild.page.field_sheet import FieldPage
from pbbuild.page.geometry import T3, T4
from pbbuild.page.style import Style
from pbbuild.pocket_general.catalog.model import CombatUnit, GeneralCatalog
from pbbuild.pocket_general.sheets.board_page import BULLET, TITLE, BoardPage
from pbbuild.pocket_general.sheets.geometry import (
    HALF_HEIGHT,
    HEX_PLACE,
    MARKER_PLACE,
    THEATER_PLACE,
)
from pbbuild.pocket_general.sheets.pieces import edge_signs, paint
from pbbuild.text.translate import Translator

PAD: Final = 2.4
NEXT: Final = 0.6  # between two places
BETWEEN: Final = 2.2  # between panels
HEAD: Final = 6.2
ACROSS: Final = THEATER_PLACE / 2 + NEXT + HEX_PLACE  # from a theater to the hex beside it
DOWN: Final = THEATER_PLACE / 2 + NEXT + HALF_HEIGHT * HEX_PLACE
THEATERS: Final = 4 * ACROSS + 2 * HEX_PLACE  # the width of both with their hexes
WORLD: Final = HEAD + 2 * (DOWN + HALF_HEIGHT * HEX_PLACE) + 2 * PAD
LEGEND: Final = 28.0
CAPITOL: Final = 44.0  # the width of its panel
LATE: Final = 4
SLOT: Final = MARKER_PLACE + 0.8
ROW_LABEL: Final = 5.4


def map_fits_on_one(style: Style) -> bool:
    """Whether both theaters fit on one sheet."""
    return style.inner_size[0] >= THEATERS + 2 * PAD


def world_map(catalog: GeneralCatalog, style: Style, t: Translator) -> tuple[FieldPage, ...]:
    """The pages of one world map."""
    if map_fits_on_one(style):
        page = BoardPage(style, t)
        wide, y = page.width, TITLE
        page.panel(0, y, (wide, WORLD), page.style.colours["tint"])
        page.titled(*_said(page, "world"), PAD, y + PAD + 2.0, wide - 2 * PAD)
        has_legend = wide >= THEATERS + LEGEND + 3 * PAD
        left = PAD if has_legend else (wide - THEATERS) / 2
        middle = y + PAD + HEAD + (WORLD - HEAD - 2 * PAD) / 2
        _theater_a(page, left + HEX_PLACE + ACROSS, middle, catalog)
        _theater_b(page, left + HEX_PLACE + 3 * ACROSS, middle)
        _capitulation(page, left + HEX_PLACE + 2 * ACROSS, middle, catalog)
        if has_legend:
            _legend(page, wide - PAD - LEGEND, middle, catalog, 1)
        y += WORLD + BETWEEN
        late = wide - CAPITOL - BETWEEN
        high = max(_capitol_height(page), _late_height(page, late))
        _capitol(page, 0, y, high)
        _late(page, CAPITOL + BETWEEN, y, (late, high))
        y += high + BETWEEN
        y = _hand(page, y, catalog, 6)
        _depleted(page, y + BETWEEN)
        return (_page(page),)
    pages = [BoardPage(style, t) for _ in range(3)]
    _on_three(pages, catalog)
    return tuple(_page(page) for page in pages)


def _on_three(pages: Sequence[BoardPage], catalog: GeneralCatalog) -> None:
    """Theater A with the capitulation hexes; theater B, the capitol, the late war; the units."""
    a, b, units = pages
    wide = a.width
    middle = TITLE + PAD + HEAD + (WORLD - HEAD - 2 * PAD) / 2
    a.panel(0, TITLE, (wide, WORLD), a.style.colours["tint"])
    a.titled(*_said(a, "world"), PAD, TITLE + PAD + 2.0, wide - 2 * PAD)
    left = (wide - 2 * ACROSS - 2 * HEX_PLACE) / 2
    _theater_a(a, left + HEX_PLACE + ACROSS, middle, catalog)
    _capitulation(a, left + HEX_PLACE + 2 * ACROSS, middle, catalog)
    _legend(a, PAD, TITLE + WORLD + BETWEEN + 14.0, catalog, 3)
    space = wide - CAPITOL - BETWEEN
    b.panel(0, TITLE, (space, WORLD), b.style.colours["tint"])
    _theater_b(b, PAD + THEATER_PLACE / 2, middle)
    _capitol(b, space + BETWEEN, TITLE, WORLD)
    y = TITLE + WORLD + BETWEEN
    _late(b, 0, y, (wide, _late_height(b, wide)))
    y = _hand(units, TITLE, catalog, 5)
    _depleted(units, y + BETWEEN)


def _said(page: BoardPage, key: str) -> tuple[str, str]:
    """The title of a part of the map and its note."""
    return page.t(f"pocket-general.map-{key}"), page.t(f"pocket-general.map-{key}-note")


def _page(page: BoardPage) -> FieldPage:
    t = page.t
    page.title(t("pocket-general.map-title"), t("pocket-general.map-hint"))
    page.foot(t("pocket-general.map-foot"), "†")
    return page.page(t("pocket-general.map-title"), t("pocket-general.map-alt"))


def _theater_a(page: BoardPage, x: float, y: float, catalog: GeneralCatalog) -> None:
    """Theater A as its marker is laid first, and the hexes around it in the colours they take."""
    half = THEATER_PLACE / 2
    page.box(x - half, y - half, (THEATER_PLACE, THEATER_PLACE), dashed=True)
    _named(page, x, y, "A")
    spots = ((x, y - DOWN), (x + ACROSS, y), (x, y + DOWN), (x - ACROSS, y))
    for colour, (hex_x, hex_y) in zip(catalog.theater_a.edges, spots, strict=True):
        strong, pale = paint(colour, page.style)
        page.hexagon(hex_x, hex_y, HEX_PLACE, strong, pale)
        for sign in edge_signs(colour):
            page.sign(sign, hex_x, hex_y - 2.2, 9.0, (strong, pale))
        word = catalog.colours[colour].in_language(page.style.language)
        if colour == "white":
            word = page.t("pocket-general.map-any")
        low = 6.2 if edge_signs(colour) else 0.0
        page.fitting(word, hex_x - 10.6, hex_y + low, 21.2, ("board-word", "small"))


def _theater_b(page: BoardPage, x: float, y: float) -> None:
    """The place of theater B, which lies against a location of A, and its other hexes."""
    half = THEATER_PLACE / 2
    page.box(x - half, y - half, (THEATER_PLACE, THEATER_PLACE), dashed=True)
    _named(page, x, y, "B")
    for hex_x, hex_y in ((x, y - DOWN), (x + ACROSS, y), (x, y + DOWN)):
        page.hexagon(hex_x, hex_y, HEX_PLACE, page.style.colours["accent"])


def _named(page: BoardPage, x: float, y: float, name: str) -> None:
    page.letter(name, x, y - 1.6, 20.0)
    note = page.t(f"pocket-general.theater-{name.lower()}")
    wide = THEATER_PLACE - 2.0
    page.fitting(note, x - wide / 2, y + 7.2, wide, ("board-word", "small"))


def _capitulation(page: BoardPage, x: float, y: float, catalog: GeneralCatalog) -> None:
    """The two hexes that open when all edges are filled."""
    edges = len(catalog.theater_a.edges) + len(catalog.theater_b.edges) - 1
    colours = page.style.colours
    word = page.t("pocket-general.map-capitulation")
    for place, hex_y in enumerate((y - DOWN, y + DOWN)):
        page.hexagon(x, hex_y, HEX_PLACE, colours["rule"], colours["ground"])
        page.number(edges + 1 + place, x, hex_y - 2.4, 9.0, colours["quiet"])
        page.fitting(word, x - 10.6, hex_y + 6.2, 21.2, ("board-word", "small"))


def _legend(page: BoardPage, x: float, y: float, catalog: GeneralCatalog, across: int) -> None:
    """Each terrain with the edges it fits, in `across` columns around `y`."""
    t, language = page.t, page.style.language
    terrains = list(catalog.terrains.values())
    rows = -(-len(terrains) // across)
    column = (page.width - 2 * PAD) / across if across > 1 else LEGEND
    step = 13.6
    for place, terrain in enumerate(terrains):
        row, at = divmod(place, across)
        left, middle = x + at * column, y + (row - (rows - 1) / 2) * step
        strong, pale = paint(terrain.colours[0], page.style)
        page.hexagon(left + 4.4, middle, 4.4, strong, pale)
        page.sign(f"terrain-{terrain.id}", left + 4.4, middle, 5.4, (strong, pale))
        wide = column - 9.8
        name = terrain.name.in_language(language)
        page.fitting(name, left + 9.8, middle - 1.8, wide, ("box-title", "box-note"))
        colours = [catalog.colours[one].in_language(language) for one in terrain.colours]
        page.fitting(
            t("reference.terrain-or").join(colours), left + 9.8, middle + 2.2, wide, ("box-note",)
        )


def _capitol(page: BoardPage, x: float, y: float, high: float) -> None:
    page.panel(x, y, (CAPITOL, high), page.style.colours["ground"])
    title, note = _said(page, "capitol")
    page.words(title, x + PAD, y + PAD + 2.0, CAPITOL - 2 * PAD, "box-title")
    end = page.lines(note, x + PAD, y + PAD + T3.line, CAPITOL - 2 * PAD)
    strong, pale = paint("red", page.style)
    middle = (end + y + high) / 2
    page.hexagon(x + CAPITOL / 2, middle, HEX_PLACE, strong, pale)
    page.sign("terrain-capitol", x + CAPITOL / 2, middle, 13.0, (strong, pale))


def _capitol_height(page: BoardPage) -> float:
    said = page.lines_height(_said(page, "capitol")[1], CAPITOL - 2 * PAD)
    return 2 * PAD + T3.line + said + 2 * HALF_HEIGHT * HEX_PLACE + 1.0


def _late_texts(page: BoardPage) -> list[str]:
    return [page.t(f"reference.late-{number}") for number in range(1, LATE + 1)]


def _late_column(wide: float) -> float:
    """The width of the words of a step, of which two stand side by side."""
    return (wide - 3 * PAD) / 2 - BULLET - 1.4


def _late_rows(page: BoardPage, wide: float) -> list[float]:
    """The heights of the rows of steps: 1 and 2 in the left column, 3 and 4 in the right."""
    texts = _late_texts(page)
    high = [page.lines_height(text, _late_column(wide)) for text in texts]
    return [max(high[0], high[2]), max(high[1], high[3])]


def _late_height(page: BoardPage, wide: float) -> float:
    turn = page.lines_height(page.t("pocket-general.map-turn"), wide - 2 * PAD)
    return HEAD + 2 * PAD + sum(_late_rows(page, wide)) + 3.6 + turn


def _late(page: BoardPage, x: float, y: float, size: tuple[float, float]) -> None:
    """The steps of the late war."""
    wide, _ = size
    page.panel(x, y, size, page.style.colours["wash"])
    page.words(page.t("reference.late"), x + PAD, y + PAD + 2.0, wide - 2 * PAD, "box-title")
    rows = _late_rows(page, wide)
    column = _late_column(wide)
    for place, text in enumerate(_late_texts(page)):
        across, row = divmod(place, 2)
        left = x + PAD + across * (column + BULLET + 1.4 + PAD)
        top = y + PAD + HEAD + row * (rows[0] + 1.6)
        page.bullet(place + 1, left, top + T4.line / 2)
        page.lines(text, left + BULLET + 1.4, top, column)
    page.lines(
        page.t("pocket-general.map-turn"), x + PAD, y + PAD + HEAD + sum(rows) + 3.6, wide - 2 * PAD
    )


def _hand(page: BoardPage, y: float, catalog: GeneralCatalog, columns: int) -> float:
    """A place for every marker in hand, core units above recruits; where the panel ends."""
    every = next(iter(catalog.nations.values())).units
    groups = [
        [catalog.units[one] for one in every if (catalog.units[one].role == "core") == is_core]
        for is_core in (True, False)
    ]
    rows = [-(-len(group) // columns) for group in groups]
    high = HEAD + 2 * PAD + sum(row * SLOT + ROW_LABEL for row in rows)
    page.panel(0, y, (page.width, high), page.style.colours["tint"])
    title, note = _said(page, "recruits")
    page.titled(title, note, PAD, y + PAD + 2.0, page.width - 2 * PAD)
    top = y + PAD + HEAD
    step = (page.width - 2 * PAD - MARKER_PLACE) / (columns - 1)
    for key, group, count in zip(("core", "recruit"), groups, rows, strict=True):
        label = page.t(f"pocket-general.map-{key}")
        page.fitting(label, PAD, top + 3.0, page.width - 2 * PAD, ("board-note", "box-note"))
        top += ROW_LABEL
        for place, unit in enumerate(group):
            row, column = divmod(place, columns)
            _slot(page, PAD + column * step, top + row * SLOT, unit)
        top += count * SLOT
    return y + high


def _slot(page: BoardPage, x: float, y: float, unit: CombatUnit) -> None:
    """A place for a marker, with the sign and name of the unit; a nation's own has no name."""
    colours = page.style.colours
    middle = (x + MARKER_PLACE / 2, y + MARKER_PLACE / 2)
    page.marker_place(x, y, is_round=not unit.is_military)
    if unit.role == "unique":
        name = page.t("pocket-general.map-own")
        page.fitting(name, x + 1, middle[1], MARKER_PLACE - 2, ("board-word", "small"))
        return
    page.sign(f"unit-{unit.id}", middle[0], middle[1] - 2.4, 9.0, (colours["quiet"], "#ffffff"))
    name = unit.short.in_language(page.style.language)
    page.fitting(name, x + 2.5, y + 17.2, MARKER_PLACE - 5, ("board-word", "small"))


def _depleted(page: BoardPage, y: float) -> None:
    """The rest of the page, for units that have fought."""
    high = page.height - y
    page.panel(0, y, (page.width, high), page.style.colours["wash"])
    title, note = _said(page, "depleted")
    page.titled(title, note, PAD, y + PAD + 2.0, page.width - 2 * PAD)
