"""Terrain drawn on sector borders: hedges, walls, streams and fences between two fields.

Terrain has its own colours in every theme, as dice and tokens have. Light falls from the upper
left. A border repeats from cut to cut, so that borders laid end to end are one line.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from pbbuild.page.pictures import PAPER, disc, filled, rounded_box
from pbbuild.pocket_battles.sheets.troop_icons import Ink

PLOUGHED, FURROW = "#e4e8d0", "#ccd4b0"
STUBBLE, STALK = "#f0ead0", "#d3c795"
PASTURE, BLADE = "#e6ebd3", "#a9b687"
VERGE, SHADE, GRASS = "#cdd6ac", "#a7b380", "#7f9058"
LEAVES, LIGHT, LEAF = "#93a873", "#aec08d", "#4c5d38"
STONE, JOINT = ("#cfcabf", "#bdb8ac", "#dcd8cf"), "#5f5a50"
WATER, DEEP, BANK, RIPPLE = "#bcd3dd", "#8fb3c4", "#3f6577", "#6d97ab"
WOOD, BARK = "#cbab7c", "#63482a"
SAVED: Final = "#b4b4b4"
VERGE_HALF: Final = 8.6  # the grass on each side of the line
ROW: Final = 2.5  # between two furrows or rows of stalks
Drawing = Callable[["_Line"], str]


@dataclass(frozen=True, slots=True)
class _Line:
    """A border down the middle of a square, drawn `reach` beyond its upper and lower edge."""

    side: float
    reach: float
    saver: bool

    @property
    def middle(self) -> float:
        return self.side / 2

    def steps(self, count: int) -> Iterator[tuple[float, random.Random]]:
        """The height of each of `count` steps of a side, from top to bottom, with its chances."""
        step = self.side / count
        beyond = int((self.reach + 6.0) / step) + 1
        for number in range(-beyond, count + beyond + 1):
            yield number * step, random.Random(f"{count} {number % count}")

    def colour(self, colour: str) -> str:
        """The colour of a ground, which ink saver leaves white."""
        return PAPER if self.saver else colour

    def edge(self, away: float, sway: float, phase: float) -> list[tuple[float, float]]:
        """A winding line, `away` from the middle."""
        points = []
        for number in range(int(-self.reach) - 1, int(self.side + self.reach) + 2):
            turn = 2 * pi * number / self.side
            wind = sin(2 * turn + phase) + 0.5 * sin(5 * turn + 2 * phase)
            points.append((self.middle + away + sway * wind, float(number)))
        return points

    def band(self, left: list[tuple[float, float]], right: list[tuple[float, float]]) -> str:
        """The path of what lies between two lines."""
        return _path([*left, *reversed(right)]) + "z"


def border_shapes(terrain: str, side: float, reach: float, saver: bool, keep: Ink | None) -> str:
    """Two fields and the terrain between them; nothing but ground where `keep` is."""
    line = _Line(side, reach, saver)
    left, right = FIELDS[terrain]
    low, high = -reach, side + reach
    fields = left(line, Ink(low, low, line.middle, high), keep) + right(
        line, Ink(line.middle, low, high, high), keep
    )
    return fields + _verge(line) + TERRAINS[terrain](line)


def _path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)


def _stroke(path: str, colour: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _plain(line: _Line, area: Ink, colour: str) -> str:
    wide, high = area.right - area.left, area.bottom - area.top
    box = f"M{area.left:g} {area.top:g}h{wide:g}v{high:g}h{-wide:g}z"
    return filled(box, line.colour(colour))


def _reaches(keep: Ink | None, x: float, y: float) -> bool:
    return keep is not None and keep.left < x < keep.right and keep.top < y < keep.bottom


def _columns(line: _Line, area: Ink) -> Iterator[float]:
    """Rows along the border, from its verge to the edge of the piece."""
    away = VERGE_HALF + 1.6
    while away < line.side / 2 + line.reach:
        yield line.middle + (away if area.left >= line.middle else -away)
        away += ROW * (1.5 if line.saver else 1.0)


def _ploughed(line: _Line, area: Ink, keep: Ink | None) -> str:
    """Furrows along the border."""
    path = ""
    for x in _columns(line, area):
        parts: tuple[tuple[float, float], ...] = ((area.top, area.bottom),)
        if keep and keep.left < x < keep.right:
            parts = ((area.top, keep.top), (keep.bottom, area.bottom))
        for top, bottom in parts:
            path += f"M{x:.2f} {top:.2f}V{bottom:.2f}"
    colour, width = (SAVED, 0.2) if line.saver else (FURROW, 0.8)
    return _plain(line, area, PLOUGHED) + _stroke(path, colour, width)


def _stubble(line: _Line, area: Ink, keep: Ink | None) -> str:
    """Short stalks in rows."""
    path = ""
    for place, x in enumerate(_columns(line, area)):
        for y, chance in line.steps(15):
            at_x, at_y = x + chance.uniform(-0.25, 0.25), y + (place % 2) * 1.5
            if not _reaches(keep, at_x, at_y):
                path += f"M{at_x:.2f} {at_y:.2f}l0.35 -1.3"
    colour, width = (SAVED, 0.2) if line.saver else (STALK, 0.5)
    return _plain(line, area, STUBBLE) + _stroke(path, colour, width)


def _pasture(line: _Line, area: Ink, keep: Ink | None) -> str:
    """Tufts of grass, no two in a row."""
    path = ""
    way = 1 if area.left >= line.middle else -1
    for y, chance in line.steps(7):
        x = line.middle + way * (VERGE_HALF + 2.0 + chance.uniform(0, line.middle - 14))
        at = y + chance.uniform(0, 3)
        if not _reaches(keep, x, at):
            path += _tuft(x, at, 1.0)
    colour, width = (SAVED, 0.25) if line.saver else (BLADE, 0.4)
    return _plain(line, area, PASTURE) + _stroke(path, colour, width)


def _tuft(x: float, y: float, size: float) -> str:
    """Three blades of grass as a path."""
    blades = ((-1.4, -2.0), (0.2, -2.6), (1.6, -1.8))
    return "".join(
        f"M{x + across * 0.2:.2f} {y:.2f}q{across * 0.2 * size:.2f} {up * 0.7 * size:.2f}"
        f" {across * 0.7 * size:.2f} {up * size:.2f}"
        for across, up in blades
    )


def _verge(line: _Line) -> str:
    """Rough grass on both sides of the line, which no plough reaches."""
    edges = line.edge(-VERGE_HALF, 0.5, 0.4), line.edge(VERGE_HALF, 0.5, 2.1)
    tufts = ""
    for y, chance in line.steps(11):
        for way in (-1, 1):
            x = line.middle + way * (VERGE_HALF + chance.uniform(-0.9, 0.3))
            tufts += _tuft(x, y + chance.uniform(0, 3.4), 0.7)
    if line.saver:
        return filled(line.band(*edges), PAPER) + _stroke(tufts, SAVED, 0.25)
    return filled(line.band(*edges), VERGE) + _stroke(tufts, GRASS, 0.35)


def _shadow(line: _Line, shape: str, across: float = 1.7, down: float = 1.3) -> str:
    """What a thing throws on the grass to its lower right; no ink saver has it."""
    if line.saver:
        return ""
    return f'<g transform="translate({across:g} {down:g})">{filled(shape, SHADE)}</g>'


def _hedge(line: _Line) -> str:
    """Bushes, the lower ones before the upper, with a light side and leaves."""
    shadow, bushes = "", ""
    for y, chance in line.steps(9):
        for way in (-1, 1):
            x = line.middle + way * 2.3 + chance.uniform(-0.6, 0.6)
            at, size = y + (1.2 if way > 0 else -1.2), chance.uniform(3.0, 3.5)
            start = chance.uniform(0, pi)
            crown = disc(x, at, size * 0.8)
            for step in range(7):
                angle = start + 2 * pi * step / 7
                crown += disc(x + size * 0.66 * cos(angle), at + size * 0.66 * sin(angle), size / 3)
            shadow += crown
            leaves = "".join(
                f"M{x + away * size:.2f} {at + down * size:.2f}q0.55 0.75 1.3 0.1"
                for away, down in ((-0.5, 0.25), (0.15, -0.05), (-0.1, 0.6), (0.35, 0.4))
            )
            bushes += (
                f'<path d="{crown}" fill="{line.colour(LEAVES)}" stroke="{LEAF}"'
                ' stroke-width="0.6"/>' + filled(crown, line.colour(LEAVES))
            )
            if not line.saver:
                bushes += filled(disc(x - size * 0.3, at - size * 0.35, size * 0.45), LIGHT)
            bushes += _stroke(leaves, LEAF, 0.3)
    return _shadow(line, shadow, 2.2, 1.6) + bushes


def _wall(line: _Line) -> str:
    """A dry wall of field stones in two rows, with a gap filled by small ones."""
    stones: list[str] = ["", "", ""]
    shadow = ""
    high = line.side / 13
    for y, chance in line.steps(13):
        share = chance.uniform(0.36, 0.52)
        widths = (share, 1 - share) if chance.random() < 0.55 else (share - 0.1, 0.26, 0.84 - share)
        x, whole = line.middle - 4.5 + chance.uniform(-0.35, 0.35), 9.0
        for wide in widths:
            box = (x + 0.12, y + 0.12, wide * whole - 0.24, high - 0.24)
            stone = rounded_box(*box, 1.0)
            stones[chance.randrange(3)] += stone
            shadow += stone
            x += wide * whole
    bed = line.band(line.edge(-4.3, 0.2, 1.0), line.edge(4.3, 0.2, 2.0))
    made = "".join(
        f'<path d="{path}" fill="{line.colour(colour)}" stroke="{JOINT}" stroke-width="0.3"/>'
        for path, colour in zip(stones, STONE, strict=True)
    )
    return _shadow(line, shadow, 2.0, 1.0) + filled(bed, line.colour(JOINT)) + made


def _stream(line: _Line) -> str:
    """Water in a ditch: the left bank lies in its shadow, the right one in the light."""
    left, right = line.edge(-4.2, 0.9, 0.0), line.edge(4.2, 0.9, 0.5)
    deep = [(x + 1.5, y) for x, y in left]
    made = filled(
        line.band(line.edge(-6.0, 0.8, 0.0), line.edge(5.6, 0.8, 0.5)), line.colour(SHADE)
    )
    made += filled(line.band(left, right), line.colour(WATER))
    if not line.saver:
        made += filled(line.band(left, deep), DEEP)
    ripples, reeds = "", ""
    for y, chance in line.steps(8):
        x = line.middle + chance.uniform(-1.6, 2.0)
        ripples += f"M{x:.2f} {y:.2f}q0.8 1.1 0 2.2q-0.8 1.1 0 2.2"
    for y, chance in line.steps(6):
        way = chance.choice((-1, 1))
        reeds += _tuft(line.middle + way * 5.6 + chance.uniform(-0.4, 0.4), y + 3.0, 1.25)
    return (
        made
        + _stroke(_path(left) + _path(right), BANK, 0.6)
        + _stroke(ripples, RIPPLE if not line.saver else BANK, 0.35)
        + _stroke(reeds, LEAF, 0.45)
    )


def _fence(line: _Line) -> str:
    """Rails laid zigzag on each other, with posts where they cross."""
    step, turn = line.side / 4, 3.4
    rails, posts, tops = "", "", ""
    for y, _ in line.steps(4):
        way = 1 if round(y / step) % 2 else -1
        start, end = line.middle + way * turn, line.middle - way * turn
        for shift in (-1.5, 0.0, 1.5):
            rails += f"M{start + shift:.2f} {y:.2f}L{end + shift:.2f} {y + step:.2f}"
        posts += disc(start, y, 2.1)
        tops += disc(start, y, 1.0)
    shadow = ""
    if not line.saver:
        shadow = (
            f'<g transform="translate(1.7 1.2)">{_stroke(rails, SHADE, 1.4)}'
            f"{filled(posts, SHADE)}</g>"
        )
    return (
        shadow
        + _stroke(rails, BARK, 1.5)
        + _stroke(rails, line.colour(WOOD), 0.9)
        + f'<path d="{posts}" fill="{line.colour(WOOD)}" stroke="{BARK}" stroke-width="0.5"/>'
        + _stroke(tops, BARK, 0.25)
    )


Field = Callable[[_Line, Ink, Ink | None], str]
TERRAINS: Final[dict[str, Drawing]] = {
    "hedge": _hedge,
    "wall": _wall,
    "stream": _stream,
    "fence": _fence,
}
FIELDS: Final[dict[str, tuple[Field, Field]]] = {
    "hedge": (_ploughed, _pasture),
    "wall": (_pasture, _stubble),
    "stream": (_stubble, _ploughed),
    "fence": (_ploughed, _stubble),
}
"""What lies left and right of each terrain."""
