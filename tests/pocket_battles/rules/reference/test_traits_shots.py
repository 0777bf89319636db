"""PB-T, the traits about shooting, on the plain model and the engine."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import play
from tests.pocket_battles.rules.reference.scenario import State, table, tile, unit


@pytest.mark.clause("PB-T.6", "PB-8.1")
def test_shooting_traits_add_up_and_count_for_reactions_but_not_for_strikes(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6]))],
            b=[
                unit(
                    "left front",
                    tile(black=[5], white=[6], traits=["shooting+1"]),
                    tile(traits=["shooting+2"]),
                )
            ],
        )
    )

    play(model, "charge a1", "react-shoot b1")
    shot = model.pending_roll()
    play(model, [1, 1, 1, 1], [1, 1])
    back = model.pending_roll()

    assert shot[-1] == 4
    assert back == ("strike-back", "B", "b1", "a1", 1)


@pytest.mark.clause("PB-T.15", "PB-8.5", "PB-8.2")
def test_long_range_shoots_from_the_rear_but_does_not_react_from_there(seat: Seat) -> None:
    guns = tile(white=[6], traits=["long-range"])
    model = seat(
        table(
            a=[unit("left rear", guns), unit("left rear", tile(white=[6]))],
            b=[unit("left front", tile(black=[2])), unit("left rear", tile())],
        )
    )
    shots = {text for text in model.options() if text.startswith("shoot")}
    model = seat(
        table(
            a=[
                unit("left rear", tile(white=[6], traits=["long-range"])),
                unit("left front", tile()),
            ],
            b=[unit("left front", tile(black=[2]))],
            turn="B",
            player1="A",
        )
    )
    play(model, "charge b1")

    assert shots == {"shoot a1 b1"}
    assert model.pending_roll() == ("strike", "B", "b1", "a2", 2)


@pytest.mark.clause("PB-T.16", "PB-T.15", "PB-8.2", "R-17")
@pytest.mark.parametrize("zone", ["left front", "left rear"])
def test_wide_arc_adds_the_fronts_of_adjacent_sectors(seat: Seat, zone: str) -> None:
    model = seat(
        table(
            a=[
                unit(zone, tile(white=[6], traits=["wide-arc", "long-range"])),
                unit("centre engagement", tile()),
            ],
            b=[
                unit("left front", tile()),
                unit("centre front", tile()),
                unit("centre engagement", tile()),
                unit("centre rear", tile()),
                unit("right front", tile()),
            ],
            contacts=[("a2", "b3")],
        )
    )

    shots = {text for text in model.options() if text.startswith("shoot")}

    assert shots == {"shoot a1 b1", "shoot a1 b2"}


def sharp() -> State:
    """A tile whose shots are lethal, with two dice."""
    return tile(white=[5, 6], traits=["lethal", "shooting+1"])


@pytest.mark.clause("PB-T.23", "PB-7.1")
def test_each_hit_of_a_lethal_shot_eliminates_a_troop_whatever_it_has_left(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", sharp())],
            b=[unit("left front", tile("B1", wp=3), tile("B2", wp=2, wounds=1), tile("B3", wp=0))],
        )
    )

    play(model, "shoot a1 b1", [5, 6])
    first = set(model.options())
    asked = model.pending()
    play(model, "eliminate b1 B1")

    assert first == {"eliminate b1 B1", "eliminate b1 B2"}
    assert asked == {"unit": "b1", "hits": 2, "lethal": True}
    assert model.snapshot()["sides"]["B"]["units"] == {}


@pytest.mark.clause("PB-T.23", "PB-7.4", "PB-7.5")
def test_lethal_hits_beyond_the_last_troop_with_wound_points_are_lost(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[5, 5, 6], traits=["lethal", "wounds+1"]))],
            b=[unit("left front", tile("B1", dp=4, wp=3), tile("B2", dp=2, wp=0))],
        )
    )

    play(model, "shoot a1 b1", [5])

    assert model.snapshot()["sides"]["A"]["destroyed"] == 6


@pytest.mark.clause("PB-T.23", "PB-T.7")
def test_hits_that_wounds_adds_to_a_lethal_shot_are_lethal_too(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6], traits=["lethal", "wounds+1"]))],
            b=[unit("left front", *(tile(f"B{number}", wp=3) for number in (1, 2, 3)))],
        )
    )

    play(model, "shoot a1 b1", [6], "eliminate b1 B1", "eliminate b1 B2")

    assert model.snapshot()["sides"]["B"]["units"]["b1"]["wounds"] == {"B3": 0}


@pytest.mark.clause("PB-T.23", "PB-5.2.6")
def test_a_reaction_shot_is_lethal_and_an_engagement_is_not(seat: Seat) -> None:
    sharp = tile(wp=3, black=[6], white=[6], traits=["lethal"])
    model = seat(
        table(
            a=[unit("left front", tile("A1", wp=3, black=[6]), tile("A2", wp=3, black=[5]))],
            b=[unit("left front", sharp)],
        )
    )

    play(model, "charge a1", "react-shoot b1", [6])
    shot = set(model.options())
    play(model, "eliminate a1 A1", [5, 1], "wound b1 B11", [6])

    assert shot == {"eliminate a1 A1", "eliminate a1 A2"}
    assert set(model.options()) == {"eliminate a1 A2", "wound a1 A2"}


@pytest.mark.clause("PB-T.23", "PB-8.4")
def test_every_share_of_a_lethal_shot_into_a_fight_is_lethal_for_both_sides(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left front", sharp()),
                unit("left engagement", tile("A1", wp=3), tile("A2", wp=3)),
            ],
            b=[unit("left engagement", tile("B1", wp=3), tile("B2", wp=3))],
            contacts=[("a2", "b1")],
        )
    )

    play(model, "shoot a1 b1", [5, 6], "eliminate b1 B2")

    assert set(model.options()) == {"eliminate a2 A1", "eliminate a2 A2"}
    assert model.pending() == {"unit": "a2", "hits": 1, "lethal": True}


@pytest.mark.clause("PB-T.23")
def test_a_state_file_says_that_the_hits_are_lethal(seat: Seat) -> None:
    def asked(**more: bool) -> set[str]:
        state = table(
            a=[unit("left front", sharp())],
            b=[unit("left front", tile("B1", wp=3), tile("B2", wp=3))],
            decision="wound",
            pending={"unit": "b1", "hits": 1, **more},
        )
        return set(seat(state).options())

    assert asked(lethal=True) == {"eliminate b1 B1", "eliminate b1 B2"}
    assert {"wound b1 B1", "wound b1 B2"} < asked()
