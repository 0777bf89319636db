"""What happened between two moments, as codes and numbers."""

from typing import Any

import pytest

from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.events import events, tokens
from tests.pocket_battles.rules.drawing import FACING, battle, tile


def told(before: Battle, after: Battle) -> list[tuple[str, dict[str, Any]]]:
    return [(event.kind, dict(event.values)) for event in events(before, after)]


def test_a_move_is_told_with_where_from_and_where_to() -> None:
    before = battle(FACING)

    assert told(before, before.play("move a1 left A front")) == [
        (
            "moved",
            {"side": "A", "unit": "a1", "from": "centre A front", "to": "left A front"},
        )
    ]


@pytest.mark.clause("PB-7.3")
def test_losses_wounds_and_tokens_are_told() -> None:
    before = battle(
        FACING,
        decision="wound",
        pending={"unit": "b1", "hits": 2},
        b1=[tile("ONE", dp=3, wounds=1), tile("TWO")],
    )

    wounded = before.play("wound b1 TWO")
    assert told(before, wounded) == [("wounded", {"side": "B", "unit": "b1", "troop": "TWO"})]

    assert told(wounded, wounded.play("eliminate b1 ONE")) == [
        ("eliminated", {"side": "B", "unit": "b1", "troop": "ONE", "dp": 3}),
        ("set-aside", {"side": "B", "tokens": 1}),
    ]


@pytest.mark.clause("PB-4.6")
def test_the_end_and_start_of_a_round_tell_the_tokens_of_both_sides() -> None:
    before = battle(FACING, unused=(1, 0), orders={"b1": 5}, size=60)

    after = before.play("pass")

    fresh = {"unused": 6, "passed": 0, "set_aside": 0, "orders": 0, "wounds": 0}
    counted = {"A": fresh, "B": fresh}
    assert told(before, after) == [
        ("round-end", {"round": 2, "tokens": counted}),
        ("round-start", {"round": 3, "tokens": counted}),
    ]
    assert tokens(after.state) == counted


@pytest.mark.clause("PB-4.7")
def test_a_sacrifice_stands_between_the_end_and_the_next_start() -> None:
    before = battle(FACING, unused=(1, 0), size=60, a1=[tile(wounds=1), tile()])

    asked = before.play("pass")
    assert [kind for kind, _ in told(before, asked)] == ["round-end"]
    assert asked.decision() == "sacrifice"

    given = asked.play("sacrifice a1 A1-1")
    assert [kind for kind, _ in told(asked, given)] == ["eliminated", "round-start"]
    assert tokens(given.state)["A"]["unused"] == 6


@pytest.mark.clause("PB-5.7")
def test_whoever_concedes_has_lost_at_once() -> None:
    given_up = battle(FACING)
    given_up.concede("A")

    outcome = given_up.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("B", "conceded")
