"""Moments written by hand, played on with given dice: what the rules make of them.

`tests/played_states` was written from the rules alone. A script has actions and, as lists, the
dice that fall; `then` has only what the case is about.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from pbbuild.play.contract import SIDES, Node
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.game import PocketBattles
from tests.pocket_battles.rules.test_referee_states import full, turned

FOLDER = Path(__file__).parents[2] / "data" / "played_states"
CASES = [
    pytest.param(case, id=f"{case['clause']} {case['name']}")
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))
]


@pytest.fixture(scope="module")
def game() -> PocketBattles:
    return PocketBattles()


@pytest.mark.clause(
    "PB-4.1",
    "PB-4.3",
    "PB-4.7",
    "PB-5.2.6",
    "PB-5.2.7",
    "PB-5.4",
    "PB-6.3",
    "PB-7.1",
    "PB-7.5",
    "PB-8.4",
    "PB-9.1",
    "PB-9.2",
    "PB-T.1",
    "PB-T.10",
    "PB-T.11",
    "PB-T.13",
    "PB-T.17",
    "PB-T.18",
    "PB-T.19",
    "PB-T.2",
    "PB-T.21",
    "PB-T.22",
    "PB-T.3",
    "PB-T.4",
    "PB-T.9",
)
@pytest.mark.parametrize("case", CASES)
def test_a_written_state_goes_on_as_the_rules_have_it(
    game: PocketBattles, case: dict[str, Any]
) -> None:
    battle = played(game, case["state"], case["script"])
    assert seen(game, battle, case["then"]) == case["then"]


@pytest.mark.parametrize("case", CASES)
def test_it_goes_on_alike_from_the_other_side_of_the_table(
    game: PocketBattles, case: dict[str, Any]
) -> None:
    battle = played(game, turned(case["state"]), turned(case["script"]))
    then = turned(case["then"])
    if "contacts" in then:
        # Contacts are listed by A's units; turned round they are B's, told the other way about.
        then["contacts"] = by_enemy(then["contacts"])
    assert seen(game, battle, then) == then


def played(game: PocketBattles, state: dict[str, Any], script: list[Any]) -> Battle:
    battle = game.from_json(full(game, state))
    for step in script:
        if isinstance(step, list):
            assert battle.node() == Node.ROLL, f"no roll for {step}"
            assert battle.roll().count == len(step)
            battle = battle.fall(*step)
        else:
            battle = battle.play(step)
    return battle


def seen(game: PocketBattles, battle: Battle, wanted: dict[str, Any]) -> dict[str, Any]:
    """Of the battle, what `wanted` speaks of."""
    state = game.to_json(battle)
    rolling = battle.node() == Node.ROLL
    found: dict[str, Any] = {}
    for key, value in wanted.items():
        if key == "zones":
            found[key] = {unit: battle.zone(unit) for unit in value}
        elif key in ("unused", "set_aside", "destroyed"):
            found[key] = {side: state["sides"][side][key] for side in value}
        elif key == "contacts":
            found[key] = contacts_of_a(state)
        elif key == "actions":
            found[key] = {option.text: option.cost for option in battle.options()}
        elif key == "winner":
            outcome = battle.outcome()
            found[key] = outcome.winner if outcome else "nobody yet"
        elif key == "dice":
            found[key] = battle.roll().count if rolling else 0
        elif key == "roller":
            found[key] = battle.roll().unit if rolling else ""
        elif key == "decider":
            found[key] = SIDES[battle.decider()]
        else:
            assert key == "decision"
            found[key] = battle.decision()
    return found


def contacts_of_a(state: dict[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for contact in state["contacts"]:
        for unit in contact["many"]:
            ours, theirs = sorted((contact["one"], unit))
            found.setdefault(ours, []).append(theirs)
    return found


def by_enemy(contacts: dict[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit, enemies in contacts.items():
        for enemy in enemies:
            found.setdefault(enemy, []).append(unit)
    return found
