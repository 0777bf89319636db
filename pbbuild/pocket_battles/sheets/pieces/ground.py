"""The ground of a field: ploughed fields, woods, a camp, and the trampled earth between the armies.

It has its own colours in every theme, as terrain has; the same area has the same ground on every
sheet. It is pale, and nothing stands where words, signs or the frames of places are.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from pbbuild.page.pictures import PAPER, disc, filled, outlined
from pbbuild.page.style import Style
from pbbuild.pocket_battles.sheets.troop_icons import Ink

# The engagement zone is the darkest, in grey too.
GROUNDS: Final = {"rear": "#dfe5cc", "front": "#edf0df", "engagement": "#dacdb0"}
SIGNS: Final = {"rear": "#aebb8c", "front": "#bcc69e", "engagement": "#a99a72"}
FURROWS: Final = {"rear": "#d2dab9", "front": "#e0e6cb", "engagement": "#cebf9c"}
EARTH: Final = "#c3b28c"
LEAVES, SHADE, BRANCH = "#c3cea6", "#aebb8c", "#8f9f6f"
CANVAS, ROPE, PENNANT = "#f6f1e3", "#94866b", "#d08f6a"
SAVED: Final = "#c4c4c4"
FIELD: Final = 40.0  # about the width of a ploughed field, and the height that is worth two of them
SLANT: Final = 7.0
FURROW: Final = 2.1  # between two furrows, and the space between them and a frame
BESIDE: Final = 0.7
RUT: Final = 90.0  # the length of a wave of the tracks, and their height in parts of the zone's
RUT_HEIGHT: Final = 0.07
# Woods and rows of tents on so many square millimetres.
AREA: Final = 10_000.0
WOODS, CAMPS, TRIES = 6, 2.5, 80
TREE, TENT = 2.4, 3.2
TENT_STEP: Final = 7.0
GROUP: Final = 3  # trees and tents never stand alone
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Clear:
    """What the ground leaves free: boxes without anything, places with furrows inside at most."""

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
        return not any(_reaches(box, x, y, radius) for box in (*self.boxes, *self.places))

    def parts(self, start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
        """What is left of a line, beside the boxes and the frames of the places."""
        cuts = [_inside(box, start, end, 0.0) for box in self.boxes]
        for place in self.places:
            outer, inner = (_inside(place, start, end, edge) for edge in (BESIDE, -BESIDE))
            if inner[0] < inner[1]:
                cuts += [(outer[0], inner[0]), (inner[1], outer[1])]
            else:
                cuts.append(outer)
        at = 0.0
        for first, last in sorted(cut for cut in cuts if cut[0] < cut[1]):
            if first > at:
                yield _between(start, end, at), _between(start, end, first)
            at = max(at, last)
        if at < 1.0:
            yield _between(start, end, at), end


def _reaches(box: Ink, x: float, y: float, radius: float) -> bool:
    """Whether a thing reaches into a box."""
    return box.left - radius < x < box.right + radius and box.top - radius < y < box.bottom + radius


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _inside(box: Ink, start: Point, end: Point, edge: float) -> tuple[float, float]:
    """From which share of a line to which it lies in a box with an edge around it."""
    first, last = 0.0, 1.0
    for at, to, low, high in (
        (start[0], end[0], box.left - edge, box.right + edge),
        (start[1], end[1], box.top - edge, box.bottom + edge),
    ):
        if abs(to - at) < 1e-9:
            if not low < at < high:
                return 1.0, 0.0
            continue
        one, other = sorted(((low - at) / (to - at), (high - at) / (to - at)))
        first, last = max(first, one), min(last, other)
    return first, last


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
    clear = clear.turned(area) if theirs else clear
    chance = random.Random(f"{zone} {seed}")
    if zone == "engagement":
        things = _hoofs(area, clear, chance, saver)
        plain += _ruts(area, across, saver)
    else:
        things = _furrows(zone, area, clear, chance, saver)
        if not saver:
            count = wide * high / AREA
            standing: list[Point] = []
            if zone == "rear":
                things += _camps(area, clear, chance, round(CAMPS * count), standing)
            woods = WOODS if zone == "rear" else WOODS // 2
            things += _woods(area, clear, chance, max(2, round(woods * count)), standing)
    if theirs:
        middle = f"{(area.left + area.right) / 2:g} {(area.top + area.bottom) / 2:.3f}"
        things = f'<g transform="rotate(180 {middle})">{things}</g>'
    return plain + things


def sign_colours(zone: str, style: Style) -> tuple[str, str]:
    """The colours of a sign on the ground of a zone: its own and what shows through it."""
    return (SAVED, PAPER) if style.ink == "saver" else (SIGNS[zone], GROUNDS[zone])


def _stroke(path: str, colour: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
        ' stroke-linecap="round"/>'
    )


def _furrows(zone: str, area: Ink, clear: Clear, chance: random.Random, saver: bool) -> str:
    """Ploughed fields beside each other, each with furrows along one of its sides."""
    path = ""
    for corners in _fields(area, chance):
        first, second, third, fourth = corners
        lies = chance.random() < 0.5
        rails = ((first, fourth), (second, third)) if lies else ((first, second), (fourth, third))
        deep = abs(rails[0][1][1] - rails[0][0][1]) if lies else abs(second[0] - first[0])
        count = max(2, round(deep / (FURROW * (2 if saver else 1))))
        for step in range(1, count):
            start, end = (_between(*rail, step / count) for rail in rails)
            margin = 0.9 / max(1.0, abs(end[0] - start[0]) + abs(end[1] - start[1]))
            line = _between(start, end, margin), _between(start, end, 1 - margin)
            for one, other in clear.parts(*line):
                if abs(one[0] - other[0]) + abs(one[1] - other[1]) > 1.0:
                    path += f"M{one[0]:.2f} {one[1]:.2f}L{other[0]:.2f} {other[1]:.2f}"
    colour, width = (SAVED, 0.15) if saver else (FURROWS[zone], 0.5)
    return _stroke(path, colour, width)


def _fields(area: Ink, chance: random.Random) -> Iterator[tuple[Point, Point, Point, Point]]:
    """The corners of fields, clockwise, whose borders are a little slanted."""
    wide, high = area.right - area.left, area.bottom - area.top
    count = max(2, round(wide / FIELD))
    edges = [(area.left, area.left)]
    for step in range(1, count):
        x = area.left + wide * (step + chance.uniform(-0.2, 0.2)) / count
        slant = chance.uniform(-SLANT, SLANT)
        edges.append((x + slant, x - slant))
    edges.append((area.right, area.right))
    for (left, left_end), (right, right_end) in itertools.pairwise(edges):
        corners = (
            (left, area.top),
            (right, area.top),
            (right_end, area.bottom),
            (left_end, area.bottom),
        )
        if high < FIELD:
            yield corners
            continue
        first, second, third, fourth = corners
        share = chance.uniform(0.4, 0.6)
        one = _between(first, fourth, share)
        other = _between(second, third, share + chance.uniform(-0.08, 0.08))
        yield first, second, other, one
        yield one, other, third, fourth


def _woods(
    area: Ink, clear: Clear, chance: random.Random, count: int, standing: list[Point]
) -> str:
    """Groups of trees from above, with their shadows."""
    made, tents = "", list(standing)
    for _ in range(count):
        trees: list[tuple[float, float, float]] = []
        found = _free(area, clear, chance, standing, TREE, 4 * TREE)
        if not found:
            break
        for _ in range(chance.randint(9, 15)):
            x = found[0] + chance.gauss(0, 3.4)
            y = found[1] + chance.gauss(0, 1.7)
            size = chance.uniform(0.75, 1.1) * TREE * 0.8
            edge = size + 0.9
            if not (area.left + edge < x < area.right - edge):
                continue
            if not (area.top + edge < y < area.bottom - edge):
                continue
            others = [(*tent, TENT + TREE) for tent in tents]
            others += [(one, other, 1.05 * radius) for one, other, radius in trees]
            if clear.allows(x, y, size + 0.7) and all(
                (x - one) ** 2 + (y - other) ** 2 > apart**2 for one, other, apart in others
            ):
                trees.append((x, y, size))
        if len(trees) < GROUP:
            continue
        standing += [(x, y) for x, y, _ in trees]
        made += _wood(sorted(trees, key=lambda tree: tree[1]), chance)
    return made


def _wood(trees: Sequence[tuple[float, float, float]], chance: random.Random) -> str:
    """Trees that stand together as one crown."""
    crowns, leaves = "", ""
    shadow = "".join(disc(x - 0.4, y + 0.6, size) for x, y, size in trees)
    for x, y, size in trees:
        start = chance.uniform(0, pi)
        crowns += disc(x, y, size * 0.78)
        for step in range(6):
            angle = start + 2 * pi * step / 6
            crowns += disc(x + size * 0.6 * cos(angle), y + size * 0.6 * sin(angle), size * 0.4)
        for across, down in ((-0.35, -0.3), (0.3, 0.05), (-0.2, 0.45)):
            leaves += f"M{x + across * size:.2f} {y + down * size:.2f}q0.5 0.5 1 0"
    return (
        filled(shadow, SHADE)
        + f'<path d="{crowns}" fill="{LEAVES}" stroke="{BRANCH}" stroke-width="0.4"/>'
        + filled(crowns, LEAVES)
        + _stroke(leaves, BRANCH, 0.22)
    )


def _camps(
    area: Ink, clear: Clear, chance: random.Random, count: int, standing: list[Point]
) -> str:
    """Rows of tents, the one behind nearer to the front and drawn first."""
    tents: list[Point] = []
    for _ in range(count):
        found = _free(area, clear, chance, standing, TENT, 5 * TENT)
        if not found:
            break
        camp: list[Point] = []
        for row in range(2):
            for place in range(chance.randint(2, 4)):
                x = found[0] + (place + row / 2 - 1) * TENT_STEP
                y = found[1] + (row - 0.5) * TENT_STEP * 0.72
                inside = area.left + TENT < x - 0.8 and x + 0.8 < area.right - TENT
                inside = inside and area.top + TENT < y - 0.4 and y + 0.6 < area.bottom - TENT
                if inside and clear.allows(x, y, TENT + 0.3):
                    camp.append((x, y))
        if len(camp) >= GROUP:
            tents += camp
            standing += camp
    return "".join(_tent(x, y) for x, y in sorted(tents, key=lambda tent: tent[1]))


def _free(
    area: Ink,
    clear: Clear,
    chance: random.Random,
    standing: Sequence[Point],
    radius: float,
    apart: float,
) -> Point | None:
    """A free spot away from what stands already, or nothing."""
    edge = radius + 1.0
    for _ in range(TRIES):
        x = chance.uniform(area.left + edge, area.right - edge)
        y = chance.uniform(area.top + edge, area.bottom - edge)
        if clear.allows(x, y, radius) and all(
            (x - one) ** 2 + (y - other) ** 2 > apart**2 for one, other in standing
        ):
            return x, y
    return None


def _tent(x: float, y: float) -> str:
    """A tent of the camp with a pennant."""
    made = (
        filled("M-4.6 2.9L4.4 2.9L4.4 2.2L-4.2 2.2z", SHADE)
        + outlined("M-4 2.4l2.4 -4.8h4.2l1.8 4.8z", ROPE, 0.4, CANVAS)
        + outlined("M-4 2.4l2.4 -4.8l2.2 4.8z", ROPE, 0.4, CANVAS)
        + filled("M-2.3 2.4l0.7 -3.4l0.9 3.4z", ROPE)
        + _stroke("M-1.6 -2.4v-2", ROPE, 0.35)
        + filled("M-1.6 -4.4l2.4 0.7l-2.4 0.7z", PENNANT)
    )
    # Its pennant stands as far above the middle as its foot below.
    return f'<g transform="translate({x:.2f} {y + 0.8:.2f}) scale(.76)">{made}</g>'


def _ruts(area: Ink, across: float, saver: bool) -> str:
    """Two tracks of wheels; those of neighbouring sheets meet."""
    path = ""
    for lane in (-1.5, 1.5):
        for place in range(int((area.right - area.left) / 2) + 1):
            x = min(area.left + place * 2.0, area.right)
            y = _road(area, across, x) + lane
            path += f"{'L' if place else 'M'}{x:.2f} {y:.2f}"
    return _stroke(path, SAVED if saver else EARTH, 0.7)


def _road(area: Ink, across: float, x: float) -> float:
    """The middle of the tracks."""
    high = (area.bottom - area.top) * RUT_HEIGHT
    return (area.top + area.bottom) / 2 + high * sin(2 * pi * (across + x - area.left) / RUT)


def _hoofs(area: Ink, clear: Clear, chance: random.Random, saver: bool) -> str:
    """Hoof prints in trails from both sides, which meet in the middle."""
    prints = ""
    wide, high = area.right - area.left, area.bottom - area.top
    for _ in range(round(wide * high * (8 if saver else 20) / AREA)):
        x, y = chance.uniform(area.left + 3, area.right - 3), chance.choice((area.top, area.bottom))
        way = 1 if y == area.top else -1
        y += way * chance.uniform(2.0, high * 0.2)
        drift = chance.uniform(-0.5, 0.5)
        for step in range(chance.randint(4, 8)):
            at_x = x + drift * step * 3 + (0.7 if step % 2 else -0.7)
            at_y = y + way * step * 2.6
            if (
                area.left + 1.5 < at_x < area.right - 1.5
                and area.top + 1.5 < at_y < area.bottom - 1.5
                and clear.allows(at_x, at_y, 1.2)
                and abs(at_y - (area.top + area.bottom) / 2) > high * RUT_HEIGHT + 3.2
            ):
                prints += (
                    f"M{at_x - 0.55:.2f} {at_y + 0.5 * way:.2f}"
                    f"c-0.35 {-1.5 * way:.2f} 1.45 {-1.5 * way:.2f} 1.1 0"
                )
    return _stroke(prints, SAVED if saver else FURROWS["engagement"], 0.35)
