"""Better lists by testing changes: a race among many, then a confirmation with new dice.

Many changes play a few battles, the promising ones more, the best many. The winner of a race was
also lucky in it, so its gain is measured again with new seeds. Only that measure is reported, and
a change is accepted only if its whole interval is above zero.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbbuild.errors import PbbuildError
from pbbuild.play.stream import derived_seed
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.builder.worth import STYLES, unit_worth
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.comparison import PlaytestComparison, compare
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.rules.army import is_legal, points_of

# The heats of a race: how many changes take part, and the pairs each has played at its end.
HEATS: Final = ((48, 8), (14, 28), (5, 76))
CONFIRMATION: Final = 200
FRESH: Final = 1_000_003


@dataclass(frozen=True)
class ImprovementStep:
    """A change tested with new dice: its edits, its list, and what it gained."""

    edits: tuple[str, ...]
    army_list: ArmyList
    comparison: PlaytestComparison
    accepted: bool


@dataclass(frozen=True, slots=True)
class ListChange:
    """A legal change to a list, with the builder's worth of the result."""

    edits: tuple[str, ...]
    army_list: ArmyList
    worth: float


def improve(
    plan: Plan,
    catalog: Catalog,
    workers: Workers,
    steps: int,
    on_step: Callable[[ImprovementStep], None] = lambda step: None,
    heat_over: Callable[[int, int], None] = lambda left, pairs: None,
) -> list[ImprovementStep]:
    """Up to `steps` accepted changes to the plan's list, each tested against the one before.

    The last step is not accepted if the search ended without an improvement.
    """
    found: list[ImprovementStep] = []
    current = plan
    for number in range(steps):
        racing = replace(current, seed=derived_seed(plan.seed, number))
        winners = race(racing, catalog, workers, heat_over)
        step = None
        for rank, winner in enumerate(winners[:2]):
            fresh = replace(current, seed=derived_seed(plan.seed, FRESH + 2 * number + rank))
            [comparison] = compare(fresh, [winner.army_list], 0, CONFIRMATION, workers)
            accepted = comparison.gain().low > 0
            step = ImprovementStep(winner.edits, winner.army_list, comparison, accepted)
            on_step(step)
            found.append(step)
            if accepted:
                break
        if step is None or not step.accepted:
            break
        current = replace(current, ours=step.army_list)
    return found


def improvement_document(plan: Plan, steps: Sequence[ImprovementStep]) -> dict[str, Any]:
    """The changes that were tested, for a program."""
    return {
        "list": plan.ours.name,
        "steps": [
            {
                "edit": "; ".join(step.edits),
                "accepted": step.accepted,
                "gain": step.comparison.gain().document(),
                "games": step.comparison.battles,
            }
            for step in steps
        ],
        "agent": plan.agent,
        "seed": plan.seed,
    }


def race(
    plan: Plan, catalog: Catalog, workers: Workers, heat_over: Callable[[int, int], None]
) -> list[ListChange]:
    """The changes left after all heats, the best first."""
    field = sorted(changes(plan.ours, catalog), key=lambda c: (-c.worth, c.edits))
    field = field[: HEATS[0][0]]
    scores: dict[int, PlaytestComparison] = {}
    done = 0
    places = list(range(len(field)))
    for size, pairs in HEATS:
        places = places[:size]
        if not places:
            return []
        results = compare(plan, [field[p].army_list for p in places], done, pairs - done, workers)
        for place, result in zip(places, results, strict=True):
            before = scores.get(place)
            scores[place] = before.plus(result) if before else result
        done = pairs
        places.sort(key=lambda place: (-scores[place].ahead.total, place))
        heat_over(len(places), pairs)
    return [field[place] for place in places]


def changes(army_list: ArmyList, catalog: Catalog) -> list[ListChange]:
    """Every legal change: a tile swapped, added or moved, or tiles of two units exchanged."""
    seen = {_key(army_list)}
    found = []
    for edits in _edits(army_list, catalog):
        try:
            changed = edit_list(army_list, edits, catalog).army_list
        except PbbuildError:
            continue
        key = _key(changed)
        if key in seen or not is_legal(changed, catalog):
            continue
        seen.add(key)
        found.append(ListChange(edits, changed, _worth(changed, catalog)))
    return found


def _edits(army_list: ArmyList, catalog: Catalog) -> Iterator[tuple[str, ...]]:
    fielded = set(army_list.troops)
    spare = [t for t in catalog.armies[army_list.army].troops if t.code not in fielded]
    left = army_list.points - points_of(army_list, catalog)
    numbers = range(1, len(army_list.units) + 1)
    places = [*map(str, numbers), "new"]
    for troop in spare:
        if troop.dp <= left:
            for place in places:
                yield (f"add {troop.code} to {place}",)
    for number, unit in zip(numbers, army_list.units, strict=True):
        for code in unit.troops:
            for place in places:
                if place != str(number):
                    yield (f"move {code} to {place}",)
            for troop in spare:
                if troop.dp <= catalog.troop(code).dp + left:
                    yield (f"swap {code} for {troop.code}",)
    for number, unit in zip(numbers, army_list.units, strict=True):
        for other in range(number + 1, len(army_list.units) + 1):
            for code in unit.troops:
                # Moving a lone tile would remove its unit and renumber the others.
                if len(unit.troops) == 1:
                    continue
                for exchanged in army_list.units[other - 1].troops:
                    yield (f"move {code} to {other}", f"move {exchanged} to {number}")


def _key(army_list: ArmyList) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(unit.troops) for unit in army_list.units)


def _worth(army_list: ArmyList, catalog: Catalog) -> float:
    style = STYLES["balanced"]
    return sum(
        unit_worth(tuple(catalog.troop(code) for code in unit.troops), style, catalog)
        for unit in army_list.units
    )
