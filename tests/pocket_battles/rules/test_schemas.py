"""What we write keeps to the shipped schemas, and they refuse what is none of it."""

import copy
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbbuild.base.documents import read_json
from pbbuild.base.places import shipped
from pbbuild.play.verify import RecordReplay
from pbbuild.pocket_battles.playtest.battles import opening_of_record
from tests.pocket_battles.playtest.fights import game, record, rich
from tests.pocket_battles.rules.written_states import change, state
from tests.tiers import tries


@cache
def validator(name: str) -> Draft202012Validator:
    schema = read_json(shipped("catalog") / "schema" / f"{name}.schema.json").value
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"pbbuild:{name}"
    return Draft202012Validator(schema)


def test_every_line_of_a_record_keeps_to_the_schema() -> None:
    for battle in rich()[: tries(3, 1)]:
        found = record(*battle)
        for line in (found.header, *found.lines):
            validator("record-1").validate(line)


def test_every_state_of_a_battle_keeps_to_the_schema() -> None:
    found = record(*rich()[0])
    walk = RecordReplay(game(), found, opening_of_record(game(), found))
    for number, step in enumerate(walk.steps()):
        if number % tries(5, 20) == 0:
            validator("state-1").validate(game().to_json(step.after))


def test_a_state_by_hand_keeps_to_the_schema() -> None:
    validator("state-1").validate(state())
    short = copy.deepcopy(state())
    short["sides"]["A"]["units"][0]["troops"] = ["UNI10"]
    validator("state-1").validate(short)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("/format", "pbbuild-state/2"),
        ("/size", 55),
        ("/decision", "dance"),
        ("/sides/A/unused", -1),
        ("/sides/A/units/0/zone", "left"),
        ("/sides/A/units/0/id", "c1"),
        ("/sides/A/units/0/troops/0/black", [9]),
        ("/contacts/0/many", []),
        ("/pending", {"charger": "a1"}),
    ],
)
def test_the_schema_refuses_what_is_no_state(where: str, value: Any) -> None:
    found = state()
    change(where, value)(found)
    assert not validator("state-1").is_valid(found)


@pytest.mark.parametrize("key", ["type", "side", "decision", "action", "options", "cost"])
def test_the_schema_wants_all_of_a_choice(key: str) -> None:
    found = record(*rich()[0])
    choice = next(line for line in found.lines if line["type"] == "choice")
    del choice[key]
    assert not validator("record-1").is_valid(choice)
