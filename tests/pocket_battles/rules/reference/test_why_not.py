"""By which clause the engine refuses what is not allowed, one refusal for each reason."""

from collections.abc import Callable

import pytest

from tests.pocket_battles.rules.reference.models import GAME, EngineModel, play
from tests.pocket_battles.rules.reference.scenario import State, table, tile, unit


def plain() -> State:
    """A small table: a1 ready in front, a2 behind it, a3 fighting b3."""
    return table(
        a=[
            unit("left front", tile(black=[6], white=[6])),
            unit("left rear", tile(black=[6], white=[6])),
            unit("centre engagement", tile(black=[6], white=[6])),
            unit("right front", tile(traits=["slow"])),
        ],
        b=[
            unit("left front", tile(code="X"), tile(code="O", wp=0)),
            unit("left rear", tile()),
            unit("centre engagement", tile()),
            unit("right front", tile()),
        ],
        contacts=[("a3", "b3")],
    )


def poor() -> State:
    """A has one token and an order on its unit."""
    return table(
        a=[unit("left front", tile(black=[6], white=[6], traits=["heal", "excite"]), orders=1)],
        b=[unit("left front", tile())],
        unused_a=1,
    )


def first_turn() -> State:
    """The first turn of the battle."""
    return table(
        a=[
            unit("left front", tile(traits=["heal", "excite", "double-order"])),
            unit("left front", tile(black=[6], wounds=1)),
        ],
        b=[unit("left front", tile())],
        round=1,
        player1="A",
        first_turn_of_battle=True,
    )


def lonely() -> State:
    """Specials that nothing can follow."""
    return table(
        a=[
            unit("left rear", tile(traits=["heal", "excite", "double-order"], wounds=1)),
            unit("left rear", tile(), orders=7),
        ],
        b=[unit("right rear", tile())],
        size=80,
    )


def charged() -> State:
    """a1, who flies, may be met by b1 alone of those who could intercept."""
    return table(
        a=[unit("left front", tile(wp=3, black=[6], traits=["flying"]))],
        b=[
            unit("left front", tile(black=[2], traits=["flying"])),
            unit("left front", tile(black=[2])),
            unit("left front", tile(white=[2]), orders=7),
            unit("left rear", tile(black=[2], white=[2])),
            unit("centre front", tile(black=[2])),
        ],
        size=90,
    )


def ending() -> State:
    """The round is over for all but one pass."""
    return table(
        a=[unit("left rear", tile(code="X", wounds=1), tile(code="Y"))],
        b=[unit("left rear", tile(wounds=1))],
        unused_a=1,
        unused_b=0,
    )


@pytest.mark.parametrize(
    ("state", "steps", "action", "clause"),
    [
        (plain, [], "charge a2", "PB-5.2"),
        (plain, [], "charge a4", "PB-5.2"),
        (plain, [], "charge a3", "PB-5.2"),
        (plain, [], "charge b1", "PB-4.2"),
        (plain, [], "shoot a2 b1", "PB-8.5"),
        (plain, [], "shoot a3 b1", "PB-8.5"),
        (plain, [], "shoot a4 b4", "PB-8.1"),
        (plain, [], "shoot a1 b2", "PB-8.2"),
        (plain, [], "shoot a1 b3", "PB-8.3"),
        (plain, [], "carry-on a1 b1", "PB-5.3"),
        (plain, [], "carry-on a3 b1", "PB-5.3"),
        (plain, [], "leave a1", "PB-5.4"),
        (plain, [], "move a1 centre A rear", "PB-5.1"),
        (plain, [], "move a3 centre A front", "PB-4.4"),
        (plain, [], "redeploy a1 right A front", "PB-4.4"),
        (plain, [], "redeploy a3 centre A front", "PB-4.4"),
        (plain, [], "redeploy a4 right A rear", "PB-T.14"),
        (plain, [], "heal a1 a2 A21", "PB-T.1"),
        (plain, [], "double-order a1", "PB-T.2"),
        (plain, [], "excite a1", "PB-T.3"),
        (plain, ["redeploy a2 centre A rear"], "move a2 left A rear", "PB-4.4"),
        (plain, ["redeploy a2 centre A rear"], "redeploy a1 left A rear", "PB-4.2"),
        (plain, ["shoot a1 b1", [6]], "eliminate b1 O", "PB-7.5"),
        (plain, ["shoot a1 b1", [6]], "wound b1 X from passed", "PB-7.2"),
        (plain, ["shoot a1 b1", [6]], "pass", "PB-11"),
        (plain, ["shoot a1 b1", [6]], "wound b2 B21", "PB-7.1"),
        (poor, [], "charge a1", "PB-4.5"),
        (poor, [], "shoot a1 b1", "PB-4.5"),
        (first_turn, [], "heal a1 a2 A21", "PB-5.5"),
        (first_turn, [], "excite a1", "PB-5.5"),
        (first_turn, [], "double-order a1", "PB-5.5"),
        (charged, ["charge a1"], "intercept b2", "PB-T.20"),
        (charged, ["charge a1"], "intercept b3", "PB-5.2.4"),
        (charged, ["charge a1"], "react-shoot b3", "PB-4.5"),
        (charged, ["charge a1"], "react-shoot b4", "PB-5.2.4"),
        (charged, ["charge a1"], "react-shoot b1", "PB-5.2.4"),
        (charged, ["charge a1", "wait"], "target b5", "PB-5.2.1"),
        (ending, ["pass"], "sacrifice a1 Y", "PB-4.7"),
        (ending, ["pass"], "sacrifice b1 B11", "PB-4.7"),
        (lonely, [], "heal a1 a1 A11", "PB-T.1"),
        (lonely, [], "excite a1", "PB-T.3"),
        (lonely, [], "double-order a1", "PB-T.2"),
    ],
)
def test_a_refusal_names_its_clause(
    state: Callable[[], State], steps: list[str | list[int]], action: str, clause: str
) -> None:
    model = EngineModel(state())
    play(model, *steps)

    assert action not in model.options()
    assert clause in GAME.why_not(model.state, action)
