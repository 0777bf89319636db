"""The best list against a given list or field, proved with new dice.

Lists of every army and style race against the target; the best is then changed tile by tile as
`improve` does. The race favours lucky lists, so the win rate is measured again with new seeds.

A budget of battles bounds the whole search. When it runs out, the race and the proof are shorter;
the interval of the win rate says how much less is known.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbbuild.errors import UsageError
from pbbuild.play.series import blocks_of
from pbbuild.play.statistics import Estimate
from pbbuild.play.stream import checked_seed, derived_seed
from pbbuild.play.tournament import MeetingResult
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.builder.worth import STYLES
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.list_file import list_document
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battle_budget import GAMES, BattleBudget, pair_cost
from pbbuild.pocket_battles.playtest.comparison import adjusted_scores
from pbbuild.pocket_battles.playtest.improve import improve
from pbbuild.pocket_battles.playtest.series import Plan, check_plan, play_block
from pbbuild.text.translate import Translator

AGENT: Final = "expect:6"
# Of each style this many lists are built, with different seeds.
SEEDS: Final = 2
# The heats of the race: how many lists take part, and the pairs each has played at its end.
HEATS: Final = ((1000, 6), (16, 20), (5, 60))
PROOF: Final = 150
# The proof has so many pairs even if nothing is left of the budget.
LEAST_PROOF: Final = 20
# How many places a mix of lists takes among the opponents.
MIX_PLACES: Final = 24
# Numbers of the seeds of race, changes and proof.
_RACE, _CHANGES, _PROOF = 11, 12, 13


@dataclass(frozen=True)
class CounterList:
    """The list found: its win rate with new dice, how many lists raced, how many battles.

    `adjusted` is the win rate without the luck of the dice, `quick_battles` chose the changes.
    """

    army_list: ArmyList
    win_rate: Estimate
    adjusted: Estimate
    candidates: int
    battles: int
    agent: str
    seed: int
    quick_battles: int = 0
    budget: int = GAMES
    stopped_early: bool = False

    @property
    def exploitability(self) -> float:
        """By how much the target can be beaten: the win rate less one half, at least 0."""
        return max(0.0, self.adjusted.value - 0.5)

    def document(self) -> dict[str, Any]:
        """The result for a program."""
        return {
            "list": list_document(self.army_list),
            "win_rate": self.win_rate.document(),
            "adjusted": self.adjusted.document(),
            "exploitability": round(self.exploitability, 6),
            "candidates": self.candidates,
            "games": self.battles,
            "quick_games": self.quick_battles,
            "budget": self.budget,
            "stopped_early": self.stopped_early,
            "agent": self.agent,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class CounterSearch:
    """How to search: the armies to try, how many changes to accept, who plays, the seed.

    `seeds` is how many lists of each style race, `games` how many battles the search may take.
    """

    armies: tuple[str, ...] = ()
    steps: int = 1
    agent: str = AGENT
    seed: int = 0
    seeds: int = SEEDS
    games: int = GAMES


def find_counter(
    targets: Sequence[ArmyList],
    search: CounterSearch,
    catalog: Catalog,
    workers: Workers,
    t: Translator,
    heat_over: Callable[[int, int], None] = lambda left, pairs: None,
    candidates: Sequence[ArmyList] = (),
    progress: Callable[[int, int], None] = lambda done, of: None,
    built: Callable[[int, int], None] = lambda done, of: None,
) -> CounterList:
    """The strongest list found against `targets`, which must be of one size.

    `candidates` are those of `candidate_lists` where the caller has built them already. `built`
    gets the lists built so far and all of them, `progress` then the work done and the most there
    can be.
    """
    sizes = {target.points for target in targets}
    if len(sizes) != 1:
        raise UsageError("meta.sizes-differ", sizes=tuple(map(str, sorted(sizes))))
    field = candidates or candidate_lists(sizes.pop(), search, catalog, t, built)
    seed = checked_seed(search.seed)
    plan = Plan(field[0], tuple(targets), search.agent, search.agent, derived_seed(seed, _RACE))
    check_plan(plan)
    budget = BattleBudget(search.games, progress)
    best = _race(plan, field, workers, heat_over, budget)
    plan = replace(plan, ours=best, seed=derived_seed(seed, _CHANGES))
    for step in improve(plan, catalog, workers, search.steps, heat_over=heat_over, budget=budget):
        best = step.army_list if step.accepted else best
    plan = replace(plan, ours=best, seed=derived_seed(seed, _PROOF))
    pairs = max(LEAST_PROOF, budget.affordable(PROOF, pair_cost(plan)))
    proof = measured(plan, pairs, workers, budget)
    return CounterList(
        best,
        proof.plain_rate,
        proof.rate,
        len(field),
        budget.battles,
        search.agent,
        seed,
        quick_battles=budget.quick_battles,
        budget=budget.games,
        stopped_early=budget.stopped,
    )


def candidate_lists(
    size: int,
    search: CounterSearch,
    catalog: Catalog,
    t: Translator,
    built: Callable[[int, int], None] = lambda done, of: None,
) -> list[ArmyList]:
    """The builder's lists of a size: every army wanted, every style, several seeds.

    Without armies in `search` those are left out that have no list of this size.
    `built` gets the number of lists built so far and of all of them.
    """
    found: dict[frozenset[tuple[str, ...]], ArmyList] = {}
    armies = search.armies or tuple(catalog.armies)
    problem: UsageError | None = None
    of = len(armies) * len(STYLES) * search.seeds
    for place, army in enumerate(armies):
        try:
            for number, made in enumerate(_lists_of(army, size, search.seeds, catalog, t), 1):
                found.setdefault(frozenset(unit.troops for unit in made.units), made)
                built(place * len(STYLES) * search.seeds + number, of)
        except UsageError as error:
            if search.armies:
                raise
            problem = error
    if problem and not found:
        raise problem
    return list(found.values())


def _lists_of(
    army: str, size: int, seeds: int, catalog: Catalog, t: Translator
) -> Iterator[ArmyList]:
    for style in STYLES:
        for seed in range(1, seeds + 1):
            name = t(
                "meta.counter-name",
                army=catalog.armies[army].name.in_language(t.language),
                style=t(f"new.style.{style}"),
                seed=seed,
            )
            task = BuildTask(army, size, style=style, seed=seed, name=name)
            yield build(task, catalog).army_list


def mixed_field(lists: Sequence[ArmyList], shares: Sequence[float]) -> tuple[ArmyList, ...]:
    """Opponents in the proportions of a mix: each list as often as its share of the places."""
    exact = [share * MIX_PLACES for share in shares]
    counts = [int(part) for part in exact]
    order = sorted(range(len(lists)), key=lambda place: (counts[place] - exact[place], place))
    for place in order[: MIX_PLACES - sum(counts)]:
        counts[place] += 1
    return tuple(
        each for each, count in zip(lists, counts, strict=True) for _ in range(count) if count
    )


def measured(
    plan: Plan, pairs: int, workers: Workers, budget: BattleBudget | None = None
) -> MeetingResult:
    """How often the plan's list wins, from pairs of battles that no race has seen."""
    found = MeetingResult()
    for totals in workers.each(play_block, [(plan, *block) for block in blocks_of(0, pairs)]):
        found = found.with_block(totals)
        if budget:
            budget.spend(plan, totals.pairs.count)
    return found


def _race(
    plan: Plan,
    field: Sequence[ArmyList],
    workers: Workers,
    heat_over: Callable[[int, int], None],
    budget: BattleBudget,
) -> ArmyList:
    """The list with the highest score after all heats.

    A heat takes at most half of what is left of the budget, but at least one pair.
    """
    scores = [0] * len(field)
    places = list(range(len(field)))
    done = 0
    for size, pairs in HEATS:
        places = places[:size]
        cost = sum(pair_cost(replace(plan, ours=field[place])) for place in places)
        more = max(1, budget.affordable(pairs - done, cost, budget.left // 2))
        jobs = [
            (place, (replace(plan, ours=field[place]), *block))
            for place in places
            for block in blocks_of(done, more)
        ]
        results = workers.each(adjusted_scores, [job for _, job in jobs])
        for (place, job), result in zip(jobs, results, strict=True):
            scores[place] += sum(result)
            budget.spend(job[0], len(result))
        done += more
        places.sort(key=lambda place: (-scores[place], place))
        heat_over(min(len(places), size), done)
    return field[places[0]]
