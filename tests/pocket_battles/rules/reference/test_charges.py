"""PB-5.2 on the plain model and the engine: who charges whom, and who reacts."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import play, zone
from tests.pocket_battles.rules.reference.scenario import table, tile, unit


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
    model = seat(
        table(
            a=[unit(place, tile(black=black, white=[6]), orders=1)],
            b=[unit("left front", tile())],
            unused_a=unused,
        )
    )

    assert ("charge a1" in model.options()) is offered


@pytest.mark.clause("PB-5.2", "PB-5.2.1", "PB-11")
def test_enemies_in_front_and_engagement_zone_are_targets_and_the_rear_is_not(seat: Seat) -> None:
    model = seat(
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

    play(model, "charge a1")

    assert model.decision() == ("A", "target")
    assert model.options() == {"target b1": 0, "target b2": 0}
    assert zone(model, "a1") == "left engagement"


@pytest.mark.clause("PB-5.2.2")
def test_enemies_only_in_the_rear_are_charged_without_reactions(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6]))],
            b=[
                unit("left rear", tile(black=[2], white=[2])),
                unit("left rear", tile(black=[2])),
                unit("centre front", tile()),
            ],
        )
    )

    play(model, "charge a1")

    assert model.decision() == ("A", "target")
    assert set(model.options()) == {"target b1", "target b2"}


@pytest.mark.clause("PB-5.2.3", "PB-2.2")
def test_an_empty_sector_opens_every_zone_of_the_adjacent_ones(seat: Seat) -> None:
    model = seat(
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
    assert "charge a2" not in model.options(), "the right sector is not beside the left one"

    play(model, "charge a1")
    assert model.decision() == ("A", "target")
    assert set(model.options()) == {"target b1", "target b2", "target b3"}
    play(model, "target b2", [1, 1])

    assert zone(model, "a1") == zone(model, "b2") == "right engagement"


@pytest.mark.clause("PB-5.2.4", "PB-4.5")
def test_reactions_come_from_units_in_the_front_that_can_be_paid(seat: Seat) -> None:
    model = seat(
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

    play(model, "charge a1")

    assert model.decision() == ("B", "react")
    assert model.options() == {"intercept b1": 1, "react-shoot b2": 2, "wait": 0}


@pytest.mark.clause("PB-5.2.4", "R-15")
def test_nobody_is_asked_who_cannot_pay_a_reaction(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6]))],
            b=[unit("left front", tile(black=[2]), orders=1), unit("left front", tile())],
            unused_b=1,
        )
    )

    play(model, "charge a1", "target b2")

    assert model.pending_roll() == ("strike", "A", "a1", "b2", 2)


@pytest.mark.clause("PB-5.2.5", "PB-6.1", "PB-6.2")
def test_an_interceptor_fights_the_charger_alone(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6])), unit("left engagement", tile())],
            b=[
                unit("left front", tile(wp=3, black=[2])),
                unit("left engagement", tile()),
            ],
            contacts=[("a2", "b2")],
        )
    )

    play(model, "charge a1", "intercept b1")
    struck = model.pending_roll()
    play(model, [1, 1])
    back = model.pending_roll()
    play(model, [1])

    assert struck == ("strike", "A", "a1", "b1", 2)
    assert back == ("strike-back", "B", "b1", "a1", 1)
    assert model.snapshot()["contacts"] == [("a1", "b1"), ("a2", "b2")]
    assert model.snapshot()["sides"]["B"]["units"]["b1"]["orders"] == 1
    assert model.decision() == ("B", "turn"), "the reaction was not B's turn"


@pytest.mark.clause("PB-5.2.6")
def test_a_charger_shot_to_pieces_charges_nobody(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=1, black=[6])), unit("left engagement", tile())],
            b=[unit("left front", tile(white=[2])), unit("left engagement", tile())],
            contacts=[("a2", "b2")],
            unused_b=2,
        )
    )

    play(model, "charge a1", "react-shoot b1")
    assert model.pending_roll() == ("react-shoot", "B", "b1", "a1", 1)
    play(model, [2])

    snapshot = model.snapshot()["sides"]
    assert "a1" not in snapshot["A"]["units"]
    assert snapshot["A"]["units"]["a2"]["wounds"] == {"A21": 0}, "the charger is in no group yet"
    assert snapshot["A"]["set_aside"] == 1
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-5.2.6", "PB-6.2")
def test_a_charger_that_lost_its_black_dice_still_fights_and_is_struck_back(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(code="X", wp=1, black=[6]), tile(code="Y"))],
            b=[unit("left front", tile(black=[6], white=[2])), unit("left front", tile())],
            unused_b=1,
        )
    )

    play(model, "charge a1", "react-shoot b1", [2], "eliminate a1 X")
    assert set(model.options()) == {"target b1", "target b2"}
    play(model, "target b1")

    assert model.pending_roll() == ("strike-back", "B", "b1", "a1", 1)


@pytest.mark.clause("PB-5.2.7", "PB-6.4")
def test_a_target_from_the_rear_returns_to_the_front(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=1, black=[6])), unit("right rear", tile())],
            b=[unit("left rear", tile(wp=3, black=[2]))],
        )
    )

    play(model, "charge a1", [1, 1])
    during = zone(model, "b1")
    play(model, [2])

    assert during == "left engagement"
    assert zone(model, "b1") == "left B front"
