"""Sequential tests over pairs: which of two is better, or no difference that matters.

The generalised sequential probability ratio test for a multinomial variable: a pair of battles has
a few possible scores, their frequencies are free, and only the mean is tested. The likelihood of a
mean is that of the frequencies which fit the pairs best and have this mean (Van den Bergh's
"practical introduction to the GSPRT"; chess engines are tested the same way).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.play.statistics import LEVEL, Estimate, Sums, mean

# The chance that a test says "better" of equals, and that it misses a difference worth telling.
ERROR_RATE: Final = 0.05
# Scores that never came up count as this many pairs, so that no likelihood is infinite.
UNSEEN: Final = 1e-3
# Fewer pairs than this say too little about the frequencies.
FEWEST_PAIRS: Final = 16
_STEPS: Final = 80

A_BETTER: Final = "A"
B_BETTER: Final = "B"
EQUAL: Final = "equal"
OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where the log-likelihood ratio decides: at or below `low` for the first hypothesis."""

    low: float
    high: float

    @classmethod
    def of(cls, false_alarm: float = ERROR_RATE, miss: float = ERROR_RATE) -> "Bounds":
        """Wald's bounds for these error rates."""
        return cls(math.log(miss / (1 - false_alarm)), math.log((1 - miss) / false_alarm))


def log_likelihood_ratio(counts: Mapping[int, int], first: float, second: float) -> float:
    """How much better a mean of `second` explains the scores than one of `first`, in nats.

    `counts` says how many pairs had each score. Both means must lie inside the scores.
    """
    values = sorted(counts)
    weights = {value: float(counts[value] or UNSEEN) for value in values}
    total = sum(weights.values())
    shares = [(float(value), weights[value] / total) for value in values]
    fit_first, fit_second = _tilt(shares, first), _tilt(shares, second)
    # The best frequencies with mean m are share / (1 + tilt * (value - m)).
    return total * sum(
        share
        * (math.log1p(fit_first * (value - first)) - math.log1p(fit_second * (value - second)))
        for value, share in shares
    )


def _tilt(shares: list[tuple[float, float]], wanted: float) -> float:
    """The multiplier with which the tilted frequencies have the mean `wanted`."""
    least, most = shares[0][0] - wanted, shares[-1][0] - wanted
    assert least < 0 < most
    # Between these every frequency stays positive; the sum below falls from + to - infinity.
    low, high = -1 / most, -1 / least
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        slope = sum(
            share * (value - wanted) / (1 + middle * (value - wanted)) for value, share in shares
        )
        if slope > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@dataclass(frozen=True)
class SequentialTest:
    """Three answers from two tests at once: A better, B better, or no difference worth `margin`.

    A pair's score is A's points less B's, from -`full` to `full`; `margin` is a share of `full`.
    One test sets "A is better by the margin" against "both are equal", the other does so for B.
    Whoever wins a test is better; if equality wins both, no difference is worth the margin. Each
    test errs at most about as often as `bounds` were made for.
    """

    margin: float
    full: int
    counts: Mapping[int, int]
    bounds: Bounds

    @property
    def pairs(self) -> int:
        """How many pairs have been played."""
        return sum(self.counts.values())

    def plus(self, scores: list[int]) -> "SequentialTest":
        """The test with the scores of more pairs."""
        counts = dict(self.counts)
        for score in scores:
            counts[score] += 1
        return SequentialTest(self.margin, self.full, counts, self.bounds)

    @property
    def for_a(self) -> float:
        """The log-likelihood ratio of "A is better by the margin" to "equal"."""
        return log_likelihood_ratio(self.counts, 0.0, self.margin * self.full)

    @property
    def for_b(self) -> float:
        """The same for B."""
        return log_likelihood_ratio(self.counts, 0.0, -self.margin * self.full)

    @property
    def verdict(self) -> str:
        """`A`, `B`, `equal`, or `open` while it is too early to say."""
        if self.pairs < FEWEST_PAIRS:
            return OPEN
        for_a, for_b = self.for_a, self.for_b
        if for_a >= self.bounds.high:
            return A_BETTER
        if for_b >= self.bounds.high:
            return B_BETTER
        return EQUAL if max(for_a, for_b) <= self.bounds.low else OPEN

    def difference(self, level: float = LEVEL) -> Estimate:
        """How much more A wins, as a share of battles."""
        total = sum(score * count for score, count in self.counts.items())
        squared = sum(score * score * count for score, count in self.counts.items())
        return mean(Sums(self.pairs, total, squared), self.full, level)

    def document(self) -> dict[str, Any]:
        """The test as a JSON object; `llr` is that of the side ahead."""
        difference = self.difference()
        for_a, for_b = (self.for_a, self.for_b) if self.pairs else (0.0, 0.0)
        return {
            "verdict": self.verdict,
            "games": 2 * self.pairs,
            "llr": round(for_a if difference.value >= 0 else for_b, 6),
            "llr_a": round(for_a, 6),
            "llr_b": round(for_b, 6),
            "bounds": [round(self.bounds.low, 6), round(self.bounds.high, 6)],
            "margin": self.margin,
            "difference": difference.document(),
        }


def new_test(margin: float, full: int, error_rate: float = ERROR_RATE) -> SequentialTest:
    """A test before its first pair; scores are whole numbers from -`full` to `full`."""
    counts = dict.fromkeys(range(-full, full + 1), 0)
    return SequentialTest(margin, full, counts, Bounds.of(error_rate, error_rate))
