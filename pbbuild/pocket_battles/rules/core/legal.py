"""Everything a player may do at a decision, in canonical order. PB-11, R-3."""

from typing import Final

from .arrays import i64, vec
from .bits import index_of
from .casualties import wound_points_left
from .charge import (
    charge_refusal,
    charge_targets,
    intercept_refusal,
    react_shoot_refusal,
    reaction_refusal,
)
from .constants import (
    ACT,
    ARGUMENT_SHIFT,
    DEPLOY,
    DO_CARRY_ON,
    DO_CHARGE,
    DO_DEPLOY,
    DO_DONE,
    DO_DOUBLE_ORDER,
    DO_ELIMINATE,
    DO_EXCITE,
    DO_HEAL,
    DO_INTERCEPT,
    DO_LEAVE,
    DO_MOVE,
    DO_PASS,
    DO_REACT_SHOOT,
    DO_REDEPLOY,
    DO_SACRIFICE,
    DO_SHOOT,
    DO_TARGET,
    DO_WAIT,
    DO_WOUND,
    DOUBLE_ORDERS,
    ENGAGEMENT,
    EXCITE,
    EXCITES,
    FOLLOW_UP,
    FROM_PASSED,
    FROM_UNUSED,
    FRONT,
    HEALS,
    KIND_SHIFT,
    MAY_NOT_REDEPLOY,
    PASSED,
    REACT,
    REAR,
    SACRIFICE,
    SIDE_SHIFT,
    SIDE_SIZE,
    SPECIALS,
    TARGET,
    TROOPS,
    TURN,
    UNDEPLOYED,
    UNIT_SHIFT,
    UNITS,
    UNUSED,
    WOUND,
    WOUNDED,
    ZONE_SHIFT,
)
from .orders import order_refusal
from .shooting import shoot_refusal, shoot_targets
from .specials import healable, special_refusal
from .state import State, zeros

# 30 units, each with six moves, 30 shots, 30 heals and a few more.
MOST_ACTIONS: Final = 4096


class Actions:
    """Room for the legal actions of one decision, to be used again and again."""

    def __init__(self) -> None:
        self.items: vec[i64] = zeros(MOST_ACTIONS)
        self.count: i64 = 0
        # For choosing without listing: how many actions of each group, and masks of units.
        self.groups: vec[i64] = zeros(16)
        self.free: i64 = 0
        self.chargers: i64 = 0
        self.shooters: i64 = 0

    def add(self, action: i64) -> None:
        """Append `action`."""
        self.items[self.count] = action
        self.count += 1


def list_actions(state: State, out: Actions) -> None:
    """Fill `out` with every legal action at the decision `state` stands at."""
    out.count = 0
    phase = state.phase
    if phase == WOUND:
        _list_wounds(state, out)
    elif phase == TURN or phase == ACT:
        _list_turn(state, out)
    elif phase == TARGET:
        _list_targets(state, out)
    elif phase == REACT:
        _list_reactions(state, out)
    elif phase == FOLLOW_UP:
        _list_follow_ups(state, out)
    elif phase == SACRIFICE:
        _list_sacrifices(state, out)
    elif phase == DEPLOY:
        _list_deployments(state, out)


def _list_deployments(state: State, out: Actions) -> None:
    side = state.active
    mask = state.at[(side << ZONE_SHIFT) + UNDEPLOYED]
    while mask:
        bit = mask & -mask
        mask ^= bit
        unit = (side << SIDE_SHIFT) + index_of(bit)
        base = (DO_DEPLOY << KIND_SHIFT) | unit << UNIT_SHIFT
        sector: i64 = 0
        while sector < 3:
            out.add(base | (FRONT + sector) << ARGUMENT_SHIFT)
            out.add(base | (REAR + sector) << ARGUMENT_SHIFT)
            sector += 1


def _list_moves(out: Actions, kind: i64, unit: i64, zone: i64) -> None:
    base = kind << KIND_SHIFT | unit << UNIT_SHIFT
    sector = zone & 3
    row = zone - sector
    out.add(base | (zone ^ FRONT) << ARGUMENT_SHIFT)
    if sector != 1:
        out.add(base | (row + 1) << ARGUMENT_SHIFT)
    else:
        out.add(base | row << ARGUMENT_SHIFT)
        out.add(base | (row + 2) << ARGUMENT_SHIFT)


def _list_enemies(out: Actions, kind: i64, unit: i64, enemy_side: i64, mask: i64) -> None:
    base = kind << KIND_SHIFT | unit << UNIT_SHIFT | enemy_side << (SIDE_SHIFT + ARGUMENT_SHIFT)
    while mask:
        bit = mask & -mask
        mask ^= bit
        out.add(base | index_of(bit) << ARGUMENT_SHIFT)


def _list_orders(state: State, out: Actions, unit: i64, excited: bool) -> None:
    """What a unit free to be ordered can do without special traits."""
    zone = state.zone[unit]
    side = unit >> SIDE_SHIFT
    if zone >= ENGAGEMENT:
        _list_enemies(out, DO_CARRY_ON, unit, side ^ 1, state.contact[unit])
        if not excited and state.contact[unit]:
            out.add((DO_LEAVE << KIND_SHIFT) | unit << UNIT_SHIFT)
        return
    if not excited:
        _list_moves(out, DO_MOVE, unit, zone)
    if state.black[unit] and charge_refusal(state, unit) == 0:
        out.add((DO_CHARGE << KIND_SHIFT) | unit << UNIT_SHIFT)
    if state.white[unit] and shoot_refusal(state, unit) == 0:
        mask = shoot_targets(state, unit, zone & 3)
        _list_enemies(out, DO_SHOOT, unit, side ^ 1, mask)


def list_specials(state: State, out: Actions, unit: i64) -> None:
    """Add the special actions of a unit free to be ordered. PB-5.5."""
    side = unit >> SIDE_SHIFT
    if special_refusal(state, unit, HEALS) == 0:
        mask = healable(state, unit)
        base = (DO_HEAL << KIND_SHIFT) | unit << UNIT_SHIFT
        while mask:
            bit = mask & -mask
            mask ^= bit
            out.add(base | ((side << SIDE_SHIFT) + index_of(bit)) << ARGUMENT_SHIFT)
    if special_refusal(state, unit, DOUBLE_ORDERS) == 0:
        out.add((DO_DOUBLE_ORDER << KIND_SHIFT) | unit << UNIT_SHIFT)
    if special_refusal(state, unit, EXCITES) == 0:
        out.add((DO_EXCITE << KIND_SHIFT) | unit << UNIT_SHIFT)


def _list_unit(state: State, out: Actions, unit: i64, redeploying: bool) -> None:
    zone = state.zone[unit]
    flags = state.flags[unit]
    if redeploying and zone < ENGAGEMENT and flags & MAY_NOT_REDEPLOY == 0:
        _list_moves(out, DO_REDEPLOY, unit, zone)
    if order_refusal(state, unit):
        return
    _list_orders(state, out, unit, False)
    if flags & SPECIALS:
        list_specials(state, out, unit)


def _list_turn(state: State, out: Actions) -> None:
    side = state.active
    mask = state.tally[UNITS + side]
    redeploying = state.phase == TURN
    while mask:
        bit = mask & -mask
        mask ^= bit
        _list_unit(state, out, (side << SIDE_SHIFT) + index_of(bit), redeploying)
    out.add(DO_PASS << KIND_SHIFT)


def _list_reactions(state: State, out: Actions) -> None:
    side = state.active ^ 1
    mask = state.at[(side << ZONE_SHIFT) + FRONT + state.sector]
    while mask:
        bit = mask & -mask
        mask ^= bit
        unit = (side << SIDE_SHIFT) + index_of(bit)
        if reaction_refusal(state, unit):
            continue
        if intercept_refusal(state, unit) == 0:
            out.add((DO_INTERCEPT << KIND_SHIFT) | unit << UNIT_SHIFT)
        if react_shoot_refusal(state, unit) == 0:
            out.add((DO_REACT_SHOOT << KIND_SHIFT) | unit << UNIT_SHIFT)
    out.add(DO_WAIT << KIND_SHIFT)


def _list_targets(state: State, out: Actions) -> None:
    unit = state.attacker
    side = (unit >> SIDE_SHIFT) ^ 1
    mask = charge_targets(state, unit, state.sector)
    while mask:
        bit = mask & -mask
        mask ^= bit
        enemy = (side << SIDE_SHIFT) + index_of(bit)
        out.add((DO_TARGET << KIND_SHIFT) | enemy << UNIT_SHIFT)


def _list_follow_ups(state: State, out: Actions) -> None:
    if state.overwhelming:
        _list_targets(state, out)
    else:
        side = state.active
        leader: i64 = 1 << (state.trait_unit & (SIDE_SIZE - 1))
        mask = state.tally[UNITS + side] & ~state.acted & ~leader
        while mask:
            bit = mask & -mask
            mask ^= bit
            unit = (side << SIDE_SHIFT) + index_of(bit)
            if order_refusal(state, unit) == 0:
                _list_orders(state, out, unit, state.trait == EXCITE)
    out.add(DO_DONE << KIND_SHIFT)


def _list_wounds(state: State, out: Actions) -> None:
    unit = state.wound_unit
    side = unit >> SIDE_SHIFT
    mask = state.roster.troops_of[unit] & state.tally[TROOPS + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        troop = (side << SIDE_SHIFT) + index_of(bit)
        left = wound_points_left(state, troop)
        if left:
            target = unit << UNIT_SHIFT | troop << ARGUMENT_SHIFT
            out.add((DO_ELIMINATE << KIND_SHIFT) | target)
            if left > 1:
                _list_sources(state, out, side, (DO_WOUND << KIND_SHIFT) | target)


def _list_sources(state: State, out: Actions, side: i64, base: i64) -> None:
    """The token sources of PB-7.2 that are open now."""
    if state.tally[UNUSED + side]:
        out.add(base | FROM_UNUSED)
        return
    mask = state.tally[UNITS + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        unit = (side << SIDE_SHIFT) + index_of(bit)
        if state.orders[unit]:
            out.add(base | unit)
    if state.tally[PASSED + side]:
        out.add(base | FROM_PASSED)


def _list_sacrifices(state: State, out: Actions) -> None:
    side = state.sacrificer
    mask = state.tally[WOUNDED + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        troop = (side << SIDE_SHIFT) + index_of(bit)
        unit = state.roster.unit_of[troop]
        out.add((DO_SACRIFICE << KIND_SHIFT) | unit << UNIT_SHIFT | troop << ARGUMENT_SHIFT)
    out.add(DO_DONE << KIND_SHIFT)
