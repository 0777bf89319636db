"""The smallest changes that mend what `check` found, as words of the edit language.

A list is mended by best-first search over single changes (take a tile out, put one in, move,
split, merge, resize). A change costs the tiles it touches, so that the first answers found are
those that change least; a change of the size costs more, for it is agreed with the enemy.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Final

from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import Finding
from pbbuild.pocket_battles.rules.repairs import RESIZE_COST, Draft, Workshop, Wrongs
from pbbuild.pocket_battles.rules.units import is_unit, most_tiles

MOST_EXPANSIONS: Final = 150
MOST_FIXES: Final = 5
# Beyond this a list is not an army with a slip in it but a different kind of file.
LARGEST_MENDED: Final = 120


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend, in the order to apply them; `touched` tiles, `points` more or fewer DP."""

    edits: tuple[str, ...]
    touched: int
    points: int


_COMPONENT: Final = {
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
}


def fixes(army_list: ArmyList, catalog: Catalog, finding: Finding) -> tuple[Fix, ...]:
    """Ways to mend one finding without breaking another rule, the smallest change first."""
    if len(army_list.troops) > LARGEST_MENDED:
        return ()
    workshop = _Mender(army_list, catalog)
    if finding.code in _COMPONENT:
        return workshop.search(_COMPONENT[finding.code], finding)
    return workshop.advice(finding)


def mend(army_list: ArmyList, catalog: Catalog) -> Fix | None:
    """The smallest sequence found that makes a list legal; None if there is none to be found."""
    if len(army_list.troops) > LARGEST_MENDED:
        return None
    found = _Mender(army_list, catalog).search("", None)
    return found[0] if found else _mend_in_turn(army_list, catalog)


def _mend_in_turn(army_list: ArmyList, catalog: Catalog) -> Fix | None:
    # Lists with many faults are too far from legal for one search: mend the first, look again.
    workshop = _Mender(army_list, catalog)
    before = workshop.points(workshop.draft)
    edits: tuple[str, ...] = ()
    touched = 0
    for _ in range(LARGEST_MENDED):
        workshop = _Mender(army_list, catalog)
        wrongs = workshop.wrongs(workshop.draft)
        if not any(wrongs):
            return Fix(edits, touched, workshop.points(workshop.draft) - before)
        found = next(_each_smallest(workshop, wrongs), None)
        if found is None:
            return None
        edits, touched = edits + found.edits, touched + found.touched
        army_list = edit_list(army_list, found.edits, catalog).army_list
    return None


def _each_smallest(workshop: "_Mender", wrongs: Wrongs) -> Iterator[Fix]:
    """For each kind of fault the smallest change that lessens it, first without harm elsewhere."""
    present = [name for name in Wrongs._fields if getattr(wrongs, name)]
    # The size comes last but for points over it: tiles that leave may make room.
    for harmless in (True, False):
        for component in sorted(present, key=lambda name: name in ("size", "over")):
            steps = [
                (after, change.touched, abs(workshop.gain(change.draft)), place, change)
                for place, change in enumerate(workshop.changes(workshop.draft, component, ()))
                if (after := getattr(workshop.wrongs(change.draft), component))
                < getattr(wrongs, component)
                and (not harmless or _met(workshop.wrongs(change.draft), wrongs))
                and sum(workshop.wrongs(change.draft)) < sum(wrongs)
            ]
            if steps:
                change = min(steps)[-1]
                yield Fix(change.edits, change.touched, workshop.gain(change.draft))


class _Mender(Workshop):
    """A workshop that looks for the cheapest way through its changes."""

    def gain(self, draft: Draft) -> int:
        """How many points more the draft has than the list."""
        return self.points(draft) - self.points(self.draft)

    def goal(self, component: str, finding: Finding | None) -> Wrongs:
        """How much may be left wrong when the finding is mended."""
        now = self.wrongs(self.draft)
        if finding is None:
            return Wrongs(*(0 for _ in now))
        whole = {"unit-too-large": finding.values.get("amount", 1)}
        if finding.code in ("unknown-tile", "unknown-tile-nor-near", "foreign-tile"):
            amount = sum(code in finding.troops for code in self.army_list.troops)
        elif finding.code == "tile-twice":
            amount = int(str(finding.values["times"])) - 1
        elif finding.code == "over-size":
            amount = now.over
        else:
            amount = int(str(whole.get(finding.code, 1)))
        return now._replace(**{component: max(0, getattr(now, component) - amount)})

    def search(self, component: str, finding: Finding | None) -> tuple[Fix, ...]:
        goal = self.goal(component, finding)
        named = finding.troops if finding else ()
        focus: set[str] = set()
        if finding and finding.code in ("unit-too-large", "no-wound-points"):
            focus = set(self.army_list.units[finding.units[0] - 1].troops)
            named = tuple(sorted(focus))
        order = count()
        start = self.points(self.draft)
        queue: list[tuple[int, int, int, int, Draft, tuple[str, ...]]] = [
            (self._far(self.draft, goal), 0, 0, next(order), self.draft, ())
        ]
        best_seen: dict[Draft, int] = {self.draft: 0}
        found: list[tuple[int, int, int, int, Fix]] = []
        for _ in range(MOST_EXPANSIONS):
            if not queue or (found and queue[0][0] > found[0][0] + 1):
                break
            _, _, cost, _, draft, edits = heappop(queue)
            wrongs = self.wrongs(draft)
            left = [name for name in Wrongs._fields if getattr(wrongs, name) > getattr(goal, name)]
            # Where the sums are right but the unit is not, it is still about the unit.
            for change in self.changes(draft, left[0] if left else component, named):
                touched = cost + change.touched
                if best_seen.get(change.draft, 10_000) <= touched:
                    continue
                best_seen[change.draft] = touched
                points = self.points(change.draft) - start
                path = edits + change.edits
                if _met(self.wrongs(change.draft), goal) and self.settled(change.draft, focus):
                    fix = Fix(path, touched, points)
                    found.append((touched, abs(points), len(path), next(order), fix))
                    found.sort(key=lambda each: each[:4])
                    continue
                far = touched + self._far(change.draft, goal)
                heappush(queue, (far, abs(points), touched, next(order), change.draft, path))
        return tuple(entry[4] for entry in found[:MOST_FIXES])

    def settled(self, draft: Draft, focus: set[str]) -> bool:
        """Whether no unit with a tile of `focus` is too large or bodiless any more."""
        return not any(
            (self.too_large(unit) or self.bodiless(unit)) and focus & set(unit)
            for unit in draft.units
        )

    def _far(self, draft: Draft, goal: Wrongs) -> int:
        """At least so many tiles still have to be touched."""
        wrongs = self.wrongs(draft)
        far = sum(
            max(0, getattr(wrongs, name) - getattr(goal, name))
            for name in ("unknown", "foreign", "twice")
        )
        if wrongs.over > goal.over:
            dearest = max((troop.dp for troop in self.box), default=10)
            far = max(far, -(-(wrongs.over - goal.over) // max(1, dearest)))
        return far or int(not _met(wrongs, goal))

    def advice(self, finding: Finding) -> tuple[Fix, ...]:
        draft, spent = self.draft, self.points(self.draft)
        if finding.code == "under-size":
            return self._fillings(draft, draft.size - spent)
        if finding.code in ("size-not-recommended", "box-short-of-tokens"):
            edition = self.catalog.editions[self.army_list.edition]
            low, high = edition.recommended_points
            size = low if draft.size < low else min(high, edition.box_tokens * 5)
            return (Fix((f"resize {size}",), RESIZE_COST, 0),) if spent <= size else ()
        if finding.code == "leader-on-top":
            unit = draft.units[finding.units[0] - 1]
            others = [code for code in unit if code not in finding.troops]
            return tuple(Fix((f"top {code}",), 1, 0) for code in others[:1])
        if finding.code in ("idle-without-black", "idle-without-white"):
            return self._better_homes(finding)
        if finding.code == "no-border-tiles":
            return self._fewer_tiles(draft)
        return ()

    def _fillings(self, draft: Draft, amount: int) -> tuple[Fix, ...]:
        if len(set(self.army_list.troops)) >= most_tiles(len(self.box)):
            return ()
        found: list[tuple[int, Fix]] = []
        for troop in self.unused(draft):
            if troop.dp > amount or troop.dp <= 0:
                continue
            places = [
                place for place, unit in enumerate(draft.units) if self.fits(unit, troop.code)
            ]
            alone = is_unit((troop,))
            if places or alone:
                where = "new" if alone else str(places[0] + 1)
                fix = Fix((f"add {troop.code} to {where}",), 1, troop.dp)
                found.append((amount - troop.dp, fix))
        found.sort(key=lambda entry: entry[0])
        return tuple(fix for _, fix in found[:3])

    def _better_homes(self, finding: Finding) -> tuple[Fix, ...]:
        code, source = finding.troops[0], finding.units[0] - 1
        before = self.wrongs(self.draft)
        found: list[Fix] = []
        for change in self.moves(self.draft, code, source):
            moved = next(unit for unit in change.draft.units if code in unit)
            mates = [self.troops[each] for each in moved if each in self.troops]
            useful = any(
                bool(troop.black if finding.code == "idle-without-black" else troop.white)
                for troop in mates
            )
            if useful and _met(self.wrongs(change.draft), before):
                found.append(Fix(change.edits, 1, 0))
        return tuple(found[:3])

    def _fewer_tiles(self, draft: Draft) -> tuple[Fix, ...]:
        before, points = self.wrongs(draft), 0
        edits: list[str] = []
        while len({code for unit in draft.units for code in unit}) > most_tiles(len(self.box)):
            codes = sorted(
                (self.troops[code].dp, code)
                for unit in draft.units
                for code in unit
                if code in self.troops
            )
            for dp, code in codes:
                change = self.remove(draft, code)
                if _met(self.wrongs(change.draft), before):
                    draft, points = change.draft, points - dp
                    edits.extend(change.edits)
                    break
            else:
                return ()
        return (Fix(tuple(edits), len(edits), points),)


def _met(wrongs: Wrongs, goal: Wrongs) -> bool:
    return all(is_ <= allowed for is_, allowed in zip(wrongs, goal, strict=True))
