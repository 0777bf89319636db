"""Zones, troops, units, sides and the battlefield. PB-1.1, PB-1.5, PB-2.1, PB-2.2, PB-6.3."""

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
    """The engagement zone of a sector; both sides share it. PB-2.1."""
    return f"{sector} engagement"


def sector_of(zone: str) -> str:
    """The sector a zone lies in."""
    return zone.split()[0]


def adjacent_sectors(sector: str) -> list[str]:
    """The sectors next to a sector: left and centre, centre and right. PB-2.2."""
    return {"left": ["centre"], "centre": ["left", "right"], "right": ["centre"]}[sector]


def own_zones(side: str) -> list[str]:
    """The six zones a side may deploy and move in: front and rear of each sector. PB-2.1."""
    return [zone(sector, side) for sector in SECTORS for zone in (front, rear)]


def steps_from(zone: str, side: str) -> list[str]:
    """The zones a unit in `zone` may redeploy or move to; none from an engagement zone. PB-4.4."""
    sector = sector_of(zone)
    if zone == front(sector, side):
        return [rear(sector, side)] + [front(other, side) for other in adjacent_sectors(sector)]
    if zone == rear(sector, side):
        return [front(sector, side)] + [rear(other, side) for other in adjacent_sectors(sector)]
    return []


@dataclass(eq=False)
class PlainTroop:
    """One tile: printed values and the wound tokens on it. PB-1.1."""

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
        """The wound points it has left. PB-7.1."""
        return self.wp - self.wounds


@dataclass(eq=False)
class Unit:
    """A group of troops that fights as one; `troops` are the living ones. PB-1.5."""

    id: str
    side: str
    troops: list[PlainTroop]
    zone: str | None = None
    orders: int = 0

    @property
    def alive(self) -> bool:
        """Whether at least one of its troops is alive."""
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
        """The values of one kind of effect among the traits of its living troops. PB-1.7, R-25."""
        return values(counted([troop.traits for troop in self.troops]), kind)

    def total(self, kind: str) -> int:
        """The sum of one kind of effect among its traits."""
        return sum(self.effects(kind))

    def has(self, kind: str) -> bool:
        """Whether one of its traits has this kind of effect."""
        return bool(self.effects(kind))

    @property
    def order_cost(self) -> int:
        """Tokens that the next order to it costs: 1, 2, 4, 8. PB-4.5.

        Reactive counts 0 instead of 1 for the step: 1, 1, 2, 4. PB-T.12, R-25. The rulebooks print
        1, 2, 4 as an example (PB-10).
        """
        return max(1, self.orders + min(self.effects("order-step"), default=1))


@dataclass(eq=False)
class Side:
    """One player's units in list order, and the tokens that are on no unit.

    `unused` pays for orders, `passed` are tokens of passes, `set_aside` are tokens lost until the
    round ends. `destroyed` are the enemy points this side has destroyed, `fielded` its own points
    at the start. PB-4.6, PB-7.2, PB-7.3, PB-9.1.
    """

    units: list[Unit]
    unused: int = 0
    passed: int = 0
    set_aside: int = 0
    destroyed: int = 0
    fielded: int = 0


@dataclass(eq=False)
class Battlefield:
    """Everything on the table: both sides, contacts, round and turn. PB-2.1."""

    edition: dict[str, Any]
    size: int
    sides: dict[str, Side]
    round: int = 1
    round_limit: int = 50
    player1: str | None = None
    turn: str | None = None
    first_turn_of_battle: bool = True
    # Pairs (unit of A, unit of B) that are in contact. PB-6.3.
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
        """The units of both sides in the same fight as `unit`, itself included. PB-6.3."""
        members = [unit]
        for member in members:
            members += [other for other in self.opponents(member) if other not in members]
        return members
