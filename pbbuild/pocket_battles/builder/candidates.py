"""Every unit that makes sense, made of kinds of tiles.

Tiles that differ in their die faces alone are one kind: all of them hit equally often. That
turns an army of thirty tiles into some fifteen kinds, and makes an exact answer affordable.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.pocket_battles.builder.worth import GUN
from pbbuild.pocket_battles.catalog.model import Troop
from pbbuild.pocket_battles.rules.units import has_wound_points, largest_unit

# Beyond this many fighting kinds a unit is a jumble; one officer or helper comes on top.
MOST_KINDS: Final = 2
LARGEST_UNIT: Final = 6
# An officer with so many black dice fights himself; with one companion both need such wounds.
WARRIOR_DICE: Final = 2
PAIR_WOUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class Kind:
    """Tiles alike in everything but their faces."""

    troops: tuple[Troop, ...]

    @property
    def sample(self) -> Troop:
        """One of them."""
        return self.troops[0]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit in kinds: `counts[kind]` tiles of each kind it uses."""

    counts: tuple[tuple[int, int], ...]
    troops: tuple[Troop, ...]

    @property
    def dp(self) -> int:
        """What it costs."""
        return sum(troop.dp for troop in self.troops)

    @property
    def size(self) -> int:
        """How many tiles it has."""
        return len(self.troops)

    @property
    def is_post(self) -> bool:
        """Whether it is there to command alone, and wants orders that others would fight with."""
        return all(map(is_officer, self.troops))


def kinds_of(troops: Iterable[Troop]) -> tuple[Kind, ...]:
    """The kinds among some tiles, in the order of their first tile."""
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
    return tuple(Kind(tuple(alike)) for alike in found.values())


def candidates(
    kinds: Sequence[Kind], budget: int, makes_sense: Callable[[Sequence[Troop]], bool] | None = None
) -> list[Candidate]:
    """Every unit of PB-1.5 and PB-1.6 that a player would call a unit, in a fixed order.

    `makes_sense` may replace the rules of thumb, where a wish cannot be met within them.
    """
    found: list[Candidate] = []
    sensible = makes_sense or may_still_make_sense
    finished = makes_sense or is_sensible

    def grow(start: int, counts: list[tuple[int, int]], troops: list[Troop], dp: int) -> None:
        if has_wound_points(troops) and finished(troops):
            found.append(Candidate(tuple(counts), tuple(troops)))
        for index in range(start, len(kinds)):
            kind = kinds[index]
            limit = min(largest_unit((*troops, kind.sample)), LARGEST_UNIT)
            for count in range(1, min(len(kind.troops), limit - len(troops)) + 1):
                cost = dp + count * kind.sample.dp
                if cost > budget:
                    break
                more = [*troops, *kind.troops[:count]]
                if sensible(more):
                    grow(index + 1, [*counts, (index, count)], more, cost)

    grow(0, [], [], 0)
    return found


def may_still_make_sense(troops: Sequence[Troop]) -> bool:
    """Whether more tiles could make a sensible unit of these: no rule of thumb is broken yet."""
    officers = sum(is_officer(troop) for troop in troops)
    fighting = {troop.name for troop in troops if not is_officer(troop)}
    if officers > 2 or len(fighting) > MOST_KINDS:
        return False
    # Guns fire, chargers charge: together one of them stands idle.
    return not (
        any(troop.type == GUN for troop in troops)
        and any(troop.black and troop.type != GUN for troop in troops)
    )


def is_sensible(troops: Sequence[Troop]) -> bool:
    """Whether a player would call these a unit as they are."""
    return may_still_make_sense(troops) and not _is_half_measure(troops)


def _is_half_measure(troops: Sequence[Troop]) -> bool:
    """Neither a post that keeps out of the fight nor a company that can bear one.

    An officer without dice stands alone in the rear, any other there or among two fighters at
    least, as in the printed armies; a lone bodyguard drags him into fights that the two cannot
    win. Warriors need no guard.
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
    """Whether a tile is there for others: leaders, standard bearers, chaplains."""
    return troop.type in ("leader", "support")
