"""Faces of Pocket General's pieces: location hexes, unit markers, theater markers."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbbuild.base.provenance import paper_mark
from pbbuild.page import measure
from pbbuild.page.geometry import POINT, T1, T3, T4, T5
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
)
from pbbuild.page.style import Style, mixed, theme_for
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
from pbbuild.pocket_general.sheets.geometry import DISC, HEX, HEX_RADIUS, MARKER, THEATER
from pbbuild.pocket_general.sheets.location_art import location_landscape
from pbbuild.pocket_general.sheets.terrain_art import waves_below
from pbbuild.text.translate import Translator

NAME: Final = 12 * POINT  # the name of a location, a value: as on tiles
PLATE_TOP: Final = 15.0  # the name of a location: a band through the middle of its hex
PLATE: Final = 5.6
WORD_WITH_SIGN: Final = 13.6  # the longest word that its terrain's sign stands beside
THEATER_BAND: Final = 6.4  # the coloured edges of a theater marker
# A marker: its head, the sign with the emblem beside it, values under their signs, conditions.
BAND: Final = 5.0
SIGN: Final = 5.6
DISC_SIGN: Final = 4.0
EMBLEM: Final = 3.6
VALUES_HIGH: Final = 6.9
VALUE: Final = NAME
VALUE_STEP: Final = 3.95
NOTE_LINE: Final = 2.4
SMALLEST: Final = T5.size
SAID: Final = T4.size  # what a unit without values does
_NOTE_ROOM: Final = {True: 18.0, False: 12.6}  # the width of conditions on a square, on a disc
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


def _step(text: str, font: str, space: float, *sizes: float) -> float:
    """The first of some steps of the type scale in which a text fits, else the last."""
    return next((size for size in sizes if measure.width(text, font, size) <= space), sizes[-1])


def location_face(
    place: Location,
    catalog: GeneralCatalog,
    style: Style,
    t: Translator,
    *,
    capitol: bool = False,
    turned: bool = False,
    spill: float = 0.0,
) -> TileFace:
    """A location hex; its back, `turned`, shows that it has paid for a recruit.

    On sheets to cut its ground runs `spill` beyond the cut, which is a thin line, or as far as the
    bleed.
    """
    terrain = catalog.terrains[place.terrain]
    owner = next((one for one in catalog.nations.values() if one.capitol.id == place.id), None)
    ends = tuple(paint(one, style) for one in (terrain.colours[0], terrain.colours[-1]))
    if turned:
        ends = ((style.colours["rule"], PAPER),) * 2
    (strong, pale), (low, low_pale) = ends
    said, sign = terrain.name.in_language(style.language), f"terrain-{place.terrain}"
    band, kind, sign_colour = PAPER, "name", low
    if capitol and owner is not None:
        own = replace(style, theme=theme_for(owner.theme)).colours
        said, sign = owner.name.in_language(style.language), emblem_name(owner.theme)
        band, kind, sign_colour = own["band"], "name on-band", own["accent"]
    if turned:
        said, sign = t("pocket-general.used"), ""
    radius = HEX_RADIUS + (style.bleed or spill)
    middle, wide, end = HEX / 2, 2 * radius, PLATE_TOP + PLATE
    left = middle - radius
    inside = [
        _landscape(place.id, "capitol" if capitol else place.terrain, strong, pale),
        filled(f"M{left:g} {end:g}h{wide:g}v{radius:g}h{-wide:g}z", low_pale),
        waves_below(middle, 26.2, low) if low != strong else "",
        filled(f"M{left:g} {PLATE_TOP:g}h{wide:g}v{PLATE:g}h{-wide:g}z", band),
        f'<path d="M{left:g} {PLATE_TOP:g}h{wide:g}M{left:g} {end:g}h{wide:g}"'
        f' stroke="{strong}" stroke-width="0.35"/>',
    ]
    # On sheets to cut the line of the scissors, elsewhere the edge of the piece.
    line = (mixed(pale, strong, 0.55), 0.2) if spill else (strong, 0.9)
    shapes = [_in_hex(inside, radius, pale), _hex_line(*line)]
    # The sign and the word stand side by side, in the middle; long words have no space for it.
    size = _step(said, measure.LABEL, 12.8, T4.size, T5.size)
    used = measure.width(said, measure.LABEL, size)
    gap = 3.8 if sign and used <= WORD_WITH_SIGN else 0.0
    start = middle - (used + gap) / 2
    if gap:
        shapes.append(placed_icon(sign, start, 21.2, 3.3, sign_colour, low_pale))
    name = place.name.in_language(style.language)
    shown = name + paper_mark(place.provenance)
    fitted = _step(shown, measure.NAME, 21.4, NAME, T3.size, T4.size)
    labels = (
        Label(shown, middle - 12.0, PLATE_TOP, 24.0, fitted, PLATE, kind, "center"),
        Label(said, start + gap, 21.2, used + 0.4, size, 3.4, "label"),
    )
    if capitol:
        said = t("pocket-general.capitol-piece", nation=said)
    alt = t("pocket-general.location-alt", name=name, terrain=said)
    return _bled(shapes, HEX, style.bleed, alt, labels)


def location_scene(
    place: Location, catalog: GeneralCatalog, style: Style, alt: str, *, capitol: bool = False
) -> TileFace:
    """A location hex without words: its landscape, and white below it for words of a page."""
    strong, pale = paint(catalog.terrains[place.terrain].colours[0], style)
    inside = [
        _landscape(place.id, "capitol" if capitol else place.terrain, strong, pale),
        filled(f"M0 {PLATE_TOP:g}h{HEX:g}v{HEX:g}H0z", PAPER),
        f'<path d="M0 {PLATE_TOP:g}h{HEX:g}" stroke="{strong}" stroke-width="0.35"/>',
    ]
    shapes = [_in_hex(inside, HEX_RADIUS, pale), _hex_line(strong, 0.9)]
    return _bled(shapes, HEX, 0.0, alt)


def _landscape(location: str, terrain: str, strong: str, pale: str) -> str:
    """The drawing of a location above its name."""
    art = location_landscape(location, terrain, strong, pale)
    return f'<g transform="translate({HEX / 2:g} {PLATE_TOP:g})">{art}</g>'


def _in_hex(shapes: Sequence[str], radius: float, ground: str) -> str:
    """Shapes on a ground, clipped by a hexagon in the middle of its cell."""
    shape = hexagon(HEX / 2, HEX / 2, radius)
    # Clips are named by their size: drawings on one page may share them.
    clip = f"hex-{round(100 * radius)}"
    inside = filled(shape, ground) + "".join(shapes)
    return (
        f'<clipPath id="{clip}"><path d="{shape}"/></clipPath>'
        f'<g clip-path="url(#{clip})">{inside}</g>'
    )


def _hex_line(colour: str, line: float) -> str:
    """The outline of a hex as it is cut."""
    return outlined(hexagon(HEX / 2, HEX / 2, HEX_RADIUS), colour, line, "none")


def _bled(
    shapes: Sequence[str], side: float, bleed: float, alt: str, labels: Sequence[Label] = ()
) -> TileFace:
    """A face of a square cell whose picture runs on beyond it by the bleed."""
    size = side + 2 * bleed
    moved = "".join(shapes)
    if bleed:
        moved = f'<g transform="translate({bleed:g} {bleed:g})">{moved}</g>'
    return TileFace(drawing(moved, size, size, size, alt), tuple(labels), bleed)


def _marker_shape(unit: CombatUnit, bleed: float) -> str:
    """A square for military units, a disc for special ones, with what is printed beyond the cut."""
    if unit.is_military:
        return f"M{-bleed:g} {-bleed:g}h{MARKER + 2 * bleed:g}v{MARKER + 2 * bleed:g}H{-bleed:g}z"
    return disc(MARKER / 2, MARKER / 2, DISC + bleed)


def _band(unit: CombatUnit) -> float:
    """The height of a marker's head: on a disc it begins where the disc is wide enough."""
    return BAND if unit.is_military else BAND + 0.9


def _marker_band(unit: CombatUnit, bleed: float) -> str:
    """The part of a marker above the lower edge of its band."""
    if unit.is_military:
        return f"M{-bleed:g} {-bleed:g}h{MARKER + 2 * bleed:g}v{BAND + bleed:g}H{-bleed:g}z"
    middle, radius, band = MARKER / 2, DISC + bleed, _band(unit)
    half = math.sqrt(radius**2 - (middle - band) ** 2)
    return (
        f"M{middle - half:.3f} {band:g}A{radius:g} {radius:g} 0 0 1 {middle + half:.3f} {band:g}z"
    )


def _band_edge(unit: CombatUnit, bleed: float) -> str:
    """The lower edge of the band, from side to side."""
    if unit.is_military:
        return f"M{-bleed:g} {BAND:g}H{MARKER + bleed:g}"
    band = _band(unit)
    half = math.sqrt((DISC + bleed) ** 2 - (MARKER / 2 - band) ** 2)
    return f"M{MARKER / 2 - half:.3f} {band:g}H{MARKER / 2 + half:.3f}"


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
    wash, is_square = colours["wash"], unit.is_military
    shapes = [
        filled(_marker_shape(unit, bleed), wash),
        filled(_marker_band(unit, bleed), colours["band"]),
        f'<path d="{_band_edge(unit, bleed)}" stroke="{colours["band-rule"]}" stroke-width="0.4"/>',
    ]
    name = unit.short.in_language(style.language)
    band, drop, space = _band(unit), 0.0 if is_square else 1.3, 18.0 if is_square else 11.2
    fitted = _step(name, measure.NAME, space, T3.size, T4.size, T5.size)
    labels = [
        Label(name, middle - space / 2, drop, space, fitted, band - drop, "name on-band", "center")
    ]
    values = ""
    notes = " · ".join(unit_notes(unit, catalog, style, t))
    has_values = not (unit.has(WEATHER) or unit.has(REMOVES_ENEMY) or unit.has(SILENCES))
    room = _NOTE_ROOM[is_square]
    lines = measure.wrapped(notes, measure.LABEL, room, SMALLEST)[:2]
    # The fewer lines of conditions, the larger the sign.
    spare = NOTE_LINE * (1 - len(lines)) if has_values else 0.0
    sign = SIGN + 0.7 * spare if is_square or not has_values else DISC_SIGN
    top = band + (0.4 if is_square else 0.2)
    shapes.append(placed_icon(f"unit-{unit.id}", middle - sign / 2, top, sign, DARK, wash))
    # The emblem names the nation on paper printed in grey.
    mark = emblem_name(nation.theme)
    beside = middle + (SIGN + 2.0) / 2
    shapes.append(placed_icon(mark, beside, top + 0.3, EMBLEM, colours["accent"], wash))
    if has_values:
        top += sign + (0.4 if is_square else 0.1)
        step = VALUE_STEP if is_square else VALUE_STEP - 0.35
        wide = step * len(TERRAINS) + (0.3 if is_square else -0.2)
        box = rounded_box(middle - wide / 2, top - 0.3, wide, VALUES_HIGH, 0.6)
        shapes.append(filled(box, PAPER))
        for place, terrain in enumerate(TERRAINS):
            centre = middle + (place - (len(TERRAINS) - 1) / 2) * step
            shapes.append(placed_icon(f"terrain-{terrain}", centre - 1.35, top, 2.7, DARK, PAPER))
            text = value_text(unit, terrain)
            values += f"{text} "
            labels.append(
                Label(text, centre - 2.1, top + 2.4, 4.2, VALUE, VALUE - 0.1, "figure", "center")
            )
        for number, line in enumerate(lines):
            y = top + VALUES_HIGH - (0.1 if is_square else 0.2) + NOTE_LINE * number
            labels.append(
                Label(line, middle - room / 2, y, room, SMALLEST, NOTE_LINE, "label", "center")
            )
    else:
        told = measure.wrapped(notes, measure.NAME, 15.0, SAID)[:2]
        for number, line in enumerate(told):
            y = 12.0 + 3.4 * number
            labels.append(Label(line, middle - 8, y, 16, SAID, 3.4, "name", "center"))
    alt = t("pocket-general.marker-alt", name=unit.name.in_language(style.language), values=values)
    return TileFace(_marker(unit, shapes, bleed, alt), tuple(labels), bleed)


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
    size, band, bleed = THEATER, THEATER_BAND, style.bleed
    inner, near, far = size - band, -bleed, size + bleed
    edges = [
        f"M{near:g} {near:g}H{far:g}L{inner:g} {band:g}H{band:g}z",
        f"M{far:g} {near:g}V{far:g}L{inner:g} {inner:g}V{band:g}z",
        f"M{far:g} {far:g}H{near:g}L{band:g} {inner:g}H{inner:g}z",
        f"M{near:g} {far:g}V{near:g}L{band:g} {band:g}V{inner:g}z",
    ]
    # Only lines inside the marker: none lies on a cut.
    lines = [
        f"M{band:g} {band:g}H{inner:g}",
        f"M{inner:g} {band:g}V{inner:g}",
        f"M{inner:g} {inner:g}H{band:g}",
        f"M{band:g} {inner:g}V{band:g}",
    ]
    shapes = [filled(f"M{band:g} {band:g}H{inner:g}V{inner:g}H{band:g}z", PAPER)]
    sign = 4.4
    along, low = (size - sign) / 2, (band - sign) / 2 + 0.4
    high = size - low - sign
    places = ((along, low), (high, along), (along, high), (low, along))
    for place, colour in enumerate(theater.edges):
        strong, pale = paint(colour, style)
        shapes.append(filled(edges[place], PAPER if colour == "white" else pale))
        shapes.append(f'<path d="{lines[place]}" stroke="{strong}" stroke-width="0.9"/>')
        x, y = places[place]
        signs = edge_signs(colour)
        for number, name in enumerate(signs):
            # Two signs stand beside each other along the edge.
            shift = 5.2 * (number - (len(signs) - 1) / 2)
            moved = (shift, 0.0) if place in (0, 2) else (0.0, shift)
            shapes.append(placed_icon(name, x + moved[0], y + moved[1], sign, strong, pale))
    rule = style.colours["rule"]
    corners = "".join(
        f"M{a:g} {b:g}L{c:g} {d:g}"
        for a, b, c, d in (
            (near, near, band, band),
            (far, near, inner, band),
            (far, far, inner, inner),
            (near, far, band, inner),
        )
    )
    shapes.append(f'<path d="{corners}" stroke="{rule}" stroke-width="0.25"/>')
    space = size - 2 * band
    mark = paper_mark(theater.provenance)
    below = t(f"pocket-general.theater-{theater.id.lower()}") + mark
    fitted = _step(below, measure.LABEL, space - 1.0, T4.size, T5.size)
    labels = [
        Label(theater.id, band, 8.4, space, T1.size, T1.line, "title", "center"),
        Label(below, band, 18.4, space, fitted, 3.4, "label", "center"),
    ]
    words = ", ".join(catalog.colours[edge].in_language(style.language) for edge in theater.edges)
    if "white" in theater.edges:
        x, y = places[theater.edges.index("white")]
        labels.append(Label("?", x, y - 0.2, 4.4, T3.size, 4.8, "name", "center"))
    alt = t("pocket-general.theater-alt", theater=theater.id, edges=words)
    return _bled(shapes, size, bleed, alt, labels)


def initiative_face(style: Style, t: Translator) -> TileFace:
    """The arrow that points at the first player."""
    size, colours = THEATER, style.colours
    middle = size / 2
    arrow = f"M{middle} 1.4L{size - 1.6} 14H{middle + 9}V28H{middle - 9}V14H1.6z"
    shapes = [outlined(arrow, colours["band-rule"], 0.4, colours["band"])]
    words = t("pocket-general.initiative-marker").split(" ", 1)
    labels = [
        Label(word, middle - 8.5, 13.6 + 4.4 * line, 17, T3.size, 4.4, "name on-band", "center")
        for line, word in enumerate(words)
    ]
    alt = t("pocket-general.initiative-marker")
    return _bled(shapes, size, style.bleed, alt, labels)
