"""Where and in which order the units of a list are to be deployed, as a player writes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.pocket_battles.lists.model import ListUnit

SECTORS: Final = ("left", "centre", "right")
ROWS: Final = ("front", "rear")
# Zones from the player's own seat.
PLAN_ZONES: Final = tuple(f"{sector} {row}" for row in ROWS for sector in SECTORS)
LAST_ORDER: Final = 300
_WORDS: Final = {
    **dict.fromkeys(("left", "l", "sinistra", "sx"), "left"),
    **dict.fromkeys(("centre", "center", "c", "centro"), "centre"),
    **dict.fromkeys(("right", "r", "destra", "dx", "d"), "right"),
    **dict.fromkeys(("front", "f", "fronte", "prima"), "front"),
    **dict.fromkeys(("rear", "back", "retro", "retroguardia"), "rear"),
    # Two letters name a zone: lf is left front.
    "lf": "left front",
    "cf": "centre front",
    "rf": "right front",
    "lr": "left rear",
    "cr": "centre rear",
    "rr": "right rear",
}


@dataclass(frozen=True, slots=True)
class PlannedUnit:
    """A unit of the plan: its number in the list, and its place in the order, 0 if it has none."""

    number: int
    order: int


def read_zone(words: Sequence[str]) -> str:
    """The zone that words of either language name, "" if they name none."""
    known = [_WORDS.get(word.casefold(), "") for word in words]
    parts = " ".join(known).split()
    sectors = [part for part in parts if part in SECTORS]
    rows = [part for part in parts if part in ROWS]
    if "" in known or len(sectors) != 1 or len(rows) != 1:
        return ""
    return f"{sectors[0]} {rows[0]}"


def planned(units: Sequence[ListUnit]) -> dict[str, list[PlannedUnit]]:
    """The units of each zone that has any, in the order of deployment."""
    found: dict[str, list[PlannedUnit]] = {}
    for number, unit in enumerate(units, start=1):
        if unit.zone:
            found.setdefault(unit.zone, []).append(PlannedUnit(number, unit.order))
    for zone in found.values():
        zone.sort(key=lambda one: (one.order or LAST_ORDER + 1, one.number))
    return found
