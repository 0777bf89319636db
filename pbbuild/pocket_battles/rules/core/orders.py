"""Orders: what they cost, and who may get one. PB-4.2 to PB-4.5, PB-5.1, PB-5.6."""

from .arrays import i64
from .constants import (
    ALLOWED,
    DEAD,
    ENGAGEMENT,
    FRONT,
    MAY_NOT_REDEPLOY,
    PASSED,
    PB_4_2,
    PB_4_4,
    PB_4_5,
    PB_5_1,
    PB_T_14,
    REDEPLOYS_AND_ACTS,
    SIDE_SHIFT,
    TURN,
    UNUSED,
)
from .state import State
from .units import note_cost, place


def order_cost(state: State, unit: i64) -> i64:
    """Tokens the next order to `unit` takes. PB-4.5, PB-T.12."""
    cost = state.orders[unit] + state.order_step[unit]
    if cost < 1:
        return 1
    return cost


def order_refusal(state: State, unit: i64) -> i64:
    """The clause by which the player on turn cannot give `unit` any order now, or 0."""
    if unit >> SIDE_SHIFT != state.active or state.zone[unit] >= 12:
        return PB_4_2
    if unit == state.redeployed and state.flags[unit] & REDEPLOYS_AND_ACTS == 0:
        return PB_4_4
    if order_cost(state, unit) > state.tally[UNUSED + state.active]:
        return PB_4_5
    return ALLOWED


def pay_order(state: State, unit: i64) -> None:
    """Move the cost of an order from the unused tokens onto `unit`. PB-4.5."""
    cost = order_cost(state, unit)
    state.tally[UNUSED + (unit >> SIDE_SHIFT)] -= cost
    state.orders[unit] += cost
    note_cost(state, unit)


def are_adjacent(zone: i64, other: i64) -> bool:
    """Whether a move leads from one own zone to the other. PB-4.4."""
    if zone >= ENGAGEMENT or other >= ENGAGEMENT:
        return False
    if zone ^ other == FRONT:
        return True
    return zone & FRONT == other & FRONT and (zone - other == 1 or other - zone == 1)


def move_refusal(state: State, unit: i64, zone: i64) -> i64:
    """The clause by which `unit`, free to be ordered, cannot move to `zone`, or 0."""
    return ALLOWED if are_adjacent(state.zone[unit], zone) else PB_5_1


def redeploy_refusal(state: State, unit: i64, zone: i64) -> i64:
    """The clause by which `unit` cannot redeploy to `zone` now, or 0. PB-4.4, PB-T.14."""
    if state.phase != TURN or unit >> SIDE_SHIFT != state.active or state.zone[unit] == DEAD:
        return PB_4_2
    if state.flags[unit] & MAY_NOT_REDEPLOY:
        return PB_T_14
    return ALLOWED if are_adjacent(state.zone[unit], zone) else PB_4_4


def redeploy(state: State, unit: i64, zone: i64) -> None:
    """Move `unit` for free; it gets no order this turn. PB-4.4."""
    place(state, unit, zone)
    state.redeployed = unit


def set_token_aside_as_passed(state: State) -> None:
    """Pay for a pass. PB-5.6."""
    state.tally[UNUSED + state.active] -= 1
    state.tally[PASSED + state.active] += 1
