"""The rules for building an army, PB-1, and what has to be destroyed to win, PB-9.1.

Everything asks here; the arithmetic of sizes is in `catalog/sizes`, because lists need it too. Two
models state the rules again on purpose: the compiled core, which can import nothing, and the plain
model, which must stay independent. `tests/pocket_battles/rules/test_units.py` and the differential
tests hold all three equal.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Edition, Trait
from pbbuild.pocket_battles.catalog.sizes import POINTS_PER_TOKEN

PLAYERS: Final = 2
MOST_TROOPS: Final = 30  # of a side in a battle: a whole box. PB-1.1
BORDER_TILES: Final = 4  # PB-1.9


class TroopValues(Protocol):
    """The values of a troop that PB-1 needs; tiles of the catalog and of a battle have them."""

    @property
    def fv(self) -> int:
        """Its formation value."""

    @property
    def wp(self) -> int:
        """Its wound points."""

    @property
    def traits(self) -> Sequence[str]:
        """The ids of its traits."""


# Sizes and points.


def is_recommended_size(size: int, edition: Edition) -> bool:
    """Whether the rulebook of `edition` recommends `size`. PB-1.2."""
    low, high = edition.recommended_points
    return low <= size <= high


def points_over(points: int, size: int) -> int:
    """How many of `points` are more than `size` allows. PB-1.4."""
    return max(0, points - size)


# Tokens.


def tokens_of_size(size: int) -> int:
    """The tokens each player has by the size alone. PB-1.3."""
    return max(0, size) // POINTS_PER_TOKEN


def largest_size_for(box_tokens: int) -> int:
    """The largest size for which `box_tokens` are enough for both players. PB-1.3."""
    return box_tokens // PLAYERS * POINTS_PER_TOKEN


def counting_traits(troops: Iterable[TroopValues], traits: Mapping[str, Trait]) -> list[Trait]:
    """The traits that count in a unit of `troops`. PB-1.7, PB-T.

    A trait that stacks is there once for each troop that has it, any other once in all.
    """
    carried = [traits[trait] for troop in troops for trait in troop.traits]
    once = {trait.id: trait for trait in carried if not trait.stacks}
    return [*once.values(), *(trait for trait in carried if trait.stacks)]


def unit_tokens(troops: Iterable[TroopValues], traits: Mapping[str, Trait]) -> int:
    """The tokens that a unit of `troops` adds to its army's. PB-T.13."""
    return sum(
        effect.value
        for trait in counting_traits(troops, traits)
        for effect in trait.effects
        if effect.kind == effects.TOKENS
    )


def tokens_at_start(
    size: int, units: Iterable[Iterable[TroopValues]], traits: Mapping[str, Trait]
) -> int:
    """The tokens with which an army of `units` begins a battle. PB-1.3, PB-T.13."""
    return tokens_of_size(size) + sum(unit_tokens(troops, traits) for troops in units)


# Units.


def largest_unit(troops: Iterable[TroopValues]) -> int:
    """How many troops a unit with these in it may have: their lowest FV, 0 for none. PB-1.5."""
    return min([troop.fv for troop in troops], default=0)


def troops_over(count: int, troops: Sequence[TroopValues]) -> int:
    """How many of its `count` troops a unit has too many. PB-1.5.

    `troops` are those of them whose values are known; tiles of no catalog set no limit.
    """
    return max(0, count - largest_unit(troops)) if troops else 0


def may_join(troop: TroopValues, unit: Sequence[TroopValues]) -> bool:
    """Whether `troop` may be added to `unit`. PB-1.5."""
    return len(unit) < largest_unit((*unit, troop))


def has_wound_points(troops: Iterable[TroopValues]) -> bool:
    """Whether `troops` have the wound point that a unit needs. PB-1.6."""
    # Builder and repairs ask this of many thousand units; any() over a generator is slower.
    for troop in troops:  # noqa: SIM110
        if troop.wp:
            return True
    return False


def is_unit(troops: Sequence[TroopValues]) -> bool:
    """Whether `troops` may be a unit. PB-1.5, PB-1.6."""
    return 0 < len(troops) <= largest_unit(troops) and has_wound_points(troops)


# Tiles left, points to destroy.


def tiles_beside_borders(box: int) -> int:
    """How many of the `box` tiles of an army are left when four mark borders. PB-1.9."""
    return box - BORDER_TILES


def most_tiles(box: int) -> int:
    """How many of the `box` tiles of an army a list may use. PB-1.1, PB-1.9.

    A larger army of the player's own fields no more than a battle has room for.
    """
    return min(tiles_beside_borders(box), MOST_TROOPS)


def points_to_win(fielded: int) -> int:
    """The points to destroy of an enemy who fielded `fielded`, in order to win. PB-9.1."""
    return (fielded + 1) // 2
