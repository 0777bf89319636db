"""How an army is set up, knowing only what is on the table. PB-3.2.

A plan is drawn once a battle: one sector bears the weight, and the cheapest unit opens it. Where
that unit stands tells the plan from then on, so that a mind need not remember it, and who asks
in the middle of a set-up is answered in its sense.
"""

from typing import Final

from pbbuild.pocket_battles.rules.core.arrays import i64
from pbbuild.pocket_battles.rules.core.bits import count_bits, index_of
from pbbuild.pocket_battles.rules.core.constants import (
    ARGUMENT_SHIFT,
    DO_DEPLOY,
    FRONT,
    KIND_SHIFT,
    REAR,
    SHOOTS_FROM_REAR,
    SIDE_SHIFT,
    UNDEPLOYED,
    UNIT_SHIFT,
    UNITS,
    ZONE_SHIFT,
)
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .strength import points, shot_hits, strike_hits

CENTRE: Final = 1
# Points that an enemy troop in a sector draws there.
ANSWER: Final = 1.8


class Doctrine:
    """What a style plans: `massed` from 0 (even) to 0.9 (one strong wing, the other bare).

    A unit is drawn to the weighted sector by so many points for each hit of its charge and of
    its shot, or kept away.
    """

    def __init__(self) -> None:
        self.massed: float = 0.4
        self.chargers: float = 0.0
        self.shooters: float = 0.0


def choose_deployment(state: State, chance: Chance, doctrine: Doctrine) -> i64:
    """The next unit of the plan and its zone: cheap units first, fighters in front.

    Of the enemy only the heights of his stacks and where they stand are used: a player sees
    no more before the reveal.
    """
    side = state.active
    unit = _cheapest(state, side, state.at[(side << ZONE_SHIFT) + UNDEPLOYED])
    charge = strike_hits(state, unit, unit, 1)
    shot = shot_hits(state, unit)
    row: i64 = FRONT
    if charge + shot == 0.0 or (state.flags[unit] & SHOOTS_FROM_REAR and shot >= charge):
        row = REAR
    first = _cheapest(state, side, state.tally[UNITS + side])
    best: i64 = 0
    if unit == first:
        best = chance.below(3)
    else:
        main = state.zone[first] & 3
        least = 1.0e9
        sector: i64 = 0
        while sector < 3:
            load = _load(state, side, sector) - ANSWER * _height(state, side ^ 1, sector)
            if sector == main:
                load -= doctrine.chargers * charge + doctrine.shooters * shot
            # Sectors fill in step with their shares, so that each gets cheap and dear units.
            load += 0.5 * float(points(state, unit))
            if load > 0.0:
                load /= share(main, sector, doctrine.massed)
            if load < least:
                least = load
                best = sector
            sector += 1
    return (DO_DEPLOY << KIND_SHIFT) | unit << UNIT_SHIFT | (row + best) << ARGUMENT_SHIFT


def share(main: i64, sector: i64, massed: float) -> float:
    """How much of an army's points a sector is to have when `main` bears the weight."""
    if sector == main:
        return 1.0 / 3.0 + massed / 2.0
    if main == CENTRE:
        return 1.0 / 3.0 - massed / 4.0
    # What one wing has more, the other has less: the centre must hold the line together.
    return 1.0 / 3.0 - (massed / 6.0 if sector == CENTRE else massed / 3.0)


def _cheapest(state: State, side: i64, mask: i64) -> i64:
    best: i64 = -1
    least: i64 = 1 << 20
    while mask:
        bit = mask & -mask
        mask ^= bit
        unit = (side << SIDE_SHIFT) + index_of(bit)
        cost = points(state, unit)
        if cost < least:
            least = cost
            best = unit
    return best


def _load(state: State, side: i64, sector: i64) -> float:
    """Points of `side` in a sector."""
    mask = state.at[(side << ZONE_SHIFT) + REAR + sector]
    mask |= state.at[(side << ZONE_SHIFT) + FRONT + sector]
    total: i64 = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        total += points(state, (side << SIDE_SHIFT) + index_of(bit))
    return float(total)


def _height(state: State, side: i64, sector: i64) -> float:
    """How many troops of the enemy lie in a sector, by the heights of their stacks."""
    mask = state.at[(side << ZONE_SHIFT) + REAR + sector]
    mask |= state.at[(side << ZONE_SHIFT) + FRONT + sector]
    total: i64 = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        total += count_bits(state.roster.troops_of[(side << SIDE_SHIFT) + index_of(bit)])
    return float(total)
