"""Styles of play do what their names say."""

from collections import Counter
from functools import cache

import pytest

from pbbuild.pocket_battles.agents.thinking.minds import choose
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import new_battle
from tests.tiers import tries

BATTLES = tries(32, most=64)
# Armies that can do either, charge and shoot.
LISTS = ("union-80", "elves-80", "persians-80", "confederacy-80")
ORDERS = range(c.DO_MOVE, c.DO_PASS + 1)


@cache
def played(style: str) -> Counter[str]:
    """What a style did against `greedy`, with the same army on both sides."""
    mind, greedy = mind_named(style, ""), mind_named("greedy", "")
    assert mind is not None
    assert greedy is not None
    counted: Counter[str] = Counter()
    actions = Actions()
    for battle in range(BATTLES):
        army_list = find_list(LISTS[battle % len(LISTS)]).army_list
        state = new_battle(army_list, army_list).state
        chance = Chance(battle)
        seat = battle % 2
        lost = c.DESTROYED + (seat ^ 1)
        while state.phase != c.END:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, chance.dice(state.dice))
                continue
            list_actions(state, actions)
            action = int(actions.items[0])
            if actions.count > 1:
                own = state.decider == seat
                action = int(choose(mind if own else greedy, state, actions, chance))
                if own and action >> c.KIND_SHIFT in ORDERS:
                    counted["orders"] += 1
                    counted[str(action >> c.KIND_SHIFT)] += 1
            apply_action(state, action)
        counted["lost"] += int(state.tally[lost])
    return counted


def share(style: str, kind: int) -> float:
    counted = played(style)
    return counted[str(kind)] / counted["orders"]


@pytest.mark.slow
def test_assault_charges_more_than_anybody() -> None:
    for other in ("greedy", "defensive", "shooting", "cautious"):
        assert share("assault", c.DO_CHARGE) > share(other, c.DO_CHARGE) + 0.05


@pytest.mark.slow
def test_shooting_shoots_more_than_who_likes_to_charge() -> None:
    for other in ("greedy", "assault"):
        assert share("shooting", c.DO_SHOOT) > share(other, c.DO_SHOOT) + 0.05


@pytest.mark.slow
def test_the_defender_lets_them_come() -> None:
    assert share("defensive", c.DO_CHARGE) < share("greedy", c.DO_CHARGE) - 0.05


@pytest.mark.slow
def test_the_cautious_lose_fewer_points_in_a_battle() -> None:
    # Not than `assault`: it wins early, and so loses little.
    for other in ("greedy", "defensive", "shooting"):
        assert played("cautious")["lost"] < played(other)["lost"]
