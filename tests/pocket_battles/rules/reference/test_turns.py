"""PB-2, PB-3 and PB-4 on the plain model and the engine: field, set-up, rounds, turns, orders."""

import pytest

from pbbuild.pocket_battles.rules.plain.battle import new_plain_battle
from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import play
from tests.pocket_battles.rules.reference.scenario import State, table, tile, unit


def armies(a: int, b: int) -> State:
    """`a` units against `b`, before the set-up roll."""
    document: State = new_plain_battle(
        "modern-1",
        50,
        {
            "A": [[tile(code=f"AAA{n:02}")] for n in range(1, a + 1)],
            "B": [[tile(code=f"BBB{n:02}")] for n in range(1, b + 1)],
        },
    )
    return document


def zones(options: dict[str, int], start: str) -> set[str]:
    """What follows `start` in the options that begin with it."""
    return {text.removeprefix(start) for text in options if text.startswith(start)}


@pytest.mark.clause("PB-3.1", "R-22")
def test_the_higher_die_is_player_1_and_ties_are_rolled_again(seat: Seat) -> None:
    model = seat(armies(2, 2))

    assert model.pending_roll() == ("initiative", "A", "", "", 1)
    play(model, [4])
    assert model.pending_roll() == ("initiative", "B", "", "", 1)
    play(model, [4])
    assert model.pending_roll() == ("initiative", "A", "", "", 1)
    play(model, [2], [3])

    assert model.decision() == ("B", "deploy")
    assert model.snapshot()["player1"] == "B"


@pytest.mark.clause("PB-3.2", "PB-2.1", "PB-11")
def test_players_place_units_in_turn_and_then_the_rest(seat: Seat) -> None:
    model = seat(armies(4, 1))
    play(model, [6], [1])

    assert zones(model.options(), "deploy a3 ") == {
        "left A front",
        "left A rear",
        "centre A front",
        "centre A rear",
        "right A front",
        "right A rear",
    }
    assert len(model.options()) == 4 * 6
    play(model, "deploy a2 left A front")
    assert model.decision() == ("B", "deploy")
    play(model, "deploy b1 right B rear")
    for left, placing in ((3, "a4"), (2, "a1"), (1, "a3")):
        assert model.decision() == ("A", "deploy")
        assert len(model.options()) == left * 6
        play(model, f"deploy {placing} centre A rear")

    assert model.decision() == ("A", "turn")
    snapshot = model.snapshot()["sides"]
    assert snapshot["A"]["units"]["a2"]["zone"] == "left A front"
    assert snapshot["B"]["units"]["b1"]["zone"] == "right B rear"
    assert snapshot["A"]["unused"] == snapshot["B"]["unused"] == 5


@pytest.mark.clause("PB-4.1")
@pytest.mark.parametrize(
    ("round", "player1", "first"), [(2, "A", "A"), (3, "A", "B"), (2, "B", "B")]
)
def test_player_1_begins_odd_rounds_and_player_2_even_ones(
    seat: Seat, round: int, player1: str, first: str
) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile())],
            b=[unit("left rear", tile())],
            round=round,
            player1=player1,
            unused_a=1,
            unused_b=0,
        )
    )

    play(model, "pass")

    assert model.snapshot()["round"] == round + 1
    assert model.decision() == (first, "turn")


@pytest.mark.clause("PB-4.1", "PB-4.2", "PB-4.4", "PB-5.6")
def test_a_turn_is_a_free_redeployment_and_then_one_action(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile()), unit("right rear", tile())],
            b=[unit("left rear", tile())],
        )
    )

    play(model, "redeploy a1 left A front")
    assert model.decision() == ("A", "act")
    assert model.snapshot()["sides"]["A"]["unused"] == 8
    assert not zones(model.options(), "redeploy")
    assert not zones(model.options(), "move a1")
    assert model.options()["pass"] == 1
    play(model, "move a2 right A front")

    assert model.decision() == ("B", "turn")
    assert model.snapshot()["sides"]["A"]["unused"] == 7


@pytest.mark.clause("PB-4.4", "PB-5.1", "PB-2.1", "PB-2.2")
@pytest.mark.parametrize(
    ("zone", "steps"),
    [
        ("left rear", {"left A front", "centre A rear"}),
        ("left front", {"left A rear", "centre A front"}),
        ("centre rear", {"centre A front", "left A rear", "right A rear"}),
        ("centre front", {"centre A rear", "left A front", "right A front"}),
        ("right front", {"right A rear", "centre A front"}),
    ],
)
def test_a_unit_steps_to_an_adjacent_own_zone_free_or_for_an_order(
    seat: Seat, zone: str, steps: set[str]
) -> None:
    model = seat(table(a=[unit(zone, tile(), orders=1)], b=[unit("left rear", tile())]))

    options = model.options()

    assert zones(options, "redeploy a1 ") == steps
    assert zones(options, "move a1 ") == steps
    assert {options[f"move a1 {step}"] for step in steps} == {2}


@pytest.mark.clause("PB-4.4")
def test_an_engaged_unit_neither_redeploys_nor_moves(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile())],
            b=[unit("left engagement", tile())],
            contacts=[("a1", "b1")],
        )
    )

    assert set(model.options()) == {"carry-on a1 b1", "leave a1", "pass"}


@pytest.mark.clause("PB-4.3", "R-8")
def test_without_an_unused_token_the_other_takes_turn_after_turn(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile())],
            b=[unit("left rear", tile())],
            unused_a=3,
            unused_b=0,
        )
    )

    play(model, "move a1 left A front")
    assert model.decision() == ("A", "turn")
    # Two tokens are left: the second order costs them both, and the round is over.
    play(model, "move a1 left A rear")

    assert model.snapshot()["round"] == 3


@pytest.mark.clause("PB-4.3", "PB-5.2.4")
def test_a_reaction_may_cost_the_last_token_and_so_the_turn(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6]))],
            b=[unit("left front", tile(wp=3, white=[6]))],
            unused_b=1,
        )
    )

    play(model, "charge a1", "react-shoot b1", [1], [1, 1])

    assert model.decision() == ("A", "turn")


@pytest.mark.clause("PB-4.3")
def test_a_round_without_tokens_ends_at_once(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile(wp=3, dp=5, wounds=1))],
            b=[unit("left rear", tile(wp=3, dp=5, wounds=1))],
            size=10,
            decision="sacrifice",
            turn="B",
            player1="A",
            unused_a=0,
            unused_b=0,
        )
    )

    play(model, "done", "done")

    # Round 2 had been ending; round 3 began and ended, and its first player is asked.
    assert model.snapshot()["round"] == 3
    assert model.decision() == ("A", "sacrifice")


@pytest.mark.clause("PB-4.5", "PB-10")
def test_orders_cost_one_two_four_and_leave_one_three_seven_on_the_unit(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile())],
            b=[unit("left rear", tile())],
            unused_b=0,
        )
    )
    costs, left = [], []

    for step in ("left A front", "left A rear", "left A front"):
        costs.append(model.options()[f"move a1 {step}"])
        play(model, f"move a1 {step}")
        left.append(model.snapshot()["sides"]["A"]["units"]["a1"]["orders"])

    assert costs == [1, 2, 4]
    assert left == [1, 3, 7]
    assert not zones(model.options(), "move"), "8 tokens cannot be paid with 1"


@pytest.mark.clause("PB-4.5")
def test_wound_tokens_make_no_order_dearer(seat: Seat) -> None:
    model = seat(table(a=[unit("left rear", tile(wp=3, wounds=2))], b=[unit("left rear", tile())]))

    assert model.options()["move a1 left A front"] == 1


@pytest.mark.clause("PB-4.6", "PB-7.3")
def test_at_the_end_of_a_round_all_tokens_but_wounds_return(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile(wp=3, wounds=2), orders=2), unit("left rear", tile())],
            b=[unit("left rear", tile(), orders=3)],
            unused_a=1,
            unused_b=0,
            passed_a=1,
            passed_b=2,
        )
    )

    play(model, "pass", "done")

    sides = model.snapshot()["sides"]
    assert (sides["A"]["unused"], sides["A"]["passed"], sides["A"]["set_aside"]) == (6, 0, 0)
    assert (sides["B"]["unused"], sides["B"]["passed"], sides["B"]["set_aside"]) == (8, 0, 0)
    assert sides["A"]["units"]["a1"]["orders"] == 0


@pytest.mark.clause("PB-4.6", "PB-4.7", "PB-11", "R-7")
def test_the_rounds_first_player_sacrifices_first_and_gets_the_tokens(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit(
                    "left rear",
                    tile(code="X", wp=3, dp=4, wounds=2),
                    tile(code="Y", wp=3, dp=20, wounds=1),
                    tile(code="Z", dp=20),
                )
            ],
            b=[unit("left rear", tile(dp=40, wounds=1))],
            unused_a=1,
            unused_b=0,
            player1="B",
        )
    )

    play(model, "pass")
    assert model.decision() == ("A", "sacrifice")
    assert model.options() == {"sacrifice a1 X": 0, "sacrifice a1 Y": 0, "done": 0}
    play(model, "sacrifice a1 X")
    assert model.snapshot()["sides"]["A"]["unused"] == 8 - 1
    play(model, "done")
    assert model.decision() == ("B", "sacrifice")
    play(model, "done")

    sides = model.snapshot()["sides"]
    assert sides["B"]["destroyed"] == 4
    assert (sides["A"]["unused"], sides["B"]["unused"]) == (7, 7)
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-4.7", "PB-6.4", "PB-7.5")
def test_a_sacrifice_frees_enemies_and_takes_bearers_along(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left engagement", tile(dp=2, wounds=1), tile(dp=3, wp=0)),
                unit("left rear", tile(dp=40)),
            ],
            b=[unit("left engagement", tile())],
            contacts=[("a1", "b1")],
            unused_a=1,
            unused_b=0,
        )
    )

    play(model, "pass", "sacrifice a1 A11")

    snapshot = model.snapshot()
    assert "a1" not in snapshot["sides"]["A"]["units"]
    assert snapshot["sides"]["B"]["destroyed"] == 5
    assert snapshot["sides"]["B"]["units"]["b1"]["zone"] == "left B front"
    assert snapshot["contacts"] == []


@pytest.mark.clause("PB-5.6")
def test_a_pass_puts_one_token_with_the_passed_ones(seat: Seat) -> None:
    model = seat(table(a=[unit("left rear", tile())], b=[unit("left rear", tile())], passed_a=1))

    play(model, "pass")

    side = model.snapshot()["sides"]["A"]
    assert (side["unused"], side["passed"]) == (6, 2)
