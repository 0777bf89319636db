"""The names of the fifteen zones, as FORMATS defines them. PB-2.1."""

from typing import Final

from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.rules.core.constants import ENGAGEMENT, FRONT, REAR

SECTORS: Final = ("left", "centre", "right")
_ROWS: Final = ((REAR, "rear"), (FRONT, "front"))

# For each side: the core's number of a zone → its name, and back.
_NAMES: Final = tuple(
    {
        **{
            row + place: f"{sector} {side} {name}"
            for row, name in _ROWS
            for place, sector in enumerate(SECTORS)
        },
        **{ENGAGEMENT + place: f"{sector} engagement" for place, sector in enumerate(SECTORS)},
    }
    for side in SIDES
)
_ZONES: Final = tuple({name: zone for zone, name in names.items()} for names in _NAMES)


def zone_text(side: int, zone: int) -> str | None:
    """The name of a zone of the core; None for a unit that is in no zone."""
    return _NAMES[side].get(zone)


def zone_index(side: int, text: str) -> int:
    """The core's number of the zone `text` for `side`; -1 where it is no zone of that side."""
    return _ZONES[side].get(text, -1)


def seen_from(side: str, sector: str) -> str:
    """The sector as `side` sees it; files name it from A's seat. PB-2.1."""
    return sector if side == SIDES[0] else SECTORS[2 - SECTORS.index(sector)]


def all_zones() -> tuple[str, ...]:
    """The fifteen zones, sector by sector, from A's rear to B's."""
    return tuple(
        text
        for sector in SECTORS
        for text in (
            f"{sector} {SIDES[0]} rear",
            f"{sector} {SIDES[0]} front",
            f"{sector} engagement",
            f"{sector} {SIDES[1]} front",
            f"{sector} {SIDES[1]} rear",
        )
    )
