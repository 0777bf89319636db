"""The tiles that can still be added to a list, and the units each may join."""

from dataclasses import dataclass, replace

from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import check, points_of
from pbbuild.pocket_battles.rules.units import is_unit


@dataclass(frozen=True, slots=True)
class FittingTile:
    """A tile that can be added without breaking a rule. PB-1.4 to PB-1.6.

    `units` are the numbers of those it may join, `alone` says whether it may be a unit of its
    own; `wasted` are the units in which a trait would have no effect, its own or one of theirs.
    """

    troop: Troop
    units: tuple[int, ...]
    alone: bool
    wasted: tuple[int, ...]


def fitting_tiles(army_list: ArmyList, catalog: Catalog) -> tuple[FittingTile, ...]:
    """Every tile that can still be added, in the order of the catalog."""
    left = army_list.points - points_of(army_list, catalog)
    used = set(army_list.troops)
    found = []
    for troop in available_tiles(army_list, catalog):
        if troop.code in used or troop.dp > left:
            continue
        units = tuple(
            number
            for number, unit in enumerate(army_list.units, 1)
            if _may_join(troop, unit, catalog)
        )
        alone = is_unit((troop,))
        if units or alone:
            wasted = tuple(n for n in units if _wastes_a_trait(army_list, n, troop, catalog))
            found.append(FittingTile(troop, units, alone, wasted))
    return tuple(found)


def available_tiles(army_list: ArmyList, catalog: Catalog) -> tuple[Troop, ...]:
    """The tiles a list may take: its army's, or all armies' where it is mixed."""
    if MIXED_ARMIES in army_list.waivers:
        return tuple(catalog.troops.values())
    army = catalog.armies.get(army_list.army)
    return army.troops if army else ()


def _may_join(troop: Troop, unit: ListUnit, catalog: Catalog) -> bool:
    others = [catalog.troops[code] for code in unit.troops if code in catalog.troops]
    if len(others) < len(unit.troops):
        return False
    return is_unit((*others, troop))


def _wastes_a_trait(army_list: ArmyList, number: int, troop: Troop, catalog: Catalog) -> bool:
    unit = army_list.units[number - 1]
    before = replace(army_list, units=(unit,))
    after = replace(army_list, units=(replace(unit, troops=(*unit.troops, troop.code)),))
    return _idle_traits(after, catalog) > _idle_traits(before, catalog)


def _idle_traits(army_list: ArmyList, catalog: Catalog) -> int:
    return sum(finding.rule == "PB-1.7" for finding in check(army_list, catalog))
