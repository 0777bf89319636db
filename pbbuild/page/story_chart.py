"""The chance to win over a whole game, as a picture as wide as the page."""

from collections.abc import Sequence
from dataclasses import dataclass
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
    area = f"M{_LEFT:g} {middle:g}L{line}L{spots[-1][0]:.2f} {middle:g}z"
    shapes = filled(area, colours["shade"])
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
    for number, place in enumerate(curve.marked, start=1):
        x, y = at(place)
        shapes += outlined(disc(x, y, 2.3), DARK, 0.4, PAPER) + placed_number(number, x, y, 3.1)
    return drawing(shapes + numbers, width, HEIGHT, HEIGHT, alt)
