"""A playtest from its plan to its totals: blocks, workers, when to stop, going on later."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from pbbuild.match.series import BLOCK, Plan, play_block
from pbbuild.match.statistics import anytime_half_width
from pbbuild.match.totals import Ledger, Totals

# After how many pairs a playtest looks whether it is precise enough; fixed, like the blocks.
WAVE: Final = 4 * BLOCK
LONGEST: Final = 200_000

Job = tuple[Any, ...]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Until:
    """When a playtest is over: after so many pairs, or once its win rate is precise enough."""

    pairs: int
    precision: float = 0.0

    @property
    def most_pairs(self) -> int:
        """How many pairs there are at the most."""
        return LONGEST if self.precision else self.pairs


class Crew(Protocol):
    """Whoever does the work: this process, its children, or a cluster."""

    def each(self, function: Callable[..., Result], jobs: Sequence[Job]) -> Iterator[Result]:
        """What `function` makes of each job's arguments, in the order of the jobs."""
        ...


class AloneCrew:
    """Works in this process."""

    def each(self, function: Callable[..., Result], jobs: Sequence[Job]) -> Iterator[Result]:
        """Job after job."""
        for job in jobs:
            yield function(*job)


class PoolCrew:
    """Works in several processes of this machine."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def each(self, function: Callable[..., Result], jobs: Sequence[Job]) -> Iterator[Result]:
        """All jobs at once, handed over in order."""
        waiting = [self._executor.submit(function, *job) for job in jobs]
        for future in waiting:
            yield future.result()


@contextmanager
def crew_of(workers: int) -> Iterator[Crew]:
    """A crew of so many processes."""
    if workers <= 1:
        yield AloneCrew()
        return
    import multiprocessing

    # Children begin anew: nothing half-read of this process goes with them.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, mp_context=context)
    try:
        yield PoolCrew(executor)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def nothing_yet(plan: Plan) -> Totals:
    """The totals of a plan before its first battle."""
    return Ledger(len(plan.theirs), len(plan.ours.units), len(plan.ours.troops)).totals()


def run(
    plan: Plan,
    until: Until,
    crew: Crew,
    progress: Callable[[Totals], None] = lambda totals: None,
    begun: Totals | None = None,
) -> Totals:
    """Play the plan until it is over; `begun` are totals of an earlier, shorter run.

    The same plan and end give the same totals, whoever plays and in whatever order.
    """
    totals = begun or nothing_yet(plan)
    done = totals.pairs.count + len(totals.errors)
    while done < until.most_pairs and not _is_precise(totals, until):
        # A run that was broken off goes on to the end of its wave first.
        wave = min(WAVE - done % WAVE, until.most_pairs - done)
        blocks = [(plan, *block) for block in blocks_of(done, wave)]
        for block in crew.each(play_block, blocks):
            totals = totals.plus(block)
            progress(totals)
        done += wave
    return totals


def blocks_of(first: int, count: int) -> list[tuple[int, int]]:
    """Pairs `first` to `first + count` in blocks: the first pair and the number of each."""
    last = first + count
    return [(start, min(BLOCK, last - start)) for start in range(first, last, BLOCK)]


def _is_precise(totals: Totals, until: Until) -> bool:
    return bool(until.precision) and anytime_half_width(totals.pairs) <= until.precision
