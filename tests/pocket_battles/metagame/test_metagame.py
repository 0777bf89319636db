"""Counters and metagames: what they promise holds on small contests."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pbbuild.play.statistics import Estimate
from pbbuild.play.workers import InProcessWorkers, start_workers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame import counter as searching
from pbbuild.pocket_battles.metagame.counter import (
    CounterSearch,
    candidate_lists,
    find_counter,
    mixed_field,
)
from pbbuild.pocket_battles.metagame.field import usual_lists
from pbbuild.pocket_battles.metagame.meta import (
    Metagame,
    MetaSettings,
    _verdict,
    play_metagame,
    style_of,
)
from pbbuild.pocket_battles.rules.army import is_legal
from pbbuild.text.translate import Translator
from tests.cli import run as pbbuild
from tests.refusals import refused_with

CATALOG = load_catalog()
T = Translator("en")
READY = ("union-50", "confederacy-50", "macedonians-50")


def ready(name: str) -> ArmyList:
    return find_list(name).army_list


@pytest.fixture
def short_races(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "HEATS", ((1000, 1), (2, 2)))
    monkeypatch.setattr(searching, "PROOF", 4)


def played(searches: int = 0, workers: int = 1) -> Metagame:
    settings = MetaSettings(8, "random", 5, searches, ("union",))
    lists = [ready(name) for name in READY]
    with start_workers(workers) as started:
        return play_metagame(lists, settings, CATALOG, started, T)


@pytest.mark.slow
def test_candidates_are_legal_and_all_different() -> None:
    lists = candidate_lists(50, CounterSearch(("union",), seeds=1), CATALOG, T)

    assert len(lists) >= 4
    assert all(is_legal(each, CATALOG) and each.points == 50 for each in lists)
    assert len({frozenset(unit.troops for unit in each.units) for each in lists}) == len(lists)


def test_a_mix_takes_its_places_by_share() -> None:
    lists = [ready(name) for name in READY]
    field = mixed_field(lists, [0.5, 0.5, 0.0])

    assert len(field) == searching.MIX_PLACES
    assert [field.count(each) for each in lists] == [12, 12, 0]
    thirds = mixed_field(lists, [1 / 3] * 3)
    assert [thirds.count(each) for each in lists] == [8, 8, 8]


@pytest.mark.slow
def test_a_counter_is_legal_of_the_same_size_and_measured_on_new_dice(short_races: None) -> None:
    search = CounterSearch(("confederacy",), 0, "random", 3, seeds=1)
    found = find_counter([ready("union-50")], search, CATALOG, InProcessWorkers(), T)

    assert found.army_list.army == "confederacy"
    assert found.army_list.points == 50
    assert is_legal(found.army_list, CATALOG)
    assert 0 <= found.win_rate.low <= found.win_rate.value <= found.win_rate.high <= 1
    again = find_counter([ready("union-50")], search, CATALOG, InProcessWorkers(), T)
    assert found == again


def test_a_counter_to_lists_of_two_sizes_is_refused() -> None:
    lists = [ready("union-50"), ready("union-80")]

    with refused_with("meta.sizes-differ"):
        find_counter(lists, CounterSearch(), CATALOG, InProcessWorkers(), T)


@pytest.mark.slow
def test_a_counter_beats_a_list_that_cannot_fight() -> None:
    weak = replace(ready("union-50"), units=ready("union-50").units[:2])
    search = CounterSearch(("union",), 0, "greedy", 1, seeds=1)
    found = find_counter([weak], search, CATALOG, InProcessWorkers(), T)

    assert found.win_rate.low > 0.6
    assert found.exploitability > 0.1


def test_the_matrix_is_antisymmetric_and_mirrors_win_half() -> None:
    found = played()
    rates = found.rates()

    for row in range(3):
        assert rates[row][row].value == 0.5
        for column in range(3):
            assert rates[row][column].value + rates[column][row].value == pytest.approx(1)
    assert sum(share.share for share in found.mix) == pytest.approx(1)
    assert {each.army for each in found.verdicts} == {"union", "confederacy", "macedonians"}


@pytest.mark.slow
def test_a_list_that_beats_the_mix_enters_it_and_meets_everybody(
    short_races: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbbuild.pocket_battles.metagame.meta.beats_the_mix", lambda found: True)
    found = played(searches=1)

    assert len(found.lists) == 4
    assert found.lists[3].army == "union"
    assert {(0, 3), (1, 3), (2, 3)} <= set(found.table.meetings)
    assert len(found.table.ratings) == len(found.mix) == 4


@pytest.mark.slow
def test_a_search_that_finds_nothing_better_closes_the_metagame(
    short_races: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbbuild.pocket_battles.metagame.meta.beats_the_mix", lambda found: False)
    found = played(searches=3)

    assert len(found.lists) == 3
    assert len(found.oracles) == 1
    assert found.is_closed


@pytest.mark.slow
def test_the_number_of_workers_does_not_change_a_byte() -> None:
    one, two = (json.dumps(played(workers=workers).document()) for workers in (1, 2))

    assert one == two


def test_shooters_and_chargers_stand_apart_on_the_map() -> None:
    union = ready("union-50")
    guns = replace(union, units=tuple(u for u in union.units if u.troops[0] in ("UNI10", "UNI11")))

    if guns.units:
        assert style_of(guns, CATALOG).shooting > style_of(union, CATALOG).shooting
    assert style_of(union, CATALOG).unit_size == len(union.troops) / len(union.units)


@pytest.mark.slow
def test_without_lists_every_army_takes_part() -> None:
    lists = usual_lists(80, (), CATALOG, T)

    assert {each.army for each in lists} == set(CATALOG.armies)
    assert len({each.name for each in lists}) == len(lists)
    assert all(each.points == 80 and is_legal(each, CATALOG) for each in lists)


@pytest.mark.slow
def test_meta_prints_the_mix_and_json_for_programs(tmp_path: Path) -> None:
    told = pbbuild(
        *("meta", *READY, "--games", "4", "--agent", "random", "--workers", "1"), folder=tmp_path
    )
    assert told.returncode == 0, told.stderr
    assert "Share" in told.stdout
    as_json = pbbuild(
        *("meta", *READY, "--games", "4", "--agent", "random", "--workers", "1", "--json"),
        folder=tmp_path,
    )
    document = json.loads(as_json.stdout)
    assert len(document["matrix"]) == len(document["mix"]) == len(document["lists"]) == 3
    assert set(document["matrix"][0][1]) >= {"value", "low", "high"}
    assert document["games"] == 4


@pytest.mark.slow
def test_worth_prints_a_bar_for_every_kind_of_tile(tmp_path: Path) -> None:
    words = ("worth", "union", "--games", "480", "--agent", "random", "--workers", "1")
    told = pbbuild(*words, folder=tmp_path)
    document = json.loads(pbbuild(*words, "--json", folder=tmp_path).stdout)

    assert told.returncode == 0, told.stderr
    assert "Iron Brigade" in told.stdout
    assert set(document["tiles"]) == {t.code for t in CATALOG.armies["union"].troops}
    one = document["tiles"]["UNI12"]
    assert one["low"] < one["worth"] < one["high"]
    assert one["price"] == CATALOG.troop("UNI12").dp


@pytest.mark.slow
def test_counter_writes_its_list_and_exits_by_its_answer(tmp_path: Path, short_races: None) -> None:
    told = pbbuild(
        *("counter", "union-50", "--army", "union", "--steps", "0", "--agent", "random"),
        *("--workers", "1", "-o", "answer.json", "--json"),
        folder=tmp_path,
    )
    document = json.loads(told.stdout)

    assert told.returncode == (0 if document["win_rate"]["low"] > 0.5 else 1)
    assert json.loads((tmp_path / "answer.json").read_text())["army"] == "union"
    assert document["list"]["format"] == "pbbuild-list/1"


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.61, 0.8, "strong"),
        (0.2, 0.39, "weak"),
        (0.42, 0.58, "even"),
        (0.45, 0.7, "open"),
        (0.1, 0.9, "open"),
    ],
)
def test_a_verdict_needs_the_whole_interval(low: float, high: float, verdict: str) -> None:
    assert _verdict(Estimate((low + high) / 2, low, high)) == verdict
