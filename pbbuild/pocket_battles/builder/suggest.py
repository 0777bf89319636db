"""The best small changes to a list: to spend the points left, or to free some.

The measure is the builder's own: the worth of the units to a style, less for units outside the
style's band and for points left lying. A beam search tries adding, swapping and removing tiles,
a few steps deep; every way that comes out is legal and is told as an edit to paste. Each tile
that comes or goes has a price, so that no way does more than its gain is worth, and a way that
mostly repeats a better one is left out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.candidates import is_sensible
from pbbuild.pocket_battles.builder.solve import POINT_PRICE, UNIT_PRICE
from pbbuild.pocket_battles.builder.tile_choice import chance_to_score
from pbbuild.pocket_battles.builder.worth import STYLES, unit_worth
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import is_legal, points_of
from pbbuild.pocket_battles.rules.fits import box
from pbbuild.pocket_battles.rules.units import is_unit, most_tiles, tokens_of_size

BEAM: Final = 24
FEWEST_STEPS: Final = 2
MOST_STEPS: Final = 7
# Which faces a tile has only decides between ways that are otherwise equal.
FACE_PRICE: Final = 0.02
# What a change has to bring for each tile that it puts in or takes out.
CHANGE_PRICE: Final = 0.4
# How much two ways told may have in common: little, else most but never all of the shorter.
SHARES: Final = (0.4, 0.75)
# So many ways of a beam may make the same change, or all of them begin alike.
ALIKE: Final = 8

Stacks = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Edits to paste, the list after them, and how much more the army is then worth."""

    edits: tuple[str, ...]
    army_list: ArmyList
    points: int
    gain: float


class _Way(NamedTuple):
    stacks: Stacks
    points: int
    edits: tuple[str, ...]
    # The kinds of tiles put in ("+...") and taken out ("-...").
    changes: tuple[str, ...]


def suggest(
    army_list: ArmyList, catalog: Catalog, *, free: int = 0, style: str = "balanced", most: int = 5
) -> tuple[Suggestion, ...]:
    """The best legal ways to spend the points left, or to free `free` points; best first."""
    if not is_legal(army_list, catalog):
        raise UsageError("suggest.illegal", name=army_list.name)
    if free and free >= points_of(army_list, catalog):
        raise UsageError("suggest.free-too-much", points=points_of(army_list, catalog))
    search = _Search(army_list, catalog, style, free)
    found = []
    for way in _unlike(search.best(), most):
        after = edit_list(army_list, way.edits, catalog).army_list
        assert is_legal(after, catalog), way.edits
        gain = search.worth(way.stacks) - search.worth(search.start.stacks)
        found.append(Suggestion(way.edits, after, way.points, gain))
    return tuple(sorted(found, key=lambda way: (-way.gain, way.edits)))


def _unlike(ways: Sequence[_Way], most: int) -> list[_Way]:
    """The best ways that have little in common; likelier ones only where these are too few."""
    kept: list[_Way] = []
    for share in SHARES:
        for way in ways:
            if len(kept) == most:
                break
            if all(_in_common(way, other) <= share for other in kept):
                kept.append(way)
    return kept


def _in_common(way: _Way, other: _Way) -> float:
    """How much of the shorter way the other does too."""
    both = Counter(way.changes) & Counter(other.changes)
    return both.total() / min(len(way.changes), len(other.changes))


def army_worth(army_list: ArmyList, catalog: Catalog, style: str = "balanced") -> float:
    """What the units of a list are worth to a style, by the builder's measure."""
    handle = _Handle(catalog)
    return sum(_unit_worth(tuple(sorted(unit.troops)), style, handle) for unit in army_list.units)


class _Search:
    def __init__(self, army_list: ArmyList, catalog: Catalog, style: str, free: int) -> None:
        self.catalog = catalog
        self.style = STYLES[style]
        self.size = army_list.points
        self.wanted = -(-self.size * 98 // 100)
        spent = points_of(army_list, catalog)
        self.target = spent - free if free else 0
        self.tiles = box(army_list, catalog)
        self.most_tiles = max(most_tiles(len(self.tiles)), len(army_list.troops))
        tokens = tokens_of_size(army_list.points)
        # A player who likes more units than the style does is not told to have fewer.
        self.band = (
            min(len(army_list.units), max(1, round(self.style.units[0] * tokens))),
            max(len(army_list.units), round(self.style.units[1] * tokens)),
        )
        to_go = free or army_list.points - spent
        self.depth = min(MOST_STEPS, FEWEST_STEPS + to_go // 6)
        self.start = _Way(tuple(unit.troops for unit in army_list.units), spent, (), ())
        self.per_point = max(0.1, self.worth(self.start.stacks) / max(1, spent))

    def kind(self, code: str) -> str:
        troop = self.catalog.troops[code]
        return f"{troop.name} {troop.dp} {len(troop.black)} {len(troop.white)} {troop.traits}"

    def unit_worth(self, unit: tuple[str, ...]) -> float:
        return _unit_worth(tuple(sorted(unit)), self.style.name, _Handle(self.catalog))

    def worth(self, stacks: Stacks) -> float:
        low, high = self.band
        outside = max(0, low - len(stacks)) + max(0, len(stacks) - high)
        return sum(map(self.unit_worth, stacks)) - UNIT_PRICE * outside

    def score(self, way: _Way) -> float:
        """What the builder would say of it, with the price of missing the goal and of change."""
        worth = self.worth(way.stacks) - CHANGE_PRICE * len(way.changes)
        if self.target:
            return worth - 2 * self.per_point * abs(way.points - self.target)
        return worth - POINT_PRICE * max(0, self.wanted - way.points)

    def is_spent(self, way: _Way) -> bool:
        return way.points >= self.wanted

    def is_answer(self, way: _Way) -> bool:
        return bool(way.edits) and (not self.target or way.points <= self.target)

    def best(self) -> list[_Way]:
        beam, answers = [self.start], []
        for _ in range(self.depth):
            grown: dict[tuple[Stacks, int], _Way] = {}
            for way in beam:
                for step in self.steps(way):
                    grown.setdefault((tuple(sorted(step.stacks)), step.points), step)
            ranked = sorted(grown.values(), key=lambda way: (-self.score(way), way.edits))
            answers += [way for way in ranked if self.is_answer(way)]
            beam = _beam(ranked)
        # Of equal worth the shorter edit is the better one.
        answers.sort(key=lambda way: (-round(self.score(way), 3), len(way.edits), way.edits))
        if self.target:
            return answers
        before = self.worth(self.start.stacks)
        answers = [way for way in answers if self.worth(way.stacks) > before]
        # Those that spend too little are for want of any that spend enough.
        return [way for way in answers if self.is_spent(way)] or answers

    def steps(self, way: _Way) -> Iterator[_Way]:
        used = {code for unit in way.stacks for code in unit}
        free = [troop for troop in self.tiles if troop.code not in used]
        if self.target:
            yield from self.removals(way)
        else:
            yield from self.additions(way, self.samples(free))
        yield from self.swaps(way, free)

    def samples(self, free: list[Troop]) -> list[Troop]:
        # Tiles of one kind differ in faces alone; two of a kind are choice enough.
        kept: dict[str, list[Troop]] = {}
        for troop in free:
            kept.setdefault(self.kind(troop.code), []).append(troop)
        return [troop for alike in kept.values() for troop in alike[:2]]

    def additions(self, way: _Way, free: list[Troop]) -> Iterator[_Way]:
        if sum(map(len, way.stacks)) >= self.most_tiles:
            return
        for troop in free:
            points = way.points + troop.dp
            if points > self.size:
                continue
            if is_unit((troop,)):
                edit = f"add {troop.code} to new"
                yield self.after(way, (*way.stacks, (troop.code,)), edit, put_in=troop.code)
            for index, unit in enumerate(way.stacks):
                if self.may_become(unit, (*unit, troop.code)):
                    stacks = _put(way.stacks, index, (*unit, troop.code))
                    edit = f"add {troop.code} to {index + 1}"
                    yield self.after(way, stacks, edit, put_in=troop.code)

    def removals(self, way: _Way) -> Iterator[_Way]:
        for index, unit in enumerate(way.stacks):
            for code in unit:
                rest = tuple(other for other in unit if other != code)
                if rest and not self.is_unit(rest):
                    continue
                stacks = _put(way.stacks, index, rest)
                yield self.after(way, stacks, f"remove {code}", taken_out=code)

    def swaps(self, way: _Way, free: list[Troop]) -> Iterator[_Way]:
        for index, unit in enumerate(way.stacks):
            for code in unit:
                old = self.catalog.troops[code]
                for troop in self.samples(free):
                    points = way.points - old.dp + troop.dp
                    # Spending goes up and freeing goes down; the rest is another list.
                    if points > self.size or (points <= way.points) != bool(self.target):
                        continue
                    changed = tuple(troop.code if other == code else other for other in unit)
                    if self.may_become(unit, changed) and points != way.points:
                        stacks = _put(way.stacks, index, changed)
                        edit = f"swap {code} for {troop.code}"
                        yield self.after(way, stacks, edit, put_in=troop.code, taken_out=code)

    def after(
        self, way: _Way, stacks: Stacks, edit: str, *, put_in: str = "", taken_out: str = ""
    ) -> _Way:
        """The way one edit further."""
        points, changes = way.points, list(way.changes)
        for code, sign in ((put_in, 1), (taken_out, -1)):
            if code:
                points += sign * self.catalog.troops[code].dp
                changes.append(f"{'+' if sign > 0 else '-'}{self.kind(code)}")
        return _Way(stacks, points, (*way.edits, edit), tuple(changes))

    def may_become(self, before: tuple[str, ...], after: tuple[str, ...]) -> bool:
        """Whether it is a unit, and one a player would call so, unless it never was one."""
        if not self.is_unit(after):
            return False
        troops = self.catalog.troops
        return is_sensible([troops[code] for code in after]) or not is_sensible(
            [troops[code] for code in before]
        )

    def is_unit(self, codes: tuple[str, ...]) -> bool:
        """PB-1.5, PB-1.6."""
        return is_unit([self.catalog.troops[code] for code in codes])


def _beam(ranked: Sequence[_Way]) -> list[_Way]:
    """The best ways, not all of them variations of one."""
    kept: list[_Way] = []
    made: Counter[str] = Counter()
    for way in ranked:
        if any(made[change] < ALIKE for change in way.changes):
            kept.append(way)
            made.update(set(way.changes))
            if len(kept) == BEAM:
                break
    return kept


class _Handle:
    """A catalog as a key of the cache: the same object is the same key."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def __hash__(self) -> int:
        return id(self.catalog)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Handle) and other.catalog is self.catalog


@lru_cache(maxsize=50_000)
def _unit_worth(codes: tuple[str, ...], style: str, handle: _Handle) -> float:
    troops = tuple(handle.catalog.troops[code] for code in codes)
    spread = FACE_PRICE * chance_to_score(troops, handle.catalog)
    return unit_worth(troops, STYLES[style], handle.catalog) + spread


def _put(stacks: Stacks, index: int, unit: tuple[str, ...]) -> Stacks:
    middle = (unit,) if unit else ()
    return (*stacks[:index], *middle, *stacks[index + 1 :])
