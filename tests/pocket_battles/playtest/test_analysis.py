"""The analysis of a recorded battle: true, repeatable, in words and as JSON."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest

from pbbuild.errors import StateError
from pbbuild.play import workers
from pbbuild.play.archive import archive_battle
from pbbuild.play.evidence.analysis import (
    AGAIN,
    CLASSES,
    MISTAKE,
    Analysis,
    JudgedChoice,
    JudgedRoll,
    analyse_steps,
    loss_of,
)
from pbbuild.play.evidence.analysis_text import analysis_text
from pbbuild.play.record import parse_record
from pbbuild.play.verify import RecordReplay
from pbbuild.play.workers import InProcessWorkers, Workers, start_workers
from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest import judge
from pbbuild.pocket_battles.playtest.battles import fight, opening_of_record
from pbbuild.pocket_battles.playtest.judge import (
    BUDGET,
    FULL_TURNS,
    MOST_ROLLOUTS,
    PER_ROLLOUT,
    TURN_VARIANCE,
    WANTED_VARIANCE,
    BattleJudge,
    analyse_record,
    chance_of_a,
    most_rollouts,
    played_on,
)
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle
from pbbuild.terminal.playtest_options import cores
from pbbuild.terminal.progress import Progress
from pbbuild.text.translate import Translator
from tests.cli import run
from tests.pocket_battles.rules.drawing import FACING, battle, tile
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
    for each in (BattleJudge(20), Unmeasured(20)):
        replay = RecordReplay(GAME, record, opening_of_record(GAME, record))
        found = analyse_steps(replay.steps(), each, 20)
        gaps[type(each).__name__] = fmean(
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


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the battles played on give, one after the other and again, instead of playing them."""
    given: list[float] = []

    def result(*_: object) -> float:
        given.append(given.pop(0))
        return given[-1]

    monkeypatch.setattr(judge, "result_without_luck", result)
    return given


def test_a_small_budget_plays_no_battle_on() -> None:
    assert played_on(turn_of(1).state, PER_ROLLOUT - 1, 1) is None


@pytest.mark.parametrize("budget", [PER_ROLLOUT, 4 * PER_ROLLOUT, 16 * PER_ROLLOUT])
def test_battles_are_played_on_until_their_mean_is_known_as_well_as_the_budget_says(
    results: list[float], budget: int
) -> None:
    results += [0.45, 0.55]
    found = played_on(turn_of(1).state, budget, 1)

    assert found is not None
    assert found[0] == pytest.approx(0.5, abs=0.02)
    assert 0 < found[1] <= WANTED_VARIANCE / budget


def test_battles_whose_results_differ_widely_are_not_played_on_for_ever(
    results: list[float],
) -> None:
    results += [-3.0, 0.5, 4.0]
    found = played_on(turn_of(1).state, PER_ROLLOUT, 1)

    # The mean is of so many, and its variance says that this was not enough.
    assert found is not None
    assert results[0] == [-3.0, 0.5, 4.0][MOST_ROLLOUTS % 3]
    assert found[1] > WANTED_VARIANCE / PER_ROLLOUT


def test_in_a_long_battle_fewer_are_played_on_before_each_turn(results: list[float]) -> None:
    results += [-3.0, 0.5, 4.0]
    played_on(turn_of(1).state, PER_ROLLOUT, 1, turns=4 * FULL_TURNS)

    assert results[0] == [-3.0, 0.5, 4.0][MOST_ROLLOUTS // 4]


@pytest.mark.parametrize("turns", [1, FULL_TURNS, FULL_TURNS + 1, 57, 400])
def test_a_whole_analysis_plays_no_more_battles_on_than_that_of_a_usual_battle(turns: int) -> None:
    fewest = BUDGET // PER_ROLLOUT
    most = most_rollouts(BUDGET, turns)

    assert most >= fewest
    assert turns * most <= max(turns * fewest, FULL_TURNS * MOST_ROLLOUTS * fewest)


def test_a_turn_is_measured_by_its_exact_mean_and_by_battles_played_on(
    results: list[float],
) -> None:
    results += [0.0, 0.2]
    battle = turn_of(1)
    measured = []
    for budget in (PER_ROLLOUT - 1, 4 * PER_ROLLOUT):
        each = BattleJudge(budget)
        each.chances(battle, battle.legal_actions()[0])
        measured.append(each.measure(battle))
    alone, both = measured

    assert alone is not None
    assert both is not None
    assert alone[1] == TURN_VARIANCE
    assert both[1] < WANTED_VARIANCE / (4 * PER_ROLLOUT)
    # Nearer to the battles, which are surer.
    assert abs(both[0] - 0.1) < 0.2 * abs(alone[0] - 0.1)


@pytest.mark.slow
def test_workers_change_nothing_and_progress_reaches_the_end() -> None:
    record = parse_record(record_text(), "battle")
    told: list[tuple[int, int]] = []
    alone = analyse_record(record, GAME, PER_ROLLOUT)
    with start_workers(2) as two:
        shared = analyse_record(
            record, GAME, PER_ROLLOUT, two, lambda done, of: told.append((done, of))
        )

    assert shared.to_json() == alone.to_json()
    turns = [line for line in record.lines if line.get("decision") == "turn"]
    of = sum(line["options"] > 1 for line in turns)
    assert told == [(done, of) for done in range(1, of + 1)]


def test_what_the_page_shows_is_the_measurement(results: list[float]) -> None:
    results += [0.3, 0.9]
    battle = turn_of(2)
    judging = BattleJudge(PER_ROLLOUT)
    judging.chances(battle, battle.legal_actions()[0])
    measured = judging.measure(battle)

    assert measured is not None
    assert chance_of_a(battle, PER_ROLLOUT) == pytest.approx(measured[0])


def test_who_passes_instead_of_winning_makes_a_blunder_and_the_attack_is_best() -> None:
    # The round is the last, and A needs the one weak troop in front of its six dice.
    before = battle(
        FACING,
        unused=(1, 0),
        destroyed=(45, 50),
        round=3,
        a1=[tile(black=(5, 5, 5, 5, 5, 5))],
        b1=[tile(wp=1, dp=20)],
    )
    each = BattleJudge(50)
    losses = {}
    for action in before.legal_actions():
        chances = each.chances(before, action)
        assert chances is not None
        losses[each.text(before, action)] = loss_of(chances, action, before.decider())
    classes = {
        text: JudgedChoice(1, "A", 3, "turn", text, 0.5, 0.5 - loss, "", loss, ()).name
        for text, loss in losses.items()
    }

    assert classes["charge a1"] == "best"
    assert classes["pass"] == "blunder"


def test_an_untrue_record_is_refused_before_anything_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    *lines, last = record_text().splitlines()
    end = json.loads(last)
    end["destroyed"]["A"] += 1
    untrue = parse_record("\n".join([*lines, json.dumps(end)]) + "\n", "battle")
    monkeypatch.setattr(BattleJudge, "searched", lambda *_: pytest.fail("judged already"))

    with pytest.raises(StateError) as refused:
        analyse_record(untrue, GAME, PER_ROLLOUT)

    assert refused.value.code == "analysis.not-true"


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


def test_a_roll_that_turned_the_battle_names_who_rolled_at_whom() -> None:
    roll = JudgedRoll(9, "A", 2, "strike", (6, 2), -0.2, "a1", "b3")
    found = Analysis(10, "search:10", [JudgedChoice(8, "A", 2, "turn", "x", 0.5, 0.5, "x", 0, ())])
    found.rolls.append(roll)
    units = {"a1": "a1 Zouaves +2", "b3": "b3 General"}
    told = {
        you: analysis_text(
            found, {"A": "Union", "B": "Rebels"}, Translator("en"), units=units, you=you
        )
        for you in ("", "A")
    }

    assert "Union rolled 6 2 with a1 Zouaves +2 against b3 General: −20.0" in told[""]
    assert "you rolled 6 2 with a1 Zouaves +2 against b3 General: −20.0" in told["A"]
    assert roll.document()["target"] == "b3"


def test_a_redeployment_that_was_better_names_its_unit(tmp_path: Path) -> None:
    (tmp_path / "battle.jsonl").write_text(record_text(), encoding="utf-8")

    told = typed("analyse", "battle.jsonl", "--budget", "5", folder=tmp_path).out

    moves = re.findall(r"(?:redeploy|move) ([ab]\d+ [A-Z]\w+)", told)
    assert moves
    assert not re.search(r"(?:redeploy|move) [ab]\d+ (?:left|centre|right)", told)


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


def test_the_command_gives_work_to_every_core_and_shows_how_far_it_is(
    results: list[float], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    results += [0.5]
    shown: list[tuple[int, int]] = []
    started: list[int] = []

    @contextmanager
    def start(count: int) -> Iterator[Workers]:
        started.append(count)
        yield InProcessWorkers()

    monkeypatch.setattr(workers, "start_workers", start)
    monkeypatch.setattr(Progress, "share", lambda _, done, of: shown.append((done, of)))
    (tmp_path / "battle.jsonl").write_text(record_text(), encoding="utf-8")

    typed("analyse", "battle.jsonl", "--budget", str(PER_ROLLOUT), folder=tmp_path)

    assert started == [cores()]
    assert shown[0][0] == 1
    assert shown[-1][0] == shown[-1][1] == len(shown) > 1


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
