"""The rulings of docs/rulings.md that no test of a clause proves already."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import GAME, EngineModel, play
from tests.pocket_battles.rules.reference.scenario import table, tile, unit


@pytest.mark.clause("R-1", "PB-6.4", "PB-8.4")
def test_a_freed_unit_is_back_in_its_front_and_still_takes_its_share(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6])), unit("left engagement", tile())],
            b=[unit("left engagement", tile(wp=1)), unit("right rear", tile())],
            contacts=[("a2", "b1")],
        )
    )

    play(model, "shoot a1 b1", [6])

    assert model.decision() == ("A", "wound")
    assert model.snapshot()["sides"]["A"]["units"]["a2"]["zone"] == "left A front"
    assert set(model.options()) == {"eliminate a2 A21", "wound a2 A21"}


@pytest.mark.clause("R-2", "PB-T.4", "PB-T.21")
def test_disband_comes_before_the_hits_of_the_reckless_on_themselves(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(wp=3, black=[6], traits=["disband", "reckless+1"]))],
            b=[unit("left front", tile(wp=3))],
            unused_b=3,
        )
    )

    play(model, "charge a1", [6, 1, 2], "wound b1 B11")

    assert model.decision() == ("A", "wound")
    assert model.snapshot()["sides"]["B"]["unused"] == 1
    assert model.snapshot()["sides"]["B"]["set_aside"] == 6


@pytest.mark.clause("R-2", "PB-T.4", "PB-8.4")
def test_disband_of_a_shot_waits_until_all_shares_are_assigned(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left front", tile(white=[6], traits=["disband"])),
                unit("left engagement", tile(wp=3)),
            ],
            b=[unit("left engagement", tile(wp=3)), unit("left engagement", tile(wp=3))],
            contacts=[("a2", "b1"), ("a2", "b2")],
            unused_b=2,
        )
    )

    play(model, "shoot a1 b1", [6], "wound b1 B11")

    # The second token is still there for b2, and gone before the token is to be set aside.
    assert "wound b2 B21" in model.options()
    play(model, "wound b2 B21", "wound a2 A21")
    assert model.snapshot()["sides"]["B"]["set_aside"] == 6


@pytest.mark.clause("R-5", "PB-T.17")
def test_first_strike_without_a_black_die_neither_strikes_nor_strikes_back(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(black=[6]))],
            b=[unit("left engagement", tile(traits=["first-strike"]), tile(wp=3))],
            contacts=[("a1", "b1")],
        )
    )

    play(model, "carry-on a1 b1")
    throw = model.pending_roll()
    play(model, [1])

    assert throw == ("strike", "A", "a1", "b1", 1)
    assert model.decision() == ("B", "turn")


@pytest.mark.clause("R-5", "PB-T.17")
def test_who_strikes_first_is_settled_when_the_fight_begins(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left engagement", tile(black=[6], traits=["first-strike"]))],
            b=[
                unit(
                    "left engagement",
                    tile(code="X", wp=1, traits=["first-strike"]),
                    tile(code="Y", black=[6]),
                )
            ],
            contacts=[("a1", "b1")],
        )
    )

    play(model, "carry-on a1 b1", [6], "eliminate b1 X")

    assert model.pending_roll() == ("strike-back", "B", "b1", "a1", 1)


@pytest.mark.clause("R-6", "PB-T.21", "PB-5.2.6")
def test_a_reckless_charger_without_a_black_die_rolls_nothing(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(code="X", wp=1, black=[6]), tile(traits=["reckless+3"]))],
            b=[unit("left front", tile(white=[2])), unit("right rear", tile())],
            unused_b=1,
        )
    )

    play(model, "charge a1", "react-shoot b1", [2], "eliminate a1 X")

    assert model.decision()[1] == "turn"
    assert model.snapshot()["contacts"] == [("a1", "b1")]


@pytest.mark.clause("R-10", "PB-T.2", "PB-8.4")
def test_a_double_order_goes_on_when_the_unit_that_gave_it_falls(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left engagement", tile(wp=1, traits=["double-order"])),
                unit("left front", tile(white=[6])),
                unit("right rear", tile()),
            ],
            b=[unit("left engagement", tile(wp=3))],
            contacts=[("a1", "b1")],
        )
    )

    play(model, "double-order a1", "shoot a2 b1", [6], "wound b1 B11")

    assert "a1" not in model.snapshot()["sides"]["A"]["units"]
    assert model.decision() == ("A", "follow-up")
    assert {text.split()[1] for text in model.options() if text != "done"} == {"a3"}


@pytest.mark.clause("R-12", "PB-T.1", "PB-T.2", "PB-T.3")
@pytest.mark.parametrize("zone", ["left engagement", "left front", "left rear"])
def test_a_special_may_be_used_anywhere(seat: Seat, zone: str) -> None:
    engaged = zone == "left engagement"
    model = seat(
        table(
            a=[
                unit(zone, tile(traits=["heal", "double-order", "excite"])),
                unit("left front", tile(black=[6], wounds=1)),
            ],
            b=[unit("left engagement" if engaged else "left front", tile())],
            contacts=[("a1", "b1")] if engaged else [],
        )
    )

    assert {"heal a1 a2 A21", "double-order a1", "excite a1"} <= set(model.options())


@pytest.mark.clause("R-13", "PB-T.3", "PB-5.2.5")
def test_an_excited_charger_has_its_die_against_an_interceptor_too(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left rear", tile(traits=["excite"])),
                unit("left front", tile(wp=3, black=[6])),
            ],
            b=[unit("left front", tile(wp=3, black=[6], traits=["excite"]))],
        )
    )

    play(model, "excite a1", "charge a2", "intercept b1")
    struck = model.pending_roll()
    play(model, [1, 1, 1])

    assert struck == ("strike", "A", "a2", "b1", 3)
    assert model.pending_roll() == ("strike-back", "B", "b1", "a2", 1)


@pytest.mark.clause("R-19", "PB-3.2")
def test_units_off_the_field_have_no_zone_in_a_document() -> None:
    model = EngineModel(
        table(
            a=[unit("left front", tile(white=[6]))],
            b=[unit("left front", tile(wp=1)), unit("left rear", tile())],
        )
    )

    play(model, "shoot a1 b1", [6])

    units = GAME.to_json(model.state)["sides"]["B"]["units"]
    assert [(entry["id"], entry["zone"]) for entry in units] == [
        ("b1", None),
        ("b2", "left B rear"),
    ]
    assert units[0]["troops"] == []


@pytest.mark.clause("R-20", "PB-5.2.3")
def test_a_charger_waits_in_the_engagement_zone_of_its_own_sector() -> None:
    model = EngineModel(
        table(
            a=[unit("left front", tile(black=[6]))],
            b=[unit("centre front", tile()), unit("centre rear", tile())],
        )
    )

    play(model, "charge a1")

    document = GAME.to_json(model.state)
    assert document["pending"] == {"charger": "a1", "sector": "left"}
    assert document["sides"]["A"]["units"][0]["zone"] == "left engagement"
    assert document["contacts"] == []


@pytest.mark.clause("R-21", "PB-4.7")
def test_at_a_sacrifice_the_document_names_who_decides() -> None:
    model = EngineModel(
        table(
            a=[unit("left rear", tile(dp=9, wounds=1))],
            b=[unit("left rear", tile(dp=9, wounds=1))],
            unused_a=1,
            unused_b=0,
        )
    )
    seen = []

    play(model, "pass")
    while model.decision()[1] == "sacrifice":
        seen.append((model.decision()[0], GAME.to_json(model.state)["turn"]))
        play(model, "done")

    assert seen == [("A", "A"), ("B", "B")]


@pytest.mark.clause("R-23", "PB-11")
def test_one_option_is_a_choice_unless_it_is_to_do_nothing(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(black=[6]))],
            b=[unit("left front", tile(wp=3))],
            unused_a=1,
            unused_b=0,
        )
    )

    model.act("charge a1")
    # Nobody can react; the one target is named all the same.
    assert model.decision() == ("A", "target")
    assert model.options() == {"target b1": 0}
    model.act("target b1")
    model.apply_roll([1, 1])

    # Nobody is wounded, so nobody is asked for a sacrifice: the next round begins.
    assert model.snapshot()["round"] == 3
    assert model.decision()[1] == "turn"


@pytest.mark.clause("R-24", "PB-11")
def test_options_are_listed_by_unit_and_then_by_kind() -> None:
    model = EngineModel(
        table(
            a=[
                unit(
                    "left front",
                    tile(black=[6], white=[6], traits=["heal", "double-order", "excite"]),
                ),
                unit("centre engagement", tile(wounds=1)),
            ],
            b=[unit("left front", tile()), unit("centre engagement", tile())],
            contacts=[("a2", "b2")],
        )
    )
    heads = [" ".join(text.split()[:2]) for text in model.options()]

    assert list(dict.fromkeys(heads)) == [
        "redeploy a1",
        "move a1",
        "charge a1",
        "shoot a1",
        "heal a1",
        "double-order a1",
        "excite a1",
        "carry-on a2",
        "leave a2",
        "pass",
    ]


@pytest.mark.clause("R-25", "PB-T", "PB-T.10", "PB-T.21")
def test_different_traits_with_one_effect_add_up(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(black=[6], traits=["impetus", "reckless+2"]))],
            b=[unit("left front", tile(wp=3))],
        )
    )

    play(model, "charge a1")

    assert model.pending_roll()[-1] == 1 + 1 + 1 + 2


@pytest.mark.clause("R-26", "PB-5.5")
def test_player_2_may_use_specials_in_his_first_turn(seat: Seat) -> None:
    specials = ["heal", "double-order", "excite"]
    model = seat(
        table(
            a=[unit("left rear", tile(traits=specials)), unit("left rear", tile())],
            b=[unit("left rear", tile(traits=specials)), unit("left rear", tile())],
            round=1,
            player1="A",
            first_turn_of_battle=True,
        )
    )
    assert "double-order a1" not in model.options()

    play(model, "pass")
    assert "double-order b1" in model.options()
    play(model, "pass")
    assert "double-order a1" in model.options()
