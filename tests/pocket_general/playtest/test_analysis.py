"""The analysis of a recorded game of Pocket General."""

import json
from pathlib import Path

import pytest

from pbbuild.play.agents.registry import agent_named
from pbbuild.play.evidence.analysis import Analysis, JudgedChoice, JudgedRoll
from pbbuild.play.evidence.analysis_text import TURN, analysis_text
from pbbuild.play.record import Record, parse_record
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_general.playtest.games import fight, opening
from pbbuild.pocket_general.playtest.judge import GeneralJudge, analyse
from pbbuild.pocket_general.rules.core import constants as c
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.pocket_general.screen.story import analysis_names
from pbbuild.text.translate import Translator
from tests.cli import run
from tests.pocket_general.build import GAME

RECORD = Path(__file__).parents[2] / "data" / "v1" / "pocket-general.jsonl"


def one_turn() -> Record:
    """The record of a game between two random agents that ends after its first turn."""
    agents = [agent_named("random", GAME.id)] * 2
    recorder = fight(GAME, ("germany", "russia"), agents, 3, Variant(turn_limit=1)).recorder
    return parse_record(recorder.text(), "war")


@pytest.mark.parametrize(
    ("you", "told"),
    [
        ("", "Turn 1: Germany rolled −3 against Russia for Berlin: −8.0 points of luck."),
        ("A", "Turn 1: you rolled −3 against the enemy for Berlin: −8.0 points of luck."),
        ("B", "Turn 1: the enemy rolled −3 against you for Berlin: −8.0 points of luck."),
    ],
)
def test_a_die_that_turned_the_game_names_the_location_and_whom_it_was_rolled_against(
    you: str, told: str
) -> None:
    t = Translator("en")
    # A capitol is no location of the pool.
    found = Analysis(
        10, "search:10", [JudgedChoice(1, "A", 1, "keep", "keep", 1, 1, "keep", 0, ())]
    )
    found.rolls.append(JudgedRoll(2, "A", 1, "combat", (-3,), -0.08, "", "berlin"))
    _, places = analysis_names(one_turn(), t)
    names = {"A": "Germany", "B": "Russia"}

    assert told in analysis_text(found, names, t, units=places, you=you, period=TURN)
    assert found.rolls[0].document()["target"] == "berlin"


def test_every_action_of_a_game_is_told_in_words_that_name_the_location_of_a_hex() -> None:
    record = one_turn()
    start = next(line for line in record.lines if line.get("event") == "turn")
    words, places = analysis_names(record, Translator("en"))
    chosen = [line for line in record.lines if line["type"] == "choice"]
    told = [words(line["action"], line["n"]) for line in chosen]

    assert {line["decision"] for line in chosen} >= {"threat", "place", "redeploy"}
    for line, text in zip(chosen, told, strict=True):
        assert "{" not in text
        if line["decision"] in ("threat", "place"):
            there = start["hexes"][int(line["action"].split()[-1]) - 1]
            assert text.endswith(places[there])


@pytest.mark.slow
def test_how_far_an_analysis_is_is_told_up_to_the_last_roll() -> None:
    record = one_turn()
    told: list[tuple[int, int]] = []

    analyse(record, 1, progress=lambda done, of: told.append((done, of)))

    of = sum(line["type"] in ("choice", "dice") for line in record.lines)
    assert told[:of] == [(done, of) for done in range(1, of + 1)]
    assert set(told[of:]) <= {(of, of)}


@pytest.mark.slow
def test_a_game_is_analysed_the_same_every_time(tmp_path: Path) -> None:
    # The agents' names in this record were changed, which breaks its seal.
    made = run(
        *("battle", "--game", "pocket-general", "--seed", "7", "--agent", "greedy"),
        *("--enemy-agent", "random", "--record", "game.jsonl"),
        folder=tmp_path,
    )
    assert made.returncode == 0
    text = (tmp_path / "game.jsonl").read_text(encoding="utf-8")
    first, names = analyse(parse_record(text, "game"), 20)
    told = run("analyse", "game.jsonl", "--budget", "20", "--json", folder=tmp_path)

    assert json.loads(told.stdout) == first.to_json()
    assert all(roll["target"] for roll in json.loads(told.stdout)["rolls"])
    assert names == {"A": "Germany", "B": "Russia"}
    assert first.accuracy("A") > first.accuracy("B")
    assert all(choice.loss >= 0 for choice in first.choices)


@pytest.mark.slow
def test_the_luck_of_a_combat_die_is_zero_on_average() -> None:
    record = parse_record(RECORD.read_text(encoding="utf-8"), RECORD.name)
    game, state = opening(record)
    judge = GeneralJudge(game, 1)
    seen = 0
    for step in RecordReplay(game, record, state).steps():
        if step.line["type"] == "dice" and step.before.core.phase == c.COMBAT:
            faces = step.before.roll().faces
            lucks = [judge.luck(step.before, [face]) or 0.0 for face in faces]
            assert sum(lucks) == pytest.approx(0.0, abs=1e-9)
            assert max(lucks) <= 1
            seen += 1
        if seen == 12:
            break

    assert seen == 12
