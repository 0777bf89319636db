"""Tiles, units, sides and zones as plain objects."""

from dataclasses import dataclass, field
from typing import Any

from pbbuild.pocket_battles.rules.plain.traits import counted, values

SECTORS = ["left", "centre", "right"]


def enemy_of(side: str) -> str:
    """The other side."""
    return "B" if side == "A" else "A"


def front(sector: str, side: str) -> str:
    """A side's front zone of a sector."""
    return f"{sector} {side} front"


def rear(sector: str, side: str) -> str:
    """A side's rear zone of a sector."""
    return f"{sector} {side} rear"


def engagement(sector: str) -> str:
    """The engagement zone of a sector."""
    return f"{sector} engagement"


def sector_of(zone: str) -> str:
    """The sector a zone lies in."""
    return zone.split()[0]


def adjacent_sectors(sector: str) -> list[str]:
    """PB-2.2: left-centre, centre-right."""
    return {"left": ["centre"], "centre": ["left", "right"], "right": ["centre"]}[sector]


def own_zones(side: str) -> list[str]:
    """The six zones a side may deploy and move in."""
    return [zone(sector, side) for sector in SECTORS for zone in (front, rear)]


def steps_from(zone: str, side: str) -> list[str]:
    """PB-4.4: where a unit in `zone` may be moved; nowhere from an engagement zone."""
    sector = sector_of(zone)
    if zone == front(sector, side):
        return [rear(sector, side)] + [front(other, side) for other in adjacent_sectors(sector)]
    if zone == rear(sector, side):
        return [front(sector, side)] + [rear(other, side) for other in adjacent_sectors(sector)]
    return []


@dataclass(eq=False)
class Troop:
    """One tile. PB-1.1."""

    code: str
    dp: int
    fv: int
    wp: int
    black: list[int]
    white: list[int]
    traits: list[str]
    wounds: int = 0

    @property
    def left(self) -> int:
        """The wound points it has left."""
        return self.wp - self.wounds


@dataclass(eq=False)
class Unit:
    """A group of troops; `troops` are the living ones. PB-1.5."""

    id: str
    side: str
    troops: list[Troop]
    zone: str | None = None
    orders: int = 0

    @property
    def alive(self) -> bool:
        """Whether a troop of it is left."""
        return bool(self.troops)

    @property
    def black(self) -> list[int]:
        """The engagement dice of its living troops."""
        return [face for troop in self.troops for face in troop.black]

    @property
    def white(self) -> list[int]:
        """The shooting dice of its living troops."""
        return [face for troop in self.troops for face in troop.white]

    @property
    def wounded(self) -> bool:
        """Whether it carries a wound token."""
        return any(troop.wounds for troop in self.troops)

    def effects(self, kind: str) -> list[int]:
        """The numbers of its traits' effects of this kind. PB-1.7."""
        return values(counted([troop.traits for troop in self.troops]), kind)

    def total(self, kind: str) -> int:
        """The sum of its traits' effects of this kind."""
        return sum(self.effects(kind))

    def has(self, kind: str) -> bool:
        """Whether a trait of it has an effect of this kind."""
        return bool(self.effects(kind))

    @property
    def order_cost(self) -> int:
        """PB-4.5, and PB-T.12 where a trait changes the step."""
        return max(1, self.orders + min(self.effects("order-step"), default=1))


@dataclass(eq=False)
class Side:
    """One player: his units in list order and his tokens that are on no unit."""

    units: list[Unit]
    unused: int = 0
    passed: int = 0
    set_aside: int = 0
    destroyed: int = 0
    fielded: int = 0


@dataclass(eq=False)
class Field:
    """All of a battle but what is being decided."""

    edition: dict[str, Any]
    size: int
    sides: dict[str, Side]
    round: int = 1
    round_limit: int = 50
    player1: str | None = None
    turn: str | None = None
    first_turn_of_battle: bool = True
    # Pairs (unit of A, unit of B) that are in contact.
    contacts: list[tuple[Unit, Unit]] = field(default_factory=list)

    def units(self, side: str) -> list[Unit]:
        """The living units of a side, in list order."""
        return [unit for unit in self.sides[side].units if unit.alive]

    def unit(self, unit_id: str) -> Unit:
        """The unit with this id."""
        units = self.sides[unit_id[0].upper()].units
        return next(unit for unit in units if unit.id == unit_id)

    def in_zones(self, side: str, *zones: str) -> list[Unit]:
        """The living units of a side in any of these zones, in list order."""
        return [unit for unit in self.units(side) if unit.zone in zones]

    def opponents(self, unit: Unit) -> list[Unit]:
        """The enemy units in contact with it, in list order."""
        touching = [
            other
            for pair in self.contacts
            if unit in pair
            for other in pair
            if other.side != unit.side
        ]
        return [other for other in self.sides[enemy_of(unit.side)].units if other in touching]

    def group(self, unit: Unit) -> list[Unit]:
        """Every unit of both sides that contact links to it, itself included. PB-6.3."""
        members = [unit]
        for member in members:
            members += [other for other in self.opponents(member) if other not in members]
        return members
