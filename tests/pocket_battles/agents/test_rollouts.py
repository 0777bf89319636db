"""Battles played on: repeatable, without luck, and right in the mean."""

from statistics import fmean, stdev

import pytest

from pbbuild.pocket_battles.agents.thinking.minds import SEARCH, Mind
from pbbuild.pocket_battles.agents.thinking.rollouts import (
    Rollouts,
    mean_result,
    result_without_luck,
)
from pbbuild.pocket_battles.agents.thinking.search import Tree, search_root
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.legal import MAX_ACTIONS
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import new_battle
from tests.pocket_battles.agents.test_luck import late_state


def rollouts() -> Rollouts:
    return Rollouts(Mind(SEARCH, 4))


def test_the_same_numbers_give_the_same_mean_and_leave_the_state_alone() -> None:
    state = late_state(18, 4)
    tally = list(state.tally)

    first = mean_result(rollouts(), state, 3, Chance(5))

    assert first == mean_result(rollouts(), state, 3, Chance(5))
    assert first != mean_result(rollouts(), state, 3, Chance(6))
    assert list(state.tally) == tally


def test_a_battle_that_is_over_is_its_result() -> None:
    state = late_state(18, 2)
    state.phase, state.winner = c.END, c.SIDE_B

    assert result_without_luck(rollouts(), state, Chance(1)) == 0.0


def test_a_last_round_that_can_be_solved_has_its_chance_every_time() -> None:
    tree, chances = Tree(), []
    for seed in range(40):
        state = late_state(seed, 3)
        if state.phase == c.TURN:
            search_root(tree, state, 16, Chance(1), MAX_ACTIONS)
            if tree.root.solved and 0.05 < tree.root.exact[0] < 0.95:
                chances.append(tree.root.exact[0])
                found = [result_without_luck(rollouts(), state.copy(), Chance(n)) for n in range(5)]
                assert found == pytest.approx([tree.root.exact[0]] * 5)

    assert chances


def test_less_luck_leaves_less_spread() -> None:
    celts = find_list("celts-60").army_list
    state, playing = new_battle(celts, celts).state, rollouts()
    results, adjusted = [], []
    for number in range(60):
        after = state.copy()
        adjusted.append(result_without_luck(playing, after, Chance(number)))
        results.append(float(after.winner == c.SIDE_A))

    error = (stdev(results) + stdev(adjusted)) / len(results) ** 0.5
    assert abs(fmean(results) - fmean(adjusted)) < 3 * error
    assert stdev(adjusted) < 0.7 * stdev(results)
