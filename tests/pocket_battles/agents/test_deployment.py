"""Armies are set up by a plan: one sector bears the weight, the rest answers the enemy. PB-3.2."""

from collections.abc import Callable

import pytest

from pbbuild.play.agents.contract import Situation
from pbbuild.play.stream import Stream, derived_seed
from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.agents.thinking.deployment import share
from pbbuild.pocket_battles.agents.thinking.strength import points
from pbbuild.pocket_battles.agents.thinking_agents import STYLES
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle

GAME = PocketBattles()
LISTS = [name for name in ready_lists() if name.endswith("-80")]
Elsewhere = Callable[[list[int], Stream], int]


def anywhere(actions: list[int], stream: Stream) -> int:
    return actions[stream.below(len(actions))]


def only_in(sector: int) -> Elsewhere:
    def choose(actions: list[int], stream: Stream) -> int:
        return next(one for one in actions if (one >> c.ARGUMENT_SHIFT & 3) == sector)

    return choose


def set_up(
    agent: str, army: str, seed: int, enemy: Elsewhere = anywhere
) -> tuple[int, list[float]]:
    """The sector an agent opens, and the share of its points in every sector at the reveal.

    Every decision has a stream of its own, as at the screen: nothing but the table is remembered.
    """
    army_list = find_list(army).army_list
    battle: Battle = new_battle(army_list, army_list)
    battle.apply_roll((6,))
    battle.apply_roll((1,))
    opened = -1
    step = 0
    while battle.state.phase == c.DEPLOY:
        step += 1
        actions = battle.legal_actions()
        stream = Stream(derived_seed(seed, step))
        if battle.state.decider == 0:
            situation = Situation(GAME, battle, actions)
            action = agent_named(agent).choose(situation, stream).action
            opened = opened if opened >= 0 else action >> c.ARGUMENT_SHIFT & 3
        else:
            action = enemy(actions, stream)
        battle.apply(action)
    weight = [0.0] * 3
    for unit in range(len(army_list.units)):
        part = int(points(battle.state, unit)) / int(battle.state.roster.fielded[0])
        weight[int(battle.state.zone[unit]) & 3] += part
    return opened, weight


@pytest.mark.clause("PB-3.2")
@pytest.mark.parametrize("army", LISTS)
def test_the_assault_masses_where_it_began(army: str) -> None:
    weights = []
    heaviest = 0
    for seed in range(12):
        opened, weight = set_up("assault", army, seed)
        weights.append(weight[opened])
        heaviest += weight[opened] == max(weight)

    # Whoever masses on another wing may draw a unit away, not the plan.
    assert heaviest >= 9
    assert sum(weights) / len(weights) > 0.45


def test_the_assault_does_not_always_come_on_the_same_wing() -> None:
    assert {set_up("assault", "orcs-80", seed)[0] for seed in range(12)} == {0, 1, 2}


@pytest.mark.parametrize("army", LISTS)
def test_the_defenders_stand_in_every_sector(army: str) -> None:
    for seed in range(12):
        assert min(set_up("defensive", army, seed)[1]) > 0


def test_an_even_line_answers_where_the_enemy_stands() -> None:
    left = [set_up("defensive", army, 3, only_in(0))[1][0] for army in LISTS]
    right = [set_up("defensive", army, 3, only_in(2))[1][0] for army in LISTS]

    assert sum(left) > sum(right) + 1


@pytest.mark.parametrize("massed", [0.4, *(style.massed for style in STYLES.values())])
def test_shares_make_a_whole_army_and_leave_no_sector_without_one(massed: float) -> None:
    for main in range(3):
        shares = [share(main, sector, massed) for sector in range(3)]
        assert sum(shares) == pytest.approx(1)
        assert min(shares) > 0
        assert max(shares) == shares[main]
