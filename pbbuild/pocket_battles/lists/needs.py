"""Which tiles several army lists need together."""

from collections.abc import Mapping
from typing import NamedTuple

from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList


class NeededTile(NamedTuple):
    """A tile and the names of the lists that use it."""

    army: str
    code: str
    name: str
    lists: tuple[str, ...]


def needed_tiles(lists: Mapping[str, ArmyList], catalog: Catalog) -> list[NeededTile]:
    """Every tile of the lists once, by army and code; tiles that no catalog has are left out."""
    users: dict[str, list[str]] = {}
    for name, army_list in lists.items():
        for code in dict.fromkeys(code for unit in army_list.units for code in unit.troops):
            users.setdefault(code, []).append(name)
    armies = {troop.code: army.id for army in catalog.armies.values() for troop in army.troops}
    return [
        NeededTile(armies[code], code, catalog.troops[code].name, tuple(users[code]))
        for code in sorted(users, key=lambda code: (armies.get(code, ""), code))
        if code in armies
    ]
