"""Whole battles between agents inside the core, with a count of what every unit did."""

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.arrays import i64, vec, zeros
from pbbuild.pocket_battles.rules.core.bits import enemy_side, first_in, kind_of, side_of, unit_in
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .luck import Scales, luck_of_a
from .minds import Mind, choose


class Account:
    """What every unit and troop of both sides did in one battle, by its number."""

    def __init__(self) -> None:
        self.unit_destroyed: vec[i64] = zeros(c.SLOTS)
        self.unit_lost: vec[i64] = zeros(c.SLOTS)
        self.unit_orders: vec[i64] = zeros(c.SLOTS)
        # What a troop's unit did while the troop lived.
        self.troop_destroyed: vec[i64] = zeros(c.SLOTS)
        self.troop_orders: vec[i64] = zeros(c.SLOTS)
        self.decisions: i64 = 0
        # What the dice gave to A, in chances to win.
        self.luck: float = 0.0
        self.scales: Scales = Scales()

    def clear(self) -> None:
        """Set all counts to zero for the next battle."""
        number: i64 = 0
        while number < c.SLOTS:
            self.unit_destroyed[number] = 0
            self.unit_lost[number] = 0
            self.unit_orders[number] = 0
            self.troop_destroyed[number] = 0
            self.troop_orders[number] = 0
            number += 1
        self.decisions = 0
        self.luck = 0.0


class Dice:
    """The random streams of one battle: initiative, dice, and one for each agent."""

    def __init__(self, setup: i64, dice: i64, mind_a: i64, mind_b: i64) -> None:
        self.setup: Chance = Chance(setup)
        self.dice: Chance = Chance(dice)
        self.mind_a: Chance = Chance(mind_a)
        self.mind_b: Chance = Chance(mind_b)


def play_battle(state: State, a: Mind, b: Mind, dice: Dice, account: Account) -> None:
    """Play `state` to the end of the battle; single options are taken without a choice. PB-11."""
    actions = Actions()
    account.clear()
    while state.phase != c.END:
        if state.phase >= c.FIRST_ROLL:
            if state.phase == c.INITIATIVE:
                apply_roll(state, dice.setup.dice(state.dice))
                continue
            counts = dice.dice.dice(state.dice)
            account.luck += luck_of_a(account.scales, state, counts)
            apply_roll(state, counts)
            continue
        list_actions(state, actions)
        action = actions.items[0]
        if actions.count > 1:
            account.decisions += 1
            if state.decider == c.SIDE_A:
                action = choose(a, state, actions, dice.mind_a)
            else:
                action = choose(b, state, actions, dice.mind_b)
        if state.phase == c.WOUND or state.phase == c.SACRIFICE:
            account_losses(state, action, account)
        else:
            account_orders(state, action, account)
            apply_action(state, action)


def account_orders(state: State, action: i64, account: Account) -> None:
    """Count the tokens that an action is about to cost. PB-4.5."""
    kind = kind_of(action)
    ordered = c.DO_MOVE <= kind < c.DO_PASS
    if not ordered and kind != c.DO_INTERCEPT and kind != c.DO_REACT_SHOOT:
        return
    unit = unit_in(action)
    cost = order_cost(state, unit)
    account.unit_orders[unit] += cost
    _add_to_troops(state, unit, account.troop_orders, cost)


def account_losses(state: State, action: i64, account: Account) -> None:
    """Apply a wound or a sacrifice and count what was lost to which unit. PB-7.3."""
    hit = state.wound_unit if state.phase == c.WOUND else unit_in(action)
    by = state.roller if state.phase == c.WOUND else c.NOBODY
    enemy = enemy_side(hit)
    before = state.tally[c.DESTROYED + enemy]
    apply_action(state, action)
    lost = state.tally[c.DESTROYED + enemy] - before
    if lost == 0:
        return
    account.unit_lost[hit] += lost
    # A shot into a group may hit friends: that is a loss, but no unit's success.
    if by != c.NOBODY and side_of(by) == enemy:
        account.unit_destroyed[by] += lost
        _add_to_troops(state, by, account.troop_destroyed, lost)


def _add_to_troops(state: State, unit: i64, amounts: vec[i64], amount: i64) -> None:
    side = side_of(unit)
    mask = state.roster.troops_of[unit] & state.tally[c.TROOPS + side]
    while mask:
        amounts[first_in(side, mask)] += amount
        mask &= mask - 1
