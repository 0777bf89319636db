"""Records of every pairing pass a referee that uses nothing of the engine."""

import pytest

from pbbuild.play.agents.registry import agent_named
from pbbuild.pocket_general.catalog.model import GAME as GAME_ID
from pbbuild.pocket_general.playtest.games import fight
from pbbuild.pocket_general.rules.plain.game import BrokenRuleError, check_record
from pbbuild.pocket_general.rules.setup import Variant
from tests.pocket_general.build import GAME, PAIRS
from tests.tiers import tries

both = pytest.mark.parametrize("fast", [False, True], ids=("standard", "fast"))
pairs = pytest.mark.parametrize("nations", PAIRS, ids="-".join)


def record(nations: tuple[str, str], fast: bool, agent: str, seed: int) -> list[dict[str, object]]:
    agents = [agent_named(agent, GAME_ID)] * 2
    return fight(GAME, nations, agents, seed, Variant(fast=fast)).recorder.lines


@both
@pairs
def test_records_pass_the_referee(nations: tuple[str, str], fast: bool) -> None:
    for seed in range(tries(5, 2)):
        check_record(record(nations, fast, "random" if seed else "greedy", seed))


@pytest.mark.slow
@both
@pairs
def test_hundreds_of_records_pass_the_referee(nations: tuple[str, str], fast: bool) -> None:
    for seed in range(60):
        check_record(record(nations, fast, "random", seed))


def test_the_referee_sees_what_is_wrong() -> None:
    lines = record(("germany", "russia"), False, "greedy", 3)
    check_record(lines)
    caught = 0
    for place, line in list(enumerate(lines))[:: tries(1, 4)]:
        if line.get("type") == "choice" and str(line["action"]).startswith("place"):
            altered = [dict(entry) for entry in lines]
            altered[place]["action"] = "place tanks 1"
            if altered != lines:
                with pytest.raises((BrokenRuleError, ValueError)):
                    check_record(altered)
                caught += 1
    assert caught > tries(10, 2)
    with pytest.raises(BrokenRuleError):
        check_record([*lines[:-1], {**lines[-1], "winner": None}])
