"""A playtest from its plan to its totals: blocks, workers, when to stop, going on later."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from pbbuild.match.series import BLOCK, Plan, play_block
from pbbuild.match.statistics import anytime_half_width
from pbbuild.match.totals import Ledger, Totals

# After how many pairs a playtest looks whether it is precise enough; fixed, like the blocks.
WAVE: Final = 4 * BLOCK
LONGEST: Final = 200_000


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
    """Whoever plays blocks of a plan: this process, its children, or a cluster."""

    def play(self, plan: Plan, blocks: Sequence[tuple[int, int]]) -> Iterator[Totals]:
        """The totals of each block (first pair, number of pairs), in their order."""
        ...


class AloneCrew:
    """Plays in this process."""

    def play(self, plan: Plan, blocks: Sequence[tuple[int, int]]) -> Iterator[Totals]:
        """Block after block."""
        for first, count in blocks:
            yield play_block(plan, first, count)


class PoolCrew:
    """Plays in several processes of this machine."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def play(self, plan: Plan, blocks: Sequence[tuple[int, int]]) -> Iterator[Totals]:
        """All blocks at once, handed over in order."""
        waiting = [self._executor.submit(play_block, plan, *block) for block in blocks]
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
        blocks = [
            (first, min(BLOCK, done + wave - first)) for first in range(done, done + wave, BLOCK)
        ]
        for block in crew.play(plan, blocks):
            totals = totals.plus(block)
            progress(totals)
        done += wave
    return totals


def _is_precise(totals: Totals, until: Until) -> bool:
    return bool(until.precision) and anytime_half_width(totals.pairs) <= until.precision
