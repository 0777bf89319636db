"""Battles played on: repeatable, without luck, and right in the mean."""

from collections.abc import Iterator
from statistics import fmean, stdev

import pytest

from pbbuild.pocket_battles.agents.thinking.minds import SEARCH, Mind
from pbbuild.pocket_battles.agents.thinking.rollouts import (
    Rollouts,
    result_without_luck,
)
from pbbuild.pocket_battles.agents.thinking.search import Tree, search_root
from pbbuild.pocket_battles.agents.thinking.solve import is_last_round, tokens_left
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import MAX_ACTIONS, Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.game import new_battle
from tests.pocket_battles.agents.test_luck import late_state


def rollouts() -> Rollouts:
    return Rollouts(Mind(SEARCH, 4))


def quick_rollouts() -> Rollouts:
    quick = mind_named("quick", "")
    assert quick
    return Rollouts(quick)


def results(state: State, seed: int) -> list[float]:
    chance, playing = Chance(seed), quick_rollouts()
    return [result_without_luck(playing, state.copy(), chance) for _ in range(3)]


def test_the_same_numbers_give_the_same_results_and_others_do_not() -> None:
    celts = find_list("celts-60").army_list
    state = new_battle(celts, celts).state

    first = results(state, 5)

    assert first == results(state, 5)
    assert first != results(state, 6)


def test_a_battle_that_is_over_is_its_result() -> None:
    state = late_state(18, 2)
    state.phase, state.winner = c.END, c.SIDE_B

    assert result_without_luck(rollouts(), state, Chance(1)) == 0.0


def open_last_rounds(count: int) -> Iterator[tuple[State, float]]:
    """Turns in last rounds of random battles that either side may win, and A's exact chance."""
    celts, romans = (find_list(name).army_list for name in ("celts-60", "romans-60"))
    tree, actions, seed = Tree(), Actions(), 0
    while count:
        seed += 1
        state, chance = new_battle(celts, romans).state, Chance(seed)
        while state.phase != c.END:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, chance.dice(state.dice))
                continue
            if state.phase == c.TURN and tokens_left(state) <= 3 and is_last_round(state):
                search_root(tree, state, 16, Chance(1), MAX_ACTIONS)
                if tree.root.solved and 0.05 < tree.root.exact[0] < 0.95:
                    count -= 1
                    yield state, tree.root.exact[0]
                    break
            list_actions(state, actions)
            apply_action(state, actions.items[chance.below(actions.count)])


def test_a_last_round_that_can_be_solved_has_its_chance_every_time() -> None:
    for state, exact in open_last_rounds(3):
        found = [result_without_luck(rollouts(), state.copy(), Chance(n)) for n in range(5)]
        assert found == pytest.approx([exact] * 5)


def test_less_luck_leaves_less_spread() -> None:
    celts = find_list("celts-60").army_list
    state, playing = new_battle(celts, celts).state, quick_rollouts()
    results, adjusted = [], []
    for number in range(300):
        after = state.copy()
        adjusted.append(result_without_luck(playing, after, Chance(number)))
        results.append(float(after.winner == c.SIDE_A))

    error = (stdev(results) + stdev(adjusted)) / len(results) ** 0.5
    assert abs(fmean(results) - fmean(adjusted)) < 3 * error
    assert stdev(adjusted) < 0.8 * stdev(results)
