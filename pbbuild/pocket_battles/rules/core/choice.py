"""Counting the legal actions and picking one by number without listing all, for playouts.

Units are counted zone by zone with masks, so that a large army costs little more than a small
one. The actions are those that `legal` lists, in another order; tests compare the two.
"""

from typing import Final

from . import constants as c
from .arrays import i64
from .bits import (
    action_of,
    action_with,
    bit_of,
    count_bits,
    first_in,
    nth_in,
    other_side,
    sector_of,
    zone_at,
)
from .legal import Actions, list_actions, list_specials
from .shooting import sector_targets, wide_targets
from .specials import healable, special_refusal
from .state import State

# Zones that a unit can be deployed in, and zones that it can move to.
DEPLOYMENT_ZONES: Final = 6
OUTER_MOVES: Final = 2
CENTRE_MOVES: Final = 3

# Groups of actions.
REDEPLOY_OUTER: Final = 0
REDEPLOY_CENTRE: Final = 1
MOVE_OUTER: Final = 2
MOVE_CENTRE: Final = 3
CHARGES: Final = 4
SHOTS: Final = 5  # one group for each sector
FIGHTS: Final = 8
SPECIAL_ACTIONS: Final = 9
GROUPS: Final = 10

ALL_UNITS: Final = -1


def count_actions(state: State, out: Actions) -> i64:
    """How many actions are legal at this decision; call it before `action_at`. PB-11."""
    phase = state.phase
    if phase == c.TURN or phase == c.ACT:
        return _count_turn(state, out, phase == c.TURN)
    if phase == c.DEPLOY:
        return DEPLOYMENT_ZONES * count_bits(state.at[zone_at(state.active, c.UNDEPLOYED)])
    list_actions(state, out)
    return out.count


def action_at(state: State, out: Actions, index: i64) -> i64:
    """The action number `index` of those that `count_actions` has just counted. PB-11."""
    phase = state.phase
    if phase == c.TURN or phase == c.ACT:
        return _turn_action_at(state, out, index)
    if phase == c.DEPLOY:
        return _deployment_at(state, index)
    return out.items[index]


def _units_without_order(state: State, unused: i64) -> i64:
    """Mask of the units that get no order: too expensive, or redeployed. PB-4.4, PB-4.5."""
    side = state.active
    barred: i64 = 0
    if unused == 0:
        # No turn begins like this, but a written state may: nobody can be paid.
        return ALL_UNITS
    mask = state.tally[c.COSTLY + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        if state.orders[unit] + state.order_step[unit] > unused:
            barred |= bit_of(unit)
    if state.redeployed != c.NOBODY and state.flags[state.redeployed] & c.REDEPLOYS_AND_ACTS == 0:
        barred |= bit_of(state.redeployed)
    return barred


def _count_turn(state: State, out: Actions, redeploying: bool) -> i64:
    """Count the actions of a turn by group. PB-4.2, PB-5."""
    side = state.active
    at = state.at
    tally = state.tally
    groups = out.groups
    own = zone_at(side, 0)
    free = ~_units_without_order(state, tally[c.UNUSED + side])
    out.free = free
    front_left = at[own + c.FRONT + c.LEFT]
    front_centre = at[own + c.FRONT + c.CENTRE]
    front_right = at[own + c.FRONT + c.RIGHT]
    left = front_left | at[own + c.REAR + c.LEFT]
    centre = front_centre | at[own + c.REAR + c.CENTRE]
    right = front_right | at[own + c.REAR + c.RIGHT]
    outer = left | right
    total: i64 = 1
    groups[REDEPLOY_OUTER] = 0
    groups[REDEPLOY_CENTRE] = 0
    if redeploying:
        redeployable = ~tally[c.SLOW + side]
        count = OUTER_MOVES * count_bits(outer & redeployable)
        groups[REDEPLOY_OUTER] = count
        total += count
        if centre:
            count = CENTRE_MOVES * count_bits(centre & redeployable)
            groups[REDEPLOY_CENTRE] = count
            total += count
    count = OUTER_MOVES * count_bits(outer & free)
    groups[MOVE_OUTER] = count
    total += count
    count = 0
    if centre:
        count = CENTRE_MOVES * count_bits(centre & free)
    groups[MOVE_CENTRE] = count
    total += count
    # A charge needs an enemy in the sector or in an adjacent one. PB-5.2.1 to PB-5.2.3.
    rear = zone_at(other_side(side), c.REAR)
    front = rear + c.FRONT
    engaged = rear + c.ENGAGEMENT
    chargers: i64 = 0
    if at[rear + c.CENTRE] | at[front + c.CENTRE] | at[engaged + c.CENTRE]:
        chargers = front_left | front_centre | front_right
    else:
        if at[rear + c.LEFT] | at[front + c.LEFT] | at[engaged + c.LEFT]:
            chargers = front_left | front_centre
        if at[rear + c.RIGHT] | at[front + c.RIGHT] | at[engaged + c.RIGHT]:
            chargers |= front_centre | front_right
    chargers &= tally[c.WITH_BLACK + side] & free
    out.chargers = chargers
    count = count_bits(chargers)
    groups[CHARGES] = count
    total += count
    # Units shoot from the front, or from the rear with Long Range. PB-8.1, PB-T.15.
    fronts = front_left | front_centre | front_right
    shooters = (fronts | (outer | centre) & tally[c.FAR + side]) & tally[c.WITH_WHITE + side] & free
    out.shooters = shooters
    groups[SHOTS + c.LEFT] = 0
    groups[SHOTS + c.CENTRE] = 0
    groups[SHOTS + c.RIGHT] = 0
    if shooters & left:
        total += _count_shots(state, out, c.LEFT, shooters & left)
    if shooters & centre:
        total += _count_shots(state, out, c.CENTRE, shooters & centre)
    if shooters & right:
        total += _count_shots(state, out, c.RIGHT, shooters & right)
    count = 0
    engaged = own + c.ENGAGEMENT
    mask = (at[engaged + c.LEFT] | at[engaged + c.CENTRE] | at[engaged + c.RIGHT]) & free
    while mask:
        count += 1 + count_bits(state.contact[first_in(side, mask)])
        mask &= mask - 1
    groups[FIGHTS] = count
    total += count
    count = 0
    mask = tally[c.SPECIAL + side] & free
    while mask:
        count += _count_specials(state, first_in(side, mask))
        mask &= mask - 1
    groups[SPECIAL_ACTIONS] = count
    return total + count


def _count_shots(state: State, out: Actions, sector: i64, shooters: i64) -> i64:
    enemy = other_side(state.active)
    targets = sector_targets(state, enemy, sector)
    wide = shooters & state.tally[c.WIDE + state.active]
    count: i64 = 0
    if shooters != wide:
        count = count_bits(shooters ^ wide) * count_bits(targets)
    if wide:
        count += count_bits(wide) * count_bits(targets | wide_targets(state, enemy, sector))
    out.groups[SHOTS + sector] = count
    return count


def _count_specials(state: State, unit: i64) -> i64:
    flags = state.flags[unit]
    count: i64 = 0
    if flags & c.HEALS and special_refusal(state, unit, c.HEALS) == c.ALLOWED:
        count += count_bits(healable(state, unit))
    if flags & c.DOUBLE_ORDERS and special_refusal(state, unit, c.DOUBLE_ORDERS) == c.ALLOWED:
        count += 1
    if flags & c.EXCITES and special_refusal(state, unit, c.EXCITES) == c.ALLOWED:
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
                return action_of(c.DO_CHARGE, nth_in(state.active, out.chargers, index))
            if group < FIGHTS:
                return _shot_at(state, out, group - SHOTS, index)
            if group == FIGHTS:
                return _fight_at(state, out, index)
            return _special_at(state, out, index)
        index -= groups[group]
        group += 1
    return c.PASS_ACTION


def _move_at(state: State, out: Actions, group: i64, index: i64) -> i64:
    side = state.active
    at = state.at
    rear = zone_at(side, c.REAR)
    front = rear + c.FRONT
    if group == REDEPLOY_CENTRE or group == MOVE_CENTRE:
        moves: i64 = CENTRE_MOVES
        mask = at[rear + c.CENTRE] | at[front + c.CENTRE]
    else:
        moves = OUTER_MOVES
        mask = at[rear + c.LEFT] | at[front + c.LEFT] | at[rear + c.RIGHT] | at[front + c.RIGHT]
    kind: i64 = c.DO_MOVE
    if group < MOVE_OUTER:
        kind = c.DO_REDEPLOY
        mask &= ~state.tally[c.SLOW + side]
    else:
        mask &= out.free
    while index >= moves:
        index -= moves
        mask &= mask - 1
    unit = first_in(side, mask)
    zone = state.zone[unit]
    # Between rear and front; sideways to the centre, or from it to the left and the right.
    target = zone ^ c.FRONT
    if index == 1:
        target = zone + 1
        if sector_of(zone) != c.LEFT:
            target = zone - 1
    elif index == 2:
        target = zone + 1
    return action_with(kind, unit, target)


def _shot_at(state: State, out: Actions, sector: i64, index: i64) -> i64:
    side = state.active
    enemy = other_side(side)
    own = zone_at(side, sector)
    shooters = out.shooters & (state.at[own + c.FRONT] | state.at[own + c.REAR])
    targets = sector_targets(state, enemy, sector)
    wide = shooters & state.tally[c.WIDE + side]
    each = count_bits(targets)
    shooters &= ~wide
    while shooters and index >= each:
        index -= each
        shooters &= shooters - 1
    if shooters == 0:
        shooters = wide
        targets |= wide_targets(state, enemy, sector)
        each = count_bits(targets)
        while index >= each:
            index -= each
            shooters &= shooters - 1
    return action_with(c.DO_SHOOT, first_in(side, shooters), nth_in(enemy, targets, index))


def _fight_at(state: State, out: Actions, index: i64) -> i64:
    side = state.active
    engaged = zone_at(side, c.ENGAGEMENT)
    mask = state.at[engaged + c.LEFT] | state.at[engaged + c.CENTRE] | state.at[engaged + c.RIGHT]
    mask &= out.free
    while True:
        unit = first_in(side, mask)
        foes = state.contact[unit]
        count = count_bits(foes)
        if index < count:
            return action_with(c.DO_CARRY_ON, unit, nth_in(other_side(side), foes, index))
        if index == count:
            return action_of(c.DO_LEAVE, unit)
        index -= count + 1
        mask &= mask - 1


def _special_at(state: State, out: Actions, index: i64) -> i64:
    side = state.active
    mask = state.tally[c.SPECIAL + side] & out.free
    out.count = 0
    while out.count <= index:
        list_specials(state, out, first_in(side, mask))
        mask &= mask - 1
    return out.items[index]


def _deployment_at(state: State, index: i64) -> i64:
    # Front and rear of the left, the centre, the right, for each unit in list order.
    side = state.active
    before: i64 = 0
    while index >= DEPLOYMENT_ZONES:
        index -= DEPLOYMENT_ZONES
        before += 1
    unit = nth_in(side, state.at[zone_at(side, c.UNDEPLOYED)], before)
    row: i64 = c.REAR if index & 1 else c.FRONT
    return action_with(c.DO_DEPLOY, unit, row + (index >> 1))
