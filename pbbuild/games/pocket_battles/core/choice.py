"""The k-th legal action without listing all of them: for playouts.

What is counted here is what `legal` lists; a test holds the two together.
"""

from .arrays import i64
from .bits import BIT_INDEX, DE_BRUIJN, TOP, WORD, count_bits
from .charge import charge_targets
from .constants import (
    ACT,
    ARGUMENT_SHIFT,
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
    FRONT,
    HEALS,
    KIND_SHIFT,
    MAY_NOT_REDEPLOY,
    REDEPLOYS_AND_ACTS,
    SHOOTS_FROM_REAR,
    SIDE_SHIFT,
    SPECIALS,
    TURN,
    UNDEPLOYED,
    UNIT_SHIFT,
    UNITS,
    UNUSED,
    ZONE_SHIFT,
)
from .legal import Actions, list_actions, list_specials
from .shooting import shoot_targets
from .specials import healable, special_refusal
from .state import State


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
    """The action at place `index` of the list, right after `count_actions`."""
    phase = state.phase
    if phase == TURN or phase == ACT:
        return _turn_action_at(state, out, index, phase == TURN)
    if phase == DEPLOY:
        return _deployment_at(state, index)
    return out.items[index]


def _count_turn(state: State, out: Actions, redeploying: bool) -> i64:
    side = state.active
    base = side << SIDE_SHIFT
    unused = state.tally[UNUSED + side]
    redeployed = state.redeployed
    at = state.at
    zones = state.zone
    flags_of = state.flags
    orders = state.orders
    order_step = state.order_step
    black = state.black
    white = state.white
    counts = out.of_unit
    # Where a charge finds an enemy: sectors with one, or next to one. PB-5.2.1 to 5.2.3.
    here = (side ^ 1) << ZONE_SHIFT
    in_left = at[here] | at[here + FRONT] | at[here + ENGAGEMENT]
    in_centre = at[here + 1] | at[here + FRONT + 1] | at[here + ENGAGEMENT + 1]
    in_right = at[here + 2] | at[here + FRONT + 2] | at[here + ENGAGEMENT + 2]
    total: i64 = 0
    mask = state.tally[UNITS + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        place = BIT_INDEX[((bit * DE_BRUIJN) & WORD) >> TOP]
        unit = base + place
        zone = zones[unit]
        flags = flags_of[unit]
        count: i64 = 0
        if zone >= ENGAGEMENT:
            if orders[unit] + order_step[unit] <= unused:
                count = 1 + count_bits(state.contact[unit])
                if flags & SPECIALS:
                    count += _count_specials(state, unit, flags)
        else:
            steps = 2 + (zone & 1)
            if redeploying and flags & MAY_NOT_REDEPLOY == 0:
                count = steps
            if orders[unit] + order_step[unit] <= unused and (
                unit != redeployed or flags & REDEPLOYS_AND_ACTS
            ):
                count += steps
                if zone >= FRONT:
                    if black[unit]:
                        near = in_centre
                        if zone != FRONT + 2:
                            near |= in_left
                        if zone != FRONT:
                            near |= in_right
                        if near:
                            count += 1
                    if white[unit]:
                        count += count_bits(shoot_targets(state, unit, zone - FRONT))
                elif flags & SHOOTS_FROM_REAR and white[unit]:
                    count += count_bits(shoot_targets(state, unit, zone))
                if flags & SPECIALS:
                    count += _count_specials(state, unit, flags)
        counts[place] = count
        total += count
    return total + 1


def _count_specials(state: State, unit: i64, flags: i64) -> i64:
    count: i64 = 0
    if flags & HEALS and special_refusal(state, unit, HEALS) == 0:
        count += count_bits(healable(state, unit))
    if flags & DOUBLE_ORDERS and special_refusal(state, unit, DOUBLE_ORDERS) == 0:
        count += 1
    if flags & EXCITES and special_refusal(state, unit, EXCITES) == 0:
        count += 1
    return count


def _turn_action_at(state: State, out: Actions, index: i64, redeploying: bool) -> i64:
    side = state.active
    counts = out.of_unit
    mask = state.tally[UNITS + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        place = BIT_INDEX[((bit * DE_BRUIJN) & WORD) >> TOP]
        if index < counts[place]:
            return _unit_action_at(state, out, (side << SIDE_SHIFT) + place, index, redeploying)
        index -= counts[place]
    return DO_PASS << KIND_SHIFT


def _unit_action_at(state: State, out: Actions, unit: i64, index: i64, redeploying: bool) -> i64:
    # In the order of `legal`; the caller knows that the unit has this many.
    zone = state.zone[unit]
    flags = state.flags[unit]
    if zone >= ENGAGEMENT:
        foes = state.contact[unit]
        count = count_bits(foes)
        if index < count:
            return _at_enemy(DO_CARRY_ON, unit, foes, index)
        if index == count:
            return (DO_LEAVE << KIND_SHIFT) | unit << UNIT_SHIFT
        return _special_at(state, out, unit, index - count - 1)
    steps = 2 + (zone & 1)
    if redeploying and flags & MAY_NOT_REDEPLOY == 0:
        if index < steps:
            return _move_at(DO_REDEPLOY, unit, zone, index)
        index -= steps
    if index < steps:
        return _move_at(DO_MOVE, unit, zone, index)
    index -= steps
    if zone >= FRONT and state.black[unit] and charge_targets(state, unit, zone - FRONT):
        if index == 0:
            return (DO_CHARGE << KIND_SHIFT) | unit << UNIT_SHIFT
        index -= 1
    if state.white[unit] and (zone >= FRONT or flags & SHOOTS_FROM_REAR):
        foes = shoot_targets(state, unit, zone & 3)
        count = count_bits(foes)
        if index < count:
            return _at_enemy(DO_SHOOT, unit, foes, index)
        index -= count
    return _special_at(state, out, unit, index)


def _move_at(kind: i64, unit: i64, zone: i64, index: i64) -> i64:
    sector = zone & 3
    target = zone ^ FRONT
    if index == 1:
        target = zone + 1
        if sector:
            target = zone - 1
    elif index == 2:
        target = zone + 1
    return kind << KIND_SHIFT | unit << UNIT_SHIFT | target << ARGUMENT_SHIFT


def _at_enemy(kind: i64, unit: i64, foes: i64, index: i64) -> i64:
    while index:
        foes &= foes - 1
        index -= 1
    bit = foes & -foes
    enemy = (((unit >> SIDE_SHIFT) ^ 1) << SIDE_SHIFT) + BIT_INDEX[
        ((bit * DE_BRUIJN) & WORD) >> TOP
    ]
    return kind << KIND_SHIFT | unit << UNIT_SHIFT | enemy << ARGUMENT_SHIFT


def _special_at(state: State, out: Actions, unit: i64, index: i64) -> i64:
    out.count = 0
    list_specials(state, out, unit)
    return out.items[index]


def _deployment_at(state: State, index: i64) -> i64:
    # Front and rear of the left, the centre, the right, for each unit in list order.
    side = state.active
    mask = state.at[(side << ZONE_SHIFT) + UNDEPLOYED]
    while index >= 6:
        mask &= mask - 1
        index -= 6
    bit = mask & -mask
    unit = (side << SIDE_SHIFT) + BIT_INDEX[((bit * DE_BRUIJN) & WORD) >> TOP]
    zone = (index >> 1) + FRONT - ((index & 1) << 2)
    return (DO_DEPLOY << KIND_SHIFT) | unit << UNIT_SHIFT | zone << ARGUMENT_SHIFT
