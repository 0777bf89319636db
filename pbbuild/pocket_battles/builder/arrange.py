"""Arranging given tiles into the units that are worth most."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from pbbuild.pocket_battles.builder.candidates import candidates, is_officer, kinds_of
from pbbuild.pocket_battles.builder.solve import BuildProblem, solve
from pbbuild.pocket_battles.builder.worth import STYLES, chance_to_score, unit_worth
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.rules.units import tokens_of_size


def arrange(
    troops: Sequence[Troop], points: int, catalog: Catalog, generator: Random
) -> tuple[list[list[Troop]], list[Troop]]:
    """Legal units of the tiles, and the tiles that fit into no unit. PB-1.5, PB-1.6.

    Only tiles without wound points can be left over.
    """
    left_over: list[Troop] = []
    arranged = list(troops)
    while arranged:
        units = _solved(arranged, points, catalog, generator)
        if units is not None:
            return units, left_over
        # Leave out the cheapest tile without wound points and try again.
        without_wp = [troop for troop in arranged if not troop.wp]
        assert without_wp
        cheapest = min(without_wp, key=lambda troop: (troop.dp, troop.code))
        arranged.remove(cheapest)
        left_over.append(cheapest)
    return [], left_over


def _solved(
    troops: Sequence[Troop], points: int, catalog: Catalog, generator: Random
) -> list[list[Troop]] | None:
    kinds = kinds_of(troops)
    style = STYLES["balanced"]
    total = sum(troop.dp for troop in troops)
    least = {index: len(kind.troops) for index, kind in enumerate(kinds)}
    for sensible in (None, lambda some: len(some) <= 3):
        found = candidates(kinds, total, sensible).units
        task = BuildProblem(
            kinds=kinds,
            candidates=found,
            worths=[unit_worth(unit.troops, style, catalog) for unit in found],
            size=total,
            points_wanted=total,
            tiles=len(troops),
            units=style.band(tokens_of_size(points)),
            posts=len(troops),
            least=least,
        )
        solution = solve(task)
        if solution is not None:
            break
    else:
        return None
    named = frozenset(troop.code for troop in troops)
    units = choose_tiles(
        solution.unit_kinds, [kind.troops for kind in kinds], named, catalog, generator
    )
    for unit in units:
        # An ordinary tile on top hides the officers below. PB-1.8.
        unit.sort(key=lambda troop: (is_officer(troop), troop.dp, troop.code))
    return sorted(units, key=lambda unit: (-sum(troop.dp for troop in unit), unit[0].code))


Place = tuple[int, int]


@dataclass
class _Deal:
    """The tiles of each unit, and the unused tiles of each kind."""

    units: list[list[Troop]]
    spare: dict[int, list[Troop]]


def choose_tiles(
    wanted: Sequence[Sequence[int]],
    kinds: Sequence[Sequence[Troop]],
    named: frozenset[str],
    catalog: Catalog,
    generator: Random,
) -> list[list[Troop]]:
    """Tiles for units given as lists of kinds; the tiles `named` are all used.

    Starts with shuffled tiles and exchanges tiles of a kind, between units and with unused ones,
    as long as an exchange makes an attack more likely to score.
    """
    decks: dict[int, list[Troop]] = {}
    for kind, troops in enumerate(kinds):
        deck = list(troops)
        generator.shuffle(deck)
        # Tiles asked for come first, so that none of them is left over.
        decks[kind] = sorted(deck, key=lambda troop: troop.code not in named)
    units = [[decks[kind].pop(0) for kind in unit] for unit in wanted]
    deal = _Deal(units, decks)
    places = [(unit, place) for unit, kinds_ in enumerate(wanted) for place in range(len(kinds_))]
    improved = True
    while improved:
        improved = False
        for first, (unit, place) in enumerate(places):
            kind = wanted[unit][place]
            for other, other_place in places[first + 1 :]:
                if other != unit and wanted[other][other_place] == kind:
                    improved |= _exchange(deal, (unit, place), (other, other_place), catalog)
            if deal.units[unit][place].code not in named:
                for spare in range(len(deal.spare[kind])):
                    improved |= _draw(deal, (unit, place), kind, spare, catalog)
    return deal.units


def _exchange(deal: _Deal, one: Place, other: Place, catalog: Catalog) -> bool:
    left, right = deal.units[one[0]], deal.units[other[0]]
    before = chance_to_score(left, catalog) + chance_to_score(right, catalog)
    left[one[1]], right[other[1]] = right[other[1]], left[one[1]]
    if chance_to_score(left, catalog) + chance_to_score(right, catalog) > before + 1e-9:
        return True
    left[one[1]], right[other[1]] = right[other[1]], left[one[1]]
    return False


def _draw(deal: _Deal, place: Place, kind: int, spare: int, catalog: Catalog) -> bool:
    unit, deck = deal.units[place[0]], deal.spare[kind]
    before = chance_to_score(unit, catalog)
    unit[place[1]], deck[spare] = deck[spare], unit[place[1]]
    if chance_to_score(unit, catalog) > before + 1e-9:
        return True
    unit[place[1]], deck[spare] = deck[spare], unit[place[1]]
    return False
