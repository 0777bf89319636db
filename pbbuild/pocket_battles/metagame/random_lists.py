"""Random legal lists for measuring what tiles are worth: many different ones, of many sizes."""

from collections.abc import Sequence
from random import Random
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.build import cost_of_all, largest_size
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import is_legal
from pbbuild.pocket_battles.rules.units import may_join

# A list spends at least this part of its size, so that the worth of a point can be measured.
LEAST_SPENT: Final = 0.7
LARGEST_UNIT: Final = 5
_TRIES: Final = 200


def random_list(army: str, points: int, catalog: Catalog, generator: Random) -> ArmyList:
    """A random legal list of an army that spends between 70 and 100 % of `points`.

    Raises for an army that has no such lists: one with too few tiles, or whose tiles cannot stand
    in legal units.
    """
    troops = list(catalog.armies[army].troops)
    if points > largest_size(army, catalog):
        cost = cost_of_all(army, catalog)
        raise UsageError("new.size-too-large", size=points, army=army, cost=cost)
    for _ in range(_TRIES):
        budget = generator.randint(int(LEAST_SPENT * points), points)
        units = _units(_drawn(troops, budget, generator), generator)
        found = ArmyList(
            name=army,
            army=army,
            points=points,
            edition=catalog.armies[army].edition,
            units=tuple(ListUnit(tuple(troop.code for troop in unit)) for unit in units),
        )
        if units and is_legal(found, catalog):
            return found
    raise UsageError("meta.no-random-list", army=army, size=points)


def _drawn(troops: Sequence[Troop], budget: int, generator: Random) -> list[Troop]:
    drawn, spent = [], 0
    for troop in generator.sample(troops, len(troops)):
        if spent + troop.dp <= budget:
            drawn.append(troop)
            spent += troop.dp
    return drawn


def _units(troops: Sequence[Troop], generator: Random) -> list[list[Troop]]:
    """The tiles in random legal units; a tile without wound points joins the first that takes it.

    Sizes are drawn from 1 to `LARGEST_UNIT`, so that every shape of unit occurs.
    """
    units: list[list[Troop]] = []
    wanted: list[int] = []
    fighters = [troop for troop in troops if troop.wp]
    for troop in [*fighters, *(troop for troop in troops if not troop.wp)]:
        open_units = [
            place
            for place, unit in enumerate(units)
            if may_join(troop, unit) and (len(unit) < wanted[place] or not troop.wp)
        ]
        if open_units and (not troop.wp or generator.random() < 0.8):
            units[generator.choice(open_units)].append(troop)
        elif troop.wp:
            units.append([troop])
            wanted.append(generator.randint(1, LARGEST_UNIT))
    return units
