"""The analysis of a recorded battle: true, repeatable, in words and as JSON."""

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest

from pbbuild.play.archive import archive_battle
from pbbuild.play.evidence.analysis import (
    AGAIN,
    CLASSES,
    MISTAKE,
    Analysis,
    JudgedChoice,
    analyse_steps,
)
from pbbuild.play.record import parse_record
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest.battles import fight, opening_of_record
from pbbuild.pocket_battles.playtest.judge import (
    PER_ROLLOUT,
    ROLLOUT_VARIANCE,
    TURN_VARIANCE,
    BattleJudge,
    analyse_record,
    chance_of_a,
)
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle
from tests.cli import run
from tests.robustness.inside import typed

GAME = PocketBattles()


class Unmeasured(BattleJudge):
    """A judge that tells the chances of its search alone."""

    def measure(self, before: Battle) -> None:
        """Nothing."""


def record_text() -> str:
    lists = [find_list(name).army_list for name in ("orcs-60", "elves-60")]
    agents = [agent_named("greedy"), agent_named("random")]
    return fight(GAME, lists, agents, 4).recorder.text()


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse_record(parse_record(record_text(), "battle"), GAME, 20)


def test_an_analysis_is_the_same_every_time(analysis: Analysis) -> None:
    again = analyse_record(parse_record(record_text(), "battle"), GAME, 20)

    assert again.to_json() == analysis.to_json()


def test_every_choice_after_the_set_up_is_judged(analysis: Analysis) -> None:
    lines = [json.loads(line) for line in record_text().splitlines()[1:]]
    chosen = [
        line["n"]
        for line in lines
        if line["type"] == "choice" and line["options"] > 1 and line["decision"] != "deploy"
    ]

    assert [choice.n for choice in analysis.choices] == chosen


def test_chances_losses_and_classes_agree(analysis: Analysis) -> None:
    for choice in analysis.choices:
        sign = 1 if choice.side == "A" else -1
        assert 0 <= choice.after <= 1
        assert choice.loss == pytest.approx(sign * (choice.before - choice.after))
        assert choice.loss >= 0
        assert choice.name in CLASSES
        # Nothing among the alternatives is better than the best.
        assert all(sign * chance <= sign * choice.before for _, chance in choice.alternatives)
        assert choice.action not in [action for action, _ in choice.alternatives]


def test_a_random_player_plays_worse_than_a_greedy_one(analysis: Analysis) -> None:
    assert analysis.accuracy("A") > analysis.accuracy("B") + 0.05
    assert analysis.loss("B") > analysis.loss("A")
    assert analysis.luck("A") == -analysis.luck("B")


def test_what_lies_between_two_choices_explains_how_the_chance_changed() -> None:
    # The search's own chances favour whoever decides; those of the analysis agree with the rolls.
    lists = [find_list(name).army_list for name in ("orcs-60", "elves-60")]
    agents = [agent_named("expect"), agent_named("expect")]
    record = parse_record(fight(GAME, lists, agents, 4).recorder.text(), "battle")
    gaps = {}
    for judge in (BattleJudge(20), Unmeasured(20)):
        replay = RecordReplay(GAME, record, opening_of_record(GAME, record))
        found = analyse_steps(replay.steps(), judge, 20)
        gaps[type(judge).__name__] = fmean(
            abs(
                later.before
                - choice.after
                - sum(
                    roll.luck if roll.side == "A" else -roll.luck
                    for roll in found.rolls
                    if choice.n < roll.n < later.n
                )
            )
            for choice, later in pairwise(found.choices)
        )

    assert gaps["BattleJudge"] < 0.5 * gaps["Unmeasured"]


def turn_of(seed: int) -> Battle:
    """The first turn of a battle between Celts and Celts."""
    army = find_list("celts-60").army_list
    battle, chance = new_battle(army, army), Chance(seed)
    while battle.state.phase != c.TURN:
        if battle.state.phase >= c.FIRST_ROLL:
            apply_roll(battle.state, chance.dice(battle.state.dice))
        else:
            apply_action(battle.state, battle.legal_actions()[0])
    return battle


def test_more_simulations_play_more_battles_on() -> None:
    battle, variances = turn_of(1), []
    for budget in (PER_ROLLOUT - 1, PER_ROLLOUT, 2 * PER_ROLLOUT):
        judge = BattleJudge(budget)
        judge.chances(battle, battle.legal_actions()[0])
        measured = judge.measure(battle)
        assert measured is not None
        variances.append(measured[1])

    assert variances == pytest.approx(
        [1 / (1 / TURN_VARIANCE + times / ROLLOUT_VARIANCE) for times in range(3)]
    )


def test_what_the_page_shows_is_the_measurement() -> None:
    battle = turn_of(2)
    judge = BattleJudge(PER_ROLLOUT)
    judge.chances(battle, battle.legal_actions()[0])
    measured = judge.measure(battle)

    assert measured is not None
    assert chance_of_a(battle, PER_ROLLOUT) == pytest.approx(measured[0])


def test_a_class_is_the_points_lost() -> None:
    names = []
    for loss in (0.0, 0.01, 0.03, 0.07, 0.2):
        choice = JudgedChoice(1, "A", 1, "turn", "pass", 0.5, 0.5 - loss, "pass", loss, ())
        names.append(choice.name)

    assert names == list(CLASSES)


@pytest.mark.slow
def test_what_seems_a_mistake_is_searched_again_and_judged_by_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[tuple[int, int]] = []
    search = BattleJudge.searched

    def counted(self: BattleJudge, before: Battle, played: int, budget: int) -> Mapping[int, float]:
        searched.append((id(before), budget))
        return search(self, before, played, budget)

    monkeypatch.setattr(BattleJudge, "searched", counted)
    found = analyse_record(parse_record(record_text(), "battle"), GAME, 20)

    again = [place for place, (_, budget) in enumerate(searched) if budget == 20 * AGAIN]
    mistakes = [choice for choice in found.choices if choice.loss > MISTAKE]
    assert again
    # Every mistake was searched twice; a few that seemed to be mistakes were none.
    assert len(searched) == len(found.choices) + len(again)
    assert len(mistakes) <= len(again)
    assert all(searched[place - 1][0] == searched[place][0] for place in again)


@pytest.mark.slow
def test_the_command_tells_the_analysis_in_words_and_json(tmp_path: Path) -> None:
    path = tmp_path / "my battle.jsonl"
    path.write_text(record_text(), encoding="utf-8")
    told = run("analyse", str(path), "--budget", "5", folder=tmp_path)
    document = json.loads(
        run("analyse", str(path), "--budget", "5", "--json", folder=tmp_path).stdout
    )

    assert told.returncode == 0
    assert "% accuracy" in told.stdout
    assert document["format"] == "pbbuild-analysis/1"
    assert document["budget"] == 5
    assert set(document["sides"]["A"]) >= {"accuracy", "loss", "luck", "blunders"}
    assert {"n", "side", "luck"} <= set(document["rolls"][0])
    # Each command to paste is one line: a wrapped path would be another one.
    assert f"\n  pbbuild print '{path}' --what report\n" in told.stderr


@pytest.mark.slow
def test_the_report_of_a_battle_in_the_archive_is_offered_by_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    kept = archive_battle(record_text(), "20260102-030405")
    for name in (kept.stem, str(kept)):
        told = typed("analyse", name, "--budget", "5", folder=tmp_path)
        assert "  pbbuild print 20260102-030405 --what report\n" in told.err, told


def test_an_altered_record_is_refused_with_its_line(tmp_path: Path) -> None:
    lines = record_text().splitlines()
    place = next(n for n, line in enumerate(lines) if '"hits": ' in line)
    line = json.loads(lines[place])
    line["hits"] += 1
    lines[place] = json.dumps(line)
    path = tmp_path / "altered.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    told = run("analyse", str(path), "--budget", "5", folder=tmp_path)

    assert told.returncode == 2
    assert f"line {place + 1}" in told.stderr
