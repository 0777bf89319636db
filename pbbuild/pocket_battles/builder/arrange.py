"""Units out of given tiles: every tile a place, so that the army is worth most."""

from collections.abc import Sequence
from random import Random

from pbbuild.pocket_battles.builder.candidates import candidates, is_officer, kinds_of
from pbbuild.pocket_battles.builder.solve import Task, solve
from pbbuild.pocket_battles.builder.tile_choice import dealt
from pbbuild.pocket_battles.builder.worth import STYLES, unit_worth
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.rules.units import tokens_of_size


def arrange(
    troops: Sequence[Troop], points: int, catalog: Catalog, generator: Random
) -> tuple[list[list[Troop]], list[Troop]]:
    """Legal units of all the tiles that have a place in one, and those left without. PB-1.5, 1.6.

    Only tiles without wound points can be left: those that no other tile can lead.
    """
    homeless: list[Troop] = []
    fielded = list(troops)
    while fielded:
        units = _solved(fielded, points, catalog, generator)
        if units is not None:
            return units, homeless
        # The cheapest helper stays away first.
        helpers = [troop for troop in fielded if not troop.wp]
        assert helpers
        out = min(helpers, key=lambda troop: (troop.dp, troop.code))
        fielded.remove(out)
        homeless.append(out)
    return [], homeless


def _solved(
    troops: Sequence[Troop], points: int, catalog: Catalog, generator: Random
) -> list[list[Troop]] | None:
    kinds = kinds_of(troops)
    style = STYLES["balanced"]
    total = sum(troop.dp for troop in troops)
    least = {index: len(kind.troops) for index, kind in enumerate(kinds)}
    tokens = tokens_of_size(points)
    band = (max(1, round(style.units[0] * tokens)), max(2, round(style.units[1] * tokens)))
    for sensible in (None, lambda some: len(some) <= 3):
        found = candidates(kinds, total, sensible)
        task = Task(
            kinds=kinds,
            candidates=found,
            worths=[unit_worth(unit.troops, style, catalog) for unit in found],
            size=total,
            points_wanted=total,
            tiles=len(troops),
            units=band,
            posts=len(troops),
            least=least,
        )
        solution = solve(task)
        if solution is not None:
            break
    else:
        return None
    wanted = [
        [kind for kind, amount in candidate.counts for _ in range(amount)]
        for candidate, times in solution.chosen
        for _ in range(times)
    ]
    named = frozenset(troop.code for troop in troops)
    units = dealt(wanted, [kind.troops for kind in kinds], named, catalog, generator)
    for unit in units:
        # An ordinary tile on top hides what lies below it. PB-1.8.
        unit.sort(key=lambda troop: (is_officer(troop), troop.dp, troop.code))
    return sorted(units, key=lambda unit: (-sum(troop.dp for troop in unit), unit[0].code))
