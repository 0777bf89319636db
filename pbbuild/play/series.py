"""A playtest from its plan to its totals: blocks, when to stop, going on later."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self, TypeVar

from pbbuild.play.statistics import Pairs, anytime_half_width
from pbbuild.play.totals import BattleError
from pbbuild.play.workers import Crew

# Pairs handed out at a time. Fixed, so that nothing depends on the number of workers.
BLOCK: Final = 8
# After how many pairs a playtest looks whether it is precise enough; fixed, like the blocks.
WAVE: Final = 4 * BLOCK
LONGEST: Final = 200_000
# What breaks off so many battles is a defect to be told of, and no run to go on with.
MOST_ERRORS: Final = 1000


class Sum(Protocol):
    """What the pairs of a series add up to, whatever the game."""

    @property
    def pairs(self) -> Pairs:
        """Battles won and decided, over pairs."""
        ...

    @property
    def as_player1(self) -> Pairs:
        """The same of the battles in which the one under test went first."""
        ...

    @property
    def as_player2(self) -> Pairs:
        """And of those in which it went second."""
        ...

    @property
    def undecided(self) -> int:
        """Battles that nobody won."""
        ...

    @property
    def errors(self) -> tuple[BattleError, ...]:
        """Pairs that broke off."""
        ...

    @property
    def games(self) -> int:
        """Battles played to an end, decided or not."""
        ...

    def plus(self, other: Self) -> Self:
        """Both together."""
        ...

    def document(self) -> dict[str, Any]:
        """The sums as a JSON document."""
        ...


SomeSum = TypeVar("SomeSum", bound=Sum)
PlayedSum = TypeVar("PlayedSum", bound=Sum, covariant=True)


class Series(Protocol[PlayedSum]):
    """The plan of a series: what it plays, in pairs with the same dice and swapped sides."""

    def nothing_yet(self) -> PlayedSum:
        """The totals before the first battle."""
        ...

    def block(self, first: int, count: int) -> PlayedSum:
        """The totals of `count` pairs from number `first` on (from 0)."""
        ...

    def document(self) -> dict[str, Any]:
        """The plan as a JSON document."""
        ...


@dataclass(frozen=True, slots=True)
class Until:
    """When a playtest is over: after so many pairs, or once its win rate is precise enough."""

    pairs: int
    precision: float = 0.0

    @property
    def most_pairs(self) -> int:
        """How many pairs there are at the most."""
        return LONGEST if self.precision else self.pairs


def pairs_done(totals: Sum) -> int:
    """How many pairs have been played, those that broke off too."""
    return totals.pairs.count + len(totals.errors)


def run(
    plan: Series[SomeSum],
    until: Until,
    crew: Crew,
    progress: Callable[[SomeSum], None] = lambda totals: None,
    begun: SomeSum | None = None,
) -> SomeSum:
    """Play the plan until it is over; `begun` are totals of an earlier, shorter run.

    The same plan and end give the same totals, whoever plays and in whatever order.
    """
    totals = begun or plan.nothing_yet()
    done = pairs_done(totals)
    if _is_over(totals, until):
        return totals
    jobs = ((plan, *block) for block in _blocks(done, until.most_pairs))
    with closing(crew.each(block_totals, jobs)) as blocks:
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
        # A run that was broken off goes on to the end of its block first.
        count = min(BLOCK - first % BLOCK, last - first)
        yield first, count
        first += count


def blocks_of(first: int, count: int) -> list[tuple[int, int]]:
    """Pairs `first` to `first + count` in blocks: the first pair and the number of each."""
    last = first + count
    return [(start, min(BLOCK, last - start)) for start in range(first, last, BLOCK)]


def _is_over(totals: Sum, until: Until) -> bool:
    if len(totals.errors) >= MOST_ERRORS:
        return True
    # Looked at after whole waves only, wherever a run was broken off.
    if not until.precision or pairs_done(totals) % WAVE:
        return False
    return anytime_half_width(totals.pairs) <= until.precision
