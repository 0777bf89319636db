"""Tournaments, comparisons and improvements measure what they say."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pbbuild.play.evidence.adjusted import ONE_WIN
from pbbuild.play.rating import Meeting, ratings
from pbbuild.play.statistics import win_rate
from pbbuild.play.tournament import MeetingResult
from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.list_file import list_text
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.playtest import improve as improving
from pbbuild.pocket_battles.playtest.battle_budget import BattleBudget
from pbbuild.pocket_battles.playtest.comparison import (
    FULL,
    compare,
    compared,
    pair_scores,
    run_test,
)
from pbbuild.pocket_battles.playtest.improve import built_changes, changes, improve
from pbbuild.pocket_battles.playtest.series import Plan, SeriesTable
from pbbuild.pocket_battles.playtest.tournament import encounters_of, round_robin
from pbbuild.pocket_battles.rules.army import is_legal
from tests.cli import run as pbbuild

CATALOG = load_catalog()


def ready(name: str) -> ArmyList:
    return find_list(name).army_list


def bad_list() -> ArmyList:
    """Fifty points of the Union without sense: helpers without anybody to help."""
    units = (
        ListUnit(("UNI02",)),
        ListUnit(("UNI03",)),
        ListUnit(("UNI05",)),
        ListUnit(("UNI06",)),
        ListUnit(("UNI21", "UNI22", "UNI07")),
        ListUnit(("UNI23", "UNI24", "UNI01")),
        ListUnit(("UNI19",)),
        ListUnit(("UNI20",)),
    )
    return ArmyList("Bad", "union", 50, "modern-1", units)


def plan(ours: ArmyList, agent: str = "random") -> Plan:
    return Plan(ours, (ready("confederacy-50"), ready("macedonians-50")), agent, agent, 4)


def test_a_list_is_not_ahead_of_itself() -> None:
    [result] = compare(plan(ready("union-50")), [ready("union-50")], 0, 12, InProcessWorkers())

    for kind in (result.plain, result.adjusted):
        assert kind.ahead.total == 0
        assert kind.gain().value == 0
        assert kind.battles == 24


def test_scores_count_two_for_a_win_and_one_for_an_undecided_battle() -> None:
    ours = plan(ready("union-50"))
    scores = pair_scores(ours, 0, 6)
    table = SeriesTable(ours)

    for pair, (score, adjusted) in enumerate(scores):
        result = table.pair(pair)
        assert score == 2 * sum(result.won) + (2 - sum(result.decided))
        assert adjusted == score * ONE_WIN // 2 - result.luck


def test_a_comparison_is_the_same_however_it_is_split() -> None:
    whole = compared([4, 2, 0, 3], [0, 2, 4, 4], FULL)
    parts = compared([4, 2], [0, 2], FULL).plus(compared([0, 3], [4, 4], FULL))

    assert whole == parts
    assert whole.gain().value == pytest.approx(-1 / 16)


def test_a_tournament_is_seen_alike_from_both_sides() -> None:
    lists = [ready(name) for name in ("union-50", "confederacy-50", "persians-50")]
    table = round_robin(lists, ["random"] * 3, 6, 1, InProcessWorkers())

    assert table.rate(0, 2).value == pytest.approx(1 - table.rate(2, 0).value)
    assert len(table.ratings) == 3
    assert sum(result.pairs.count for result in table.meetings.values()) == 18


def test_a_tournament_takes_the_luck_off_and_shows_the_plain_rates_beside() -> None:
    lists = [ready(name) for name in ("union-50", "confederacy-50")]
    table = round_robin(lists, ["quick"] * 2, 60, 1, InProcessWorkers())
    [result] = table.meetings.values()

    assert table.plain_rate(0, 1) == win_rate(result.pairs)
    assert table.rate(0, 1).half_width < 0.8 * table.plain_rate(0, 1).half_width
    assert table.plain_rate(0, 1).low < table.rate(0, 1).value < table.plain_rate(0, 1).high
    plain = ratings(["a", "b"], [Meeting(0, 1, result.pairs)])
    assert table.ratings[0].half_width < 0.8 * plain[0].half_width


def test_every_meeting_has_its_own_dice_and_more_lists_change_no_meeting() -> None:
    lists = [ready(name) for name in ("union-50", "confederacy-50", "persians-50")]
    three = encounters_of(lists, ["random"] * 3, 7)
    two = encounters_of(lists[:2], ["random"] * 2, 7)

    seeds = [plan.seed for each in three for plan in each.plans]  # type: ignore[attr-defined]
    assert len(set(seeds)) == 3
    assert two[0].plans == three[0].plans


def test_taking_the_luck_off_shows_a_difference_in_fewer_battles() -> None:
    ours = plan(ready("union-50"), "quick")
    [result] = compare(ours, [bad_list()], 0, 80, InProcessWorkers())
    plain, adjusted = result.plain.gain(), result.adjusted.gain()

    assert adjusted.half_width < 0.85 * plain.half_width
    assert plain.low < adjusted.value < plain.high
    test = run_test(ours, bad_list(), 0.05, 400, InProcessWorkers())
    assert test.verdict == "A"
    again = run_test(ours, bad_list(), 0.05, 400, InProcessWorkers())
    assert test == again


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [10, 20])
def test_the_rate_of_a_meeting_lies_in_its_interval_as_often_as_promised(pairs: int) -> None:
    lists = [ready("union-60"), ready("orcs-60")]

    def met(seed: int, count: int) -> MeetingResult:
        table = round_robin(lists, ["quick"] * 2, count, seed, InProcessWorkers())
        return table.meetings[0, 1]

    truth = met(1, 3000).rate.value
    found = [met(seed, pairs).rate for seed in range(2, 202)]
    held = sum(rate.low <= truth <= rate.high for rate in found)

    # 95 %; 200 meetings know it to about 3 %.
    assert 0.915 <= held / 200 <= 0.99
    # Without bias: the mean of all is the truth.
    assert abs(sum(rate.value for rate in found) / 200 - truth) < 0.02


def test_every_change_is_legal_and_leads_somewhere_else() -> None:
    army_list = ready("union-50")
    found = changes(army_list, CATALOG)

    keys = {frozenset(frozenset(u.troops) for u in c.army_list.units) for c in found}
    assert len(keys) == len(found) > 50
    assert all(is_legal(candidate.army_list, CATALOG) for candidate in found)
    assert frozenset(frozenset(u.troops) for u in army_list.units) not in keys


@pytest.mark.parametrize("name", ["union-50", "orcs-60"])
def test_the_lists_of_the_builder_are_changes_to_paste(name: str) -> None:
    ours = ready(name)
    found = built_changes(ours, CATALOG)

    assert len(found) >= 3
    for change in found:
        assert is_legal(change.army_list, CATALOG)
        assert edit_list(ours, change.edits, CATALOG).army_list == change.army_list


@pytest.mark.slow
def test_a_bad_list_is_made_better_and_fresh_battles_confirm_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert is_legal(bad_list(), CATALOG)
    # A short race: the point is that what it accepts holds on dice of our own.
    monkeypatch.setattr(improving, "SCREENED", 20)
    monkeypatch.setattr(improving, "RACERS", 4)
    monkeypatch.setattr(improving, "CONFIRMATION", 60)
    ours = plan(bad_list(), "expect:2")
    shares: list[tuple[int, int]] = []
    budget = BattleBudget(progress=lambda done, of: shares.append((done, of)))
    steps = improve(ours, CATALOG, InProcessWorkers(), 1, budget=budget)

    accepted = [step for step in steps if step.accepted]
    assert accepted, "a list this bad must be improvable"
    # The edits to paste give the list that was tested.
    assert edit_list(bad_list(), accepted[-1].edits, CATALOG).army_list == accepted[-1].army_list
    assert [done for done, _ in shares] == sorted(done for done, _ in shares)
    assert shares[-1][0] == shares[-1][1]
    fresh = replace(ours, seed=777)
    [result] = compare(fresh, [accepted[-1].army_list], 0, 60, InProcessWorkers())
    assert result.adjusted.gain().value > 0


def test_the_commands_tell_and_count(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(list_text(bad_list()))
    options = ("--agent", "random", "--workers", "1")
    cup = pbbuild(
        "tournament", "union-50", "bad.json", *options, "--games", "8", "--json", folder=tmp_path
    )
    compared_ = pbbuild(
        "compare", "union-50", "bad.json", *options, "--games", "40", "--json", folder=tmp_path
    )
    alone = pbbuild("tournament", "union-50", folder=tmp_path)

    assert cup.returncode == 0, cup.stderr
    document = json.loads(cup.stdout)
    assert document["matrix"][0][1]["value"] == pytest.approx(1 - document["matrix"][1][0]["value"])
    found = json.loads(compared_.stdout)
    assert found["games"] == 40
    assert found["ahead"]["value"] == pytest.approx(
        found["rates"][0]["value"] - found["rates"][1]["value"], abs=1e-5
    )
    assert alone.returncode == 2
    assert "two" in alone.stderr


def test_two_versions_of_a_list_are_told_apart_by_their_files(tmp_path: Path) -> None:
    (tmp_path / "before.json").write_text(list_text(bad_list()))
    better = replace(bad_list(), units=(*bad_list().units[:-1], ListUnit(("UNI12",))))
    (tmp_path / "after.json").write_text(list_text(better))
    options = ("--agent", "random", "--games", "8", "--workers", "1")
    found = pbbuild("compare", "before.json", "after.json", *options, folder=tmp_path)

    assert found.returncode == 0, found.stderr
    assert "before" in found.stdout
    assert "after" in found.stdout
