"""Traits typed by name, in either language, in `catalog enter`."""

import pytest

from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.commands.data.catalog_enter import trait_ids


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("Cura, +1 Tiro", "heal shooting+1"),
        ("long range excite", "long-range excite"),
        ("heal shooting+1", "heal shooting+1"),
        ("lunga gittata", "long-range"),
        ("", ""),
        ("gatto", "gatto"),
    ],
)
def test_traits_are_read_by_name_or_id(typed: str, ids: str) -> None:
    assert trait_ids(typed, load_catalog()) == ids
