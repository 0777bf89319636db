"""The chance to win: what is remembered of units never changes it."""

from collections.abc import Callable

import pytest

from pbbuild.pocket_battles.agents.thinking.solve import position_key
from pbbuild.pocket_battles.agents.thinking.value import Position, chance_of_a
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.game import new_battle
from tests.tiers import tries

PAIRINGS = (("celts-60", "elves-60"), ("orcs-60", "romans-60"), ("persians-50", "union-50"))


def test_a_position_used_again_gives_the_chances_of_a_fresh_one() -> None:
    # One for all battles: the troops alive may be the same, their units are others.
    used, actions = Position(), Actions()
    wounded = 0
    for number, (one, other) in enumerate(PAIRINGS * tries(4, 1)):
        state = new_battle(find_list(one).army_list, find_list(other).army_list).state
        chance = Chance(number)
        while state.phase != c.END:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, chance.dice(state.dice))
                continue
            list_actions(state, actions)
            apply_action(state, actions.items[chance.below(actions.count)])
            if state.phase == c.TURN:
                assert chance_of_a(state, used) == chance_of_a(state, Position())
                wounded += state.tally[c.WOUNDED] > 0
    assert wounded > 0


def go_on(state: State, actions: Actions, chance: Chance) -> None:
    """Play `state` at random to the next turn, or to the action of this one."""
    while True:
        if state.phase >= c.FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
        else:
            list_actions(state, actions)
            apply_action(state, actions.items[chance.below(actions.count)])
        if state.phase in (c.TURN, c.ACT, c.END):
            return


def test_positions_with_one_key_have_one_chance() -> None:
    # What is remembered of a position is found by its key: it must name everything that counts.
    known: dict[int, float] = {}
    actions, position, again = Actions(), Position(), 0
    army = find_list("celts-60").army_list
    started = new_battle(army, army).state
    for number in range(tries(12, 3)):
        # All battles have one roster, as battles played on from one position.
        state, chance = started.copy(), Chance(number)
        while state.phase != c.END:
            # Turns that go different ways, and often end alike.
            for _ in range(20):
                after = state.copy()
                go_on(after, actions, chance)
                if after.phase != c.END:
                    key, found = position_key(after), chance_of_a(after, position)
                    again += key in known
                    assert known.setdefault(key, found) == found
            go_on(state, actions, chance)
    assert len(known) > 300
    assert again > 300


def wounded_state() -> tuple[State, int]:
    """A turn of a battle in which a troop of A carries a wound, and that troop."""
    army = find_list("celts-60").army_list
    state, actions, chance = new_battle(army, army).state, Actions(), Chance(1)
    while state.tally[c.WOUNDED] == 0:
        go_on(state, actions, chance)
    return state, list(state.wounds).index(max(list(state.wounds)[: c.SLOTS // 2]))


def turned(state: State, troop: int) -> None:
    state.active = 1 - state.active


def begun_by_the_other(state: State, troop: int) -> None:
    state.player1 = 1 - state.player1


def a_round_later(state: State, troop: int) -> None:
    state.round += 1


def wounded_once_more(state: State, troop: int) -> None:
    state.wounds[troop] += 1


def ordered_once_more(state: State, troop: int) -> None:
    state.orders[0] += 1


def moved(state: State, troop: int) -> None:
    state.zone[0] += 1


def in_contact(state: State, troop: int) -> None:
    state.contact[0] ^= 1


def poorer(state: State, troop: int) -> None:
    state.tally[c.UNUSED] -= 1


@pytest.mark.parametrize(
    "change",
    [
        turned,
        begun_by_the_other,
        a_round_later,
        wounded_once_more,
        ordered_once_more,
        moved,
        in_contact,
        poorer,
    ],
)
def test_a_position_that_differs_has_another_key(change: Callable[[State, int], None]) -> None:
    state, troop = wounded_state()
    other = state.copy()
    change(other, troop)

    assert position_key(other) != position_key(state)
