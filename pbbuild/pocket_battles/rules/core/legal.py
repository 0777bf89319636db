"""The legal actions of every decision, in canonical order. PB-11, R-3."""

from typing import Final

from . import constants as c
from .arrays import i64, vec, zeros
from .bits import (
    action_of,
    action_with,
    bit_of,
    enemy_side,
    first_in,
    other_side,
    sector_of,
    side_of,
    zone_at,
)
from .casualties import wound_points_left
from .charge import (
    charge_refusal,
    charge_targets,
    intercept_refusal,
    react_shoot_refusal,
    reaction_refusal,
)
from .orders import order_refusal
from .shooting import shoot_refusal, shoot_targets
from .specials import healable, special_refusal
from .state import State

# Enough for 30 units, each with six moves, 30 shots, 30 heals and a few more.
MAX_ACTIONS: Final = 4096
MAX_GROUPS: Final = 16


class Actions:
    """A reusable buffer for the legal actions of one decision."""

    def __init__(self) -> None:
        self.items: vec[i64] = zeros(MAX_ACTIONS)
        self.count: i64 = 0
        # For `choice`: how many actions each group has, and masks of units.
        self.groups: vec[i64] = zeros(MAX_GROUPS)
        self.free: i64 = 0
        self.chargers: i64 = 0
        self.shooters: i64 = 0

    def add(self, action: i64) -> None:
        """Append `action`."""
        self.items[self.count] = action
        self.count += 1


def list_actions(state: State, out: Actions) -> None:
    """Fill `out` with every legal action at the decision that `state` waits for. PB-11."""
    out.count = 0
    phase = state.phase
    if phase == c.WOUND:
        _list_wounds(state, out)
    elif phase == c.TURN or phase == c.ACT:
        _list_turn(state, out)
    elif phase == c.TARGET:
        _list_targets(state, out)
    elif phase == c.REACT:
        _list_reactions(state, out)
    elif phase == c.FOLLOW_UP:
        _list_follow_ups(state, out)
    elif phase == c.SACRIFICE:
        _list_sacrifices(state, out)
    elif phase == c.DEPLOY:
        _list_deployments(state, out)


def _list_deployments(state: State, out: Actions) -> None:
    """Each unit in each zone of front and rear. PB-3.2."""
    side = state.active
    mask = state.at[zone_at(side, c.UNDEPLOYED)]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        sector: i64 = c.LEFT
        while sector < c.SECTORS:
            out.add(action_with(c.DO_DEPLOY, unit, c.FRONT + sector))
            out.add(action_with(c.DO_DEPLOY, unit, c.REAR + sector))
            sector += 1


def _list_moves(out: Actions, kind: i64, unit: i64, zone: i64) -> None:
    """Each adjacent own zone. PB-4.4, PB-5.1."""
    sector = sector_of(zone)
    row = zone - sector
    out.add(action_with(kind, unit, zone ^ c.FRONT))
    if sector != c.CENTRE:
        out.add(action_with(kind, unit, row + c.CENTRE))
    else:
        out.add(action_with(kind, unit, row + c.LEFT))
        out.add(action_with(kind, unit, row + c.RIGHT))


def _list_enemies(out: Actions, kind: i64, unit: i64, mask: i64) -> None:
    enemy = enemy_side(unit)
    while mask:
        out.add(action_with(kind, unit, first_in(enemy, mask)))
        mask &= mask - 1


def _list_orders(state: State, out: Actions, unit: i64, excited: bool) -> None:
    """What a unit that is free to be ordered can do without special traits.

    PB-5.1, PB-5.2, PB-5.3, PB-5.4, PB-8.1; if excited only PB-T.3.
    """
    zone = state.zone[unit]
    if zone >= c.ENGAGEMENT:
        _list_enemies(out, c.DO_CARRY_ON, unit, state.contact[unit])
        if not excited and state.contact[unit]:
            out.add(action_of(c.DO_LEAVE, unit))
        return
    if not excited:
        _list_moves(out, c.DO_MOVE, unit, zone)
    if state.black[unit] and charge_refusal(state, unit) == c.ALLOWED:
        out.add(action_of(c.DO_CHARGE, unit))
    if state.white[unit] and shoot_refusal(state, unit) == c.ALLOWED:
        _list_enemies(out, c.DO_SHOOT, unit, shoot_targets(state, unit, sector_of(zone)))


def list_specials(state: State, out: Actions, unit: i64) -> None:
    """Add the special actions of a unit that is free to be ordered. PB-5.5."""
    side = side_of(unit)
    if special_refusal(state, unit, c.HEALS) == c.ALLOWED:
        mask = healable(state, unit)
        while mask:
            out.add(action_with(c.DO_HEAL, unit, first_in(side, mask)))
            mask &= mask - 1
    if special_refusal(state, unit, c.DOUBLE_ORDERS) == c.ALLOWED:
        out.add(action_of(c.DO_DOUBLE_ORDER, unit))
    if special_refusal(state, unit, c.EXCITES) == c.ALLOWED:
        out.add(action_of(c.DO_EXCITE, unit))


def _list_unit(state: State, out: Actions, unit: i64, redeploying: bool) -> None:
    zone = state.zone[unit]
    flags = state.flags[unit]
    if redeploying and zone < c.ENGAGEMENT and flags & c.MAY_NOT_REDEPLOY == 0:
        _list_moves(out, c.DO_REDEPLOY, unit, zone)
    if order_refusal(state, unit):
        return
    _list_orders(state, out, unit, False)
    if flags & c.SPECIALS:
        list_specials(state, out, unit)


def _list_turn(state: State, out: Actions) -> None:
    """Redeployments, unless one was made, and actions. PB-4.2, PB-5.6."""
    side = state.active
    mask = state.tally[c.UNITS + side]
    redeploying = state.phase == c.TURN
    while mask:
        _list_unit(state, out, first_in(side, mask), redeploying)
        mask &= mask - 1
    out.add(c.PASS_ACTION)


def _list_reactions(state: State, out: Actions) -> None:
    """Interceptions and shots at the charger, or none. PB-5.2.4."""
    side = other_side(state.active)
    mask = state.at[zone_at(side, c.FRONT + state.sector)]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        if reaction_refusal(state, unit):
            continue
        if intercept_refusal(state, unit) == c.ALLOWED:
            out.add(action_of(c.DO_INTERCEPT, unit))
        if react_shoot_refusal(state, unit) == c.ALLOWED:
            out.add(action_of(c.DO_REACT_SHOOT, unit))
    out.add(c.WAIT_ACTION)


def _list_targets(state: State, out: Actions) -> None:
    """Each enemy that the charger may target. PB-5.2.1, PB-5.2.2, PB-5.2.3."""
    unit = state.attacker
    side = enemy_side(unit)
    mask = charge_targets(state, unit, state.sector)
    while mask:
        out.add(action_of(c.DO_TARGET, first_in(side, mask)))
        mask &= mask - 1


def _list_follow_ups(state: State, out: Actions) -> None:
    """A repeated charge, or orders through a special, or none. PB-T.2, PB-T.3, PB-T.11."""
    if state.overwhelming:
        _list_targets(state, out)
    else:
        side = state.active
        mask = state.tally[c.UNITS + side] & ~state.acted & ~bit_of(state.trait_unit)
        while mask:
            unit = first_in(side, mask)
            mask &= mask - 1
            if order_refusal(state, unit) == c.ALLOWED:
                _list_orders(state, out, unit, state.trait == c.EXCITE)
    out.add(c.DONE_ACTION)


def _list_wounds(state: State, out: Actions) -> None:
    """Each troop to eliminate or to wound, with each source of the token. PB-7.1, PB-7.5.

    Hits of a Lethal shot place no token. PB-T.23.
    """
    unit = state.wound_unit
    side = side_of(unit)
    mask = state.roster.troops_of[unit] & state.tally[c.TROOPS + side]
    while mask:
        troop = first_in(side, mask)
        mask &= mask - 1
        left = wound_points_left(state, troop)
        if left:
            out.add(action_with(c.DO_ELIMINATE, unit, troop))
            if left > 1 and state.lethal == 0:
                _list_sources(state, out, side, action_with(c.DO_WOUND, unit, troop))


def _list_sources(state: State, out: Actions, side: i64, wound: i64) -> None:
    """The action `wound` with each source that its token may come from. PB-7.2."""
    if state.tally[c.UNUSED + side]:
        out.add(wound | c.FROM_UNUSED)
        return
    mask = state.tally[c.UNITS + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        if state.orders[unit]:
            out.add(wound | unit)
    if state.tally[c.PASSED + side]:
        out.add(wound | c.FROM_PASSED)


def _list_sacrifices(state: State, out: Actions) -> None:
    """Each wounded troop, or none. PB-4.7."""
    side = state.sacrificer
    mask = state.tally[c.WOUNDED + side]
    while mask:
        troop = first_in(side, mask)
        mask &= mask - 1
        unit = state.roster.unit_of[troop]
        out.add(action_with(c.DO_SACRIFICE, unit, troop))
    out.add(c.DONE_ACTION)
