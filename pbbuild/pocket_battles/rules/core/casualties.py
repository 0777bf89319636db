"""Wounds and eliminations. PB-7."""

from .arrays import i64
from .bits import index_of
from .constants import (
    DEAD,
    DESTROYED,
    DO_ELIMINATE,
    FROM_PASSED,
    FROM_UNUSED,
    KIND_SHIFT,
    NO_PHASE,
    NOBODY,
    PASSED,
    PB_7_1,
    PB_7_2,
    PB_7_5,
    SET_ASIDE,
    SIDE_SHIFT,
    SIDE_SIZE,
    TROOPS,
    UNITS,
    UNUSED,
    WAITING,
    WOUND,
    WOUNDED,
)
from .state import State
from .units import break_contact, note_cost, place, reckon


def eliminate(state: State, troop: i64) -> None:
    """Take `troop` off the field; it scores for the enemy. PB-7.3, PB-7.5.

    With the unit's last wound point its 0-WP troops go too, and its order tokens are set aside.
    """
    roster = state.roster
    unit = roster.unit_of[troop]
    side = unit >> SIDE_SHIFT
    _remove(state, troop)
    mask = roster.troops_of[unit] & state.tally[TROOPS + side]
    standing: i64 = 0
    rest = mask
    while rest:
        bit = rest & -rest
        rest ^= bit
        standing += roster.wp[(side << SIDE_SHIFT) + index_of(bit)]
    if standing:
        reckon(state, unit)
        return
    while mask:
        bit = mask & -mask
        mask ^= bit
        _remove(state, (side << SIDE_SHIFT) + index_of(bit))
    state.tally[SET_ASIDE + side] += state.orders[unit]
    state.orders[unit] = 0
    reckon(state, unit)
    break_contact(state, unit)
    place(state, unit, DEAD)
    state.tally[UNITS + side] &= ~(1 << (unit & (SIDE_SIZE - 1)))


def _remove(state: State, troop: i64) -> None:
    side = troop >> SIDE_SHIFT
    bit = 1 << (troop & (SIDE_SIZE - 1))
    state.tally[TROOPS + side] &= ~bit
    state.tally[WOUNDED + side] &= ~bit
    state.tally[DESTROYED + (side ^ 1)] += state.roster.dp[troop]
    state.tally[SET_ASIDE + side] += state.wounds[troop]
    state.wounds[troop] = 0


def take_hits(state: State, unit: i64, hits: i64, after: i64) -> None:
    """Let the owner of `unit` assign `hits`, then go on with the step `after`. PB-7.1."""
    if hits == 0 or state.zone[unit] == DEAD:
        state.step = after
        return
    state.wound_unit = unit
    state.wound_hits = hits
    state.after = after
    state.decider = unit >> SIDE_SHIFT
    state.phase = WOUND
    state.step = WAITING


def wound_points_left(state: State, troop: i64) -> i64:
    """How many hits `troop` can still absorb."""
    return state.roster.wp[troop] - state.wounds[troop]


def eliminate_refusal(state: State, unit: i64, troop: i64) -> i64:
    """The clause by which `troop` cannot take the hit by dying, or 0."""
    if unit != state.wound_unit or state.roster.unit_of[troop] != unit:
        return PB_7_1
    if state.tally[TROOPS + (troop >> SIDE_SHIFT)] >> (troop & (SIDE_SIZE - 1)) & 1 == 0:
        return PB_7_1
    if state.roster.wp[troop] == 0:
        return PB_7_5
    return 0


def wound_refusal(state: State, unit: i64, troop: i64, source: i64) -> i64:
    """The clause by which `troop` cannot take the hit with a token from `source`, or 0."""
    refusal = eliminate_refusal(state, unit, troop)
    if refusal:
        return refusal
    if state.roster.wp[troop] - state.wounds[troop] < 2:
        return PB_7_1
    side = unit >> SIDE_SHIFT
    if source == FROM_UNUSED:
        return 0 if state.tally[UNUSED + side] else PB_7_2
    if state.tally[UNUSED + side]:
        return PB_7_2
    if source == FROM_PASSED:
        return 0 if state.tally[PASSED + side] else PB_7_2
    if source >> SIDE_SHIFT != side or state.orders[source] == 0:
        return PB_7_2
    return 0


def assign_hit(state: State, action: i64) -> None:
    """Carry out `eliminate` or `wound` for the unit hit. PB-7.1, PB-7.2, PB-7.4."""
    troop = action >> 8 & 255
    side = troop >> SIDE_SHIFT
    if action >> KIND_SHIFT == DO_ELIMINATE:
        state.wound_hits -= state.roster.wp[troop] - state.wounds[troop]
        if state.wound_hits < 0:
            state.wound_hits = 0
        eliminate(state, troop)
    else:
        source = action & 255
        if source == FROM_UNUSED:
            state.tally[UNUSED + side] -= 1
        elif source == FROM_PASSED:
            state.tally[PASSED + side] -= 1
        else:
            state.orders[source] -= 1
            note_cost(state, source)
        state.wounds[troop] += 1
        state.tally[WOUNDED + side] |= 1 << (troop & (SIDE_SIZE - 1))
        state.wound_hits -= 1
    if state.wound_hits == 0 or state.zone[state.wound_unit] == DEAD:
        state.phase = NO_PHASE
        state.wound_hits = 0
        state.wound_unit = NOBODY
        state.step = state.after
