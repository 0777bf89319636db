"""The chance to win as pictures: over a whole game, before and after a turning point."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pbbuild.page import measure
from pbbuild.page.geometry import T3, T4, T5
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

# Where the lowest line of the chart is: on a page with room, on one that holds a whole game.
LOW, FLAT_LOW = 36.0, 27.0
_TOP, _LEFT, _END, _BELOW = 5.0, 9.0, 2.0, 8.0
_HATCH: Final = 1.6  # from one slanted line to the next
_MARK: Final = 2.3  # the radius of the number of a turning point
_APART: Final = 10.0  # numbers nearer than this would touch
_BETWEEN: Final = 1.6  # the space between two that stand beside each other
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
    curve: ChanceCurve,
    names: tuple[str, str],
    width: float,
    style: Style,
    alt: str,
    low: float = LOW,
) -> Picture:
    """The curve from the first choice to the last: above the middle A is ahead, below it B."""
    colours = style.colours
    step = (width - _LEFT - _END) / max(1, len(curve.chances) - 1)
    middle = (_TOP + low) / 2

    def at(place: int) -> tuple[float, float]:
        place = min(place, len(curve.chances) - 1)
        return _LEFT + place * step, low - (low - _TOP) * curve.chances[place]

    grid, numbers = "", ""
    for percent in (0, 25, 50, 75, 100):
        y = low - (low - _TOP) * percent / 100
        grid += f"M{_LEFT:g} {y:.2f}H{width - _END:g}"
        if percent % 50 == 0:
            numbers += placed_number(percent, _LEFT - 4.4, y, 2.9)
    spots = [at(place) for place in range(len(curve.chances))]
    line = "L".join(f"{x:.2f} {y:.2f}" for x, y in spots)
    shapes = filled(_area(spots, middle, -1), colours["shade"])
    below = _area(spots, middle, 1)
    shapes += filled(below, colours["wash"]) + _hatched(
        below, (middle, low), spots, colours["quiet"]
    )
    shapes += f'<path d="{grid}" stroke="{colours["rule"]}" stroke-width="0.2" fill="none"/>'
    half = f"M{_LEFT:g} {middle:g}H{width - _END:g}"
    shapes += f'<path d="{half}" stroke="{DARK}" stroke-width="0.3" fill="none"/>'
    for place, name in curve.rounds:
        x = at(place)[0]
        shapes += (
            f'<path d="M{x:.2f} {_TOP:g}V{low + 4:g}" stroke="{colours["quiet"]}"'
            ' stroke-width="0.25" stroke-dasharray="1 0.8" fill="none"/>'
        )
        shapes += svg_text(name, x + 1, low + 4, T5.size, "start", colours["quiet"])
    shapes += f'<path d="M{line}" stroke="{colours["accent"]}" stroke-width="0.7" fill="none"/>'
    shapes += svg_text(names[0], _LEFT + 1, _TOP - 1.2, T5.size, "start")
    shapes += svg_text(names[1], _LEFT + 1, low + 7.4, T5.size, "start")
    marked = [at(place) for place in curve.marked]
    for number, (spot, (x, y)) in enumerate(zip(marked, apart(marked, width, low), strict=True), 1):
        lead = f"M{spot[0]:.2f} {spot[1]:.2f}L{x:.2f} {y:.2f}"
        shapes += f'<path d="{lead}" stroke="{DARK}" stroke-width="0.4" fill="none"/>'
        shapes += outlined(disc(x, y, _MARK), DARK, 0.4, PAPER) + placed_number(number, x, y, 3.1)
    return drawing(shapes + numbers, width, low + _BELOW, low + _BELOW, alt)


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


def _hatched(
    area: str, heights: tuple[float, float], spots: Sequence[tuple[float, float]], colour: str
) -> str:
    """Slanted lines inside an area below the middle; `heights` are the middle and the foot."""
    middle, low = heights
    start, end, deep = spots[0][0], spots[-1][0], low - middle
    count = int((end - start + deep) / _HATCH)
    lines = "".join(
        f"M{start + place * _HATCH:.2f} {middle:g}l{-deep:.2f} {deep:.2f}"
        for place in range(1, count + 1)
    )
    clip = f'<clipPath id="below"><path d="{area}"/></clipPath>'
    stroke = f'stroke="{colour}" stroke-width="0.2" fill="none"'
    return f'<defs>{clip}</defs><g clip-path="url(#below)"><path d="{lines}" {stroke}/></g>'


def apart(
    spots: Sequence[tuple[float, float]], width: float, low: float = LOW
) -> list[tuple[float, float]]:
    """Places for marks as near to their spots as they do not hide each other, inside the chart."""
    placed: list[tuple[float, float]] = []
    space = 2 * _MARK + 0.5
    for x, y in spots:
        x = min(x, width - _MARK - 0.3)
        tries = [(x + space * side, y + space * shift) for side in (0, -1) for shift in _SHIFTS]
        inside = [spot for spot in tries if _TOP <= spot[1] <= low]
        free = (
            spot
            for spot in inside
            if all(math.dist(spot, other) >= space - 1e-6 for other in placed)
        )
        placed.append(next(free, (x, y)))
    return placed


def swing_picture(before: int, after: int, width: float, style: Style, alt: str) -> Picture:
    """A chance in percent before and after a moment, on a line from 0 to 100."""
    colours = style.colours
    track, end = 6.0, 2.2

    def along(percent: int) -> float:
        return end + (width - 2 * end) * percent / 100

    ticks = "".join(f"M{along(percent):.2f} {track - 0.8:g}v1.6" for percent in (0, 50, 100))
    line = f"M{along(0):g} {track:g}H{along(100):g}{ticks}"
    shapes = f'<path d="{line}" stroke="{colours["rule"]}" stroke-width="0.3" fill="none"/>'
    change = f"M{along(before):.2f} {track:g}H{along(after):.2f}"
    shapes += f'<path d="{change}" stroke="{colours["accent"]}" stroke-width="1.1" fill="none"/>'
    shapes += outlined(disc(along(before), track, 1.2), colours["accent"], 0.5)
    shapes += filled(disc(along(after), track, 1.6), colours["accent"])
    # Each number over its end; beside each other where the ends are near.
    words = {before: (f"{before}", T4), after: (f"{after} %", T3)}
    wide = {at: measure.width(word, T3.font, face.size) for at, (word, face) in words.items()}
    left, right = min(words), max(words)
    starts = {at: min(max(0.0, along(at) - wide[at] / 2), width - wide[at]) for at in words}
    if left != right and along(right) - along(left) < _APART:
        both = wide[left] + _BETWEEN + wide[right]
        middle = (along(left) + along(right) - _BETWEEN) / 2
        starts[left] = min(max(0.0, middle - wide[left]), width - both)
        starts[right] = starts[left] + wide[left] + _BETWEEN
    for percent, (word, face) in words.items():
        shapes += svg_text(word, round(starts[percent], 2), track - 2.2, face.size, "start")
    return drawing(shapes, width, track + 1.8, track + 1.8, alt)
