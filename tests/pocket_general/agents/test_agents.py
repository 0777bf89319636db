"""Players of Pocket General: sensible, reproducible, each stronger than the one below."""

import pytest

from pbbuild.errors import UsageError
from pbbuild.play.agents.contract import Situation
from pbbuild.play.agents.registry import agent_named
from pbbuild.play.contract import SIDES
from pbbuild.play.stream import Stream
from pbbuild.pocket_general.catalog.model import GAME as GAME_ID
from pbbuild.pocket_general.playtest.games import fight
from pbbuild.pocket_general.rules.state import GeneralState
from tests.pocket_general.build import GAME, PAIRS, position


def chosen(state: GeneralState, name: str = "greedy", seed: int = 1) -> str:
    situation = Situation(GAME, state, state.legal_actions())
    choice = agent_named(name, GAME_ID).choose(situation, Stream(seed))
    return GAME.option(state, choice.action).text


def wins(stronger: str, weaker: str, games: int) -> float:
    agents = {name: agent_named(name, GAME_ID) for name in (stronger, weaker)}
    won = 0
    for number in range(games):
        order = (stronger, weaker) if number % 2 == 0 else (weaker, stronger)
        nations = PAIRS[number // 2 % 4]
        outcome = fight(GAME, nations, [agents[name] for name in order], number // 2).outcome
        won += outcome.winner == SIDES[order.index(stronger)]
    return won / games


@pytest.mark.slow
def test_greedy_beats_random_clearly() -> None:
    assert wins("greedy", "random", 40) >= 0.9


@pytest.mark.parametrize("name", ["greedy", "search:6"])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    agents = [agent_named(name, GAME_ID), agent_named("random", GAME_ID)]
    first = fight(GAME, ("japan", "russia"), agents, 11).recorder.text()
    assert fight(GAME, ("japan", "russia"), agents, 11).recorder.text() == first


@pytest.mark.parametrize("name", ["greedy", "search:6"])
def test_thinking_changes_nothing_on_the_table(name: str) -> None:
    state = position("place", a={"recruited": ["tanks", "air"]}, b={"recruited": ["tanks"]})
    before = GAME.to_json(state)
    chosen(state, name)
    assert GAME.to_json(state) == before


def test_a_spy_takes_what_decides_the_combat() -> None:
    state = position(
        "spy",
        hexes=["lorraine"],
        hex=1,
        a={"placed": [["spy", "tanks"]]},
        b={"placed": [["infantry", "tanks"]]},
    )
    assert chosen(state) == chosen(state, "search") == "spy tanks"


def test_the_capitol_is_worth_more_than_a_field() -> None:
    late = {
        "theater_a": ["atlantic", "burma", "manchuria", "korea"],
        "theater_b": ["alps", "burma"],
    }
    state = position(
        "place",
        hexes=["lorraine", "moscow"],
        a={**late, "laid": 2, "recruited": ["tanks"]},
        b={"theater_a": ["iwo-jima"], "theater_b": [None, None, "iwo-jima"], "laid": 3},
    )
    assert chosen(state) == "place tanks 2"


@pytest.mark.parametrize("name", ["doctrine", "search:0", "search:x", "greedy:2", "random:1", ""])
def test_an_unknown_agent_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        agent_named(name, GAME_ID)
