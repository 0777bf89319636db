"""The drawings of a report: the field with all units of a state, and the points removed."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbbuild.page import measure
from pbbuild.page.aid_blocks import WARN
from pbbuild.page.geometry import T5
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
    rounded_box,
    svg_text,
)
from pbbuild.page.style import Style

BESIDE: Final = 8.0  # units nearer than this have no room for an arrow between them
_SECTORS: Final = ("left", "centre", "right")
_ROWS: Final = ("B rear", "B front", "engagement", "A front", "A rear")
ZONE_WIDTH: Final = 20.0
_CHIP: Final = 4.7


def score_picture(
    rows: Sequence[tuple[str, int, int]], width: float, style: Style, alt: str
) -> Picture:
    """For each side its name and a bar of the points it removed; a mark where they win."""
    colours = style.colours
    most = max(1, *(max(points, half) for _, points, half in rows)) * 1.08
    across, high = width - 11.0, 10.0
    shapes = ""
    for place, (name, points, half) in enumerate(rows):
        y = place * high
        shown = measure.shortened(name, measure.NAME, across, T5.size)
        shapes += svg_text(shown, 0, y + 2.8, T5.size, "start")
        box = f"M0 {y + 4:g}h{across:g}v4h{-across:g}z"
        shapes += filled(box, colours["wash"])
        wide = across * points / most
        if wide:
            bar = f"M0 {y + 4:g}h{wide:.2f}v4h{-wide:.2f}z"
            solid = filled(bar, colours["accent"])
            shapes += outlined(bar, DARK, 0.3, PAPER) if place else solid
        at = across * half / most
        line = f"M{at:.2f} {y + 3.2:g}v5.6"
        shapes += f'<path d="{line}" stroke="{DARK}" stroke-width="0.7"/>'
        shapes += placed_number(points, across + 6.0, y + 6, 5.2)
    return drawing(shapes, width, 2 * high, 2 * high, alt)


def battle_field(
    state: Mapping[str, Any],
    style: Style,
    alt: str,
    acting: Sequence[str] = (),
    wide: float = ZONE_WIDTH,
    goes_to: str = "",
) -> Picture:
    """The field of a state: A's units as dark squares, B's as light discs, with their numbers.

    Small drops are wound tokens. A row is as high as its fullest zone needs. The first unit of
    `acting` has a ring, and an arrow leads from it to the second, or into the zone that it
    `goes_to`; all that are not named are pale.
    `wide` is the width of a zone, in units of which a row needs six or seven.
    """
    spots: dict[str, tuple[float, float]] = {}
    places: dict[str, list[tuple[str, int, int]]] = {}
    for side in ("B", "A"):
        for unit in state["sides"][side]["units"]:
            wounds = sum(troop.get("wounds", 0) for troop in unit["troops"])
            number = int(unit["id"][1:])
            places.setdefault(unit["zone"], []).append((side, number, wounds))
    most = int((wide - 0.4) / (_CHIP + 0.2))
    heights = [_row_height(row, places, most) for row in _ROWS]
    colours = style.colours
    total = sum(heights)
    grounds = ("tint", "wash", "ground", "wash", "tint")
    fields, chips, y, lines = "", "", 0.0, ""
    for row, high, ground in zip(_ROWS, heights, grounds, strict=True):
        fields += filled(f"M0 {y:g}h{3 * wide:g}v{high:g}H0z", colours[ground])
        if y:
            lines += f"M0 {y:g}H{3 * wide:g}"
        for column, sector in enumerate(_SECTORS):
            units = places.get(f"{sector} {row}", [])
            chips += "".join(_chips(units, (column * wide, y, wide, high), style, spots, acting))
        y += high
    between = f"M{wide:g} 0V{total:g}M{2 * wide:g} 0V{total:g}"
    frame = f"M0.2 0.2H{3 * wide - 0.2:g}V{total - 0.2:g}H0.2z"
    drawn = (
        f'<path d="{lines}" stroke="{colours["rule"]}" stroke-width="0.2" fill="none"/>'
        f'<path d="{between}" stroke="{DARK}" stroke-width="0.35" stroke-dasharray="1.6 1.2"'
        f' fill="none"/><path d="{frame}" stroke="{DARK}" stroke-width="0.4" fill="none"/>'
    )
    ringed = [spots[unit] for unit in acting[:2] if unit in spots]
    arrow = _acting(ringed)
    if goes_to and len(ringed) == 1:
        sector, _, row = goes_to.partition(" ")
        left, top = _SECTORS.index(sector) * wide, sum(heights[: _ROWS.index(row)])
        zone = (left, top, wide, heights[_ROWS.index(row)])
        arrow += _move(ringed[0], zone, list(spots.values()))
    return drawing(fields + drawn + chips + arrow, 3 * wide, total, total, alt)


def _acting(spots: Sequence[tuple[float, float]]) -> str:
    """A ring around the first spot, and an arrow from it to the second."""
    if not spots:
        return ""
    (x, y) = spots[0]
    shapes = outlined(disc(x, y, 3.1), WARN, 0.7, "none")
    if len(spots) == 2:
        to_x, to_y = spots[1]
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        # Where they stand beside each other an arrow would hide a number.
        if length >= BESIDE:
            part = 1 - 2.7 / length
            shapes += _arrow((x, y), (x + (to_x - x) * part, y + (to_y - y) * part))
    return shapes


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """An arrow from the ring around `start`, its point at `end`."""
    (x, y), (end_x, end_y) = start, end
    length = ((end_x - x) ** 2 + (end_y - y) ** 2) ** 0.5
    dx, dy = (end_x - x) / length, (end_y - y) / length
    line = f"M{x + dx * 3.3:.2f} {y + dy * 3.3:.2f}L{end_x - dx:.2f} {end_y - dy:.2f}"
    head = (
        f"M{end_x:.2f} {end_y:.2f}l{-dx * 2.2 - dy:.2f} {-dy * 2.2 + dx:.2f}"
        f"l{2 * dy:.2f} {-2 * dx:.2f}z"
    )
    return f'<path d="{line}" stroke="{WARN}" stroke-width="0.8" fill="none"/>' + filled(head, WARN)


def _move(
    start: tuple[float, float],
    zone: tuple[float, float, float, float],
    spots: Sequence[tuple[float, float]],
) -> str:
    """An arrow into a zone beside that of `start`, short of the units at `spots`."""
    x, y = start
    left, top, wide, high = zone
    if left <= x <= left + wide:
        is_free = not any(abs(at - x) < _CHIP and top < down < top + high for at, down in spots)
        inside = high * 0.65 if is_free else 1.2
        end = (x, top + high - inside if top < y else top + inside)
    else:
        end = (left + wide - 3.2 if left < x else left + 3.2, y)
    return _arrow(start, end)


def _row_height(row: str, places: Mapping[str, Sequence[Any]], most: int) -> float:
    fullest = max(len(places.get(f"{sector} {row}", ())) for sector in _SECTORS)
    lines = max(1, -(-fullest // most))
    return lines * (_CHIP + 0.5) + 1.4


def _chips(
    units: Sequence[tuple[str, int, int]],
    zone: tuple[float, float, float, float],
    style: Style,
    spots: dict[str, tuple[float, float]],
    acting: Sequence[str],
) -> list[str]:
    """The units of a zone, pale unless they are `acting`; `spots` gets where each stands."""
    found = []
    x, y, wide, high = zone
    most = int((wide - 0.4) / (_CHIP + 0.2))
    lines = -(-len(units) // most)
    top = y + (high - lines * (_CHIP + 0.5)) / 2 + 0.25
    colours = style.colours
    for place, (side, number, wounds) in enumerate(units):
        line, column = divmod(place, most)
        count = min(most, len(units) - line * most)
        left = x + (wide - count * (_CHIP + 0.2)) / 2 + column * (_CHIP + 0.2)
        middle_x, middle_y = left + _CHIP / 2, top + line * (_CHIP + 0.5) + _CHIP / 2
        unit = f"{side.lower()}{number}"
        spots[unit] = (middle_x, middle_y)
        is_pale = bool(acting) and unit not in acting
        ink = colours["quiet"] if is_pale else DARK
        if side == "A":
            box = rounded_box(left + 0.2, middle_y - 2.1, 4.2, 4.2, 0.7)
            found.append(filled(box, colours["shade" if is_pale else "accent"]))
            ink = DARK if is_pale else PAPER
        else:
            rim = colours["rule"] if is_pale else DARK
            found.append(outlined(disc(middle_x, middle_y, 2.1), rim, 0.35))
        found.append(placed_number(number, middle_x, middle_y, 2.9, ink))
        for drop in range(min(wounds, 3)):
            found.append(placed_icon("wp", left + 3.1 - drop * 0.9, middle_y + 0.9, 1.7, DARK))
    return found
