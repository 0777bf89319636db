"""The single changes that can be made to a list that breaks PB-1, and how much it breaks."""

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import combinations
from typing import Final, NamedTuple

from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList
from pbbuild.pocket_battles.rules.units import (
    has_wound_points,
    is_size,
    is_unit,
    points_over,
    size_below,
    size_for,
    troops_over,
)

RESIZE_COST: Final = 3

Stacks = tuple[tuple[str, ...], ...]


class Draft(NamedTuple):
    """A list while it is mended: its stacks and its size."""

    units: Stacks
    size: int


class Change(NamedTuple):
    """One step of a search: its edits, what it leaves, what it costs."""

    edits: tuple[str, ...]
    draft: Draft
    touched: int


class Wrongs(NamedTuple):
    """How much of each kind is wrong; all zero is a legal list."""

    unknown: int
    foreign: int
    twice: int
    size: int
    over: int
    formation: int
    empty: int
    wounds: int
    none: int


class Workshop:
    """The tiles of an army at hand, and the changes that can be made to a draft of it."""

    def __init__(self, army_list: ArmyList, catalog: Catalog) -> None:
        self.army_list = army_list
        self.catalog = catalog
        self.mixed = MIXED_ARMIES in army_list.waivers
        self.draft = Draft(tuple(unit.troops for unit in army_list.units), army_list.points)
        army = catalog.armies.get(army_list.army)
        self.box: tuple[Troop, ...] = army.troops if army else ()
        self.troops = catalog.troops

    def points(self, draft: Draft) -> int:
        """The deployment points of the known tiles."""
        troops = self.troops
        return sum(troops[code].dp for unit in draft.units for code in unit if code in troops)

    def wrongs(self, draft: Draft) -> Wrongs:
        """How much of each clause the draft breaks."""
        troops, own = self.troops, self.army_list.army
        unknown = foreign = over = formation = empty = wounds = 0
        seen: set[str] = set()
        all_codes = 0
        for unit in draft.units:
            known: list[Troop] = []
            for code in unit:
                all_codes += 1
                seen.add(code)
                troop = troops.get(code)
                if troop is None:
                    unknown += 1
                    continue
                known.append(troop)
                foreign += troop.army != own
                over += troop.dp
            formation += troops_over(len(unit), known)
            empty += not unit
            wounds += int(bool(unit) and len(known) == len(unit) and not has_wound_points(known))
        return Wrongs(
            unknown,
            0 if self.mixed else foreign,
            all_codes - len(seen),
            int(not is_size(draft.size)),
            points_over(over, draft.size) if draft.size > 0 else 0,
            formation,
            empty,
            wounds,
            int(not draft.units),
        )

    def changes(self, draft: Draft, component: str, named: tuple[str, ...]) -> Iterator[Change]:
        """Single changes that may lessen what `component` counts; tiles `named` first of all."""
        if component in ("unknown", "foreign", "twice"):
            for code in self._culprits(draft, component, named):
                yield self.remove(draft, code)
                yield from self.replacements(draft, code)
        elif component == "size":
            yield from self.resizes(draft)
        elif component == "over":
            for code in dict.fromkeys(code for unit in draft.units for code in unit):
                yield self.remove(draft, code)
                yield from self.replacements(draft, code, cheaper=True)
            if draft.size > 0:
                yield from self.resizes(draft)
        elif component == "formation":
            yield from self._thinnings(draft, named)
        elif component == "empty":
            yield from self._merges(draft)
        elif component == "wounds":
            yield from self._bodies(draft, named)
        else:
            yield from self.additions(draft, None)

    def _culprits(self, draft: Draft, component: str, named: tuple[str, ...]) -> list[str]:
        codes = [code for unit in draft.units for code in unit]

        def wrong(code: str) -> bool:
            if component == "twice":
                return codes.count(code) > 1
            troop = self.troops.get(code)
            if component == "unknown":
                return troop is None
            return troop is not None and troop.army != self.army_list.army

        culprits = [code for code in dict.fromkeys(codes) if wrong(code)]
        return [code for code in culprits if code in named] or culprits

    def remove(self, draft: Draft, code: str) -> Change:
        """The tile leaves."""
        # A code that stands twice: the edit language takes the first one.
        return Change((f"remove {code}",), _after(_without(draft.units, code), draft.size), 1)

    def unused(self, draft: Draft) -> list[Troop]:
        """The tiles of the army that are still in the box."""
        used = {code for unit in draft.units for code in unit}
        return [troop for troop in self.box if troop.code not in used]

    def replacements(self, draft: Draft, code: str, *, cheaper: bool = False) -> Iterator[Change]:
        """`code` gives its place to an unused tile; those most like it come first."""
        old = self.troops.get(code)
        others = self.unused(draft)
        alike: list[str] = []
        if old is None:
            alike = get_close_matches(code.upper(), [new.code for new in others], 3, 0.6)
            others.sort(key=lambda new: alike.index(new.code) if new.code in alike else 9)
        else:
            others.sort(key=lambda new: (abs(new.dp - old.dp), new.name != old.name))
        if cheaper and old is not None:
            others = [new for new in others if new.dp < old.dp]
        seen: set[tuple[object, ...]] = set()
        for new in others:
            likeness = (new.name, new.dp, new.fv, new.wp)
            if likeness in seen:
                continue
            seen.add(likeness)
            units = _swapped(draft.units, code, new.code)
            touched = 2
            if old is None and alike[:1] == [new.code]:
                touched = 0  # a slip of the pen, no change to the army
            elif old is not None and (new.name, new.dp) == (old.name, old.dp):
                touched = 1
            yield Change((f"swap {code} for {new.code}",), _after(units, draft.size), touched)

    def resizes(self, draft: Draft) -> Iterator[Change]:
        """The nearest sizes that hold the points. PB-1.2."""
        spent = self.points(draft)
        below = size_below(draft.size)
        sizes = {below, size_for(below + 1), max(below, size_for(spent))}
        for size in sorted(sizes, key=lambda size: (abs(size - draft.size), size)):
            if size >= spent and size != draft.size:
                yield Change((f"resize {size}",), _after(draft.units, size), RESIZE_COST)

    def too_large(self, unit: tuple[str, ...]) -> bool:
        """Whether a unit breaks PB-1.5."""
        return troops_over(len(unit), self._known(unit)) > 0

    def bodiless(self, unit: tuple[str, ...]) -> bool:
        """Whether a unit of known tiles breaks PB-1.6."""
        known = self._known(unit)
        return bool(unit) and len(known) == len(unit) and not has_wound_points(known)

    def may_stand_alone(self, code: str) -> bool:
        """Whether the tile may be a unit of its own. PB-1.6."""
        return code in self.troops and is_unit((self.troops[code],))

    def _known(self, unit: tuple[str, ...]) -> list[Troop]:
        return [self.troops[code] for code in unit if code in self.troops]

    def _thinnings(self, draft: Draft, named: tuple[str, ...]) -> Iterator[Change]:
        for place, unit in enumerate(draft.units):
            if not self.too_large(unit) or (named and not set(named) & set(unit)):
                continue
            for code in dict.fromkeys(unit):
                yield self.remove(draft, code)
                yield from self.moves(draft, code, place)
            yield from self._splits(draft, place)

    def moves(self, draft: Draft, code: str, source: int) -> Iterator[Change]:
        """The tile goes to each unit that can take it, or stands alone."""
        if _place(draft.units, code) != source:
            return  # it stands twice, and the edit language would take the other one
        without = _without(draft.units, code)
        for target in range(len(draft.units)):
            if target != source and self.fits(without[target], code):
                units = _with(without, code, target)
                yield Change((f"move {code} to {target + 1}",), _after(units, draft.size), 1)
        if len(draft.units[source]) > 1 and self.may_stand_alone(code):
            units = (*without, (code,))
            yield Change((f"move {code} to new",), _after(units, draft.size), 1)

    def _splits(self, draft: Draft, place: int) -> Iterator[Change]:
        unit = draft.units[place]
        if len(unit) > 8 or len(set(unit)) < len(unit):
            groups = [unit[-taken:] for taken in range(2, len(unit) - 1)]
        else:
            groups = [
                group for taken in range(2, len(unit) - 1) for group in combinations(unit, taken)
            ]
        for group in groups:
            if len(set(group)) < len(group):
                continue
            if any(_place(draft.units, code) != place for code in group):
                continue
            rest = tuple(code for code in unit if code not in group)
            units = (*draft.units[:place], rest, group, *draft.units[place + 1 :])
            edit = f"split {place + 1} {' '.join(group)}"
            yield Change((edit,), _after(units, draft.size), len(group))

    def _merges(self, draft: Draft) -> Iterator[Change]:
        # Any edit drops units without troops; merging one away changes nothing else.
        filled = next((place for place, unit in enumerate(draft.units) if unit), None)
        empty = next(place for place, unit in enumerate(draft.units) if not unit)
        if filled is None:
            yield from self.additions(draft, empty)
        else:
            edit = f"merge {filled + 1} {empty + 1}"
            yield Change((edit,), _after(draft.units, draft.size), 0)

    def _bodies(self, draft: Draft, named: tuple[str, ...]) -> Iterator[Change]:
        """Wound points for a unit without: it joins another, a tile joins it, or it goes."""
        for place, unit in enumerate(draft.units):
            if not self.bodiless(unit) or (named and not set(named) & set(unit)):
                continue
            for code in unit:
                yield self.remove(draft, code)
                yield from self.moves(draft, code, place)
            yield from self.additions(draft, place)
            for source, other in enumerate(draft.units):
                for code in other if source != place and len(other) > 1 else ():
                    if self.may_stand_alone(code) and self.fits(unit, code):
                        without = _without(draft.units, code)
                        units = _with(without, code, place)
                        edit = f"move {code} to {place + 1}"
                        yield Change((edit,), _after(units, draft.size), 1)

    def additions(self, draft: Draft, place: int | None) -> Iterator[Change]:
        """An unused tile with wound points joins the unit at `place`, or stands alone."""
        seen: set[tuple[object, ...]] = set()
        for troop in self.unused(draft):
            likeness = (troop.name, troop.dp, troop.fv, troop.wp)
            if likeness in seen or not is_unit((troop,)):
                continue
            seen.add(likeness)
            if place is None:
                units = (*draft.units, (troop.code,))
                yield Change((f"add {troop.code} to new",), _after(units, draft.size), 1)
            elif self.fits(draft.units[place], troop.code):
                units = _with(draft.units, troop.code, place)
                yield Change((f"add {troop.code} to {place + 1}",), _after(units, draft.size), 1)

    def fits(self, unit: tuple[str, ...], code: str) -> bool:
        """Whether the tile may join the unit. PB-1.5."""
        return not self.too_large((*unit, code))


def _after(units: Stacks, size: int) -> Draft:
    # As the edit language has it: a unit without troops is gone.
    return Draft(tuple(unit for unit in units if unit), size)


def _place(units: Stacks, code: str) -> int:
    return next(place for place, unit in enumerate(units) if code in unit)


def _without(units: Stacks, code: str) -> Stacks:
    place = _place(units, code)
    unit = list(units[place])
    unit.remove(code)
    return (*units[:place], tuple(unit), *units[place + 1 :])


def _with(units: Stacks, code: str, place: int) -> Stacks:
    return (*units[:place], (*units[place], code), *units[place + 1 :])


def _swapped(units: Stacks, old: str, new: str) -> Stacks:
    place = _place(units, old)
    unit = list(units[place])
    unit[unit.index(old)] = new
    return (*units[:place], tuple(unit), *units[place + 1 :])
