"""Replacing one unit of an army by another."""

from dataclasses import replace

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.candidates import candidates, is_officer, kinds_of
from pbbuild.pocket_battles.builder.worth import STYLES, unit_worth
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.rules.army import check, points_of


def alternatives(
    army_list: ArmyList, number: int, style: str, catalog: Catalog, most: int = 5
) -> list[tuple[str, ...]]:
    """Units of tiles not used in other units that could replace unit `number`, best first."""
    unit = army_list.units[number - 1]
    elsewhere = set(army_list.troops) - set(unit.troops)
    free = [troop for troop in catalog.armies[army_list.army].troops if troop.code not in elsewhere]
    budget = army_list.points - points_of(army_list, catalog)
    budget += sum(catalog.troops[code].dp for code in unit.troops)
    names = sorted(catalog.troops[code].name for code in unit.troops)
    found = [
        candidate
        for candidate in candidates(kinds_of(free), budget).units
        if sorted(troop.name for troop in candidate.troops) != names
        # A replacement must use at least three quarters of the points.
        and candidate.dp * 4 >= budget * 3
    ]
    found.sort(key=lambda each: -unit_worth(each.troops, STYLES[style], catalog))
    return [
        tuple(
            troop.code
            for troop in sorted(each.troops, key=lambda troop: (is_officer(troop), troop.dp))
        )
        for each in found[:most]
    ]


def replace_unit(
    army_list: ArmyList, number: int, codes: tuple[str, ...], catalog: Catalog
) -> ArmyList:
    """The list with other tiles as unit `number`; a change that breaks a rule raises."""
    if not 1 <= number <= len(army_list.units):
        raise UsageError("new.no-such-unit", unit=number, units=len(army_list.units))
    units = list(army_list.units)
    units[number - 1] = ListUnit(codes)
    changed = replace(army_list, units=tuple(units))
    errors = [finding for finding in check(changed, catalog) if finding.is_error]
    if errors:
        rules = tuple(dict.fromkeys(finding.rule for finding in errors))
        raise UsageError("new.swap-breaks", unit=number, tiles=codes, rules=rules)
    return with_tile_values(changed, catalog)
