"""The k-th legal action without listing all of them: for playouts.

What is counted here is what `legal` lists; a test holds the two together.
"""

from .arrays import i64
from .bits import BIT_INDEX, DE_BRUIJN, TOP, WORD, count_bits
from .constants import (
    ACT,
    ARGUMENT_SHIFT,
    DEPLOY,
    DO_DEPLOY,
    DO_PASS,
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
from .legal import Actions, list_actions, list_unit
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
    # Where a charge finds an enemy: sectors with one, or next to one. PB-5.2.1 to 5.2.3.
    at = state.at
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
        zone = state.zone[unit]
        flags = state.flags[unit]
        count: i64 = 0
        if zone >= ENGAGEMENT:
            if state.orders[unit] + state.order_step[unit] <= unused:
                count = 1 + count_bits(state.contact[unit])
                if flags & SPECIALS:
                    count += _count_specials(state, unit, flags)
        else:
            steps = 2 + (zone & 1)
            if redeploying and flags & MAY_NOT_REDEPLOY == 0:
                count = steps
            if state.orders[unit] + state.order_step[unit] <= unused and (
                unit != redeployed or flags & REDEPLOYS_AND_ACTS
            ):
                count += steps
                if zone >= FRONT:
                    if state.black[unit]:
                        near = in_centre
                        if zone != FRONT + 2:
                            near |= in_left
                        if zone != FRONT:
                            near |= in_right
                        if near:
                            count += 1
                    if state.white[unit]:
                        count += count_bits(shoot_targets(state, unit, zone - FRONT))
                elif state.white[unit] and flags & SHOOTS_FROM_REAR:
                    count += count_bits(shoot_targets(state, unit, zone))
                if flags & SPECIALS:
                    count += _count_specials(state, unit, flags)
        out.of_unit[place] = count
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
    mask = state.tally[UNITS + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        place = BIT_INDEX[((bit * DE_BRUIJN) & WORD) >> TOP]
        if index < out.of_unit[place]:
            out.count = 0
            list_unit(state, out, (side << SIDE_SHIFT) + place, redeploying)
            return out.items[index]
        index -= out.of_unit[place]
    return DO_PASS << KIND_SHIFT


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
