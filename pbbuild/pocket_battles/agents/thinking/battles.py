"""Whole battles played by minds, inside the core, with an account of what every unit did."""

from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import index_of
from pbbuild.pocket_battles.rules.core.constants import (
    DESTROYED,
    DO_INTERCEPT,
    DO_MOVE,
    DO_PASS,
    DO_REACT_SHOOT,
    END,
    FIRST_ROLL,
    INITIATIVE,
    KIND_SHIFT,
    SACRIFICE,
    SIDE_SHIFT,
    SLOTS,
    TROOPS,
    UNIT_SHIFT,
    WOUND,
)
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .minds import Mind, choose


class Account:
    """What every unit and troop of both sides did in one battle, by its place."""

    def __init__(self) -> None:
        self.unit_destroyed: vec[i64] = vec[i64]([0] * SLOTS)
        self.unit_lost: vec[i64] = vec[i64]([0] * SLOTS)
        self.unit_orders: vec[i64] = vec[i64]([0] * SLOTS)
        # Of a troop's unit while the troop lived.
        self.troop_destroyed: vec[i64] = vec[i64]([0] * SLOTS)
        self.troop_orders: vec[i64] = vec[i64]([0] * SLOTS)
        self.decisions: i64 = 0

    def clear(self) -> None:
        """Begin a new account."""
        place: i64 = 0
        while place < SLOTS:
            self.unit_destroyed[place] = 0
            self.unit_lost[place] = 0
            self.unit_orders[place] = 0
            self.troop_destroyed[place] = 0
            self.troop_orders[place] = 0
            place += 1
        self.decisions = 0


class Dice:
    """The streams of one battle: set-up, dice, and each mind's own."""

    def __init__(self, setup: i64, dice: i64, mind_a: i64, mind_b: i64) -> None:
        self.setup: Chance = Chance(setup)
        self.dice: Chance = Chance(dice)
        self.mind_a: Chance = Chance(mind_a)
        self.mind_b: Chance = Chance(mind_b)


def play_battle(state: State, a: Mind, b: Mind, dice: Dice, account: Account) -> None:
    """Carry `state` to the end of the battle. PB-11: single options are taken unasked."""
    actions = Actions()
    account.clear()
    while state.phase != END:
        if state.phase >= FIRST_ROLL:
            stream = dice.setup if state.phase == INITIATIVE else dice.dice
            apply_roll(state, stream.dice(state.dice))
            continue
        list_actions(state, actions)
        action = actions.items[0]
        if actions.count > 1:
            account.decisions += 1
            if state.decider == 0:
                action = choose(a, state, actions, dice.mind_a)
            else:
                action = choose(b, state, actions, dice.mind_b)
        if state.phase == WOUND or state.phase == SACRIFICE:
            account_losses(state, action, account)
        else:
            account_orders(state, action, account)
            apply_action(state, action)


def account_orders(state: State, action: i64, account: Account) -> None:
    """Enter the tokens an action is about to cost."""
    kind = action >> KIND_SHIFT
    ordered = DO_MOVE <= kind < DO_PASS
    if not ordered and kind != DO_INTERCEPT and kind != DO_REACT_SHOOT:
        return
    unit = action >> UNIT_SHIFT & 255
    cost = order_cost(state, unit)
    account.unit_orders[unit] += cost
    _add_to_troops(state, unit, account.troop_orders, cost)


def account_losses(state: State, action: i64, account: Account) -> None:
    """Carry out a wound or a sacrifice and enter who lost what, and to whom."""
    hit = state.wound_unit if state.phase == WOUND else action >> UNIT_SHIFT & 255
    by = state.roller if state.phase == WOUND else -1
    enemy = (hit >> SIDE_SHIFT) ^ 1
    before = state.tally[DESTROYED + enemy]
    apply_action(state, action)
    lost = state.tally[DESTROYED + enemy] - before
    if lost == 0:
        return
    account.unit_lost[hit] += lost
    # A shot into a group may hit friends: that is a loss, but nobody's success.
    if by >= 0 and by >> SIDE_SHIFT == enemy:
        account.unit_destroyed[by] += lost
        _add_to_troops(state, by, account.troop_destroyed, lost)


def _add_to_troops(state: State, unit: i64, amounts: vec[i64], amount: i64) -> None:
    side = unit >> SIDE_SHIFT
    mask = state.roster.troops_of[unit] & state.tally[TROOPS + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        amounts[(side << SIDE_SHIFT) + index_of(bit)] += amount
