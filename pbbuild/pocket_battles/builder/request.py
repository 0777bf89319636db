"""What a player asks the builder for, completed by good defaults."""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.build import BuildTask, BuiltArmy, build
from pbbuild.pocket_battles.builder.replace import replace_unit
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.list_file import LONGEST_NAME
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.owned_tiles import read_owned_tiles
from pbbuild.text.translate import Translator

USUAL_SIZE: Final = 80
FIRST_SEED: Final = 1


@dataclass(frozen=True)
class BuildRequest:
    """An army to build; None where the player leaves it to the builder.

    `own` are the tiles the player has: a file that names them, or their codes. `swaps` put other
    tiles in the place of a unit afterwards: `3 UNI12 UNI13`.
    """

    points: int | None = None
    army: str | None = None
    style: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    own: Path | frozenset[str] | None = None
    swaps: tuple[str, ...] = ()
    seed: int | None = None
    name: str = ""

    def completed(self, catalog: Catalog, t: Translator) -> "BuildRequest":
        """The same with every blank filled in; the name is in the translator's language."""
        filled = replace(
            self,
            points=USUAL_SIZE if self.points is None else self.points,
            army=self.army or self.likely_army(catalog),
            style=self.style or "balanced",
            seed=FIRST_SEED if self.seed is None else self.seed,
        )
        return replace(filled, name=self.name or filled._usual_name(catalog, t))

    def likely_army(self, catalog: Catalog) -> str:
        """The army the request points to: that of a tile, of most owned tiles, or by seed."""
        if self.include:
            return catalog.troops[self.include[0]].army
        if owned := self.owned(catalog):
            armies = [catalog.troops[code].army for code in sorted(owned)]
            return max(catalog.armies, key=armies.count)
        seed = FIRST_SEED if self.seed is None else self.seed
        return Random(f"army {seed}").choice(list(catalog.armies))

    def _usual_name(self, catalog: Catalog, t: Translator) -> str:
        # A name that says what it is.
        army = catalog.armies.get(str(self.army))
        return t(
            "new.usual-name",
            army=army.name.in_language(t.language) if army else self.army,
            size=self.points,
            style=t(f"new.style.{self.style}"),
        )

    def owned(self, catalog: Catalog) -> frozenset[str] | None:
        """The tiles the player has, None for a whole box."""
        return read_owned_tiles(self.own, catalog) if isinstance(self.own, Path) else self.own

    def build(self, catalog: Catalog) -> BuiltArmy:
        """The army for a completed request, its swaps made."""
        assert self.points is not None
        assert self.seed is not None
        assert self.army
        assert self.style
        if len(self.name) > LONGEST_NAME or not self.name.isprintable():
            raise UsageError("new.bad-name", maximum=LONGEST_NAME)
        request = BuildTask(
            army=self.army,
            points=self.points,
            style=self.style,
            seed=self.seed,
            include=tuple(dict.fromkeys(self.include)),
            exclude=self.exclude,
            own=self.owned(catalog),
            name=self.name,
        )
        built = build(request, catalog)
        return replace(built, army_list=self._with_swaps(built, catalog))

    def _with_swaps(self, built: BuiltArmy, catalog: Catalog) -> ArmyList:
        army_list = built.army_list
        for text in self.swaps:
            army_list = replace_unit(army_list, *swap_of(text), catalog)
        return army_list


def swap_of(text: str) -> tuple[int, tuple[str, ...]]:
    """`3 UNI12 UNI13` as a unit's number and its new tiles."""
    words = text.replace(",", " ").split()
    if len(words) < 2 or not words[0].isdecimal() or len(words[0]) > 4:
        raise UsageError("new.swap-unreadable", text=text)
    return int(words[0]), tuple(word.upper() for word in words[1:])
