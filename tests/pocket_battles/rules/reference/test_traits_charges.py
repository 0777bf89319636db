"""PB-T, the traits about charging, on the plain model and the engine."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import play
from tests.pocket_battles.rules.reference.moments import duel, tokens
from tests.pocket_battles.rules.reference.scenario import table, tile, unit


@pytest.mark.clause("PB-T", "PB-T.10", "PB-6.1", "R-25")
def test_impetus_adds_one_die_to_a_charge_however_many_troops_have_it(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left front", tile(black=[6], traits=["impetus"]), tile(traits=["impetus"])),
            ],
            b=[unit("left front", tile(wp=3, traits=["impetus"], black=[2]))],
            unused_b=1,
        )
    )

    play(model, "charge a1", "intercept b1")
    charged = model.pending_roll()
    play(model, [1] * charged[-1])
    back = model.pending_roll()

    assert charged[-1] == 3
    assert back[-1] == 1, "an interceptor does not charge"


@pytest.mark.clause("PB-T.11", "PB-5.2.1", "PB-5.2.4", "R-9")
def test_overwhelming_charges_again_at_once_free_and_without_reactions(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6], traits=["overwhelming"]))],
            b=[
                unit("left front", tile(wp=1)),
                unit("left front", tile(wp=1, white=[6])),
                unit("left rear", tile()),
            ],
            unused_a=3,
        )
    )

    play(model, "charge a1", "wait", "target b1", [6, 1])
    assert model.decision() == ("A", "follow-up")
    assert model.options() == {"target b2": 0, "done": 0}
    assert model.snapshot()["sides"]["A"]["units"]["a1"]["zone"] == "left A front"
    play(model, "target b2")

    assert model.pending_roll() == ("strike", "A", "a1", "b2", 2)
    assert tokens(model, "A")[0] == 2
    # Again: what was in the rear is now within reach.
    play(model, [6, 1])
    assert model.options() == {"target b3": 0, "done": 0}
    play(model, "done")
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-T.11", "PB-5.2.5")
def test_overwhelming_follows_a_destroyed_interceptor_too(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6], traits=["overwhelming"]))],
            b=[unit("left front", tile(wp=1, black=[2])), unit("left front", tile(wp=1))],
        )
    )

    play(model, "charge a1", "intercept b1", [6, 1])

    assert model.options() == {"target b2": 0, "done": 0}


@pytest.mark.clause("PB-T.11", "PB-5.2.3")
def test_overwhelming_goes_on_into_the_sectors_beside_the_fight(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6], traits=["overwhelming"]))],
            b=[
                unit("centre rear", tile(wp=1)),
                unit("right rear", tile(wp=1)),
                unit("left rear", tile(wp=1)),
            ],
        )
    )

    play(model, "charge a1", [6, 1])
    first = model.options()
    play(model, "target b1", [6, 1])
    second = model.options()
    play(model, "target b2", [1, 1])

    assert first == {"target b1": 0, "done": 0}
    assert second == {"target b2": 0, "done": 0}
    assert model.snapshot()["sides"]["A"]["units"]["a1"]["zone"] == "right engagement"


@pytest.mark.clause("PB-T.11", "PB-5.3")
def test_overwhelming_needs_a_charge(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(black=[6], traits=["overwhelming"]))],
            b=[unit("left engagement", tile(wp=1)), unit("left front", tile(wp=1))],
            contacts=[("a1", "b1")],
        )
    )

    play(model, "carry-on a1 b1", [6])

    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-T.11", "PB-T.3")
def test_an_excite_die_is_not_repeated(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left rear", tile(traits=["excite"])),
                unit("left front", tile(wp=3, black=[6], traits=["overwhelming", "impetus"])),
            ],
            b=[unit("left front", tile(wp=1)), unit("left front", tile(wp=1))],
            unused_b=4,
        )
    )

    play(model, "excite a1", "charge a2", "target b1")
    first = model.pending_roll()
    play(model, [6, 1, 1, 1], "target b2")

    assert first[-1] == 4
    assert model.pending_roll()[-1] == 3


@pytest.mark.clause("PB-T.20", "PB-5.2.1", "PB-5.2.4", "R-14")
def test_flying_reaches_the_rear_and_only_flyers_intercept_it(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6], traits=["flying"]))],
            b=[
                unit("left front", tile(black=[2])),
                unit("left front", tile(black=[2], white=[6])),
                unit("left front", tile(black=[2]), tile(traits=["flying"])),
                unit("left rear", tile()),
                unit("centre front", tile()),
            ],
        )
    )

    play(model, "charge a1")
    reactions = model.options()
    play(model, "wait")

    assert reactions == {"react-shoot b2": 1, "intercept b3": 1, "wait": 0}
    assert set(model.options()) == {"target b1", "target b2", "target b3", "target b4"}
    play(model, "target b4", [1, 1])
    assert model.snapshot()["sides"]["B"]["units"]["b4"]["zone"] == "left engagement"


@pytest.mark.clause("PB-T.20", "PB-5.2.6", "R-14")
def test_a_charger_whose_wings_are_shot_cannot_reach_the_rear(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(code="W", wp=1, traits=["flying"]), tile(black=[6]))],
            b=[
                unit("left front", tile(white=[6])),
                unit("left front", tile()),
                unit("left rear", tile()),
            ],
        )
    )

    play(model, "charge a1", "react-shoot b1", [6], "eliminate a1 W")

    assert set(model.options()) == {"target b1", "target b2"}


@pytest.mark.clause("PB-T.21", "R-6")
def test_reckless_adds_dice_to_a_charge_and_every_one_comes_back(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit(
                    "left front",
                    tile(code="X", dp=2, wp=1, black=[6], traits=["reckless+2"]),
                    tile(code="Y", dp=2, wp=1, traits=["reckless+1"]),
                    tile(code="Z", dp=2, wp=3, black=[2]),
                )
            ],
            b=[unit("left front", tile(wp=3, black=[5]))],
            unused_b=1,
        )
    )

    play(model, "charge a1", "wait")
    assert model.pending_roll()[-1] == 1 + 1 + 2 + 1
    play(model, [6, 1, 1, 5, 5], "wound b1 B11")
    assert model.decision() == ("A", "wound")
    play(model, "eliminate a1 Y", "wound a1 Z")

    assert model.pending_roll() == ("strike-back", "B", "b1", "a1", 1)
    assert model.snapshot()["sides"]["B"]["destroyed"] == 2


@pytest.mark.clause("PB-T.21")
def test_who_dies_of_his_own_recklessness_is_not_struck_back(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left front", tile(wp=1, black=[6], traits=["reckless+1"])),
                unit("right rear", tile()),
            ],
            b=[unit("left front", tile(wp=3, black=[5]))],
            unused_b=4,
        )
    )

    play(model, "charge a1", "wait", [1, 1, 2])

    snapshot = model.snapshot()["sides"]
    assert model.decision() == ("B", "turn")
    assert "a1" not in snapshot["A"]["units"]
    assert snapshot["B"]["units"]["b1"]["zone"] == "left B front"


@pytest.mark.clause("PB-T.21", "PB-5.3")
def test_reckless_does_nothing_when_carrying_on(seat: Seat) -> None:
    model = duel(seat, tile(black=[6], traits=["reckless+5"]), tile(wp=3))

    play(model, "carry-on a1 b1", [1])

    assert model.decision() == ("B", "turn")
    assert model.snapshot()["sides"]["B"]["destroyed"] == 0


@pytest.mark.clause("PB-T.21", "PB-T.7", "R-3")
def test_extra_wounds_do_not_come_back_on_the_reckless(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6], traits=["reckless+1", "wounds+2"]))],
            b=[unit("left front", *[tile(wp=1) for _ in range(4)])],
        )
    )

    play(model, "charge a1", [1, 6, 2], *[f"eliminate b1 B1{n}" for n in (1, 2, 3)], "wound a1 A11")

    assert model.decision() == ("B", "turn")
    assert model.snapshot()["sides"]["A"]["units"]["a1"]["wounds"] == {"A11": 1}


@pytest.mark.clause("PB-T.21", "PB-T.11", "R-9")
def test_an_overwhelming_unit_that_lost_its_last_black_die_does_not_charge_again(
    seat: Seat,
) -> None:
    model = seat(
        table(
            a=[
                unit(
                    "left front",
                    tile(code="X", wp=1, black=[6], traits=["reckless+1"]),
                    tile(code="Y", wp=1, traits=["overwhelming"]),
                )
            ],
            b=[unit("left front", tile(wp=1)), unit("left front", tile(wp=1))],
        )
    )

    play(model, "charge a1", "target b1", [6, 1, 2], "eliminate a1 X")

    assert model.decision() == ("B", "turn")
