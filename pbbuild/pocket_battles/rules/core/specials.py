"""Special traits and the orders they lead to. PB-5.5, PB-T.1 to PB-T.3."""

from .arrays import i64
from .bits import index_of
from .charge import charge_refusal
from .constants import (
    ALLOWED,
    BONUS_MASK,
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
    REDEPLOYS_AND_ACTS,
    SIDE_SHIFT,
    SIDE_SIZE,
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
    """The clause by which `unit`, free to be ordered, cannot use the special `flag`, or 0."""
    if state.flags[unit] & flag == 0:
        return PB_5_5
    if state.first_turn and state.active == state.player1:
        return PB_5_5
    if flag == HEALS:
        return ALLOWED if healable(state, unit) else PB_T_1
    trait: i64 = DOUBLE_ORDER if flag == DOUBLE_ORDERS else EXCITE
    if can_follow(state, trait, unit, state.tally[UNUSED + state.active] - order_cost(state, unit)):
        return ALLOWED
    return PB_T_2 if flag == DOUBLE_ORDERS else PB_T_3


def healable(state: State, unit: i64) -> i64:
    """Mask of wounded troops in other units of the side of `unit`. PB-T.1."""
    return state.tally[WOUNDED + (unit >> SIDE_SHIFT)] & ~state.roster.troops_of[unit]


def can_excite(state: State, unit: i64) -> bool:
    """Whether `unit` could charge, carry on or shoot if it were paid for. PB-T.3."""
    zone = state.zone[unit]
    if zone >= ENGAGEMENT:
        return state.contact[unit] != 0
    if zone >= FRONT and charge_refusal(state, unit) == 0:
        return True
    return shoot_refusal(state, unit) == 0 and shoot_targets(state, unit, zone & 3) != 0


def can_follow(state: State, trait: i64, leader: i64, budget: i64) -> bool:
    """Whether some unit could act through the special `trait` of `leader`. PB-T, R-6."""
    if budget < 1:
        return False
    side = leader >> SIDE_SHIFT
    mask = state.tally[UNITS + side] & ~state.acted & ~(1 << (leader & (SIDE_SIZE - 1)))
    if state.redeployed != NOBODY and state.flags[state.redeployed] & REDEPLOYS_AND_ACTS == 0:
        mask &= ~(1 << (state.redeployed & (SIDE_SIZE - 1)))
    # Any unit can move, or carry on or leave: a Double Order needs only one that can be paid.
    if trait == DOUBLE_ORDER and mask & ~state.tally[COSTLY + side]:
        return True
    while mask:
        bit = mask & -mask
        mask ^= bit
        unit = (side << SIDE_SHIFT) + index_of(bit)
        if order_cost(state, unit) <= budget and (trait == DOUBLE_ORDER or can_excite(state, unit)):
            return True
    return False


def follow_up_refusal(state: State, unit: i64, kind: i64) -> i64:
    """The clause by which the special under way does not lead `unit` to an action, or 0."""
    clause: i64 = PB_T_2 if state.trait == DOUBLE_ORDER else PB_T_3
    if unit >> SIDE_SHIFT != state.active or unit == state.trait_unit:
        return clause
    if state.acted >> (unit & (SIDE_SIZE - 1)) & 1:
        return clause
    if kind == DO_CHARGE or kind == DO_CARRY_ON or kind == DO_SHOOT:
        return ALLOWED
    if state.trait == DOUBLE_ORDER and (kind == DO_MOVE or kind == DO_LEAVE):
        return ALLOWED
    return clause


def heal(state: State, troop: i64) -> None:
    """One wound token of `troop` becomes unused. PB-T.1."""
    side = troop >> SIDE_SHIFT
    state.wounds[troop] -= 1
    state.tally[UNUSED + side] += 1
    if state.wounds[troop] == 0:
        state.tally[WOUNDED + side] &= ~(1 << (troop & (SIDE_SIZE - 1)))


def begin_follow_ups(state: State, unit: i64, trait: i64) -> None:
    """`unit` leads others by `trait`, already paid for. PB-T.2, PB-T.3."""
    state.trait = trait
    state.trait_unit = unit
    state.acted = 0
    if trait == DOUBLE_ORDER:
        state.left = state.extra[unit] >> EXTRA_DOUBLE_ORDER & BONUS_MASK
    else:
        state.left = 1


def excite_dice(state: State) -> i64:
    """Dice the unit that leads by Excite adds. PB-T.3."""
    return state.extra[state.trait_unit] >> EXTRA_EXCITE & BONUS_MASK


def end_action(state: State) -> None:
    """An action is over: the next follow-up of a special, or the end of the turn. R-7."""
    state.charging = 0
    state.extra_dice = 0
    state.overwhelming = 0
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
    """No more follow-ups: the turn is over."""
    state.trait = NO_TRAIT
    state.trait_unit = NOBODY
    state.left = 0
    state.acted = 0
    state.step = TURN_OVER


def count_follow_up(state: State, unit: i64) -> None:
    """`unit` takes its order through the special under way. PB-T.2, PB-T.3."""
    state.left -= 1
    state.acted |= 1 << (unit & (SIDE_SIZE - 1))
    if state.trait == EXCITE:
        state.extra_dice = excite_dice(state)
