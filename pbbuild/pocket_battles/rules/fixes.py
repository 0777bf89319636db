"""The smallest changes that fix what `check` found, as commands of the edit language.

A best-first search applies single changes (remove a tile, add one, move, split, merge, resize).
A change costs the number of tiles it touches, so the first fixes found change the least. Changing
the size costs more, because both players agreed on it. A search has a budget, counted in tiles it
looks at; each fix it has found by then is right, but a smaller one may exist.
"""

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from heapq import heappop, heappush
from itertools import combinations, count
from typing import Final, NamedTuple

from pbbuild.base.budget import Budget
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.catalog.sizes import is_size, size_below, size_for
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList
from pbbuild.pocket_battles.lists.pack import Limit
from pbbuild.pocket_battles.rules.army import Finding
from pbbuild.pocket_battles.rules.units import (
    has_wound_points,
    is_unit,
    largest_size_for,
    most_tiles,
    points_over,
    troops_over,
)

MOST_EXPANSIONS: Final = 150
# Tiles looked at in all searches for one list: about two seconds.
MOST_STEPS: Final = 2_500_000
MOST_FIXES: Final = 5
# A list with more tiles is no army with a few mistakes; searching it would take too long.
LARGEST_FIXED: Final = 120
RESIZE_COST: Final = 3

Stacks = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that fix a list, in the order to apply them.

    `touched` is how many tiles they change, `points` how many DP more the list has afterwards.
    """

    edits: tuple[str, ...]
    touched: int
    points: int


_KIND_OF_FAULT: Final = {
    "unknown-tile": "unknown",
    "unknown-tile-nor-near": "unknown",
    "foreign-tile": "foreign",
    "tile-twice": "twice",
    "size-not-in-tens": "size",
    "over-size": "over",
    "unit-too-large": "formation",
    "empty-unit": "empty",
    "no-wound-points": "wounds",
    "no-units": "none",
    "pack-size": "size",
    "pack-limit": "limits",
    "pack-forbidden": "limits",
}


def fixes_for(
    army_list: ArmyList, catalog: Catalog, finding: Finding, budget: Budget | None = None
) -> tuple[Fix, ...]:
    """The fixes for one finding that break no other rule, the smallest change first.

    If `budget` has stopped afterwards, there may be more of them and smaller ones.
    """
    budget = budget or Budget(MOST_STEPS)
    if len(army_list.troops) > LARGEST_FIXED:
        budget.stopped = True
        return ()
    search = _FixSearch(army_list, catalog, budget)
    if finding.code in _KIND_OF_FAULT:
        return search.search(_KIND_OF_FAULT[finding.code], finding)
    return search.advice(finding)


def smallest_fix(army_list: ArmyList, catalog: Catalog, budget: Budget | None = None) -> Fix | None:
    """The smallest fix found that makes a list legal; None if the search finds none.

    If `budget` has stopped afterwards, a smaller one may exist.
    """
    budget = budget or Budget(MOST_STEPS)
    if len(army_list.troops) > LARGEST_FIXED:
        budget.stopped = True
        return None
    part = budget.share(2)
    found = _FixSearch(army_list, catalog, part).search("", None)
    budget.settle(part)
    return found[0] if found else _fix_one_by_one(army_list, catalog, budget)


def _fix_one_by_one(army_list: ArmyList, catalog: Catalog, budget: Budget) -> Fix | None:
    # One search is too short for lists with many faults: fix the first fault, then search again.
    part = budget.share(1)
    budget.stopped = True
    search = _FixSearch(army_list, catalog, part)
    before = search.points(search.variant)
    edits: tuple[str, ...] = ()
    touched = 0
    for _ in range(LARGEST_FIXED):
        search = _FixSearch(army_list, catalog, part)
        faults = search.faults(search.variant)
        if not any(faults):
            return Fix(edits, touched, search.points(search.variant) - before)
        found = None if part.stopped else next(_smallest_repairs(search, faults), None)
        if found is None:
            return None
        edits, touched = edits + found.edits, touched + found.touched
        army_list = edit_list(army_list, found.edits, catalog).army_list
    return None


def _smallest_repairs(search: "_FixSearch", faults: "_Faults") -> Iterator[Fix]:
    """For each kind of fault the smallest change that reduces it, first without new faults."""
    present = [name for name in _Faults._fields if getattr(faults, name)]
    # Size and points come last: tiles removed for another fault reduce the points too.
    present.sort(key=lambda name: name in ("size", "over"))
    steps: dict[str, list[tuple[int, int, int, int, _Repair]]] = {}
    for no_new_faults in (True, False):
        for kind in present:
            if kind not in steps:
                steps[kind] = list(_steps_against(search, kind, faults))
            allowed = [
                step
                for step in steps[kind]
                if not no_new_faults or _within(search.faults(step[-1].result), faults)
            ]
            if allowed:
                repair = min(allowed)[-1]
                yield Fix(repair.edits, repair.touched, search.gain(repair.result))


def _steps_against(
    search: "_FixSearch", kind: str, faults: "_Faults"
) -> Iterator[tuple[int, int, int, int, "_Repair"]]:
    for place, repair in enumerate(search.repairs(search.variant, kind, ())):
        after = search.faults(repair.result)
        if getattr(after, kind) < getattr(faults, kind) and sum(after) < sum(faults):
            gain = abs(search.gain(repair.result))
            yield getattr(after, kind), repair.touched, gain, place, repair
        if search.budget.stopped:
            return


class _FixedList(NamedTuple):
    """A list while it is being fixed: its stacks and its size."""

    units: Stacks
    size: int


class _Repair(NamedTuple):
    """One step of the search: its edits, the list after them, how many tiles they touch."""

    edits: tuple[str, ...]
    result: _FixedList
    touched: int


class _Faults(NamedTuple):
    """How many faults of each kind a list has; a legal list has none."""

    unknown: int
    foreign: int
    twice: int
    size: int
    over: int
    formation: int
    empty: int
    wounds: int
    none: int
    limits: int = 0


class _Repairs:
    """The single changes that can be made to a variant of a list."""

    def __init__(self, army_list: ArmyList, catalog: Catalog, budget: Budget) -> None:
        self.army_list = army_list
        self.catalog = catalog
        self.budget = budget
        self.mixed = MIXED_ARMIES in army_list.waivers
        self.pack = army_list.pack
        # By how much each limit of the pack may stay exceeded, while another one is fixed.
        self.tolerated: dict[Limit, int] = {}
        self.variant = _FixedList(tuple(unit.troops for unit in army_list.units), army_list.points)
        army = catalog.armies.get(army_list.army)
        self.box: tuple[Troop, ...] = army.troops if army else ()
        self.troops = catalog.troops

    def points(self, variant: _FixedList) -> int:
        """The deployment points of the known tiles."""
        troops = self.troops
        return sum(troops[code].dp for unit in variant.units for code in unit if code in troops)

    def faults(self, variant: _FixedList) -> _Faults:
        """How many faults of each kind the variant has."""
        troops, own = self.troops, self.army_list.army
        unknown = foreign = over = formation = empty = wounds = 0
        fielded: list[Troop] = []
        seen: set[str] = set()
        all_codes = 0
        for unit in variant.units:
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
            fielded += known
            formation += troops_over(len(unit), known)
            empty += not unit
            wounds += int(bool(unit) and len(known) == len(unit) and not has_wound_points(known))
        self.budget.spend(all_codes + len(variant.units))
        return _Faults(
            unknown,
            0 if self.mixed else foreign,
            all_codes - len(seen),
            int(not self.is_size(variant.size)),
            points_over(over, variant.size) if variant.size > 0 else 0,
            formation,
            empty,
            wounds,
            int(not variant.units),
            sum(
                max(0, len(troops) - limit.most - self.tolerated.get(limit, 0))
                for limit, troops in self.excess(fielded)
            ),
        )

    def is_size(self, size: int) -> bool:
        """Whether a battle has this size, and the pack allows it. PB-1.2."""
        return is_size(size) and (self.pack is None or self.pack.is_size(size))

    def excess(self, troops: list[Troop]) -> list[tuple[Limit, list[Troop]]]:
        """The limits of the pack that these tiles exceed, with the tiles that count."""
        return self.pack.excess(troops) if self.pack else []

    def repairs(self, variant: _FixedList, kind: str, named: tuple[str, ...]) -> Iterator[_Repair]:
        """Single changes that may reduce faults of `kind`, to tiles `named` where any is faulty."""
        if kind in ("unknown", "foreign", "twice", "limits"):
            for code in self._faulty_codes(variant, kind, named):
                yield self.remove(variant, code)
                yield from self.replacements(variant, code)
        elif kind == "size":
            yield from self.resizes(variant)
        elif kind == "over":
            for code in dict.fromkeys(code for unit in variant.units for code in unit):
                yield self.remove(variant, code)
                yield from self.replacements(variant, code, cheaper=True)
            if variant.size > 0:
                yield from self.resizes(variant)
        elif kind == "formation":
            yield from self._smaller_units(variant, named)
        elif kind == "empty":
            yield from self._merges(variant)
        elif kind == "wounds":
            yield from self._with_wound_points(variant, named)
        else:
            yield from self.additions(variant, None)

    def _faulty_codes(self, variant: _FixedList, kind: str, named: tuple[str, ...]) -> list[str]:
        codes = [code for unit in variant.units for code in unit]
        known = [self.troops[code] for code in codes if code in self.troops]
        counted = {troop.code for _, troops in self.excess(known) for troop in troops}

        def is_faulty(code: str) -> bool:
            if kind == "twice":
                return codes.count(code) > 1
            if kind == "limits":
                return code in counted
            troop = self.troops.get(code)
            if kind == "unknown":
                return troop is None
            return troop is not None and troop.army != self.army_list.army

        faulty = [code for code in dict.fromkeys(codes) if is_faulty(code)]
        return [code for code in faulty if code in named] or faulty

    def remove(self, variant: _FixedList, code: str) -> _Repair:
        """The change that removes the tile."""
        # Where a code is in the list twice, the edit removes the first one.
        return _Repair((f"remove {code}",), _after(_without(variant.units, code), variant.size), 1)

    def unused(self, variant: _FixedList) -> list[Troop]:
        """The tiles of the army that are still in the box."""
        used = {code for unit in variant.units for code in unit}
        return [troop for troop in self.box if troop.code not in used]

    def replacements(
        self, variant: _FixedList, code: str, *, cheaper: bool = False
    ) -> Iterator[_Repair]:
        """Swaps of `code` for an unused tile; the most similar tiles come first."""
        old = self.troops.get(code)
        others = self.unused(variant)
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
            units = _swapped(variant.units, code, new.code)
            touched = 2
            if old is None and alike[:1] == [new.code]:
                touched = 0  # a corrected misprint does not change the army
            elif old is not None and (new.name, new.dp) == (old.name, old.dp):
                touched = 1
            yield _Repair((f"swap {code} for {new.code}",), _after(units, variant.size), touched)

    def resizes(self, variant: _FixedList) -> Iterator[_Repair]:
        """Changes to the nearest sizes that allow the points. PB-1.2."""
        spent = self.points(variant)
        below = size_below(variant.size)
        sizes = {below, size_for(below + 1), max(below, size_for(spent))}
        if self.pack and self.pack.sizes:
            sizes = set(self.pack.sizes)
        for size in sorted(sizes, key=lambda size: (abs(size - variant.size), size)):
            if size >= spent and size != variant.size:
                yield _Repair((f"resize {size}",), _after(variant.units, size), RESIZE_COST)

    def too_large(self, unit: tuple[str, ...]) -> bool:
        """Whether a unit breaks PB-1.5."""
        return troops_over(len(unit), self._known(unit)) > 0

    def lacks_wound_points(self, unit: tuple[str, ...]) -> bool:
        """Whether a unit of known tiles breaks PB-1.6."""
        known = self._known(unit)
        return bool(unit) and len(known) == len(unit) and not has_wound_points(known)

    def may_stand_alone(self, code: str) -> bool:
        """Whether the tile may be a unit of its own. PB-1.6."""
        return code in self.troops and is_unit((self.troops[code],))

    def _known(self, unit: tuple[str, ...]) -> list[Troop]:
        return [self.troops[code] for code in unit if code in self.troops]

    def _smaller_units(self, variant: _FixedList, named: tuple[str, ...]) -> Iterator[_Repair]:
        for place, unit in enumerate(variant.units):
            if not self.too_large(unit) or (named and not set(named) & set(unit)):
                continue
            for code in dict.fromkeys(unit):
                yield self.remove(variant, code)
                yield from self.moves(variant, code, place)
            yield from self._splits(variant, place)

    def moves(self, variant: _FixedList, code: str, source: int) -> Iterator[_Repair]:
        """Moves of the tile to each unit it may join and to a unit of its own."""
        if _place(variant.units, code) != source:
            return  # the code is in the list twice, and the edit would move the other one
        without = _without(variant.units, code)
        for target in range(len(variant.units)):
            if target != source and self.fits(without[target], code):
                units = _with(without, code, target)
                yield _Repair((f"move {code} to {target + 1}",), _after(units, variant.size), 1)
        if len(variant.units[source]) > 1 and self.may_stand_alone(code):
            units = (*without, (code,))
            yield _Repair((f"move {code} to new",), _after(units, variant.size), 1)

    def _splits(self, variant: _FixedList, place: int) -> Iterator[_Repair]:
        unit = variant.units[place]
        if len(unit) > 8 or len(set(unit)) < len(unit):
            groups = [unit[-taken:] for taken in range(2, len(unit) - 1)]
        else:
            groups = [
                group for taken in range(2, len(unit) - 1) for group in combinations(unit, taken)
            ]
        for group in groups:
            if len(set(group)) < len(group):
                continue
            if any(_place(variant.units, code) != place for code in group):
                continue
            rest = tuple(code for code in unit if code not in group)
            units = (*variant.units[:place], rest, group, *variant.units[place + 1 :])
            edit = f"split {place + 1} {' '.join(group)}"
            yield _Repair((edit,), _after(units, variant.size), len(group))

    def _merges(self, variant: _FixedList) -> Iterator[_Repair]:
        # Every edit removes units without troops; merging an empty unit changes nothing else.
        filled = next((place for place, unit in enumerate(variant.units) if unit), None)
        empty = next(place for place, unit in enumerate(variant.units) if not unit)
        if filled is None:
            yield from self.additions(variant, empty)
        else:
            edit = f"merge {filled + 1} {empty + 1}"
            yield _Repair((edit,), _after(variant.units, variant.size), 0)

    def _with_wound_points(self, variant: _FixedList, named: tuple[str, ...]) -> Iterator[_Repair]:
        """Changes that give a unit wound points, or that remove or merge it."""
        for place, unit in enumerate(variant.units):
            if not self.lacks_wound_points(unit) or (named and not set(named) & set(unit)):
                continue
            for code in unit:
                yield self.remove(variant, code)
                yield from self.moves(variant, code, place)
            yield from self.additions(variant, place)
            for source, other in enumerate(variant.units):
                for code in other if source != place and len(other) > 1 else ():
                    if self.may_stand_alone(code) and self.fits(unit, code):
                        without = _without(variant.units, code)
                        units = _with(without, code, place)
                        edit = f"move {code} to {place + 1}"
                        yield _Repair((edit,), _after(units, variant.size), 1)

    def additions(self, variant: _FixedList, place: int | None) -> Iterator[_Repair]:
        """Additions of an unused tile with wound points to the unit at `place`, or to a new one."""
        seen: set[tuple[object, ...]] = set()
        for troop in self.unused(variant):
            likeness = (troop.name, troop.dp, troop.fv, troop.wp)
            if likeness in seen or not is_unit((troop,)):
                continue
            seen.add(likeness)
            if place is None:
                units = (*variant.units, (troop.code,))
                yield _Repair((f"add {troop.code} to new",), _after(units, variant.size), 1)
            elif self.fits(variant.units[place], troop.code):
                units = _with(variant.units, troop.code, place)
                yield _Repair((f"add {troop.code} to {place + 1}",), _after(units, variant.size), 1)

    def fits(self, unit: tuple[str, ...], code: str) -> bool:
        """Whether the tile may join the unit. PB-1.5."""
        self.budget.spend(len(unit) + 1)
        return not self.too_large((*unit, code))


class _FixSearch(_Repairs):
    """The search for the changes that touch the fewest tiles."""

    def gain(self, variant: _FixedList) -> int:
        """How many points more the variant has than the list."""
        return self.points(variant) - self.points(self.variant)

    def goal(self, kind: str, finding: Finding | None) -> _Faults:
        """How many faults of each kind may be left once the finding is fixed."""
        now = self.faults(self.variant)
        if finding is None:
            return _Faults(*(0 for _ in now))
        if finding.code in ("unknown-tile", "unknown-tile-nor-near", "foreign-tile"):
            amount = sum(code in finding.troops for code in self.army_list.troops)
        elif finding.code == "tile-twice":
            amount = int(str(finding.values["times"])) - 1
        elif finding.code == "over-size":
            amount = now.over
        elif finding.code in ("unit-too-large", "pack-limit", "pack-forbidden"):
            amount = int(str(finding.values.get("amount", 1)))
        else:
            amount = 1
        return now._replace(**{kind: max(0, getattr(now, kind) - amount)})

    def search(self, kind: str, finding: Finding | None) -> tuple[Fix, ...]:
        if finding and kind == "limits":
            self.tolerate_others(str(finding.values["limit"]))
        goal = self.goal(kind, finding)
        named = finding.troops if finding else ()
        focus: set[str] = set()
        if finding and finding.code in ("unit-too-large", "no-wound-points"):
            focus = set(self.army_list.units[finding.units[0] - 1].troops)
            named = tuple(sorted(focus))
        order = count()
        start = self.points(self.variant)
        queue: list[tuple[int, int, int, int, _FixedList, tuple[str, ...]]] = [
            (self._least_cost(self.faults(self.variant), goal), 0, 0, next(order), self.variant, ())
        ]
        best_seen: dict[_FixedList, int] = {self.variant: 0}
        found: list[tuple[int, int, int, int, Fix]] = []
        for expansion in range(MOST_EXPANSIONS + 1):
            if not queue or (found and queue[0][0] > found[0][0] + 1):
                break
            if expansion == MOST_EXPANSIONS:
                self.budget.stopped = True
            if self.budget.stopped:
                break
            _, _, cost, _, variant, edits = heappop(queue)
            faults = self.faults(variant)
            left = [name for name in _Faults._fields if getattr(faults, name) > getattr(goal, name)]
            # The counts may be low enough while the unit named by the finding is still wrong.
            for repair in self.repairs(variant, left[0] if left else kind, named):
                touched = cost + repair.touched
                if self.budget.stopped:
                    break
                if best_seen.get(repair.result, 10_000) <= touched:
                    continue
                best_seen[repair.result] = touched
                points = self.points(repair.result) - start
                path = edits + repair.edits
                faults = self.faults(repair.result)
                if _within(faults, goal) and self.has_fixed_units(repair.result, focus):
                    fix = Fix(path, touched, points)
                    entry = (touched, abs(points), len(path), next(order), fix)
                    insort(found, entry, key=lambda each: each[:4])
                    del found[MOST_FIXES:]
                    continue
                least = touched + self._least_cost(faults, goal)
                heappush(queue, (least, abs(points), touched, next(order), repair.result, path))
        return tuple(entry[4] for entry in found)

    def tolerate_others(self, fixed: str) -> None:
        """Let the limits other than `fixed` stay exceeded by as much as they are."""
        known = [self.troops[code] for code in self.army_list.troops if code in self.troops]
        self.tolerated = {
            limit: len(troops) - limit.most
            for limit, troops in self.excess(known)
            if f"{limit.subject} {limit.name}" != fixed
        }

    def has_fixed_units(self, variant: _FixedList, focus: set[str]) -> bool:
        """Whether each unit with a tile of `focus` is small enough and has wound points."""
        return not any(
            focus.intersection(unit) and (self.too_large(unit) or self.lacks_wound_points(unit))
            for unit in (variant.units if focus else ())
        )

    def _least_cost(self, faults: _Faults, goal: _Faults) -> int:
        """A lower bound of the tiles that still have to be touched."""
        least = sum(
            max(0, getattr(faults, name) - getattr(goal, name))
            for name in ("unknown", "foreign", "twice")
        )
        if faults.over > goal.over:
            highest = max((troop.dp for troop in self.box), default=10)
            least = max(least, -(-(faults.over - goal.over) // max(1, highest)))
        if faults.limits > goal.limits and self.pack:
            # A tile counts against each limit at most once.
            least = max(least, -(-(faults.limits - goal.limits) // len(self.pack.limits)))
        return least or int(not _within(faults, goal))

    def advice(self, finding: Finding) -> tuple[Fix, ...]:
        variant, spent = self.variant, self.points(self.variant)
        if finding.code == "under-size":
            return self._additions_within(variant, variant.size - spent)
        if finding.code in ("size-not-recommended", "box-short-of-tokens"):
            edition = self.catalog.editions[self.army_list.edition]
            low, high = edition.recommended_points
            size = low if variant.size < low else min(high, largest_size_for(edition.box_tokens))
            return (Fix((f"resize {size}",), RESIZE_COST, 0),) if spent <= size else ()
        if finding.code == "leader-on-top":
            unit = variant.units[finding.units[0] - 1]
            others = [code for code in unit if code not in finding.troops]
            return tuple(Fix((f"top {code}",), 1, 0) for code in others[:1])
        if finding.code in ("idle-without-black", "idle-without-white"):
            return self._moves_that_help(finding)
        if finding.code == "no-border-tiles":
            return self._fewer_tiles(variant)
        return ()

    def _additions_within(self, variant: _FixedList, amount: int) -> tuple[Fix, ...]:
        if len(set(self.army_list.troops)) >= most_tiles(len(self.box)):
            return ()
        found: list[tuple[int, Fix]] = []
        for troop in self.unused(variant):
            if troop.dp > amount or troop.dp <= 0:
                continue
            places = [
                place for place, unit in enumerate(variant.units) if self.fits(unit, troop.code)
            ]
            alone = is_unit((troop,))
            after = [*self._known(self.army_list.troops), troop]
            if self.pack and any(limit.counts(troop) for limit, _ in self.excess(after)):
                continue
            if places or alone:
                where = "new" if alone else str(places[0] + 1)
                fix = Fix((f"add {troop.code} to {where}",), 1, troop.dp)
                found.append((amount - troop.dp, fix))
        found.sort(key=lambda entry: entry[0])
        return tuple(fix for _, fix in found[:3])

    def _moves_that_help(self, finding: Finding) -> tuple[Fix, ...]:
        code, source = finding.troops[0], finding.units[0] - 1
        before = self.faults(self.variant)
        found: list[Fix] = []
        for repair in self.moves(self.variant, code, source):
            moved = next(unit for unit in repair.result.units if code in unit)
            mates = [self.troops[each] for each in moved if each in self.troops]
            useful = any(
                bool(troop.black if finding.code == "idle-without-black" else troop.white)
                for troop in mates
            )
            if useful and _within(self.faults(repair.result), before):
                found.append(Fix(repair.edits, 1, 0))
        return tuple(found[:3])

    def _fewer_tiles(self, variant: _FixedList) -> tuple[Fix, ...]:
        before, points = self.faults(variant), 0
        edits: list[str] = []
        while len({code for unit in variant.units for code in unit}) > most_tiles(len(self.box)):
            codes = sorted(
                (self.troops[code].dp, code)
                for unit in variant.units
                for code in unit
                if code in self.troops
            )
            for dp, code in codes:
                repair = self.remove(variant, code)
                if _within(self.faults(repair.result), before):
                    variant, points = repair.result, points - dp
                    edits.extend(repair.edits)
                    break
            else:
                return ()
        return (Fix(tuple(edits), len(edits), points),)


def _after(units: Stacks, size: int) -> _FixedList:
    # The edit language removes a unit without troops.
    return _FixedList(tuple(unit for unit in units if unit), size)


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


def _within(faults: _Faults, goal: _Faults) -> bool:
    return all(count <= allowed for count, allowed in zip(faults, goal, strict=True))
