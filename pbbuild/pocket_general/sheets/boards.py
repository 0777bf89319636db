"""The boards of Pocket General: combat hexes with the pool, and a player's world map."""

from typing import Final

from pbbuild.page.field_sheet import FieldLabel, FieldPage, FieldSheet
from pbbuild.page.pictures import PAPER, drawing, outlined
from pbbuild.page.style import Style
from pbbuild.pocket_general.catalog.model import GeneralCatalog, Theater
from pbbuild.pocket_general.sheets.pieces import hexagon, paint
from pbbuild.text.translate import Translator

# How many millimetres a unit of the designs is, so that the pieces fit: squares of 22 mm.
UNIT: Final = 1.9
# One sheet may be a little tighter than that.
TIGHT: Final = 0.98
ONE_SHEET: Final = (100.0, 138.0)
SPREAD: Final = (62.0, 84.0)
POOL: Final = 16


class _Page:
    """Shapes and labels of one board, in units of its design and scaled to the paper."""

    def __init__(self, style: Style, t: Translator, size: tuple[float, float]) -> None:
        self.style, self.t = style, t
        width, height = style.page
        self.unit = unit_of(style, size)
        # The design keeps its proportions and is centred on the paper.
        self.left = (width - size[0] * self.unit) / 2
        self.top = (height - size[1] * self.unit) / 2
        self.shapes: list[str] = []
        self.labels: list[FieldLabel] = []
        self.line = 4.2 * style.scale

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the design in millimetres."""
        return self.left + x * self.unit, self.top + y * self.unit

    def hexagon(self, x: float, y: float, radius: float, colour: str, ground: str) -> None:
        """A hexagon around a place of the design."""
        shape = hexagon(*self.at(x, y), radius * self.unit)
        self.shapes.append(outlined(shape, colour, 0.5, ground))

    def box(self, x: float, y: float, wide: float, high: float, colour: str, ground: str) -> None:
        """A rectangle."""
        left, top = self.at(x, y)
        w, h = wide * self.unit, high * self.unit
        shape = f"M{left:.3f} {top:.3f}h{w:.3f}v{h:.3f}h{-w:.3f}z"
        self.shapes.append(outlined(shape, colour, 0.4, ground))

    def words(self, text: str, x: float, y: float, wide: float, *, turned: bool = False) -> None:
        """Words whose middle line is at `y`, in a width of `wide`."""
        left, top = self.at(x, y)
        space = wide * self.unit
        self.labels.append(FieldLabel(text, left, top - self.line / 2, space, "engagement", turned))

    def page(self, what: str) -> FieldPage:
        """The finished page of a "board" or "map"."""
        width, height = self.style.page
        alt = self.t(f"pocket-general.{what}-alt")
        picture = drawing("".join(self.shapes), width, height, height, alt)
        return FieldPage(self.t(f"pocket-general.{what}-title"), False, picture, tuple(self.labels))


def unit_of(style: Style, size: tuple[float, float]) -> float:
    """How many millimetres a unit of a design of this size is: what pieces need, or what fits."""
    width, height = style.page
    inside = 2 * style.margin
    return min((width - inside) / size[0], (height - inside) / size[1], UNIT * style.scale)


def boards(catalog: GeneralCatalog, style: Style, t: Translator) -> FieldSheet:
    """The combat board, and the world map that each player has.

    Each is one sheet where the pieces fit on it, else three: small paper, large print.
    """
    is_wide_enough = unit_of(style, ONE_SHEET) >= TIGHT * UNIT * style.scale
    pages = _on_two(catalog, style, t) if is_wide_enough else _on_six(catalog, style, t)
    return FieldSheet(t("pocket-general.board-title"), pages)


def _on_two(catalog: GeneralCatalog, style: Style, t: Translator) -> tuple[FieldPage, ...]:
    board, world = (_Page(style, t, ONE_SHEET) for _ in range(2))
    for column in range(3):
        _combat(board, 17.0 + 33 * column, 6, column + 1, 32)
    _players(board, 6, 100, 32)
    for place in range(POOL):
        row, column = divmod(place, 6)
        # The last four are centred in their row.
        _pool(board, 9.2 + 16.2 * (column + (row == 2)), 101 + 15 * row, place + 1)
    world.words(t("pocket-general.map-title"), 0, 2.2, 100)
    _theater(world, 24, 31, catalog, catalog.theater_a, "pocket-general.map-a")
    _theater(world, 76, 31, catalog, catalog.theater_b, "pocket-general.map-b")
    _capitulation(world, 24, 70)
    _capitol(world, 76, 70)
    _units(world, "recruits", 0, 82, (49, 54))
    _units(world, "depleted", 51, 82, (49, 54))
    return board.page("board"), world.page("map")


def _on_six(catalog: GeneralCatalog, style: Style, t: Translator) -> tuple[FieldPage, ...]:
    board = [_Page(style, t, SPREAD) for _ in range(3)]
    world = [_Page(style, t, SPREAD) for _ in range(3)]
    _combat(board[0], 15.5, 5.5, 1, 24)
    _combat(board[0], 46.5, 5.5, 2, 24)
    _combat(board[1], 31, 5.5, 3, 24)
    for page in board[:2]:
        _players(page, 5.5, 62, 24)
    for place in range(POOL):
        row, column = divmod(place, 4)
        _pool(board[2], 7.75 + 15.5 * column, 19.5 + 15 * row, place + 1)
    for page in world[:2]:
        page.words(t("pocket-general.map-title"), 0, 2.2, 62)
    _theater(world[0], 31, 31, catalog, catalog.theater_a, "pocket-general.map-a")
    _capitulation(world[0], 31, 72)
    _theater(world[1], 31, 31, catalog, catalog.theater_b, "pocket-general.map-b")
    _capitol(world[1], 31, 72)
    _units(world[2], "recruits", 0, 0, (62, 41))
    _units(world[2], "depleted", 0, 43, (62, 41))
    return (*(page.page("board") for page in board), *(page.page("map") for page in world))


def _combat(page: _Page, x: float, y: float, number: int, between: float) -> None:
    """A combat hex around `x`, `between` the four squares of each player, from `y` on."""
    colours = page.style.colours
    rule, wash = colours["rule"], colours["wash"]
    page.hexagon(x, y + 24 + between / 2, 9.5, colours["accent"], colours["tint"])
    page.words(page.t("pocket-general.board-hex", number=number), x - 14, y + 24 + between / 2, 28)
    for row in range(2):
        for square in range(2):
            ground = PAPER if (row, square) != (0, 0) else wash
            page.box(
                x - 12 + 12.4 * square, y + 24 + between + 12.4 * row, 11.6, 11.6, rule, ground
            )
            mirrored = PAPER if (row, square) != (1, 1) else wash
            page.box(x - 12 + 12.4 * square, y + 12.4 * row, 11.6, 11.6, rule, mirrored)


def _players(page: _Page, y: float, wide: float, between: float) -> None:
    """Labels of the players' squares, for combat hexes drawn from `y` on."""
    page.words(page.t("pocket-general.board-theirs"), 0, y - 3.4, wide, turned=True)
    page.words(page.t("pocket-general.board-yours"), 0, y + 51.6 + between, wide)


def _pool(page: _Page, x: float, y: float, number: int) -> None:
    page.hexagon(x, y, 7.6, page.style.colours["rule"], PAPER)
    page.words(str(number), x - 7, y, 14)


def _theater(
    page: _Page, x: float, y: float, catalog: GeneralCatalog, marker: Theater, key: str
) -> None:
    """A theater with the hexes around it."""
    page.box(x - 8, y - 8, 16, 16, page.style.colours["accent"], PAPER)
    page.words(page.t(key), x - 8, y, 16)
    spots = ((x, y - 15.4), (x + 16.0, y), (x, y + 15.4), (x - 16.0, y))
    for colour, (hex_x, hex_y) in zip(marker.edges, spots, strict=True):
        page.hexagon(hex_x, hex_y, 7.7, *paint(colour, page.style))
        name = catalog.colours[colour].in_language(page.style.language)
        page.words(name, hex_x - 7.6, hex_y, 15.2)


def _capitulation(page: _Page, x: float, y: float) -> None:
    colours = page.style.colours
    page.words(page.t("pocket-general.map-capitulation"), x - 17, y - 9.5, 34)
    for shift in (-8.5, 8.5):
        page.hexagon(x + shift, y, 7.7, colours["rule"], colours["tint"])


def _capitol(page: _Page, x: float, y: float) -> None:
    page.words(page.t("pocket-general.map-capitol"), x - 17, y - 9.5, 34)
    page.hexagon(x, y, 7.7, *paint("red", page.style))


def _units(page: _Page, which: str, x: float, y: float, size: tuple[float, float]) -> None:
    colours = page.style.colours
    ground = colours["wash"] if which == "recruits" else PAPER
    page.box(x, y, *size, colours["rule"], ground)
    page.words(page.t(f"pocket-general.map-{which}"), x, y + 3, size[0])
