"""Restricted play: a list that plays without reactions, redeployment, the first turn or a trait."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_roll
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.forces import Tile, pack_dice

FIRST_TURN: Final = "first-turn"
REDEPLOYMENT: Final = "redeployment"
REACTIONS: Final = "reactions"
PARTS: Final = (FIRST_TURN, REDEPLOYMENT, REACTIONS)


@dataclass(frozen=True, slots=True)
class Restriction:
    """What a list plays without; `begins` says whether it has the first turn, None by dice.

    `traits` are taken off its tiles, `added` are put on all of them.
    """

    reactions: bool = False
    begins: bool | None = None
    traits: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def alters(self) -> bool:
        """Whether tiles are changed."""
        return bool(self.traits or self.added)

    def altered(self, ours: int) -> Callable[[int, Tile], Tile]:
        """The function that changes the tiles of the side `ours`."""

        def change(side: int, tile: Tile) -> Tile:
            if side != ours:
                return tile
            kept = (trait for trait in tile.traits if trait not in self.traits)
            return replace(tile, traits=tuple(dict.fromkeys((*kept, *self.added))))

        return change


NOTHING: Final = Restriction()


def restrictions_for(part: str, catalog: Catalog) -> tuple[Restriction, Restriction]:
    """How a list plays with `part` and without it: a part of PARTS, or a trait.

    A trait without its number means all of them. The first turn is compared with never having it.
    """
    if part == FIRST_TURN:
        return Restriction(begins=True), Restriction(begins=False)
    if part == REACTIONS:
        return NOTHING, Restriction(reactions=True)
    if part == REDEPLOYMENT:
        return NOTHING, Restriction(added=(_trait_against_redeployment(catalog),))
    return NOTHING, Restriction(traits=traits_named(part, catalog))


def traits_named(name: str, catalog: Catalog) -> tuple[str, ...]:
    """The traits called `name`, with any number where it has none."""
    return tuple(trait for trait in catalog.traits if name in (trait, trait.partition("+")[0]))


def _trait_against_redeployment(catalog: Catalog) -> str:
    """The trait that does nothing but forbid redeployment. PB-T.14."""
    return next(
        trait.id
        for trait in catalog.traits.values()
        if [effect.kind for effect in trait.effects] == [effects.MAY_NOT_REDEPLOY]
    )


def decide_initiative(state: State, ours: int, *, begins: bool) -> None:
    """Give the first turn of the battle to the side `ours`, or to the other. PB-3.1."""
    first = ours if begins else 1 - ours
    for side in (c.SIDE_A, c.SIDE_B):
        apply_roll(state, pack_dice([6 if side == first else 1]))
