"""PB-5.2 to PB-5.4 and PB-6 before both judges: charging, fighting, leaving."""

import pytest

from tests.reference.conftest import Seat
from tests.reference.judges import Judge, play
from tests.reference.scenario import table, tile, unit


def zone(judge: Judge, unit_id: str) -> str:
    """Where a unit stands."""
    zone = judge.snapshot()["sides"][unit_id[0].upper()]["units"][unit_id]["zone"]
    assert isinstance(zone, str)
    return zone


@pytest.mark.clause("PB-5.2")
@pytest.mark.parametrize(
    ("place", "black", "unused", "offered"),
    [
        pytest.param("left front", [6], 2, True, id="front and black dice"),
        pytest.param("left rear", [6], 2, False, id="not from the rear"),
        pytest.param("left front", [], 2, False, id="not without a black die"),
        pytest.param("left front", [6], 1, False, id="not for more than is unused"),
    ],
)
def test_who_may_charge(
    seat: Seat, place: str, black: list[int], unused: int, offered: bool
) -> None:
    judge = seat(
        table(
            a=[unit(place, tile(black=black, white=[6]), orders=1)],
            b=[unit("left front", tile())],
            unused_a=unused,
        )
    )

    assert ("charge a1" in judge.options()) is offered


@pytest.mark.clause("PB-5.2", "PB-5.2.1", "PB-11")
def test_enemies_in_front_and_engagement_zone_are_targets_and_the_rear_is_not(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(black=[6])), unit("left engagement", tile())],
            b=[
                unit("left front", tile()),
                unit("left engagement", tile()),
                unit("left rear", tile(black=[2])),
                unit("centre front", tile(black=[2])),
            ],
            contacts=[("a2", "b2")],
        )
    )

    play(judge, "charge a1")

    assert judge.decision() == ("A", "target")
    assert judge.options() == {"target b1": 0, "target b2": 0}
    assert zone(judge, "a1") == "left engagement"


@pytest.mark.clause("PB-5.2.2")
def test_enemies_only_in_the_rear_are_charged_without_reactions(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6]))],
            b=[
                unit("left rear", tile(black=[2], white=[2])),
                unit("left rear", tile(black=[2])),
                unit("centre front", tile()),
            ],
        )
    )

    play(judge, "charge a1")

    assert judge.decision() == ("A", "target")
    assert set(judge.options()) == {"target b1", "target b2"}


@pytest.mark.clause("PB-5.2.3", "PB-2.2")
def test_an_empty_sector_opens_every_zone_of_the_adjacent_ones(seat: Seat) -> None:
    judge = seat(
        table(
            a=[
                unit("centre front", tile(wp=3, black=[6])),
                unit("left front", tile(black=[6])),
                unit("right engagement", tile()),
            ],
            b=[
                unit("right front", tile(black=[2], white=[2])),
                unit("right rear", tile()),
                unit("right engagement", tile()),
            ],
            contacts=[("a3", "b3")],
        )
    )
    assert "charge a2" not in judge.options(), "the right sector is not beside the left one"

    play(judge, "charge a1")
    assert judge.decision() == ("A", "target")
    assert set(judge.options()) == {"target b1", "target b2", "target b3"}
    play(judge, "target b2", [1, 1])

    assert zone(judge, "a1") == zone(judge, "b2") == "right engagement"


@pytest.mark.clause("PB-5.2.4", "PB-4.5")
def test_reactions_come_from_units_in_the_front_that_can_be_paid(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6])), unit("left engagement", tile())],
            b=[
                unit("left front", tile(black=[2])),
                unit("left front", tile(white=[2]), orders=1),
                unit("left front", tile(black=[2], white=[2]), orders=2),
                unit("left front", tile()),
                unit("left rear", tile(black=[2], white=[2])),
                unit("left engagement", tile(black=[2], white=[2])),
                unit("centre front", tile(black=[2], white=[2])),
            ],
            contacts=[("a2", "b6")],
            unused_b=2,
        )
    )

    play(judge, "charge a1")

    assert judge.decision() == ("B", "react")
    assert judge.options() == {"intercept b1": 1, "react-shoot b2": 2, "wait": 0}


@pytest.mark.clause("PB-5.2.4", "R-15")
def test_nobody_is_asked_who_cannot_pay_a_reaction(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6]))],
            b=[unit("left front", tile(black=[2]), orders=1), unit("left front", tile())],
            unused_b=1,
        )
    )

    play(judge, "charge a1", "target b2")

    assert judge.throw() == ("strike", "A", "a1", "b2", 2)


@pytest.mark.clause("PB-5.2.5", "PB-6.1", "PB-6.2")
def test_an_interceptor_fights_the_charger_alone(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6])), unit("left engagement", tile())],
            b=[
                unit("left front", tile(wp=3, black=[2])),
                unit("left engagement", tile()),
            ],
            contacts=[("a2", "b2")],
        )
    )

    play(judge, "charge a1", "intercept b1")
    struck = judge.throw()
    play(judge, [1, 1])
    back = judge.throw()
    play(judge, [1])

    assert struck == ("strike", "A", "a1", "b1", 2)
    assert back == ("strike-back", "B", "b1", "a1", 1)
    assert judge.snapshot()["contacts"] == [("a1", "b1"), ("a2", "b2")]
    assert judge.snapshot()["sides"]["B"]["units"]["b1"]["orders"] == 1
    assert judge.decision() == ("B", "turn"), "the reaction was not B's turn"


@pytest.mark.clause("PB-5.2.6")
def test_a_charger_shot_to_pieces_charges_nobody(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(wp=1, black=[6])), unit("left engagement", tile())],
            b=[unit("left front", tile(white=[2])), unit("left engagement", tile())],
            contacts=[("a2", "b2")],
            unused_b=2,
        )
    )

    play(judge, "charge a1", "react-shoot b1")
    assert judge.throw() == ("react-shoot", "B", "b1", "a1", 1)
    play(judge, [2])

    snapshot = judge.snapshot()["sides"]
    assert "a1" not in snapshot["A"]["units"]
    assert snapshot["A"]["units"]["a2"]["wounds"] == {"A21": 0}, "the charger is in no group yet"
    assert snapshot["A"]["set_aside"] == 1
    assert judge.decision() == ("B", "turn")


@pytest.mark.clause("PB-5.2.6", "PB-6.2")
def test_a_charger_that_lost_its_black_dice_still_fights_and_is_struck_back(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(code="X", wp=1, black=[6]), tile(code="Y"))],
            b=[unit("left front", tile(black=[6], white=[2])), unit("left front", tile())],
            unused_b=1,
        )
    )

    play(judge, "charge a1", "react-shoot b1", [2], "eliminate a1 X")
    assert set(judge.options()) == {"target b1", "target b2"}
    play(judge, "target b1")

    assert judge.throw() == ("strike-back", "B", "b1", "a1", 1)


@pytest.mark.clause("PB-5.2.7", "PB-6.4")
def test_a_target_from_the_rear_returns_to_the_front(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(wp=1, black=[6])), unit("right rear", tile())],
            b=[unit("left rear", tile(wp=3, black=[2]))],
        )
    )

    play(judge, "charge a1", [1, 1])
    during = zone(judge, "b1")
    play(judge, [2])

    assert during == "left engagement"
    assert zone(judge, "b1") == "left B front"


@pytest.mark.clause("PB-5.3", "PB-6.1")
def test_carrying_on_names_the_enemy_and_has_no_charge_die(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left engagement", tile(black=[6]), orders=1)],
            b=[unit("left engagement", tile()), unit("left engagement", tile())],
            contacts=[("a1", "b1"), ("a1", "b2")],
        )
    )

    assert judge.options() == {"carry-on a1 b1": 2, "carry-on a1 b2": 2, "leave a1": 2, "pass": 1}
    play(judge, "carry-on a1 b2")

    assert judge.throw() == ("strike", "A", "a1", "b2", 1)


@pytest.mark.clause("PB-5.3", "PB-6.2")
def test_a_unit_without_black_dice_may_carry_on_and_is_struck_back(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left engagement", tile())],
            b=[unit("left engagement", tile(black=[2]))],
            contacts=[("a1", "b1")],
        )
    )

    play(judge, "carry-on a1 b1")

    assert judge.throw() == ("strike-back", "B", "b1", "a1", 1)


@pytest.mark.clause("PB-5.4", "PB-6.4")
def test_a_leaving_unit_is_struck_by_each_enemy_in_list_order(seat: Seat) -> None:
    judge = seat(
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

    play(judge, "leave a1")
    first = judge.throw()
    play(judge, [2], "wound a1 A11")
    second = judge.throw()
    play(judge, [1, 1])

    assert first == ("leave-strike", "B", "b1", "a1", 1)
    assert second == ("leave-strike", "B", "b3", "a1", 2), "b2 has no black die and does not roll"
    assert judge.snapshot()["contacts"] == []
    assert [zone(judge, name) for name in ("a1", "b1", "b2", "b3")] == [
        "left A front",
        "left B front",
        "left B front",
        "left B front",
    ]
    assert judge.decision() == ("B", "turn")


@pytest.mark.clause("PB-5.4")
def test_who_dies_leaving_is_struck_no_more(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left engagement", tile(wp=1)), unit("right rear", tile())],
            b=[unit("left engagement", tile(black=[2])), unit("left engagement", tile(black=[2]))],
            contacts=[("a1", "b1"), ("a1", "b2")],
        )
    )

    play(judge, "leave a1", [2])

    assert judge.decision() == ("B", "turn")
    assert zone(judge, "b2") == "left B front"


@pytest.mark.clause("PB-5.4")
def test_enemies_still_in_contact_with_others_stay(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left engagement", tile(wp=3)), unit("left engagement", tile())],
            b=[unit("left engagement", tile(black=[2]))],
            contacts=[("b1", "a1"), ("b1", "a2")],
        )
    )

    play(judge, "leave a1", [1])

    assert judge.snapshot()["contacts"] == [("a2", "b1")]
    assert zone(judge, "a1") == "left A front"
    assert zone(judge, "b1") == "left engagement"


@pytest.mark.clause("PB-6.1", "PB-10")
@pytest.mark.parametrize(("dice", "hits"), [([4, 1], 2), ([5, 4], 3), ([3, 3], 4), ([2, 6], 0)])
def test_every_die_scores_for_every_black_die_with_its_face(
    seat: Seat, dice: list[int], hits: int
) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(black=[3, 3, 4]), tile(black=[4, 5]))],
            b=[unit("left front", *[tile(code=f"T{n}", dp=1, wp=1) for n in range(5)])],
        )
    )

    play(judge, "charge a1", dice, *[f"eliminate b1 T{n}" for n in range(hits)])

    assert judge.snapshot()["sides"]["A"]["destroyed"] == hits
    assert judge.decision() == ("B", "turn")


@pytest.mark.clause("PB-6.2")
def test_only_surviving_troops_strike_back(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left engagement", tile(wp=3, black=[6]))],
            b=[unit("left engagement", tile(code="X", wp=1, black=[2]), tile(code="Y", wp=1))],
            contacts=[("a1", "b1")],
        )
    )

    play(judge, "carry-on a1 b1", [6], "eliminate b1 X")

    assert judge.decision() == ("B", "turn"), "no black dice are left, so there is no roll"
    assert judge.snapshot()["contacts"] == [("a1", "b1")]


@pytest.mark.clause("PB-6.3")
def test_a_second_charger_joins_the_group_of_its_target(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6])), unit("left engagement", tile())],
            b=[unit("left engagement", tile(wp=3, black=[2]))],
            contacts=[("a2", "b1")],
        )
    )

    play(judge, "charge a1", [1, 1])
    back = judge.throw()
    play(judge, [1])

    assert back == ("strike-back", "B", "b1", "a1", 1), "the one attacked strikes back, at him"
    assert judge.snapshot()["contacts"] == [("a1", "b1"), ("a2", "b1")]


@pytest.mark.clause("PB-6.3", "PB-10")
def test_charging_one_of_several_attackers_splits_the_fight(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6])), unit("left engagement", tile())],
            b=[unit("left engagement", tile()) for _ in range(3)],
            contacts=[("a2", "b1"), ("a2", "b2"), ("a2", "b3")],
        )
    )

    play(judge, "charge a1", "target b2", [1, 1])

    assert judge.snapshot()["contacts"] == [("a1", "b2"), ("a2", "b1"), ("a2", "b3")]


@pytest.mark.clause("PB-6.4")
def test_the_fall_of_the_one_frees_all_who_surrounded_it(seat: Seat) -> None:
    judge = seat(
        table(
            a=[unit("left engagement", tile(black=[6])), unit("left engagement", tile())],
            b=[unit("left engagement", tile(wp=1)), unit("right rear", tile())],
            contacts=[("b1", "a1"), ("b1", "a2")],
        )
    )

    play(judge, "carry-on a1 b1", [6])

    assert zone(judge, "a1") == zone(judge, "a2") == "left A front"
    assert judge.snapshot()["contacts"] == []
