"""States written by hand: what cannot exist is refused with its place."""

from typing import Any

import pytest

from pbbuild.errors import StateError
from tests.pocket_general.build import GAME, written


def problems(decision: str, **changes: Any) -> set[tuple[str, str]]:
    with pytest.raises(StateError) as refusal:
        GAME.from_json(written(decision, **changes))
    return {(problem.pointer, problem.code) for problem in refusal.value.problems}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param(
            {"hexes": ["paris"]}, ("/hexes/0", "pocket-general.unknown-id"), id="foreign capitol"
        ),
        pytest.param(
            {"hexes": ["lorraine", "lorraine"]}, ("", "pocket-general.location-twice"), id="twice"
        ),
        pytest.param(
            {"pool": ["korea"]}, ("/pool", "pocket-general.location-missing"), id="missing"
        ),
        pytest.param(
            {"a": {"recruited": ["bombers"]}},
            ("/sides/A/recruited/0", "pocket-general.unknown-id"),
            id="another nation's unit",
        ),
        pytest.param(
            {"a": {"recruited": ["tanks"], "placed": [["tanks"]]}},
            ("/sides/A/placed/0", "pocket-general.unit-twice"),
            id="a unit in two places",
        ),
        pytest.param(
            {"a": {"recruited": ["air"], "placed": [[], [], ["tanks"]]}},
            ("/sides/A/placed/2", "pocket-general.may-not-stand"),
            id="tanks at sea",
        ),
        pytest.param(
            {"a": {"recruited": ["air"], "theater_a": ["korea"]}},
            ("/sides/A/theater_a/0", "pocket-general.wrong-colour"),
            id="a mountain on the ocean edge",
        ),
        pytest.param(
            {"a": {"recruited": ["air"], "theater_b": ["korea"]}},
            ("/sides/A/theater_b", "pocket-general.not-laid"),
            id="theater B before it was laid",
        ),
        pytest.param(
            {"a": {"recruited": ["air"], "capitulation": ["korea"]}},
            ("/sides/A/capitulation", "pocket-general.capitulation-closed"),
            id="capitulation too early",
        ),
        pytest.param(
            {"a": {"recruited": ["air"], "turned": ["korea"]}},
            ("/sides/A/turned/0", "pocket-general.turned-elsewhere"),
            id="turned but not owned",
        ),
        pytest.param(
            {"a": {}}, ("/decision", "pocket-general.nothing-to-decide"), id="no unit in hand"
        ),
        pytest.param(
            {"dice": {"A": 9}}, ("/dice/A", "pocket-general.no-such-face"), id="no such face"
        ),
        pytest.param({"turn": 0}, ("/turn", "catalog.below-minimum"), id="turn zero"),
        pytest.param({"sides": {}}, ("/sides", "missing-key"), id="no sides"),
        pytest.param({"hexes": 3}, ("/hexes", "not-an-array"), id="not a list"),
    ],
)
def test_what_cannot_exist_is_refused(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    assert expected in problems("place", **changes)


def test_a_decision_in_a_hex_names_it() -> None:
    assert ("/hex", "pocket-general.hex-missing") in problems("spy", a={"placed": [["spy"]]})


def test_a_full_theater_a_needs_the_late_war() -> None:
    own = {"theater_a": ["atlantic", "burma", "manchuria", "korea"], "recruited": ["air"]}
    assert ("/sides/A/theater_a", "pocket-general.late-war-missing") in problems("place", a=own)


def test_something_else_than_a_state_is_refused() -> None:
    with pytest.raises(StateError):
        GAME.from_json({"format": "pbbuild-list/1"})
