"""The two bonus units, an option with reconstructed rules."""

from typing import Any

import pytest

from pbbuild.pocket_general.rules.state import GeneralState
from tests.pocket_general.build import FIELD, position, sums, texts


def combat(terrain: str, a: str, b: str) -> GeneralState:
    sides: dict[str, Any] = {"a": {"placed": [a.split()]}, "b": {"placed": [b.split()]}}
    return position("roll-combat", hexes=[FIELD[terrain]], hex=1, variant={"bonus": True}, **sides)


@pytest.mark.clause("PG-8", "RG-29")
@pytest.mark.parametrize(
    ("terrain", "a", "b", "expected"),
    [
        pytest.param("ocean", "air", "royal-air-force", (3, 3), id="RAF +1 against air"),
        pytest.param("open", "tanks", "royal-air-force", (2, 1), id="RAF without enemy air"),
        pytest.param("open", "artillery", "royal-air-force", (4, 1), id="RAF is air"),
        pytest.param("open", "weather", "royal-air-force", (0, -1), id="RAF in bad weather"),
        pytest.param("city", "italian-propaganda", "threat tanks", (0, 2), id="no threat"),
        pytest.param("city", "italian-propaganda", "militia tanks", (0, 2), id="no militia"),
        pytest.param(
            "city", "italian-propaganda weather", "threat", (0, -1), id="weather still counts"
        ),
        pytest.param("city", "italian-propaganda threat", "tanks", (2, 2), id="own threat stays"),
    ],
)
def test_bonus_units_in_combat(terrain: str, a: str, b: str, expected: tuple[int, int]) -> None:
    assert sums(combat(terrain, a, b)) == expected


@pytest.mark.clause("PG-8")
def test_any_location_pays_for_a_bonus_unit() -> None:
    own = {"theater_a": ["atlantic"]}
    state = position("recruit", variant={"bonus": True}, a=own)
    assert "recruit italian-propaganda with atlantic" in texts(state)
    assert "recruit italian-propaganda with atlantic" not in texts(position("recruit", a=own))
