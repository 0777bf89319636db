"""PB-9, the end of a battle, on the plain model and the engine."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import EngineModel, play
from tests.pocket_battles.rules.reference.scenario import table, tile, unit


@pytest.mark.clause("PB-9.1", "PB-9.2")
@pytest.mark.parametrize(
    ("destroyed_a", "destroyed_b", "winner"),
    [
        pytest.param(20, 19, "A", id="half is enough"),
        pytest.param(19, 19, None, id="less is not"),
        pytest.param(0, 20, "B", id="the other"),
        pytest.param(25, 24, "A", id="both: the higher total"),
        pytest.param(24, 25, "B", id="both: the higher total of the other"),
        pytest.param(22, 22, "B", id="both and equal: Player 2"),
    ],
)
def test_half_of_the_fielded_points_wins_at_the_end_of_a_round(
    seat: Seat, destroyed_a: int, destroyed_b: int, winner: str | None
) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile(dp=40 - destroyed_b))],
            b=[unit("left rear", tile(dp=40 - destroyed_a))],
            size=80,
            destroyed_a=destroyed_a,
            destroyed_b=destroyed_b,
            player1="A",
            unused_a=1,
            unused_b=0,
        )
    )
    assert model.node() == "decision", "not before the round ends"

    play(model, "pass")

    if winner is None:
        assert model.decision() == ("A", "turn")
    else:
        assert model.result() == (winner, "destroyed")


@pytest.mark.clause("PB-9.1", "R-18")
def test_the_round_goes_on_after_an_army_is_wiped_out(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6]))],
            b=[unit("left front", tile(wp=1))],
            unused_a=3,
            unused_b=2,
        )
    )

    play(model, "shoot a1 b1", [6])

    # B can only pass; A has more to choose from.
    assert model.decision() == ("A", "turn")
    assert model.snapshot()["sides"]["B"]["passed"] == 1


@pytest.mark.clause("PB-9.3")
def test_a_battle_without_a_winner_is_undecided_after_the_round_limit(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile())],
            b=[unit("left rear", tile())],
            round=50,
            unused_a=1,
            unused_b=0,
        )
    )

    play(model, "pass")

    assert model.node() == "end"
    assert model.result() == (None, "round-limit")


@pytest.mark.clause("PB-5.7")
@pytest.mark.parametrize(("loser", "winner"), [("A", "B"), ("B", "A")])
def test_a_player_may_concede_at_any_time_and_the_other_wins_at_once(
    loser: str, winner: str
) -> None:
    model = EngineModel(
        table(
            a=[unit("left front", tile(white=[6, 6]))],
            b=[unit("left front", tile(code="X"), tile(code="Y"))],
            destroyed_a=2,
        )
    )
    play(model, "shoot a1 b1", [6], "wound b1 X")
    assert model.decision() == ("B", "wound")
    assert "concede" not in model.options(), "it is a command to the match, not an action"

    model.state.concede(loser)

    assert model.node() == "end"
    assert model.result() == (winner, "conceded")
