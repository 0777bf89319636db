"""The ground of a field: meadows, trees and tents, and the trampled earth between the armies.

It has its own colours in every theme, as terrain has; the same area has the same ground on every
sheet. Nothing stands where words or signs are.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from pbbuild.page.pictures import PAPER, disc, filled, outlined
from pbbuild.page.style import Style
from pbbuild.pocket_battles.sheets.pieces.terrain import tuft
from pbbuild.pocket_battles.sheets.troop_icons import Ink

# The engagement zone is the darkest, in grey too.
GROUNDS: Final = {"rear": "#dfe5cc", "front": "#edf0df", "engagement": "#dacdb0"}
SIGNS: Final = {"rear": "#aebb8c", "front": "#bcc69e", "engagement": "#a99a72"}
BLADE, EARTH, STONE, JOINT = "#b4bd94", "#c3b28c", "#cfc9ba", "#a69d88"
LEAVES, BRANCH = "#c3cea6", "#a0ae80"
CANVAS, ROPE, PENNANT = "#f6f1e3", "#a3957a", "#d9b98c"
PETALS: Final = ("#f7f3e4", "#efdca3", "#e9c3b4")
SAVED: Final = "#c4c4c4"
# How often a thing stands on so many square millimetres, and how near to others.
AREA: Final = 10_000.0
APART: Final = 2.6
TRIES: Final = 60
GRASS_SIZE: Final = 1.8
RUT: Final = 90.0  # the length of a wave of the tracks, and their height in parts of the zone's
RUT_HEIGHT: Final = 0.07


@dataclass(frozen=True, slots=True)
class _Kind:
    """A thing on the ground: how often it is there, the space around its foot, what draws it."""

    share: int
    radius: float
    draw: "Callable[[float, float, random.Random], str]"


@dataclass(frozen=True, slots=True)
class Clear:
    """What the ground leaves free: boxes without anything, places with grass inside at most."""

    boxes: Sequence[Ink] = ()
    places: Sequence[Ink] = ()

    def turned(self, area: Ink) -> "Clear":
        """The same seen from the other side of an area."""
        wide, high = area.left + area.right, area.top + area.bottom

        def turn(box: Ink) -> Ink:
            return Ink(wide - box.right, high - box.bottom, wide - box.left, high - box.top)

        return Clear([*map(turn, self.boxes)], [*map(turn, self.places)])

    def allows(self, x: float, y: float, radius: float) -> bool:
        """Whether a thing of some size may stand here."""
        if any(_reaches(box, x, y, radius) for box in self.boxes):
            return False
        return all(
            not _reaches(place, x, y, radius)
            or (radius <= GRASS_SIZE and _reaches(place, x, y, -radius - 0.6))
            for place in self.places
        )


def _reaches(box: Ink, x: float, y: float, radius: float) -> bool:
    """Whether a thing reaches into a box; a negative radius asks for a distance from its edge."""
    return box.left - radius < x < box.right + radius and box.top - radius < y < box.bottom + radius


def ground(
    zone: str,
    area: Ink,
    clear: Clear,
    style: Style,
    seed: int,
    theirs: bool = False,
    across: float = 0.0,
) -> str:
    """The ground of a zone, turned if the player opposite looks at it.

    `across` is where its tracks begin on the field.
    """
    saver = style.ink == "saver"
    wide, high = area.right - area.left, area.bottom - area.top
    plain = filled(
        f"M{area.left:g} {area.top:.3f}h{wide:.3f}v{high:.3f}h{-wide:.3f}z",
        PAPER if saver else GROUNDS[zone],
    )
    if zone == "engagement":
        plain += _ruts(area, across, saver)
    clear = clear.turned(area) if theirs else clear
    chance = random.Random(f"{zone} {seed}")
    kinds = _SAVED_KINDS if saver else _KINDS[zone]
    placed: list[tuple[float, float, float]] = []
    things = ""
    for kind in kinds:
        edge = kind.radius + 0.8
        for _ in range(round(wide * high * kind.share / AREA)):
            for _ in range(TRIES):
                x = chance.uniform(area.left + edge, area.right - edge)
                y = chance.uniform(area.top + edge, area.bottom - edge)
                if clear.allows(x, y, kind.radius) and _is_apart(x, y, kind.radius, placed):
                    placed.append((x, y, kind.radius))
                    things += kind.draw(x, y, chance)
                    break
    if theirs:
        middle = f"{(area.left + area.right) / 2:g} {(area.top + area.bottom) / 2:.3f}"
        things = f'<g transform="rotate(180 {middle})">{things}</g>'
    return plain + things


def _is_apart(
    x: float, y: float, radius: float, placed: Sequence[tuple[float, float, float]]
) -> bool:
    return all(
        (x - other_x) ** 2 + (y - other_y) ** 2 > (APART + radius + other_radius) ** 2
        for other_x, other_y, other_radius in placed
    )


def sign_colours(zone: str, style: Style) -> tuple[str, str]:
    """The colours of a sign on the ground of a zone: its own and what shows through it."""
    return (SAVED, PAPER) if style.ink == "saver" else (SIGNS[zone], GROUNDS[zone])


def _ruts(area: Ink, across: float, saver: bool) -> str:
    """Two tracks of wheels; those of neighbouring sheets meet."""
    middle = (area.top + area.bottom) / 2
    high = (area.bottom - area.top) * RUT_HEIGHT
    path = ""
    for lane in (-1.5, 1.5):
        for place in range(int((area.right - area.left) / 2) + 1):
            x = min(area.left + place * 2.0, area.right)
            turn = 2 * pi * (across + x - area.left) / RUT
            y = middle + lane + high * sin(turn)
            path += f"{'L' if place else 'M'}{x:.2f} {y:.2f}"
    colour = SAVED if saver else EARTH
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="0.7"/>'


def _blades(x: float, y: float, colour: str) -> str:
    return (
        f'<path d="{tuft(x, y + 1.4)}" fill="none" stroke="{colour}" stroke-width="0.4"'
        ' stroke-linecap="round"/>'
    )


def _grass(x: float, y: float, chance: random.Random) -> str:
    return _blades(x, y, BLADE)


def _saved_grass(x: float, y: float, chance: random.Random) -> str:
    return _blades(x, y, SAVED)


def _flowers(x: float, y: float, chance: random.Random) -> str:
    """A tuft with three flowers."""
    colour = chance.choice(PETALS)
    petals = "".join(
        disc(x + across, y + down, 0.62)
        for across, down in ((-1.7, -1.2), (0.4, -2.0), (2.1, -0.8))
    )
    return _blades(x, y, BLADE) + outlined(petals, BRANCH, 0.15, colour)


def _stones(x: float, y: float, chance: random.Random) -> str:
    """Two or three stones beside each other."""
    made = ""
    for place in range(chance.choice((2, 3))):
        wide, high = chance.uniform(0.9, 1.7), chance.uniform(0.6, 1.0)
        at_x = x - 1.8 + place * 1.8
        made += (
            f"M{at_x - wide:.2f} {y + 0.5:.2f}q{wide * 0.15:.2f} {-2 * high:.2f} {wide:.2f}"
            f" {-2 * high:.2f}q{wide * 0.9:.2f} {high * 0.3:.2f} {wide:.2f} {2 * high:.2f}z"
        )
    return outlined(made, JOINT, 0.25, STONE)


def _tree(x: float, y: float, chance: random.Random) -> str:
    """A tree from above: a crown of leaves."""
    size = chance.uniform(2.1, 2.7)
    start = chance.uniform(0, pi)
    crown = disc(x, y, size * 0.72)
    for step in range(7):
        angle = start + 2 * pi * step / 7
        crown += disc(x + size * 0.62 * cos(angle), y + size * 0.62 * sin(angle), size * 0.42)
    leaves = ""
    for step in range(5):
        angle = start + 2 * pi * (step + 0.4) / 5
        at_x, at_y = x + size * 0.45 * cos(angle), y + size * 0.45 * sin(angle)
        leaves += f"M{at_x:.2f} {at_y:.2f}q0.4 -0.8 1.1 -0.6q-0.2 0.9 -1.1 0.6z"
    return (
        f'<path d="{crown}" fill="{LEAVES}" stroke="{BRANCH}" stroke-width="0.5"/>'
        + filled(crown, LEAVES)
        + filled(leaves, BRANCH)
    )


def _tent(x: float, y: float, chance: random.Random) -> str:
    """A tent of the camp with a pennant."""
    side = "M-4 2.4l2.4 -4.8h4.2l1.8 4.8z"
    front = "M-4 2.4l2.4 -4.8l2.2 4.8z"
    made = (
        outlined(side, ROPE, 0.35, CANVAS)
        + outlined(front, ROPE, 0.35, CANVAS)
        + filled("M-2.2 2.4l0.6 -3.2l0.8 3.2z", ROPE)
        + f'<path d="M-1.6 -2.4v-2.2" stroke="{ROPE}" stroke-width="0.35"/>'
        + filled("M-1.6 -4.6l2.2 0.6l-2.2 0.7z", PENNANT)
    )
    size = chance.uniform(0.72, 0.8)
    across = size * chance.choice((-1, 1))
    # Its pennant stands as far above the middle as its foot below.
    y += size * 1.1
    return f'<g transform="translate({x:.2f} {y:.2f}) scale({across:.3f} {size:.3f})">{made}</g>'


# Large things first: what is small finds a place between them.
_KINDS: Final = {
    "rear": (_Kind(6, 3.3, _tent), _Kind(18, 3.3, _tree), _Kind(50, GRASS_SIZE, _grass)),
    "front": (
        _Kind(8, 2.6, _stones),
        _Kind(20, 2.6, _flowers),
        _Kind(60, GRASS_SIZE, _grass),
    ),
    "engagement": (_Kind(30, 2.6, _stones), _Kind(26, GRASS_SIZE, _grass)),
}
_SAVED_KINDS: Final = (_Kind(40, GRASS_SIZE, _saved_grass),)
