"""What a player asks the builder for, completed by good defaults."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.build import BuildTask, BuiltArmy, build
from pbbuild.pocket_battles.builder.replace import replace_unit
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.catalog.names import codes_in
from pbbuild.pocket_battles.lists.list_file import LONGEST_NAME
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.owned_tiles import read_owned_tiles
from pbbuild.pocket_battles.lists.pack import Pack
from pbbuild.text.translate import Translator

USUAL_SIZE: Final = 80
FIRST_SEED: Final = 1


@dataclass(frozen=True)
class BuildRequest:
    """An army to build; None where the player leaves it to the builder.

    `own` are the tiles the player has: a file that names them, or their codes. `swaps` put other
    tiles in the place of a unit afterwards: `3 UNI12 UNI13`. `units` are units that it must have,
    each as its tiles: `UNI12 UNI13`.
    """

    points: int | None = None
    army: str | None = None
    style: str | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    own: Path | frozenset[str] | None = None
    swaps: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    seed: int | None = None
    name: str = ""
    pack: Pack | None = None

    def completed(self, catalog: Catalog, t: Translator) -> "BuildRequest":
        """The same with every blank filled in; the name is in the translator's language."""
        filled = replace(
            self,
            points=self.usual_size if self.points is None else self.points,
            army=self.army or self.likely_army(catalog),
            style=self.style or "balanced",
            seed=FIRST_SEED if self.seed is None else self.seed,
        )
        return replace(filled, name=self.name or filled._usual_name(catalog, t))

    @property
    def usual_size(self) -> int:
        """The size where none is named: 80 points, or the nearest that the pack allows."""
        sizes = self.pack.sizes if self.pack else ()
        return min(sizes, key=lambda size: (abs(size - USUAL_SIZE), size), default=USUAL_SIZE)

    def armies(self, catalog: Catalog) -> list[str]:
        """The armies to choose from: those that the pack allows."""
        return [army for army in catalog.armies if not self.pack or self.pack.is_army(army)]

    def likely_army(self, catalog: Catalog) -> str:
        """The army the request points to: that of a tile, of most owned tiles, or by seed."""
        if self.include:
            return catalog.troops[self.include[0]].army
        if owned := self.owned(catalog):
            armies = [catalog.troops[code].army for code in sorted(owned)]
            return max(catalog.armies, key=armies.count)
        seed = FIRST_SEED if self.seed is None else self.seed
        return Random(f"army {seed}").choice(self.armies(catalog) or list(catalog.armies))

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
            pack=self.pack,
            units=tuple(self._wanted_units(catalog)),
        )
        built = build(request, catalog)
        return replace(built, army_list=self._with_swaps(built, catalog))

    def _wanted_units(self, catalog: Catalog) -> Iterator[tuple[str, ...]]:
        for text in self.units:
            codes = codes_in(text, catalog.armies[str(self.army)].troops)
            if not codes:
                raise UsageError("new.unit-without-tiles", text=text)
            yield codes

    def kept_swaps(self) -> "BuildRequest":
        """The same with the units of its swaps as units that every army must have."""
        units = dict.fromkeys(self.units)
        for text in self.swaps:
            codes = swap_of(text)[1].split()
            for unit in [each for each in units if set(each.split()) & set(codes)]:
                del units[unit]
            units[" ".join(codes)] = None
        used = {code for unit in units for code in unit.split()}
        include = tuple(code for code in self.include if code not in used)
        exclude = tuple(code for code in self.exclude if code not in used)
        return replace(self, swaps=(), units=tuple(units), include=include, exclude=exclude)

    def _with_swaps(self, built: BuiltArmy, catalog: Catalog) -> ArmyList:
        army_list, owned = built.army_list, self.owned(catalog)
        for text in self.swaps:
            number, wanted = swap_of(text)
            codes = codes_in(wanted, catalog.armies[army_list.army].troops)
            if not codes:
                raise UsageError("new.swap-unreadable", text=text)
            for code in codes:
                if owned is not None and code not in owned:
                    raise UsageError("new.include-not-owned", tile=code)
            army_list = replace_unit(army_list, number, codes, catalog)
        return army_list


def swap_of(text: str) -> tuple[int, str]:
    """`3 UNI12 UNI13` as a unit's number and its new tiles, which may also be named."""
    number, _, tiles = text.strip().partition(" ")
    if not tiles.strip() or not number.isdecimal() or len(number) > 4:
        raise UsageError("new.swap-unreadable", text=text)
    return int(number), tiles
