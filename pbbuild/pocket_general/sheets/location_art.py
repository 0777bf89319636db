"""Landscapes of single locations: what a place is known for, in the manner of its terrain.

They stand like those of `terrain_art`: on a horizon at y = 0, between x = -16 and 16. A location
without a drawing of its own, an owner's for example, has that of its terrain.
"""

from collections.abc import Callable, Mapping
from typing import Final

from pbbuild.page.pictures import disc, filled, rounded_box
from pbbuild.page.style import mixed
from pbbuild.pocket_general.sheets.terrain_art import FAR, HAZE, landscape, pine, wave_lines

# A drawing of four colours: in front, farther away, in the haze, the ground.
Art = Callable[[str, str, str, str], str]


def location_landscape(location: str, terrain: str, strong: str, pale: str) -> str:
    """The shapes of a location in the colours of its terrain."""
    own = ART.get(location)
    if own is None:
        return landscape(terrain, strong, pale)
    return own(strong, mixed(pale, strong, FAR), mixed(pale, strong, HAZE), pale)


def _fields(middle: str, haze: str) -> str:
    """Two fields behind each other."""
    shapes = filled("M-16-3.4C-9-5.6-2-5 3-3.6C8-5 12-4.6 16-3.6V1H-16z", haze)
    return shapes + filled("M-16-1.4C-8-3.2-3-2.8 2-1.6C7-2.6 12-2.4 16-1.2V1H-16z", middle)


def _manchuria(strong: str, middle: str, haze: str, pale: str) -> str:
    """A gate with two curved roofs on the plain."""
    shapes = filled(disc(7.4, -7.8, 1.8), haze) + _fields(middle, haze)
    roofs = "M-9.4-6.4C-7-6.4-6-7-5.2-8.8h2.4C-2-7-1-6.4 1.4-6.4L.8-5.2H-8.8z"
    roofs += "M-11-3.4c2.8 0 4.2-.6 5-1.8h4c.8 1.2 2.2 1.8 5 1.8l-.7 1.3H-10.3z"
    walls = "M-8.4-2.2h1.6V.6h-1.6zM-4.8-2.2h1.6V.6h-1.6zM-1.2-2.2H.4V.6h-1.6z"
    return shapes + filled(roofs + walls, strong)


def _ukraine(strong: str, middle: str, haze: str, pale: str) -> str:
    """A windmill above wheat."""
    shapes = filled(disc(-7.2, -8, 1.8), haze) + _fields(middle, haze)
    shapes += filled("M2.6 .4L3.7-6h3.2L8 .4zM3.3-6.3c.4-1.3 1.1-1.9 2-1.9s1.6.6 2 1.9z", strong)
    sails = "M5.3-6.5L1.2-10.2M5.3-6.5L9.4-10.2M5.3-6.5L9-2.4M5.3-6.5L1.6-2.4"
    shapes += f'<path d="{sails}" stroke="{strong}" stroke-width="0.9" fill="none"/>'
    ears = "".join(
        f"M{x:g} .6v-2.6m0 0l-.7-.9m.7.9l.7-.9m-.7 1.7l-.7-.8m.7.8l.7-.8"
        for x in (-11.4, -9, -6.6, -4.2, -1.8)
    )
    return shapes + f'<path d="{ears}" stroke="{strong}" stroke-width="0.5" fill="none"/>'


def _palm(x: float, y: float, size: float) -> str:
    """A palm whose foot is at (x, y)."""
    stem = (
        (-0.2, -2.4),
        (0.2, -4.4),
        (1.2, -6.0),
        (0.6, 0.3),
        (-0.8, 2.0),
        (-1.0, 3.8),
        (-0.8, 5.7),
    )
    a, b, c, d, e, f, g = ((size * dx, size * dy) for dx, dy in stem)
    path = f"M{x:g} {y:g}c{_pairs(a, b, c)}l{_pairs(d)}c{_pairs(e, f, g)}z"
    for dx, dy in _LEAVES:
        tip, bend, back = (dx, dy), (0.5 * dx, dy - 1.5), (-0.5 * dx, 0.1 - 0.55 * dy)
        ends = [(size * one, size * other) for one, other in (bend, tip, back, (-dx, -dy))]
        path += f"M{x + 1.5 * size:g} {y - 6 * size:g}q{_pairs(*ends[:2])}q{_pairs(*ends[2:])}z"
    return path


_LEAVES: Final = ((-3.4, 0.9), (-2.8, -1.5), (0.3, -2.4), (2.9, -1.3), (3.4, 1.2))


def _pairs(*points: tuple[float, float]) -> str:
    return " ".join(f"{x:.3g} {y:.3g}" for x, y in points)


def _philippines(strong: str, middle: str, haze: str, pale: str) -> str:
    """Palms before a wooded shore."""
    shapes = filled("M-16-2.8C-11-6-7-6.6-3-4.6C1-7.4 7-7.6 16-3.4V1H-16z", haze)
    back = "".join(_palm(x, -0.6, 0.8) for x in (-12.2, -3.8, 3.4, 10.4))
    front = "".join(_palm(x, 0.6, 1.1) for x in (-8.6, -0.6, 6.4))
    ground = "M-16-.7C-8-1.3 8-1.3 16-.7V1H-16z"
    return shapes + filled(back, middle) + filled(front + ground, strong)


def _burma(strong: str, middle: str, haze: str, pale: str) -> str:
    """The spire of a temple above the jungle."""
    shapes = filled("M-16-3.6C-10-7-5-7.8 0-6.4C6-8.4 11-6.8 16-4V1H-16z", haze)
    spire = "M.2-11.8h.6l.5 2.6c.2 1.3.9 2 2 2.9v1.1h.9v1.2h1V.6H-4.2v-4.6h1v-1.2h.9v-1.1"
    spire += "c1.1-.9 1.8-1.6 2-2.9z"
    shapes += filled(spire, strong)
    crowns = ((-12, 2.6), (-7.6, 2.3), (7.2, 2.4), (11.6, 2.7), (-3.4, 1.6), (4.2, 1.6))
    shapes += filled("".join(disc(x, -1.6, r) for x, r in crowns), middle)
    low = ((-14, 1.8), (-9.8, 1.9), (-5.4, 1.6), (-1, 1.3), (3, 1.4), (9.4, 1.9), (13.4, 1.7))
    return shapes + filled("".join(disc(x, 0, r) for x, r in low) + "M-16-.2H16V1H-16z", strong)


def _sea(haze: str) -> str:
    return filled("M-16-3.6H16V1H-16z", haze)


_SWELL: Final = ((-12.6, -1.6, 3), (6.4, -1.4, 3), (-11.2, 0.2, 9))


def _atlantic(strong: str, middle: str, haze: str, pale: str) -> str:
    """A freighter of a convoy, another behind it."""
    far = "M4.6-4.4h7.6l-.8 1.4H5.4zM7-4.4v-1.5h1.2v-1.3h.9v1.3h1.1v1.5z"
    shapes = _sea(haze) + filled(far, middle)
    ship = "M-11.4-4.8h2.6v.8H3.2v-.8h2.4L4.2-1.6h-14.2z"
    ship += "M-5-4.2v-3h1v-1h2.6v1h1v3zM-3.4-8h1.3v-2.4h-1.3zM-8.2-4.2v-4h.5v4zM1.6-4.2v-4h.5v4z"
    return shapes + filled(ship, strong) + wave_lines(_SWELL, middle, 0.6)


def _pacific(strong: str, middle: str, haze: str, pale: str) -> str:
    """An aircraft carrier, a plane above it."""
    ship = "M-12-5.2H12.2l-.6 1.1h-1.8L8.4-1.7H-9.2l-1-2.4h-1.4z"
    ship += "M2.2-5.2v-2.1h1.2v-1.5h.9v-1.4h.5v1.4h1v1.5h1v2.1z"
    plane = "M-7.4-9.2l1.8.3 1.2-1.2h.7l-.5 1.4 1.7.3.5-.7h.5l-.2 1.3-1.9.3-.9 1.3h-.7l.2-1.3"
    plane += "-2.3-.5z"
    shapes = _sea(haze) + filled(ship, strong) + filled(plane, middle)
    return shapes + wave_lines(_SWELL, middle, 0.6)


def _iwo_jima(strong: str, middle: str, haze: str, pale: str) -> str:
    """A volcanic cone that rises from the sea."""
    shapes = filled(disc(7.6, -8.2, 1.7), haze) + filled("M-16-1.8H16V1H-16z", haze)
    shapes += filled(
        "M-11.6-1.2C-8.6-3-7-6.8-5.6-9.2l1.3.6 1.3-.5 1.3.4C-.2-6 1.4-4 4-3.4L12-1.2z", middle
    )
    shapes += filled("M-9-1.2C-6.6-3.2-5.2-6.4-4.3-8.6l1.3-.5C-2.4-6.4-3.4-4-2-2.8L6-1.2z", strong)
    return shapes + wave_lines(((-12.4, 0, 9),), strong, 0.5)


def _caucasus(strong: str, middle: str, haze: str, pale: str) -> str:
    """One broad mountain with two round, white summits."""
    shapes = filled("M-16 1V-3.6l4-1.8 3 1.4L-4-6.6l14 .4 6 3V1z", haze)
    body = "M-14 1C-9.6-2.2-8-6-5.6-8.8c1.2-1.4 2.8-1.4 4 0l1.3 1.4L1-8.9"
    body += "c1.2-1.3 2.8-1.2 3.9.2C7.6-5.4 9.6-2 14 1z"
    snow = "M-5.6-8.8c1.2-1.4 2.8-1.4 4 0l1.3 1.4L1-8.9c1.2-1.3 2.8-1.2 3.9.2l1.5 2-1.3.6-1.2-1"
    snow += "-1.3 1.7-1.6-1.5-1.5 1-1.6-1.3-1.3 1.5-1.2-1.1-1.9.8z"
    return shapes + filled(body, strong) + filled(snow, pale)


def _korea(strong: str, middle: str, haze: str, pale: str) -> str:
    """Ridge behind ridge, pines on the nearest."""
    shapes = filled("M-16-4.4l3.6-2.4 2.4 1.4L-6-8.6l3.4 2.8L1.6-9.8l4 3.6 3-1.6L16-4V1H-16z", haze)
    shapes += filled("M-16-1.8l3-2L-9-2.4l3.6-3.4 4 3 3.4-2.6 4.4 3.2 3-1.4L16-1.4V1H-16z", middle)
    ridge = "M-16 1V.2L-8-1.8l5 1.4L4-2.2 11-.2l5-.8V1z"
    pines = "".join(
        pine(x, y, 0.62) for x, y in ((-9.6, -0.8), (-7, -1.2), (4.6, -1.4), (7.2, -0.8))
    )
    return shapes + filled(ridge, strong) + filled(pines, strong)


def _saint_lo(strong: str, middle: str, haze: str, pale: str) -> str:
    """Two church spires above the roofs of a small town."""
    back = "M-15 1v-3l2.6-1.6 2.6 1.6v-1.8l2.8-1.6 2.8 1.6V1z"
    back += "M3 1v-4.2l2.8-1.8 2.6 1.8v-.8l3-1.8 3 1.8V1z"
    shapes = filled(back, haze)
    church = "M-4.6.6v-6.4l1.3-5.6 1.3 5.6v2.4h2.8v-2.4l1.3-5.6 1.3 5.6V.6z"
    shapes += filled(church, middle)
    houses = "M-13.6 1v-2.6l2-1.5 2 1.5V1zM-8.6 1v-3.4l2.2-1.7 2.2 1.7V1z"
    houses += "M4.2 1v-3.2l2.2-1.7 2.2 1.7V1zM9.4 1v-2.4l2-1.5 2 1.5V1z"
    panes = ((-7.4, -1.8), (-6.0, -1.8), (5.4, -1.6), (6.8, -1.6), (-12.0, -1.0), (11.0, -0.9))
    windows = "".join(rounded_box(x, y, 0.7, 0.8, 0.05) for x, y in panes)
    door = "M-1.3.6v-2c0-.9.4-1.4 1-1.4s1 .5 1 1.4v2z"
    return shapes + filled(houses, strong) + filled(windows + door, pale)


def _stalingrad(strong: str, middle: str, haze: str, pale: str) -> str:
    """Works with chimneys, and their smoke."""
    smoke = disc(-5, -10.6, 1.1) + disc(-3.2, -11.2, 1.3) + disc(-1, -11.6, 1.5)
    smoke += disc(3.8, -9.8, 0.9) + disc(5.4, -10.4, 1.2) + disc(7.4, -10.8, 1.4)
    shapes = filled(smoke, haze) + filled("M-15 1v-4h3v-1.8h4v3H7v-4h3.4v2.2H15V1z", haze)
    shapes += filled("M-6.4.8l.4-10.4h1.6l.4 10.4zM2 .8l.4-9.2H4L4.4.8z", middle)
    works = "M-13 1v-4.2l3.2 1.8v-1.8l3.2 1.8v-1.8l3.2 1.8V1zM-2.4 1v-4.8H8.6V1zM9.4 1v-2.6h3.8V1z"
    windows = "".join(rounded_box(-1.4 + 2.1 * place, -2.6, 1.1, 1.2, 0.05) for place in range(5))
    return shapes + filled(works, strong) + filled(windows, pale)


def _tokyo(strong: str, middle: str, haze: str, pale: str) -> str:
    """A castle with three curved roofs on a stone base."""
    shapes = filled("M-14 1v-3h3.4v-1.8h3V1zM7.6 1v-4h3v1.6H14V1z", haze)
    shapes += filled("M-7.6 1l1.2-3H6.4L7.6 1z", middle)
    keep = "M-7-3.6c1.4 0 2-.4 2.6-1.5h8.8c.6 1.1 1.2 1.5 2.6 1.5l-.8 1H-6.2z"
    keep += "M-5.4-6.5c1.2 0 1.7-.4 2.2-1.4h6.4c.5 1 1 1.4 2.2 1.4l-.7.9H-4.7z"
    keep += "M-3.8-9.2c1.1 0 1.7-.8 2.6-2.2h2.4c.9 1.4 1.5 2.2 2.6 2.2l-.6.9h-6.4z"
    walls = "M-3.9-5.7h7.8v.7h-7.8zM-2.7-8.4h5.4v.6h-5.4z"
    windows = "".join(rounded_box(x, -1.4, 0.9, 1.2, 0.1) for x in (-3.4, -0.45, 2.5))
    return shapes + filled(keep + walls, strong) + filled(windows, pale)


def _paris(strong: str, middle: str, haze: str, pale: str) -> str:
    """An iron tower above roofs."""
    shapes = filled(
        "M-14 1v-3.4l1-1.2h4l1 1.2v-.8l1-1.2h3.4V1zM4.6 1v-4.6h3.6l1 1.2v-.6l1-1.2h3l1 1.2V1z",
        middle,
    )
    tower = "M-.25-12.4h.5l.55 4.4c.4 3 1.6 5.8 4 8.8H2.6C2-.8 1.1-1.5 0-1.5S-2-.8-2.6.8h-2.2"
    tower += "c2.4-3 3.6-5.8 4-8.8z"
    bars = "M-2.3-3.4h4.6v.8h-4.6zM-1.3-6.6h2.6v.6h-2.6z"
    return (
        shapes
        + filled(tower, strong)
        + filled("M-.9-4.6l.9-1 .9 1v.5h-1.8z", pale)
        + filled(bars, strong)
    )


def _moscow(strong: str, middle: str, haze: str, pale: str) -> str:
    """A gate tower with a spire, onion domes beside it, a wall."""
    onion = (
        "c-1.5-1-2.2-1.9-2.2-2.9c0-1.3 1.4-1.9 2.2-3.5c.8 1.6 2.2 2.2 2.2 3.5c0 1-.7 1.9-2.2 2.9z"
    )
    domes = f"M-7.2-3.4{onion}M7.6-3{onion}M-8.4-4h2.4v5h-2.4zM6.4-3.6h2.4V1H6.4z"
    shapes = filled("M-15 1v-3h2.6v-1.6h2.8V1zM9.6 1v-3.8H12v1.6h3V1z", haze)
    shapes += filled(domes, middle)
    tower = "M-2.8 1v-5h.8v-2.4h.8l1-4.2h.4l1 4.2h.8v2.4h.8v5z"
    crenels = "h1.4v.7h1.3V-1"
    wall = f"M-14-1{4 * crenels}h5.6v.7h1.3V-1{3 * crenels}H14V1H-14z"
    clock = disc(0, -4.9, 0.75)
    return (
        shapes
        + filled(tower + wall, strong)
        + filled(clock + "M-.9 1v-1.8c0-.7.4-1.1.9-1.1s.9.4.9 1.1V1z", pale)
    )


ART: Final[Mapping[str, Art]] = {
    "manchuria": _manchuria,
    "ukraine": _ukraine,
    "philippines": _philippines,
    "burma": _burma,
    "atlantic": _atlantic,
    "pacific": _pacific,
    "iwo-jima": _iwo_jima,
    "caucasus": _caucasus,
    "korea": _korea,
    "saint-lo": _saint_lo,
    "stalingrad": _stalingrad,
    "tokyo": _tokyo,
    "paris": _paris,
    "moscow": _moscow,
}
