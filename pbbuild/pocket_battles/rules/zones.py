"""The fifteen zones in the words of FORMATS. PB-2.1."""

from typing import Final

from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.rules.core.constants import ENGAGEMENT, FRONT, REAR

SECTORS: Final = ("left", "centre", "right")
_ROWS: Final = ((REAR, "rear"), (FRONT, "front"))

# What the core calls a zone, from its owner's side, in words; and back.
ZONE_TEXTS: Final[tuple[dict[int, str], dict[int, str]]] = (
    {
        **{
            row + sector: f"{SECTORS[sector]} A {name}"
            for row, name in _ROWS
            for sector in range(3)
        },
        **{ENGAGEMENT + sector: f"{SECTORS[sector]} engagement" for sector in range(3)},
    },
    {
        **{
            row + sector: f"{SECTORS[sector]} B {name}"
            for row, name in _ROWS
            for sector in range(3)
        },
        **{ENGAGEMENT + sector: f"{SECTORS[sector]} engagement" for sector in range(3)},
    },
)
_ZONES: Final = tuple({text: zone for zone, text in texts.items()} for texts in ZONE_TEXTS)


def zone_text(side: int, zone: int) -> str | None:
    """The zone in words; None for a unit that is on no zone."""
    return ZONE_TEXTS[side].get(zone)


def zone_index(side: int, text: str) -> int:
    """What the core calls the zone `text` of `side`; -1 for no zone, or none of that side."""
    return _ZONES[side].get(text, -1)


def seen_from(side: str, sector: str) -> str:
    """The sector as the player of `side` calls it; data names it from A's seat. PB-2.1."""
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
