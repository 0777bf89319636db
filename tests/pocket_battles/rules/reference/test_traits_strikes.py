"""PB-T, the traits about striking and being struck, on the plain model and the engine."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import play
from tests.pocket_battles.rules.reference.moments import duel, tokens
from tests.pocket_battles.rules.reference.scenario import table, tile, unit


@pytest.mark.clause("PB-T.4")
def test_disband_sets_an_unused_token_aside_when_its_attack_scored_and_the_target_lives(
    seat: Seat,
) -> None:
    model = duel(seat, tile(black=[6], traits=["disband"]), tile(wp=3), unused_b=4)

    play(model, "carry-on a1 b1", [6], "eliminate b1 B11")
    dead = tokens(model, "B")
    model = duel(seat, tile(black=[6], traits=["disband"]), tile(wp=3), unused_b=4)
    play(model, "carry-on a1 b1", [6], "wound b1 B11")
    alive = tokens(model, "B")
    model = duel(seat, tile(black=[6], traits=["disband"]), tile(wp=3), unused_b=4)
    play(model, "carry-on a1 b1", [5])
    missed = tokens(model, "B")

    assert dead == (4, 4)
    assert alive == (2, 5)
    assert missed == (4, 4)


@pytest.mark.clause("PB-T.4", "PB-6.2")
def test_disband_acts_on_a_strike_back_and_only_once_for_two_troops(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(wp=3, black=[6]))],
            b=[
                unit(
                    "left engagement",
                    tile(black=[5], traits=["disband"]),
                    tile(traits=["disband"]),
                )
            ],
            contacts=[("a1", "b1")],
            unused_a=5,
        )
    )

    play(model, "carry-on a1 b1", [1], [5], "wound a1 A11")

    assert tokens(model, "A") == (5 - 1 - 1 - 1, 3 + 1)


@pytest.mark.clause("PB-T.4")
def test_disband_finds_nothing_where_no_token_is_unused(seat: Seat) -> None:
    model = duel(seat, tile(black=[6], traits=["disband"]), tile(wp=3), unused_b=1)

    play(model, "carry-on a1 b1", [6], "wound b1 B11")

    assert tokens(model, "B") == (0, 7)


@pytest.mark.clause("PB-T.4", "PB-8.4")
@pytest.mark.parametrize(("aimed_at", "expected"), [("b1", (5, 0)), ("b2", (4, 1))])
def test_disband_of_a_shot_into_a_group_asks_whether_the_unit_aimed_at_lives(
    seat: Seat, aimed_at: str, expected: tuple[int, int]
) -> None:
    model = seat(
        table(
            a=[
                unit("left front", tile(white=[6], traits=["disband"])),
                unit("left engagement", tile(wp=3, black=[2])),
            ],
            b=[unit("left engagement", tile(wp=1)), unit("left engagement", tile(wp=3))],
            contacts=[("a2", "b1"), ("a2", "b2")],
            size=60,
            unused_b=6,
        )
    )

    play(model, f"shoot a1 {aimed_at}", [6], "wound b2 B21", "wound a2 A21")

    assert tokens(model, "B") == expected


@pytest.mark.clause("PB-T", "PB-T.5", "PB-6.1", "PB-6.2")
def test_engagement_traits_of_several_troops_add_up_in_strikes_and_strikes_back(
    seat: Seat,
) -> None:
    model = seat(
        table(
            a=[
                unit(
                    "left engagement",
                    tile(black=[6], traits=["engagement+1"]),
                    tile(traits=["engagement+2"]),
                )
            ],
            b=[unit("left engagement", tile(black=[6], traits=["engagement+1"]))],
            contacts=[("a1", "b1")],
        )
    )

    play(model, "carry-on a1 b1")
    struck = model.pending_roll()
    play(model, [1, 1, 1, 1])
    back = model.pending_roll()

    assert struck == ("strike", "A", "a1", "b1", 4)
    assert back == ("strike-back", "B", "b1", "a1", 2)


@pytest.mark.clause("PB-T", "PB-T.5", "PB-1.7", "PB-6.2")
def test_a_trait_dies_with_its_troop(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(black=[6]))],
            b=[unit("left engagement", tile(code="X", traits=["engagement+3"]), tile(black=[2]))],
            contacts=[("a1", "b1")],
        )
    )

    play(model, "carry-on a1 b1", [6], "eliminate b1 X")

    assert model.pending_roll() == ("strike-back", "B", "b1", "a1", 1)


@pytest.mark.clause("PB-T.7")
@pytest.mark.parametrize(("dice", "hits"), [([5], 0), ([6], 4), ([3], 5)])
def test_wounds_traits_add_up_once_per_attack_that_scored(
    seat: Seat, dice: list[int], hits: int
) -> None:
    model = seat(
        table(
            a=[
                unit(
                    "left front",
                    tile(white=[3, 3, 6], traits=["wounds+1"]),
                    tile(traits=["wounds+2"]),
                )
            ],
            b=[unit("left front", *[tile(code=f"T{n}", dp=1, wp=1) for n in range(6)])],
            unused_b=4,
        )
    )

    play(model, "shoot a1 b1", dice)
    for n in range(hits):
        assert model.decision() == ("B", "wound")
        play(model, f"eliminate b1 T{n}")

    assert model.decision() == ("B", "turn")
    assert model.snapshot()["sides"]["A"]["destroyed"] == hits


@pytest.mark.clause("PB-T.7", "PB-8.4", "R-3")
def test_the_extra_hits_of_a_shot_are_divided_with_the_others(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left front", tile(white=[6], traits=["wounds+2"])),
                unit("left engagement", tile(dp=2, wp=1, black=[2]), tile(dp=2, wp=1), tile(wp=1)),
            ],
            b=[unit("left engagement", tile(wp=1), tile(wp=1), tile(wp=1))],
            contacts=[("a2", "b1")],
        )
    )

    # 1 + 2 hits on two units: 2 each.
    play(model, "shoot a1 b1", [6], "eliminate b1 B11", "eliminate b1 B12")
    play(model, "eliminate a2 A21", "eliminate a2 A22")

    snapshot = model.snapshot()["sides"]
    assert list(snapshot["B"]["units"]["b1"]["wounds"]) == ["B13"]
    assert list(snapshot["A"]["units"]["a2"]["wounds"]) == ["A23"]
    assert snapshot["B"]["destroyed"] == 4


@pytest.mark.clause("PB-T.9")
def test_fury_rolls_a_die_for_every_order_token_those_just_paid_included(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(black=[6], traits=["fury"]), orders=1)],
            b=[unit("left front", tile(wp=3, black=[6], traits=["fury"]), orders=2)],
            unused_b=0,
        )
    )

    play(model, "charge a1")
    struck = model.pending_roll()
    play(model, [1] * struck[-1])
    back = model.pending_roll()

    assert struck[-1] == 1 + 1 + (1 + 2)
    assert back[-1] == 1 + 2


@pytest.mark.clause("PB-T.9", "PB-7.2", "R-4")
def test_an_order_token_taken_as_a_wound_is_lost_to_fury(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(wp=3, black=[6]))],
            b=[unit("left engagement", tile(wp=3, black=[6], traits=["fury"]), orders=2)],
            contacts=[("a1", "b1")],
            unused_b=0,
        )
    )

    play(model, "carry-on a1 b1", [6], "wound b1 B11 from b1")

    assert model.pending_roll()[-1] == 1 + 1


@pytest.mark.clause("PB-T.9")
def test_fury_adds_nothing_to_shots(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6], traits=["fury"]), orders=1)],
            b=[unit("left front", tile())],
        )
    )

    play(model, "shoot a1 b1")

    assert model.pending_roll()[-1] == 1


@pytest.mark.clause("PB-T.17", "PB-6.2", "R-22")
def test_first_strike_comes_before_the_attacker_who_strikes_with_what_is_left(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit(
                    "left front",
                    tile(code="X", wp=1, black=[6, 6]),
                    tile(code="Y", wp=1, black=[5]),
                )
            ],
            b=[unit("left front", tile(wp=3, black=[2], traits=["first-strike"]))],
            unused_b=3,
        )
    )

    play(model, "charge a1", "wait")
    first = model.pending_roll()
    play(model, [2], "eliminate a1 X")
    second = model.pending_roll()
    play(model, [6, 6])

    assert first == ("first-strike", "B", "b1", "a1", 1)
    assert second == ("strike", "A", "a1", "b1", 2)
    # The sixes went with the first troop, and there is no further strike back.
    assert model.decision() == ("B", "turn")
    assert model.snapshot()["contacts"] == [("a1", "b1")]


@pytest.mark.clause("PB-T.17", "PB-6.4")
def test_a_first_strike_may_end_the_fight(seat: Seat) -> None:
    model = duel(seat, tile(wp=1, black=[6]), tile(black=[2], traits=["first-strike"]))

    play(model, "carry-on a1 b1", [2])

    assert model.decision() == ("B", "turn")
    assert model.snapshot()["sides"]["B"]["units"]["b1"]["zone"] == "left B front"


@pytest.mark.clause("PB-T.17")
def test_two_who_strike_first_keep_the_normal_order(seat: Seat) -> None:
    model = duel(
        seat,
        tile(wp=3, black=[6], traits=["first-strike"]),
        tile(black=[2], traits=["first-strike"]),
    )

    play(model, "carry-on a1 b1")
    first = model.pending_roll()
    play(model, [1])

    assert first[:2] == ("strike", "A")
    assert model.pending_roll()[:2] == ("strike-back", "B")


@pytest.mark.clause("PB-T.17", "PB-5.4")
def test_a_leaving_unit_has_no_first_strike(seat: Seat) -> None:
    model = duel(seat, tile(black=[6], traits=["first-strike"]), tile(black=[2]))

    play(model, "leave a1")
    throw = model.pending_roll()
    play(model, [1])

    assert throw == ("leave-strike", "B", "b1", "a1", 1)
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-T.19", "PB-5.4")
def test_disengage_leaves_without_being_struck(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(traits=["disengage"]), orders=1)],
            b=[unit("left engagement", tile(black=[2])), unit("left engagement", tile(black=[2]))],
            contacts=[("a1", "b1"), ("a1", "b2")],
        )
    )

    assert model.options()["leave a1"] == 2
    play(model, "leave a1")

    snapshot = model.snapshot()
    assert model.decision() == ("B", "turn")
    assert snapshot["contacts"] == []
    assert snapshot["sides"]["A"]["units"]["a1"]["zone"] == "left A front"
    assert snapshot["sides"]["B"]["units"]["b2"]["zone"] == "left B front"


@pytest.mark.clause("PB-T.22")
@pytest.mark.parametrize(("wounds", "count"), [(0, 1), (1, 2), (2, 2)])
def test_blood_lust_adds_one_die_against_a_unit_with_a_wound_token(
    seat: Seat, wounds: int, count: int
) -> None:
    model = duel(seat, tile(black=[6], traits=["blood-lust"]), tile(wp=3, wounds=wounds))

    play(model, "carry-on a1 b1")

    assert model.pending_roll()[-1] == count


@pytest.mark.clause("PB-T.22", "PB-T.21", "PB-6.2", "R-4")
def test_blood_lust_sees_a_wound_placed_in_the_same_fight(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6], traits=["reckless+1"]))],
            b=[unit("left front", tile(wp=3, black=[6], traits=["blood-lust"]))],
            unused_b=1,
        )
    )

    play(model, "charge a1", "wait", [1, 2, 2], "wound a1 A11")

    assert model.pending_roll() == ("strike-back", "B", "b1", "a1", 2)


@pytest.mark.clause("PB-T.22", "PB-5.4")
def test_blood_lust_sees_the_wound_of_an_earlier_strike_at_a_leaving_unit(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(wp=3))],
            b=[
                unit("left engagement", tile(black=[6], traits=["blood-lust"])),
                unit("left engagement", tile(black=[6], traits=["blood-lust"])),
            ],
            contacts=[("a1", "b1"), ("a1", "b2")],
        )
    )

    play(model, "leave a1")
    first = model.pending_roll()
    play(model, [6], "wound a1 A11")

    assert first == ("leave-strike", "B", "b1", "a1", 1)
    assert model.pending_roll() == ("leave-strike", "B", "b2", "a1", 2)
