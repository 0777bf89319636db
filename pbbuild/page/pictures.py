"""Self-contained SVG pictures: icons, dice, tick boxes.

Every picture consists of our own shapes, numbers and escaped words and is a `data:` URL, so that
a page needs no other files.
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
# The left and right end of each digit's ink on the grid of 24, and the space between two digits.
_DIGITS: Final = (
    (5.87, 18.13),
    (7.85, 15.31),
    (5.92, 18.3),
    (5.92, 17.8),
    (4.89, 19.11),
    (6.12, 18.13),
    (6.1, 18.15),
    (6.06, 18.04),
    (6.07, 17.93),
    (5.78, 17.79),
)
_BETWEEN_DIGITS: Final = 1.7
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
    return inner_shapes(path.read_text(encoding="utf-8"))


def inner_shapes(svg: str) -> str:
    """The shapes inside an SVG document."""
    found = _INNER.search(svg)
    assert found is not None
    return found.group(1)


def shapes_of(picture: Picture) -> str:
    """The shapes of a picture, to be part of another one."""
    svg = base64.b64decode(picture.address.partition(",")[2]).decode()
    return inner_shapes(svg)


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
    return name if icon_shapes(name) else "standard"


# How far the handles of a Bézier curve lie from its ends in a quarter of a circle. Curves are
# drawn faster than arcs, which would have to be made into curves first.
_QUARTER: Final = 0.5523


def disc(x: float, y: float, radius: float) -> str:
    """A circle as part of a path: one path draws faster than many shapes."""
    r, k = _short(radius), _short(radius * _QUARTER)
    j = _short(radius * (1 - _QUARTER))
    return (
        f"M{_short(x - radius)} {_short(y)}"
        f"c0 -{k} {j} -{r} {r} -{r}c{k} 0 {r} {j} {r} {r}c0 {k} -{j} {r} -{r} {r}"
        f"c-{k} 0 -{r} -{j} -{r} -{r}z"
    )


def rounded_box(x: float, y: float, width: float, height: float, corner: float) -> str:
    """A rectangle with round corners as part of a path."""
    c, k = _short(corner), _short(corner * _QUARTER)
    j = _short(corner * (1 - _QUARTER))
    across, down = _short(width - 2 * corner), _short(height - 2 * corner)
    back, up = _short(2 * corner - width), _short(2 * corner - height)
    return (
        f"M{_short(x + corner)} {_short(y)}h{across}c{k} 0 {c} {j} {c} {c}v{down}"
        f"c0 {k} -{j} {c} -{c} {c}h{back}c-{k} 0 -{c} -{j} -{c} -{c}v{up}c0 -{k} {j} -{c} {c} -{c}z"
    )


def _short(value: float) -> str:
    """A number for a path, to a thousandth of its unit."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def filled(path: str, colour: str) -> str:
    """A path filled with a colour; "" for an empty path."""
    return f'<path d="{path}" fill="{colour}"/>' if path else ""


def outlined(path: str, colour: str, line: float, ground: str = PAPER) -> str:
    """A path with an outline; "" for an empty path."""
    if not path:
        return ""
    return f'<path d="{path}" fill="{ground}" stroke="{colour}" stroke-width="{line:g}"/>'


def dice_shapes(
    black: Sequence[int], white: Sequence[int], grouped: bool = False
) -> tuple[str, float]:
    """The shapes of black dice, then white ones, on a grid of 24, and their width.

    They are the same in every ink and theme: the game rests on black and white.
    """
    x = 0.0
    bodies = {True: "", False: ""}
    pips = {True: "", False: ""}
    for is_black, faces in ((True, black), (False, white)):
        if faces and x:
            x += 7.5
        before = 0
        line = 0.0 if is_black else 2.0
        for face in faces:
            if grouped and before and face != before:
                x += 5.0
            edge, side = 1 + line / 2, 22 - line
            bodies[is_black] += rounded_box(x + edge, edge, side, side, 4.4 - line / 2)
            for across, down in _PIPS.get(face, ()):
                pips[is_black] += disc(x + across, down, 2.35)
            x += GRID + 1.5
            before = face
    heavy = filled(bodies[True], DARK) + filled(pips[True], PAPER)
    light = outlined(bodies[False], DARK, 2.0) + filled(pips[False], DARK)
    return heavy + light, max(x - 1.5, 1)


def dice_picture(
    black: Sequence[int],
    white: Sequence[int],
    size: float,
    alt: str,
    grouped: bool = False,
) -> Picture:
    """Dice in a row; `grouped` puts gaps between different faces."""
    shapes, wide = dice_shapes(black, white, grouped)
    return drawing(shapes, wide, GRID, size, alt)


def tick_boxes(count: int, size: float, alt: str, colour: str = DARK) -> Picture:
    """Empty boxes to tick."""
    boxes = "".join(rounded_box(28 * place + 1, 1, 22, 22, 1.5) for place in range(count))
    return drawing(outlined(boxes, colour, 1.7), max(28 * count - 4, 1), GRID, size, alt)


def placed_icon(
    name: str, x: float, y: float, size: float, colour: str = DARK, ground: str = PAPER
) -> str:
    """An icon as part of a larger drawing."""
    shapes = coloured(icon_shapes(name), colour, ground)
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({size / 24:.4f})">{shapes}</g>'


def placed_number(number: int, x: float, y: float, size: float, colour: str = DARK) -> str:
    """A number as part of a larger drawing, centred at (x, y)."""
    return filled(number_path(number, x, y, size), colour)


def number_path(number: int, x: float, y: float, size: float) -> str:
    """A number as part of a path, centred at (x, y)."""
    ends = [_DIGITS[int(digit)] for digit in str(number)]
    wide = sum(right - left for left, right in ends) + _BETWEEN_DIGITS * (len(ends) - 1)
    at, scale, path = x - wide * size / 48, size / 24, ""
    for digit, (left, right) in zip(str(number), ends, strict=True):
        corner_x, corner_y = at - left * scale, y - size / 2
        path += "".join(
            f"M{_short(corner_x + start_x * scale)} {_short(corner_y + start_y * scale)}{rest}"
            for (start_x, start_y), rest in _digit_path(digit, size)
        )
        at += (right - left + _BETWEEN_DIGITS) * scale
    return path


@cache
def _digit_path(digit: str, size: float) -> tuple[tuple[tuple[float, float], str], ...]:
    """The outlines of a digit: where each begins on the grid, and the rest at that size."""
    path = icon_shapes(f"digit-{digit}").partition(' d="')[2].partition('"')[0]
    outlines = []
    for outline in path.split("M")[1:]:
        here, rest = (0.0, 0.0), ""
        start = None
        for letter, numbers in re.findall(r"([MLC])([^LCZ]*)", "M" + outline):
            values = [float(value) for value in numbers.split()]
            points = list(zip(values[::2], values[1::2], strict=True))
            if start is None:
                start = points[0]
            else:
                rest += letter.lower() + " ".join(
                    f"{_short((x - here[0]) * size / 24)} {_short((y - here[1]) * size / 24)}"
                    for x, y in points
                )
            here = points[-1]
        assert start is not None
        outlines.append((start, rest + "z"))
    return tuple(outlines)


def svg_text(
    text: str,
    x: float,
    y: float,
    size: float,
    anchor: str,
    colour: str = DARK,
    face: tuple[str, int] = ("PB Name", 600),
) -> str:
    """A word of ours as part of a drawing; `y` is its base line."""
    from markupsafe import escape

    family, weight = face
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{family}" font-weight="{weight}"'
        f' font-size="{size:g}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
    )
