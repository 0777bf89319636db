"""The best small changes to a list: to spend the points left, or to free points.

The measure is that of the builder: the worth of the units for a style, less for units outside the
style's band and for unspent points. A beam search adds, swaps and removes tiles, a few steps deep;
every suggestion is legal and consists of edits to paste. Each tile added or removed has a price,
so that no suggestion changes more than it gains, and suggestions too similar to a better one are
left out. The search has a budget, counted in trials; what it has found by then is legal and worth
what it says, but better suggestions may exist.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from pbbuild.base.budget import Budget
from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.candidates import is_sensible
from pbbuild.pocket_battles.builder.solve import POINT_PRICE, UNIT_PRICE
from pbbuild.pocket_battles.builder.worth import STYLES, chance_to_score, unit_worth
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import is_legal, points_of
from pbbuild.pocket_battles.rules.fitting_tiles import available_tiles
from pbbuild.pocket_battles.rules.units import is_unit, most_tiles, tokens_of_size

BEAM: Final = 24
FEWEST_STEPS: Final = 2
MOST_STEPS: Final = 7
# While more than so many points are to be freed, tiles are only removed.
SWAPS_BELOW: Final = 30
# How many of the best trials are reduced to an answer where the search found none in time.
REDUCED: Final = 4
# About two seconds.
MOST_TRIALS: Final = 30_000
# Faces decide only between suggestions that are otherwise equal.
FACE_PRICE: Final = 0.02
# The worth that a suggestion must gain for each tile it adds or removes.
CHANGE_PRICE: Final = 1.2
# Two suggestions may share at most the first share of their changes; where that leaves too few
# suggestions, at most the second.
SHARES: Final = (0.4, 0.75)
# At most so many trials in a beam may have the same change, so that not all are alike.
ALIKE: Final = 8

Stacks = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Edits to paste, the list after them, its points and the gain in worth."""

    edits: tuple[str, ...]
    army_list: ArmyList
    points: int
    gain: float


class _Trial(NamedTuple):
    stacks: Stacks
    points: int
    edits: tuple[str, ...]
    # The kinds of tiles added ("+...") and removed ("-...").
    changes: tuple[str, ...]
    # What each stack is worth.
    worths: tuple[float, ...]


def suggest(
    army_list: ArmyList,
    catalog: Catalog,
    *,
    free: int = 0,
    style: str = "balanced",
    most: int = 5,
    budget: Budget | None = None,
) -> tuple[Suggestion, ...]:
    """The best legal suggestions to spend the points left, or to free `free` points; best first.

    If `budget` has stopped afterwards, better ones may exist.
    """
    if not is_legal(army_list, catalog):
        raise UsageError("suggest.illegal", name=army_list.name)
    if free and free >= points_of(army_list, catalog):
        raise UsageError("suggest.free-too-much", points=points_of(army_list, catalog))
    search = _ChangeSearch(army_list, catalog, style, free, budget or Budget(MOST_TRIALS))
    found = []
    for trial in _distinct(search.best(), most):
        after = edit_list(army_list, trial.edits, catalog).army_list
        assert is_legal(after, catalog), trial.edits
        gain = search.worth(trial) - search.worth(search.start)
        found.append(Suggestion(trial.edits, after, trial.points, gain))
    return tuple(sorted(found, key=lambda trial: (-trial.gain, trial.edits)))


def _distinct(trials: Sequence[_Trial], most: int) -> list[_Trial]:
    """The best trials with few changes in common, more similar ones only where too few."""
    kept: list[_Trial] = []
    for share in SHARES:
        for trial in trials:
            if len(kept) == most:
                break
            if all(_share_in_common(trial, other) <= share for other in kept):
                kept.append(trial)
    return kept


def _share_in_common(trial: _Trial, other: _Trial) -> float:
    """The share of the shorter trial's changes that the other has too."""
    both = Counter(trial.changes) & Counter(other.changes)
    return both.total() / min(len(trial.changes), len(other.changes))


def army_worth(army_list: ArmyList, catalog: Catalog, style: str = "balanced") -> float:
    """The worth of a list's units for a style, as the builder measures it."""
    key = _CatalogKey(catalog)
    return sum(_unit_worth(tuple(sorted(unit.troops)), style, key) for unit in army_list.units)


class _ChangeSearch:
    def __init__(
        self, army_list: ArmyList, catalog: Catalog, style: str, free: int, budget: Budget
    ) -> None:
        self.catalog = catalog
        self.budget = budget
        self.kinds: dict[str, str] = {}
        self.style = STYLES[style]
        self.size = army_list.points
        self.wanted = -(-self.size * 98 // 100)
        spent = points_of(army_list, catalog)
        self.target = spent - free if free else 0
        self.tiles = available_tiles(army_list, catalog)
        self.most_tiles = max(most_tiles(len(self.tiles)), len(army_list.troops))
        tokens = tokens_of_size(army_list.points)
        # A list may have more or fewer units than the style wants: the band includes its number.
        self.band = (
            min(len(army_list.units), max(1, round(self.style.units[0] * tokens))),
            max(len(army_list.units), round(self.style.units[1] * tokens)),
        )
        points_to_change = free or army_list.points - spent
        self.depth = min(MOST_STEPS, FEWEST_STEPS + points_to_change // 6)
        if free:
            costs = sorted((catalog.troops[code].dp for code in army_list.troops), reverse=True)
            fewest = next(n for n, cost in enumerate(accumulate(costs), 1) if cost >= free)
            self.depth = max(self.depth, fewest + FEWEST_STEPS)
        stacks = tuple(unit.troops for unit in army_list.units)
        self.start = _Trial(stacks, spent, (), (), tuple(map(self.unit_worth, stacks)))
        self.per_point = max(0.1, self.worth(self.start) / max(1, spent))

    def kind(self, code: str) -> str:
        if code not in self.kinds:
            troop = self.catalog.troops[code]
            dice = f"{len(troop.black)} {len(troop.white)}"
            self.kinds[code] = f"{troop.name} {troop.dp} {dice} {troop.traits}"
        return self.kinds[code]

    def unit_worth(self, unit: tuple[str, ...]) -> float:
        return _unit_worth(tuple(sorted(unit)), self.style.name, _CatalogKey(self.catalog))

    def worth(self, trial: _Trial) -> float:
        low, high = self.band
        outside = max(0, low - len(trial.stacks)) + max(0, len(trial.stacks) - high)
        return sum(trial.worths) - UNIT_PRICE * outside

    def score(self, trial: _Trial) -> float:
        """The worth for the builder, less the prices of changes and of missing the goal."""
        worth = self.worth(trial) - CHANGE_PRICE * len(trial.changes)
        if self.target:
            return worth - 2 * self.per_point * abs(trial.points - self.target)
        return worth - POINT_PRICE * max(0, self.wanted - trial.points)

    def is_spent(self, trial: _Trial) -> bool:
        return trial.points >= self.wanted

    def is_answer(self, trial: _Trial) -> bool:
        return bool(trial.edits) and (not self.target or trial.points <= self.target)

    def best(self) -> list[_Trial]:
        beam, answers = [self.start], []
        for _ in range(self.depth):
            grown: dict[tuple[Stacks, int], _Trial] = {}
            for step in (step for trial in beam for step in self.steps(trial)):
                grown.setdefault((tuple(sorted(step.stacks)), step.points), step)
                if not self.budget.spend(1):
                    break
            ranked = sorted(grown.values(), key=lambda trial: (-self.score(trial), trial.edits))
            answers += [trial for trial in ranked if self.is_answer(trial)]
            beam = _beam(ranked)
            if self.budget.stopped:
                break
        if self.target and not answers:
            answers = list(filter(self.is_answer, map(self.reduced, beam[:REDUCED])))
        # Of equal suggestions the one with fewer edits is better.
        answers.sort(
            key=lambda trial: (-round(self.score(trial), 3), len(trial.edits), trial.edits)
        )
        shortest: dict[frozenset[tuple[str, ...]], _Trial] = {}
        for trial in answers:
            shortest.setdefault(frozenset(trial.stacks), trial)
        answers = list(shortest.values())
        if self.target:
            return answers
        before = self.worth(self.start)
        answers = [trial for trial in answers if self.worth(trial) > before]
        # Suggestions that spend too little are used only where none spends enough.
        return [trial for trial in answers if self.is_spent(trial)] or answers

    def reduced(self, trial: _Trial) -> _Trial:
        """`trial` without the tiles whose loss costs least, until enough points are free."""
        while not self.is_answer(trial):
            smaller = max(self.removals(trial), key=self.score, default=None)
            if smaller is None:
                return trial
            trial = smaller
        return trial

    def steps(self, trial: _Trial) -> Iterator[_Trial]:
        used = {code for unit in trial.stacks for code in unit}
        free = [troop for troop in self.tiles if troop.code not in used]
        if self.target:
            yield from self.removals(trial)
            if trial.points - self.target > SWAPS_BELOW:
                return
        else:
            yield from self.additions(trial, self.samples(free))
        yield from self.swaps(trial, free)

    def samples(self, free: list[Troop]) -> list[Troop]:
        # Tiles of one kind differ only in their faces; two of each are enough.
        kept: dict[str, list[Troop]] = {}
        for troop in free:
            kept.setdefault(self.kind(troop.code), []).append(troop)
        return [troop for alike in kept.values() for troop in alike[:2]]

    def additions(self, trial: _Trial, free: list[Troop]) -> Iterator[_Trial]:
        if sum(map(len, trial.stacks)) >= self.most_tiles:
            return
        for troop in free:
            points = trial.points + troop.dp
            if points > self.size:
                continue
            if is_unit((troop,)):
                edit = f"add {troop.code} to new"
                yield self.after(trial, len(trial.stacks), (troop.code,), edit, added=troop.code)
            for index, unit in enumerate(trial.stacks):
                if self.may_become(unit, (*unit, troop.code)):
                    edit = f"add {troop.code} to {index + 1}"
                    yield self.after(trial, index, (*unit, troop.code), edit, added=troop.code)

    def removals(self, trial: _Trial) -> Iterator[_Trial]:
        for index, unit in enumerate(trial.stacks):
            for code in unit:
                rest = tuple(other for other in unit if other != code)
                # The last unit stays. PB-1.5
                if not self.is_unit(rest) if rest else len(trial.stacks) == 1:
                    continue
                yield self.after(trial, index, rest, f"remove {code}", removed=code)

    def swaps(self, trial: _Trial, free: list[Troop]) -> Iterator[_Trial]:
        samples = self.samples(free)
        for index, unit in enumerate(trial.stacks):
            for code in unit:
                old = self.catalog.troops[code]
                for troop in samples:
                    points = trial.points - old.dp + troop.dp
                    # Spending must raise the points, freeing must lower them.
                    if points > self.size or (points <= trial.points) != bool(self.target):
                        continue
                    changed = tuple(troop.code if other == code else other for other in unit)
                    if self.may_become(unit, changed) and points != trial.points:
                        edit = f"swap {code} for {troop.code}"
                        yield self.after(
                            trial, index, changed, edit, added=troop.code, removed=code
                        )

    def after(
        self,
        trial: _Trial,
        index: int,
        unit: tuple[str, ...],
        edit: str,
        *,
        added: str = "",
        removed: str = "",
    ) -> _Trial:
        """The trial after one more edit, which leaves `unit` at `index`."""
        points, changes = trial.points, list(trial.changes)
        for code, sign in ((added, 1), (removed, -1)):
            if code:
                points += sign * self.catalog.troops[code].dp
                changes.append(f"{'+' if sign > 0 else '-'}{self.kind(code)}")
        worth = (self.unit_worth(unit),) if unit else ()
        return _Trial(
            _replaced(trial.stacks, index, unit),
            points,
            (*trial.edits, edit),
            tuple(changes),
            (*trial.worths[:index], *worth, *trial.worths[index + 1 :]),
        )

    def may_become(self, before: tuple[str, ...], after: tuple[str, ...]) -> bool:
        """Whether `after` is a legal unit and a sensible one, unless `before` was not sensible."""
        if not self.is_unit(after):
            return False
        troops = self.catalog.troops
        return is_sensible([troops[code] for code in after]) or not is_sensible(
            [troops[code] for code in before]
        )

    def is_unit(self, codes: tuple[str, ...]) -> bool:
        """Whether these tiles may be a unit. PB-1.5, PB-1.6."""
        return is_unit([self.catalog.troops[code] for code in codes])


def _beam(ranked: Sequence[_Trial]) -> list[_Trial]:
    """The best trials, at most `ALIKE` with the same change."""
    kept: list[_Trial] = []
    made: Counter[str] = Counter()
    for trial in ranked:
        if any(made[change] < ALIKE for change in trial.changes):
            kept.append(trial)
            made.update(set(trial.changes))
            if len(kept) == BEAM:
                break
    return kept


class _CatalogKey:
    """A catalog as a key of a cache, compared by identity."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def __hash__(self) -> int:
        return id(self.catalog)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _CatalogKey) and other.catalog is self.catalog


@lru_cache(maxsize=50_000)
def _unit_worth(codes: tuple[str, ...], style: str, key: _CatalogKey) -> float:
    troops = tuple(key.catalog.troops[code] for code in codes)
    spread = FACE_PRICE * chance_to_score(troops, key.catalog)
    return unit_worth(troops, STYLES[style], key.catalog) + spread


def _replaced(stacks: Stacks, index: int, unit: tuple[str, ...]) -> Stacks:
    middle = (unit,) if unit else ()
    return (*stacks[:index], *middle, *stacks[index + 1 :])
