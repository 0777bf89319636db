"""Special traits and the orders they lead to. PB-5.5, PB-T.1 to PB-T.3."""

from .arrays import i64
from .bits import amount, bit_of, first_in, holds, sector_of, side_of
from .charge import charge_refusal
from .constants import (
    ALLOWED,
    COSTLY,
    DO_CARRY_ON,
    DO_CHARGE,
    DO_LEAVE,
    DO_MOVE,
    DO_SHOOT,
    DOUBLE_ORDER,
    DOUBLE_ORDERS,
    ENGAGEMENT,
    EXCITE,
    EXTRA_DOUBLE_ORDER,
    EXTRA_EXCITE,
    FOLLOW_UP,
    FRONT,
    HEALS,
    NO_TRAIT,
    NOBODY,
    PB_5_5,
    PB_T_1,
    PB_T_2,
    PB_T_3,
    PLACE_MASK,
    REDEPLOYS_AND_ACTS,
    SIDE_SHIFT,
    TURN_OVER,
    UNITS,
    UNUSED,
    WAITING,
    WOUNDED,
)
from .orders import order_cost
from .shooting import shoot_refusal, shoot_targets
from .state import State


def special_refusal(state: State, unit: i64, flag: i64) -> i64:
    """The clause that forbids `unit` to use the special `flag`, or 0.

    PB-5.5, PB-T.1, PB-T.2, PB-T.3. `unit` is free to be ordered.
    """
    if state.flags[unit] & flag == 0:
        return PB_5_5
    if state.first_turn and state.active == state.player1:
        return PB_5_5
    if flag == HEALS:
        return ALLOWED if healable(state, unit) else PB_T_1
    trait: i64 = DOUBLE_ORDER if flag == DOUBLE_ORDERS else EXCITE
    budget = state.tally[UNUSED + state.active] - order_cost(state, unit)
    if can_follow(state, trait, unit, budget):
        return ALLOWED
    return PB_T_2 if flag == DOUBLE_ORDERS else PB_T_3


def healable(state: State, unit: i64) -> i64:
    """Mask of the wounded troops in the other units of the side of `unit`. PB-T.1."""
    return state.tally[WOUNDED + side_of(unit)] & ~state.roster.troops_of[unit]


def can_excite(state: State, unit: i64) -> bool:
    """Whether `unit` could charge, carry on or shoot if its order were paid. PB-T.3."""
    zone = state.zone[unit]
    if zone >= ENGAGEMENT:
        return state.contact[unit] != 0
    if zone >= FRONT and state.black[unit] and charge_refusal(state, unit) == ALLOWED:
        return True
    if state.white[unit] == 0 or shoot_refusal(state, unit):
        return False
    return shoot_targets(state, unit, sector_of(zone)) != 0


def can_follow(state: State, trait: i64, leader: i64, budget: i64) -> bool:
    """Whether a unit could act through the special `trait` of `leader`. PB-T.2, PB-T.3, R-6."""
    if budget < 1:
        return False
    # Side and bit without calls: every count of special actions comes here.
    side = leader >> SIDE_SHIFT
    mask = state.tally[UNITS + side] & ~(state.acted | 1 << (leader & PLACE_MASK))
    redeployed = state.redeployed
    if redeployed != NOBODY and state.flags[redeployed] & REDEPLOYS_AND_ACTS == 0:
        mask &= ~bit_of(redeployed)
    # Every unit can move, carry on or leave: a Double Order only needs one that can be paid.
    if trait == DOUBLE_ORDER and mask & ~state.tally[COSTLY + side]:
        return True
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        # The least cost of one token is in the budget, see above.
        if state.orders[unit] + state.order_step[unit] <= budget and (
            trait == DOUBLE_ORDER or can_excite(state, unit)
        ):
            return True
    return False


def follow_up_refusal(state: State, unit: i64, kind: i64) -> i64:
    """The clause that forbids `unit` to act through the special in progress, or 0.

    PB-T.2, PB-T.3.
    """
    clause: i64 = PB_T_2 if state.trait == DOUBLE_ORDER else PB_T_3
    if side_of(unit) != state.active or unit == state.trait_unit:
        return clause
    if holds(state.acted, unit):
        return clause
    if kind == DO_CHARGE or kind == DO_CARRY_ON or kind == DO_SHOOT:
        return ALLOWED
    if state.trait == DOUBLE_ORDER and (kind == DO_MOVE or kind == DO_LEAVE):
        return ALLOWED
    return clause


def heal(state: State, troop: i64) -> None:
    """Turn one wound token of `troop` into an unused token. PB-T.1, PB-4.3."""
    side = side_of(troop)
    state.wounds[troop] -= 1
    state.tally[UNUSED + side] += 1
    if state.wounds[troop] == 0:
        state.tally[WOUNDED + side] &= ~bit_of(troop)


def begin_follow_ups(state: State, unit: i64, trait: i64) -> None:
    """Let other units act through the special `trait` of `unit`, already paid. PB-T.2, PB-T.3."""
    state.trait = trait
    state.trait_unit = unit
    state.acted = 0
    if trait == DOUBLE_ORDER:
        state.left = amount(state.extra[unit], EXTRA_DOUBLE_ORDER)
    else:
        state.left = 1


def excite_dice(state: State) -> i64:
    """How many dice Excite adds to the attack that it leads to. PB-T.3."""
    return amount(state.extra[state.trait_unit], EXTRA_EXCITE)


def end_action(state: State) -> None:
    """End an action: ask for the next follow-up of a special, or end the turn. R-7."""
    state.charging = 0
    state.extra_dice = 0
    state.overwhelming = 0
    if state.attacker != NOBODY:
        # Most actions are moves, which leave all of these as they are.
        state.attacker = NOBODY
        state.defender = NOBODY
        state.first_struck = 0
        state.strikers = 0
        state.share = 0
        state.share_enemies = 0
        state.share_own = 0
    if state.left and can_follow(
        state, state.trait, state.trait_unit, state.tally[UNUSED + state.active]
    ):
        state.phase = FOLLOW_UP
        state.decider = state.active
        state.step = WAITING
        return
    end_follow_ups(state)


def end_follow_ups(state: State) -> None:
    """End the follow-ups of a special, and with them the turn. PB-T.2, PB-T.3."""
    if state.trait != NO_TRAIT:
        state.trait = NO_TRAIT
        state.trait_unit = NOBODY
        state.left = 0
        state.acted = 0
    state.step = TURN_OVER


def count_follow_up(state: State, unit: i64) -> None:
    """Count the order that `unit` takes through the special in progress. PB-T.2, PB-T.3."""
    state.left -= 1
    state.acted |= bit_of(unit)
    if state.trait == EXCITE:
        state.extra_dice = excite_dice(state)
