"""The chance to win over a whole game, as a picture as wide as the page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pbbuild.page.geometry import T5
from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    filled,
    outlined,
    placed_number,
    svg_text,
)
from pbbuild.page.style import Style

HEIGHT: Final = 44.0
_TOP, _LOW, _LEFT, _END = 5.0, 36.0, 9.0, 2.0
_HATCH: Final = 1.6  # from one slanted line to the next
_MARK: Final = 2.3  # the radius of the number of a turning point
_SHIFTS: Final = (0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0)


@dataclass(frozen=True, slots=True)
class ChanceCurve:
    """A's chance at each choice, where each round begins, and where the turning points are.

    The places of `rounds` and `marked` are numbers of choices.
    """

    chances: Sequence[float]
    rounds: Sequence[tuple[int, str]]
    marked: Sequence[int]


def chance_chart(
    curve: ChanceCurve, names: tuple[str, str], width: float, style: Style, alt: str
) -> Picture:
    """The curve from the first choice to the last: above the middle A is ahead, below it B."""
    colours = style.colours
    step = (width - _LEFT - _END) / max(1, len(curve.chances) - 1)
    middle = (_TOP + _LOW) / 2

    def at(place: int) -> tuple[float, float]:
        place = min(place, len(curve.chances) - 1)
        return _LEFT + place * step, _LOW - (_LOW - _TOP) * curve.chances[place]

    grid, numbers = "", ""
    for percent in (0, 25, 50, 75, 100):
        y = _LOW - (_LOW - _TOP) * percent / 100
        grid += f"M{_LEFT:g} {y:.2f}H{width - _END:g}"
        if percent % 50 == 0:
            numbers += placed_number(percent, _LEFT - 4.4, y, 2.9)
    spots = [at(place) for place in range(len(curve.chances))]
    line = "L".join(f"{x:.2f} {y:.2f}" for x, y in spots)
    shapes = filled(_area(spots, middle, -1), colours["shade"])
    below = _area(spots, middle, 1)
    shapes += filled(below, colours["wash"]) + _hatched(below, middle, spots, colours["quiet"])
    shapes += f'<path d="{grid}" stroke="{colours["rule"]}" stroke-width="0.2" fill="none"/>'
    half = f"M{_LEFT:g} {middle:g}H{width - _END:g}"
    shapes += f'<path d="{half}" stroke="{DARK}" stroke-width="0.3" fill="none"/>'
    for place, name in curve.rounds:
        x = at(place)[0]
        shapes += (
            f'<path d="M{x:.2f} {_TOP:g}V{_LOW + 4:g}" stroke="{colours["quiet"]}"'
            ' stroke-width="0.25" stroke-dasharray="1 0.8" fill="none"/>'
        )
        shapes += svg_text(name, x + 1, _LOW + 4, T5.size, "start", colours["quiet"])
    shapes += f'<path d="M{line}" stroke="{colours["accent"]}" stroke-width="0.7" fill="none"/>'
    shapes += svg_text(names[0], _LEFT + 1, _TOP - 1.2, T5.size, "start")
    shapes += svg_text(names[1], _LEFT + 1, _LOW + 7.4, T5.size, "start")
    marked = [at(place) for place in curve.marked]
    for number, (spot, (x, y)) in enumerate(zip(marked, apart(marked, width), strict=True), 1):
        lead = f"M{spot[0]:.2f} {spot[1]:.2f}L{x:.2f} {y:.2f}"
        shapes += f'<path d="{lead}" stroke="{DARK}" stroke-width="0.4" fill="none"/>'
        shapes += outlined(disc(x, y, _MARK), DARK, 0.4, PAPER) + placed_number(number, x, y, 3.1)
    return drawing(shapes + numbers, width, HEIGHT, HEIGHT, alt)


def _area(spots: Sequence[tuple[float, float]], middle: float, side: int) -> str:
    """What lies between the curve and the middle, above it for a `side` of -1, below it for 1."""
    edge: list[tuple[float, float]] = []
    for one, other in pairwise([*spots, spots[-1]]):
        edge.append((one[0], middle + side * max(0.0, side * (one[1] - middle))))
        if (one[1] - middle) * (other[1] - middle) < 0:
            share = (middle - one[1]) / (other[1] - one[1])
            edge.append((one[0] + share * (other[0] - one[0]), middle))
    line = "L".join(f"{x:.2f} {y:.2f}" for x, y in edge)
    return f"M{spots[0][0]:.2f} {middle:g}L{line}L{spots[-1][0]:.2f} {middle:g}z"


def _hatched(area: str, middle: float, spots: Sequence[tuple[float, float]], colour: str) -> str:
    """Slanted lines inside an area below the middle."""
    start, end, deep = spots[0][0], spots[-1][0], _LOW - middle
    count = int((end - start + deep) / _HATCH)
    lines = "".join(
        f"M{start + place * _HATCH:.2f} {middle:g}l{-deep:.2f} {deep:.2f}"
        for place in range(1, count + 1)
    )
    clip = f'<clipPath id="below"><path d="{area}"/></clipPath>'
    stroke = f'stroke="{colour}" stroke-width="0.2" fill="none"'
    return f'<defs>{clip}</defs><g clip-path="url(#below)"><path d="{lines}" {stroke}/></g>'


def apart(spots: Sequence[tuple[float, float]], width: float) -> list[tuple[float, float]]:
    """Places for marks as near to their spots as they do not hide each other, inside the chart."""
    placed: list[tuple[float, float]] = []
    space = 2 * _MARK + 0.5
    for x, y in spots:
        x = min(x, width - _MARK - 0.3)
        tries = [(x + space * side, y + space * shift) for side in (0, -1) for shift in _SHIFTS]
        inside = [spot for spot in tries if _TOP <= spot[1] <= _LOW]
        free = (
            spot
            for spot in inside
            if all(math.dist(spot, other) >= space - 1e-6 for other in placed)
        )
        placed.append(next(free, (x, y)))
    return placed
