"""Lists compared by playtest: the same opponents and dice, who does better by how much.

Every score is counted twice: as played, and without the luck of the dice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbbuild.play.evidence.adjusted import ONE_WIN
from pbbuild.play.evidence.sequential import OPEN, SequentialTest, new_test
from pbbuild.play.series import WAVE, blocks_of
from pbbuild.play.statistics import LEVEL, Estimate, Sums, mean
from pbbuild.play.totals import NO_SUMS
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.series import Plan, player_of

# A win counts 2, an undecided battle 1: the most points of a pair, in whole numbers.
FULL: Final = 4
# The most points of a pair without luck, in millionths of a win.
FULL_ADJUSTED: Final = 2 * ONE_WIN
# For a sequential test the difference of two pairs is rounded to this many parts of a win.
TEST_PARTS: Final = 20
# The largest difference that a sequential test counts.
TEST_FULL: Final = 2 * TEST_PARTS

# What a list scored in a pair as played, and without the luck of the dice.
Scores = tuple[int, int]


def pair_scores(plan: Plan, first: int, count: int) -> list[Scores]:
    """The scores of each pair from number `first` on.

    The luck of a roll has mean zero, so the mean score stays what it was without it; it only
    varies less.
    """
    player = player_of(plan)
    found = []
    for pair in range(first, first + count):
        result = player.pair(pair)
        halves = 2 * sum(result.won) + 2 - sum(result.decided)
        found.append((halves, halves * ONE_WIN // 2 - result.luck))
    return found


def adjusted_scores(plan: Plan, first: int, count: int) -> list[int]:
    """The score of each pair from number `first` on without the luck of the dice."""
    return [adjusted for _, adjusted in pair_scores(plan, first, count)]


@dataclass(frozen=True, slots=True)
class PlaytestComparison:
    """Scores of two lists in the same pairs, and the difference of the first to the second."""

    first: Sums
    second: Sums
    ahead: Sums
    # The score of a pair in which both battles were won.
    full: int

    def plus(self, other: "PlaytestComparison") -> "PlaytestComparison":
        """Both together."""
        return PlaytestComparison(
            self.first.plus(other.first),
            self.second.plus(other.second),
            self.ahead.plus(other.ahead),
            self.full,
        )

    @property
    def battles(self) -> int:
        """The battles each of the two has played."""
        return 2 * self.ahead.count

    def rates(self, level: float = LEVEL) -> tuple[Estimate, Estimate]:
        """The share of points each list won."""
        return _share(self.first, self.full, level), _share(self.second, self.full, level)

    def gain(self, level: float = LEVEL) -> Estimate:
        """How much more the first list wins, as a share of battles."""
        return mean(self.ahead, self.full, level)


def compared(first: Sequence[int], second: Sequence[int], full: int) -> PlaytestComparison:
    """The comparison of the scores of the same pairs."""
    ahead = [one - other for one, other in zip(first, second, strict=True)]
    return PlaytestComparison(_sums(first), _sums(second), _sums(ahead), full)


@dataclass(frozen=True, slots=True)
class BothComparisons:
    """Two lists compared in the same pairs, as played and without the luck of the dice."""

    plain: PlaytestComparison
    adjusted: PlaytestComparison

    @classmethod
    def of(cls, first: Sequence[Scores], second: Sequence[Scores]) -> "BothComparisons":
        """The comparisons of the scores of the same pairs."""
        plain, adjusted = (
            compared([each[kind] for each in first], [each[kind] for each in second], full)
            for kind, full in enumerate((FULL, FULL_ADJUSTED))
        )
        return cls(plain, adjusted)

    def plus(self, other: "BothComparisons") -> "BothComparisons":
        """Both together."""
        return BothComparisons(self.plain.plus(other.plain), self.adjusted.plus(other.adjusted))


NOTHING: Final = BothComparisons(
    PlaytestComparison(NO_SUMS, NO_SUMS, NO_SUMS, FULL),
    PlaytestComparison(NO_SUMS, NO_SUMS, NO_SUMS, FULL_ADJUSTED),
)


def compare(
    plan: Plan,
    others: Sequence[ArmyList],
    start: int,
    count: int,
    workers: Workers,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[BothComparisons]:
    """Each of `others` against the plan's own list, over pairs `start` to `start + count`.

    `on_progress` is called after each block of work with the blocks done and all blocks.
    """
    plans = [plan, *(replace(plan, ours=other) for other in others)]
    rows = _rows(plans, start, count, workers, on_progress)
    return [BothComparisons.of(row, rows[0]) for row in rows[1:]]


def run_test(
    plan: Plan,
    other: ArmyList,
    margin: float,
    most: int,
    workers: Workers,
    on_progress: Callable[[int, int], None] | None = None,
) -> SequentialTest:
    """Whether the plan's list (A) or `other` (B) is better, tested until it is known.

    Both play the same pairs; after every wave the test is asked, and after `most` pairs it stays
    open. The luck of the dice is taken off.
    """
    test = new_test(margin, TEST_FULL)
    plans = [plan, replace(plan, ours=other)]
    while test.pairs < most and test.verdict == OPEN:
        rows = _rows(plans, test.pairs, min(WAVE, most - test.pairs), workers)
        first, second = ([adjusted for _, adjusted in row] for row in rows)
        test = test.plus(rounded_lead(first, second))
        if on_progress:
            on_progress(test.pairs, most)
    return test


def rounded_lead(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """The differences of two lists' adjusted scores in the same pairs, for a sequential test."""
    return [
        max(-TEST_FULL, min(TEST_FULL, round((one - two) * TEST_PARTS / ONE_WIN)))
        for one, two in zip(first, second, strict=True)
    ]


def verdict_document(plan: Plan, other: ArmyList, test: SequentialTest) -> dict[str, Any]:
    """The verdict of a test between the plan's list, A, and `other`, B, for a program."""
    return {
        **test.document(),
        "lists": [plan.ours.name, other.name],
        "agent": plan.agent,
        "seed": plan.seed,
    }


def comparison_document(plan: Plan, other: ArmyList, result: BothComparisons) -> dict[str, Any]:
    """What the plan's list and `other` did, for a program; `ahead` is of the plan's list."""
    return {
        "lists": [plan.ours.name, other.name],
        **_document(result.plain),
        "adjusted": _document(result.adjusted),
        "games": result.plain.battles,
        "agent": plan.agent,
        "seed": plan.seed,
    }


def _document(result: PlaytestComparison) -> dict[str, Any]:
    second, first = result.rates()
    gain = result.gain()
    return {
        "rates": [first.document(), second.document()],
        "ahead": Estimate(-gain.value, -gain.high, -gain.low, gain.level).document(),
    }


def _rows(
    plans: Sequence[Plan],
    start: int,
    count: int,
    workers: Workers,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[list[Scores]]:
    """The scores of each plan in the same pairs."""
    blocks = blocks_of(start, count)
    jobs = [(plan, *block) for plan in plans for block in blocks]
    rows: list[list[Scores]] = [[] for _ in plans]
    for place, scores in enumerate(workers.each(pair_scores, jobs)):
        rows[place // len(blocks)] += scores
        if on_progress:
            on_progress(place + 1, len(jobs))
    return rows


def _sums(scores: Sequence[int]) -> Sums:
    return Sums(len(scores), sum(scores), sum(score * score for score in scores))


def _share(sums: Sums, full: int, level: float) -> Estimate:
    found = mean(sums, full, level)
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high), level)
