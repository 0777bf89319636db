"""Where a unit is set up, knowing only what is on the table. PB-3.2."""

from pbbuild.games.pocket_battles.core.arrays import i64
from pbbuild.games.pocket_battles.core.bits import count_bits, index_of
from pbbuild.games.pocket_battles.core.constants import (
    ARGUMENT_SHIFT,
    DO_DEPLOY,
    FRONT,
    KIND_SHIFT,
    REAR,
    SHOOTS_FROM_REAR,
    SIDE_SHIFT,
    UNDEPLOYED,
    UNIT_SHIFT,
    ZONE_SHIFT,
)
from pbbuild.games.pocket_battles.core.playout import Chance
from pbbuild.games.pocket_battles.core.state import State

from .strength import points, shot_hits, strike_hits


def choose_deployment(state: State, chance: Chance, massed: float) -> i64:
    """A unit and its zone: cheap units first, fighters in front, spread or massed.

    Of the enemy only the heights of his stacks and where they stand are used: that is all a
    player sees before the reveal. `massed` from 0 (even) to 1 (one strong wing).
    """
    side = state.active
    unit = _cheapest(state, side)
    charge = strike_hits(state, unit, unit, 1)
    shot = shot_hits(state, unit)
    row: i64 = FRONT
    if charge + shot == 0.0 or (state.flags[unit] & SHOOTS_FROM_REAR and shot >= charge):
        row = REAR
    wing = chance.below(3)
    best: i64 = 0
    least = 1.0e9
    sector: i64 = 0
    while sector < 3:
        load = _load(state, side, sector) - 0.6 * _height(state, side ^ 1, sector)
        if sector == wing:
            load -= 0.1 + 6.0 * massed
        if load < least:
            least = load
            best = sector
        sector += 1
    return (DO_DEPLOY << KIND_SHIFT) | unit << UNIT_SHIFT | (row + best) << ARGUMENT_SHIFT


def _cheapest(state: State, side: i64) -> i64:
    mask = state.at[(side << ZONE_SHIFT) + UNDEPLOYED]
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
    """Points of `side` in a sector, in troops of three."""
    mask = state.at[(side << ZONE_SHIFT) + REAR + sector]
    mask |= state.at[(side << ZONE_SHIFT) + FRONT + sector]
    total: i64 = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        total += points(state, (side << SIDE_SHIFT) + index_of(bit))
    return float(total) / 3.0


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
