"""Better lists by testing changes: a race among many, then a confirmation with new dice.

The candidates are single changes, two changes at once, and the builder's own lists. All of them
play a few quick battles; the best race with the agent that was asked for, each against the list as
it is, and leave the race as soon as a sequential test says that they are not better. The winner of
a race was also lucky in it, so its gain is measured again with new seeds. Only that measure is
reported, and a change is accepted only if its whole interval is above zero. The luck of the dice
is taken off all results.

A budget of battles bounds the whole search. When it runs out, fewer changes are tried, and a
winner is measured in fewer battles; what is accepted is as sure as ever.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from pbbuild.errors import PbbuildError
from pbbuild.play.evidence.sequential import A_BETTER, OPEN, SequentialTest, new_test
from pbbuild.play.series import blocks_of
from pbbuild.play.stream import derived_seed
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.builder.worth import STYLES, unit_worth
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList
from pbbuild.pocket_battles.playtest.battle_budget import (
    QUICK_COST,
    USUAL_COST,
    BattleBudget,
    pair_cost,
)
from pbbuild.pocket_battles.playtest.comparison import (
    FULL_ADJUSTED,
    TEST_FULL,
    PlaytestComparison,
    adjusted_scores,
    compared,
    rounded_lead,
)
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.rules.army import is_legal, points_of

# Single changes that play quick battles, who plays them, and the pairs each plays.
SCREENED: Final = 120
SCREEN_AGENT: Final = "quick"
SCREEN_PAIRS: Final = 20
# The best changes of the screening, of which each two are tried together.
PAIRED: Final = 8
# How many race, the pairs of a wave, and the pairs after which a race ends.
RACERS: Final = 12
WAVE_PAIRS: Final = 8
MOST_PAIRS: Final = 72
# A difference of so many battles in 100 matters in a race.
RACE_MARGIN: Final = 0.05
CONFIRMATION: Final = 200
# Fewer pairs than this confirm nothing.
LEAST_CONFIRMATION: Final = 20
FRESH: Final = 1_000_003
_SCREEN: Final = 2_000_003


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
    budget: BattleBudget | None = None,
) -> list[ImprovementStep]:
    """Up to `steps` accepted changes to the plan's list, each tested against the one before.

    The last step is not accepted if the search ended without an improvement. If `budget` has
    stopped afterwards, changes were left out that may be better.
    """
    found: list[ImprovementStep] = []
    current = plan
    budget = budget or BattleBudget()
    for number in range(steps):
        budget.needs_at_most((steps - number) * _most_cost(current))
        racing = replace(current, seed=derived_seed(plan.seed, number))
        winners = race(racing, catalog, workers, heat_over, budget)
        step = None
        for rank, winner in enumerate(winners[:2]):
            cost = 2 * pair_cost(current)
            pairs = budget.affordable(CONFIRMATION, cost)
            if pairs < min(CONFIRMATION, LEAST_CONFIRMATION):
                break
            fresh = replace(current, seed=derived_seed(plan.seed, FRESH + 2 * number + rank))
            comparison = adjusted_comparison(fresh, winner.army_list, pairs, workers, budget)
            accepted = comparison.gain().low > 0
            step = ImprovementStep(winner.edits, winner.army_list, comparison, accepted)
            on_step(step)
            found.append(step)
            if accepted:
                break
        if step is None or not step.accepted:
            break
        current = replace(current, ours=step.army_list)
    budget.needs_at_most(0)
    return found


def _most_cost(plan: Plan) -> int:
    """What one step can cost: its screening, its race and two confirmations."""
    pairs = (RACERS + 1) * MOST_PAIRS + 4 * CONFIRMATION
    return pairs * pair_cost(plan) + 2 * SCREENED * SCREEN_PAIRS * pair_cost(plan, QUICK_COST)


def adjusted_comparison(
    plan: Plan,
    other: ArmyList,
    pairs: int,
    workers: Workers,
    budget: BattleBudget,
) -> PlaytestComparison:
    """`other` against the plan's own list in the same pairs, without the luck of the dice."""
    rows = _scores([plan, replace(plan, ours=other)], (0, pairs), workers, budget)
    return compared(rows[1], rows[0], FULL_ADJUSTED)


def _scores(
    plans: Sequence[Plan],
    pairs: tuple[int, int],
    workers: Workers,
    budget: BattleBudget,
    usual: int = USUAL_COST,
) -> list[list[int]]:
    """The scores of each plan in `pairs`: the first and how many."""
    blocks = blocks_of(*pairs)
    rows: list[list[int]] = [[] for _ in plans]
    jobs = [(plan, *block) for plan in plans for block in blocks]
    for place, scores in enumerate(workers.each(adjusted_scores, jobs)):
        rows[place // len(blocks)] += scores
        budget.spend(jobs[place][0], len(scores), usual)
    return rows


def improvement_document(
    plan: Plan, steps: Sequence[ImprovementStep], budget: BattleBudget
) -> dict[str, Any]:
    """The changes that were tested, for a program."""
    return {
        "list": plan.ours.name,
        "games": budget.battles,
        "quick_games": budget.quick_battles,
        "budget": budget.games,
        "stopped_early": budget.stopped,
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
    plan: Plan,
    catalog: Catalog,
    workers: Workers,
    heat_over: Callable[[int, int], None],
    budget: BattleBudget,
) -> list[ListChange]:
    """The changes that may be better after the race, the best first."""
    cost = pair_cost(plan)
    # Half of what is left, at the most, is for the confirmation.
    kept = min(2 * CONFIRMATION * cost, budget.left // 2)
    field = screened(plan, catalog, workers, heat_over, budget)
    # So many race that two waves can be paid for; the list as it is plays beside them.
    wanted = min(RACERS, len(field)) + 1
    most = budget.affordable(wanted, 2 * WAVE_PAIRS * cost, budget.left - kept) - 1
    field = field[: max(1, most)]
    tests = [new_test(RACE_MARGIN, TEST_FULL) for _ in field]
    places = list(range(len(field)))
    done = 0
    while places and done < MOST_PAIRS:
        if not budget.affordable(1, WAVE_PAIRS * (len(places) + 1) * cost, budget.left - kept):
            break
        # The list as it is plays beside each of the changes.
        racers = [plan, *(replace(plan, ours=field[place].army_list) for place in places)]
        own, *rows = _scores(racers, (done, WAVE_PAIRS), workers, budget)
        for place, row in zip(places, rows, strict=True):
            tests[place] = tests[place].plus(rounded_lead(row, own))
        done += WAVE_PAIRS
        places.sort(key=lambda place: (-_lead(tests[place]), place))
        if any(tests[place].verdict == A_BETTER for place in places):
            break
        places = [place for place in places if tests[place].verdict == OPEN]
        heat_over(len(places), done)
    return [field[place] for place in places if _lead(tests[place]) > 0]


def _lead(test: SequentialTest) -> int:
    return sum(score * count for score, count in test.counts.items())


def screened(
    plan: Plan,
    catalog: Catalog,
    workers: Workers,
    heat_over: Callable[[int, int], None],
    budget: BattleBudget,
) -> list[ListChange]:
    """The candidates for a race, by quick battles: the best first."""
    quick = replace(
        plan,
        agent=SCREEN_AGENT,
        enemy_agent=SCREEN_AGENT,
        seed=derived_seed(plan.seed, _SCREEN),
    )
    singles = sorted(changes(plan.ours, catalog), key=lambda c: (-c.worth, c.edits))
    field = [*built_changes(plan.ours, catalog), *singles[:SCREENED]]
    ranked = _ranked(field, quick, workers, budget)
    heat_over(len(ranked), SCREEN_PAIRS)
    both = _ranked(
        _together(plan.ours, [change for _, change in ranked[:PAIRED]], catalog),
        quick,
        workers,
        budget,
    )
    merged = sorted([*ranked, *both], key=lambda entry: (-entry[0], entry[1].edits))
    return [change for _, change in merged]


def _ranked(
    field: Sequence[ListChange], plan: Plan, workers: Workers, budget: BattleBudget
) -> list[tuple[int, ListChange]]:
    """The changes by their quick battles, as many as a quarter of the budget left pays for."""
    cost = pair_cost(plan, QUICK_COST)
    field = field[: budget.affordable(len(field), SCREEN_PAIRS * cost, budget.left // 4)]
    plans = [replace(plan, ours=change.army_list) for change in field]
    rows = _scores(plans, (0, SCREEN_PAIRS), workers, budget, QUICK_COST) if plans else []
    found = [(sum(row), change) for row, change in zip(rows, field, strict=True)]
    return sorted(found, key=lambda entry: (-entry[0], entry[1].edits))


def _together(
    army_list: ArmyList, field: Sequence[ListChange], catalog: Catalog
) -> list[ListChange]:
    """Each two of these changes made one after the other, where that is legal."""
    seen = {_key(army_list), *(_key(change.army_list) for change in field)}
    found = []
    for one, other in combinations(field, 2):
        edits = (*one.edits, *other.edits)
        try:
            changed = edit_list(one.army_list, other.edits, catalog).army_list
        except PbbuildError:
            continue
        if _key(changed) not in seen and is_legal(changed, catalog):
            seen.add(_key(changed))
            found.append(ListChange(edits, changed, _worth(changed, catalog)))
    return found


def built_changes(army_list: ArmyList, catalog: Catalog) -> list[ListChange]:
    """The builder's lists of each style, as changes that keep the units they have in common."""
    if army_list.army not in catalog.armies or MIXED_ARMIES in army_list.waivers:
        return []
    seen = {_key(army_list)}
    found = []
    for style in STYLES:
        task = BuildTask(army_list.army, army_list.points, style=style, pack=army_list.pack)
        try:
            built = build(task, catalog).army_list
        except PbbuildError:
            continue
        edits = rebuilding_edits(army_list, built)
        changed = edit_list(army_list, edits, catalog).army_list if edits else army_list
        if _key(changed) not in seen and is_legal(changed, catalog):
            seen.add(_key(changed))
            found.append(ListChange(edits, changed, _worth(changed, catalog)))
    return found


def rebuilding_edits(army_list: ArmyList, built: ArmyList) -> tuple[str, ...]:
    """The edits that turn the units of one list into those of another."""
    wanted = [frozenset(unit.troops) for unit in built.units]
    kept = [unit for unit in army_list.units if frozenset(unit.troops) in wanted]
    edits = [
        f"remove {code}" for unit in army_list.units if unit not in kept for code in unit.troops
    ]
    number = len(kept)
    for unit in built.units:
        if frozenset(unit.troops) in {frozenset(same.troops) for same in kept}:
            continue
        number += 1
        edits.append(f"add {unit.troops[0]} to new")
        edits += [f"add {code} to {number}" for code in unit.troops[1:]]
    return tuple(edits)


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
