"""The search of version 0.1.0 chooses in a recorded game exactly what it chose then."""

from pathlib import Path

import pytest

from pbbuild.play.record import Recorder, parse_record
from pbbuild.play.runner import play
from pbbuild.play.stream import Streams
from pbbuild.pocket_general.agents.registry import MAKERS
from pbbuild.pocket_general.playtest.games import opening

RECORD = Path(__file__).parents[2] / "data" / "v1" / "pocket-general.jsonl"


@pytest.mark.slow
def test_the_search_of_0_1_0_repeats_its_recorded_game() -> None:
    record = parse_record(RECORD.read_text(encoding="utf-8"), RECORD.name)
    game, state = opening(record)
    agents = []
    for side in "AB":
        base, _, setting = record.header["agents"][side].partition(":")
        agent = MAKERS[base](setting)
        assert agent is not None
        assert agent.name == record.header["agents"][side]
        agents.append(agent)
    recorder = Recorder(game, record.header)

    play(game, state, agents, Streams(record.header["seed"]), recorder)

    recorded = [line["action"] for line in record.lines if line["type"] == "choice"]
    assert [line["action"] for line in recorder.lines[1:] if line["type"] == "choice"] == recorded
