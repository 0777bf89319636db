"""Searches by battles end within their budget on any list, and say what they left out."""

import dataclasses
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbbuild.errors import UsageError
from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_battles.builder.fix_list import fixed_list
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.metagame.counter import CounterSearch, candidate_lists, find_counter
from pbbuild.pocket_battles.metagame.field import usual_lists
from pbbuild.pocket_battles.metagame.random_lists import random_list
from pbbuild.pocket_battles.metagame.tile_worth import WorthSettings, measure_worth
from pbbuild.pocket_battles.playtest import improve as improving
from pbbuild.pocket_battles.playtest.battle_budget import (
    USUAL_COST,
    BattleBudget,
    battle_cost,
    pair_cost,
)
from pbbuild.pocket_battles.playtest.improve import ListChange, improve
from pbbuild.pocket_battles.playtest.plans import new_plan
from pbbuild.text.translate import Translator
from tests.cli import run

CATALOG = shipped_catalog()
T = Translator("en")


def huge_list(size: int = 2000) -> ArmyList:
    """A legal list of nearly all tiles of an army, most of them units of their own."""
    army = CATALOG.armies["romans"]
    units = tuple(ListUnit((troop.code,)) for troop in army.troops)
    fixed = fixed_list(ArmyList("Huge", "romans", size, army.edition, units), CATALOG)
    assert fixed
    return fixed.army_list


def with_own_army(**values: Any) -> Catalog:
    """The Union and an army of a player's own, all of whose tiles have these values."""
    union = CATALOG.armies["union"]
    troops = tuple(
        dataclasses.replace(troop, code=f"OWN{number:02d}", army="own", traits=(), **values)
        for number, troop in enumerate(union.troops, 1)
    )
    own = dataclasses.replace(union, id="own", prefix="OWN", troops=troops)
    return dataclasses.replace(
        CATALOG,
        armies={"union": union, "own": own},
        troops={**CATALOG.troops, **{troop.code: troop for troop in troops}},
    )


def test_a_battle_of_many_units_costs_more() -> None:
    usual, huge = find_list("romans-60").army_list, huge_list()
    assert battle_cost(usual, [usual]) == USUAL_COST
    assert battle_cost(huge, [huge]) > 5 * USUAL_COST
    assert battle_cost(usual, [usual, huge]) > USUAL_COST


@pytest.mark.parametrize("games", [100, pytest.param(400, marks=pytest.mark.slow)])
def test_improve_stays_within_its_budget_and_says_that_it_stopped(games: int) -> None:
    huge = huge_list()
    plan = new_plan(huge, (huge,), agent="random", seed=1)
    shares: list[tuple[int, int]] = []
    budget = BattleBudget(games, lambda done, of: shares.append((done, of)))

    improve(plan, CATALOG, InProcessWorkers(), 3, budget=budget)

    assert budget.stopped
    assert 0 < budget.spent <= games * USUAL_COST
    assert shares == sorted(shares, key=lambda share: share[0])
    assert shares[-1][0] == shares[-1][1]
    assert len(shares) > 2


@pytest.mark.slow
def test_improve_with_enough_battles_does_not_say_that_it_stopped() -> None:
    ours = find_list("union-50").army_list
    plan = new_plan(ours, (ours,), agent="random", seed=1)
    budget = BattleBudget(20_000)

    improve(plan, CATALOG, InProcessWorkers(), 1, budget=budget)

    assert not budget.stopped


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_command_says_that_it_stopped_early(lang: str, tmp_path: Path) -> None:
    (tmp_path / "huge.json").write_text(list_text(huge_list()), encoding="utf-8")
    words = ("improve", "huge.json", "--against", "huge.json", "--games", "100", "--seed", "1")
    options = ("--agent", "random", "--workers", "1", "--json", "--lang", lang)

    found = run(*words, *options, folder=tmp_path)

    assert json.loads(found.stdout)["stopped_early"] is True
    assert json.loads(found.stdout)["budget"] == 100
    assert {"en": "stopped early", "it": "fermato prima"}[lang] in found.stderr


@pytest.mark.slow
def test_a_counter_is_found_within_a_small_budget() -> None:
    target = find_list("union-50").army_list
    search = CounterSearch(("confederacy",), agent="random", seeds=1, games=100)
    shares: list[tuple[int, int]] = []
    built: list[tuple[int, int]] = []

    found = find_counter(
        [target],
        search,
        CATALOG,
        InProcessWorkers(),
        T,
        progress=lambda done, of: shares.append((done, of)),
        built=lambda done, of: built.append((done, of)),
    )

    assert found.stopped_early
    assert found.document()["stopped_early"] is True
    # Each heat has one pair of each list at least, and the proof its least pairs.
    lists = len(candidate_lists(50, search, CATALOG, T))
    assert found.battles <= 100 + 2 * (2 * lists + 5) + 2 * 20
    assert found.quick_battles > 100
    assert built[-1][0] == built[-1][1] > 1
    assert shares


def test_the_cost_of_a_plan_is_that_of_both_battles_of_a_pair() -> None:
    ours = find_list("union-50").army_list
    assert pair_cost(new_plan(ours, (ours,), agent="random")) == 2 * USUAL_COST


def test_an_own_army_without_legal_lists_spoils_no_measure() -> None:
    catalog = with_own_army(wp=0)
    settings = WorthSettings(50, 480, "random", 1)

    found = measure_worth("union", settings, catalog, InProcessWorkers())

    assert found.games == 480
    with pytest.raises(UsageError) as told:
        measure_worth("own", settings, catalog, InProcessWorkers())
    assert told.value.code == "meta.no-random-list"


def test_a_size_beyond_all_tiles_is_refused_before_any_battle() -> None:
    with pytest.raises(UsageError) as told:
        random_list("union", 3000, CATALOG, Random(1))
    assert told.value.code == "new.size-too-large"


def test_an_own_army_too_small_for_the_size_is_left_out() -> None:
    catalog = with_own_army(dp=1)
    search = CounterSearch(seeds=1)

    assert "own" not in {each.army for each in usual_lists(80, (), catalog, T)}
    assert "own" not in {each.army for each in candidate_lists(80, search, catalog, T)}
    with pytest.raises(UsageError) as told:
        usual_lists(80, ["own"], catalog, T)
    assert told.value.code == "new.size-too-large"
    with pytest.raises(UsageError) as told:
        candidate_lists(80, CounterSearch(("own",)), catalog, T)
    assert told.value.code == "new.size-too-large"


def test_a_small_budget_lets_fewer_changes_race_and_still_tests_the_winner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # No screening to pay for: what is tested is how the race spends a budget.
    ours = find_list("union-50").army_list
    field = [ListChange((), ours, 0.0)] * improving.RACERS
    monkeypatch.setattr(improving, "screened", lambda *_: list(field))
    plans: list[int] = []

    def scores(racers: list[Any], pairs: tuple[int, int], *_: object) -> list[list[int]]:
        plans.append(len(racers))
        return [[place] * pairs[1] for place in range(len(racers))]

    monkeypatch.setattr(improving, "_scores", scores)
    plan = new_plan(ours, (ours,), agent="random", seed=1)
    improving.race(plan, CATALOG, InProcessWorkers(), lambda *_: None, BattleBudget(200))

    # A wave of all twelve would cost more than the half of the budget that is for the race.
    assert plans
    assert plans[0] < improving.RACERS + 1


def test_a_race_of_one_change_does_not_say_that_it_left_others_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The budget is too small for a full field, but there is only one change to try.
    ours = find_list("union-50").army_list
    monkeypatch.setattr(improving, "screened", lambda *_: [ListChange((), ours, 0.0)])
    monkeypatch.setattr(
        improving, "_scores", lambda racers, pairs, *_: [[0] * pairs[1] for _ in racers]
    )
    budget = BattleBudget(700)
    plan = new_plan(ours, (ours,), agent="random", seed=1)
    improving.race(plan, CATALOG, InProcessWorkers(), lambda *_: None, budget)

    assert not budget.stopped
