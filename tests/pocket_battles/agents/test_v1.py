"""The agents of version 0.1.0 choose in recorded battles exactly what they chose then."""

import json
from pathlib import Path

import pytest

from pbbuild.play.record import Recorder, parse_record
from pbbuild.play.runner import play
from pbbuild.play.stream import Streams
from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from pbbuild.pocket_battles.rules.game import PocketBattles

RECORDS = Path(__file__).parents[2] / "data" / "v1"


@pytest.mark.parametrize(
    "name", ["greedy-expect", "expect-search", "search-greedy", "search-search"]
)
def test_an_agent_of_0_1_0_repeats_its_recorded_battle(name: str) -> None:
    text = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    record = parse_record(text, name)
    game = PocketBattles()
    battle = opening_of_record(game, record)
    agents = [agent_named(record.header["agents"][side]) for side in "AB"]
    recorder = Recorder(game, record.header)

    play(game, battle, agents, Streams(record.header["seed"]), recorder)

    def choices(found: list[dict[str, object]]) -> list[object]:
        return [line["action"] for line in found if line.get("type") == "choice"]

    assert choices(recorder.lines) == choices(lines)
    assert [agent.name for agent in agents] == list(record.header["agents"].values())
