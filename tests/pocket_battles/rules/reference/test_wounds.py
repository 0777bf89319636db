"""PB-7 and the printed examples of PB-10, on the plain model and the engine."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import RulesModel, play
from tests.pocket_battles.rules.reference.scenario import State, table, tile, unit


def struck(seat: Seat, hits: int, *troops: State, **more: object) -> RulesModel:
    """b1 of these troops has just been shot with this many hits."""
    model = seat(
        table(
            a=[unit("left front", tile(white=[6] * hits))],
            b=[unit("left front", *troops), unit("right rear", tile(), orders=0)],
            **more,  # type: ignore[arg-type]
        )
    )
    play(model, "shoot a1 b1", [6])
    return model


CAVALRY_1 = tile(code="C1", wp=2)
CAVALRY_2 = tile(code="C2", wp=2)
MILITIA = tile(code="M", wp=1)


@pytest.mark.clause("PB-10", "PB-7.1", "PB-11", "R-16")
def test_one_hit_on_two_cavalry_and_militia(seat: Seat) -> None:
    model = struck(seat, 1, dict(CAVALRY_1), dict(CAVALRY_2), dict(MILITIA))

    assert model.decision() == ("B", "wound")
    assert model.options() == {
        "eliminate b1 C1": 0,
        "wound b1 C1": 0,
        "eliminate b1 C2": 0,
        "wound b1 C2": 0,
        "eliminate b1 M": 0,
    }


@pytest.mark.clause("PB-10", "PB-7.1", "PB-7.3")
def test_one_hit_with_a_cavalry_wounded_already(seat: Seat) -> None:
    model = struck(seat, 1, tile(code="C1", wounds=1), dict(CAVALRY_2), dict(MILITIA), unused_b=7)

    assert set(model.options()) == {
        "eliminate b1 C1",
        "eliminate b1 C2",
        "wound b1 C2",
        "eliminate b1 M",
    }
    play(model, "eliminate b1 C1")

    side = model.snapshot()["sides"]["B"]
    assert (side["unused"], side["set_aside"]) == (7, 1), "no token placed, the old one set aside"


@pytest.mark.clause("PB-10", "PB-7.1")
def test_two_hits_on_cavalry_and_infantry(seat: Seat) -> None:
    model = struck(seat, 2, tile(code="C"), tile(code="I", wp=1))
    play(model, "eliminate b1 C")
    absorbed = model.snapshot()["sides"]["B"]["units"]["b1"]["wounds"]
    model = struck(seat, 2, tile(code="C"), tile(code="I", wp=1))
    play(model, "eliminate b1 I", "wound b1 C")
    shared = model.snapshot()["sides"]["B"]["units"]["b1"]["wounds"]

    assert absorbed == {"I": 0}
    assert shared == {"C": 1}


@pytest.mark.clause("PB-10", "PB-1.3")
@pytest.mark.parametrize(("size", "tokens"), [(50, 5), (60, 6)])
def test_a_tenth_of_the_size_is_the_tokens_each_has(seat: Seat, size: int, tokens: int) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile(dp=30))],
            b=[unit("left rear", tile(dp=30))],
            size=size,
            unused_a=1,
            unused_b=0,
        )
    )

    play(model, "pass")

    sides = model.snapshot()["sides"]
    assert (sides["A"]["unused"], sides["B"]["unused"]) == (tokens, tokens)


@pytest.mark.clause("PB-7.2")
def test_a_wound_takes_an_unused_token_while_there_is_one(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6]))],
            b=[unit("left front", tile(), orders=2)],
            unused_b=1,
            passed_b=1,
        )
    )

    play(model, "shoot a1 b1", [6])
    assert model.options() == {"eliminate b1 B11": 0, "wound b1 B11": 0}
    play(model, "wound b1 B11")

    assert model.snapshot()["sides"]["B"]["unused"] == 0


@pytest.mark.clause("PB-7.2", "PB-11")
@pytest.mark.parametrize("source", ["b1", "b2", "passed"])
def test_without_unused_tokens_an_order_or_a_pass_becomes_the_wound(
    seat: Seat, source: str
) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6]))],
            b=[
                unit("left front", tile(wp=3), orders=2),
                unit("left rear", tile(), orders=1),
                unit("left rear", tile()),
            ],
            unused_b=0,
            passed_b=1,
        )
    )

    play(model, "shoot a1 b1", [6])
    assert model.options() == {
        "eliminate b1 B11": 0,
        "wound b1 B11 from b1": 0,
        "wound b1 B11 from b2": 0,
        "wound b1 B11 from passed": 0,
    }
    play(model, f"wound b1 B11 from {source}")

    side = model.snapshot()["sides"]["B"]
    left = {"b1": side["units"]["b1"]["orders"], "b2": side["units"]["b2"]["orders"]}
    left["passed"] = side["passed"]
    assert left == {"b1": 2, "b2": 1, "passed": 1, source: {"b1": 1}.get(source, 0)}
    assert side["units"]["b1"]["wounds"] == {"B11": 1}


@pytest.mark.clause("PB-7.2")
def test_without_any_token_a_troop_must_go(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6]))],
            b=[unit("left front", tile(code="X", wp=3), tile(code="Y", wp=3))],
            unused_b=0,
        )
    )

    play(model, "shoot a1 b1", [6])

    assert set(model.options()) == {"eliminate b1 X", "eliminate b1 Y"}


@pytest.mark.clause("PB-7.3")
def test_a_fallen_units_orders_are_set_aside_with_its_last_troop(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6, 6]))],
            b=[
                unit(
                    "left front",
                    tile(code="X", dp=2, wounds=1),
                    tile(code="Y", dp=4, wp=1),
                    orders=3,
                ),
                unit("left rear", tile()),
            ],
            unused_b=4,
        )
    )

    play(model, "shoot a1 b1", [6], "eliminate b1 X")

    snapshot = model.snapshot()["sides"]
    assert "b1" not in snapshot["B"]["units"]
    assert snapshot["A"]["destroyed"] == 6
    assert (snapshot["B"]["unused"], snapshot["B"]["set_aside"]) == (4, 4)


@pytest.mark.clause("PB-7.3", "PB-1.7")
def test_the_orders_of_a_unit_stay_on_it_while_a_troop_lives(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6]))],
            b=[unit("left front", tile(code="X", wp=1), tile(code="Y", wp=1), orders=3)],
        )
    )

    play(model, "shoot a1 b1", [6], "eliminate b1 X")

    assert model.snapshot()["sides"]["B"]["units"]["b1"]["orders"] == 3


@pytest.mark.clause("PB-7.4")
def test_hits_beyond_the_last_wound_point_are_lost(seat: Seat) -> None:
    model = struck(seat, 9, tile(code="X", wp=1), tile(code="Y", wp=1))

    play(model, "eliminate b1 Y")

    snapshot = model.snapshot()["sides"]["B"]
    assert list(snapshot["units"]) == ["b2"]
    assert snapshot["units"]["b2"]["wounds"] == {"B21": 0}
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-7.5", "PB-1.6")
def test_troops_without_wound_points_fall_with_the_last_that_has_some(seat: Seat) -> None:
    model = struck(
        seat,
        1,
        tile(code="O", dp=5, wp=0),
        tile(code="X", dp=2, wp=1),
        tile(code="Y", dp=2, wp=1),
    )

    assert set(model.options()) == {"eliminate b1 X", "eliminate b1 Y"}
    play(model, "eliminate b1 X")
    assert model.snapshot()["sides"]["A"]["destroyed"] == 2
    model = struck(seat, 2, tile(code="O", dp=5, wp=0), tile(code="X", dp=2, wp=1))

    assert model.snapshot()["sides"]["A"]["destroyed"] == 7
