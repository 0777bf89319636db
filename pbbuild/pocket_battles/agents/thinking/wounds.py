"""Which troop takes a hit, and which wounded troop to sacrifice. PB-7.1, PB-4.7."""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64
from pbbuild.pocket_battles.rules.core.bits import action_with, first_in, other_side, side_of
from pbbuild.pocket_battles.rules.core.state import State

from .strength import pips, wound_points

# What a token is worth in deployment points: one order fewer in every round to come.
TOKEN: Final = 1.5
# A wound costs this much of a troop's worth, divided by its wound points left.
WOUND_SHARE: Final = 0.25
# What each die of a troop adds to its worth.
DIE_WORTH: Final = 0.2
# Tokens on an eliminated troop return with the next round; those of a sacrifice even earlier.
RETURNED_SHARE: Final = 0.6
FREED_SHARE: Final = 1.2
# Above every cost of a hit.
MAX_COST: Final = 1000.0


def troop_worth(state: State, troop: i64) -> float:
    """What losing `troop` costs: its points, and a little for each of its dice."""
    roster = state.roster
    dice = pips(roster.black[troop]) + pips(roster.white[troop])
    return float(roster.dp[troop]) + DIE_WORTH * float(dice)


def token_source(state: State, side: i64) -> i64:
    """The cheapest source of the token of a wound, NOBODY if there is none. PB-7.2."""
    if state.tally[c.UNUSED + side]:
        return c.FROM_UNUSED
    if state.tally[c.PASSED + side]:
        return c.FROM_PASSED
    best: i64 = c.NOBODY
    most: i64 = 0
    mask = state.tally[c.UNITS + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        if state.orders[unit] > most:
            most = state.orders[unit]
            best = unit
    return best


def choose_wound(state: State) -> i64:
    """The action that costs least for each hit that it absorbs. PB-7.1, PB-T.23."""
    unit = state.wound_unit
    side = side_of(unit)
    source = token_source(state, side)
    hits = state.wound_hits
    mask = state.roster.troops_of[unit] & state.tally[c.TROOPS + side]
    best: i64 = 0
    least = MAX_COST
    # A unit that dies anyway need not cost a token first.
    may_wound = source != c.NOBODY and state.lethal == 0 and wound_points(state, unit) > hits
    while mask:
        troop = first_in(side, mask)
        mask &= mask - 1
        left = state.roster.wp[troop] - state.wounds[troop]
        if left <= 0:
            continue
        worth = troop_worth(state, troop)
        absorbed = left if left < hits else hits
        if state.lethal:
            absorbed = 1
        cost = (worth - RETURNED_SHARE * TOKEN * float(state.wounds[troop])) / float(absorbed)
        if cost < least:
            least = cost
            best = action_with(c.DO_ELIMINATE, unit, troop)
        if left > 1 and may_wound:
            cost = TOKEN + WOUND_SHARE * worth / float(left)
            if cost < least:
                least = cost
                best = action_with(c.DO_WOUND, unit, troop) | source
    return best


def choose_sacrifice(state: State) -> i64:
    """The wounded troop whose tokens are worth more than it is, or `done`. PB-4.7."""
    side = state.sacrificer
    enemy = other_side(side)
    mask = state.tally[c.WOUNDED + side]
    best: i64 = c.DONE_ACTION
    most = 0.0
    while mask:
        troop = first_in(side, mask)
        mask &= mask - 1
        lost = state.tally[c.DESTROYED + enemy] + state.roster.dp[troop]
        # Never sacrifice the battle.
        if 2 * lost >= state.roster.fielded[side]:
            continue
        gain = FREED_SHARE * TOKEN * float(state.wounds[troop]) - troop_worth(state, troop)
        if gain > most:
            most = gain
            best = action_with(c.DO_SACRIFICE, state.roster.unit_of[troop], troop)
    return best
