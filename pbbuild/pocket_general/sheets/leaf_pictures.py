"""Drawings of Pocket General's reference and book: the table, squares, terrains, the world map."""

from typing import Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import mark_picture
from pbbuild.page.geometry import T3, T5
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    filled,
    outlined,
    placed_icon,
    placed_number,
    rounded_box,
    shapes_of,
    svg_text,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import TileFace, face_shapes
from pbbuild.pocket_general.catalog.model import CombatUnit, GeneralCatalog
from pbbuild.pocket_general.sheets.geometry import HAND, HEXES
from pbbuild.pocket_general.sheets.pieces import edge_signs, hexagon, paint
from pbbuild.text.translate import Translator

PIECE: Final = (44.0, 30.0)  # a piece with space beside it
TABLE: Final = (61.0, 57.6)
SQUARES: Final = (61.0, 18.0)
STRIP: Final = 10.6  # the height of the terrains
MAP: Final = (72.0, 39.6)
MAP_LABEL: Final = T5.size * 1.2  # the map is shown smaller than it is drawn
AROUND: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
LETTER: Final = 8.0  # the name of a theater
SMALL: Final = ("PB Name", 500)


def piece_picture(face: TileFace, style: Style) -> Picture:
    """A piece as high as its space, so that pieces of two sizes stand in one row."""
    wide, high = PIECE
    scale = high / face.height
    left = (wide - face.width * scale) / 2
    shapes = (
        f'<g transform="translate({left:.2f} 0) scale({scale:.4f})">{face_shapes(face, style)}</g>'
    )
    return drawing(shapes, wide, high, high, face.picture.alt)


def colour_sign(colour: str, size: float, alt: str, style: Style) -> Picture:
    """A small hex in the colour of an edge."""
    return drawing(
        outlined(hexagon(12, 12, 10), *_line(paint(colour, style), 3.0)), 24, 24, size, alt
    )


def unit_sign(unit: CombatUnit, size: float, alt: str) -> Picture:
    """The sign of a unit in the shape of its marker."""
    shape = rounded_box(1, 1, 22, 22, 2) if unit.is_military else disc(12, 12, 11)
    shapes = outlined(shape, DARK, 1.4) + placed_icon(f"unit-{unit.id}", 4.2, 4.2, 15.6)
    return drawing(shapes, 24, 24, size, alt)


def terrain_strip(catalog: GeneralCatalog, style: Style, width: float, t: Translator) -> Picture:
    """Each terrain with its sign, its name and the colour of the edges it fits."""
    terrains = list(catalog.terrains.values())
    across = len(terrains) if width > 150 else 3 if width > 100 else 2
    step = width / across
    shapes = ""
    for place, terrain in enumerate(terrains):
        row, column = divmod(place, across)
        x, y = column * step, row * STRIP
        strong, pale = paint(terrain.colours[0], style)
        shapes += outlined(hexagon(x + 5.4, y + 5.0, 5.2), strong, 0.5, pale)
        shapes += placed_icon(f"terrain-{terrain.id}", x + 2.4, y + 2.0, 6.0, strong, pale)
        name = terrain.name.in_language(style.language)
        colours = [catalog.colours[one].in_language(style.language) for one in terrain.colours]
        fits = t("reference.terrain-fits", colours=t("reference.terrain-or").join(colours))
        space = step - 13.6
        size = measure.fitted_size(name, measure.NAME, space, T3.size, T5.size)
        shapes += svg_text(name, x + 12.2, y + 4.6, size, "start")
        size = measure.fitted_size(fits, measure.LABEL, space, T5.size, 2.47)
        shapes += svg_text(fits, x + 12.2, y + 8.3, size, "start", style.colours["quiet"], SMALL)
    high = STRIP * -(-len(terrains) // across)
    return drawing(shapes, width, high, high, t("reference.terrains-alt"))


def table_picture(catalog: GeneralCatalog, style: Style, t: Translator) -> Picture:
    """The table before turn 1, seen from your seat."""
    colours = style.colours
    wide, high = TABLE
    shapes = filled(f"M0 0h{wide:g}v{high:g}H0z", colours["wash"])
    for place in range(HEXES):
        x = 8.0 + 13.4 * place
        shapes += outlined(hexagon(x, 14.2, 4.4), DARK, 0.4, PAPER)
        shapes += placed_number(place + 1, x, 14.2, 3.6, colours["quiet"])
        for top in (1.4, 5.4, 19.2, 23.2):
            for column in range(2):
                box = rounded_box(x - 4.0 + 4.1 * column, top, 3.7, 3.7, 0.5)
                is_fourth = (top, column) in ((1.4, 0), (23.2, 1))
                dashes = ' stroke-dasharray="0.8 0.6"' if is_fourth else ""
                shapes += (
                    f'<path d="{box}" fill="{PAPER}" stroke="{DARK}" stroke-width="0.3"{dashes}/>'
                )
    # The pool as on the board: a honeycomb, of which the first three come next.
    for place in range(len(catalog.locations)):
        row, column = divmod(place, len(catalog.locations) // 2)
        x, y = 4.6 + 4.05 * column, 31.2 + 4.7 * row + 2.35 * (column % 2)
        is_next = place < HEXES
        shapes += outlined(
            hexagon(x, y, 2.6),
            DARK if is_next else colours["rule"],
            0.3,
            colours["shade"] if is_next else PAPER,
        )
    shapes += _small_map(catalog, style, (2.0, 41.2))
    for place in range(HAND):
        row, column = divmod(place, 6)
        x, y = 33.6 + 4.4 * column, 43.2 + 4.4 * row
        shape = (
            disc(x + 1.8, y + 1.8, 1.8)
            if place in (4, 5, 8, 9)
            else rounded_box(x, y, 3.6, 3.6, 0.4)
        )
        shapes += filled(shape, colours["accent"])
    right = wide - 2.0
    words = [
        (right, 6.4, "end", "setup-enemy"),
        (right, 15.1, "end", "setup-hexes"),
        (right, 24.2, "end", "setup-you"),
        (right, 35.2, "end", "setup-pool"),
        (2.0, high - 1.0, "start", "setup-map"),
        (33.6, high - 1.0, "start", "setup-units"),
    ]
    for x, y, anchor, key in words:
        shapes += svg_text(t(f"reference.{key}"), x, y, T5.size, anchor)
    return drawing(shapes, wide, high, high, t("reference.setup-alt"))


def _small_map(catalog: GeneralCatalog, style: Style, corner: tuple[float, float]) -> str:
    """The world map before turn 1: theater A laid, the places of B and of capitulation empty."""
    rule = style.colours["rule"]
    left, top = corner
    shapes = outlined(rounded_box(left, top, 29, 12.4, 0.8), rule, 0.3)
    y, ax, step, down = top + 6.2, left + 7.4, 4.5, 4.1
    bx = ax + 2 * step
    for x, letter in ((ax, "A"), (bx, "B")):
        line = "" if letter == "A" else ' stroke-dasharray="0.8 0.6"'
        box = rounded_box(x - 2.3, y - 2.3, 4.6, 4.6, 0.3)
        shapes += f'<path d="{box}" fill="{PAPER}" stroke="{DARK}" stroke-width="0.35"{line}/>'
        shapes += svg_text(letter, x, y + 1.0, 3.0, "middle", face=("PB Title", 800))
    for (dx, dy), colour in zip(AROUND, catalog.theater_a.edges, strict=True):
        spot = hexagon(ax + step * dx, y + down * dy, 1.8)
        shapes += outlined(spot, *_line(paint(colour, style), 0.35))
    for x, dy in ((bx, -1), (bx, 1), (bx + step, 0), (ax + step, -1), (ax + step, 1)):
        shapes += outlined(hexagon(x, y + down * dy, 1.8), rule, 0.25, PAPER)
    return shapes


def squares_picture(style: Style, t: Translator) -> Picture:
    """Two rows of three hexes: a fourth unit too early, and one that may be placed."""
    wide, high = SQUARES
    colours = style.colours
    shapes = ""
    for row, (counts, kind) in enumerate((((4, 2, 1), "wrong"), ((3, 4, 3), "right"))):
        left = row * (wide + 3.0) / 2
        mark = shapes_of(mark_picture(kind, 3.4, ""))
        shapes += f'<g transform="translate({left:.2f} 0.2) scale({3.4 / 24:.4f})">{mark}</g>'
        for place, count in enumerate(counts):
            x = left + 7.6 + 8.4 * place
            shapes += outlined(hexagon(x, 5.2, 4.0), colours["rule"], 0.35, colours["wash"])
            shapes += placed_number(place + 1, x, 5.2, 3.4, colours["quiet"])
            for square in range(4):
                down, across = divmod(square, 2)
                box = rounded_box(x - 3.4 + 3.5 * across, 10.4 + 3.5 * down, 3.2, 3.2, 0.5)
                ground = colours["accent"] if square < count else PAPER
                dashes = ' stroke-dasharray="0.8 0.6"' if square == 3 and count < 4 else ""
                shapes += (
                    f'<path d="{box}" fill="{ground}" stroke="{DARK}" stroke-width="0.3"{dashes}/>'
                )
    return drawing(shapes, wide, high, high, t("reference.squares-alt"))


def map_picture(catalog: GeneralCatalog, style: Style, t: Translator) -> Picture:
    """Theater A full, theater B against one of its locations, and the capitulation hexes."""
    wide, high = MAP
    a, b = catalog.theater_a, catalog.theater_b
    shapes, middle = "", 17.0
    ax, bx = 20.4, 47.8
    # B is turned so that its edge meets the location between the two theaters.
    shared = a.edges[1] if a.edges[1] in b.edges else b.edges[0]
    start = (b.edges.index(shared) + 1) % 4
    turned = [b.edges[(start + step) % 4] for step in range(4)]
    number = 0
    for x, edges, name in ((ax, a.edges, "A"), (bx, turned, "B")):
        shapes += outlined(rounded_box(x - 6, middle - 6, 12, 12, 0.6), DARK, 0.5)
        shapes += svg_text(name, x, middle + 2.7, LETTER, "middle", face=("PB Title", 800))
        for (dx, dy), colour in zip(AROUND, edges, strict=True):
            if name == "B" and (dx, dy) == (-1, 0):
                continue
            number += 1
            hx, hy = x + 13.7 * dx, middle + 11.6 * dy
            strong, pale = paint(colour, style)
            shapes += outlined(hexagon(hx, hy, 6.0), strong, 0.6, pale)
            signs = edge_signs(colour)
            big = 5.2 if len(signs) == 1 else 4.4
            for place, sign in enumerate(signs):
                left = hx - big / 2 + 4.6 * (place - (len(signs) - 1) / 2)
                shapes += placed_icon(sign, left, hy - big / 2, big, strong, pale)
            if not signs:
                shapes += svg_text("?", hx, hy + 2.0, 5.6, "middle")
    # The capitulation hexes stand where the board has them, between both theaters.
    rule, ground = style.colours["rule"], style.colours["ground"]
    x = (ax + bx) / 2
    for place in range(catalog.capitulation_hexes):
        y = middle + 11.6 * (2 * place - 1)
        shapes += outlined(hexagon(x, y, 6.0), rule, 0.5, ground)
        shapes += placed_number(number + 1 + place, x, y, 5.0, style.colours["quiet"])
    shapes += svg_text(t("reference.map-capitulation"), x, high - 1.0, MAP_LABEL, "middle")
    return drawing(shapes, wide, high, high, t("reference.map-alt"))


def _line(colours: tuple[str, str], line: float) -> tuple[str, float, str]:
    return colours[0], line, colours[1]
