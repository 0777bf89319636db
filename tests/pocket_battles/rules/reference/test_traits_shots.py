"""PB-T, the traits about shooting, on the plain model and the engine."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import play
from tests.pocket_battles.rules.reference.scenario import table, tile, unit


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
