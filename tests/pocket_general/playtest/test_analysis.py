"""The analysis of a recorded game of Pocket General."""

import json
from pathlib import Path

import pytest

from pbbuild.play.record import parse_record
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_general.playtest.games import opening
from pbbuild.pocket_general.playtest.judge import GeneralJudge, analyse
from pbbuild.pocket_general.rules.core import constants as c
from tests.cli import run

RECORD = Path(__file__).parents[2] / "data" / "v1" / "pocket-general.jsonl"


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
