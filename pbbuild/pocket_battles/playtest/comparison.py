"""Lists compared by playtest: the same opponents and dice, who does better by how much."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbbuild.play.evidence.adjusted import ONE_WIN
from pbbuild.play.evidence.sequential import OPEN, SequentialTest, new_test
from pbbuild.play.series import WAVE, blocks_of
from pbbuild.play.statistics import LEVEL, Estimate, Sums, mean
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.series import Plan, player_of

# A win counts 2, an undecided battle 1: the most points of a pair, in whole numbers.
FULL: Final = 4


def pair_scores(plan: Plan, first: int, count: int) -> list[int]:
    """The score of each pair from number `first` on."""
    player = player_of(plan)
    found = []
    for pair in range(first, first + count):
        result = player.pair(pair)
        found.append(2 * sum(result.won) + 2 - sum(result.decided))
    return found


def adjusted_scores(plan: Plan, first: int, count: int) -> list[int]:
    """Of each pair from number `first` on the wins less the luck of the dice, in millionths.

    The luck of a roll has mean zero, so the mean score stays what it was; it only varies less.
    """
    player = player_of(plan)
    found = []
    for pair in range(first, first + count):
        result = player.pair(pair)
        halves = 2 * sum(result.won) + 2 - sum(result.decided)
        found.append(halves * ONE_WIN // 2 - result.luck)
    return found


@dataclass(frozen=True, slots=True)
class PlaytestComparison:
    """Scores of two lists in the same pairs, and the difference of the first to the second."""

    first: Sums
    second: Sums
    ahead: Sums
    # The score of a pair in which both battles were won.
    full: int = FULL

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


NOTHING: Final = PlaytestComparison(Sums(), Sums(), Sums())


def compared(first: Sequence[int], second: Sequence[int]) -> PlaytestComparison:
    """The comparison of the scores of the same pairs."""
    return PlaytestComparison(
        _sums(first),
        _sums(second),
        _sums([one - other for one, other in zip(first, second, strict=True)]),
    )


def compare(
    plan: Plan,
    others: Sequence[ArmyList],
    start: int,
    count: int,
    workers: Workers,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[PlaytestComparison]:
    """Each of `others` against the plan's own list, over pairs `start` to `start + count`.

    `on_progress` is called after each block of work with the blocks done and all blocks.
    """
    plans = [plan, *(replace(plan, ours=other) for other in others)]
    jobs = [(each, *block) for each in plans for block in blocks_of(start, count)]
    scores = []
    for score in workers.each(pair_scores, jobs):
        scores.append(score)
        if on_progress:
            on_progress(len(scores), len(jobs))
    per_plan = len(scores) // len(plans)
    rows = [
        [score for block in scores[place * per_plan : (place + 1) * per_plan] for score in block]
        for place in range(len(plans))
    ]
    return [compared(row, rows[0]) for row in rows[1:]]


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
    open.
    """
    test = new_test(margin, FULL)
    rival = replace(plan, ours=other)
    while test.pairs < most and test.verdict == OPEN:
        start = test.pairs
        blocks = blocks_of(start, min(WAVE, most - start))
        jobs = [(each, *block) for each in (plan, rival) for block in blocks]
        scores = list(workers.each(pair_scores, jobs))
        first, second = (
            [score for block in part for score in block]
            for part in (scores[: len(blocks)], scores[len(blocks) :])
        )
        test = test.plus([one - two for one, two in zip(first, second, strict=True)])
        if on_progress:
            on_progress(test.pairs, most)
    return test


def verdict_document(plan: Plan, other: ArmyList, test: SequentialTest) -> dict[str, Any]:
    """The verdict of a test between the plan's list, A, and `other`, B, for a program."""
    return {
        **test.document(),
        "lists": [plan.ours.name, other.name],
        "agent": plan.agent,
        "seed": plan.seed,
    }


def comparison_document(plan: Plan, other: ArmyList, result: PlaytestComparison) -> dict[str, Any]:
    """What the plan's list and `other` did, for a program; `ahead` is of the plan's list."""
    second, first = result.rates()
    gain = result.gain()
    return {
        "lists": [plan.ours.name, other.name],
        "rates": [first.document(), second.document()],
        "ahead": Estimate(-gain.value, -gain.high, -gain.low, gain.level).document(),
        "games": result.battles,
        "agent": plan.agent,
        "seed": plan.seed,
    }


def _sums(scores: Sequence[int]) -> Sums:
    return Sums(len(scores), sum(scores), sum(score * score for score in scores))


def _share(sums: Sums, full: int, level: float) -> Estimate:
    found = mean(sums, full, level)
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high), level)
