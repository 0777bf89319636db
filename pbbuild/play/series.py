"""Running a playtest: its plan in blocks, when to stop, continuing later."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self, TypeVar

from pbbuild.play.evidence.adjusted import Adjusted
from pbbuild.play.statistics import Pairs, anytime_half_width
from pbbuild.play.totals import BattleError
from pbbuild.play.workers import Workers

# Pairs in a job. Fixed, so that no result depends on the number of workers.
BLOCK: Final = 8
# Pairs between two checks whether a playtest is precise enough. Fixed for the same reason.
WAVE: Final = 4 * BLOCK
MOST_PAIRS: Final = 200_000
# A run with so many failed battles stops: the cause is a bug that must be reported.
MOST_ERRORS: Final = 1000


class Sum(Protocol):
    """The totals of a series of any game."""

    @property
    def pairs(self) -> Pairs:
        """Battles won and decided, over pairs."""
        ...

    @property
    def adjusted(self) -> Adjusted | None:
        """The same with the luck of the dice, None if it is not known of all pairs."""
        ...

    @property
    def as_player1(self) -> Pairs:
        """The same for the battles in which the tested side went first."""
        ...

    @property
    def as_player2(self) -> Pairs:
        """The same for those in which it went second."""
        ...

    @property
    def undecided(self) -> int:
        """Undecided battles."""
        ...

    @property
    def errors(self) -> tuple[BattleError, ...]:
        """Pairs that failed."""
        ...

    @property
    def games(self) -> int:
        """Battles played to the end, decided or not."""
        ...

    def plus(self, other: Self) -> Self:
        """The totals of both."""
        ...

    def document(self) -> dict[str, Any]:
        """The totals as a JSON document."""
        ...


SomeSum = TypeVar("SomeSum", bound=Sum)
PlayedSum = TypeVar("PlayedSum", bound=Sum, covariant=True)


class Series(Protocol[PlayedSum]):
    """The plan of a series: its battles in pairs with the same dice and swapped sides."""

    def empty_totals(self) -> PlayedSum:
        """Empty totals."""
        ...

    def block(self, first: int, count: int) -> PlayedSum:
        """The totals of `count` pairs from pair `first` on (from 0)."""
        ...

    def document(self) -> dict[str, Any]:
        """The plan as a JSON document."""
        ...


@dataclass(frozen=True, slots=True)
class StopRule:
    """When a playtest stops: after `pairs`, or once its win rate is precise enough."""

    pairs: int
    precision: float = 0.0

    @property
    def most_pairs(self) -> int:
        """The largest possible number of pairs."""
        return MOST_PAIRS if self.precision else self.pairs


def pairs_done(totals: Sum) -> int:
    """How many pairs have been played, including those that failed."""
    return totals.pairs.count + len(totals.errors)


def run_series(
    plan: Series[SomeSum],
    until: StopRule,
    workers: Workers,
    progress: Callable[[SomeSum], None] = lambda totals: None,
    earlier: SomeSum | None = None,
) -> SomeSum:
    """The totals of the plan; `earlier` are those of an earlier, shorter run to continue.

    The same plan and end give the same totals with any workers and in any order.
    """
    totals = earlier or plan.empty_totals()
    done = pairs_done(totals)
    if _is_over(totals, until):
        return totals
    jobs = ((plan, *block) for block in _blocks(done, until.most_pairs))
    with closing(workers.each(block_totals, jobs)) as blocks:
        for block in blocks:
            totals = totals.plus(block)
            progress(totals)
            if _is_over(totals, until):
                break
    return totals


def block_totals(plan: Series[SomeSum], first: int, count: int) -> SomeSum:
    """The totals of `count` pairs of a plan from number `first` on (from 0): a job for workers."""
    return plan.block(first, count)


def _blocks(first: int, last: int) -> Iterator[tuple[int, int]]:
    while first < last:
        # A run that was interrupted inside a block first completes that block.
        count = min(BLOCK - first % BLOCK, last - first)
        yield first, count
        first += count


def blocks_of(first: int, count: int) -> list[tuple[int, int]]:
    """The blocks of `count` pairs from `first` on: the first pair and the size of each."""
    last = first + count
    return [(start, min(BLOCK, last - start)) for start in range(first, last, BLOCK)]


def _is_over(totals: Sum, until: StopRule) -> bool:
    if len(totals.errors) >= MOST_ERRORS:
        return True
    # Checked only after complete waves, so that interruptions do not change the result.
    if not until.precision or pairs_done(totals) % WAVE:
        return False
    adjusted = totals.adjusted
    width = adjusted.anytime_half_width() if adjusted else 1.0
    return min(width, anytime_half_width(totals.pairs)) <= until.precision
