"""Which troop takes a hit, and which wounded one is worth giving up. PB-7.1, PB-4.7."""

from typing import Final

from pbbuild.pocket_battles.rules.core.arrays import i64
from pbbuild.pocket_battles.rules.core.bits import index_of
from pbbuild.pocket_battles.rules.core.constants import (
    ARGUMENT_SHIFT,
    DESTROYED,
    DO_DONE,
    DO_ELIMINATE,
    DO_SACRIFICE,
    DO_WOUND,
    FROM_PASSED,
    FROM_UNUSED,
    KIND_SHIFT,
    PASSED,
    SIDE_SHIFT,
    TROOPS,
    UNIT_SHIFT,
    UNITS,
    UNUSED,
    WOUNDED,
)
from pbbuild.pocket_battles.rules.core.state import State

from .strength import pips, wound_points

# What a token is worth in deployment points: one order fewer in every round to come.
TOKEN: Final = 1.5
# A wound on a troop that lives is part of the way to losing it.
HURT: Final = 0.25


def troop_worth(state: State, troop: i64) -> float:
    """What losing `troop` costs: its points, and a little for the dice the unit loses."""
    roster = state.roster
    dice = pips(roster.black[troop]) + pips(roster.white[troop])
    return float(roster.dp[troop]) + 0.2 * float(dice)


def token_source(state: State, side: i64) -> i64:
    """Where the token of a wound comes from at least cost, -1 if there is none. PB-7.2."""
    if state.tally[UNUSED + side]:
        return FROM_UNUSED
    if state.tally[PASSED + side]:
        return FROM_PASSED
    best: i64 = -1
    most: i64 = 0
    mask = state.tally[UNITS + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        unit = (side << SIDE_SHIFT) + index_of(bit)
        if state.orders[unit] > most:
            most = state.orders[unit]
            best = unit
    return best


def choose_wound(state: State) -> i64:
    """The way to take the next hit that costs least for each hit it absorbs."""
    unit = state.wound_unit
    side = unit >> SIDE_SHIFT
    source = token_source(state, side)
    hits = state.wound_hits
    mask = state.roster.troops_of[unit] & state.tally[TROOPS + side]
    best: i64 = 0
    least = 1000.0
    # A unit that cannot be saved need not cost a token first.
    lost = wound_points(state, unit) <= hits
    while mask:
        bit = mask & -mask
        mask ^= bit
        troop = (side << SIDE_SHIFT) + index_of(bit)
        left = state.roster.wp[troop] - state.wounds[troop]
        if left <= 0:
            continue
        target = unit << UNIT_SHIFT | troop << ARGUMENT_SHIFT
        worth = troop_worth(state, troop)
        absorbed = left if left < hits else hits
        # Tokens on a fallen troop come back with the next round.
        cost = (worth - 0.6 * TOKEN * float(state.wounds[troop])) / float(absorbed)
        if cost < least:
            least = cost
            best = (DO_ELIMINATE << KIND_SHIFT) | target
        if left > 1 and source >= 0 and not lost:
            cost = TOKEN + HURT * worth / float(left)
            if cost < least:
                least = cost
                best = (DO_WOUND << KIND_SHIFT) | target | source
    return best


def choose_sacrifice(state: State) -> i64:
    """The wounded troop whose tokens are worth more than it is, or `done`. PB-4.7."""
    side = state.sacrificer
    enemy = side ^ 1
    mask = state.tally[WOUNDED + side]
    best: i64 = DO_DONE << KIND_SHIFT
    most = 0.0
    while mask:
        bit = mask & -mask
        mask ^= bit
        troop = (side << SIDE_SHIFT) + index_of(bit)
        lost = state.tally[DESTROYED + enemy] + state.roster.dp[troop]
        # Never give the enemy his victory.
        if 2 * lost >= state.roster.fielded[side]:
            continue
        gain = 1.2 * TOKEN * float(state.wounds[troop]) - troop_worth(state, troop)
        if gain > most:
            most = gain
            unit = state.roster.unit_of[troop]
            best = (DO_SACRIFICE << KIND_SHIFT) | unit << UNIT_SHIFT | troop << ARGUMENT_SHIFT
    return best
