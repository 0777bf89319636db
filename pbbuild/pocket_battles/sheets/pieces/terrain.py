"""Terrain drawn on borders and fields: meadows, hedges, walls, streams, fences.

Terrain has its own colours in every theme, as dice and tokens have.
"""

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

from pbbuild.page.pictures import PAPER, disc, filled, outlined, rounded_box

MEADOW, GRASS = "#e9ead9", "#a9b087"
HEDGE, LEAF = "#93a376", "#4c5d38"
STONE, JOINT = "#c4c0b6", "#5f5a50"
WATER, BANK = "#bcd3dd", "#3f6577"
WOOD, BARK = "#c9a877", "#63482a"


def tuft(x: float, y: float) -> str:
    """Three blades of grass as a path."""
    return (
        f"M{x:g} {y:g}c-0.2 -1.2 -0.7 -1.9 -1.4 -2.5M{x:g} {y:g}c0 -1.3 0.1 -2.2 0.4 -3.2"
        f"M{x:g} {y:g}c0.3 -1.1 0.9 -1.7 1.7 -2.1"
    )


def grass(places: Sequence[tuple[float, float]], colour: str) -> str:
    """Tufts in some places."""
    path = "".join(tuft(x, y) for x, y in places)
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="0.4"'
        ' stroke-linecap="round"/>'
    )


def _hedge(side: float, saver: bool) -> str:
    """Bushes in two rows, with leaves."""
    middle = side / 2
    bushes, leaves = "", ""
    for step in range(8):
        y = step * side / 7
        sway = 0.7 if step % 2 else -0.7
        bushes += disc(middle, y + 3.2, 3.4)
        for way in (-1, 1):
            x = middle + way * 2.7 + sway
            bushes += disc(x, y + (1.4 if way > 0 else -0.6), 3.6)
            for turn in range(3):
                angle = 2 * pi * (turn / 3 + step * 0.13) + way
                at_x, at_y = x + 1.7 * cos(angle), y + 1.7 * sin(angle)
                leaves += f"M{at_x:.2f} {at_y:.2f}q0.5 -0.9 1.3 -0.7q-0.2 1 -1.3 0.7z"
    ground = PAPER if saver else HEDGE
    return (
        f'<path d="{bushes}" fill="{ground}" stroke="{LEAF}" stroke-width="0.7"/>'
        f'<path d="{bushes}" fill="{ground}"/>' + filled(leaves, LEAF)
    )


def _wall(side: float, saver: bool) -> str:
    """Courses of stones, laid across the line."""
    middle = side / 2
    ground = PAPER if saver else STONE
    stones = ""
    high = side / 12
    for row in range(12):
        widths = (4.2, 3.0, 2.2) if row % 2 else (2.4, 3.8, 3.2)
        x = middle - sum(widths) / 2
        for wide in widths:
            stones += rounded_box(x + 0.2, row * high + 0.2, wide - 0.4, high - 0.4, 0.8)
            x += wide
    return outlined(stones, JOINT, 0.3, ground)


def _stream(side: float, saver: bool) -> str:
    """Two banks and ripples between them."""
    middle = side / 2
    step = side / 3
    bank = f"c1.8 {step * 0.3:.2f} -1.8 {step * 0.7:.2f} 0 {step:.2f}"
    back = f"c-1.8 {-step * 0.3:.2f} 1.8 {-step * 0.7:.2f} 0 {-step:.2f}"
    left, right = middle - 4.4, middle + 4.4
    water = f"M{left:g} 0{bank * 3}H{right:g}{back * 3}z"
    banks = f"M{left:g} 0{bank * 3}M{right:g} 0{bank * 3}"
    places = ((-2.0, 3.0), (1.6, 8.6), (-1.2, 15.0), (2.0, 22.0), (-1.8, 28.6), (1.2, 35.4))
    ripples = "".join(
        f"M{middle + across:g} {down:g}q0.9 1.4 0 2.8q-0.9 1.4 0 2.8" for across, down in places
    )
    ground = PAPER if saver else WATER
    return (
        filled(water, ground)
        + f'<path d="{banks}" fill="none" stroke="{BANK}" stroke-width="0.7"/>'
        + f'<path d="{ripples}" fill="none" stroke="{BANK}" stroke-width="0.4"'
        ' stroke-linecap="round"/>'
    )


def _fence(side: float, saver: bool) -> str:
    """Rails laid zigzag on each other, with posts where they cross."""
    middle = side / 2
    count = 4
    step = side / count
    turn = 3.6
    rails, posts = "", ""
    for place in range(count):
        y = place * step
        from_x, to_x = (middle - turn, middle + turn)[:: 1 if place % 2 == 0 else -1]
        for shift in (-1.5, 0.0, 1.5):
            rails += f"M{from_x + shift:g} {y:.2f}L{to_x + shift:g} {y + step:.2f}"
        posts += disc(from_x, y, 1.5) if place else ""
    ground = PAPER if saver else WOOD
    return (
        f'<path d="{rails}" fill="none" stroke="{BARK}" stroke-width="1.5"/>'
        f'<path d="{rails}" fill="none" stroke="{ground}" stroke-width="0.9"/>'
        + outlined(posts, BARK, 0.5, ground)
    )


Drawing = Callable[[float, bool], str]
TERRAINS: Final[dict[str, Drawing]] = {
    "hedge": _hedge,
    "wall": _wall,
    "stream": _stream,
    "fence": _fence,
}
"""What draws a terrain down the middle of a square of some side, in full ink or to save it."""
