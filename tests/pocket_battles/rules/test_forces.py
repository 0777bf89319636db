"""What tiles and traits become as numbers of the core: living troops added up. PB-1.7, PB-T."""

from dataclasses import replace

import pytest

from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Effect, Trait
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.engagement import engagement_dice
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.shooting import shooting_dice
from pbbuild.pocket_battles.rules.forces import (
    FieldedUnit,
    Forces,
    Tile,
    initial_state,
    make_roster,
    pack_dice,
    unpack_dice,
)
from tests.pocket_battles.rules.drawing import battle, tile

DRAWN = "A front . a1 .\nB front . b1 ."


def unit_of(*traits: list[str]) -> Battle:
    """a1 with one tile for each list of traits, all with a black and a white 6."""
    return battle(DRAWN, a1=[tile(black=(6,), white=(6,), traits=each) for each in traits])


@pytest.mark.clause("PB-T.5", "PB-T.10", "PB-T.21", "PB-1.7")
@pytest.mark.parametrize(
    ("traits", "standing", "charging"),
    [
        pytest.param([[], []], 1, 2, id="one die a unit, not a troop"),
        pytest.param([["engagement+1"], ["engagement+2"]], 4, 5, id="+x adds up over troops"),
        pytest.param([["impetus"], ["impetus"]], 1, 3, id="Impetus does not"),
        pytest.param([["impetus"], ["reckless+3"]], 1, 6, id="Impetus and Reckless do"),
        pytest.param([["reckless+2"], ["reckless+3"]], 1, 7, id="Reckless adds up"),
    ],
)
def test_dice_of_a_unit_in_an_engagement(
    traits: list[list[str]], standing: int, charging: int
) -> None:
    state = unit_of(*traits).state

    assert engagement_dice(state, 0, c.SIDE_SIZE, 0) == standing
    assert engagement_dice(state, 0, c.SIDE_SIZE, 1) == charging


@pytest.mark.clause("PB-T.6")
def test_dice_of_a_shot_add_up() -> None:
    assert shooting_dice(unit_of(["shooting+1"], ["shooting+3"]).state, 0) == 5


@pytest.mark.clause("PB-1.7")
def test_a_fallen_troop_takes_its_dice_and_traits_with_it() -> None:
    hit = battle(
        DRAWN,
        decision="wound",
        pending={"unit": "b1", "hits": 1},
        b1=[tile(black=(4,), traits=["engagement+2"]), tile(black=(5, 5), wp=1, traits=["fury"])],
    )

    after = hit.play("eliminate b1 B1-1")

    unit = after.forces.unit_index("b1")
    assert unpack_dice(after.state.black[unit]) == (5, 5)
    assert engagement_dice(after.state, unit, 0, 0) == 1


@pytest.mark.clause("PB-T.12")
@pytest.mark.parametrize(("orders", "cost"), [(0, 1), (1, 1), (2, 2), (4, 4)])
def test_reactive_orders_cost_one_one_two_four(orders: int, cost: int) -> None:
    drawn = battle(DRAWN, a1=[tile(traits=["reactive"]), tile()], orders={"a1": orders})

    assert order_cost(drawn.state, 0) == cost


def own_trait(trait_id: str, *its_effects: Effect, stacks: bool = False) -> Trait:
    """A trait that an owner wrote himself."""
    model = load_catalog().traits["impetus"]
    return replace(model, id=trait_id, base=trait_id, stacks=stacks, effects=its_effects)


def with_traits(*traits: Trait) -> int:
    """Dice a unit rolls on a charge when each troop has all of these traits; two troops."""
    catalog = load_catalog()
    ids = tuple(trait.id for trait in traits)
    soldier = Tile("T1", 5, 6, 2, (6,), (), ids)
    units = (FieldedUnit("a1", "", (soldier, replace(soldier, code="T2"))),)
    forces = Forces((units, (FieldedUnit("b1", "", (soldier,)),)), "modern-1", 50)
    known = {**catalog.traits, **{trait.id: trait for trait in traits}}
    state = initial_state(forces, make_roster(forces, catalog.editions["modern-1"], known, 50))
    return engagement_dice(state, 0, c.SIDE_SIZE, 1)


def test_an_owners_trait_needs_no_programming() -> None:
    banner = own_trait("banner", Effect(effects.CHARGE_DICE, 2), Effect(effects.TOKENS, 1))
    horn = own_trait("horn", Effect(effects.CHARGE_DICE, 1))
    drum = own_trait("drum", Effect(effects.ENGAGEMENT_DICE, 1), stacks=True)

    assert with_traits(banner) == 4
    assert with_traits(banner, horn) == 5
    assert with_traits(drum) == 4


def test_every_effect_of_the_vocabulary_reaches_the_core() -> None:
    for kind in effects.EFFECTS:
        trait = own_trait("one", Effect(kind, 1))
        soldier = Tile("T1", 5, 6, 2, (6,), (6,), ("one",))
        plain = replace(soldier, traits=())
        catalog = load_catalog()
        marks = []
        for each in (soldier, plain):
            side = (FieldedUnit("a1", "", (each,)),)
            forces = Forces((side, side), "modern-1", 50)
            roster = make_roster(forces, catalog.editions["modern-1"], {"one": trait}, 50)
            state = initial_state(forces, roster)
            own = (roster.regenerates[0], roster.order_step[0])
            marks.append((state.bonus[0], state.extra[0], state.flags[0], *own))
        assert marks[0] != marks[1], kind


@pytest.mark.parametrize("faces", [(), (1,), (2, 2, 6), (6,) * 40])
def test_dice_are_packed_and_unpacked(faces: tuple[int, ...]) -> None:
    assert unpack_dice(pack_dice(faces)) == faces
