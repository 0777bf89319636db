"""The building rules of PB-1 and PB-9.1, and that the compiled core counts by them."""

import random
from dataclasses import replace

import pytest

from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Effect
from pbbuild.pocket_battles.catalog.sizes import is_size, size_below, size_for
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.turns import begin_battle, check_victory
from pbbuild.pocket_battles.rules.forces import (
    FieldedUnit,
    Forces,
    Tile,
    initial_state,
    make_roster,
)
from pbbuild.pocket_battles.rules.units import (
    counting_traits,
    has_wound_points,
    is_recommended_size,
    is_unit,
    largest_size_for,
    largest_unit,
    may_join,
    most_tiles,
    points_over,
    points_to_win,
    tokens_at_start,
    tokens_of_size,
    troops_over,
    unit_tokens,
)

CATALOG = load_catalog()
EDITION = CATALOG.editions["modern-1"]


def troop(fv: int = 6, wp: int = 1, *traits: str) -> Tile:
    return Tile("T1", 5, fv, wp, (6,), (), traits)


@pytest.mark.clause("PB-1.2")
@pytest.mark.parametrize(
    ("size", "may_be"), [(50, True), (10, True), (55, False), (0, False), (-10, False)]
)
def test_a_size_is_a_positive_multiple_of_ten(size: int, may_be: bool) -> None:
    assert is_size(size) is may_be


@pytest.mark.clause("PB-1.2")
@pytest.mark.parametrize(("size", "is_so"), [(40, False), (50, True), (100, True), (110, False)])
def test_the_rulebook_recommends_a_range_of_sizes(size: int, is_so: bool) -> None:
    assert is_recommended_size(size, EDITION) is is_so


@pytest.mark.clause("PB-1.2", "PB-1.4")
@pytest.mark.parametrize(
    ("points", "below", "above"),
    [(-5, 10, 10), (0, 10, 10), (9, 10, 10), (50, 50, 50), (51, 50, 60)],
)
def test_the_nearest_sizes_of_an_army(points: int, below: int, above: int) -> None:
    assert (size_below(points), size_for(points)) == (below, above)
    assert points_over(points, above) == 0


@pytest.mark.clause("PB-1.4")
def test_points_up_to_the_size_are_not_too_many() -> None:
    assert [points_over(points, 50) for points in (49, 50, 51, 60)] == [0, 0, 1, 10]


@pytest.mark.clause("PB-1.3")
@pytest.mark.parametrize(("box", "size"), [(20, 100), (24, 120)])
def test_a_box_has_tokens_for_two_armies(box: int, size: int) -> None:
    assert largest_size_for(box) == size
    assert 2 * tokens_of_size(size) == box


@pytest.mark.clause("PB-1.5")
def test_the_lowest_formation_value_limits_a_unit() -> None:
    unit = [troop(fv=4), troop(fv=2)]

    assert largest_unit(unit) == 2
    assert is_unit(unit)
    assert not may_join(troop(fv=6), unit)
    assert may_join(troop(fv=2), unit[:1])
    assert not may_join(troop(fv=1), unit[:1])
    assert not is_unit([*unit, troop()])
    assert troops_over(5, unit) == 3
    assert troops_over(2, unit) == 0
    assert troops_over(9, []) == 0  # nothing but tiles of no catalog


@pytest.mark.clause("PB-1.5", "PB-1.6")
def test_a_unit_needs_a_troop_and_a_wound_point() -> None:
    assert not is_unit([])
    assert not has_wound_points([])
    assert not is_unit([troop(wp=0), troop(wp=0)])
    assert is_unit([troop(wp=0), troop(wp=1)])


@pytest.mark.clause("PB-1.9")
def test_four_tiles_of_a_box_are_left_for_the_borders() -> None:
    assert most_tiles(30) == 26


@pytest.mark.clause("PB-1.7", "PB-T")
def test_traits_that_stack_count_for_each_troop_and_others_once() -> None:
    unit = [troop(6, 1, "fury", "leader"), troop(6, 1, "fury", "leader", "engagement+2")]

    counting = [trait.id for trait in counting_traits(unit, CATALOG.traits)]

    assert sorted(counting) == ["engagement+2", "fury", "leader", "leader"]
    assert unit_tokens(unit, CATALOG.traits) == 2


@pytest.mark.clause("PB-1.3", "PB-T.13")
@pytest.mark.parametrize("seed", range(40))
def test_the_core_hands_out_as_many_tokens(seed: int) -> None:
    rng = random.Random(seed)
    traits = dict(CATALOG.traits)
    for number in range(4):
        own = [Effect(effects.TOKENS, rng.randint(1, 9))]
        if rng.random() < 0.5:
            own.append(Effect(effects.CHARGE_DICE, rng.randint(1, 3)))
        made = replace(
            traits["fast"], id=f"own-{number}", base=f"own-{number}", stacks=rng.random() < 0.5
        )
        traits[made.id] = replace(made, effects=tuple(own))
    known = ["leader", "fury", "fast", "own-0", "own-1", "own-2", "own-3"]
    size = 10 * rng.randint(1, 20)

    def side(letter: str) -> tuple[FieldedUnit, ...]:
        return tuple(
            FieldedUnit(
                f"{letter}{number}",
                "",
                tuple(
                    replace(troop(6, 1, *rng.sample(known, rng.randint(0, 3))), code=f"T{place}")
                    for place in range(rng.randint(1, 4))
                ),
            )
            for number in range(1, rng.randint(2, 6))
        )

    forces = Forces((side("a"), side("b")), EDITION.id, size)
    state = initial_state(forces, make_roster(forces, EDITION, traits, 50))
    begin_battle(state)

    for place, units in enumerate(forces.sides):
        expected = tokens_at_start(size, (unit.troops for unit in units), traits)
        assert state.tally[c.UNUSED + place] == expected


@pytest.mark.clause("PB-9.1")
@pytest.mark.parametrize("fielded", [1, 2, 49, 50, 51, 79, 80, 99, 100, 119])
def test_the_core_ends_a_battle_at_the_same_half(fielded: int) -> None:
    def ends(destroyed: int) -> bool:
        unit = (FieldedUnit("a1", "", (troop(),)),)
        forces = Forces((unit, (FieldedUnit("b1", "", (troop(),)),)), EDITION.id, 100)
        state = initial_state(forces, make_roster(forces, EDITION, CATALOG.traits, 50))
        state.roster.fielded[0] = state.roster.fielded[1] = fielded
        state.tally[c.DESTROYED] = destroyed
        state.round = 1
        check_victory(state)
        return bool(state.phase == c.END)

    assert next(points for points in range(fielded + 1) if ends(points)) == points_to_win(fielded)
