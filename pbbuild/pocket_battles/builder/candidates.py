"""All sensible units of an army, made of kinds of tiles.

Tiles that differ only in their die faces are one kind, because they hit equally often. An army of
thirty tiles has about fifteen kinds, few enough for an exact solution. An army of a player's own
may have 99 kinds: then only the units of a few tiles are made, and the builder says so.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.base.budget import Budget
from pbbuild.pocket_battles.builder.worth import GUN
from pbbuild.pocket_battles.catalog.model import Troop
from pbbuild.pocket_battles.rules.units import has_wound_points, largest_unit

# A sensible unit has at most this many fighting kinds, and officers besides.
MOST_KINDS: Final = 2
LARGEST_UNIT: Final = 6
# Units looked at; the shipped armies have a third of it at most.
MOST_LOOKED_AT: Final = 60_000
# An officer with so many black dice can fight; with one other tile the unit needs so many WP.
WARRIOR_DICE: Final = 2
PAIR_WOUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class TileKind:
    """Tiles that differ only in their faces."""

    troops: tuple[Troop, ...]

    @property
    def sample(self) -> Troop:
        """The first of them."""
        return self.troops[0]


@dataclass(frozen=True, slots=True)
class UnitCandidate:
    """A possible unit: `counts` has pairs of a kind and how many tiles of it."""

    counts: tuple[tuple[int, int], ...]
    troops: tuple[Troop, ...]

    @property
    def dp(self) -> int:
        """Its cost in points."""
        return sum(troop.dp for troop in self.troops)

    @property
    def size(self) -> int:
        """Its number of tiles."""
        return len(self.troops)

    @property
    def is_post(self) -> bool:
        """Whether it has officers alone, which need orders but hardly fight."""
        return all(map(is_officer, self.troops))


def kinds_of(troops: Iterable[Troop]) -> tuple[TileKind, ...]:
    """The kinds of these tiles, in the order of their first tiles."""
    found: dict[tuple[object, ...], list[Troop]] = {}
    for troop in troops:
        key = (
            troop.name,
            troop.type,
            troop.dp,
            troop.fv,
            troop.wp,
            len(troop.black),
            len(troop.white),
            troop.traits,
        )
        found.setdefault(key, []).append(troop)
    return tuple(TileKind(tuple(alike)) for alike in found.values())


@dataclass(frozen=True, slots=True)
class Candidates:
    """Possible units, all that have at most `largest` tiles; larger ones were too many."""

    units: list[UnitCandidate]
    largest: int


def candidates(
    kinds: Sequence[TileKind],
    points: int,
    makes_sense: Callable[[Sequence[Troop]], bool] | None = None,
) -> Candidates:
    """All legal and sensible units, in a fixed order. PB-1.5, PB-1.6.

    `makes_sense` replaces the rules of thumb, for requests that cannot be met with them.
    """
    for largest in range(LARGEST_UNIT, 1, -1):
        budget = Budget(MOST_LOOKED_AT)
        found = _candidates(kinds, points, makes_sense, largest, budget)
        if not budget.stopped:
            return Candidates(found, largest)
    return Candidates(_candidates(kinds, points, makes_sense, 1, Budget(MOST_LOOKED_AT)), 1)


def _candidates(
    kinds: Sequence[TileKind],
    points: int,
    makes_sense: Callable[[Sequence[Troop]], bool] | None,
    largest: int,
    budget: Budget,
) -> list[UnitCandidate]:
    found: list[UnitCandidate] = []
    sensible = makes_sense or may_become_sensible
    finished = makes_sense or is_sensible

    def grow(start: int, counts: list[tuple[int, int]], troops: list[Troop], dp: int) -> None:
        if has_wound_points(troops) and finished(troops):
            found.append(UnitCandidate(tuple(counts), tuple(troops)))
        for index in range(start, len(kinds)):
            kind = kinds[index]
            limit = min(largest_unit((*troops, kind.sample)), largest)
            for count in range(1, min(len(kind.troops), limit - len(troops)) + 1):
                cost = dp + count * kind.sample.dp
                if cost > points or not budget.spend(1):
                    break
                more = [*troops, *kind.troops[:count]]
                if sensible(more):
                    grow(index + 1, [*counts, (index, count)], more, cost)

    grow(0, [], [], 0)
    return found


def may_become_sensible(troops: Sequence[Troop]) -> bool:
    """Whether these and more tiles could be a sensible unit."""
    officers = sum(is_officer(troop) for troop in troops)
    fighting = {troop.name for troop in troops if not is_officer(troop)}
    if officers > 2 or len(fighting) > MOST_KINDS:
        return False
    # Guns shoot and chargers charge: in one unit one of them would be idle.
    return not (
        any(troop.type == GUN for troop in troops)
        and any(troop.black and troop.type != GUN for troop in troops)
    )


def is_sensible(troops: Sequence[Troop]) -> bool:
    """Whether these tiles are a sensible unit."""
    return may_become_sensible(troops) and not _has_weak_officers(troops)


def _has_weak_officers(troops: Sequence[Troop]) -> bool:
    """Whether an officer is neither alone nor with enough fighters.

    As in the printed armies, an officer without dice is alone in the rear; any other is alone or
    with two fighters at least, because with one the unit is too weak to fight. Officers with
    enough dice of their own need fewer.
    """
    officers = [troop for troop in troops if is_officer(troop) and troop.wp]
    fighters = [troop for troop in troops if not is_officer(troop)]
    if not officers or len(troops) == 1:
        return False
    if not all(troop.black or troop.white for troop in officers):
        return True
    if len(fighters) > 1:
        return False
    if any(len(troop.black) < WARRIOR_DICE for troop in officers):
        return True
    wounds = sum(troop.wp for troop in troops)
    return bool(fighters) and (not fighters[0].black or wounds < PAIR_WOUNDS)


def is_officer(troop: Troop) -> bool:
    """Whether a tile helps others: leaders, standard bearers, chaplains."""
    return troop.type in ("leader", "support")
