"""Playtests: pairs, workers, going on, opening a battle again."""

import json
import os
import threading
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path

import pytest

from pbbuild.errors import PbbuildError
from pbbuild.play.runfile import goal_of, is_unfinished, read_run, text_of_run, write_run
from pbbuild.play.series import StopRule, run_series
from pbbuild.play.statistics import win_rate
from pbbuild.play.workers import InProcessWorkers, Job, Result, start_workers
from pbbuild.pocket_battles.agents import registry
from pbbuild.pocket_battles.agents.thinking import battles
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest.report import playtest_document
from pbbuild.pocket_battles.playtest.series import Plan, SeriesTable, play_block, record_of_battle
from pbbuild.pocket_battles.playtest.totals import Totals, totals_from
from tests.cli import run as pbbuild
from tests.refusals import refused_with


def plan(agent: str = "random", seed: int = 3) -> Plan:
    lists = [find_list(name).army_list for name in ("union-50", "persians-50", "macedonians-50")]
    return Plan(lists[0], (lists[1], lists[2]), agent, agent, seed)


def test_totals_are_the_same_for_any_split_of_the_work() -> None:
    whole = play_block(plan(), 0, 12)
    parts = play_block(plan(), 7, 5).plus(play_block(plan(), 0, 7))

    assert parts.document() == whole.document()
    assert whole.pairs.count == 12
    assert whole.games == 24


def test_both_battles_of_a_pair_see_the_same_dice_with_the_roles_swapped() -> None:
    table = SeriesTable(plan())
    for pair in range(6):
        first, second = table.play(2 * pair), table.play(2 * pair + 1)

        assert first.player1 == second.player1
        result = table.pair(pair)
        assert sorted(result.player1) == [False, True]


def test_points_destroyed_and_lost_add_up_to_the_battle() -> None:
    table = SeriesTable(plan("greedy"))
    for pair in range(4):
        result = table.pair(pair)
        lost = 0
        for seat in (0, 1):
            state = table.play(2 * pair + seat)
            lost += state.tally[6 + (seat ^ 1)]

        assert sum(row[1] for row in result.units) == lost
        assert sum(row[1] for row in result.tiles) == lost


@pytest.mark.slow
def test_one_and_two_workers_give_the_same_bytes() -> None:
    documents = []
    for count in (1, 2):
        with start_workers(count) as workers:
            totals = run_series(plan("greedy"), StopRule(20), workers)
        found = playtest_document(plan("greedy"), totals, load_catalog(), sequential=False)
        documents.append(json.dumps(found))

    assert documents[0] == documents[1]


@pytest.mark.slow
def test_a_crew_has_gone_home_before_its_run_is_told() -> None:
    before = set(threading.enumerate())  # Dask leaves threads behind in whoever tries a cluster
    with start_workers(2) as workers:
        run_series(plan("random"), StopRule(2), workers)

    # Threads and processes still about to end trip over an interpreter that ends at that moment.
    assert active_children() == []
    assert set(threading.enumerate()) <= before


@pytest.mark.slow
def test_work_that_kills_whoever_does_it_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbbuild.play.workers.MOST_DEATHS", 1)
    with refused_with("workers-die"), start_workers(2) as workers:
        list(workers.each(os._exit, [(9,), (9,)]))


def test_a_run_broken_off_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = run_series(plan(), StopRule(40), InProcessWorkers())
    write_run(tmp_path, plan(), run_series(plan(), StopRule(13), InProcessWorkers()))

    kept, begun = read_run(tmp_path)
    on = run_series(kept, StopRule(40), InProcessWorkers(), earlier=begun)

    assert kept == plan()
    assert on.document() == whole.document()


def test_a_precise_run_stops_when_it_is_precise_enough() -> None:
    seen: list[Totals] = []
    totals = run_series(plan(), StopRule(0, 0.2), InProcessWorkers(), seen.append)

    assert totals.pairs.count % 32 == 0
    assert 32 <= totals.pairs.count < 1000


def test_a_precise_run_broken_off_stops_where_it_would_have_stopped() -> None:
    precise = StopRule(0, 0.15)
    begun = run_series(plan(), StopRule(13), InProcessWorkers())
    assert run_series(plan(), precise, InProcessWorkers(), earlier=begun) == run_series(
        plan(), precise, InProcessWorkers()
    )


def test_totals_survive_writing_and_reading() -> None:
    totals = play_block(plan("greedy"), 0, 3)

    assert totals_from(json.loads(json.dumps(totals.document()))) == totals


@pytest.mark.parametrize("battle", [4, 5], ids=["the first of a pair", "the second"])
def test_a_crash_is_an_error_with_its_seed_and_never_a_result(
    battle: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    played = SeriesTable.play

    def sometimes(self: SeriesTable, number: int) -> object:
        if number == battle:
            raise RuntimeError("the roof fell in")
        return played(self, number)

    monkeypatch.setattr(SeriesTable, "play", sometimes)
    totals = play_block(plan(seed=99), 0, 4)

    assert totals.pairs.count == 3
    assert totals.games == 6
    [error] = totals.errors
    assert (error.battle, error.seed) == (battle + 1, plan(seed=99).seed_of(battle))
    assert "roof" in error.error
    write_run(tmp_path, plan(seed=99), totals, StopRule(4))
    assert not is_unfinished(tmp_path)


def test_a_run_whose_battles_all_break_off_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbbuild.play.series.MOST_ERRORS", 10)
    monkeypatch.setattr(SeriesTable, "play", lambda *_: 1 // 0)
    for until in (StopRule(200), StopRule(0, 0.05)):
        totals = run_series(plan(), until, InProcessWorkers())
        assert len(totals.errors) == 16
        assert run_series(plan(), until, InProcessWorkers(), earlier=totals) == totals


def test_a_battle_opened_again_ends_as_it_did() -> None:
    unlike = replace(plan("greedy"), enemy_agent="random")
    for battle in (0, 3, 8):
        lines = record_of_battle(unlike, battle).splitlines()
        head, end = json.loads(lines[0]), json.loads(lines[-1])
        state = SeriesTable(unlike).play(battle)

        assert head["agents"]["AB"[battle % 2]] == "greedy"
        assert head["agents"]["BA"[battle % 2]] == "random"
        assert end["rounds"] == state.round
        assert end["destroyed"] == {"A": state.tally[6], "B": state.tally[7]}


def test_pairs_go_round_the_field() -> None:
    field = tuple(find_list(name).army_list for name in ("celts-60", "orcs-60", "elves-60"))
    totals = play_block(replace(plan(), theirs=field), 0, 7)
    assert [pairs.count for pairs in totals.opponents] == [3, 2, 2]


def test_battles_of_a_run_are_counted_from_one(tmp_path: Path) -> None:
    write_run(tmp_path, plan(), play_block(plan(), 0, 2))
    for number in (1, 4):
        opened = text_of_run(tmp_path, number)
        assert opened == record_of_battle(plan(), number - 1)
    for number in (0, 5):
        with pytest.raises(PbbuildError):
            text_of_run(tmp_path, number)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param({"format": "pbbuild-run/9"}, id="another format"),
        pytest.param({"seed": "x"}, id="a seed that is no number"),
        pytest.param({"theirs": []}, id="nobody to play against"),
        pytest.param({"totals": {}}, id="no totals"),
        pytest.param({"ours": {"format": "pbbuild-list/1"}}, id="no list"),
    ],
)
def test_a_damaged_run_is_refused(damage: dict[str, object], tmp_path: Path) -> None:
    write_run(tmp_path, plan(), play_block(plan(), 0, 2))
    file = tmp_path / "run.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | damage))

    with pytest.raises(PbbuildError):
        read_run(tmp_path)


def test_the_command_keeps_a_run_goes_on_and_opens_a_battle(tmp_path: Path) -> None:
    options = ("--agent", "random", "--seed", "5", "--workers", "1", "-o", "run")
    first = pbbuild("playtest", "celts-60", *options, "--games", "10", folder=tmp_path)
    again = pbbuild("playtest", "celts-60", *options, "--games", "10", folder=tmp_path)
    on = pbbuild(
        "playtest", "celts-60", *options, "--games", "20", "--resume", "--json", folder=tmp_path
    )
    alone = pbbuild(
        "playtest", "celts-60", *options[:6], "--games", "20", "--json", folder=tmp_path
    )
    battle = pbbuild("replay", "run:7", "--verify", folder=tmp_path)
    missing = pbbuild("replay", "run:21", "--verify", folder=tmp_path)

    assert first.returncode == 0, first.stderr
    assert "10 battles" in first.stdout
    assert again.returncode == 2
    assert "--resume" in again.stderr
    assert json.loads(on.stdout)["games"] == 20
    assert on.stdout == alone.stdout
    assert battle.returncode == 0, battle.stderr
    assert missing.returncode == 2
    assert "20" in missing.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["--games", "4", "--precision", "3%"], "--precision", id="both ends"),
        pytest.param(["--precision", "90%"], "90%", id="a precision too coarse"),
        pytest.param(["--agent", "nobody"], "nobody", id="an unknown agent"),
        pytest.param(["--against", "no-such-list"], "no-such-list", id="an unknown enemy"),
        pytest.param(["--resume"], "-o", id="nothing to go on with"),
        pytest.param(["--edition", "modern-9"], "modern-9", id="an unknown edition"),
    ],
)
def test_wishes_that_cannot_be_met_are_explained(
    arguments: list[str], told: str, tmp_path: Path
) -> None:
    found = pbbuild("playtest", "celts-60", *arguments, folder=tmp_path)

    assert found.returncode == 2
    assert told in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.slow
def test_small_playtests_hold_the_truth_as_often_as_they_say() -> None:
    lists = [find_list(name).army_list for name in ("union-50", "confederacy-50")]

    def pairs_of(seed: int, count: int) -> Totals:
        return play_block(Plan(lists[0], (lists[1],), "random", "random", seed), 0, count)

    truth = pairs_of(1, 4000).pairs
    rate = truth.won / truth.decided
    held = 0
    for seed in range(100, 300):
        estimate = win_rate(pairs_of(seed, 20).pairs)
        held += estimate.low <= rate <= estimate.high

    assert 0.90 <= held / 200 <= 0.99


def test_an_account_begins_anew_with_every_battle() -> None:
    account = battles.Account()
    account.unit_lost[3] = 9
    account.clear()

    assert not any(account.unit_lost)


class Backwards:
    """A workers that plays its blocks in the wrong order."""

    def each(
        self, function: Callable[..., Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        done = [function(*job) for job in reversed(list(jobs))]
        yield from reversed(done)


def test_the_order_of_work_does_not_matter() -> None:
    assert run_series(plan(), StopRule(24), Backwards()) == run_series(
        plan(), StopRule(24), InProcessWorkers()
    )


@pytest.mark.slow
def test_a_kept_run_goes_on_without_being_told_what_it_is(tmp_path: Path) -> None:
    options = ("--against", "romans-60", "--agent", "random", "--seed", "5", "--workers", "1")
    whole = pbbuild("playtest", "celts-60", *options, "--games", "12", "--json", folder=tmp_path)
    pbbuild("playtest", "celts-60", *options, "--games", "4", "-o", "my trial", folder=tmp_path)
    again = pbbuild(
        *("playtest", "-o", "my trial", "--resume", "--games", "12", "--json"), folder=tmp_path
    )
    assert again.stdout == whole.stdout
    assert "pbbuild playtest -o 'my trial' --resume" in again.stderr
    # How far it is shows on a terminal alone.
    assert "\r" not in whole.stderr


@pytest.mark.slow
def test_a_run_broken_off_goes_on_to_where_it_was_to_go(tmp_path: Path) -> None:
    write_run(
        tmp_path / "trial", plan(), run_series(plan(), StopRule(3), InProcessWorkers()), StopRule(5)
    )
    assert is_unfinished(tmp_path / "trial")
    done = pbbuild("playtest", "-o", "trial", "--resume", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert read_run(tmp_path / "trial")[1].pairs.count == 5
    assert not is_unfinished(tmp_path / "trial")


@pytest.mark.parametrize(
    "goal",
    [
        pytest.param({"pairs": -1, "precision": 0}, id="fewer than none"),
        pytest.param({"pairs": 10**9, "precision": 0}, id="more than anybody plays"),
        pytest.param({"pairs": 0, "precision": 0}, id="nothing"),
        pytest.param({"pairs": 0, "precision": 1}, id="all or nothing"),
        pytest.param({"pairs": "5", "precision": 0}, id="words"),
        pytest.param([5, 0], id="a list"),
    ],
)
def test_a_goal_that_nobody_can_have_had_is_none(goal: object, tmp_path: Path) -> None:
    write_run(tmp_path, plan(), plan().empty_totals(), StopRule(5))
    assert goal_of(tmp_path) == StopRule(5)
    file = tmp_path / "run.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"until": goal}))
    assert goal_of(tmp_path) is None
    assert not is_unfinished(tmp_path)


def test_without_a_run_a_list_must_be_named(tmp_path: Path) -> None:
    done = pbbuild("playtest", "-o", "trial", "--resume", folder=tmp_path)
    assert done.returncode == 2
    assert "LIST is missing" in done.stderr
    assert "pbbuild lists" in done.stderr


def test_an_agent_that_is_no_mind_of_the_core_plays_and_is_accounted_for_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_the_core = play_block(plan("greedy", seed=8), 0, 3)
    monkeypatch.setitem(registry.MAKERS, "stranger", registry.MAKERS["greedy"])
    by_the_runner = play_block(plan("stranger", seed=8), 0, 3)
    assert not by_the_runner.errors
    assert by_the_runner == by_the_core
