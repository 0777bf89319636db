"""Faces of Pocket General's pieces: location hexes, unit markers, theater markers."""

import math
from typing import Final

from pbbuild.base.provenance import Provenance
from pbbuild.page import measure
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    disc,
    drawing,
    emblem_name,
    filled,
    outlined,
    placed_icon,
)
from pbbuild.page.style import Style
from pbbuild.page.tile_sheet import Label, TileFace
from pbbuild.pocket_general.catalog.model import (
    TERRAINS,
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
THEATER: Final = 30.0
# The colours of edges; each also has a drawing and a word, for printing in grey.
PAINTS: Final = {
    "ocean": ("#2f6c9f", "#dbe8f2"),
    "forest": ("#3c7538", "#dfebdd"),
    "open": ("#c79a1e", "#f7eed3"),
    "red": ("#ab3226", "#f4dedb"),
    "white": ("#8a8d90", "#ffffff"),
}
MARKS: Final = {Provenance.RECONSTRUCTED: "°", Provenance.OWNER: "", Provenance.REPORTED: "°"}


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
    below = t("pocket-general.capitol") if capitol else terrain.name.in_language(style.language)
    if turned:
        below = t("pocket-general.used")
    space = 22.0
    fitted = measure.fitted_size(name, measure.NAME, space, 3.6, 2.6)
    mark = MARKS.get(place.provenance, "")
    labels = (
        Label(name + mark, 4.0, 15.4, space, fitted, 4.2, "name", "center"),
        Label(below, 5.5, 19.9, 19.0, 2.5, 3.0, "label", "center"),
    )
    alt = t("pocket-general.location-alt", name=name, terrain=below)
    return TileFace(drawing("".join(shapes), HEX, HEX, HEX, alt), labels)


def marker_face(unit: CombatUnit, nation: Nation, style: Style, t: Translator) -> TileFace:
    """A unit marker: square for military units, round for special ones, its row below."""
    colours = style.colours
    size, middle = MARKER, MARKER / 2
    edge = 0.7
    if unit.is_military:
        side = size - 2 * edge
        shape = f"M{edge} {edge}h{side}v{side}h{-side}z"
    else:
        shape = disc(middle, middle, middle - edge)
    shapes = [outlined(shape, colours["band-rule"], 0.8, colours["wash"])]
    icon_size = 7.6
    shapes.append(
        placed_icon(
            f"unit-{unit.id}", middle - icon_size / 2, 6.6, icon_size, DARK, colours["wash"]
        )
    )
    # The emblem names the nation on paper printed in grey.
    shapes.append(
        placed_icon(
            emblem_name(nation.theme), 16.2, 8.8, 3.2, colours["band-rule"], colours["wash"]
        )
    )
    name = unit.short.in_language(style.language)
    space = 18.0 if unit.is_military else 13.4
    fitted = measure.fitted_size(name, measure.NAME, space, 3.1, 2.47)
    x = (size - space) / 2
    values = [unit.values[terrain] for terrain in TERRAINS]
    row = " ".join("X" if value is None else str(value) for value in values)
    if unit.has("weather"):
        row = "-1 / -2"
    elif unit.has("removes-enemy") or unit.has("silences"):
        row = ""
    top = 2.6 if unit.is_military else 3.0
    labels = [
        Label(name, x, top, space, fitted, 3.4, "name", "center"),
        Label(row, 2.0, 14.9, size - 4.0, 2.6, 3.1, "label", "center"),
    ]
    alt = t("pocket-general.marker-alt", name=unit.name.in_language(style.language), values=row)
    return TileFace(drawing("".join(shapes), size, size, size, alt), tuple(labels))


def nation_back(nation: Nation, unit: CombatUnit, style: Style, t: Translator) -> TileFace:
    """The back of a marker: the nation's emblem, in the marker's shape."""
    colours = style.colours
    size, middle = MARKER, MARKER / 2
    edge = 0.7
    side = size - 2 * edge
    shape = f"M{edge} {edge}h{side}v{side}h{-side}z"
    if not unit.is_military:
        shape = disc(middle, middle, middle - edge)
    shapes = [outlined(shape, colours["band-rule"], 0.8, colours["band"])]
    big = 10.0
    ink, ground = colours["band-ink"], colours["band"]
    shapes.append(
        placed_icon(emblem_name(nation.theme), middle - big / 2, middle - big / 2, big, ink, ground)
    )
    alt = nation.name.in_language(style.language)
    return TileFace(drawing("".join(shapes), size, size, size, alt))


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
    icons = {"ocean": "terrain-ocean", "forest": "terrain-forest", "open": "terrain-open"}
    for colour, corner, (x, y) in zip(theater.edges, corners, places, strict=True):
        strong, pale = paint(colour, style)
        shapes.append(outlined(corner, strong, 0.6, pale if colour != "white" else PAPER))
        name = icons.get(colour, "terrain-city" if colour == "red" else "")
        if name:
            shapes.append(placed_icon(name, x, y, 4.4, strong, pale))
    space = size - 2 * band
    mark = MARKS.get(theater.provenance, "")
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
