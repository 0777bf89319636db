"""Moments of a battle written by hand, each with every action the rules allow and its cost.

The files in `tests/referee_states` were written from the rules alone, without looking at what
the engine says; each is also tried from the other side of the table.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from pbbuild.base.documents import parse_json
from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.state_check import missing_tokens, refuse_impossible
from pbbuild.pocket_battles.rules.state_file import read_state

FOLDER = Path(__file__).parents[2] / "data" / "referee_states"
CASES = [
    pytest.param(case, id=f"{case['clause']} {case['name']}")
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))
]
OTHER = {"A": "B", "B": "A", "left": "right", "right": "left"}


@pytest.fixture(scope="module")
def game() -> PocketBattles:
    return PocketBattles()


@pytest.mark.clause(
    "PB-3.2",
    "PB-4.1",
    "PB-4.2",
    "PB-4.3",
    "PB-4.4",
    "PB-4.5",
    "PB-4.7",
    "PB-5.2",
    "PB-5.2.1",
    "PB-5.2.2",
    "PB-5.2.3",
    "PB-5.2.4",
    "PB-5.2.6",
    "PB-5.3",
    "PB-5.4",
    "PB-5.5",
    "PB-5.6",
    "PB-6.3",
    "PB-7.1",
    "PB-7.2",
    "PB-7.5",
    "PB-8.1",
    "PB-8.2",
    "PB-8.3",
    "PB-8.5",
    "PB-10",
    "PB-T.1",
    "PB-T.2",
    "PB-T.3",
    "PB-T.8",
    "PB-T.11",
    "PB-T.12",
    "PB-T.13",
    "PB-T.14",
    "PB-T.15",
    "PB-T.16",
    "PB-T.19",
    "PB-T.20",
)
@pytest.mark.parametrize("case", CASES)
def test_the_referee_lists_exactly_the_actions_and_costs_of_a_written_state(
    game: PocketBattles, case: dict[str, Any]
) -> None:
    decider, options = judged(game, case["state"])

    assert decider == case["decider"]
    assert {text: cost for text, cost, _ in options} == case["actions"]
    assert len(options) == len(case["actions"])
    by = {text: clauses for text, _, clauses in options}
    assert all(by[text] == tuple(clauses) for text, clauses in case.get("by", {}).items())


@pytest.mark.parametrize("case", CASES)
def test_the_rules_are_the_same_from_the_other_side_of_the_table(
    game: PocketBattles, case: dict[str, Any]
) -> None:
    decider, options = judged(game, turned(case["state"]))

    assert decider == OTHER[case["decider"]]
    assert {text: cost for text, cost, _ in options} == {
        turned_text(text): cost for text, cost in case["actions"].items()
    }


@pytest.mark.parametrize("case", CASES)
def test_what_is_listed_is_allowed_and_nothing_else(
    game: PocketBattles, case: dict[str, Any]
) -> None:
    battle = game.from_json(full(game, case["state"]))
    listed = set(case["actions"])
    spoken = {text for other in CASES for text in other.values[0]["actions"]}  # type: ignore[index]

    assert {text for text in spoken if not game.why_not(battle, text)} == listed


def judged(
    game: PocketBattles, state: dict[str, Any]
) -> tuple[str, list[tuple[str, int, tuple[str, ...]]]]:
    battle = game.from_json(full(game, state))
    options = game.options(battle)
    return SIDES[battle.decider()], [(o.text, o.cost, o.clauses) for o in options]


def full(game: PocketBattles, state: dict[str, Any]) -> dict[str, Any]:
    document = parse_json(json.dumps(state), "state")
    shape = read_state(document, game.catalog)
    refuse_impossible(document, shape, game.catalog)
    assert not missing_tokens(document, shape, game.catalog)
    return shape


def turned(value: Any) -> Any:
    """The same moment with A and B, left and right, changed for one another."""
    if isinstance(value, dict):
        return {turned_text(key): turned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [turned(item) for item in value]
    return turned_text(value) if isinstance(value, str) else value


def turned_text(text: str) -> str:
    return " ".join(_turned_word(word) for word in text.split(" "))


def _turned_word(word: str) -> str:
    if word[:1] in ("a", "b") and word[1:].isdecimal():
        return {"a": "b", "b": "a"}[word[0]] + word[1:]
    return OTHER.get(word, word)
