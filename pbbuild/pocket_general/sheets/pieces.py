"""Faces of Pocket General's pieces: location hexes, unit markers, theater markers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbbuild.base.provenance import paper_mark
from pbbuild.page import measure
from pbbuild.page.geometry import T3, T5
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    emblem_name,
    filled,
    outlined,
    placed_icon,
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style, theme_for
from pbbuild.page.tile_sheet import Label, TileFace
from pbbuild.pocket_general.catalog.model import (
    REMOVES_ENEMY,
    SILENCES,
    TERRAINS,
    WEATHER,
    CombatUnit,
    GeneralCatalog,
    Location,
    Nation,
    Theater,
)
from pbbuild.text.translate import Translator

# Small enough that both theaters with their locations fit on one world map.
HEX: Final = 30.0
MARKER: Final = 22.0
DISC: Final = 10.5  # the radius of a special marker: inside the cuts between the squares
THEATER: Final = 30.0
BAND: Final = 5.6  # the head of a marker
SMALLEST: Final = T5.size
VALUE: Final = 3.7  # the size of a value on a marker
VALUE_STEP: Final = 3.95
WORLD: Final = (93.0, 53.0, 29.0)  # a world map: width, height, the middle of its theaters
SKETCH_TEXT: Final = 5.4  # in drawings that are shown at half their size
# The colours of edges; each also has a drawing and a word, for printing in grey.
PAINTS: Final = {
    "ocean": ("#2b6596", "#dbe8f2"),
    "forest": ("#386f34", "#dfebdd"),
    "open": ("#846410", "#f7eed3"),
    "red": ("#ab3226", "#f4dedb"),
    "white": ("#8a8d90", "#ffffff"),
}


def hexagon(x: float, y: float, radius: float) -> str:
    """A hexagon with a flat top as a path."""
    corners = [
        (x + radius * math.cos(math.radians(60 * n)), y + radius * math.sin(math.radians(60 * n)))
        for n in range(6)
    ]
    return "M" + "L".join(f"{cx:.3f} {cy:.3f}" for cx, cy in corners) + "z"


def paint(colour: str, style: Style) -> tuple[str, str]:
    """Strong and pale colour of an edge, as the ink allows."""
    strong, pale = PAINTS[colour]
    return (strong, PAPER) if style.ink == "saver" else (strong, pale)


def edge_signs(colour: str) -> tuple[str, ...]:
    """The signs of the terrains that an edge is for; none for white, which takes any."""
    terrains = {"red": ("city", "mountain"), "white": ()}.get(colour, (colour,))
    return tuple(f"terrain-{terrain}" for terrain in terrains)


def location_face(
    place: Location,
    catalog: GeneralCatalog,
    style: Style,
    t: Translator,
    *,
    capitol: bool = False,
    turned: bool = False,
) -> TileFace:
    """A location hex; its back, `turned`, shows that it has paid for a recruit."""
    terrain = catalog.terrains[place.terrain]
    middle, radius = HEX / 2, 14.3
    strong, pale = paint(terrain.colours[0], style)
    second = paint(terrain.colours[-1], style)
    ground = PAPER if turned else pale
    shapes = [outlined(hexagon(middle, middle, radius), strong, 1.1, ground)]
    if len(terrain.colours) > 1:
        low = middle + radius * math.sin(math.radians(60))
        left, right = middle - radius, middle + radius
        inset = radius / 2
        half = f"M{left:.3f} {middle:.3f}L{left + inset:.3f} {low:.3f}H{right - inset:.3f}"
        half += f"L{right:.3f} {middle:.3f}z"
        shapes.append(outlined(half, second[0], 1.1, PAPER if turned else second[1]))
        shapes.append(outlined(hexagon(middle, middle, radius), strong, 0.01, "none"))
    icon_name = "terrain-capitol" if capitol else f"terrain-{place.terrain}"
    size = 8.6
    colour = style.colours["rule"] if turned else strong
    shapes.append(placed_icon(icon_name, middle - size / 2, 5.6, size, colour, ground))
    name = place.name.in_language(style.language)
    below = terrain.name.in_language(style.language)
    if capitol:
        owners = [one for one in catalog.nations.values() if one.capitol.id == place.id]
        nation = owners[0].name.in_language(style.language) if owners else ""
        below = t("pocket-general.capitol-piece", nation=nation)
    if turned:
        below = t("pocket-general.used")
    space = 22.0
    fitted = measure.fitted_size(name, measure.NAME, space, 3.6, 2.6)
    mark = paper_mark(place.provenance)
    labels = (
        Label(name + mark, 4.0, 15.4, space, fitted, 4.2, "name", "center"),
        Label(
            below,
            5.5,
            19.9,
            19.0,
            measure.fitted_size(below, measure.LABEL, 19.0, 2.5, 2.47),
            3.0,
            "label",
            "center",
        ),
    )
    alt = t("pocket-general.location-alt", name=name, terrain=below)
    return TileFace(drawing("".join(shapes), HEX, HEX, HEX, alt), labels)


def _marker_shape(unit: CombatUnit, bleed: float) -> str:
    """A square for military units, a disc for special ones, with what is printed beyond the cut."""
    if unit.is_military:
        return f"M{-bleed:g} {-bleed:g}h{MARKER + 2 * bleed:g}v{MARKER + 2 * bleed:g}H{-bleed:g}z"
    return disc(MARKER / 2, MARKER / 2, DISC + bleed)


def _marker_band(unit: CombatUnit, bleed: float) -> str:
    """The part of a marker above the lower edge of its band."""
    if unit.is_military:
        return f"M{-bleed:g} {-bleed:g}h{MARKER + 2 * bleed:g}v{BAND + bleed:g}H{-bleed:g}z"
    middle, radius = MARKER / 2, DISC + bleed
    half = math.sqrt(radius**2 - (middle - BAND) ** 2)
    return (
        f"M{middle - half:.3f} {BAND:g}A{radius:g} {radius:g} 0 0 1 {middle + half:.3f} {BAND:g}z"
    )


def _band_edge(unit: CombatUnit, bleed: float) -> str:
    """The lower edge of the band, from side to side."""
    if unit.is_military:
        return f"M{-bleed:g} {BAND:g}H{MARKER + bleed:g}"
    half = math.sqrt((DISC + bleed) ** 2 - (MARKER / 2 - BAND) ** 2)
    return f"M{MARKER / 2 - half:.3f} {BAND:g}H{MARKER / 2 + half:.3f}"


def _marker(unit: CombatUnit, shapes: Sequence[str], bleed: float, alt: str) -> Picture:
    # Discs are cut along their edge, squares along the cuts of the sheet.
    edge = "" if unit.is_military else outlined(_marker_shape(unit, 0.0), DARK, 0.2, "none")
    size = MARKER + 2 * bleed
    moved = f'<g transform="translate({bleed:g} {bleed:g})">{"".join(shapes)}{edge}</g>'
    return drawing(moved, size, size, size, alt)


def unit_notes(unit: CombatUnit, catalog: GeneralCatalog, style: Style, t: Translator) -> list[str]:
    """What a unit does beside its values, in a few words each."""
    notes = []
    for effect in unit.effects:
        if not t.has(f"pocket-general.note-{effect.kind}"):
            continue
        names = [catalog.units[one].short.in_language(style.language) for one in effect.units]
        values = {"value": signed(effect.value), "air": signed(effect.air), "units": names}
        notes.append(t(f"pocket-general.note-{effect.kind}", **values))
    if unit.with_navy:
        notes.append(t("pocket-general.note-with-navy"))
    return notes


def signed(value: int) -> str:
    """A number with its sign, a true minus."""
    return f"{value:+d}".replace("-", "−")


def value_text(unit: CombatUnit, terrain: str) -> str:
    """The value on a terrain: X where it may not be placed, an asterisk where it needs the Navy."""
    value = unit.values[terrain]
    text = "X" if value is None else str(value).replace("-", "−")
    return text + ("*" if terrain in unit.with_navy else "")


def marker_face(
    unit: CombatUnit, nation: Nation, catalog: GeneralCatalog, style: Style, t: Translator
) -> TileFace:
    """A unit marker: name, sign, nation; the value under the sign of each terrain; conditions."""
    colours, bleed, middle = style.colours, style.bleed, MARKER / 2
    wash = colours["wash"]
    shapes = [
        filled(_marker_shape(unit, bleed), wash),
        filled(_marker_band(unit, bleed), colours["band"]),
        f'<path d="{_band_edge(unit, bleed)}" stroke="{colours["band-rule"]}" stroke-width="0.4"/>',
        placed_icon(f"unit-{unit.id}", middle - 6.4, 5.7, 5.2, DARK, wash),
        # The emblem names the nation on paper printed in grey.
        placed_icon(emblem_name(nation.theme), middle + 1.9, 6.4, 4.4, colours["accent"], wash),
    ]
    name = unit.short.in_language(style.language)
    space = 18.0 if unit.is_military else 13.0
    fitted = measure.fitted_size(name, measure.NAME, space, 3.2, SMALLEST)
    labels = [
        Label(name, middle - space / 2, 1.5, space, fitted, BAND - 1.5, "name on-band", "center")
    ]
    values = ""
    notes = unit_notes(unit, catalog, style, t)
    if unit.has(WEATHER) or unit.has(REMOVES_ENEMY) or unit.has(SILENCES):
        y, lines = 12.4, measure.wrapped(" · ".join(notes), measure.NAME, 15.0, 2.9)[:2]
        for line in lines:
            labels.append(Label(line, middle - 8, y, 16, 2.9, 3.2, "name", "center"))
            y += 3.2
    else:
        space = 19.0 if unit.is_military else 14.4
        lines = measure.wrapped(" · ".join(notes), measure.LABEL, space, SMALLEST)[:2]
        step = VALUE_STEP if unit.is_military else VALUE_STEP - 0.2
        # Numbers are as large as a marker seen from across the table needs.
        top = 11.6 if unit.is_military and len(lines) < 2 else 10.7
        for place, terrain in enumerate(TERRAINS):
            centre = middle + (place - (len(TERRAINS) - 1) / 2) * step
            sign = placed_icon(f"terrain-{terrain}", centre - 1.3, top, 2.6, DARK, wash)
            shapes.append(sign)
            text = value_text(unit, terrain)
            values += f"{text} "
            labels.append(Label(text, centre - 2.0, top + 2.4, 4.0, VALUE, 3.6, "figure", "center"))
        for number, line in enumerate(lines):
            y = top + 5.9 + 2.5 * number
            labels.append(
                Label(line, middle - space / 2, y, space, SMALLEST, 2.5, "label", "center")
            )
    alt = t("pocket-general.marker-alt", name=unit.name.in_language(style.language), values=values)
    return TileFace(_marker(unit, shapes, bleed, alt), tuple(labels), bleed)


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
    ax, bx = 25.0, 59.0
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
    """A location that is held on an edge, or the edge alone."""
    place = catalog.location(location) if location else None
    if place is None:
        return outlined(hexagon(x, y, 7.6), style.colours["rule"], 0.3)
    strong, pale = paint(catalog.terrains[place.terrain].colours[0], style)
    name = place.name.in_language(style.language)
    size = measure.fitted_size(name, measure.NAME, 12.6, SMALLEST, 2.47)
    return (
        outlined(hexagon(x, y, 7.6), strong, 0.6, pale)
        + placed_icon(f"terrain-{place.terrain}", x - 2.6, y - 5.4, 5.2, strong, pale)
        + svg_text(name, x, y + 2.6, size, "middle")
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


def nation_back(nation: Nation, unit: CombatUnit, style: Style, t: Translator) -> TileFace:
    """The back of a marker: the nation's emblem, in the marker's shape."""
    colours, bleed = style.colours, style.bleed
    big, corner = 11.0, (MARKER - 11.0) / 2
    shapes = [
        filled(_marker_shape(unit, bleed), colours["band"]),
        placed_icon(
            emblem_name(nation.theme), corner, corner, big, colours["band-ink"], colours["band"]
        ),
    ]
    alt = nation.name.in_language(style.language)
    return TileFace(_marker(unit, shapes, bleed, alt), (), bleed)


def theater_face(
    theater: Theater, catalog: GeneralCatalog, style: Style, t: Translator
) -> TileFace:
    """A theater marker: a square whose four edges have the colours to be matched."""
    size, band = THEATER, 6.0
    inner = size - band
    corners = [
        f"M0.3 0.3H{size - 0.3}L{inner} {band}H{band}z",
        f"M{size - 0.3} 0.3V{size - 0.3}L{inner} {inner}V{band}z",
        f"M{size - 0.3} {size - 0.3}H0.3L{band} {inner}H{inner}z",
        f"M0.3 {size - 0.3}V0.3L{band} {band}V{inner}z",
    ]
    shapes = [filled(f"M0 0h{size}v{size}h{-size}z", PAPER)]
    half, near = size / 2 - 2.2, 0.8
    far = size - near - 4.4
    places = ((half, near), (far, half), (half, far), (near, half))
    for place, (colour, corner) in enumerate(zip(theater.edges, corners, strict=True)):
        strong, pale = paint(colour, style)
        shapes.append(outlined(corner, strong, 0.6, pale if colour != "white" else PAPER))
        x, y = places[place]
        signs = edge_signs(colour)
        for number, name in enumerate(signs):
            # Two signs stand beside each other along the edge.
            shift = 5.2 * (number - (len(signs) - 1) / 2)
            along = (shift, 0.0) if place in (0, 2) else (0.0, shift)
            shapes.append(placed_icon(name, x + along[0], y + along[1], 4.4, strong, pale))
    space = size - 2 * band
    mark = paper_mark(theater.provenance)
    below = t(f"pocket-general.theater-{theater.id.lower()}") + mark
    fitted = measure.fitted_size(below, measure.LABEL, space - 1.0, 2.9, 2.47)
    labels = [
        Label(theater.id, band, 8.0, space, 9.0, 9.6, "title", "center"),
        Label(below, band, 18.4, space, fitted, 3.4, "label", "center"),
    ]
    words = ", ".join(catalog.colours[edge].in_language(style.language) for edge in theater.edges)
    if "white" in theater.edges:
        x, y = places[theater.edges.index("white")]
        labels.append(Label("?", x, y - 0.2, 4.4, 4.0, 4.8, "name", "center"))
    alt = t("pocket-general.theater-alt", theater=theater.id, edges=words)
    return TileFace(drawing("".join(shapes), size, size, size, alt), tuple(labels))


def initiative_face(style: Style, t: Translator) -> TileFace:
    """The arrow that points at the first player."""
    size = THEATER
    accent = style.colours["accent"]
    middle = size / 2
    arrow = f"M{middle} 2L{size - 3} 14H{middle + 9}V27H{middle - 9}V14H3z"
    picture = drawing(
        outlined(arrow, accent, 0.8, style.colours["tint"]),
        size,
        size,
        size,
        t("pocket-general.initiative-marker"),
    )
    label = Label(
        t("pocket-general.initiative-marker"), middle - 8.5, 17.5, 17, 2.8, 3.6, "name", "center"
    )
    return TileFace(picture, (label,))
