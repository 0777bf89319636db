"""Charges: targets, reactions, the charge repeated. PB-5.2, PB-T.11, PB-T.20."""

from .arrays import i64
from .bits import index_of
from .casualties import take_hits
from .constants import (
    ACTION_OVER,
    ALLOWED,
    CHARGES_AGAIN,
    CHARGES_REAR,
    DEAD,
    ENGAGEMENT,
    EVADES_INTERCEPTION,
    FIGHT,
    FOLLOW_UP,
    FRONT,
    NO_PHASE,
    OVERWHELMING,
    PB_4_5,
    PB_5_2,
    PB_5_2_1,
    PB_5_2_2,
    PB_5_2_3,
    PB_5_2_4,
    PB_T_20,
    REACT,
    REACT_SHOOT,
    REACTED,
    REAR,
    SIDE_SHIFT,
    SIDE_SIZE,
    TARGET,
    UNUSED,
    WAITING,
    ZONE_SHIFT,
)
from .engagement import disband, roll_strike, scored
from .orders import order_cost, pay_order
from .shooting import shooting_dice
from .state import State
from .units import make_contact, place


def charge_targets(state: State, unit: i64, sector: i64) -> i64:
    """Mask of enemies a charge of `unit` from `sector` may name. PB-5.2.1 to 5.2.3."""
    at = state.at
    base = ((unit >> SIDE_SHIFT) ^ 1) << ZONE_SHIFT
    here = base + sector
    mask = at[here + FRONT] | at[here + ENGAGEMENT]
    if mask:
        if state.flags[unit] & CHARGES_REAR:
            mask |= at[here + REAR]
        return mask
    mask = at[here + REAR]
    if mask:
        return mask
    if sector != 1:
        return at[base + REAR + 1] | at[base + FRONT + 1] | at[base + ENGAGEMENT + 1]
    return (
        at[base + REAR]
        | at[base + FRONT]
        | at[base + ENGAGEMENT]
        | at[base + REAR + 2]
        | at[base + FRONT + 2]
        | at[base + ENGAGEMENT + 2]
    )


def charge_refusal(state: State, unit: i64) -> i64:
    """The clause by which `unit`, free to be ordered, cannot charge, or 0."""
    zone = state.zone[unit]
    if zone < FRONT or zone >= ENGAGEMENT or state.black[unit] == 0:
        return PB_5_2
    if charge_targets(state, unit, zone - FRONT):
        return ALLOWED
    return PB_5_2_3


def target_refusal(state: State, enemy: i64) -> i64:
    """The clause by which the charger cannot name `enemy`, or 0."""
    unit = state.attacker
    if enemy >> SIDE_SHIFT == unit >> SIDE_SHIFT:
        return PB_5_2_1
    if charge_targets(state, unit, state.sector) >> (enemy & (SIDE_SIZE - 1)) & 1:
        return ALLOWED
    return charge_kind(state, enemy >> SIDE_SHIFT, state.sector)


def charge_kind(state: State, enemy: i64, sector: i64) -> i64:
    """The clause that says whom a charge from `sector` may name. PB-5.2.1 to 5.2.3."""
    here = (enemy << ZONE_SHIFT) + sector
    if state.at[here + FRONT] | state.at[here + ENGAGEMENT]:
        return PB_5_2_1
    return PB_5_2_2 if state.at[here + REAR] else PB_5_2_3


def is_open_to_reactions(state: State, side: i64, sector: i64) -> bool:
    """Whether a charge of `side` in `sector` is of the kind that is reacted to. PB-5.2.4."""
    here = ((side ^ 1) << ZONE_SHIFT) + sector
    return state.at[here + FRONT] | state.at[here + ENGAGEMENT] != 0


def reaction_refusal(state: State, unit: i64) -> i64:
    """The clause by which `unit` cannot react to the charge in any way, or 0."""
    if unit >> SIDE_SHIFT == state.active or state.zone[unit] != FRONT + state.sector:
        return PB_5_2_4
    return (
        ALLOWED if order_cost(state, unit) <= state.tally[UNUSED + (state.active ^ 1)] else PB_4_5
    )


def intercept_refusal(state: State, unit: i64) -> i64:
    """The clause by which `unit`, free to react, cannot intercept the charger, or 0."""
    if state.black[unit] == 0:
        return PB_5_2_4
    if state.flags[state.attacker] & ~state.flags[unit] & EVADES_INTERCEPTION:
        return PB_T_20
    return ALLOWED


def react_shoot_refusal(state: State, unit: i64) -> i64:
    """The clause by which `unit`, free to react, cannot shoot at the charger, or 0."""
    if state.white[unit]:
        return ALLOWED
    return PB_5_2_4


def has_reactor(state: State) -> bool:
    """Whether some enemy can react to the charge. PB-5.2.4."""
    side = state.active ^ 1
    mask = state.at[(side << ZONE_SHIFT) + FRONT + state.sector]
    while mask:
        bit = mask & -mask
        mask ^= bit
        unit = (side << SIDE_SHIFT) + index_of(bit)
        if reaction_refusal(state, unit) == 0 and (
            react_shoot_refusal(state, unit) == 0 or intercept_refusal(state, unit) == 0
        ):
            return True
    return False


def begin_charge(state: State, unit: i64) -> None:
    """Move a charger, already paid for, into the engagement zone and ask who reacts. PB-5.2."""
    sector = state.zone[unit] - FRONT
    side = unit >> SIDE_SHIFT
    state.attacker = unit
    state.sector = sector
    state.charging = 1
    place(state, unit, ENGAGEMENT + sector)
    state.step = WAITING
    if is_open_to_reactions(state, side, sector) and has_reactor(state):
        state.phase = REACT
        state.decider = side ^ 1
    else:
        ask_target(state)


def ask_target(state: State) -> None:
    """Ask the charger's owner for the target. PB-5.2.1."""
    state.phase = TARGET
    state.decider = state.attacker >> SIDE_SHIFT
    state.step = WAITING


def intercept(state: State, unit: i64) -> None:
    """`unit` meets the charger; the two fight on their own. PB-5.2.5."""
    pay_order(state, unit)
    name_target(state, unit)


def name_target(state: State, enemy: i64) -> None:
    """Charger and `enemy` come into contact where the enemy is, and fight. PB-5.2.7, PB-6.3."""
    fight = state.zone[enemy] & 3
    if state.zone[enemy] < ENGAGEMENT:
        place(state, enemy, ENGAGEMENT + fight)
    place(state, state.attacker, ENGAGEMENT + fight)
    make_contact(state, state.attacker, enemy)
    state.defender = enemy
    state.phase = NO_PHASE
    state.step = FIGHT


def react_shoot(state: State, unit: i64) -> None:
    """`unit` shoots at the charger. PB-5.2.6."""
    pay_order(state, unit)
    state.defender = unit
    roll_strike(state, REACT_SHOOT, unit, state.attacker, shooting_dice(state, unit))


def apply_reaction_shot(state: State, counts: i64) -> None:
    """Let the dice of the reaction shot have fallen so; all hits are the charger's. PB-5.2.6."""
    state.hits = scored(state, state.white[state.roller], state.roller, counts)
    state.phase = NO_PHASE
    take_hits(state, state.attacker, state.hits, REACTED)


def after_reaction_shot(state: State) -> None:
    """The charger's wounds are assigned: it names a target if it lives. PB-5.2.6."""
    disband(state, state.roller, state.attacker)
    if state.zone[state.attacker] == DEAD:
        state.step = ACTION_OVER
    else:
        ask_target(state)


def after_fight(state: State) -> None:
    """The fight is over: a charger that destroyed its enemy may charge again. PB-T.11."""
    unit = state.attacker
    state.step = ACTION_OVER
    if state.charging == 0 or state.zone[state.defender] != DEAD or state.zone[unit] == DEAD:
        return
    if state.flags[unit] & CHARGES_AGAIN == 0 or charge_refusal(state, unit):
        return
    state.overwhelming = OVERWHELMING
    state.sector = state.zone[unit] - FRONT
    state.phase = FOLLOW_UP
    state.decider = unit >> SIDE_SHIFT
    state.step = WAITING


def charge_again(state: State, enemy: i64) -> None:
    """Charge `enemy` at once, free, without reactions or Excite dice. PB-T.11."""
    state.overwhelming = 0
    state.extra_dice = 0
    name_target(state, enemy)
