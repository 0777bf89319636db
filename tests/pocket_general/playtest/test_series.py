"""Many games: the same numbers whoever plays them, and set-ups to play at a table."""

import csv
import itertools
import json
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbbuild.errors import PbbuildError
from pbbuild.play.evidence.adjusted import NO_LUCK, ONE_WIN, Adjusted
from pbbuild.play.result_text import more_battles
from pbbuild.play.runfile import read_run, text_of_run, write_run
from pbbuild.play.runner import play
from pbbuild.play.series import StopRule, run_series
from pbbuild.play.statistics import Pairs
from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_general.playtest.series import (
    GeneralPlan,
    plan_of,
    play_block,
    record_of_battle,
)
from pbbuild.pocket_general.playtest.totals import GeneralTotals
from pbbuild.pocket_general.rules.setup import STANDARD, Variant
from pbbuild.pocket_general.screen.playtest import result_sentences
from pbbuild.text.translate import Translator
from tests import cli
from tests.pocket_general.build import GAME

GENERAL = ("--game", "pocket-general")


def plan(variant: Variant = STANDARD) -> GeneralPlan:
    return plan_of(GAME, ("germany", "russia"), ("greedy", "random"), 5, variant)


def test_blocks_add_up_to_the_same_whatever_their_size() -> None:
    whole = run_series(plan(), StopRule(10), InProcessWorkers())
    parts = play_block(plan(), 0, 3).plus(play_block(plan(), 3, 7))
    assert whole == parts
    assert whole.games == 20
    assert whole.errors == ()
    assert whole.as_player1.decided + whole.as_player2.decided == whole.pairs.decided
    assert sum(whole.ways.values()) == whole.pairs.decided


def test_units_are_counted_as_the_records_of_the_games_say() -> None:
    totals = play_block(plan(), 0, 2)
    placed: Counter[str] = Counter()
    for game in range(4):
        own = "BA"[game % 2 == 0]
        for line in map(json.loads, record_of_battle(plan(), game).splitlines()):
            action = str(line.get("action", "")).split()
            if line.get("side") == own and action[:1] == ["place"]:
                placed[action[1]] += 1
            elif line.get("side") == own and action[:1] == ["threat"]:
                placed["threat"] += 1
    counted = {
        unit: sums[1].total for unit, sums in zip(plan().unit_ids(), totals.units, strict=True)
    }

    assert counted == {unit: placed[unit] for unit in counted}
    assert counted["tanks"] > 0


def test_games_of_a_run_are_counted_from_one(tmp_path: Path) -> None:
    write_run(tmp_path, plan(), play_block(plan(), 0, 1))
    for number in (1, 2):
        opened = text_of_run(tmp_path, number)
        assert opened == record_of_battle(plan(), number - 1)


def test_a_game_that_breaks_off_is_named_and_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    games = itertools.count(1)

    def sometimes(*arguments: Any) -> Any:
        if next(games) == 4:
            raise RuntimeError("the roof fell in")
        return play(*arguments)

    monkeypatch.setattr("pbbuild.pocket_general.playtest.series.play", sometimes)
    totals = play_block(plan(), 0, 3)

    assert totals.pairs.count == 2
    [error] = totals.errors
    assert (error.battle, error.seed) == (4, plan().seed_of(3))
    assert "roof" in error.error


def test_a_run_broken_off_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = run_series(plan(), StopRule(12), InProcessWorkers())
    write_run(tmp_path, plan(), run_series(plan(), StopRule(5), InProcessWorkers()))

    kept, begun = read_run(tmp_path)
    assert isinstance(kept, GeneralPlan)
    assert isinstance(begun, GeneralTotals)
    on = run_series(kept, StopRule(12), InProcessWorkers(), earlier=begun)

    assert kept == plan()
    assert on == whole


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param({"seed": -1}, id="a seed below nothing"),
        pytest.param({"army": "atlantis"}, id="no such nation"),
        pytest.param({"against": "japan"}, id="nations of one side"),
        pytest.param({"agent": "genius"}, id="no such agent"),
        pytest.param({"variant": {}}, id="no variant"),
        pytest.param({"variant": []}, id="a variant that is a list"),
        pytest.param({"data": {"format": "x"}}, id="data of something else"),
        pytest.param({"totals": {}}, id="no totals"),
        pytest.param({"game": "chess"}, id="another game"),
    ],
)
def test_a_damaged_run_is_refused(damage: dict[str, object], tmp_path: Path) -> None:
    write_run(tmp_path, plan(), play_block(plan(), 0, 1))
    file = tmp_path / "run.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | damage))

    with pytest.raises(PbbuildError):
        read_run(tmp_path)


@pytest.mark.slow
def test_the_command_keeps_a_run_goes_on_and_opens_a_game(tmp_path: Path) -> None:
    words = ("playtest", *GENERAL, "--agent", "random", "--seed", "5", "--workers", "1")
    first = cli.run(*words, "--games", "4", "-o", "run", folder=tmp_path)
    again = cli.run(*words, "--games", "4", "-o", "run", folder=tmp_path)
    on = cli.run(*words, "--games", "8", "-o", "run", "--resume", "--json", folder=tmp_path)
    alone = cli.run(*words, "--games", "8", "--json", folder=tmp_path)
    bare = cli.run("playtest", *GENERAL, "-o", "run", "--resume", "--json", folder=tmp_path)
    other = cli.run(*words, "--fast", "-o", "run", "--resume", folder=tmp_path)
    battles = cli.run("playtest", "union-50", "-o", "run", "--resume", folder=tmp_path)
    game = cli.run("replay", "run:7", "--verify", folder=tmp_path)
    kept = cli.run("replay", "run:7", "--record", "seven.jsonl", folder=tmp_path)
    missing = cli.run("replay", "run:9", "--verify", folder=tmp_path)

    assert first.returncode == 0, first.stderr
    assert again.returncode == 2
    assert "--resume" in again.stderr
    assert on.stdout == alone.stdout == bare.stdout
    assert other.returncode == battles.returncode == 2
    assert "another" in other.stderr
    assert json.loads(on.stdout)["games"] == 8
    assert game.returncode == 0, game.stderr
    assert kept.returncode == 0, kept.stderr
    assert '"nation": "russia"' in (tmp_path / "seven.jsonl").read_text()
    assert missing.returncode == 2
    assert "8" in missing.stderr


@pytest.mark.slow
def test_a_playtest_stops_when_precise_and_gives_its_units_as_a_spreadsheet(
    tmp_path: Path,
) -> None:
    words = ("playtest", *GENERAL, "--agent", "random", "--workers", "1", "--precision", "25%")
    told = cli.run(*words, "--csv", folder=tmp_path)
    found = json.loads(cli.run(*words, "--json", folder=tmp_path).stdout)
    rows = list(csv.DictReader(told.stdout.splitlines()))
    refused = cli.run(*words, "--games", "4", folder=tmp_path)

    assert found["games"] == 64
    assert found["win_rate"]["high"] - found["win_rate"]["low"] <= 0.5
    assert [row["key"] for row in rows] == [entry["unit"] for entry in found["units"]]
    assert all(float(row["placed_low"]) <= float(row["placed"]) for row in rows)
    assert refused.returncode == 2
    assert "--precision" in refused.stderr


@pytest.mark.slow
def test_a_playtest_answers_in_words_and_in_json(tmp_path: Path) -> None:
    words = ("playtest", *GENERAL, "--games", "12", "--seed", "3", "--workers", "1")
    told = cli.run(*words, folder=tmp_path)
    assert told.returncode == 0
    assert "Germany (greedy) wins" in told.stdout
    answers = [cli.run(*words, "--json", folder=tmp_path).stdout for _ in range(2)]
    assert answers[0] == answers[1]
    found = json.loads(answers[0])
    assert found["games"] == found["wins"] + found["losses"] + found["undecided"] == 12
    assert found["win_rate"]["low"] <= found["win_rate"]["value"] <= found["win_rate"]["high"]


@pytest.mark.slow
def test_workers_do_not_change_the_answer(tmp_path: Path) -> None:
    words = ("playtest", *GENERAL, "--games", "40", "--seed", "3", "--json")
    one = cli.run(*words, "--workers", "1", folder=tmp_path).stdout
    assert cli.run(*words, "--workers", "2", folder=tmp_path).stdout == one


@pytest.mark.slow
def test_a_tournament_rates_agents(tmp_path: Path) -> None:
    words = ("tournament", *GENERAL, "--agents", "random,greedy", "--games", "16", "--seed", "1")
    answer = cli.run(*words, "--json", "--workers", "1", folder=tmp_path)
    found = json.loads(answer.stdout)
    ratings = {entry["name"]: entry["rating"]["value"] for entry in found["ratings"]}
    assert ratings["greedy"] > ratings["random"] + 200
    refused = cli.run("tournament", *GENERAL, "germany", "japan", folder=tmp_path)
    assert refused.returncode == 2


def test_a_set_up_can_be_kept_and_judged(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    made = cli.run("new", *GENERAL, "--seed", "3", "-o", str(file), folder=tmp_path)
    assert made.returncode == 0
    assert made.stdout.count("Pool:") == 1
    judged = cli.run("referee", str(file), "--json", folder=tmp_path)
    assert json.loads(judged.stdout)["decision"] == "threat"
    assert cli.run("new", *GENERAL, "-o", str(file), folder=tmp_path).returncode == 2


@pytest.mark.slow
def test_a_kept_run_goes_on_by_the_command_that_was_told(tmp_path: Path) -> None:
    words = ("playtest", *GENERAL, "--agent", "random", "--enemy-agent", "random")
    kept = cli.run(*words, "--games", "4", "-o", "run", folder=tmp_path)
    command = re.search(r"pbbuild (playtest -o run --resume --games) N", kept.stderr)
    assert command, kept.stderr
    on = cli.run(*command[1].split(), "6", "--json", folder=tmp_path)
    whole = cli.run(*words, "--games", "6", "--json", folder=tmp_path)
    assert on.returncode == 0, on.stderr
    assert on.stdout == whole.stdout
    of_another = cli.run("playtest", "union-50", "-o", "run", "--resume", folder=tmp_path)
    assert of_another.returncode == 2


def lucky_totals(undecided: int = 0) -> GeneralTotals:
    """Pairs between nations about as strong as each other; most of each game is known luck."""
    rng = random.Random(3)
    pairs, with_luck = Pairs(), NO_LUCK
    for number in range(40):
        swings = [rng.choice((-0.4, 0.4)) for _ in range(2)]
        won = sum(rng.random() < 0.52 + swing for swing in swings)
        pairs = pairs.plus(Pairs.of([(won, 2)]))
        with_luck = with_luck.plus(Adjusted.of(number, won, 2, round(ONE_WIN * sum(swings))))
    return GeneralTotals(pairs, pairs, pairs, undecided, with_luck=with_luck)


def told(totals: GeneralTotals) -> str:
    t = Translator("en")
    return "\n".join(result_sentences(plan(), totals, GAME.catalog, t, sequential=False))


def test_the_games_asked_for_are_counted_without_the_luck_of_the_dice() -> None:
    totals = lucky_totals()
    assert totals.adjusted
    needed = more_battles(totals.pairs, totals.adjusted)

    assert f"about {needed} more games" in told(totals)
    assert f"about {needed} more games" not in told(replace(totals, with_luck=NO_LUCK))


def test_games_without_a_winner_are_told_only_where_there_are_some() -> None:
    assert "winner" not in told(lucky_totals())
    assert "1 game had no winner and counts" in told(lucky_totals(1))
