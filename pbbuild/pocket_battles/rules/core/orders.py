"""Orders: what they cost and which units may get one. PB-4.2 to PB-4.5, PB-5.1, PB-5.6."""

from .arrays import i64
from .bits import side_of
from .constants import (
    ALLOWED,
    DEAD,
    ENGAGEMENT,
    FRONT,
    MAY_NOT_REDEPLOY,
    OFF_FIELD,
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
from .units import place, update_cost


def order_cost(state: State, unit: i64) -> i64:
    """How many tokens the next order to `unit` costs. PB-4.5, PB-T.12."""
    cost = state.orders[unit] + state.order_step[unit]
    if cost < 1:
        return 1
    return cost


def order_refusal(state: State, unit: i64) -> i64:
    """The clause that forbids any order to `unit` now, or 0. PB-4.2, PB-4.4, PB-4.5, PB-T.8."""
    if side_of(unit) != state.active or state.zone[unit] >= OFF_FIELD:
        return PB_4_2
    if unit == state.redeployed and state.flags[unit] & REDEPLOYS_AND_ACTS == 0:
        return PB_4_4
    if order_cost(state, unit) > state.tally[UNUSED + state.active]:
        return PB_4_5
    return ALLOWED


def pay_order(state: State, unit: i64) -> None:
    """Move the cost of an order from the unused tokens onto `unit`. PB-4.5."""
    orders = state.orders[unit]
    # As `order_cost`, without the call.
    cost = orders + state.order_step[unit]
    if cost < 1:
        cost = 1
    state.tally[UNUSED + (unit >> SIDE_SHIFT)] -= cost
    state.orders[unit] = orders + cost
    update_cost(state, unit)


def are_adjacent(zone: i64, other: i64) -> bool:
    """Whether a unit can move from one own zone to the other. PB-2.2, PB-4.4."""
    if zone >= ENGAGEMENT or other >= ENGAGEMENT:
        return False
    if zone ^ other == FRONT:
        return True
    return zone & FRONT == other & FRONT and (zone - other == 1 or other - zone == 1)


def move_refusal(state: State, unit: i64, zone: i64) -> i64:
    """The clause that forbids `unit` to move to `zone`, or 0. PB-5.1.

    `unit` is free to be ordered.
    """
    return ALLOWED if are_adjacent(state.zone[unit], zone) else PB_5_1


def redeploy_refusal(state: State, unit: i64, zone: i64) -> i64:
    """The clause that forbids `unit` to redeploy to `zone` now, or 0. PB-4.2, PB-4.4, PB-T.14."""
    if state.phase != TURN or side_of(unit) != state.active or state.zone[unit] == DEAD:
        return PB_4_2
    if state.flags[unit] & MAY_NOT_REDEPLOY:
        return PB_T_14
    return ALLOWED if are_adjacent(state.zone[unit], zone) else PB_4_4


def redeploy(state: State, unit: i64, zone: i64) -> None:
    """Move `unit` for free; it gets no order this turn. PB-4.2, PB-4.4."""
    place(state, unit, zone)
    state.redeployed = unit


def set_token_aside_as_passed(state: State) -> None:
    """Set one unused token aside as passed. PB-5.6."""
    state.tally[UNUSED + state.active] -= 1
    state.tally[PASSED + state.active] += 1
