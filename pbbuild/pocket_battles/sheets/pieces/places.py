"""Places on fields: for counters with the tokens of their unit beside them, and for a supply."""

from dataclasses import dataclass
from typing import Final

from pbbuild.pocket_battles.sheets.pieces.kit import SMALL
from pbbuild.pocket_battles.sheets.pieces.tokens import RIM, TOKEN
from pbbuild.pocket_battles.sheets.tiles import COUNTER
from pbbuild.pocket_battles.sheets.troop_icons import Ink

Point = tuple[float, float]
SMALL_TOKEN: Final = TOKEN * SMALL
SMALL_RIM: Final = RIM * SMALL
TOKEN_GAP: Final = 0.8  # between a counter and the tokens beside it
LEAST_GAP: Final = 2.0  # between two places
PER_ORDER: Final = 2  # rings beside a counter, one below the other, which are as high as it


@dataclass(frozen=True, slots=True)
class CounterPlaces:
    """Places for counters, the middles of their rings for tokens, and the height they take."""

    counters: tuple[Ink, ...]
    rings: tuple[Point, ...]
    height: float


def token_rings(x: float, y: float, wide: float, high: float, token: float) -> list[Point]:
    """The middles of rings for tokens, as many as a box holds, spread over it."""
    columns, rows = int(wide // (token + 0.3)), int(high // (token + 0.3))
    return [
        (x + (column + 0.5) * wide / columns, y + (row + 0.5) * high / rows)
        for row in range(rows)
        for column in range(columns)
    ]


def unit_places(area: Ink, scale: float) -> CounterPlaces:
    """Places for units of counters in a part of a zone, spread over its width.

    Each has rings for tokens beside it where two such places stand beside each other.
    """
    side, token = COUNTER.piece.width * scale, SMALL_TOKEN * scale
    wide, high = area.right - area.left, area.bottom - area.top
    with_rings = side + TOKEN_GAP + token
    unit = with_rings if wide >= 2 * with_rings + 3 * LEAST_GAP else side
    across = int((wide - LEAST_GAP) // (unit + LEAST_GAP))
    down = int((high + LEAST_GAP) // (side + LEAST_GAP))
    if across < 1 or down < 1:
        return CounterPlaces((), (), 0.0)
    gap = (wide - across * unit) / (across + 1)
    between = min((high - down * side) / max(down - 1, 1), gap)
    corners = [
        (area.left + gap + place * (unit + gap), area.top + row * (side + between))
        for row in range(down)
        for place in range(across)
    ]
    rings: list[Point] = []
    if unit > side:
        middle = side + TOKEN_GAP + token / 2
        rings = [
            (x + middle, y + side * (place + 0.5) / PER_ORDER)
            for x, y in corners
            for place in range(PER_ORDER)
        ]
    taken = down * side + (down - 1) * between
    return CounterPlaces(
        tuple(Ink(x, y, x + side, y + side) for x, y in corners), tuple(rings), taken
    )
