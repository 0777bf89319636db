"""Drawings of a battle: the field with its units, the points destroyed round by round."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbbuild.page.pictures import (
    DARK,
    PAPER,
    Picture,
    disc,
    drawing,
    filled,
    outlined,
    placed_icon,
    placed_number,
    slab,
)
from pbbuild.page.style import Style

_SECTORS: Final = ("left", "centre", "right")
_ROWS: Final = ("B rear", "B front", "engagement", "A front", "A rear")
_WIDE: Final = 20.0
_CHIP: Final = 4.7
_PER_LINE: Final = 4


def battle_field(state: Mapping[str, Any], style: Style, alt: str) -> Picture:
    """The field of a state: A's units are dark squares, B's light discs, with their numbers.

    Small drops are wound tokens. A row is as high as its fullest zone needs.
    """
    places: dict[str, list[tuple[str, int, int]]] = {}
    for side in ("B", "A"):
        for unit in state["sides"][side]["units"]:
            wounds = sum(troop.get("wounds", 0) for troop in unit["troops"])
            number = int(unit["id"][1:])
            places.setdefault(unit["zone"], []).append((side, number, wounds))
    heights = [_row_height(row, places) for row in _ROWS]
    colours = style.colours
    total = sum(heights)
    grounds = ("tint", "wash", "ground", "wash", "tint")
    fields, chips, y, lines = "", "", 0.0, ""
    for row, high, ground in zip(_ROWS, heights, grounds, strict=True):
        fields += filled(f"M0 {y:g}h{3 * _WIDE:g}v{high:g}H0z", colours[ground])
        if y:
            lines += f"M0 {y:g}H{3 * _WIDE:g}"
        for column, sector in enumerate(_SECTORS):
            units = places.get(f"{sector} {row}", [])
            chips += "".join(_chips(units, column * _WIDE, y, high, style))
        y += high
    between = f"M{_WIDE:g} 0V{total:g}M{2 * _WIDE:g} 0V{total:g}"
    frame = f"M0.2 0.2H{3 * _WIDE - 0.2:g}V{total - 0.2:g}H0.2z"
    drawn = (
        f'<path d="{lines}" stroke="{colours["rule"]}" stroke-width="0.2" fill="none"/>'
        f'<path d="{between}" stroke="{DARK}" stroke-width="0.35" stroke-dasharray="1.6 1.2"'
        f' fill="none"/><path d="{frame}" stroke="{DARK}" stroke-width="0.4" fill="none"/>'
    )
    return drawing(fields + drawn + chips, 3 * _WIDE, total, total, alt)


def _row_height(row: str, places: Mapping[str, Sequence[Any]]) -> float:
    fullest = max(len(places.get(f"{sector} {row}", ())) for sector in _SECTORS)
    lines = max(1, -(-fullest // _PER_LINE))
    return lines * (_CHIP + 0.5) + 1.4


def _chips(
    units: Sequence[tuple[str, int, int]], x: float, y: float, high: float, style: Style
) -> list[str]:
    found = []
    lines = -(-len(units) // _PER_LINE)
    top = y + (high - lines * (_CHIP + 0.5)) / 2 + 0.25
    accent = style.colours["accent"]
    for place, (side, number, wounds) in enumerate(units):
        line, column = divmod(place, _PER_LINE)
        count = min(_PER_LINE, len(units) - line * _PER_LINE)
        left = x + (_WIDE - count * (_CHIP + 0.2)) / 2 + column * (_CHIP + 0.2)
        middle_x, middle_y = left + _CHIP / 2, top + line * (_CHIP + 0.5) + _CHIP / 2
        if side == "A":
            found.append(filled(slab(left + 0.2, middle_y - 2.1, 4.2, 4.2, 0.7), accent))
            ink = PAPER
        else:
            found.append(outlined(disc(middle_x, middle_y, 2.1), DARK, 0.35))
            ink = DARK
        found.append(placed_number(number, middle_x, middle_y, 2.9, ink))
        for drop in range(min(wounds, 3)):
            found.append(placed_icon("wounds", left + 3.1 - drop * 0.9, middle_y + 0.9, 1.7, DARK))
    return found


def points_chart(
    points: Sequence[tuple[int, int]], halves: tuple[int, int], style: Style, alt: str
) -> Picture:
    """DP destroyed by A (solid, squares) and B (dashed, discs) after each round.

    Thin lines mark half of what each had to destroy.
    """
    width, height, left, bottom = 60.0, 38.0, 7.0, 33.5
    most = max([1, *halves, *(value for pair in points for value in pair)])
    top = -(-most // 10) * 10
    rounds = max(1, len(points) - 1)

    def at(place: int, value: int) -> tuple[float, float]:
        return left + 3 + (width - left - 6) * place / rounds, bottom - 30.0 * value / top

    colours = style.colours
    grid, numbers = "", ""
    for value in range(0, top + 1, 10 if top <= 60 else 20):
        y = at(0, value)[1]
        grid += f"M{left:g} {y:.2f}H{width - 1:g}"
        numbers += placed_number(value, left - 3.2, y, 2.6)
    for place in range(len(points)):
        numbers += placed_number(place, at(place, 0)[0], bottom + 2.6, 2.6)
    shapes = [f'<path d="{grid}" stroke="{colours["rule"]}" stroke-width="0.15" fill="none"/>']
    for side, half in enumerate(halves):
        y = at(0, half)[1]
        shapes.append(
            f'<path d="M{left:g} {y:.2f}H{width - 1:g}" stroke="{DARK}" stroke-width="0.25"'
            f' stroke-dasharray="{"4 1" if side == 0 else "1 1"}" fill="none"/>'
        )
    for side, colour in ((1, DARK), (0, colours["accent"])):
        spots = [at(place, pair[side]) for place, pair in enumerate(points)]
        path = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in spots)
        dashes = ' stroke-dasharray="1.6 1"' if side else ""
        shapes.append(
            f'<path d="{path}" stroke="{colour}" stroke-width="0.7" fill="none"{dashes}/>'
        )
        for x, y in spots:
            mark = disc(x, y, 1.0) if side else slab(x - 1, y - 1, 2, 2, 0.2)
            shapes.append(outlined(mark, colour, 0.4, PAPER if side else colour))
    return drawing("".join(shapes) + numbers, width, height, height, alt)
