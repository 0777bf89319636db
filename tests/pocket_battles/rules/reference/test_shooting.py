"""PB-8, shooting, on the plain model and the engine."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import play
from tests.pocket_battles.rules.reference.scenario import table, tile, unit


def shots(seat: Seat, edition: str, place: str, *enemies: str, traits: str = "") -> set[str]:
    """The places of the enemies that a1 at `place` may shoot at."""
    model = seat(
        table(
            a=[unit(place, tile(white=[6], traits=traits.split())), unit("right rear", tile())],
            b=[unit(enemy, tile()) for enemy in enemies],
            edition=edition,
        )
    )
    targets = [text.split()[2] for text in model.options() if text.startswith("shoot a1")]
    return {enemies[int(target[1:]) - 1] for target in targets}


@pytest.mark.clause("PB-8.1", "PB-8.5")
@pytest.mark.parametrize("edition", ["ancients-1", "fantasy-1", "ancients-2", "modern-1"])
def test_only_units_in_the_front_shoot(seat: Seat, edition: str) -> None:
    assert shots(seat, edition, "left front", "left front") == {"left front"}
    assert shots(seat, edition, "left rear", "left front") == set()
    model = seat(
        table(
            a=[unit("left engagement", tile(white=[6]))],
            b=[unit("left engagement", tile()), unit("left front", tile())],
            contacts=[("a1", "b1")],
            edition=edition,
        )
    )
    assert not [text for text in model.options() if text.startswith("shoot")]


@pytest.mark.clause("PB-8.1")
def test_a_shot_is_one_die_and_is_not_struck_back(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6]), orders=1)],
            b=[unit("left front", tile(black=[2], white=[2]))],
        )
    )

    assert model.options()["shoot a1 b1"] == 2
    play(model, "shoot a1 b1")
    throw = model.pending_roll()
    play(model, [1])

    assert throw == ("shoot", "A", "a1", "b1", 1)
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-8.2")
@pytest.mark.parametrize("edition", ["ancients-1", "fantasy-1", "ancients-2", "modern-1"])
def test_the_rear_is_a_target_only_behind_an_empty_front(seat: Seat, edition: str) -> None:
    both = shots(seat, edition, "left front", "left front", "left rear", "centre front")
    rear = shots(seat, edition, "left front", "left rear", "centre front")

    assert both == {"left front"}
    assert rear == {"left rear"}


@pytest.mark.clause("PB-8.3")
@pytest.mark.parametrize(
    ("edition", "enemies", "expected"),
    [
        ("ancients-1", ["centre front", "centre rear"], {"centre front"}),
        ("ancients-1", ["centre rear"], set()),
        ("ancients-1", ["right front"], set()),
        ("ancients-2", ["centre rear"], {"centre rear"}),
        ("ancients-2", ["centre front", "centre rear"], {"centre front"}),
        ("ancients-2", ["right front", "right rear"], set()),
        ("modern-1", ["centre rear", "right front"], {"centre rear"}),
        ("fantasy-1", ["centre rear", "right front", "right rear"], {"centre rear", "right front"}),
        ("fantasy-1", ["right rear"], {"right rear"}),
    ],
)
def test_an_empty_sector_lets_a_unit_shoot_elsewhere_as_the_edition_says(
    seat: Seat, edition: str, enemies: list[str], expected: set[str]
) -> None:
    assert shots(seat, edition, "left front", *enemies) == expected


@pytest.mark.clause("PB-8.3")
def test_each_adjacent_sector_is_looked_at_by_itself(seat: Seat) -> None:
    enemies = ["left front", "left rear", "right rear"]

    assert shots(seat, "modern-1", "centre front", *enemies) == {"left front", "right rear"}
    assert shots(seat, "ancients-1", "centre front", *enemies) == {"left front"}


@pytest.mark.clause("PB-8.4", "PB-6.4", "PB-7.3")
@pytest.mark.parametrize(("hits", "share"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_hits_on_an_engaged_unit_are_divided_over_the_group_rounded_up(
    seat: Seat, hits: int, share: int
) -> None:
    model = seat(
        table(
            a=[
                unit("left front", tile(white=[6] * hits)),
                unit("left engagement", *[tile(dp=1, wp=1) for _ in range(4)]),
            ],
            b=[unit("left engagement", *[tile(dp=1, wp=1) for _ in range(4)])],
            contacts=[("a2", "b1")],
        )
    )

    play(model, "shoot a1 b1", [6])
    for n in range(share):
        play(model, f"eliminate b1 B1{n + 1}")
    for n in range(share):
        play(model, f"eliminate a2 A2{n + 1}")

    sides = model.snapshot()["sides"]
    assert (sides["A"]["destroyed"], sides["B"]["destroyed"]) == (share, share)
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-8.4", "PB-6.4")
def test_shares_are_fixed_by_the_roll_and_taken_enemy_first_in_list_order(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left front", tile(white=[6, 6, 6, 6])),
                unit("left engagement", tile(code="X", wp=3), tile(code="Y", wp=3)),
            ],
            b=[
                unit("left engagement", tile(code="P", wp=3), tile(code="Q", wp=3)),
                unit("left engagement", tile(wp=2)),
            ],
            contacts=[("a2", "b2"), ("a2", "b1")],
        )
    )

    play(model, "shoot a1 b2", [6])
    assert model.decision() == ("B", "wound")
    assert {text.split()[1] for text in model.options()} == {"b1"}
    play(model, "eliminate b1 P", "eliminate b2 B21")
    assert model.decision() == ("A", "wound")
    play(model, "wound a2 X", "wound a2 Y")

    assert model.decision() == ("B", "turn")
    assert model.snapshot()["contacts"] == [("a2", "b1")]
