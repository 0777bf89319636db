"""Drawings of a game: a combat with its units, and a world map with what is held."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbbuild.page import measure
from pbbuild.page.geometry import T3, T5
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    emblem_name,
    outlined,
    placed_icon,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style, theme_for
from pbbuild.pocket_general.catalog.model import (
    CombatUnit,
    GeneralCatalog,
    Location,
    Nation,
)
from pbbuild.pocket_general.sheets.geometry import MARKER
from pbbuild.pocket_general.sheets.pieces import edge_signs, hexagon, paint
from pbbuild.text.translate import Translator

EMPTY_SIGN: Final = 4.6  # the signs of the terrains that an empty edge is for
HELD: Final = 8.3  # the radius of a location on a world map
WORLD: Final = (93.0, 53.0, 29.0)  # a world map: width, height, the middle of its theaters
SKETCH_TEXT: Final = 5.4  # in drawings that are shown at half their size


def fight_picture(
    place: Location,
    fighting: Sequence[tuple[Nation, Sequence[str]]],
    catalog: GeneralCatalog,
    style: Style,
    t: Translator,
) -> Picture:
    """The units of both sides left and right of a location, at most four on each side.

    Pieces are drawn with sign and name alone: the picture is half as large as they are.
    """
    wide, top = 120.0, 8.0
    high = top + 2 * MARKER + 2.0
    colours, middle = style.colours, top + MARKER + 0.5
    terrain = catalog.terrains[place.terrain]
    is_capitol = any(place.id == nation.capitol.id for nation in catalog.nations.values())
    strong, pale = paint("red" if is_capitol else terrain.colours[0], style)
    sign = "terrain-capitol" if is_capitol else f"terrain-{place.terrain}"
    where = place.name.in_language(style.language)
    size = measure.fitted_size(where, measure.NAME, 25.0, SKETCH_TEXT, SKETCH_TEXT * 0.8)
    shapes = [
        outlined(hexagon(wide / 2, middle, 15.5), strong, 1.0, pale),
        placed_icon(sign, wide / 2 - 5.5, middle - 10.0, 11.0, strong, pale),
        svg_text(where, wide / 2, middle + 6.4, size, "middle"),
    ]
    for side, (nation, units) in enumerate(fighting):
        x = MARKER if side == 0 else wide - MARKER
        own = replace(style, theme=theme_for(nation.theme)).colours
        name = nation.name.in_language(style.language)
        shapes.append(placed_icon(emblem_name(nation.theme), x - 21, 0.4, 6.0, own["accent"]))
        shapes.append(svg_text(name, x - 13.6, 5.4, SKETCH_TEXT, "start"))
        for number, unit in enumerate(units[:4]):
            column, row = divmod(number, 2)
            # The first two stand next to the location.
            left = MARKER * (1 - column) if side == 0 else wide - 2 * MARKER + MARKER * column
            count = min(2, len(units[:4]) - 2 * column)
            up = middle - (MARKER + 1) * count / 2 + (MARKER + 1) * row
            drawn = catalog.units[unit]
            shapes.append(_sketch(drawn, left, up, own["accent"], colours["wash"], style))
    names = [
        catalog.units[name].name.in_language(style.language)
        for _, units in fighting
        for name in units
    ]
    alt = t("pocket-general.fight-alt", place=where, units=names)
    return drawing("".join(shapes), wide, high, high, alt)


def world_picture(
    side: Mapping[str, Any], catalog: GeneralCatalog, style: Style, t: Translator
) -> Picture:
    """A player's world map with the locations held: theater A, B against it, capitulation."""
    wide, high, middle = WORLD
    ax, bx = 25.6, 59.6
    nation = catalog.nations[side["nation"]]
    own = replace(style, theme=theme_for(nation.theme)).colours
    name = nation.name.in_language(style.language)
    shapes = placed_icon(emblem_name(nation.theme), 0.0, 0.0, 5.6, own["accent"])
    shapes += svg_text(name, 7.0, 4.4, T3.size, "start")
    a, b = list(side["theater_a"]), list(side["theater_b"])
    laid = int(side["laid"] or 0)
    shared = b[laid - 1] if laid else None
    # The location that B lies against stands between the theaters.
    first = a.index(shared) if shared in a else 1
    spots = [(ax, "A", catalog.theater_a, a, first, 1)]
    if laid:
        spots.append((bx, "B", catalog.theater_b, b, laid - 1, 3))
    for x, letter, theater, held, start, facing in spots:
        shapes += outlined(rounded_box(x - 6.5, middle - 6.5, 13, 13, 0.6), DARK, 0.4)
        shapes += svg_text(letter, x, middle + 2.8, 8.0, "middle", face=("PB Title", 800))
        for turn in range(4):
            edge, place = (start + turn) % 4, (facing + turn) % 4
            if letter == "B" and place == facing:
                continue
            dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[place]
            spot = (x + 17 * dx, middle + 15.4 * dy)
            shapes += _held(held[edge], theater.edges[edge], *spot, catalog, style)
    for place, location in enumerate(side["capitulation"]):
        spot = ((ax + bx) / 2, middle + 15.4 * (2 * place - 1))
        shapes += _held(location, "white", *spot, catalog, style)
    count = len({one for one in (*a, *b, *side["capitulation"]) if one})
    alt = t("pocket-general.world-alt", nation=name, count=count)
    return drawing(shapes, wide, high, high, alt)


def _held(
    location: str | None, edge: str, x: float, y: float, catalog: GeneralCatalog, style: Style
) -> str:
    """A location that is held on an edge, or what the empty edge is for."""
    place = catalog.location(location) if location else None
    if place is None:
        colours, signs = style.colours, edge_signs(edge)
        left = x - EMPTY_SIGN * len(signs) / 2
        return outlined(hexagon(x, y, HELD), colours["rule"], 0.3) + "".join(
            placed_icon(
                sign, left + EMPTY_SIGN * at, y - EMPTY_SIGN / 2, EMPTY_SIGN, colours["rule"], PAPER
            )
            for at, sign in enumerate(signs)
        )
    strong, pale = paint(catalog.terrains[place.terrain].colours[0], style)
    name = place.name.in_language(style.language)
    size = measure.fitted_size(name, measure.NAME, 13.4, T5.size, 2.47)
    return (
        outlined(hexagon(x, y, HELD), strong, 0.6, pale)
        + placed_icon(f"terrain-{place.terrain}", x - 2.8, y - 6.0, 5.6, strong, pale)
        + svg_text(name, x, y + 2.4, size, "middle")
    )


def _sketch(unit: CombatUnit, x: float, y: float, colour: str, ground: str, style: Style) -> str:
    side = MARKER - 1.4
    shape = (
        rounded_box(x + 0.7, y + 0.7, side, side, 1.0)
        if unit.is_military
        else disc(x + MARKER / 2, y + MARKER / 2, side / 2)
    )
    name = unit.short.in_language(style.language)
    space = side - 1.6 if unit.is_military else side - 5.0
    size = measure.fitted_size(name, measure.NAME, space, SKETCH_TEXT, SKETCH_TEXT * 0.7)
    return (
        outlined(shape, colour, 0.9, ground)
        + placed_icon(f"unit-{unit.id}", x + MARKER / 2 - 4.5, y + 3.0, 9.0, DARK, ground)
        + svg_text(name, x + MARKER / 2, y + 16.8, size, "middle")
    )
