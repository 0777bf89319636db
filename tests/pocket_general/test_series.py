"""Many games: the same numbers whoever plays them, and set-ups to play at a table."""

import json
from pathlib import Path

import pytest

from pbbuild.cli.general_series import plan_of
from pbbuild.games.pocket_general.setup import Variant
from pbbuild.match.general_series import play_block, run
from tests import cli
from tests.pocket_general.build import GAME

GENERAL = ("--game", "pocket-general")


def test_blocks_add_up_to_the_same_whatever_their_size() -> None:
    plan = plan_of(GAME, ("germany", "russia"), ("greedy", "random"), 5, Variant())
    whole = run(plan, 10)
    parts = play_block(plan, 0, 3).plus(play_block(plan, 3, 7))
    assert whole == parts
    assert whole.games == 20
    assert whole.errors == ()
    assert whole.as_first.decided + whole.as_second.decided == whole.pairs.decided
    assert sum(whole.ways.values()) == whole.pairs.decided


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
