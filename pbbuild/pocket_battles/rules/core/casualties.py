"""Wounds and eliminations. PB-7."""

from . import constants as c
from .arrays import i64
from .bits import (
    argument_in,
    bit_of,
    first_in,
    holds,
    kind_of,
    other_side,
    side_of,
    source_in,
)
from .fight_groups import break_contact
from .state import State
from .units import place, update_cost, update_unit


def eliminate(state: State, troop: i64) -> None:
    """Remove `troop` from the field; it scores for the enemy. PB-7.3, PB-7.5.

    With the last troop that has wound points, the 0-WP troops of the unit die too and its order
    tokens are set aside.
    """
    roster = state.roster
    unit = roster.unit_of[troop]
    side = side_of(unit)
    _remove(state, troop)
    mask = roster.troops_of[unit] & state.tally[c.TROOPS + side]
    wound_points: i64 = 0
    rest = mask
    # One troop with wound points is enough.
    while rest and wound_points == 0:
        wound_points = roster.wp[first_in(side, rest)]
        rest &= rest - 1
    if wound_points:
        update_unit(state, unit)
        return
    while mask:
        _remove(state, first_in(side, mask))
        mask &= mask - 1
    state.tally[c.SET_ASIDE + side] += state.orders[unit]
    state.orders[unit] = 0
    update_unit(state, unit)
    break_contact(state, unit)
    place(state, unit, c.DEAD)
    state.tally[c.UNITS + side] &= ~bit_of(unit)


def _remove(state: State, troop: i64) -> None:
    tally = state.tally
    side = side_of(troop)
    others = ~bit_of(troop)
    tally[c.TROOPS + side] &= others
    tally[c.WOUNDED + side] &= others
    tally[c.DESTROYED + other_side(side)] += state.roster.dp[troop]
    tally[c.SET_ASIDE + side] += state.wounds[troop]
    state.wounds[troop] = 0


def take_hits(state: State, unit: i64, hits: i64, after: i64) -> None:
    """Ask the owner of `unit` to assign `hits`, then continue with the step `after`. PB-7.1."""
    if hits == 0 or state.zone[unit] == c.DEAD:
        state.step = after
        return
    state.wound_unit = unit
    state.wound_hits = hits
    state.after = after
    state.decider = side_of(unit)
    state.phase = c.WOUND
    state.step = c.WAITING


def wound_points_left(state: State, troop: i64) -> i64:
    """How many hits `troop` can still absorb. PB-7.1."""
    return state.roster.wp[troop] - state.wounds[troop]


def eliminate_refusal(state: State, unit: i64, troop: i64) -> i64:
    """The clause that forbids to eliminate `troop` for the hit, or 0. PB-7.1, PB-7.5."""
    if unit != state.wound_unit or state.roster.unit_of[troop] != unit:
        return c.PB_7_1
    if not holds(state.tally[c.TROOPS + side_of(troop)], troop):
        return c.PB_7_1
    if state.roster.wp[troop] == 0:
        return c.PB_7_5
    return c.ALLOWED


def wound_refusal(state: State, unit: i64, troop: i64, source: i64) -> i64:
    """The clause that forbids a wound token from `source` on `troop`, or 0. PB-7.1, PB-7.2."""
    refusal = eliminate_refusal(state, unit, troop)
    if refusal:
        return refusal
    if state.lethal:
        return c.PB_T_23
    if wound_points_left(state, troop) < 2:
        return c.PB_7_1
    side = side_of(unit)
    if source == c.FROM_UNUSED:
        return c.ALLOWED if state.tally[c.UNUSED + side] else c.PB_7_2
    if state.tally[c.UNUSED + side]:
        return c.PB_7_2
    if source == c.FROM_PASSED:
        return c.ALLOWED if state.tally[c.PASSED + side] else c.PB_7_2
    if side_of(source) != side or state.orders[source] == 0:
        return c.PB_7_2
    return c.ALLOWED


def assign_hit(state: State, action: i64) -> None:
    """Apply `eliminate` or `wound` to the unit hit. PB-7.1, PB-7.2, PB-7.4.

    A troop that a Lethal shot eliminates absorbs one hit, whatever it has left. PB-T.23.
    """
    troop = argument_in(action)
    side = side_of(troop)
    if kind_of(action) == c.DO_ELIMINATE:
        state.wound_hits -= 1 if state.lethal else wound_points_left(state, troop)
        if state.wound_hits < 0:
            state.wound_hits = 0
        eliminate(state, troop)
    else:
        source = source_in(action)
        if source == c.FROM_UNUSED:
            state.tally[c.UNUSED + side] -= 1
        elif source == c.FROM_PASSED:
            state.tally[c.PASSED + side] -= 1
        else:
            state.orders[source] -= 1
            update_cost(state, source)
        state.wounds[troop] += 1
        state.tally[c.WOUNDED + side] |= bit_of(troop)
        state.wound_hits -= 1
    if state.wound_hits == 0 or state.zone[state.wound_unit] == c.DEAD:
        state.phase = c.NO_PHASE
        state.wound_hits = 0
        state.wound_unit = c.NOBODY
        state.step = state.after
