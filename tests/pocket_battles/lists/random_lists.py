"""Random lists for tests, legal by points, formation and wounds."""

import random

from pbbuild.pocket_battles.catalog.model import Army, Catalog, Troop
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit


def random_list(chance: random.Random, catalog: Catalog, army: Army, points: int) -> ArmyList:
    """A list of `army` that fills most of `points`; PB-1.4 to PB-1.6 hold."""
    left = points
    chosen: list[Troop] = []
    for troop in chance.sample(army.troops, len(army.troops)):
        if troop.dp <= left and len(chosen) < 26:
            chosen.append(troop)
            left -= troop.dp
    units: list[list[Troop]] = []
    # Troops without wounds join others, so those with wounds come first.
    for troop in sorted(chosen, key=lambda one: one.wp == 0):
        fits = [u for u in units if len(u) < min(t.fv for t in (*u, troop))]
        if fits and (troop.wp == 0 or chance.random() < 0.6):
            chance.choice(fits).append(troop)
        elif troop.wp:
            units.append([troop])
    for unit in units:
        chance.shuffle(unit)
    chance.shuffle(units)
    return ArmyList(
        name="Random",
        army=army.id,
        points=points,
        edition=chance.choice(list(catalog.editions)),
        units=tuple(ListUnit(tuple(troop.code for troop in unit)) for unit in units),
    )
