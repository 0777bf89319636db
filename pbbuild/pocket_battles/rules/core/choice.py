"""How many actions are legal, and one of them by number, without listing all: for playouts.

Units are counted zone by zone with masks, so that a large army costs little more than a small
one. What is counted here is what `legal` lists, in another order; tests hold the two together.
"""

from typing import Final

from .arrays import i64
from .bits import bit_at, count_bits, index_of
from .constants import (
    ACT,
    ARGUMENT_SHIFT,
    COSTLY,
    DEPLOY,
    DO_CARRY_ON,
    DO_CHARGE,
    DO_DEPLOY,
    DO_LEAVE,
    DO_MOVE,
    DO_PASS,
    DO_REDEPLOY,
    DO_SHOOT,
    DOUBLE_ORDERS,
    ENGAGEMENT,
    EXCITES,
    FAR,
    FRONT,
    HEALS,
    KIND_SHIFT,
    NOBODY,
    REAR,
    REDEPLOYS_AND_ACTS,
    SIDE_SHIFT,
    SIDE_SIZE,
    SLOW,
    SPECIAL,
    TURN,
    UNDEPLOYED,
    UNIT_SHIFT,
    UNUSED,
    WIDE,
    WITH_BLACK,
    WITH_WHITE,
    ZONE_SHIFT,
)
from .legal import Actions, list_actions, list_specials
from .shooting import sector_targets, wide_targets
from .specials import healable, special_refusal
from .state import State

# Groups of actions: in the outer sectors a unit has two ways to move, in the centre three.
REDEPLOY_OUTER: Final = 0
REDEPLOY_CENTRE: Final = 1
MOVE_OUTER: Final = 2
MOVE_CENTRE: Final = 3
CHARGES: Final = 4
SHOTS: Final = 5  # one group for each sector
FIGHTS: Final = 8
SPECIAL_ACTIONS: Final = 9
GROUPS: Final = 10


def count_actions(state: State, out: Actions) -> i64:
    """How many actions are legal at this decision; `action_at` may then be asked."""
    phase = state.phase
    if phase == TURN or phase == ACT:
        return _count_turn(state, out, phase == TURN)
    if phase == DEPLOY:
        return 6 * count_bits(state.at[(state.active << ZONE_SHIFT) + UNDEPLOYED])
    list_actions(state, out)
    return out.count


def action_at(state: State, out: Actions, index: i64) -> i64:
    """The action number `index`, right after `count_actions`."""
    phase = state.phase
    if phase == TURN or phase == ACT:
        return _turn_action_at(state, out, index)
    if phase == DEPLOY:
        return _deployment_at(state, index)
    return out.items[index]


def _bar(state: State, unused: i64) -> i64:
    """Mask of the units on turn that get no order: too dear, or just redeployed."""
    side = state.active
    barred: i64 = 0
    if unused == 0:
        # No turn begins like this, but a hand may write one: nobody can be paid.
        return -1
    mask = state.tally[COSTLY + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        unit = (side << SIDE_SHIFT) + index_of(bit)
        if state.orders[unit] + state.order_step[unit] > unused:
            barred |= bit
    if state.redeployed != NOBODY and state.flags[state.redeployed] & REDEPLOYS_AND_ACTS == 0:
        barred |= 1 << (state.redeployed & (SIDE_SIZE - 1))
    return barred


def _count_turn(state: State, out: Actions, redeploying: bool) -> i64:
    side = state.active
    at = state.at
    tally = state.tally
    groups = out.groups
    own = side << ZONE_SHIFT
    free = ~_bar(state, tally[UNUSED + side])
    out.free = free
    front_left = at[own + FRONT]
    front_centre = at[own + FRONT + 1]
    front_right = at[own + FRONT + 2]
    left = front_left | at[own]
    centre = front_centre | at[own + 1]
    right = front_right | at[own + 2]
    outer = left | right
    total: i64 = 1
    groups[REDEPLOY_OUTER] = 0
    groups[REDEPLOY_CENTRE] = 0
    if redeploying:
        quick = ~tally[SLOW + side]
        count = 2 * count_bits(outer & quick)
        groups[REDEPLOY_OUTER] = count
        total += count
        if centre:
            count = 3 * count_bits(centre & quick)
            groups[REDEPLOY_CENTRE] = count
            total += count
    count = 2 * count_bits(outer & free)
    groups[MOVE_OUTER] = count
    total += count
    count = 0
    if centre:
        count = 3 * count_bits(centre & free)
    groups[MOVE_CENTRE] = count
    total += count
    # Who finds an enemy to charge: in his sector or next to it. PB-5.2.1 to 5.2.3.
    enemy = (side ^ 1) << ZONE_SHIFT
    chargers: i64 = 0
    if at[enemy + 1] | at[enemy + FRONT + 1] | at[enemy + ENGAGEMENT + 1]:
        chargers = front_left | front_centre | front_right
    else:
        if at[enemy] | at[enemy + FRONT] | at[enemy + ENGAGEMENT]:
            chargers = front_left | front_centre
        if at[enemy + 2] | at[enemy + FRONT + 2] | at[enemy + ENGAGEMENT + 2]:
            chargers |= front_centre | front_right
    chargers &= tally[WITH_BLACK + side] & free
    out.chargers = chargers
    count = count_bits(chargers)
    groups[CHARGES] = count
    total += count
    # Who could shoot: from the front, or from the rear with Long Range. PB-8.1, PB-T.15.
    fronts = front_left | front_centre | front_right
    shooters = (fronts | (outer | centre) & tally[FAR + side]) & tally[WITH_WHITE + side] & free
    out.shooters = shooters
    groups[SHOTS] = 0
    groups[SHOTS + 1] = 0
    groups[SHOTS + 2] = 0
    if shooters & left:
        total += _count_shots(state, out, 0, shooters & left)
    if shooters & centre:
        total += _count_shots(state, out, 1, shooters & centre)
    if shooters & right:
        total += _count_shots(state, out, 2, shooters & right)
    count = 0
    mask = (at[own + ENGAGEMENT] | at[own + ENGAGEMENT + 1] | at[own + ENGAGEMENT + 2]) & free
    while mask:
        bit = mask & -mask
        mask ^= bit
        count += 1 + count_bits(state.contact[(side << SIDE_SHIFT) + index_of(bit)])
    groups[FIGHTS] = count
    total += count
    count = 0
    mask = tally[SPECIAL + side] & free
    while mask:
        bit = mask & -mask
        mask ^= bit
        count += _count_specials(state, (side << SIDE_SHIFT) + index_of(bit))
    groups[SPECIAL_ACTIONS] = count
    return total + count


def _count_shots(state: State, out: Actions, sector: i64, shooters: i64) -> i64:
    enemy = state.active ^ 1
    near = sector_targets(state, enemy, sector)
    wide = shooters & state.tally[WIDE + state.active]
    count: i64 = 0
    if shooters != wide:
        count = count_bits(shooters ^ wide) * count_bits(near)
    if wide:
        count += count_bits(wide) * count_bits(near | wide_targets(state, enemy, sector))
    out.groups[SHOTS + sector] = count
    return count


def _count_specials(state: State, unit: i64) -> i64:
    flags = state.flags[unit]
    count: i64 = 0
    if flags & HEALS and special_refusal(state, unit, HEALS) == 0:
        count += count_bits(healable(state, unit))
    if flags & DOUBLE_ORDERS and special_refusal(state, unit, DOUBLE_ORDERS) == 0:
        count += 1
    if flags & EXCITES and special_refusal(state, unit, EXCITES) == 0:
        count += 1
    return count


def _turn_action_at(state: State, out: Actions, index: i64) -> i64:
    groups = out.groups
    group: i64 = 0
    while group < GROUPS:
        if index < groups[group]:
            if group <= MOVE_CENTRE:
                return _move_at(state, out, group, index)
            if group == CHARGES:
                unit = (state.active << SIDE_SHIFT) + bit_at(out.chargers, index)
                return (DO_CHARGE << KIND_SHIFT) | unit << UNIT_SHIFT
            if group < FIGHTS:
                return _shot_at(state, out, group - SHOTS, index)
            if group == FIGHTS:
                return _fight_at(state, out, index)
            return _special_at(state, out, index)
        index -= groups[group]
        group += 1
    return DO_PASS << KIND_SHIFT


def _move_at(state: State, out: Actions, group: i64, index: i64) -> i64:
    side = state.active
    at = state.at
    own = side << ZONE_SHIFT
    steps: i64 = 2
    if group & 1:
        steps = 3
        mask = at[own + 1] | at[own + FRONT + 1]
    else:
        mask = at[own] | at[own + FRONT] | at[own + 2] | at[own + FRONT + 2]
    kind: i64 = DO_MOVE
    if group < MOVE_OUTER:
        kind = DO_REDEPLOY
        mask &= ~state.tally[SLOW + side]
    else:
        mask &= out.free
    while index >= steps:
        index -= steps
        mask &= mask - 1
    unit = (side << SIDE_SHIFT) + bit_at(mask, 0)
    zone = state.zone[unit]
    # Between rear and front; sideways to the centre, or from it to the left and the right.
    target = zone ^ FRONT
    if index == 1:
        target = zone + 1
        if zone & 3:
            target = zone - 1
    elif index == 2:
        target = zone + 1
    return kind << KIND_SHIFT | unit << UNIT_SHIFT | target << ARGUMENT_SHIFT


def _shot_at(state: State, out: Actions, sector: i64, index: i64) -> i64:
    side = state.active
    own = (side << ZONE_SHIFT) + sector
    shooters = out.shooters & (state.at[own + FRONT] | state.at[own + REAR])
    targets = sector_targets(state, side ^ 1, sector)
    wide = shooters & state.tally[WIDE + side]
    each = count_bits(targets)
    shooters &= ~wide
    while shooters and index >= each:
        index -= each
        shooters &= shooters - 1
    if shooters == 0:
        shooters = wide
        targets |= wide_targets(state, side ^ 1, sector)
        each = count_bits(targets)
        while index >= each:
            index -= each
            shooters &= shooters - 1
    unit = (side << SIDE_SHIFT) + bit_at(shooters, 0)
    enemy = ((side ^ 1) << SIDE_SHIFT) + bit_at(targets, index)
    return (DO_SHOOT << KIND_SHIFT) | unit << UNIT_SHIFT | enemy << ARGUMENT_SHIFT


def _fight_at(state: State, out: Actions, index: i64) -> i64:
    side = state.active
    own = (side << ZONE_SHIFT) + ENGAGEMENT
    mask = (state.at[own] | state.at[own + 1] | state.at[own + 2]) & out.free
    while True:
        unit = (side << SIDE_SHIFT) + bit_at(mask, 0)
        foes = state.contact[unit]
        count = count_bits(foes)
        if index < count:
            enemy = ((side ^ 1) << SIDE_SHIFT) + bit_at(foes, index)
            return (DO_CARRY_ON << KIND_SHIFT) | unit << UNIT_SHIFT | enemy << ARGUMENT_SHIFT
        if index == count:
            return (DO_LEAVE << KIND_SHIFT) | unit << UNIT_SHIFT
        index -= count + 1
        mask &= mask - 1


def _special_at(state: State, out: Actions, index: i64) -> i64:
    side = state.active
    mask = state.tally[SPECIAL + side] & out.free
    out.count = 0
    while out.count <= index:
        list_specials(state, out, (side << SIDE_SHIFT) + bit_at(mask, 0))
        mask &= mask - 1
    return out.items[index]


def _deployment_at(state: State, index: i64) -> i64:
    # Front and rear of the left, the centre, the right, for each unit in list order.
    side = state.active
    place: i64 = 0
    while index >= 6:
        index -= 6
        place += 1
    unit = (side << SIDE_SHIFT) + bit_at(state.at[(side << ZONE_SHIFT) + UNDEPLOYED], place)
    zone = (index >> 1) + FRONT - ((index & 1) << 2)
    return (DO_DEPLOY << KIND_SHIFT) | unit << UNIT_SHIFT | zone << ARGUMENT_SHIFT
