"""The boards of Pocket General: combat hexes with the pool, and a player's world map."""

from typing import Final

from pbbuild.page import measure
from pbbuild.page.field_sheet import FieldLabel, FieldPage, FieldSheet
from pbbuild.page.geometry import EDGE, T1, T2, T3, T4, T5
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    dice_shapes,
    drawing,
    filled,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
)
from pbbuild.page.style import Style
from pbbuild.pocket_general.catalog.model import GeneralCatalog, Theater
from pbbuild.pocket_general.sheets.pieces import edge_signs, hexagon, paint, signed
from pbbuild.text.translate import Translator

# How many millimetres a unit of the designs is, so that the pieces fit: squares of 22 mm.
UNIT: Final = 1.9
# One sheet may be a little tighter than that.
TIGHT: Final = 0.98
ONE_SHEET: Final = (100.0, 138.0)
SPREAD: Final = (62.0, 84.0)
POOL: Final = 16
FIRST_IN_POOL: Final = 3
_LINES: Final = {
    "zone-name": T2.line,
    "box-title": T3.line,
    "board-note": T4.line,
    "board-word": T3.line,
    "small": T5.line,
}


class _Page:
    """Shapes and labels of one board, in units of its design and scaled to the paper."""

    def __init__(self, style: Style, t: Translator, size: tuple[float, float]) -> None:
        self.style, self.t, self.size = style, t, size
        width, height = style.page
        self.unit = unit_of(style, size)
        # The design keeps its proportions and is centred on the paper.
        self.left = (width - size[0] * self.unit) / 2
        self.top = (height - size[1] * self.unit) / 2
        self.shapes: list[str] = []
        self.labels: list[FieldLabel] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the design in millimetres."""
        return self.left + x * self.unit, self.top + y * self.unit

    def hexagon(self, x: float, y: float, radius: float, colour: str, ground: str) -> None:
        """A hexagon around a place of the design."""
        shape = hexagon(*self.at(x, y), radius * self.unit)
        self.shapes.append(outlined(shape, colour, 0.5, ground))

    def ground(self, y: float, high: float, colour: str) -> None:
        """A coloured strip as wide as the design."""
        left, top = self.at(0, y)
        wide, tall = self.size[0] * self.unit, high * self.unit
        self.shapes.append(filled(rounded_box(left, top, wide, tall, 1.6), colour))

    def box(
        self,
        x: float,
        y: float,
        size: tuple[float, float],
        colour: str,
        ground: str,
        dashes: str = "",
    ) -> None:
        """A rectangle with round corners."""
        left, top = self.at(x, y)
        shape = rounded_box(left, top, size[0] * self.unit, size[1] * self.unit, 1.0)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.shapes.append(
            f'<path d="{shape}" fill="{ground}" stroke="{colour}" stroke-width="0.4"{dashed}/>'
        )

    def number(self, value: int, x: float, y: float, size: float, colour: str = DARK) -> None:
        """A number around a place of the design."""
        left, top = self.at(x, y)
        self.shapes.append(placed_number(value, left, top, size * self.unit, colour))

    def sign(self, name: str, x: float, y: float, size: float, colours: tuple[str, str]) -> None:
        """An icon around a place of the design."""
        left, top = self.at(x, y)
        big = size * self.unit
        self.shapes.append(placed_icon(name, left - big / 2, top - big / 2, big, *colours))

    def words(
        self,
        text: str,
        x: float,
        y: float,
        wide: float,
        kind: str = "board-word",
        *,
        turned: bool = False,
    ) -> None:
        """Words whose middle line is at `y`, in a width of `wide`."""
        left, top = self.at(x, y)
        high = _LINES[kind] * self.style.scale
        self.labels.append(FieldLabel(text, left, top - high / 2, wide * self.unit, kind, turned))

    def titled(
        self, title: str, note: str, x: float, y: float, wide: float, *, turned: bool = False
    ) -> None:
        """A title and a note beside it, in a width of `wide`, for the player who reads it."""
        scale = self.style.scale
        used = (measure.width(title, measure.NAME, T3.size * scale) + 3.0) / self.unit
        left = x + wide - used if turned else x
        self.words(title, left, y, used, "box-title", turned=turned)
        needed = measure.width(note, measure.BODY, T4.size * scale) / self.unit
        if needed <= wide - used:
            beside = x if turned else x + used
            self.words(
                note, beside, y + (0.0 if turned else 0.3), wide - used, "board-note", turned=turned
            )

    def panel(self, x: float, y: float, size: tuple[float, float], ground: str) -> None:
        """The ground of what belongs together."""
        left, top = self.at(x, y)
        shape = rounded_box(left, top, size[0] * self.unit, size[1] * self.unit, 1.6)
        rule = self.style.colours["rule"] if self.style.ink == "saver" else ground
        self.shapes.append(outlined(shape, rule, 0.3, ground))

    def page(self, what: str) -> FieldPage:
        """The finished page of a "board" or "map"."""
        width, height = self.style.page
        alt = self.t(f"pocket-general.{what}-alt")
        picture = drawing("".join(self.shapes), width, height, height, alt)
        title = self.t(f"pocket-general.{what}-title")
        # As large as a section where there is space above the design.
        high = T2.line * self.style.scale
        is_high = self.top - EDGE > high
        top = max(EDGE + 0.2, (self.top - high) / 2) if is_high else EDGE + 0.2
        kind = "board-title" if is_high else "heading"
        heading = FieldLabel(title, self.left, top, width / 2, kind, False)
        return FieldPage(title, False, picture, (heading, *self.labels))


def unit_of(style: Style, size: tuple[float, float]) -> float:
    """How many millimetres a unit of a design of this size is: what pieces need, or what fits."""
    width, height = style.page
    inside = 2 * style.margin
    return min((width - inside) / size[0], (height - inside) / size[1], UNIT * style.scale)


def boards(catalog: GeneralCatalog, style: Style, t: Translator) -> FieldSheet:
    """The combat board, and a world map for each player.

    Each is one sheet where the pieces fit on it, else three: small paper, large print.
    """
    is_wide_enough = unit_of(style, ONE_SHEET) >= TIGHT * UNIT * style.scale
    pages = _on_two(catalog, style, t) if is_wide_enough else _on_six(catalog, style, t)
    return FieldSheet(t("pocket-general.board-title"), pages)


def _on_two(catalog: GeneralCatalog, style: Style, t: Translator) -> tuple[FieldPage, ...]:
    board, world = (_Page(style, t, ONE_SHEET) for _ in range(2))
    _players(board, 0, 23)
    for column in range(3):
        _combat(board, 17.0 + 33 * column, 6, column + 1, 23)
    for column in range(2):
        _arrow(board, 33.5 + 33 * column, 6 + 23.6 + 11.5)
    name, note = (t(f"pocket-general.board-pool-{key}") for key in ("name", "note"))
    board.titled(name, note, 1.5, 91.4, 97)
    for place in range(POOL):
        row, column = divmod(place, 6)
        # The last four are centred in their row.
        _pool(board, 9.2 + 16.2 * (column + (row == 2)), 101.5 + 14.4 * row, place + 1)
    _first_player(board, 9.2, 130.3)
    _die(board, 9.2 + 16.2 * 5, 130.3, catalog)
    _theater(world, 24.5, 31, catalog, catalog.theater_a)
    _theater(world, 75.5, 31, catalog, catalog.theater_b)
    _capitulation(world, 24.5, 71, catalog)
    _capitol(world, 75.5, 71)
    _held(world, 84.5, catalog)
    _units(world, "recruits", 0, 91, (49, 47))
    _units(world, "depleted", 51, 91, (49, 47))
    return board.page("board"), world.page("map"), world.page("map")


def _on_six(catalog: GeneralCatalog, style: Style, t: Translator) -> tuple[FieldPage, ...]:
    board = [_Page(style, t, SPREAD) for _ in range(3)]
    world = [_Page(style, t, SPREAD) for _ in range(3)]
    for page in board[:2]:
        _players(page, 0, 23)
    _combat(board[0], 15.5, 6, 1, 23)
    _combat(board[0], 46.5, 6, 2, 23)
    _combat(board[1], 31, 6, 3, 23)
    board[2].words(t("pocket-general.board-pool-name"), 1, 3, 30, "zone-name")
    for place in range(POOL):
        row, column = divmod(place, 4)
        _pool(board[2], 7.75 + 15.5 * column, 13.0 + 14.6 * row, place + 1)
    _first_player(board[2], 15.5, 75.0)
    _die(board[2], 46.5, 75.0, catalog)
    _theater(world[0], 31, 31, catalog, catalog.theater_a)
    _capitulation(world[0], 31, 72, catalog)
    _theater(world[1], 31, 31, catalog, catalog.theater_b)
    _capitol(world[1], 31, 72)
    _units(world[2], "recruits", 0, 0, (62, 41))
    _units(world[2], "depleted", 0, 43, (62, 41))
    maps = [page.page("map") for page in world]
    return (*(page.page("board") for page in board), *maps, *maps)


def _players(page: _Page, y: float, between: float) -> None:
    """The ground of both players' squares and of the hexes, and whose squares they are."""
    colours, wide = page.style.colours, page.size[0]
    page.ground(y, 31, colours["tint"])
    page.ground(y + 31.6, between - 3.2, colours["ground"])
    page.ground(y + 29 + between, 31, colours["tint"])
    yours = page.t("pocket-general.board-yours")
    fourth = page.t("pocket-general.board-fourth-note")
    low = y + 29 + between + 31
    page.titled(yours, fourth, 1.5, low - 2.8, wide - 3)
    page.titled(yours, fourth, 1.5, y + 2.8, wide - 3, turned=True)


def _combat(page: _Page, x: float, y: float, number: int, between: float) -> None:
    """A combat hex around `x`, `between` the four squares of each player, from `y` on."""
    colours, t = page.style.colours, page.t
    rule = colours["accent"]
    middle = y + 23.6 + between / 2
    page.hexagon(x, middle, 9.2, rule, PAPER)
    page.number(number, x, middle, 7.0, colours["quiet"])
    for row in range(2):
        for square in range(2):
            left = x - 12 + 12.4 * square
            for top, is_fourth in (
                (y + 23.8 + between + 12.4 * row, (row, square) == (1, 1)),
                (y - 0.6 + 12.4 * row, (row, square) == (0, 0)),
            ):
                dashes = "2 1.6" if is_fourth else ""
                page.box(left, top, (11.6, 11.6), rule, PAPER, dashes)
                if is_fourth:
                    is_theirs = top < middle
                    words = t("pocket-general.board-fourth")
                    page.words(words, left, top + 5.8, 11.6, turned=is_theirs)


def _pool(page: _Page, x: float, y: float, number: int) -> None:
    colours = page.style.colours
    is_next = number <= FIRST_IN_POOL
    page.hexagon(
        x, y, 7.6, colours["accent" if is_next else "rule"], colours["ground"] if is_next else PAPER
    )
    page.number(number, x, y, 4.2, colours["quiet"])


def _first_player(page: _Page, x: float, y: float) -> None:
    """A place for the arrow of the first player."""
    left, top = page.at(x - 6.3, y - 6.6)
    unit = page.unit
    wide, high = 12.6 * unit, 13.2 * unit
    shape = (
        f"M{left + wide / 2:.2f} {top:.2f}L{left + wide:.2f} {top + high * 0.48:.2f}"
        f"H{left + wide * 0.87:.2f}V{top + high:.2f}H{left + wide * 0.13:.2f}"
        f"V{top + high * 0.48:.2f}H{left:.2f}z"
    )
    rule = page.style.colours["accent"]
    page.shapes.append(
        f'<path d="{shape}" fill="{PAPER}" stroke="{rule}" stroke-width="0.4"'
        f' stroke-dasharray="2 1.6"/>'
    )
    for line, text in enumerate(page.t("pocket-general.initiative-marker").split(" ", 1)):
        page.words(text, x - 6.3, y + 1.2 + 2.4 * line, 12.6, "small")


def _die(page: _Page, x: float, y: float, catalog: GeneralCatalog) -> None:
    """What the faces of an ordinary die count as."""
    page.words(page.t("pocket-general.board-die"), x - 8.0, y - 6.0, 16.0, "small")
    rows = -(-len(catalog.operations_die) // 2)
    for place, face in enumerate(sorted(catalog.operations_die)):
        column, row = divmod(place, rows)
        left, top = page.at(x - 7.2 + 7.6 * column, y - 4.0 + 3.9 * row)
        size = 2.9 * page.unit
        die, _ = dice_shapes((), (place + 1,))
        page.shapes.append(
            f'<g transform="translate({left:.2f} {top:.2f}) scale({size / 24:.4f})">{die}</g>'
        )
        page.words(signed(face), x - 4.0 + 7.6 * column, y - 2.5 + 3.9 * row, 4.0)


def _arrow(page: _Page, x: float, y: float) -> None:
    """The hexes are fought for from the first to the third."""
    left, top = page.at(x, y)
    size = page.unit
    path = f"M{left - 2 * size:.2f} {top:.2f}h{3.2 * size:.2f}"
    colour = page.style.colours["accent"]
    head = f"M{left + 0.6 * size:.2f} {top - 1.2 * size:.2f}l{1.6 * size:.2f} {1.2 * size:.2f}"
    head += f"l{-1.6 * size:.2f} {1.2 * size:.2f}z"
    page.shapes.append(f'<path d="{path}" stroke="{colour}" stroke-width="0.7"/>')
    page.shapes.append(filled(head, colour))


def _theater(page: _Page, x: float, y: float, catalog: GeneralCatalog, marker: Theater) -> None:
    """A theater with the hexes around it, each with the colour, sign and word it is for."""
    name, colours = marker.id.lower(), page.style.colours
    page.panel(x - 24.5, y - 31, (49, 54.6), colours["tint"])
    page.words(page.t(f"pocket-general.map-{name}"), x - 23, y - 28.2, 46, "zone-name")
    page.words(page.t(f"pocket-general.map-{name}-note"), x - 23, y - 25.4, 46, "board-note")
    page.box(x - 8, y - 8, (16, 16), colours["accent"], PAPER, "2 1.6")
    left, top = page.at(x, y)
    big = T1.size * 1.6 * page.style.scale
    page.labels.append(FieldLabel(marker.id, left - 15, top - big / 2, 30, "letter", False))
    spots = ((x, y - 15.4), (x + 16.0, y), (x, y + 15.4), (x - 16.0, y))
    for colour, (hex_x, hex_y) in zip(marker.edges, spots, strict=True):
        strong, pale = paint(colour, page.style)
        page.hexagon(hex_x, hex_y, 7.7, strong, pale)
        signs = edge_signs(colour)
        for place, sign in enumerate(signs):
            shift = 5.0 * (place - (len(signs) - 1) / 2)
            size = 5.6 if len(signs) == 1 else 4.6
            page.sign(sign, hex_x + shift, hex_y - 1.4, size, (strong, pale))
        word = catalog.colours[colour].in_language(page.style.language)
        if colour == "white":
            word = page.t("pocket-general.map-any")
        page.words(word, hex_x - 7.6, hex_y + 3.6, 15.2)


def _capitulation(page: _Page, x: float, y: float, catalog: GeneralCatalog) -> None:
    colours, t = page.style.colours, page.t
    page.panel(x - 24.5, y - 16.0, (49, 22.4), colours["ground"])
    page.words(t("pocket-general.map-capitulation"), x - 23, y - 13.8, 46, "box-title")
    page.words(t("pocket-general.map-capitulation-note"), x - 23, y - 11.3, 46, "board-note")
    first = _edges(catalog) + 1
    for place, shift in enumerate((-8.5, 8.5)):
        page.hexagon(x + shift, y - 1.4, 7.6, colours["accent"], PAPER)
        page.number(first + place, x + shift, y - 1.4, 5.0, colours["quiet"])


def _edges(catalog: GeneralCatalog) -> int:
    """Edges that take a location: one of B lies against A."""
    return len(catalog.theater_a.edges) + len(catalog.theater_b.edges) - 1


def _capitol(page: _Page, x: float, y: float) -> None:
    page.panel(x - 24.5, y - 16.0, (49, 22.4), page.style.colours["ground"])
    page.words(page.t("pocket-general.map-capitol"), x - 23, y - 13.8, 46, "box-title")
    page.words(page.t("pocket-general.map-capitol-note"), x - 23, y - 11.3, 46, "board-note")
    strong, pale = paint("red", page.style)
    page.hexagon(x, y - 1.4, 7.6, strong, pale)
    page.sign("terrain-capitol", x, y - 1.4, 7.0, (strong, pale))


def _held(page: _Page, y: float, catalog: GeneralCatalog) -> None:
    """A track for the locations held."""
    t, colours = page.t, page.style.colours
    needed = _edges(catalog) + catalog.capitulation_hexes
    page.panel(0, y - 6.1, (100, 11.2), colours["wash"])
    page.words(t("pocket-general.map-held"), 1.5, y - 2.0, 38, "box-title")
    page.words(t("pocket-general.map-held-note", needed=needed), 1.5, y + 0.8, 38, "board-note")
    step = 58.0 / needed
    for place in range(1, needed + 1):
        x = 42 + (place - 1) * step
        ground = colours["tint"] if place == needed else PAPER
        page.box(x - 1.2, y - 4.7, (step - 0.6, 8.4), colours["accent"], ground)
        page.number(place, x - 1.2 + (step - 0.6) / 2, y - 0.5, 3.0)


def _units(page: _Page, which: str, x: float, y: float, size: tuple[float, float]) -> None:
    colours = page.style.colours
    ground = colours["wash"] if which == "recruits" else PAPER
    page.box(x, y, size, colours["accent"], ground)
    page.words(page.t(f"pocket-general.map-{which}"), x + 1.4, y + 2.8, size[0] - 3, "box-title")
    page.words(
        page.t(f"pocket-general.map-{which}-note"), x + 1.4, y + 5.6, size[0] - 3, "board-note"
    )
