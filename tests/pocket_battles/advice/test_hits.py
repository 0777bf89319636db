"""Every way to take hits at once; no question where all answers do the same."""

from typing import Any

import pytest

from pbbuild.pocket_battles.advice.hits import assignments, only_choice
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from tests.pocket_battles.rules.drawing import FACING, battle, tile


def hit(hits: int, *troops: dict[str, Any], **about: Any) -> Battle:
    """A battle in which B must take hits on b1."""
    pending = {"unit": "b1", "hits": hits}
    return battle(FACING, decision="wound", pending=pending, b1=list(troops), **about)


CAVALRY, OTHER = tile(code="CAV01", dp=6, wp=2), tile(code="CAV02", dp=7, wp=2)
MILITIA = tile(code="MIL01", dp=2, wp=1)


@pytest.mark.clause("PB-7.1")
def test_every_way_to_take_the_hits_is_offered_once() -> None:
    ways = assignments(hit(1, CAVALRY, OTHER, MILITIA))

    effects = {(way.eliminated, way.wounded) for way in ways}
    assert effects == {
        (("MIL01",), ()),
        (("CAV01",), ()),
        (("CAV02",), ()),
        ((), ("CAV01",)),
        ((), ("CAV02",)),
    }
    assert [way.price for way in ways] == sorted(way.price for way in ways)


def test_several_hits_are_one_assignment() -> None:
    ways = assignments(hit(2, CAVALRY, MILITIA))

    both = next(way for way in ways if way.eliminated == ("MIL01",))
    assert both.wounded == ("CAV01",)
    assert (both.points, both.tokens, len(both.actions)) == (2, 1, 2)


def test_hits_on_a_unit_that_dies_anyway_are_not_asked() -> None:
    before = hit(5, CAVALRY, MILITIA)

    [way] = assignments(before)

    assert way.destroys_unit
    assert way.tokens == 0
    assert only_choice(before) == way.actions[0]


def test_troops_of_equal_values_are_not_asked_about() -> None:
    twin = tile(code="MIL02", dp=2, wp=1)

    assert only_choice(hit(1, MILITIA, twin)) is not None
    assert only_choice(hit(1, MILITIA, CAVALRY)) is None


@pytest.mark.clause("PB-7.2")
def test_equal_sources_of_a_token_are_not_asked_about() -> None:
    drawing = FACING.replace("b1", "b1,b2,b3")
    before = battle(
        drawing,
        decision="wound",
        pending={"unit": "b1", "hits": 1},
        unused=(5, 0),
        orders={"b2": 1, "b3": 2},
        b1=[tile(code="CAV01", dp=6, wp=3)],
    )
    assert len(before.options()) == 3

    ways = assignments(before)

    assert {(way.eliminated, way.wounded) for way in ways} == {
        (("CAV01",), ()),
        ((), ("CAV01",)),
    }


@pytest.mark.clause("PB-T.9")
def test_a_token_that_gives_dice_stays_where_it_is() -> None:
    drawing = FACING.replace("b1", "b1,b2,b3")
    before = battle(
        drawing,
        decision="wound",
        pending={"unit": "b1", "hits": 1},
        unused=(5, 0),
        orders={"b2": 1, "b3": 1},
        b1=[tile(code="CAV01", dp=6, wp=3)],
        b2=[tile(black=(6,), traits=("fury",))],
    )

    wound = next(way for way in assignments(before) if way.wounded)

    assert wound.texts == ("wound b1 CAV01 from b3",)


def test_assignments_of_played_battles_are_legal_and_do_what_they_say(
    played: list[tuple[Battle, Any]],
) -> None:
    tried = 0
    for state, _ in played:
        if state.decision() != "wound":
            assert assignments(state) == []
            continue
        side = state.decider()
        for way in assignments(state)[:6]:
            tried += 1
            after = state.copy()
            for action in way.actions:
                assert action in after.legal_actions()
                after.apply(action)
            scored = after.state.tally[c.DESTROYED + 1 - side]
            assert scored - state.state.tally[c.DESTROYED + 1 - side] == way.points
    assert tried > 10
