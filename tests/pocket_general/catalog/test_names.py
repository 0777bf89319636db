"""Names of both languages mean the same nations, units and places."""

import pytest

from pbbuild.errors import UsageError
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.catalog.names import named_nation, nation_id, place_id, unit_id

CATALOG = load_pocket_general()
UNITS = ("tanks", "air", "navy")


@pytest.mark.parametrize("text", ["united-states", "United States", "stati uniti", " Stati-Uniti "])
def test_a_nation_is_known_by_id_and_by_either_name(text: str) -> None:
    assert nation_id(text, CATALOG) == "united-states"
    assert named_nation(text) == "united-states"


def test_units_and_places_are_known_by_name() -> None:
    assert unit_id("carri armati", CATALOG, UNITS) == "tanks"
    assert unit_id("aviaz.", CATALOG, UNITS) == "air"
    assert place_id("normandia", CATALOG, ["normandy", "city"]) == "normandy"
    assert place_id("città", CATALOG, ["normandy", "city"]) == "city"


def test_what_no_name_means_is_refused() -> None:
    assert named_nation("atlantide") is None
    with pytest.raises(UsageError):
        nation_id("atlantide", CATALOG)
    with pytest.raises(UsageError):
        unit_id("carri armati", CATALOG, ("navy",))
