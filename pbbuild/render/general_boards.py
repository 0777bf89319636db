"""The boards of Pocket General: combat hexes with the pool, and a player's world map."""

from pbbuild.catalog.general import GeneralCatalog
from pbbuild.i18n.translate import Translator
from pbbuild.render.general_faces import hexagon, paint
from pbbuild.render.pictures import PAPER, drawing, outlined
from pbbuild.render.sheets_field import FieldLabel, FieldPage, FieldSheet
from pbbuild.render.style import Style


class _Page:
    """Shapes and words of one board, laid out on a design of 100 x 138 and scaled to the paper."""

    def __init__(self, style: Style, t: Translator) -> None:
        self.style, self.t = style, t
        width, height = style.page
        margin = style.margin
        # Portrait papers differ in proportion: the design keeps its own, in the middle.
        self.unit = min((width - 2 * margin) / 100, (height - 2 * margin) / 138)
        self.left = (width - 100 * self.unit) / 2
        self.top = (height - 138 * self.unit) / 2
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
        """Words whose middle line is at `y`, in a room of `wide`."""
        left, top = self.at(x, y)
        room = wide * self.unit
        self.labels.append(FieldLabel(text, left, top - self.line / 2, room, "engagement", turned))

    def page(self, title: str, alt: str) -> FieldPage:
        """The finished page."""
        width, height = self.style.page
        picture = drawing("".join(self.shapes), width, height, height, alt)
        return FieldPage(title, False, picture, tuple(self.labels))


def board_page(style: Style, t: Translator) -> FieldPage:
    """Three combat hexes, four squares for each player at each, sixteen places for the pool."""
    page = _Page(style, t)
    colours = style.colours
    rule, tint, wash = colours["rule"], colours["tint"], colours["wash"]
    for column in range(3):
        x = 17.0 + 33 * column
        page.hexagon(x, 46, 9.5, colours["accent"], tint)
        page.words(t("general.board-hex", number=column + 1), x - 14, 46, 28)
        for row in range(2):
            for square in range(2):
                ground = PAPER if (row, square) != (0, 0) else wash
                page.box(x - 12 + 12.4 * square, 62 + 12.4 * row, 11.6, 11.6, rule, ground)
                mirrored = PAPER if (row, square) != (1, 1) else wash
                page.box(x - 12 + 12.4 * square, 6 + 12.4 * row, 11.6, 11.6, rule, mirrored)
    page.words(t("general.board-theirs"), 0, 2.6, 100, turned=True)
    page.words(t("general.board-yours"), 0, 89.6, 100)
    for place in range(16):
        row, column = divmod(place, 6)
        if row == 2:
            column += 1
        x, y = 9.2 + 16.2 * column, 101 + 15 * row
        page.hexagon(x, y, 7.6, rule, PAPER)
        page.words(str(place + 1), x - 7, y, 14)
    return page.page(t("general.board-title"), t("general.board-alt"))


def map_page(catalog: GeneralCatalog, style: Style, t: Translator) -> FieldPage:
    """A player's world map: theaters with the hexes around them, capitulation, units."""
    page = _Page(style, t)
    rule = style.colours["rule"]
    tint, wash = style.colours["tint"], style.colours["wash"]
    page.words(t("general.map-title"), 0, 2.2, 100)
    for x, marker, name in (
        (24.0, catalog.theater_a, "general.map-a"),
        (76.0, catalog.theater_b, "general.map-b"),
    ):
        y = 31.0
        page.box(x - 8, y - 8, 16, 16, style.colours["accent"], PAPER)
        page.words(t(name), x - 8, y, 16)
        spots = ((x, y - 15.4), (x + 16.0, y), (x, y + 15.4), (x - 16.0, y))
        for colour, (hex_x, hex_y) in zip(marker.edges, spots, strict=True):
            strong, pale = paint(colour, style)
            page.hexagon(hex_x, hex_y, 7.7, strong, pale)
            page.words(
                catalog.colours[colour].in_language(style.language), hex_x - 7.6, hex_y, 15.2
            )
    page.words(t("general.map-capitulation"), 7, 60.5, 34)
    for x in (15.5, 32.5):
        page.hexagon(x, 70, 7.7, rule, tint)
    page.words(t("general.map-capitol"), 59, 60.5, 34)
    page.hexagon(76, 70, 7.7, *paint("red", style))
    page.box(0, 82, 49, 54, rule, wash)
    page.words(t("general.map-recruits"), 0, 85, 49)
    page.box(51, 82, 49, 54, rule, PAPER)
    page.words(t("general.map-depleted"), 51, 85, 49)
    return page.page(t("general.map-title"), t("general.map-alt"))


def boards(catalog: GeneralCatalog, style: Style, t: Translator) -> FieldSheet:
    """The combat board, and the world map that each player has."""
    pages = (board_page(style, t), map_page(catalog, style, t))
    return FieldSheet(t("general.board-title"), pages)
