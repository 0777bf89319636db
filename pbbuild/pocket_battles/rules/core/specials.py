"""Special traits and the orders they lead to. PB-5.5, PB-T.1 to PB-T.3."""

from . import constants as c
from .arrays import i64
from .bits import amount, bit_of, first_in, holds, sector_of, side_of
from .charge import charge_refusal
from .orders import order_cost
from .shooting import shoot_refusal, shoot_targets
from .state import State


def special_refusal(state: State, unit: i64, flag: i64) -> i64:
    """The clause that forbids `unit` to use the special `flag`, or 0.

    PB-5.5, PB-T.1, PB-T.2, PB-T.3. `unit` is free to be ordered.
    """
    if state.flags[unit] & flag == 0:
        return c.PB_5_5
    if state.first_turn and state.active == state.player1:
        return c.PB_5_5
    if flag == c.HEALS:
        return c.ALLOWED if healable(state, unit) else c.PB_T_1
    trait: i64 = c.DOUBLE_ORDER if flag == c.DOUBLE_ORDERS else c.EXCITE
    budget = state.tally[c.UNUSED + state.active] - order_cost(state, unit)
    if can_follow(state, trait, unit, budget):
        return c.ALLOWED
    return c.PB_T_2 if flag == c.DOUBLE_ORDERS else c.PB_T_3


def healable(state: State, unit: i64) -> i64:
    """Mask of the wounded troops in the other units of the side of `unit`. PB-T.1."""
    return state.tally[c.WOUNDED + side_of(unit)] & ~state.roster.troops_of[unit]


def can_excite(state: State, unit: i64) -> bool:
    """Whether `unit` could charge, carry on or shoot if its order were paid. PB-T.3."""
    zone = state.zone[unit]
    if zone >= c.ENGAGEMENT:
        return state.contact[unit] != 0
    if zone >= c.FRONT and state.black[unit] and charge_refusal(state, unit) == c.ALLOWED:
        return True
    if state.white[unit] == 0 or shoot_refusal(state, unit):
        return False
    return shoot_targets(state, unit, sector_of(zone)) != 0


def can_follow(state: State, trait: i64, leader: i64, budget: i64) -> bool:
    """Whether a unit could act through the special `trait` of `leader`. PB-T.2, PB-T.3, R-6."""
    if budget < 1:
        return False
    # Side and bit without calls: every count of special actions comes here.
    side = leader >> c.SIDE_SHIFT
    mask = state.tally[c.UNITS + side] & ~(state.acted | 1 << (leader & c.PLACE_MASK))
    redeployed = state.redeployed
    if redeployed != c.NOBODY and state.flags[redeployed] & c.REDEPLOYS_AND_ACTS == 0:
        mask &= ~bit_of(redeployed)
    # Every unit can move, carry on or leave: a Double Order only needs one that can be paid.
    if trait == c.DOUBLE_ORDER and mask & ~state.tally[c.COSTLY + side]:
        return True
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        # The least cost of one token is in the budget, see above.
        if state.orders[unit] + state.order_step[unit] <= budget and (
            trait == c.DOUBLE_ORDER or can_excite(state, unit)
        ):
            return True
    return False


def follow_up_refusal(state: State, unit: i64, kind: i64) -> i64:
    """The clause that forbids `unit` to act through the special in progress, or 0.

    PB-T.2, PB-T.3.
    """
    clause: i64 = c.PB_T_2 if state.trait == c.DOUBLE_ORDER else c.PB_T_3
    if side_of(unit) != state.active or unit == state.trait_unit:
        return clause
    if holds(state.acted, unit):
        return clause
    if kind == c.DO_CHARGE or kind == c.DO_CARRY_ON or kind == c.DO_SHOOT:
        return c.ALLOWED
    if state.trait == c.DOUBLE_ORDER and (kind == c.DO_MOVE or kind == c.DO_LEAVE):
        return c.ALLOWED
    return clause


def heal(state: State, troop: i64) -> None:
    """Turn one wound token of `troop` into an unused token. PB-T.1, PB-4.3."""
    side = side_of(troop)
    state.wounds[troop] -= 1
    state.tally[c.UNUSED + side] += 1
    if state.wounds[troop] == 0:
        state.tally[c.WOUNDED + side] &= ~bit_of(troop)


def begin_follow_ups(state: State, unit: i64, trait: i64) -> None:
    """Let other units act through the special `trait` of `unit`, already paid. PB-T.2, PB-T.3."""
    state.trait = trait
    state.trait_unit = unit
    state.acted = 0
    if trait == c.DOUBLE_ORDER:
        state.left = amount(state.extra[unit], c.EXTRA_DOUBLE_ORDER)
    else:
        state.left = 1


def excite_dice(state: State) -> i64:
    """How many dice Excite adds to the attack that it leads to. PB-T.3."""
    return amount(state.extra[state.trait_unit], c.EXTRA_EXCITE)


def end_action(state: State) -> None:
    """End an action: ask for the next follow-up of a special, or end the turn. R-7."""
    state.charging = 0
    state.extra_dice = 0
    state.overwhelming = 0
    state.attacker = c.NOBODY
    state.defender = c.NOBODY
    state.first_struck = 0
    state.strikers = 0
    state.share = 0
    state.share_enemies = 0
    state.share_own = 0
    if state.left and can_follow(
        state, state.trait, state.trait_unit, state.tally[c.UNUSED + state.active]
    ):
        state.phase = c.FOLLOW_UP
        state.decider = state.active
        state.step = c.WAITING
        return
    end_follow_ups(state)


def end_follow_ups(state: State) -> None:
    """End the follow-ups of a special, and with them the turn. PB-T.2, PB-T.3."""
    state.trait = c.NO_TRAIT
    state.trait_unit = c.NOBODY
    state.left = 0
    state.acted = 0
    state.step = c.TURN_OVER


def count_follow_up(state: State, unit: i64) -> None:
    """Count the order that `unit` takes through the special in progress. PB-T.2, PB-T.3."""
    state.left -= 1
    state.acted |= bit_of(unit)
    if state.trait == c.EXCITE:
        state.extra_dice = excite_dice(state)
