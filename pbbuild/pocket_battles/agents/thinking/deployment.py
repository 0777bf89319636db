"""How an agent deploys its army by a plan, knowing only what is on the table. PB-3.2.

Styles, `greedy`, `quick`, beginners and the agents of 0.1.0 deploy so; others choose (`set_up`).

The main sector is chosen at random once a battle, and the cheapest unit is deployed there first.
The zone of that unit then names the main sector, so that an agent need not remember it and gives
the same kind of answer when asked in the middle of a set-up.
"""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64
from pbbuild.pocket_battles.rules.core.bits import (
    action_with,
    count_bits,
    first_in,
    other_side,
    sector_of,
    zone_at,
)
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .strength import points, shot_hits, strike_hits

# Points that each enemy troop in a sector draws there.
POINTS_PER_ENEMY: Final = 1.8
EVEN_SHARE: Final = 1.0 / 3.0
# Above every load of a sector, and above the points of every unit.
MAX_LOAD: Final = 1.0e9
MAX_POINTS: Final = 1 << 20


class Doctrine:
    """How a style deploys: `massed` from 0 (even) to 0.9 (one strong wing, the other empty).

    `chargers` and `shooters` are the points that draw a unit to the main sector for each hit of its
    charge and its shot; negative points keep it away.
    """

    def __init__(self) -> None:
        self.massed: float = 0.4
        self.chargers: float = 0.0
        self.shooters: float = 0.0


def choose_deployment(state: State, chance: Chance, doctrine: Doctrine) -> i64:
    """The next unit to deploy and its zone: cheap units first, fighters in front. PB-3.2.

    Of the enemy only the zones and heights of the stacks are used: a player sees no more before
    the reveal (PB-1.8).
    """
    side = state.active
    unit = _cheapest(state, side, state.at[zone_at(side, c.UNDEPLOYED)])
    charge = strike_hits(state, unit, unit, 1)
    shot = shot_hits(state, unit)
    row: i64 = c.FRONT
    if charge + shot == 0.0 or (state.flags[unit] & c.SHOOTS_FROM_REAR and shot >= charge):
        row = c.REAR
    first = _cheapest(state, side, state.tally[c.UNITS + side])
    best: i64 = 0
    if unit == first:
        best = chance.below(c.SECTORS)
    else:
        main = sector_of(state.zone[first])
        least = MAX_LOAD
        sector: i64 = c.LEFT
        while sector < c.SECTORS:
            load = _points_in(state, side, sector)
            load -= POINTS_PER_ENEMY * _troops_in(state, other_side(side), sector)
            if sector == main:
                load -= doctrine.chargers * charge + doctrine.shooters * shot
            # Sectors fill in proportion, so that each gets cheap and expensive units.
            load += 0.5 * float(points(state, unit))
            if load > 0.0:
                load /= share(main, sector, doctrine.massed)
            if load < least:
                least = load
                best = sector
            sector += 1
    return action_with(c.DO_DEPLOY, unit, row + best)


def share(main: i64, sector: i64, massed: float) -> float:
    """Which share of an army's points a sector gets when `main` is the main sector."""
    if sector == main:
        return EVEN_SHARE + massed / 2.0
    if main == c.CENTRE:
        return EVEN_SHARE - massed / 4.0
    # The other wing pays most of what the main wing has more than its even share.
    return EVEN_SHARE - (massed / 6.0 if sector == c.CENTRE else massed / 3.0)


def _cheapest(state: State, side: i64, mask: i64) -> i64:
    best: i64 = c.NOBODY
    least: i64 = MAX_POINTS
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        cost = points(state, unit)
        if cost < least:
            least = cost
            best = unit
    return best


def _points_in(state: State, side: i64, sector: i64) -> float:
    """Points of `side` in a sector."""
    mask = state.at[zone_at(side, c.REAR + sector)]
    mask |= state.at[zone_at(side, c.FRONT + sector)]
    total: i64 = 0
    while mask:
        total += points(state, first_in(side, mask))
        mask &= mask - 1
    return float(total)


def _troops_in(state: State, side: i64, sector: i64) -> float:
    """How many troops of `side` are in a sector, by the heights of their stacks."""
    mask = state.at[zone_at(side, c.REAR + sector)]
    mask |= state.at[zone_at(side, c.FRONT + sector)]
    total: i64 = 0
    while mask:
        total += count_bits(state.roster.troops_of[first_in(side, mask)])
        mask &= mask - 1
    return float(total)
