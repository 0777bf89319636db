"""The clauses that forbid an action now, from the functions that also list the legal actions."""

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.casualties import eliminate_refusal, wound_refusal
from pbbuild.pocket_battles.rules.core.charge import (
    charge_refusal,
    intercept_refusal,
    react_shoot_refusal,
    reaction_refusal,
    target_refusal,
)
from pbbuild.pocket_battles.rules.core.engagement import carry_on_refusal, leave_refusal
from pbbuild.pocket_battles.rules.core.orders import (
    move_refusal,
    order_refusal,
    redeploy_refusal,
)
from pbbuild.pocket_battles.rules.core.shooting import shoot_target_refusal
from pbbuild.pocket_battles.rules.core.specials import follow_up_refusal, special_refusal
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.core.turns import deploy_refusal, sacrifice_refusal
from pbbuild.pocket_battles.rules.notation import argument_of, kind_of, source_of, unit_of

PB_T = 990000
_ORDERS = (c.DO_MOVE, c.DO_CHARGE, c.DO_CARRY_ON, c.DO_LEAVE, c.DO_SHOOT)
_SPECIALS = {c.DO_HEAL: c.HEALS, c.DO_DOUBLE_ORDER: c.DOUBLE_ORDERS, c.DO_EXCITE: c.EXCITES}
_SPECIAL_CLAUSES = {c.DO_HEAL: c.PB_T_1, c.DO_DOUBLE_ORDER: c.PB_T_2, c.DO_EXCITE: c.PB_T_3}
# The kinds of action that each kind of decision is about. PB-11.
_KINDS_OF = {
    c.DEPLOY: (c.DO_DEPLOY,),
    c.TURN: (c.DO_REDEPLOY, *_ORDERS, *_SPECIALS, c.DO_PASS),
    c.ACT: (*_ORDERS, *_SPECIALS, c.DO_PASS),
    c.REACT: (c.DO_INTERCEPT, c.DO_REACT_SHOOT, c.DO_WAIT),
    c.TARGET: (c.DO_TARGET,),
    c.WOUND: (c.DO_ELIMINATE, c.DO_WOUND),
    c.SACRIFICE: (c.DO_SACRIFICE, c.DO_DONE),
}
# The clause that best explains why this kind of action is not possible now.
_OUT_OF_PHASE = {
    c.DO_REDEPLOY: c.PB_4_2,
    c.DO_INTERCEPT: c.PB_5_2_4,
    c.DO_REACT_SHOOT: c.PB_5_2_4,
    c.DO_SACRIFICE: c.PB_4_7,
    c.DO_DEPLOY: c.PB_3_2,
}


def clause_text(clause: int) -> str:
    """The clause's id: 50203 is PB-5.2.3, 991400 is PB-T.14, 110000 is PB-11."""
    heading, number, part = clause // 10000, clause // 100 % 100, clause % 100
    text = f"PB-{'T' if heading == 99 else heading}"
    if number:
        text += f".{number}"
    return f"{text}.{part}" if part else text


def refusal_clauses(state: State, action: int) -> tuple[str, ...]:
    """The clauses that forbid `action` at this decision; () where it is allowed."""
    found = [clause for clause in _refusals(state, action) if clause]
    return tuple(clause_text(clause) for clause in dict.fromkeys(found))


def _refusals(state: State, action: int) -> list[int]:
    kind, phase = kind_of(action), state.phase
    if phase == c.FOLLOW_UP:
        return _follow_up(state, action)
    if kind not in _KINDS_OF.get(phase, ()):
        return [_OUT_OF_PHASE.get(kind, c.PB_11)]
    unit, argument = unit_of(action), argument_of(action)
    if kind == c.DO_DEPLOY:
        return [deploy_refusal(state, unit, argument)]
    if kind == c.DO_REDEPLOY:
        return [redeploy_refusal(state, unit, argument)]
    if kind == c.DO_TARGET:
        return [target_refusal(state, unit)]
    if kind == c.DO_ELIMINATE:
        return [eliminate_refusal(state, unit, argument)]
    if kind == c.DO_WOUND:
        return [wound_refusal(state, unit, argument, source_of(action))]
    if kind == c.DO_SACRIFICE:
        return [sacrifice_refusal(state, argument)]
    if kind in (c.DO_INTERCEPT, c.DO_REACT_SHOOT):
        reacts = intercept_refusal if kind == c.DO_INTERCEPT else react_shoot_refusal
        refused = reaction_refusal(state, unit)
        return [refused] if refused == c.PB_5_2_4 else [refused, reacts(state, unit)]
    if kind in (c.DO_PASS, c.DO_WAIT, c.DO_DONE):
        return []
    return _order(state, kind, unit, argument)


def _order(state: State, kind: int, unit: int, argument: int) -> list[int]:
    refused = order_refusal(state, unit)
    if refused == c.PB_4_2:
        return [refused]
    if kind in _SPECIALS:
        special = special_refusal(state, unit, _SPECIALS[kind])
        if kind == c.DO_HEAL and not special and not _is_healable(state, unit, argument):
            special = c.PB_T_1
        if not state.flags[unit] & _SPECIALS[kind]:
            return [refused, special, _SPECIAL_CLAUSES[kind]]
        # It has the trait and may use it, but no unit could act afterwards: PB-T forbids that.
        nothing_follows = special in (c.PB_T_2, c.PB_T_3)
        return [refused, special, PB_T if nothing_follows else 0]
    plain = _plain_order(state, kind, unit, argument)
    return [refused, plain, _second_clause(state, unit, argument, plain)]


def _second_clause(state: State, unit: int, argument: int, clause: int) -> int:
    # Some refusals need two clauses that refer to each other.
    if clause == c.PB_5_1:
        return c.PB_4_4
    if clause == c.PB_8_2 and state.zone[unit] & 3 != state.zone[argument] & 3:
        return c.PB_8_3
    return 0


def _plain_order(state: State, kind: int, unit: int, argument: int) -> int:
    if kind == c.DO_MOVE:
        return move_refusal(state, unit, argument)
    if kind == c.DO_CHARGE:
        return charge_refusal(state, unit)
    if kind == c.DO_CARRY_ON:
        return carry_on_refusal(state, unit, argument)
    if kind == c.DO_LEAVE:
        return leave_refusal(state, unit)
    return shoot_target_refusal(state, unit, argument)


def _is_healable(state: State, unit: int, troop: int) -> bool:
    if troop >> c.SIDE_SHIFT != unit >> c.SIDE_SHIFT or state.roster.unit_of[troop] == unit:
        return False
    return state.wounds[troop] > 0


def _follow_up(state: State, action: int) -> list[int]:
    kind = kind_of(action)
    if kind == c.DO_DONE:
        return []
    if state.overwhelming:
        return [target_refusal(state, unit_of(action)) if kind == c.DO_TARGET else c.PB_T_11]
    refused = follow_up_refusal(state, unit_of(action), kind)
    if refused:
        return [refused]
    return _order(state, kind, unit_of(action), argument_of(action))
