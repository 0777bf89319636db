"""Applying decisions and rolls, up to the next decision, roll or end."""

from .arrays import i64
from .bits import argument_in, unit_in
from .casualties import assign_hit
from .charge import (
    after_fight,
    after_reaction_shot,
    apply_reaction_shot,
    ask_target,
    begin_charge,
    charge_again,
    intercept,
    name_target,
    react_shoot,
)
from .constants import (
    ACT,
    ACTION_OVER,
    ARGUMENT_SHIFT,
    ATTACK,
    DO_CARRY_ON,
    DO_CHARGE,
    DO_DEPLOY,
    DO_DONE,
    DO_DOUBLE_ORDER,
    DO_EXCITE,
    DO_HEAL,
    DO_INTERCEPT,
    DO_LEAVE,
    DO_MOVE,
    DO_PASS,
    DO_REACT_SHOOT,
    DO_REDEPLOY,
    DO_SACRIFICE,
    DO_SHOOT,
    DO_TARGET,
    DO_WAIT,
    DOUBLE_ORDER,
    EXCITE,
    FIELD_MASK,
    FIGHT,
    FIRST_STRUCK,
    FOLLOW_UP,
    FOUGHT,
    INITIATIVE,
    KIND_SHIFT,
    LEAVE_STRUCK,
    LEAVING,
    NO_PHASE,
    REACT_SHOOT,
    REACTED,
    ROUND_OVER,
    ROUND_START,
    SACRIFICE,
    SACRIFICES,
    SELF_STRUCK,
    SHARES,
    SHOOT,
    STRUCK,
    STRUCK_BACK,
    TURN_OVER,
    UNIT_SHIFT,
    WAITING,
    WOUND,
)
from .engagement import (
    after_first_strike,
    after_strike,
    after_strike_back,
    apply_strike,
    attack,
    begin_fight,
    begin_leaving,
    disband,
    next_leave_strike,
    scored,
    strike_back,
)
from .orders import pay_order, redeploy, set_token_aside_as_passed
from .shooting import begin_shot, next_share, share_out
from .specials import begin_follow_ups, count_follow_up, end_action, end_follow_ups, heal
from .state import State
from .turns import (
    apply_initiative,
    ask_sacrifices,
    begin_round,
    deploy,
    end_round,
    end_sacrifices,
    end_turn,
    sacrifice,
)
from .units import place


def apply_action(state: State, action: i64) -> None:
    """Apply `action`, one of the legal ones, and go on to the next decision, roll or end. PB-11."""
    kind = action >> KIND_SHIFT
    if state.phase == WOUND:
        assign_hit(state, action)
    elif kind <= DO_PASS:
        # As `unit_in` and `argument_in`, without the calls: most actions are orders.
        unit = action >> UNIT_SHIFT & FIELD_MASK
        _apply_order(state, kind, unit, action >> ARGUMENT_SHIFT & FIELD_MASK)
    elif kind == DO_TARGET:
        if state.phase == FOLLOW_UP:
            charge_again(state, unit_in(action))
        else:
            name_target(state, unit_in(action))
    elif kind == DO_WAIT:
        ask_target(state)
    elif kind == DO_INTERCEPT:
        intercept(state, unit_in(action))
    elif kind == DO_REACT_SHOOT:
        react_shoot(state, unit_in(action))
    elif kind == DO_SACRIFICE:
        state.phase = NO_PHASE
        sacrifice(state, argument_in(action))
    elif kind == DO_DONE:
        _apply_done(state)
    while state.step != WAITING:
        _take_step(state)


def _apply_done(state: State) -> None:
    if state.phase == SACRIFICE:
        state.phase = NO_PHASE
        end_sacrifices(state)
    elif state.overwhelming:
        # Only the repeated charge is declined; the follow-ups of a special continue.
        state.phase = NO_PHASE
        state.step = ACTION_OVER
    else:
        state.phase = NO_PHASE
        end_follow_ups(state)


def _apply_order(state: State, kind: i64, unit: i64, argument: i64) -> None:
    """Apply an action of a turn or of the set-up. PB-3.2, PB-4.2, PB-5.1, PB-5.3."""
    if kind == DO_DEPLOY:
        deploy(state, unit, argument)
        return
    if kind == DO_REDEPLOY:
        redeploy(state, unit, argument)
        state.phase = ACT
        return
    if kind == DO_PASS:
        state.phase = NO_PHASE
        set_token_aside_as_passed(state)
        state.step = ACTION_OVER
        return
    if state.phase == FOLLOW_UP:
        count_follow_up(state, unit)
    state.phase = NO_PHASE
    pay_order(state, unit)
    state.step = ACTION_OVER
    if kind == DO_MOVE:
        place(state, unit, argument)
    elif kind == DO_CHARGE:
        begin_charge(state, unit)
    elif kind == DO_CARRY_ON:
        state.attacker = unit
        state.defender = argument
        state.step = FIGHT
    elif kind == DO_SHOOT:
        begin_shot(state, unit, argument)
    elif kind == DO_LEAVE:
        begin_leaving(state, unit)
    elif kind == DO_HEAL:
        heal(state, argument)
    elif kind == DO_DOUBLE_ORDER:
        begin_follow_ups(state, unit, DOUBLE_ORDER)
    elif kind == DO_EXCITE:
        begin_follow_ups(state, unit, EXCITE)


def apply_roll(state: State, counts: i64) -> None:
    """Apply rolled dice and go on to the next decision, roll or end. PB-11.

    `counts` holds in the byte of each face how many dice show it.
    """
    phase = state.phase
    if phase == INITIATIVE:
        apply_initiative(state, counts)
    elif phase == SHOOT:
        state.hits = scored(state, state.white[state.roller], state.roller, counts)
        state.phase = NO_PHASE
        share_out(state)
    elif phase == REACT_SHOOT:
        apply_reaction_shot(state, counts)
    else:
        apply_strike(state, counts)
    while state.step != WAITING:
        _take_step(state)


def _take_step(state: State) -> None:
    step = state.step
    # The two that end every turn come first, one right after the other.
    if step == ACTION_OVER:
        end_action(state)
        if state.step == TURN_OVER:
            end_turn(state)
    elif step == TURN_OVER:
        end_turn(state)
    elif step == STRUCK:
        after_strike(state)
    elif step == SELF_STRUCK:
        strike_back(state)
    elif step == STRUCK_BACK:
        after_strike_back(state)
    elif step == FOUGHT:
        after_fight(state)
    elif step == FIGHT:
        begin_fight(state)
    elif step == ATTACK:
        attack(state)
    elif step == SHARES:
        next_share(state)
    elif step == REACTED:
        after_reaction_shot(state)
    elif step == FIRST_STRUCK:
        after_first_strike(state)
    elif step == LEAVING:
        next_leave_strike(state)
    elif step == LEAVE_STRUCK:
        disband(state, state.roller, state.attacker)
        state.step = LEAVING
    elif step == ROUND_OVER:
        end_round(state)
    elif step == SACRIFICES:
        ask_sacrifices(state)
    elif step == ROUND_START:
        begin_round(state)
    else:
        raise AssertionError(step)
