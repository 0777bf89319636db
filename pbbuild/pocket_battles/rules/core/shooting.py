"""Shooting: shooters, targets, the shares of a group. PB-8."""

from . import constants as c
from .arrays import i64
from .bits import (
    amount,
    bit_of,
    count_bits,
    enemy_side,
    first_in,
    holds,
    is_single,
    other_side,
    sector_of,
    side_of,
    zone_at,
)
from .casualties import take_hits
from .engagement import disband, roll_strike
from .state import State


def targets_elsewhere(state: State, enemy: i64, sector: i64) -> i64:
    """Mask of the units of side `enemy` that a shot from another sector reaches. PB-8.3."""
    here = zone_at(enemy, sector)
    mask = state.at[here + c.FRONT] | state.at[here + c.ENGAGEMENT]
    if mask == 0 and state.roster.shoots_rear_elsewhere:
        mask = state.at[here + c.REAR]
    return mask


def sector_targets(state: State, enemy: i64, sector: i64) -> i64:
    """Mask of the units of side `enemy` that a shot from `sector` reaches. PB-8.2, PB-8.3."""
    at = state.at
    # As `zone_at`, without the call: every count of shots comes here.
    here = (enemy << c.ZONE_SHIFT) + sector
    mask = at[here + c.FRONT] | at[here + c.ENGAGEMENT]
    if mask:
        return mask
    mask = at[here + c.REAR]
    if mask:
        return mask
    if sector != c.CENTRE:
        mask = targets_elsewhere(state, enemy, c.CENTRE)
        if state.roster.shoots_any_sector:
            mask |= targets_elsewhere(state, enemy, c.LEFT + c.RIGHT - sector)
        return mask
    return targets_elsewhere(state, enemy, c.LEFT) | targets_elsewhere(state, enemy, c.RIGHT)


def wide_targets(state: State, enemy: i64, sector: i64) -> i64:
    """Mask of the units of side `enemy` that Wide Arc adds from `sector`. PB-T.16."""
    front = (enemy << c.ZONE_SHIFT) + c.FRONT
    if sector != c.CENTRE:
        return state.at[front + c.CENTRE]
    return state.at[front + c.LEFT] | state.at[front + c.RIGHT]


def shoot_targets(state: State, unit: i64, sector: i64) -> i64:
    """Mask of enemies that `unit` may shoot at from `sector`. PB-8.2, PB-8.3, PB-T.16."""
    enemy = enemy_side(unit)
    mask = sector_targets(state, enemy, sector)
    if state.flags[unit] & c.SHOOTS_ADJACENT_FRONT:
        mask |= wide_targets(state, enemy, sector)
    return mask


def shoot_refusal(state: State, unit: i64) -> i64:
    """The clause that forbids `unit` to shoot at all, or 0. PB-8.1, PB-8.5, PB-T.15.

    `unit` is free to be ordered.
    """
    if state.white[unit] == 0:
        return c.PB_8_1
    zone = state.zone[unit]
    if zone >= c.ENGAGEMENT:
        return c.PB_8_5
    if zone < c.FRONT and state.flags[unit] & c.SHOOTS_FROM_REAR == 0:
        return c.PB_8_5
    return c.ALLOWED


def shoot_target_refusal(state: State, unit: i64, enemy: i64) -> i64:
    """The clause that forbids `unit` to shoot at `enemy`, or 0. PB-8.2, PB-8.3."""
    refusal = shoot_refusal(state, unit)
    if refusal:
        return refusal
    if side_of(enemy) == side_of(unit):
        return c.PB_8_2
    sector = sector_of(state.zone[unit])
    if holds(shoot_targets(state, unit, sector), enemy):
        return c.ALLOWED
    here = zone_at(side_of(enemy), sector)
    if state.at[here + c.REAR] | state.at[here + c.FRONT] | state.at[here + c.ENGAGEMENT]:
        return c.PB_8_2
    return c.PB_8_3


def shooting_dice(state: State, unit: i64) -> i64:
    """How many dice `unit` rolls for a shot, 0 without a white die. PB-8.1, PB-T.6."""
    if state.white[unit] == 0:
        return 0
    return 1 + amount(state.bonus[unit], c.BONUS_SHOOTING)


def roll_shot(state: State, phase: i64, unit: i64, enemy: i64, dice: i64) -> None:
    """Wait for the roll of a shot; those of Lethal units eliminate. PB-8.1, PB-T.23."""
    roll_strike(state, phase, unit, enemy, dice)
    if state.flags[unit] & c.LETHAL_SHOTS:
        state.lethal = 1


def begin_shot(state: State, unit: i64, enemy: i64) -> None:
    """Roll for the shot of `unit` at `enemy`. PB-8.1."""
    state.attacker = unit
    state.defender = enemy
    roll_shot(state, c.SHOOT, unit, enemy, shooting_dice(state, unit) + state.extra_dice)


def group_of(state: State, unit: i64, own: i64) -> i64:
    """Mask of the units of side `own` in the group of `unit`, `unit` included. PB-6.3, PB-8.4."""
    side = side_of(unit)
    foes = state.contact[unit]
    if foes == 0:
        return bit_of(unit) if own == side else 0
    if own != side:
        return foes
    if not is_single(foes):
        return bit_of(unit)
    return state.contact[first_in(enemy_side(unit), foes)]


def share_out(state: State) -> None:
    """Divide the hits of the shot among the group of the target, rounded up. PB-8.4."""
    target = state.defender
    side = side_of(state.attacker)
    state.share_enemies = group_of(state, target, other_side(side))
    state.share_own = group_of(state, target, side)
    units = count_bits(state.share_enemies) + count_bits(state.share_own)
    share: i64 = 0
    left = state.hits
    while left > 0:
        left -= units
        share += 1
    state.share = share
    state.step = c.SHARES


def next_share(state: State) -> None:
    """Assign the share of the next unit of the group: enemies first, then own. PB-8.4."""
    side = side_of(state.attacker)
    if state.share_enemies and state.share:
        enemy = first_in(other_side(side), state.share_enemies)
        state.share_enemies &= state.share_enemies - 1
        take_hits(state, enemy, state.share, c.SHARES)
    elif state.share_own and state.share:
        unit = first_in(side, state.share_own)
        state.share_own &= state.share_own - 1
        take_hits(state, unit, state.share, c.SHARES)
    else:
        disband(state, state.attacker, state.defender)
        state.step = c.ACTION_OVER
