"""Shooting: who may, at whom, and how the hits are shared out. PB-8."""

from .arrays import i64
from .bits import count_bits, index_of
from .casualties import take_hits
from .constants import (
    ACTION_OVER,
    ALLOWED,
    BONUS_MASK,
    BONUS_SHOOTING,
    ENGAGEMENT,
    FRONT,
    PB_8_1,
    PB_8_2,
    PB_8_3,
    PB_8_5,
    REAR,
    SHARES,
    SHOOT,
    SHOOTS_ADJACENT_FRONT,
    SHOOTS_FROM_REAR,
    SIDE_SHIFT,
    SIDE_SIZE,
    ZONE_SHIFT,
)
from .engagement import disband, roll_strike
from .state import State


def enemies_elsewhere(state: State, enemy: i64, sector: i64) -> i64:
    """Mask of `enemy` units that a shot reaches in this other sector. PB-8.3."""
    at = state.at
    base = (enemy << ZONE_SHIFT) + sector
    mask = at[base + FRONT] | at[base + ENGAGEMENT]
    if mask == 0 and state.roster.shoots_rear_elsewhere:
        mask = at[base + REAR]
    return mask


def sector_targets(state: State, enemy: i64, sector: i64) -> i64:
    """Mask of the `enemy` units that a shot from `sector` reaches. PB-8.2, PB-8.3."""
    at = state.at
    here = (enemy << ZONE_SHIFT) + sector
    mask = at[here + FRONT] | at[here + ENGAGEMENT]
    if mask:
        return mask
    mask = at[here + REAR]
    if mask:
        return mask
    if sector != 1:
        mask = enemies_elsewhere(state, enemy, 1)
        if state.roster.shoots_any_sector:
            mask |= enemies_elsewhere(state, enemy, 2 - sector)
        return mask
    return enemies_elsewhere(state, enemy, 0) | enemies_elsewhere(state, enemy, 2)


def wide_targets(state: State, enemy: i64, sector: i64) -> i64:
    """Mask of the `enemy` units that Wide Arc adds from `sector`. PB-T.16."""
    base = (enemy << ZONE_SHIFT) + FRONT
    if sector != 1:
        return state.at[base + 1]
    return state.at[base] | state.at[base + 2]


def shoot_targets(state: State, unit: i64, sector: i64) -> i64:
    """Mask of enemies that `unit` may shoot at from `sector`. PB-8.2, PB-8.3, PB-T.16."""
    enemy = (unit >> SIDE_SHIFT) ^ 1
    mask = sector_targets(state, enemy, sector)
    if state.flags[unit] & SHOOTS_ADJACENT_FRONT:
        mask |= wide_targets(state, enemy, sector)
    return mask


def shoot_refusal(state: State, unit: i64) -> i64:
    """The clause by which `unit`, free to be ordered, cannot shoot at all, or 0."""
    if state.white[unit] == 0:
        return PB_8_1
    zone = state.zone[unit]
    if zone >= ENGAGEMENT:
        return PB_8_5
    if zone < FRONT and state.flags[unit] & SHOOTS_FROM_REAR == 0:
        return PB_8_5
    return ALLOWED


def shoot_target_refusal(state: State, unit: i64, enemy: i64) -> i64:
    """The clause by which `unit` cannot shoot at `enemy`, or 0."""
    refusal = shoot_refusal(state, unit)
    if refusal:
        return refusal
    if enemy >> SIDE_SHIFT == unit >> SIDE_SHIFT:
        return PB_8_2
    sector = state.zone[unit] & 3
    if shoot_targets(state, unit, sector) >> (enemy & (SIDE_SIZE - 1)) & 1:
        return ALLOWED
    here = ((enemy >> SIDE_SHIFT) << ZONE_SHIFT) + sector
    if state.at[here + FRONT] | state.at[here + ENGAGEMENT] | state.at[here + REAR]:
        return PB_8_2
    return PB_8_3


def shooting_dice(state: State, unit: i64) -> i64:
    """Dice of a shot of `unit`, 0 without a white die. PB-8.1, PB-T.6."""
    if state.white[unit] == 0:
        return 0
    return 1 + (state.bonus[unit] >> BONUS_SHOOTING & BONUS_MASK)


def begin_shot(state: State, unit: i64, enemy: i64) -> None:
    """Roll for the shot of `unit` at `enemy`. PB-8.1."""
    state.attacker = unit
    state.defender = enemy
    roll_strike(state, SHOOT, unit, enemy, shooting_dice(state, unit) + state.extra_dice)


def group_of(state: State, unit: i64, own: i64) -> i64:
    """Mask of the units on side `own` in the group of `unit`; `unit` itself included."""
    side = unit >> SIDE_SHIFT
    foes = state.contact[unit]
    if foes == 0:
        return 1 << (unit & (SIDE_SIZE - 1)) if own == side else 0
    if own != side:
        return foes
    if foes & (foes - 1):
        return 1 << (unit & (SIDE_SIZE - 1))
    return state.contact[((side ^ 1) << SIDE_SHIFT) + index_of(foes)]


def share_out(state: State) -> None:
    """Divide the hits of the shot over the group aimed at, rounded up. PB-8.4."""
    target = state.defender
    side = state.attacker >> SIDE_SHIFT
    state.share_enemies = group_of(state, target, side ^ 1)
    state.share_own = group_of(state, target, side)
    units = count_bits(state.share_enemies) + count_bits(state.share_own)
    share: i64 = 0
    left = state.hits
    while left > 0:
        left -= units
        share += 1
    state.share = share
    state.step = SHARES


def next_share(state: State) -> None:
    """Let the next unit of the group take its share: enemies first, then own. PB-8.4."""
    side = state.attacker >> SIDE_SHIFT
    if state.share_enemies and state.share:
        bit = state.share_enemies & -state.share_enemies
        state.share_enemies ^= bit
        take_hits(state, ((side ^ 1) << SIDE_SHIFT) + index_of(bit), state.share, SHARES)
    elif state.share_own and state.share:
        bit = state.share_own & -state.share_own
        state.share_own ^= bit
        take_hits(state, (side << SIDE_SHIFT) + index_of(bit), state.share, SHARES)
    else:
        disband(state, state.attacker, state.defender)
        state.step = ACTION_OVER
