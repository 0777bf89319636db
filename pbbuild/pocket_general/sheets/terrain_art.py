"""Landscapes on the location hexes, one for each terrain: our own drawings.

Each stands on a horizon at y = 0, between x = -16 and 16, and is as high as 12 millimetres. The
hex clips what runs beyond it. `strong` is in front, `middle` farther away.
"""

from typing import Final

from pbbuild.page.pictures import disc, filled, rounded_box
from pbbuild.page.style import mixed

FAR: Final = 0.42  # how strong things far away are
HAZE: Final = 0.2


def landscape(terrain: str, strong: str, pale: str) -> str:
    """The shapes of a terrain in its colours."""
    middle, haze = mixed(pale, strong, FAR), mixed(pale, strong, HAZE)
    return {
        "open": _open,
        "forest": _forest,
        "mountain": _mountain,
        "ocean": _ocean,
        "city": _city,
        "open-ocean": _coast,
        "capitol": _capitol,
    }[terrain](strong, middle, haze, pale)


def _open(strong: str, middle: str, haze: str, pale: str) -> str:
    """Fields behind each other, a lone tree, grass in front."""
    shapes = filled(disc(6.2, -8.2, 1.9), haze)
    shapes += filled("M-16-3C-9-6.4-2-5.6 3-3.6C8-5.2 12-5 16-4V1H-16z", haze)
    shapes += filled("M-16-1.6C-8-3.6-3-3.2 2-1.6C7-2.8 12-2.6 16-1.4V1H-16z", middle)
    shapes += filled(disc(-5.4, -7.0, 2.1) + disc(-3.6, -6.2, 1.6) + disc(-7.0, -6.0, 1.5), strong)
    shapes += filled("M-5.7-6h.8l.3 3.6h-1.4z", strong)
    tufts = ""
    for x, y in ((-10.0, 0.0), (-1.4, 0.2), (4.6, -0.2), (9.4, 0.2)):
        tufts += f"M{x} {y}c-.2-1.4-.8-2.2-1.6-2.7c1.2.3 1.7.9 2 1.7c0-1.2.2-2.2.7-3"
        tufts += "c.1 1.2.1 2.1.1 3c.3-.8.8-1.4 1.8-1.7c-.8.6-1.2 1.4-1.4 2.7z"
    return shapes + filled(tufts, strong)


def pine(x: float, y: float, size: float) -> str:
    """A conifer whose foot is at (x, y)."""
    w, h = 2.2 * size, 7.4 * size
    path = f"M{x:.2f} {y - h:.2f}l{0.55 * w:.2f} {0.34 * h:.2f}h{-0.2 * w:.2f}"
    path += f"l{0.45 * w:.2f} {0.27 * h:.2f}h{-0.26 * w:.2f}l{0.5 * w:.2f} {0.27 * h:.2f}"
    path += f"H{x + 0.1 * w:.2f}V{y:.2f}H{x - 0.1 * w:.2f}V{y - 0.12 * h:.2f}"
    path += f"H{x - 1.04 * w:.2f}l{0.5 * w:.2f} {-0.27 * h:.2f}h{-0.26 * w:.2f}"
    return path + f"l{0.45 * w:.2f} {-0.27 * h:.2f}h{-0.2 * w:.2f}z"


def _forest(strong: str, middle: str, haze: str, pale: str) -> str:
    """Three rows of conifers."""
    back = "".join(pine(x, -2.6, 1.0) for x in (-11.0, -7.2, -3.6, 0.2, 3.8, 7.4, 11.0))
    between = "".join(pine(x, -1.0, 1.05) for x in (-13, -9.0, -5.2, -1.6, 2.2, 5.8, 9.6, 13.2))
    front = "".join(pine(x, 0.6, 0.9) for x in (-11.2, -6.2, -0.6, 4.2, 8.0, 11.8))
    return filled(back, haze) + filled(between, middle) + filled(front, strong)


def _mountain(strong: str, middle: str, haze: str, pale: str) -> str:
    """A range behind two peaks with snow."""
    shapes = filled("M-16 1L-11.4-5.2l2.6 2.2L-3.4-9l3.8 4.4L4.4-7.8l4 4 2.4-1.6L16 1z", haze)
    shapes += filled("M-15.4 1L-6.6-9.4l3.4 3.2 1.4-1.2L6 1z", middle)
    shapes += filled("M-6.6-9.4l-2.5 3 1.5-.3 1 1.2 1.4-1.4.9.4.7-.1z", pale)
    shapes += filled("M-3 1L5.4-10.8l2.6 3.4 1.2-1L16 1z", strong)
    return shapes + filled("M5.4-10.8l-2.7 3.8 1.7-.5.9 1.7 1.5-1.8 1.6.6-.4-.4z", pale)


def _wave(x: float, y: float, length: int, step: float = 2.6) -> str:
    path = f"M{x:.2f} {y:.2f}"
    for _ in range(length):
        path += f"q{step / 2:.2f}-1.3 {step:.2f} 0"
    return path


def wave_lines(rows: tuple[tuple[float, float, int], ...], colour: str, line: float = 0.45) -> str:
    """Rows of waves: where each begins, and how many it has."""
    path = "".join(_wave(x, y, count) for x, y, count in rows)
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{line}"'
        ' stroke-linecap="round"/>'
    )


def waves_below(x: float, y: float, colour: str) -> str:
    """The sea at the foot of a hex on a coast, around x."""
    return wave_lines(((x - 6.5, y, 5),), colour, 0.4)


def _ocean(strong: str, middle: str, haze: str, pale: str) -> str:
    """A destroyer on the sea."""
    shapes = filled("M-16-3.6H16V1H-16z", haze)
    ship = "M-9.6-4.6H9.8L8.2-1.8H-8.4z"
    ship += "M-5-4.6v-1.5h2v-1.2h2.2v-2.1h1.7v2.1h1v1.2h1.4v1.5z"
    ship += "M3.6-4.6v-1.9h1.9v1.9zM-.5-9.4h.5v-2.2h-.5zM-8-5.2l-2.4-.6.1-.4 3 .4h1v.6z"
    ship += "M6.4-5.2h1l2.6-.9.1.4-1.9.9v.2H6.4z"
    shapes += filled(ship, strong)
    rows = ((-12.6, -1.6, 3), (6.4, -1.4, 3), (-11.2, 0.2, 9))
    return shapes + wave_lines(rows, middle, 0.6)


def _city(strong: str, middle: str, haze: str, pale: str) -> str:
    """A skyline: towers in the haze, houses in front, windows."""
    back = "M-14 1v-5h3.4v-2.6h3V-9h3.6v3h2.4v-4.4L.6-11.8l2.2 1.4V-5.2H5v-3.4h3.6v3H12v2.2h3V1z"
    shapes = filled(back, haze)
    shapes += filled("M-11.6 1v-6.6h3.8V1zM-4.6 1v-7.4h3.4V1zM5.6 1v-6h4.2V1z", middle)
    front = "M-8.6 1v-3.8l2.2-1.8 2.2 1.8V1zM-1.6 1v-6.2h4V1zM2.8 1v-3.6h3.2V1zM9 1v-3.2l1.8-1.4"
    shapes += filled(front + "1.8 1.4V1zM-13.6 1v-2.8h3.6V1z", strong)
    windows = "".join(
        rounded_box(x, y, 0.7, 0.8, 0.05)
        for x, y in (
            *((-0.8 + 1.3 * column, -4.4 + 1.5 * row) for row in range(3) for column in range(2)),
            *((3.4 + 1.2 * column, -1.6) for column in range(2)),
            (-7.2, -2.0),
            (-5.6, -2.0),
            (10.4, -1.4),
        )
    )
    return shapes + filled(windows, pale)


def _coast(strong: str, middle: str, haze: str, pale: str) -> str:
    """A headland above the beach, with a bunker."""
    shapes = filled(disc(7.4, -8.0, 1.7), haze)
    shapes += filled("M-16 1V-7.4C-11-8-8.4-6.8-6-4.4C-4-2.4 0-1.6 6-1.2L16-.8V1z", haze)
    shapes += filled("M-16 1V-5.2C-12-5.6-9.6-4.8-7.6-3C-5.4-1-2-.6 3-.4L10 1z", middle)
    shapes += filled("M-12.4-5.2v-1.9l1-.8h4.2l1 .8v2.6l-2.4-1.1z", strong)
    shapes += filled(rounded_box(-10.4, -7.0, 2.6, 0.6, 0.1), pale)
    craft = "M2.6-2.6h7.2l1.6-1.2v2L10.2-.6H3.6z"
    return shapes + filled(craft, strong)


def _capitol(strong: str, middle: str, haze: str, pale: str) -> str:
    """A domed building with columns, houses behind it."""
    shapes = filled("M-14 1v-3.6h3v-2.2h3.4v1.6H8v-2.2h3.2v3H14V1z", haze)
    shapes += filled("M-8 .6v-4.4H8V.6z", middle)
    dome = "M-3.6-6.2c0-2.2 1.5-3.6 3.3-3.9V-11.6h.6v1.5c1.8.3 3.3 1.7 3.3 3.9z"
    roof = "M-4.4-5.8h8.8v1H-4.4zM-8.6-4.2h17.2v1H-8.6z"
    columns = "".join(f"M{x:.1f}-2.8h1.1v2.6h-1.1z" for x in (-7.4, -5, -2.6, -0.55, 1.5, 3.9, 6.3))
    return shapes + filled(dome + roof + columns + "M-9-.2H9V.8H-9z", strong)
