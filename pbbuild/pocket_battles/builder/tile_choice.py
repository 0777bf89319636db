"""Which tile of a kind goes to which unit: faces spread so that attacks seldom miss."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.rules.profile import profile

Place = tuple[int, int]


@dataclass
class _Deal:
    """Tiles dealt to the places of units, and the tiles of each kind left over."""

    units: list[list[Troop]]
    spare: dict[int, list[Troop]]


def dealt(
    wanted: Sequence[Sequence[int]],
    kinds: Sequence[Sequence[Troop]],
    named: frozenset[str],
    catalog: Catalog,
    generator: Random,
) -> list[list[Troop]]:
    """Tiles for units given as lists of kinds; those `named` are all used.

    Starts from a shuffled deal and exchanges tiles of a kind, between units and with those left
    over, as long as an exchange makes some unit likelier to score.
    """
    decks: dict[int, list[Troop]] = {}
    for kind, troops in enumerate(kinds):
        deck = list(troops)
        generator.shuffle(deck)
        # Those asked for come first, so that none of them is left over.
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


def chance_to_score(troops: Sequence[Troop], catalog: Catalog) -> float:
    """How likely a unit's charge and its shot score at all, added up."""
    unit = profile(troops, catalog.traits)
    charge = (1 - len(set(unit.black)) / 6) ** unit.strike_dice(charging=True, orders=1)
    shot = (1 - len(set(unit.white)) / 6) ** unit.shooting_dice
    return 2 - charge - shot


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
