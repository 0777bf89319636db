"""What is too much for the core's packed numbers is refused in words, never miscounted."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.rules.forces import FieldedUnit, Forces, Tile, refuse_beyond_limits
from tests.refusals import refused_with


def forces(*tiles: Tile) -> Forces:
    other = FieldedUnit("b1", "", (Tile("X", 1, 30, 1, (3,), (), ()),))
    return Forces(((FieldedUnit("a1", "", tiles),), (other,)), "modern-1", 80)


def tile(number: int, black: int, traits: tuple[str, ...] = ()) -> Tile:
    return Tile(f"T{number}", 1, 30, 1, (4,) * black, (), traits)


@pytest.mark.parametrize(
    ("tiles", "fits"),
    [
        pytest.param([tile(n, 8) for n in range(30)], True, id="240 of one face"),
        pytest.param([tile(n, 9) for n in range(30)], False, id="270 of one face"),
        pytest.param([tile(n, 1, ("engagement+8",)) for n in range(30)], True, id="240 more dice"),
        pytest.param([tile(n, 1, ("engagement+9",)) for n in range(30)], False, id="270 more"),
        pytest.param([tile(n, 1, ("reckless+9",)) for n in range(30)], False, id="270 on a charge"),
        pytest.param([tile(n, 1, ("shooting+9",)) for n in range(30)], False, id="270 shots"),
        pytest.param([tile(n, 1, ("wounds+9",)) for n in range(30)], False, id="270 extra hits"),
        pytest.param([tile(n, 1, ("fury",)) for n in range(30)], True, id="fury counts once"),
    ],
)
def test_a_unit_holds_no_more_dice_than_a_byte_counts(tiles: list[Tile], fits: bool) -> None:
    traits = load_catalog().traits
    if fits:
        refuse_beyond_limits(forces(*tiles), traits)
        return
    with pytest.raises(UsageError) as refused:
        refuse_beyond_limits(forces(*tiles), traits)
    assert (refused.value.code, refused.value.values["unit"]) == ("engine.too-many-dice", "a1")


@pytest.mark.parametrize(("count", "fits"), [(62, True), (63, False)])
def test_a_battle_holds_no_more_single_traits_than_a_word_has_bits(count: int, fits: bool) -> None:
    fury = load_catalog().traits["fury"]
    own = MappingProxyType({f"own{n}": replace(fury, id=f"own{n}") for n in range(count)})
    tiles = [tile(n, 1, tuple(own)[n * 3 : n * 3 + 3]) for n in range(21)]
    if fits:
        with refused_with("too-many-dice"):
            # As many dice for every token: the other refusal says that the traits fit.
            refuse_beyond_limits(forces(*tiles), own)
    else:
        with refused_with("too-many-traits"):
            refuse_beyond_limits(forces(*tiles), own)
