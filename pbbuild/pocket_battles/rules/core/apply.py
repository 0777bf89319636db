"""Applying decisions and rolls, up to the next decision, roll or end."""

from . import constants as c
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
    kind = action >> c.KIND_SHIFT
    if state.phase == c.WOUND:
        assign_hit(state, action)
    elif kind <= c.DO_PASS:
        # As `unit_in` and `argument_in`, without the calls: most actions are orders.
        unit = action >> c.UNIT_SHIFT & c.FIELD_MASK
        _apply_order(state, kind, unit, action >> c.ARGUMENT_SHIFT & c.FIELD_MASK)
    elif kind == c.DO_TARGET:
        if state.phase == c.FOLLOW_UP:
            charge_again(state, unit_in(action))
        else:
            name_target(state, unit_in(action))
    elif kind == c.DO_WAIT:
        ask_target(state)
    elif kind == c.DO_INTERCEPT:
        intercept(state, unit_in(action))
    elif kind == c.DO_REACT_SHOOT:
        react_shoot(state, unit_in(action))
    elif kind == c.DO_SACRIFICE:
        state.phase = c.NO_PHASE
        sacrifice(state, argument_in(action))
    elif kind == c.DO_DONE:
        _apply_done(state)
    while state.step != c.WAITING:
        _take_step(state)


def _apply_done(state: State) -> None:
    if state.phase == c.SACRIFICE:
        state.phase = c.NO_PHASE
        end_sacrifices(state)
    elif state.overwhelming:
        # Only the repeated charge is declined; the follow-ups of a special continue.
        state.phase = c.NO_PHASE
        state.step = c.ACTION_OVER
    else:
        state.phase = c.NO_PHASE
        end_follow_ups(state)


def _apply_order(state: State, kind: i64, unit: i64, argument: i64) -> None:
    """Apply an action of a turn or of the set-up. PB-3.2, PB-4.2, PB-5.1, PB-5.3."""
    if kind == c.DO_DEPLOY:
        deploy(state, unit, argument)
        return
    if kind == c.DO_REDEPLOY:
        redeploy(state, unit, argument)
        state.phase = c.ACT
        return
    if kind == c.DO_PASS:
        state.phase = c.NO_PHASE
        set_token_aside_as_passed(state)
        state.step = c.ACTION_OVER
        return
    if state.phase == c.FOLLOW_UP:
        count_follow_up(state, unit)
    state.phase = c.NO_PHASE
    pay_order(state, unit)
    state.step = c.ACTION_OVER
    if kind == c.DO_MOVE:
        place(state, unit, argument)
    elif kind == c.DO_CHARGE:
        begin_charge(state, unit)
    elif kind == c.DO_CARRY_ON:
        state.attacker = unit
        state.defender = argument
        state.step = c.FIGHT
    elif kind == c.DO_SHOOT:
        begin_shot(state, unit, argument)
    elif kind == c.DO_LEAVE:
        begin_leaving(state, unit)
    elif kind == c.DO_HEAL:
        heal(state, argument)
    elif kind == c.DO_DOUBLE_ORDER:
        begin_follow_ups(state, unit, c.DOUBLE_ORDER)
    elif kind == c.DO_EXCITE:
        begin_follow_ups(state, unit, c.EXCITE)


def apply_roll(state: State, counts: i64) -> None:
    """Apply rolled dice and go on to the next decision, roll or end. PB-11.

    `counts` holds in the byte of each face how many dice show it.
    """
    phase = state.phase
    if phase == c.INITIATIVE:
        apply_initiative(state, counts)
    elif phase == c.SHOOT:
        state.hits = scored(state, state.white[state.roller], state.roller, counts)
        state.phase = c.NO_PHASE
        share_out(state)
    elif phase == c.REACT_SHOOT:
        apply_reaction_shot(state, counts)
    else:
        apply_strike(state, counts)
    while state.step != c.WAITING:
        _take_step(state)


def _take_step(state: State) -> None:
    step = state.step
    # The two that end every turn come first.
    if step == c.ACTION_OVER:
        end_action(state)
    elif step == c.TURN_OVER:
        end_turn(state)
    elif step == c.STRUCK:
        after_strike(state)
    elif step == c.SELF_STRUCK:
        strike_back(state)
    elif step == c.STRUCK_BACK:
        after_strike_back(state)
    elif step == c.FOUGHT:
        after_fight(state)
    elif step == c.FIGHT:
        begin_fight(state)
    elif step == c.ATTACK:
        attack(state)
    elif step == c.SHARES:
        next_share(state)
    elif step == c.REACTED:
        after_reaction_shot(state)
    elif step == c.FIRST_STRUCK:
        after_first_strike(state)
    elif step == c.LEAVING:
        next_leave_strike(state)
    elif step == c.LEAVE_STRUCK:
        disband(state, state.roller, state.attacker)
        state.step = c.LEAVING
    elif step == c.ROUND_OVER:
        end_round(state)
    elif step == c.SACRIFICES:
        ask_sacrifices(state)
    elif step == c.ROUND_START:
        begin_round(state)
    else:
        raise AssertionError(step)
