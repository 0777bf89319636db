"""Why an action is not allowed: the clause that a referee would name."""

from collections.abc import Callable
from typing import Any

import pytest

from pbbuild.errors import StateError
from pbbuild.pocket_battles.rules.battle import Battle
from tests.pocket_battles.rules.drawing import battle, texts, tile

ARCHER = [tile(white=(5, 6))]
EMPTY = [tile()]
FIELD = """
    B rear      b3  .   .
    B front     .   b1  .
    engagement  .   .   a4,b4
    A front     a2  a1  .
    A rear      .   a3  .
"""


def field(**changes: Any) -> Battle:
    given: dict[str, Any] = {
        "contacts": [("a4", ["b4"])],
        "a2": ARCHER,
        "a3": [tile(black=(6,), white=(6,))],
        **changes,
    }
    return battle(FIELD, **given)


@pytest.mark.parametrize(
    ("change", "action", "clauses"),
    [
        pytest.param({}, "charge a3", ("PB-5.2",), id="not from the rear"),
        pytest.param({}, "charge a2", ("PB-5.2",), id="not without a black die"),
        pytest.param({}, "shoot a3 b1", ("PB-8.5",), id="no shot from the rear"),
        pytest.param({}, "shoot a1 b1", ("PB-8.1",), id="no shot without a white die"),
        pytest.param(
            {}, "shoot a2 b1", ("PB-8.2", "PB-8.3"), id="an enemy in its own sector first"
        ),
        pytest.param({}, "move a1 left A rear", ("PB-5.1", "PB-4.4"), id="not across a corner"),
        pytest.param(
            {}, "move a4 right A front", ("PB-5.1", "PB-4.4"), id="no move out of a fight"
        ),
        pytest.param({}, "redeploy a4 right A front", ("PB-4.4",), id="nor a redeployment"),
        pytest.param({}, "carry-on a1 b1", ("PB-5.3",), id="nobody to carry on against"),
        pytest.param({}, "leave a1", ("PB-5.4",), id="nothing to leave"),
        pytest.param({}, "move b1 centre B rear", ("PB-4.2",), id="not his unit"),
        pytest.param({"orders": {"a1": 5}}, "charge a1", ("PB-4.5",), id="too dear"),
        pytest.param({"orders": {"a3": 5}}, "charge a3", ("PB-4.5", "PB-5.2"), id="both told"),
        pytest.param(
            {"decision": "act", "redeployed": "a1"}, "charge a1", ("PB-4.4",), id="redeployed"
        ),
        pytest.param(
            {"decision": "act", "redeployed": "a1"},
            "redeploy a2 left A rear",
            ("PB-4.2",),
            id="one redeployment a turn",
        ),
        pytest.param(
            {"a1": [tile(traits=["slow"])]}, "redeploy a1 centre A rear", ("PB-T.14",), id="Slow"
        ),
        pytest.param({}, "heal a1 a2 A2-1", ("PB-5.5", "PB-T.1"), id="no Heal without the trait"),
        pytest.param(
            {"a1": [tile(traits=["heal"])]}, "heal a1 a2 A2-1", ("PB-T.1",), id="nobody to heal"
        ),
        pytest.param(
            {
                "a1": [tile(traits=["heal"], wounds=1)],
                "a2": [tile(wounds=1)],
            },
            "heal a1 a1 A1-1",
            ("PB-T.1",),
            id="not itself",
        ),
        pytest.param(
            {"a1": [tile(traits=["double-order"])], "unused": (1, 5)},
            "double-order a1",
            ("PB-T.2", "PB-T"),
            id="nothing left to pay a follow-up",
        ),
        pytest.param(
            {
                "a1": [tile(traits=["excite"])],
                "first_turn_of_battle": True,
                "round": 1,
            },
            "excite a1",
            ("PB-5.5",),
            id="no special in the first turn of the battle",
        ),
        pytest.param({}, "target b1", ("PB-11",), id="nobody charges"),
        pytest.param({}, "intercept b1", ("PB-5.2.4",), id="nobody to intercept"),
        pytest.param({}, "sacrifice a1 A1-1", ("PB-4.7",), id="the round is not over"),
        pytest.param({}, "deploy a1 left A rear", ("PB-3.2",), id="the battle has begun"),
        pytest.param({}, "dance a1", ("PB-11",), id="no such action"),
        pytest.param({}, "charge", ("PB-11",), id="words missing"),
        pytest.param({}, "charge a1 b1", ("PB-11",), id="words too many"),
        pytest.param({}, "charge a9", ("PB-11",), id="no such unit"),
    ],
)
def test_an_order_is_refused_by_its_clause(
    change: dict[str, Any], action: str, clauses: tuple[str, ...]
) -> None:
    assert field(**change).why_not(action) == clauses


@pytest.mark.clause("PB-5.2.3", "PB-8.3")
def test_nobody_within_reach() -> None:
    alone = battle(
        """
        B rear      .      .  b1
        B front     .      .  .
        engagement  .      .  .
        A front     a1,a2  .  .
        A rear      .      .  .
        """,
        a2=ARCHER,
    )

    assert alone.why_not("charge a1") == ("PB-5.2.3",)
    assert alone.why_not("shoot a2 b1") == ("PB-8.3",)


CHARGED = """
    B rear      .  b2        .
    B front     .  b1,b3,b4  b5
    engagement  .  a1        .
    A front     .  .         .
    A rear      .  .         .
"""


def charged(decision: str, **changes: Any) -> Battle:
    given: dict[str, Any] = {
        "decision": decision,
        "pending": {"charger": "a1", "sector": "centre"},
        "b3": EMPTY,
        "b4": ARCHER,
        "orders": {"b4": 5},
        **changes,
    }
    return battle(CHARGED, **given)


@pytest.mark.clause("PB-5.2.4", "PB-T.20")
@pytest.mark.parametrize(
    ("change", "action", "clauses"),
    [
        pytest.param({}, "intercept b2", ("PB-5.2.4",), id="from the rear"),
        pytest.param({}, "intercept b5", ("PB-5.2.4",), id="from another sector"),
        pytest.param({}, "intercept b3", ("PB-5.2.4",), id="without a black die"),
        pytest.param({}, "react-shoot b1", ("PB-5.2.4",), id="without a white die"),
        pytest.param({}, "react-shoot b4", ("PB-4.5",), id="unpaid"),
        pytest.param({}, "target b1", ("PB-11",), id="the target comes later"),
        pytest.param(
            {"a1": [tile(black=(6,), traits=["flying"])]},
            "intercept b1",
            ("PB-T.20",),
            id="a flyer, by one who does not fly",
        ),
    ],
)
def test_a_reaction_is_refused_by_its_clause(
    change: dict[str, Any], action: str, clauses: tuple[str, ...]
) -> None:
    assert charged("react", **change).why_not(action) == clauses


@pytest.mark.clause("PB-5.2.1", "PB-T.20")
def test_the_rear_is_a_target_for_a_flyer_only() -> None:
    assert charged("target").why_not("target b2") == ("PB-5.2.1",)
    flyer = [tile(black=(6,), traits=["flying"])]
    assert charged("target", a1=flyer).why_not("target b2") == ()


@pytest.mark.clause("PB-7.1", "PB-7.2", "PB-7.5")
@pytest.mark.parametrize(
    ("tokens", "action", "clauses"),
    [
        pytest.param(1, "wound b1 B1-1 from b2", ("PB-7.2",), id="unused tokens first"),
        pytest.param(0, "wound b1 B1-1", ("PB-7.2",), id="none unused"),
        pytest.param(0, "wound b1 B1-1 from passed", ("PB-7.2",), id="none passed"),
        pytest.param(0, "wound b1 B1-1 from b2", (), id="an order token of another unit"),
        pytest.param(1, "wound b1 B1-2", ("PB-7.1",), id="one wound point left"),
        pytest.param(1, "eliminate b1 B1-3", ("PB-7.5",), id="no wound points"),
        pytest.param(1, "eliminate b2 B2-1", ("PB-7.1",), id="not the unit hit"),
    ],
)
def test_a_hit_is_refused_by_its_clause(tokens: int, action: str, clauses: tuple[str, ...]) -> None:
    hit = battle(
        CHARGED,
        decision="wound",
        pending={"unit": "b1", "hits": 1},
        contacts=[],
        unused=(5, tokens),
        orders={"b2": 1},
        b1=[tile(wp=2), tile(wp=1), tile(wp=0)],
    )

    assert hit.why_not(action) == clauses


@pytest.mark.clause("PB-T.2", "PB-T.3", "PB-T.11")
@pytest.mark.parametrize(
    ("trait", "action", "clauses"),
    [
        pytest.param("double-order", "move a1 centre A rear", ("PB-T.2",), id="not itself"),
        pytest.param("double-order", "move a2 left A rear", ("PB-T.2",), id="not twice"),
        pytest.param("double-order", "pass", ("PB-T.2",), id="passing is no action of it"),
        pytest.param("double-order", "move a3 centre A front", (), id="a move is"),
        pytest.param("excite", "move a3 centre A front", ("PB-T.3",), id="Excite: no move"),
        pytest.param("excite", "leave a4", ("PB-T.3",), id="Excite: no leaving"),
        pytest.param("excite", "carry-on a4 b4", (), id="Excite: carrying on"),
        pytest.param("overwhelming", "charge a1", ("PB-T.11",), id="a target, not a charge"),
        pytest.param("overwhelming", "target b3", ("PB-5.2.1",), id="not out of its sector"),
    ],
)
def test_a_follow_up_is_refused_by_its_clause(
    trait: str, action: str, clauses: tuple[str, ...]
) -> None:
    done = ["a2"] if trait == "double-order" else []
    following = field(
        decision="follow-up",
        pending={"trait": trait, "unit": "a1", "left": 1, "done": done},
        a1=[tile(black=(6,), traits=[trait])],
    )

    assert following.why_not(action) == clauses


def test_what_is_refused_changes_nothing_and_names_the_clause() -> None:
    before = field()
    listed = texts(before)

    with pytest.raises(StateError) as refusal:
        before.play("charge a3")

    assert refusal.value.values["clauses"] == ("PB-5.2",)
    assert texts(before) == listed


@pytest.mark.parametrize("make", [field, lambda: charged("react"), lambda: charged("target")])
def test_listed_means_not_refused(make: Callable[[], Battle]) -> None:
    drawn = make()
    for text in texts(drawn):
        assert drawn.why_not(text) == ()
        assert drawn.text(drawn.parse(text)) == text
