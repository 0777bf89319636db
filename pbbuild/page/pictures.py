"""Self-contained SVG pictures: icons, dice, tick boxes, order tracks.

Every picture consists only of our own shapes and numbers, never of a player's text, and is a
`data:` URL, so that a page needs no other files.
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbbuild.base.places import template_file

DARK: Final = "#1c1a18"
PAPER: Final = "#ffffff"
GRID: Final = 24.0
_PIPS: Final = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((6.5, 6.5), (12, 12), (17.5, 17.5)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((6.5, 6.5), (17.5, 6.5), (12, 12), (6.5, 17.5), (17.5, 17.5)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}
_INNER = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its size in millimetres of the design and its alternative text."""

    address: str
    width: float
    height: float
    alt: str

    def scaled(self, factor: float) -> "Picture":
        """The same picture, smaller or larger."""
        return Picture(self.address, self.width * factor, self.height * factor, self.alt)

    def fitted(self, available: float) -> "Picture":
        """The same picture, scaled down if it is wider than `available`."""
        return self if self.width <= available else self.scaled(available / self.width)


def drawing(shapes: str, width: float, height: float, size: float, alt: str) -> Picture:
    """A picture of `shapes` in a box of `width` x `height` units, `size` millimetres high."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}">{shapes}</svg>'
    )
    address = "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
    return Picture(address, size * width / height, size, alt)


@cache
def icon_shapes(name: str) -> str:
    """The shapes of an icon on a grid of 24, black on white; "" if there is none."""
    path = template_file(f"icons/{name}.svg") if re.fullmatch(r"[a-z0-9-]+", name) else None
    if path is None:
        return ""
    found = _INNER.search(path.read_text(encoding="utf-8"))
    assert found is not None
    return found.group(1)


def coloured(shapes: str, colour: str, ground: str) -> str:
    """Shapes in `colour` on `ground`."""
    return shapes.replace("#000", "\0").replace("#fff", ground).replace("\0", colour)


def icon(name: str, size: float, alt: str, colour: str = DARK, ground: str = PAPER) -> Picture:
    """One icon, `size` millimetres square."""
    return drawing(coloured(icon_shapes(name), colour, ground), GRID, GRID, size, alt)


def emblem(theme: str, size: float, alt: str, colour: str, ground: str) -> Picture:
    """The emblem of an army's theme; a standard if it has none."""
    return icon(emblem_name(theme), size, alt, colour, ground)


def emblem_name(theme: str) -> str:
    """The name of a theme's icon."""
    name = f"emblem-{theme}"
    return name if icon_shapes(name) else "type-standard"


def disc(x: float, y: float, radius: float) -> str:
    """A circle as part of a path: one path draws faster than many shapes."""
    r = f"{radius:g}"
    return f"M{x - radius:g} {y:g}a{r} {r} 0 1 0 {2 * radius:g} 0a{r} {r} 0 1 0 {-2 * radius:g} 0z"


def rounded_box(x: float, y: float, width: float, height: float, corner: float) -> str:
    """A rectangle with round corners as part of a path."""
    c = f"{corner:g} {corner:g} 0 0 1"
    across, down = width - 2 * corner, height - 2 * corner
    return (
        f"M{x + corner:g} {y:g}h{across:g}a{c} {corner:g} {corner:g}v{down:g}"
        f"a{c} {-corner:g} {corner:g}h{-across:g}a{c} {-corner:g} {-corner:g}v{-down:g}"
        f"a{c} {corner:g} {-corner:g}z"
    )


def filled(path: str, colour: str) -> str:
    """A path filled with a colour; "" for an empty path."""
    return f'<path d="{path}" fill="{colour}"/>' if path else ""


def outlined(path: str, colour: str, line: float, ground: str = PAPER) -> str:
    """A path with an outline; "" for an empty path."""
    if not path:
        return ""
    return f'<path d="{path}" fill="{ground}" stroke="{colour}" stroke-width="{line:g}"/>'


def dice_shapes(
    black: Sequence[int], white: Sequence[int], saver: bool = False, grouped: bool = False
) -> tuple[str, float]:
    """The shapes of black dice, then white ones, on a grid of 24, and their width.

    With `saver` black and white differ only by line weight and corners, which saves ink.
    """
    x = 0.0
    bodies = {True: "", False: ""}
    pips = {True: "", False: ""}
    for is_black, faces in ((True, black), (False, white)):
        if faces and x:
            x += 7.5
        before = 0
        framed = is_black and saver
        line = 3.0 if framed else 0.0 if is_black else 1.5
        for face in faces:
            if grouped and before and face != before:
                x += 5.0
            edge, side = 1 + line / 2, 22 - line
            corner = 1.5 if framed else 3.9
            bodies[is_black] += rounded_box(x + edge, edge, side, side, corner)
            for across, down in _PIPS.get(face, ()):
                near = 0.8 if framed else 1.0
                pips[is_black] += disc(
                    x + 12 + (across - 12) * near, 12 + (down - 12) * near, 2.0 if framed else 2.35
                )
            x += GRID + 1.5
            before = face
    heavy = (
        outlined(bodies[True], DARK, 3.0) + filled(pips[True], DARK)
        if saver
        else filled(bodies[True], DARK) + filled(pips[True], PAPER)
    )
    light = outlined(bodies[False], DARK, 1.5) + filled(pips[False], DARK)
    return heavy + light, max(x - 1.5, 1)


def dice_picture(
    black: Sequence[int],
    white: Sequence[int],
    size: float,
    alt: str,
    saver: bool = False,
    grouped: bool = False,
) -> Picture:
    """Dice in a row; `grouped` puts gaps between different faces."""
    shapes, wide = dice_shapes(black, white, saver, grouped)
    return drawing(shapes, wide, GRID, size, alt)


def tick_boxes(count: int, size: float, alt: str, colour: str = DARK) -> Picture:
    """Empty boxes to tick."""
    boxes = "".join(rounded_box(28 * place + 1, 1, 22, 22, 1.5) for place in range(count))
    return drawing(outlined(boxes, colour, 1.7), max(28 * count - 4, 1), GRID, size, alt)


def order_track(
    costs: Sequence[int], size: float, alt: str, colour: str = DARK, tint: str = PAPER
) -> Picture:
    """A ring for each token, grouped by the cost of each further order. PB-4.5."""
    groups, rings, x = "", "", 0.0
    for cost in costs:
        wide = 23.0 * cost + 1
        groups += rounded_box(x, 0, wide, 24, 12)
        rings += "".join(disc(x + 12 + 23 * place, 12, 9.2) for place in range(cost))
        x += wide + 9.0
    shapes = filled(groups, tint) + outlined(rings, colour, 1.8)
    return drawing(shapes, max(x - 9, 1), GRID, size, alt)


def placed_icon(
    name: str, x: float, y: float, size: float, colour: str = DARK, ground: str = PAPER
) -> str:
    """An icon as part of a larger drawing."""
    shapes = coloured(icon_shapes(name), colour, ground)
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({size / 24:.4f})">{shapes}</g>'


def placed_number(number: int, x: float, y: float, size: float, colour: str = DARK) -> str:
    """A number as part of a larger drawing, centred at (x, y)."""
    digits = str(number)
    step = 11.5 * size / 24
    start = x - step * (len(digits) - 1) / 2 - size / 2
    return "".join(
        placed_icon(f"digit-{digit}", start + place * step, y - size / 2, size, colour)
        for place, digit in enumerate(digits)
    )
