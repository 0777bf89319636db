"""Counting the legal actions and picking one by number without listing all, for playouts.

Units are counted zone by zone with masks, so that a large army costs little more than a small
one. The actions are those that `legal` lists, in another order; tests compare the two.
"""

from typing import TYPE_CHECKING, Final

from .arrays import i64
from .bits import (
    BIT_INDEX,
    BIT_MODULUS,
    COUNTED_MASK,
    COUNTS,
    DE_BRUIJN,
    PRODUCT_INDEX,
    PRODUCT_SHIFT,
    WORD_MASK,
    action_of,
    action_with,
    bit_of,
    count_bits,
    first_in,
    nth_in,
    other_side,
    zone_at,
)
from .constants import (
    ACT,
    ALLOWED,
    ARGUMENT_SHIFT,
    CENTRE,
    COSTLY,
    DEPLOY,
    DO_CARRY_ON,
    DO_CHARGE,
    DO_DEPLOY,
    DO_LEAVE,
    DO_MOVE,
    DO_REDEPLOY,
    DO_SHOOT,
    DOUBLE_ORDERS,
    ENGAGEMENT,
    EXCITES,
    FAR,
    FRONT,
    HEALS,
    KIND_SHIFT,
    LEFT,
    NOBODY,
    PASS_ACTION,
    REAR,
    REDEPLOYS_AND_ACTS,
    RIGHT,
    SECTOR_MASK,
    SIDE_SHIFT,
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
    if phase == TURN or phase == ACT:
        return _count_turn(state, out, phase == TURN)
    if phase == DEPLOY:
        return DEPLOYMENT_ZONES * count_bits(state.at[zone_at(state.active, UNDEPLOYED)])
    list_actions(state, out)
    return out.count


def action_at(state: State, out: Actions, index: i64) -> i64:
    """The action number `index` of those that `count_actions` has just counted. PB-11."""
    phase = state.phase
    if phase == TURN or phase == ACT:
        return _turn_action_at(state, out, index)
    if phase == DEPLOY:
        return _deployment_at(state, index)
    return out.items[index]


def _units_without_order(state: State, unused: i64) -> i64:
    """Mask of the units that get no order: too expensive, or redeployed. PB-4.4, PB-4.5."""
    side = state.active
    barred: i64 = 0
    if unused == 0:
        # No turn begins like this, but a written state may: nobody can be paid.
        return ALL_UNITS
    mask = state.tally[COSTLY + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        # As `first_in`, without the call and with the bit, which is needed here too.
        if TYPE_CHECKING:
            unit = PRODUCT_INDEX[(bit * DE_BRUIJN & WORD_MASK) >> PRODUCT_SHIFT]
        else:
            unit = BIT_INDEX[bit % BIT_MODULUS]
        unit += side << SIDE_SHIFT
        if state.orders[unit] + state.order_step[unit] > unused:
            barred |= bit
    redeployed = state.redeployed
    if redeployed != NOBODY and state.flags[redeployed] & REDEPLOYS_AND_ACTS == 0:
        barred |= bit_of(redeployed)
    return barred


def _count_turn(state: State, out: Actions, redeploying: bool) -> i64:
    """Count the actions of a turn by group. PB-4.2, PB-5."""
    side = state.active
    at = state.at
    tally = state.tally
    groups = out.groups
    # Zones are counted from the first of each side without calls: this runs in every turn.
    own = side << ZONE_SHIFT
    free = ~_units_without_order(state, tally[UNUSED + side])
    out.free = free
    front_left = at[own + FRONT + LEFT]
    front_centre = at[own + FRONT + CENTRE]
    front_right = at[own + FRONT + RIGHT]
    left = front_left | at[own + REAR + LEFT]
    centre = front_centre | at[own + REAR + CENTRE]
    right = front_right | at[own + REAR + RIGHT]
    outer = left | right
    # Masks of ten units are counted without a call, as in `count_bits`.
    mask = outer & free
    outer_moves = OUTER_MOVES * (COUNTS[mask] if mask <= COUNTED_MASK else count_bits(mask))
    centre_moves: i64 = 0
    if centre:
        mask = centre & free
        centre_moves = CENTRE_MOVES * (COUNTS[mask] if mask <= COUNTED_MASK else count_bits(mask))
    groups[MOVE_OUTER] = outer_moves
    groups[MOVE_CENTRE] = centre_moves
    total = 1 + outer_moves + centre_moves
    groups[REDEPLOY_OUTER] = 0
    groups[REDEPLOY_CENTRE] = 0
    if redeploying:
        # Often these are the units that can move, which are counted already.
        redeployable = ~tally[SLOW + side]
        if outer & redeployable != outer & free:
            outer_moves = OUTER_MOVES * count_bits(outer & redeployable)
        if centre & redeployable != centre & free:
            centre_moves = CENTRE_MOVES * count_bits(centre & redeployable)
        groups[REDEPLOY_OUTER] = outer_moves
        groups[REDEPLOY_CENTRE] = centre_moves
        total += outer_moves + centre_moves
    # A charge needs an enemy in the sector or in an adjacent one. PB-5.2.1 to PB-5.2.3.
    rear = (side ^ 1) << ZONE_SHIFT
    front = rear + FRONT
    engaged = rear + ENGAGEMENT
    fronts = front_left | front_centre | front_right
    chargers: i64 = 0
    if at[rear + CENTRE] | at[front + CENTRE] | at[engaged + CENTRE]:
        chargers = fronts
    else:
        if at[rear + LEFT] | at[front + LEFT] | at[engaged + LEFT]:
            chargers = front_left | front_centre
        if at[rear + RIGHT] | at[front + RIGHT] | at[engaged + RIGHT]:
            chargers |= front_centre | front_right
    chargers &= tally[WITH_BLACK + side] & free
    out.chargers = chargers
    count: i64 = 0
    if chargers:
        count = count_bits(chargers)
    groups[CHARGES] = count
    total += count
    # Units shoot from the front, or from the rear with Long Range. PB-8.1, PB-T.15.
    shooters = (fronts | (outer | centre) & tally[FAR + side]) & tally[WITH_WHITE + side] & free
    out.shooters = shooters
    groups[SHOTS + LEFT] = 0
    groups[SHOTS + CENTRE] = 0
    groups[SHOTS + RIGHT] = 0
    if shooters:
        if shooters & left:
            total += _count_shots(state, out, LEFT, shooters & left)
        if shooters & centre:
            total += _count_shots(state, out, CENTRE, shooters & centre)
        if shooters & right:
            total += _count_shots(state, out, RIGHT, shooters & right)
    count = 0
    engaged = own + ENGAGEMENT
    mask = (at[engaged + LEFT] | at[engaged + CENTRE] | at[engaged + RIGHT]) & free
    while mask:
        count += 1 + count_bits(state.contact[first_in(side, mask)])
        mask &= mask - 1
    groups[FIGHTS] = count
    total += count
    count = 0
    mask = tally[SPECIAL + side] & free
    while mask:
        count += _count_specials(state, first_in(side, mask))
        mask &= mask - 1
    groups[SPECIAL_ACTIONS] = count
    return total + count


def _count_shots(state: State, out: Actions, sector: i64, shooters: i64) -> i64:
    side = state.active
    enemy = side ^ 1
    targets = sector_targets(state, enemy, sector)
    wide = shooters & state.tally[WIDE + side]
    count: i64 = 0
    if shooters != wide:
        others = shooters ^ wide
        count = COUNTS[others] if others <= COUNTED_MASK else count_bits(others)
        count *= COUNTS[targets] if targets <= COUNTED_MASK else count_bits(targets)
    if wide:
        count += count_bits(wide) * count_bits(targets | wide_targets(state, enemy, sector))
    out.groups[SHOTS + sector] = count
    return count


def _count_specials(state: State, unit: i64) -> i64:
    flags = state.flags[unit]
    count: i64 = 0
    if flags & HEALS and special_refusal(state, unit, HEALS) == ALLOWED:
        count += count_bits(healable(state, unit))
    if flags & DOUBLE_ORDERS and special_refusal(state, unit, DOUBLE_ORDERS) == ALLOWED:
        count += 1
    if flags & EXCITES and special_refusal(state, unit, EXCITES) == ALLOWED:
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
                return action_of(DO_CHARGE, nth_in(state.active, out.chargers, index))
            if group < FIGHTS:
                return _shot_at(state, out, group - SHOTS, index)
            if group == FIGHTS:
                return _fight_at(state, out, index)
            return _special_at(state, out, index)
        index -= groups[group]
        group += 1
    return PASS_ACTION


def _move_at(state: State, out: Actions, group: i64, index: i64) -> i64:
    side = state.active
    at = state.at
    rear = side << ZONE_SHIFT
    front = rear + FRONT
    if group == REDEPLOY_CENTRE or group == MOVE_CENTRE:
        moves: i64 = CENTRE_MOVES
        mask = at[rear + CENTRE] | at[front + CENTRE]
    else:
        moves = OUTER_MOVES
        mask = at[rear + LEFT] | at[front + LEFT] | at[rear + RIGHT] | at[front + RIGHT]
    kind: i64 = DO_MOVE
    if group < MOVE_OUTER:
        kind = DO_REDEPLOY
        mask &= ~state.tally[SLOW + side]
    else:
        mask &= out.free
    while index >= moves:
        index -= moves
        mask &= mask - 1
    unit = first_in(side, mask)
    zone = state.zone[unit]
    # Between rear and front; sideways to the centre, or from it to the left and the right.
    target = zone ^ FRONT
    if index == 1:
        target = zone + 1
        if zone & SECTOR_MASK != LEFT:
            target = zone - 1
    elif index == 2:
        target = zone + 1
    return kind << KIND_SHIFT | unit << UNIT_SHIFT | target << ARGUMENT_SHIFT


def _shot_at(state: State, out: Actions, sector: i64, index: i64) -> i64:
    side = state.active
    enemy = other_side(side)
    own = zone_at(side, sector)
    shooters = out.shooters & (state.at[own + FRONT] | state.at[own + REAR])
    targets = sector_targets(state, enemy, sector)
    wide = shooters & state.tally[WIDE + side]
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
    return action_with(DO_SHOOT, first_in(side, shooters), nth_in(enemy, targets, index))


def _fight_at(state: State, out: Actions, index: i64) -> i64:
    side = state.active
    engaged = zone_at(side, ENGAGEMENT)
    mask = state.at[engaged + LEFT] | state.at[engaged + CENTRE] | state.at[engaged + RIGHT]
    mask &= out.free
    while True:
        unit = first_in(side, mask)
        foes = state.contact[unit]
        count = count_bits(foes)
        if index < count:
            return action_with(DO_CARRY_ON, unit, nth_in(other_side(side), foes, index))
        if index == count:
            return action_of(DO_LEAVE, unit)
        index -= count + 1
        mask &= mask - 1


def _special_at(state: State, out: Actions, index: i64) -> i64:
    side = state.active
    mask = state.tally[SPECIAL + side] & out.free
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
    unit = nth_in(side, state.at[zone_at(side, UNDEPLOYED)], before)
    row: i64 = REAR if index & 1 else FRONT
    return action_with(DO_DEPLOY, unit, row + (index >> 1))
