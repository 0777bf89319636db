"""Exact last rounds, the search that uses them, and the estimate of the chance to win."""

import pytest

from pbbuild.pocket_battles.agents.thinking.minds import GREEDY, SEARCH, Mind, decide
from pbbuild.pocket_battles.agents.thinking.search import Tree, search_root
from pbbuild.pocket_battles.agents.thinking.solve import (
    UNSOLVED,
    Solver,
    is_last_round,
    solved_after,
    tokens_left,
)
from pbbuild.pocket_battles.agents.thinking.value import Position, chance_of_a
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.forces import pack_dice
from pbbuild.pocket_battles.rules.game import new_battle

LISTS = ("celts-60", "romans-60", "orcs-60", "elves-60")


def last_turn(seed: int, tokens: int = 1) -> State:
    """A turn decision in a round that must be the last, with so many tokens left in all."""
    number = seed
    while True:
        number += 1
        names = LISTS[number % 4], LISTS[number // 4 % 4]
        state = new_battle(*(find_list(name).army_list for name in names)).state  # type: ignore[arg-type]
        mind, chance, actions = Mind(GREEDY, 1000), Chance(number), Actions()
        while state.phase != c.END:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, chance.dice(state.dice))
                continue
            list_actions(state, actions)
            here = state.phase == c.TURN and is_last_round(state)
            if here and tokens_left(state) == tokens and actions.count > 1:
                return state
            apply_action(state, decide(mind, state, 1) if actions.count > 1 else actions.items[0])


def brute_force(state: State) -> float:
    """The chance of A with best play, by trying every action and every single die."""
    if state.phase == c.END:
        return 0.5 if state.winner == c.UNDECIDED else float(state.winner == c.SIDE_A)
    results = []
    if state.phase >= c.FIRST_ROLL:
        rolls: list[tuple[int, ...]] = [()]
        for _ in range(state.dice):
            rolls = [(*roll, face) for roll in rolls for face in range(1, 7)]
        for roll in rolls:
            after = state.copy()
            apply_roll(after, pack_dice(roll))
            results.append(brute_force(after))
        return sum(results) / len(results)
    actions = Actions()
    list_actions(state, actions)
    for place in range(actions.count):
        after = state.copy()
        apply_action(after, actions.items[place])
        results.append(brute_force(after))
    return max(results) if state.decider == c.SIDE_A else min(results)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 40])
def test_a_solved_turn_is_what_trying_everything_finds(seed: int) -> None:
    state = last_turn(seed)
    actions, solver = Actions(), Solver()
    list_actions(state, actions)
    solver.clear(1_000_000)
    # Without redeployments, which multiply the work of trying everything.
    kinds = (c.DO_REDEPLOY, c.DO_DOUBLE_ORDER, c.DO_EXCITE)
    orders = [a for a in list(actions.items)[: actions.count] if a >> c.KIND_SHIFT not in kinds]
    assert len(orders) > 1
    for action in orders[:6]:
        after = state.copy()
        apply_action(after, action)

        assert solved_after(solver, state, action) == pytest.approx(brute_force(after), abs=1e-9)


def test_a_budget_that_is_too_small_says_so() -> None:
    state = last_turn(1, 3)
    solver, actions = Solver(), Actions()
    list_actions(state, actions)
    solver.clear(2)

    assert UNSOLVED in [
        solved_after(solver, state, actions.items[place]) for place in range(actions.count)
    ]


def test_the_search_takes_the_best_action_of_a_solved_round() -> None:
    state = last_turn(1)
    tree = Tree()
    search_root(tree, state, 2000, Chance(1), 6)
    root = tree.root

    assert root.solved
    sign = 1 if state.decider == c.SIDE_A else -1
    chances = [sign * root.mean(place) for place in range(root.seen)]
    assert chances == sorted(chances, reverse=True)
    assert decide(Mind(SEARCH, 2000), state, 5) == root.action[0]


def test_a_search_decides_wounds_and_sacrifices_itself() -> None:
    mind, chance, actions = Mind(SEARCH, 10), Chance(4), Actions()
    state = new_battle(find_list("celts-60").army_list, find_list("romans-60").army_list).state
    seen = set()
    while state.phase != c.END:
        if state.phase >= c.FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
            continue
        list_actions(state, actions)
        legal = list(actions.items)[: actions.count]
        action = decide(mind, state, chance.word()) if len(legal) > 1 else legal[0]
        assert action in legal
        if len(legal) > 1:
            seen.add(state.phase)
        apply_action(state, action)

    assert {c.DEPLOY, c.TURN, c.WOUND} <= seen


def test_the_chance_of_a_mirrored_position_is_the_opposite() -> None:
    position = Position()
    army = find_list("celts-60").army_list
    state = new_battle(army, army).state
    chance, actions = Chance(1), Actions()
    # Both sides set up alike, seen from their own seats; whoever acts has the advantage or not.
    while state.phase != c.TURN:
        if state.phase >= c.FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
            continue
        list_actions(state, actions)
        apply_action(state, actions.items[0])
    first = chance_of_a(state, position)
    # Player 1 changes too: who begins the next round and wins a tie is part of the position.
    state.active ^= 1
    state.player1 ^= 1

    assert chance_of_a(state, position) == pytest.approx(1 - first)
    assert first != 0.5
