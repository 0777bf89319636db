"""Exact odds of dice, as whole numbers out of `ways`, without sampling.

Every game here rolls some dice and scores, for each die, a number that depends on its face.
A `Distribution` gives the number of equally likely ways to get each total.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Distribution:
    """Pairs of a total and its number of ways out of `ways`, in order of the totals."""

    counts: tuple[tuple[int, int], ...]
    ways: int

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> "Distribution":
        """The distribution with these counts; totals that cannot happen are left out."""
        possible = tuple(sorted((total, count) for total, count in counts.items() if count))
        return cls(possible, sum(count for _, count in possible))

    def chance(self, total: int) -> float:
        """The probability of exactly `total`."""
        return dict(self.counts).get(total, 0) / self.ways

    def at_least(self, total: int) -> float:
        """The probability of `total` or more."""
        return sum(count for value, count in self.counts if value >= total) / self.ways

    @property
    def mean(self) -> Fraction:
        """The expected total, exact."""
        return Fraction(sum(total * count for total, count in self.counts), self.ways)

    @property
    def largest(self) -> int:
        """The highest total that can happen."""
        return self.counts[-1][0]

    def chances(self) -> dict[int, float]:
        """Every total from the lowest to the highest with its probability, 0 for gaps."""
        known = dict(self.counts)
        low, high = self.counts[0][0], self.counts[-1][0]
        return {total: known.get(total, 0) / self.ways for total in range(low, high + 1)}

    def plus(self, other: "Distribution") -> "Distribution":
        """The sum of two independent totals."""
        counts: dict[int, int] = {}
        for left, ways_left in self.counts:
            for right, ways_right in other.counts:
                total = left + right
                counts[total] = counts.get(total, 0) + ways_left * ways_right
        return Distribution.of(counts)

    def mapped(self, totals: Mapping[int, int]) -> "Distribution":
        """The distribution with each total in `totals` replaced."""
        counts: dict[int, int] = {}
        for total, count in self.counts:
            changed = totals.get(total, total)
            counts[changed] = counts.get(changed, 0) + count
        return Distribution.of(counts)


NOTHING = Distribution(((0, 1),), 1)


def one_die(scores: Iterable[int]) -> Distribution:
    """A die whose faces score `scores`, each face equally likely."""
    counts: dict[int, int] = {}
    for score in scores:
        counts[score] = counts.get(score, 0) + 1
    return Distribution.of(counts)


@lru_cache(maxsize=4096)
def dice(scores: tuple[int, ...], count: int) -> Distribution:
    """The total of `count` dice whose faces score `scores`."""
    total, one = NOTHING, one_die(scores)
    for _ in range(count):
        total = total.plus(one)
    return total


def face_scores(printed: Sequence[int], sides: int = 6) -> tuple[int, ...]:
    """Hits that each face 1..`sides` scores against printed dice. PB-6.1, PB-8.1."""
    return tuple(sum(1 for face in printed if face == side) for side in range(1, sides + 1))


def hits(printed: Sequence[int], count: int, scoring_hits: int = 0) -> Distribution:
    """Hits of `count` dice against the `printed` ones; `scoring_hits` more if any hit. PB-T.7."""
    total = dice(face_scores(printed), count)
    if not scoring_hits:
        return total
    return total.mapped({value: value + scoring_hits for value, _ in total.counts if value})
