"""PB-T, the traits about orders, tokens and movement, on the plain model and the engine."""

import pytest

from tests.pocket_battles.rules.reference.conftest import Seat
from tests.pocket_battles.rules.reference.models import play
from tests.pocket_battles.rules.reference.scenario import table, tile, unit


def foe(zone: str = "right rear") -> list[dict[str, object]]:
    return [unit(zone, tile(wp=3, black=[2]))]


def verbs(options: dict[str, int]) -> set[str]:
    return {text.split()[0] for text in options}


@pytest.mark.clause("PB-T.1", "PB-5.5")
def test_heal_turns_a_wound_of_another_unit_into_an_unused_token(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left rear", tile(traits=["heal"], wounds=1), orders=1),
                unit(
                    "left rear", tile(code="X", wounds=1), tile(code="Y"), tile(code="Z", wounds=1)
                ),
            ],
            b=foe(),
            unused_a=3,
        )
    )
    heals = {text: cost for text, cost in model.options().items() if text.startswith("heal")}

    play(model, "heal a1 a2 Z")

    assert heals == {"heal a1 a2 X": 2, "heal a1 a2 Z": 2}
    side = model.snapshot()["sides"]["A"]
    assert side["unused"] == 3 - 2 + 1
    assert side["units"]["a1"] == {"zone": "left A rear", "orders": 3, "wounds": {"A11": 1}}
    assert side["units"]["a2"]["wounds"] == {"X": 1, "Y": 0, "Z": 0}


@pytest.mark.clause("PB-T.1", "R-11")
def test_a_healer_with_none_but_itself_wounded_cannot_heal(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile(traits=["heal"], wounds=1)), unit("left rear", tile())],
            b=foe(),
        )
    )

    assert "heal" not in verbs(model.options())


@pytest.mark.clause("PB-T.1", "PB-4.3")
def test_a_token_regained_gives_another_turn(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile(traits=["heal"])), unit("left rear", tile(wounds=1))],
            b=foe(),
            unused_a=1,
            unused_b=0,
        )
    )

    play(model, "heal a1 a2 A21")

    assert model.decision() == ("A", "turn")
    assert model.snapshot()["sides"]["A"]["unused"] == 1


@pytest.mark.clause("PB-5.5", "PB-T.1", "PB-T.2", "PB-T.3")
@pytest.mark.parametrize("first", [True, False])
def test_no_special_in_the_first_turn_of_the_battle(seat: Seat, first: bool) -> None:
    model = seat(
        table(
            a=[
                unit("left front", tile(traits=["heal", "double-order", "excite"])),
                unit("left front", tile(wounds=1, black=[6])),
            ],
            b=foe("left front"),
            round=1,
            player1="A",
            first_turn_of_battle=first,
        )
    )

    specials = {"heal", "double-order", "excite"}
    assert verbs(model.options()) & specials == (set() if first else specials)


@pytest.mark.clause("PB-T.2", "R-10")
def test_double_order_lets_two_other_units_act_each_for_its_own_cost(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left rear", tile(traits=["double-order"])),
                unit("centre rear", tile(traits=["excite", "heal"])),
                unit("right rear", tile(), orders=1),
                unit("right front", tile(wounds=1, black=[3])),
            ],
            b=foe("right front"),
            size=90,
            unused_a=7,
            unused_b=0,
        )
    )

    play(model, "double-order a1")
    first = model.options()
    play(model, "move a3 right A front")
    second = model.options()
    play(model, "move a2 centre A front")

    assert first["move a3 right A front"] == 2
    assert first["move a2 left A rear"] == 1
    assert first["charge a4"] == 1
    assert first["done"] == 0
    assert {text.split()[1] for text in first if text != "done"} == {"a2", "a3", "a4"}
    assert not {"heal", "excite", "pass", "redeploy"} & verbs(first)
    assert {text.split()[1] for text in second if text != "done"} == {"a2", "a4"}
    assert model.decision() == ("A", "turn")
    assert model.snapshot()["sides"]["A"]["unused"] == 7 - 1 - 2 - 1


@pytest.mark.clause("PB-T.2", "PB-11")
def test_double_order_may_stop_after_one_unit(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left rear", tile(traits=["double-order"])),
                *[unit("left rear", tile()) for _ in "xy"],
            ],
            b=foe(),
        )
    )

    play(model, "double-order a1", "move a2 left A front")
    assert model.decision() == ("A", "follow-up")
    play(model, "done")

    assert model.decision() == ("B", "turn")


@pytest.mark.clause("PB-T", "PB-T.2", "R-11")
@pytest.mark.parametrize(("unused", "offered"), [(1, False), (2, True)])
def test_double_order_is_offered_only_if_a_follow_up_can_be_paid(
    seat: Seat, unused: int, offered: bool
) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile(traits=["double-order"])), unit("left rear", tile())],
            b=foe(),
            unused_a=unused,
        )
    )

    assert ("double-order a1" in model.options()) is offered


@pytest.mark.clause("PB-T.2", "PB-4.4")
def test_a_redeployed_unit_is_not_ordered_through_a_trait_unless_fast(seat: Seat) -> None:
    def options_after(traits: list[str]) -> set[str]:
        model = seat(
            table(
                a=[
                    unit("left rear", tile(traits=["double-order"])),
                    unit("left rear", tile(traits=traits)),
                    unit("left rear", tile()),
                ],
                b=foe(),
            )
        )
        play(model, "redeploy a2 left A front", "double-order a1")
        return {text.split()[1] for text in model.options() if text != "done"}

    assert options_after([]) == {"a3"}
    assert options_after(["fast"]) == {"a2", "a3"}


@pytest.mark.clause("PB-T.3", "PB-T.2")
def test_a_unit_that_charged_this_turn_neither_carries_on_nor_leaves_in_it(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left rear", tile(traits=["double-order"])),
                unit("left front", tile(wp=3, black=[6])),
                unit("left engagement", tile(wp=3, black=[6])),
            ],
            b=[unit("left engagement", tile(wp=3, black=[6]))],
            contacts=[("b1", "a3")],
        )
    )

    play(model, "double-order a1", "charge a2", [1, 1], [1])

    assert set(model.options()) == {"carry-on a3 b1", "leave a3", "done"}


@pytest.mark.clause("PB-T.3")
@pytest.mark.parametrize(
    ("zone", "contacts", "order", "purpose", "count"),
    [
        pytest.param("left front", [], "charge a2", "strike", 3, id="a charge"),
        pytest.param("left engagement", [("a2", "b1")], "carry-on a2 b1", "strike", 2, id="on"),
        pytest.param("left front", [], "shoot a2 b1", "shoot", 2, id="a shot"),
    ],
)
def test_excite_adds_a_die_to_an_attack_that_pays_for_itself(
    seat: Seat,
    zone: str,
    contacts: list[tuple[str, str]],
    order: str,
    purpose: str,
    count: int,
) -> None:
    model = seat(
        table(
            a=[
                unit("left rear", tile(traits=["excite"]), tile(traits=["excite"])),
                unit(zone, tile(black=[6], white=[6]), orders=1),
            ],
            b=[unit("left engagement" if contacts else "left front", tile(wp=3))],
            contacts=contacts,
            unused_b=0,
        )
    )

    play(model, "excite a1")
    options = model.options()
    play(model, order)

    assert options[order] == 2
    assert "move a2 left A rear" not in options
    assert "leave a2" not in options
    assert model.pending_roll() == (purpose, "A", "a2", "b1", count)


@pytest.mark.clause("PB-T.3")
def test_excite_is_not_offered_for_moves_or_leaving_alone(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile(traits=["excite"])), unit("left rear", tile(black=[4]))],
            b=foe(),
        )
    )

    assert "excite a1" not in model.options()


@pytest.mark.clause("PB-T.8", "PB-4.4")
def test_only_a_fast_unit_is_redeployed_and_ordered_in_one_turn(seat: Seat) -> None:
    def orders_after(traits: list[str]) -> set[str]:
        model = seat(
            table(a=[unit("left rear", tile(traits=traits)), unit("right rear", tile())], b=foe())
        )
        play(model, "redeploy a1 left A front")
        assert model.decision() == ("A", "act")
        return {text.split()[1] for text in model.options() if text != "pass"}

    assert orders_after([]) == {"a2"}
    assert orders_after(["fast"]) == {"a1", "a2"}


@pytest.mark.clause("PB-T.12", "PB-4.5")
@pytest.mark.parametrize(
    ("orders", "plain", "reactive"), [(0, 1, 1), (1, 2, 1), (2, 3, 2), (4, 5, 4)]
)
def test_reactive_orders_cost_one_less_but_never_nothing(
    seat: Seat, orders: int, plain: int, reactive: int
) -> None:
    def cost(traits: list[str]) -> int:
        model = seat(
            table(
                a=[unit("left rear", tile(traits=traits), tile(), orders=orders)],
                b=foe(),
                size=100,
            )
        )
        return model.options()["move a1 left A front"]

    assert cost([]) == plain
    assert cost(["reactive"]) == reactive


@pytest.mark.clause("PB-T.12", "PB-5.2.4")
def test_reactive_makes_reactions_cheaper_too(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(black=[6]))],
            b=[
                unit("left front", tile(black=[2], white=[2], traits=["reactive"]), orders=2),
                unit("left front", tile(black=[2], white=[2]), orders=1),
            ],
        )
    )

    play(model, "charge a1")

    assert model.decision() == ("B", "react")
    assert model.options() == {
        "intercept b1": 2,
        "react-shoot b1": 2,
        "intercept b2": 2,
        "react-shoot b2": 2,
        "wait": 0,
    }


@pytest.mark.clause("PB-T.13", "PB-4.6")
def test_each_living_leader_adds_a_token_at_the_end_of_the_round(seat: Seat) -> None:
    model = seat(
        table(
            a=[
                unit("left rear", tile(traits=["leader"]), tile(traits=["leader"])),
                unit("left rear", tile(traits=["leader"], wounds=1)),
            ],
            b=foe(),
            size=50,
            unused_a=1,
            unused_b=0,
        )
    )

    play(model, "pass", "done")

    assert model.snapshot()["round"] == 3
    assert model.snapshot()["sides"]["A"]["unused"] == 5 + 3 - 1
    assert model.snapshot()["sides"]["B"]["unused"] == 5


@pytest.mark.clause("PB-T.13", "PB-7.3")
def test_a_fallen_leader_takes_its_token_along_only_when_the_round_ends(seat: Seat) -> None:
    model = seat(
        table(
            a=[unit("left front", tile(white=[6])), unit("left rear", tile())],
            b=[unit("left front", tile(wp=1, traits=["leader"])), *foe()],
            size=50,
            unused_a=1,
            unused_b=6,
        )
    )

    play(model, "shoot a1 b1", [6])
    during = model.snapshot()["sides"]["B"]
    play(model, *["pass"] * 6)

    assert during["unused"] + during["set_aside"] == 6
    assert model.snapshot()["sides"]["B"]["unused"] == 5


@pytest.mark.clause("PB-T.14", "PB-5.1")
@pytest.mark.parametrize("traits", [["slow"], ["slow", "fast"]])
def test_a_slow_unit_is_not_redeployed_but_may_move_for_an_order(
    seat: Seat, traits: list[str]
) -> None:
    model = seat(
        table(
            a=[unit("left rear", tile(traits=traits), tile()), unit("right rear", tile())],
            b=foe(),
        )
    )

    options = model.options()

    assert not [text for text in options if text.startswith("redeploy a1")]
    assert "redeploy a2 right A front" in options
    assert options["move a1 left A front"] == 1


@pytest.mark.clause("PB-T.18", "PB-4.6", "PB-4.7", "R-7")
def test_regeneration_takes_one_token_off_each_troop_that_has_it_before_sacrifices(
    seat: Seat,
) -> None:
    model = seat(
        table(
            a=[
                unit(
                    "left rear",
                    tile(code="R", wp=3, traits=["regeneration"], wounds=2),
                    tile(code="S", wp=3, wounds=1),
                    tile(code="T", traits=["regeneration"], wounds=1),
                )
            ],
            b=foe(),
            unused_a=1,
            unused_b=0,
        )
    )

    play(model, "pass")

    side = model.snapshot()["sides"]["A"]
    assert side["units"]["a1"]["wounds"] == {"R": 1, "S": 1, "T": 0}
    assert side["unused"] == 8 - 2
    assert model.decision() == ("A", "sacrifice")
    assert set(model.options()) == {"sacrifice a1 R", "sacrifice a1 S", "done"}
