"""The values of a list's tiles when it was saved, and the changes to them since."""

from dataclasses import dataclass, replace
from typing import Final

from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import ArmyList

# The key of the fingerprint in `built_with`; no tile has this code.
FINGERPRINT: Final = "catalog"


@dataclass(frozen=True, slots=True)
class TileChange:
    """A tile whose values have changed: the differences, as (name, before, now)."""

    code: str
    values: tuple[tuple[str, str, str], ...]
    points: int


def with_tile_values(army_list: ArmyList, catalog: Catalog) -> ArmyList:
    """The list with `built_with`: the catalog's fingerprint and the present values of its tiles."""
    tiles = {
        code: values_text(catalog.troops[code])
        for code in sorted(set(army_list.troops))
        if code in catalog.troops
    }
    return replace(army_list, built_with={FINGERPRINT: fingerprint(army_list, catalog), **tiles})


def fingerprint(army_list: ArmyList, catalog: Catalog) -> str:
    """A short hash of all tiles of the list's armies; equal for equal catalogs."""
    import hashlib  # slow to load, and rarely needed

    armies = {catalog.troops[code].army for code in army_list.troops if code in catalog.troops}
    lines = [
        f"{troop.code} {values_text(troop)}"
        for army in sorted(armies | ({army_list.army} & catalog.armies.keys()))
        for troop in catalog.armies[army].troops
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def tile_changes(army_list: ArmyList, catalog: Catalog) -> tuple[TileChange, ...]:
    """The tiles whose values differ from those the list was saved with, in list order."""
    found: list[TileChange] = []
    for code in dict.fromkeys(army_list.troops):
        before = army_list.built_with.get(code)
        troop = catalog.troops.get(code)
        if before is None or troop is None or before == values_text(troop):
            continue
        was, now = _parsed_values(before), _parsed_values(values_text(troop))
        differing = tuple(
            (name, was.get(name, ""), now.get(name, ""))
            for name in dict.fromkeys([*now, *was])
            if was.get(name, "") != now.get(name, "")
        )
        if differing:
            found.append(TileChange(code, differing, _points(now) - _points(was)))
    return tuple(found)


def values_text(troop: Troop) -> str:
    """A tile's values on one line: `dp 6, fv 4, wp 1, black 2-6, white 2-6, traits fast`."""
    values = {
        "dp": str(troop.dp),
        "fv": str(troop.fv),
        "wp": str(troop.wp),
        "black": "-".join(map(str, troop.black)),
        "white": "-".join(map(str, troop.white)),
        "traits": " ".join(troop.traits),
    }
    return ", ".join(f"{name} {value}" for name, value in values.items() if value)


def _parsed_values(text: str) -> dict[str, str]:
    parts = (part.partition(" ") for part in text.split(", "))
    return {name: value for name, _, value in parts}


def _points(values: dict[str, str]) -> int:
    number = values.get("dp", "0")
    return int(number) if number.isdecimal() and len(number) < 9 else 0
