"""Share codes with valid check letters whose lists no player would build.

A stranger can put any list into a code: one unit of all tiles, thirty units of one tile, all 240
tiles of a mixed army, sizes far from the points. `hostile_lists` makes such lists from a seed.
"""

import random
from collections.abc import Iterator, Sequence

from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.lists.share_code import ARMIES, EDITIONS, share_code

SIZES = (0, 1, 10, 35, 80, 85, 150, 310, 3000, 16380, 16383)


def hostile_codes(catalog: Catalog, count: int, seed: int = 1) -> list[str]:
    """`count` share codes of hostile lists, every kind in turn."""
    found = hostile_lists(catalog, random.Random(seed))
    return [share_code(next(found), catalog) for _ in range(count)]


def whole_army(*, together: bool, mixed: bool, size: int) -> ArmyList:
    """All tiles of the first army or of all of them, in one unit or each on its own."""
    prefixes = [prefix for _, prefix in (ARMIES if mixed else ARMIES[:1])]
    box = tuple(f"{prefix}{tile:02d}" for prefix in prefixes for tile in range(1, 31))
    units = (ListUnit(box),) if together else tuple(ListUnit((code,)) for code in box)
    waivers = (MIXED_ARMIES,) if mixed else ()
    return ArmyList("Whole army", ARMIES[0][0], size, EDITIONS[0], units, waivers=waivers)


def hostile_lists(catalog: Catalog, chance: random.Random) -> Iterator[ArmyList]:
    """Endless hostile lists: every army and shape in turn, the rest by `chance`."""
    shapes = ("alone", "together", "pairs", "large", "any", "fitting")
    number = 0
    while True:
        for mixed in (False, True):
            for shape in shapes:
                army, prefix = ARMIES[number % len(ARMIES)]
                prefixes = [each for _, each in ARMIES] if mixed else [prefix]
                box = [f"{each}{tile:02d}" for each in prefixes for tile in range(1, 31)]
                amount = chance.choice((1, 2, 7, 26, 30, 60, len(box)))
                tiles = chance.sample(box, min(len(box), amount))
                units = _units(tiles, shape, catalog, chance)
                size = chance.choice((*SIZES, sum(catalog.troops[code].dp for code in tiles)))
                waivers = (MIXED_ARMIES,) if mixed else ()
                edition = chance.choice(EDITIONS)
                yield ArmyList(
                    f"Hostile {number}", army, size, edition, tuple(units), waivers=waivers
                )
                number += 1


def _units(
    tiles: Sequence[str], shape: str, catalog: Catalog, chance: random.Random
) -> list[ListUnit]:
    if shape == "alone":
        return [ListUnit((code,)) for code in tiles]
    if shape == "together":
        return [ListUnit(tuple(tiles))]
    if shape == "fitting":
        return _fitting(tiles, catalog)
    units, rest = [], list(tiles)
    while rest:
        most = {"pairs": 2, "large": 12}.get(shape) or chance.randint(1, len(rest))
        units.append(ListUnit(tuple(rest[:most])))
        rest = rest[most:]
    return units


def _fitting(tiles: Sequence[str], catalog: Catalog) -> list[ListUnit]:
    """Units as large as formation values allow, so that the list is legal where points allow it."""
    units: list[list[str]] = []
    for code in sorted(tiles, key=lambda code: -catalog.troops[code].fv):
        fv = catalog.troops[code].fv
        joined = next((unit for unit in units if len(unit) < fv), None)
        if joined is None:
            units.append([code])
        else:
            joined.append(code)
    return [ListUnit(tuple(unit)) for unit in units]
