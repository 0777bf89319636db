"""Charges: targets, reactions, repeated charges. PB-5.2, PB-T.11, PB-T.20."""

from . import constants as c
from .arrays import i64
from .bits import enemy_side, first_in, holds, other_side, sector_of, side_of, zone_at
from .casualties import take_hits
from .engagement import disband, scored
from .fight_groups import make_contact
from .orders import order_cost, pay_order
from .shooting import roll_shot, shooting_dice
from .state import State
from .units import place


def charge_targets(state: State, unit: i64, sector: i64) -> i64:
    """Mask of the enemies that a charge of `unit` from `sector` may target.

    PB-5.2.1, PB-5.2.2, PB-5.2.3, PB-2.2; Flying adds the rear, PB-T.20.
    """
    at = state.at
    enemy = enemy_side(unit)
    here = (enemy << c.ZONE_SHIFT) + sector
    mask = at[here + c.FRONT] | at[here + c.ENGAGEMENT]
    if mask:
        if state.flags[unit] & c.CHARGES_REAR:
            mask |= at[here + c.REAR]
        return mask
    mask = at[here + c.REAR]
    if mask:
        return mask
    if sector != c.CENTRE:
        centre = zone_at(enemy, c.CENTRE)
        return at[centre + c.REAR] | at[centre + c.FRONT] | at[centre + c.ENGAGEMENT]
    left = zone_at(enemy, c.LEFT)
    right = zone_at(enemy, c.RIGHT)
    mask = at[left + c.REAR] | at[left + c.FRONT] | at[left + c.ENGAGEMENT]
    return mask | at[right + c.REAR] | at[right + c.FRONT] | at[right + c.ENGAGEMENT]


def charge_refusal(state: State, unit: i64) -> i64:
    """The clause that forbids `unit` to charge, or 0. PB-5.2, PB-5.2.3.

    `unit` is free to be ordered.
    """
    zone = state.zone[unit]
    if zone < c.FRONT or zone >= c.ENGAGEMENT or state.black[unit] == 0:
        return c.PB_5_2
    if charge_targets(state, unit, zone - c.FRONT):
        return c.ALLOWED
    return c.PB_5_2_3


def target_refusal(state: State, enemy: i64) -> i64:
    """The clause that forbids the charger to target `enemy`, or 0.

    PB-5.2.1, PB-5.2.2, PB-5.2.3.
    """
    unit = state.attacker
    if side_of(enemy) == side_of(unit):
        return c.PB_5_2_1
    if holds(charge_targets(state, unit, state.sector), enemy):
        return c.ALLOWED
    return charge_kind(state, side_of(enemy), state.sector)


def charge_kind(state: State, enemy: i64, sector: i64) -> i64:
    """The clause that decides which units of side `enemy` a charge from `sector` may target.

    PB-5.2.1, PB-5.2.2, PB-5.2.3.
    """
    here = zone_at(enemy, sector)
    if state.at[here + c.FRONT] | state.at[here + c.ENGAGEMENT]:
        return c.PB_5_2_1
    return c.PB_5_2_2 if state.at[here + c.REAR] else c.PB_5_2_3


def is_open_to_reactions(state: State, side: i64, sector: i64) -> bool:
    """Whether the enemy may react to a charge of `side` in `sector`. PB-5.2.4."""
    here = zone_at(other_side(side), sector)
    return state.at[here + c.FRONT] | state.at[here + c.ENGAGEMENT] != 0


def reaction_refusal(state: State, unit: i64) -> i64:
    """The clause that forbids `unit` to react to the charge in any way, or 0. PB-5.2.4, PB-4.5."""
    if side_of(unit) == state.active or state.zone[unit] != c.FRONT + state.sector:
        return c.PB_5_2_4
    if order_cost(state, unit) > state.tally[c.UNUSED + side_of(unit)]:
        return c.PB_4_5
    return c.ALLOWED


def intercept_refusal(state: State, unit: i64) -> i64:
    """The clause that forbids `unit` to intercept the charger, or 0. PB-5.2.4, PB-T.20.

    `unit` is free to react.
    """
    if state.black[unit] == 0:
        return c.PB_5_2_4
    if state.flags[state.attacker] & ~state.flags[unit] & c.EVADES_INTERCEPTION:
        return c.PB_T_20
    return c.ALLOWED


def react_shoot_refusal(state: State, unit: i64) -> i64:
    """The clause that forbids `unit` to shoot at the charger, or 0. PB-5.2.4.

    `unit` is free to react.
    """
    if state.white[unit]:
        return c.ALLOWED
    return c.PB_5_2_4


def has_reactor(state: State) -> bool:
    """Whether some enemy can react to the charge. PB-5.2.4."""
    side = other_side(state.active)
    mask = state.at[zone_at(side, c.FRONT + state.sector)]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        if reaction_refusal(state, unit) == c.ALLOWED and (
            react_shoot_refusal(state, unit) == c.ALLOWED
            or intercept_refusal(state, unit) == c.ALLOWED
        ):
            return True
    return False


def begin_charge(state: State, unit: i64) -> None:
    """Move the charger, already paid for, into the engagement zone and ask for reactions.

    PB-5.2, PB-5.2.4.
    """
    sector = state.zone[unit] - c.FRONT
    side = side_of(unit)
    state.attacker = unit
    state.sector = sector
    state.charging = 1
    place(state, unit, c.ENGAGEMENT + sector)
    state.step = c.WAITING
    if is_open_to_reactions(state, side, sector) and has_reactor(state):
        state.phase = c.REACT
        state.decider = other_side(side)
    else:
        ask_target(state)


def ask_target(state: State) -> None:
    """Ask the owner of the charger for the target. PB-5.2.1, PB-5.2.2, PB-5.2.3."""
    state.phase = c.TARGET
    state.decider = side_of(state.attacker)
    state.step = c.WAITING


def intercept(state: State, unit: i64) -> None:
    """Pay for the interception; charger and `unit` fight one against one. PB-5.2.5."""
    pay_order(state, unit)
    name_target(state, unit)


def name_target(state: State, enemy: i64) -> None:
    """Put charger and `enemy` into contact in the enemy's sector and fight. PB-5.2.7, PB-6.3."""
    sector = sector_of(state.zone[enemy])
    if state.zone[enemy] < c.ENGAGEMENT:
        place(state, enemy, c.ENGAGEMENT + sector)
    place(state, state.attacker, c.ENGAGEMENT + sector)
    make_contact(state, state.attacker, enemy)
    state.defender = enemy
    state.phase = c.NO_PHASE
    state.step = c.FIGHT


def react_shoot(state: State, unit: i64) -> None:
    """Pay for the shot of `unit` at the charger and roll it. PB-5.2.6."""
    pay_order(state, unit)
    state.defender = unit
    roll_shot(state, c.REACT_SHOOT, unit, state.attacker, shooting_dice(state, unit))


def apply_reaction_shot(state: State, counts: i64) -> None:
    """Apply the dice of the reaction shot; all hits fall on the charger. PB-5.2.6."""
    state.hits = scored(state, state.white[state.roller], state.roller, counts)
    state.phase = c.NO_PHASE
    take_hits(state, state.attacker, state.hits, c.REACTED)


def after_reaction_shot(state: State) -> None:
    """After the charger's wounds: it names a target if it lives. PB-5.2.6."""
    disband(state, state.roller, state.attacker)
    if state.zone[state.attacker] == c.DEAD:
        state.step = c.ACTION_OVER
    else:
        ask_target(state)


def after_fight(state: State) -> None:
    """After the fight: a charger that destroyed its enemy may charge again. PB-T.11."""
    unit = state.attacker
    state.step = c.ACTION_OVER
    if state.charging == 0 or state.zone[state.defender] != c.DEAD or state.zone[unit] == c.DEAD:
        return
    if state.flags[unit] & c.CHARGES_AGAIN == 0 or charge_refusal(state, unit):
        return
    state.overwhelming = c.OVERWHELMING
    state.sector = state.zone[unit] - c.FRONT
    state.phase = c.FOLLOW_UP
    state.decider = side_of(unit)
    state.step = c.WAITING


def charge_again(state: State, enemy: i64) -> None:
    """Charge `enemy` at once, free, without reactions or Excite dice. PB-T.11."""
    state.overwhelming = 0
    state.extra_dice = 0
    name_target(state, enemy)
