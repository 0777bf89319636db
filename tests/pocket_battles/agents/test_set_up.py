"""Strong agents choose set-ups by what they may see, with the estimate that was fitted."""

import dataclasses
import importlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from pbbuild.play.agents.contract import Situation
from pbbuild.play.stream import Stream, derived_seed
from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.agents.thinking import set_up, set_up_weights
from pbbuild.pocket_battles.agents.thinking.strength import shot_hits, strike_hits
from pbbuild.pocket_battles.agents.thinking_agents import mind_named
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle

GAME = PocketBattles()
BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
LISTS = [name for name in ready_lists() if name.endswith("-60")]


def begun(ours: ArmyList, theirs: ArmyList) -> Battle:
    battle = new_battle(ours, theirs)
    battle.apply_roll((6,))
    battle.apply_roll((1,))
    return battle


def set_up_of(name: str, ours: ArmyList, theirs: ArmyList, seed: int) -> Battle:
    """The battle at the reveal: A is set up by the agent, B at random."""
    battle, agent, step = begun(ours, theirs), agent_named(name), 0
    while battle.state.phase == c.DEPLOY:
        actions, stream = battle.legal_actions(), Stream(derived_seed(seed, step))
        step += 1
        if battle.state.decider == c.SIDE_A:
            battle.apply(agent.choose(Situation(GAME, battle, actions), stream).action)
        else:
            battle.apply(actions[stream.below(len(actions))])
    return battle


def zones_of(battle: Battle) -> list[int]:
    return [int(zone) for zone in battle.state.zone[: c.SIDE_SIZE]]


@pytest.mark.clause("PB-1.8", "PB-3.2")
@pytest.mark.parametrize("name", ["expect:6", "search:16"])
def test_hidden_troops_change_no_decision_of_a_whole_set_up(name: str) -> None:
    ours, shown = find_list("orcs-80").army_list, find_list("union-80").army_list
    # The same tops and heights, other troops below: what lies under two tall stacks is swapped.
    units = list(shown.units)
    one, two = [place for place, unit in enumerate(units) if len(unit.troops) == 3][:2]
    first, second = units[one].troops, units[two].troops
    units[one] = dataclasses.replace(units[one], troops=(first[0], *second[1:]))
    units[two] = dataclasses.replace(units[two], troops=(second[0], *first[1:]))
    other = dataclasses.replace(shown, units=tuple(units))
    assert other != shown

    for seed in range(8):
        set_ups = [zones_of(set_up_of(name, ours, enemy, seed)) for enemy in (shown, other)]
        assert set_ups[0] == set_ups[1]


@pytest.mark.parametrize("army", LISTS)
def test_chargers_stand_in_front(army: str) -> None:
    ours = find_list(army).army_list
    for seed in range(4):
        state = set_up_of("search:16", ours, ours, seed).state
        for unit in range(len(ours.units)):
            charge = strike_hits(state, unit, unit, 1)
            if charge > 2 * shot_hits(state, unit):
                assert state.zone[unit] >= c.FRONT


def test_the_weight_is_not_always_on_the_same_wing() -> None:
    ours = find_list("celts-80").army_list
    heaviest = set()
    for seed in range(12):
        zones = zones_of(set_up_of("search:16", ours, ours, seed))[: len(ours.units)]
        counts = [sum(zone & c.SECTOR_MASK == sector for zone in zones) for sector in range(3)]
        heaviest.add(counts.index(max(counts)))

    assert {0, 2} <= heaviest


def test_agents_of_0_1_0_and_styles_follow_the_plan() -> None:
    for base in ("v1-search", "v1-expect", "v1-greedy", "greedy", "assault", "cautious", "quick"):
        mind = mind_named(base, "")
        assert mind is not None
        assert not mind.chooses_set_up


def test_the_estimate_is_the_one_that_was_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    fit = importlib.import_module("fit_setup")
    work, stream = set_up.SetUp(), Stream(4)
    weights = {name: getattr(set_up_weights, name) for name in fit.own_terms(_no_units())}
    for name in ("CHARGE_UNOPPOSED", "SHOTS_UNOPPOSED"):
        weights[name] = getattr(set_up_weights, name)
    for name in ("FACING", "BESIDE"):
        row = getattr(set_up_weights, name)
        weights |= {f"{name}_{pair}": row[place] for place, pair in enumerate(fit.FACED)}

    for army in LISTS:
        ours = find_list(army).army_list
        battle = begun(ours, find_list("union-60").army_list)
        while battle.state.phase == c.DEPLOY:
            actions = battle.legal_actions()
            battle.apply(actions[stream.below(len(actions))])
        set_up._learn_own(work, battle.state, c.SIDE_A)
        set_up._learn_enemy(work, battle.state, c.SIDE_B)
        set_up._learn_worth(work)
        # All units are deployed, so nothing is left to improve.
        rating = set_up._improved(work, battle.state, c.SIDE_A, Chance(1))

        own, enemy = _named(list(work.own)), _named(list(work.enemy))
        ours_faced, theirs_faced = fit.facing_terms(own, enemy), fit.facing_terms(enemy, own)
        expected = sum(weights[name] * value for name, value in fit.own_terms(own).items())
        expected += sum(
            weights[name] * (ours_faced[name] - theirs_faced[name]) for name in ours_faced
        )
        assert rating == pytest.approx(expected, abs=1e-9)


def _named(sums: Sequence[float]) -> dict[str, np.ndarray]:
    def at(place: int) -> np.ndarray:
        return np.array([round(sums[place + sector], 12) for sector in range(3)])

    return {
        "P": at(set_up.POINTS) + at(set_up.POINTS_BEHIND),
        "R": at(set_up.POINTS_BEHIND),
        "C": at(set_up.CHARGES),
        "Cr": at(set_up.CHARGES_BEHIND),
        "H": at(set_up.SHOTS),
        "Hr": at(set_up.SHOTS_BEHIND),
        "Fr": at(set_up.FAR_BEHIND),
        "N": at(set_up.IDLE),
        "Nr": at(set_up.IDLE_BEHIND),
        "U": at(set_up.UNITS),
        "Ur": at(set_up.UNITS_BEHIND),
    }


def _no_units() -> dict[str, np.ndarray]:
    return _named([0.0] * set_up.ALL_SUMS)
