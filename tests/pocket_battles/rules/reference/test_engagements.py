"""PB-5.3, PB-5.4 and PB-6 on the plain model and the engine: fighting on, leaving, striking."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import play, zone
from tests.pocket_battles.rules.reference.scenario import table, tile, unit


@pytest.mark.clause("PB-5.3", "PB-6.1")
def test_carrying_on_names_the_enemy_and_has_no_charge_die(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(black=[6]), orders=1)],
            b=[unit("left engagement", tile()), unit("left engagement", tile())],
            contacts=[("a1", "b1"), ("a1", "b2")],
        )
    )

    assert model.options() == {"carry-on a1 b1": 2, "carry-on a1 b2": 2, "leave a1": 2, "pass": 1}
    play(model, "carry-on a1 b2")

    assert model.pending_roll() == ("strike", "A", "a1", "b2", 1)


@pytest.mark.clause("PB-5.3", "PB-6.2")
def test_a_unit_without_black_dice_may_carry_on_and_is_struck_back(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile())],
            b=[unit("left engagement", tile(black=[2]))],
            contacts=[("a1", "b1")],
        )
    )

    play(model, "carry-on a1 b1")

    assert model.pending_roll() == ("strike-back", "B", "b1", "a1", 1)


@pytest.mark.clause("PB-5.4", "PB-6.4")
def test_a_leaving_unit_is_struck_by_each_enemy_in_list_order(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(wp=3, black=[6]))],
            b=[
                unit("left engagement", tile(black=[2])),
                unit("left engagement", tile()),
                unit("left engagement", tile(black=[3], traits=["engagement+1"])),
            ],
            contacts=[("a1", "b3"), ("a1", "b1"), ("a1", "b2")],
        )
    )

    play(model, "leave a1")
    first = model.pending_roll()
    play(model, [2], "wound a1 A11")
    second = model.pending_roll()
    play(model, [1, 1])

    assert first == ("leave-strike", "B", "b1", "a1", 1)
    assert second == ("leave-strike", "B", "b3", "a1", 2), "b2 has no black die and does not roll"
    assert model.snapshot()["contacts"] == []
    assert [zone(model, name) for name in ("a1", "b1", "b2", "b3")] == [
        "left A front",
        "left B front",
        "left B front",
        "left B front",
    ]
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-5.4")
def test_who_dies_leaving_is_struck_no_more(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(wp=1)), unit("right rear", tile())],
            b=[unit("left engagement", tile(black=[2])), unit("left engagement", tile(black=[2]))],
            contacts=[("a1", "b1"), ("a1", "b2")],
        )
    )

    play(model, "leave a1", [2])

    assert model.decision() == ("B", "turn")
    assert zone(model, "b2") == "left B front"


@pytest.mark.clause("PB-5.4")
def test_enemies_still_in_contact_with_others_stay(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(wp=3)), unit("left engagement", tile())],
            b=[unit("left engagement", tile(black=[2]))],
            contacts=[("b1", "a1"), ("b1", "a2")],
        )
    )

    play(model, "leave a1", [1])

    assert model.snapshot()["contacts"] == [("a2", "b1")]
    assert zone(model, "a1") == "left A front"
    assert zone(model, "b1") == "left engagement"


@pytest.mark.clause("PB-6.1", "PB-10")
@pytest.mark.parametrize(("dice", "hits"), [([4, 1], 2), ([5, 4], 3), ([3, 3], 4), ([2, 6], 0)])
def test_every_die_scores_for_every_black_die_with_its_face(
    seat: Seat, dice: list[int], hits: int
) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(black=[3, 3, 4]), tile(black=[4, 5]))],
            b=[unit("left front", *[tile(code=f"T{n}", dp=1, wp=1) for n in range(5)])],
        )
    )

    play(model, "charge a1", dice, *[f"eliminate b1 T{n}" for n in range(hits)])

    assert model.snapshot()["sides"]["A"]["destroyed"] == hits
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-6.2")
def test_only_surviving_troops_strike_back(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(wp=3, black=[6]))],
            b=[unit("left engagement", tile(code="X", wp=1, black=[2]), tile(code="Y", wp=1))],
            contacts=[("a1", "b1")],
        )
    )

    play(model, "carry-on a1 b1", [6], "eliminate b1 X")

    assert model.decision() == ("B", "turn"), "no black dice are left, so there is no roll"
    assert model.snapshot()["contacts"] == [("a1", "b1")]


@pytest.mark.clause("PB-6.3")
def test_a_second_charger_joins_the_group_of_its_target(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6])), unit("left engagement", tile())],
            b=[unit("left engagement", tile(wp=3, black=[2]))],
            contacts=[("a2", "b1")],
        )
    )

    play(model, "charge a1", [1, 1])
    back = model.pending_roll()
    play(model, [1])

    assert back == ("strike-back", "B", "b1", "a1", 1), "the one attacked strikes back, at him"
    assert model.snapshot()["contacts"] == [("a1", "b1"), ("a2", "b1")]


@pytest.mark.clause("PB-6.3", "PB-10")
def test_charging_one_of_several_attackers_splits_the_fight(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6])), unit("left engagement", tile())],
            b=[unit("left engagement", tile()) for _ in range(3)],
            contacts=[("a2", "b1"), ("a2", "b2"), ("a2", "b3")],
        )
    )

    play(model, "charge a1", "target b2", [1, 1])

    assert model.snapshot()["contacts"] == [("a1", "b2"), ("a2", "b1"), ("a2", "b3")]


@pytest.mark.clause("PB-6.4")
def test_the_fall_of_the_one_frees_all_who_surrounded_it(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(black=[6])), unit("left engagement", tile())],
            b=[unit("left engagement", tile(wp=1)), unit("right rear", tile())],
            contacts=[("b1", "a1"), ("b1", "a2")],
        )
    )

    play(model, "carry-on a1 b1", [6])

    assert zone(model, "a1") == zone(model, "a2") == "left A front"
    assert model.snapshot()["contacts"] == []
