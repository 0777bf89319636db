"""Estimates from battles, with confidence intervals.

Battles come in pairs: the same dice with the sides swapped. The two battles of a pair are not
independent, so every interval here is computed over pairs. All sums are whole numbers, so the
result does not depend on the order in which battles are finished.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

LEVEL: Final = 0.95
# Larger than any value counted here; stands for an unbounded interval.
UNBOUNDED: Final = 1e9

# A few pairs give a poor estimate of their variance: this many imaginary pairs of independent
# battles are added to the variance (and to nothing else), and matter less with more real pairs.
PRIOR_PAIRS: Final = 4


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval at a confidence level; without battles a rate is 0 to 1."""

    value: float
    low: float
    high: float
    level: float = LEVEL

    @property
    def half_width(self) -> float:
        """Half the width of the interval: the ± of a report."""
        return (self.high - self.low) / 2

    def document(self, digits: int = 6) -> dict[str, float | None]:
        """The estimate as a JSON object; None for an unbounded side of the interval."""

        def number(value: float) -> float | None:
            return round(value, digits) if abs(value) < UNBOUNDED else None

        return {
            "value": number(self.value),
            "low": number(self.low),
            "high": number(self.high),
            "level": self.level,
        }


@dataclass(frozen=True, slots=True)
class Pairs:
    """Whole-number sums over pairs: everything needed for the interval of a rate.

    A pair has `m` decided battles (0, 1 or 2), `w` of them won. The sums are of 1, w, m, w², wm
    and m² over the pairs; those of several workers can be added in any order.
    """

    count: int = 0
    won: int = 0
    decided: int = 0
    won_squared: int = 0
    won_decided: int = 0
    decided_squared: int = 0

    @property
    def numbers(self) -> list[int]:
        """All sums in order, for a file."""
        return [
            self.count,
            self.won,
            self.decided,
            self.won_squared,
            self.won_decided,
            self.decided_squared,
        ]

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> "Pairs":
        """The sums of (won, decided) pairs."""
        sums = cls()
        for won, decided in pairs:
            sums = sums.plus(
                cls(1, won, decided, won * won, won * decided, decided * decided),
            )
        return sums

    @property
    def is_possible(self) -> bool:
        """Whether any battles can have these sums."""
        return (
            self.won <= self.decided <= 2 * self.count
            and self.won <= self.won_squared <= 2 * self.won
            and self.decided <= self.decided_squared <= 2 * self.decided
            and self.won_squared <= self.won_decided <= self.decided_squared
        )

    def plus(self, other: "Pairs") -> "Pairs":
        """The sums of both."""
        return Pairs(
            self.count + other.count,
            self.won + other.won,
            self.decided + other.decided,
            self.won_squared + other.won_squared,
            self.won_decided + other.won_decided,
            self.decided_squared + other.decided_squared,
        )


def win_rate(pairs: Pairs, level: float = LEVEL) -> Estimate:
    """The share of decided battles that were won, with a Wilson interval over pairs.

    The variance between pairs gives the equivalent number of independent battles (fewer or more
    than were played), and the interval is Wilson's for that number. It stays within 0 and 1 and
    is sensible at 0 % and 100 %.
    """
    if pairs.decided == 0:
        return Estimate(0.5, 0.0, 1.0, level)
    rate = pairs.won / pairs.decided
    independent = independent_battles(pairs)
    low, high = wilson(rate, independent, quantile(level, pairs.count))
    return Estimate(rate, low, high, level)


def wilson(rate: float, battles: float, z: float) -> tuple[float, float]:
    """Wilson's score interval of a rate observed in `battles` independent battles."""
    square = z * z
    centre = (rate + square / (2 * battles)) / (1 + square / battles)
    spread = z * math.sqrt(rate * (1 - rate) / battles + square / (4 * battles * battles))
    spread /= 1 + square / battles
    # Rounding must not move the interval off the rate itself at 0 % and 100 %.
    return min(max(0.0, centre - spread), rate), max(min(1.0, centre + spread), rate)


def independent_battles(pairs: Pairs) -> float:
    """The equivalent number of independent battles; at least one battle must be decided."""
    # The linearised variance of won / decided between pairs, compared with that of independent
    # battles; at 0 % and 100 % there is no variance and battles count as independent.
    rate = pairs.won / pairs.decided
    expected = pairs.decided / pairs.count * rate * (1 - rate)
    if expected <= 0 or pairs.count < 2:
        return float(pairs.decided)
    variance = (
        pairs.won_squared - 2 * rate * pairs.won_decided + rate * rate * pairs.decided_squared
    )
    variance = max(variance, 0.0) * pairs.count / (pairs.count - 1)
    inflation = (variance + PRIOR_PAIRS * expected) / ((pairs.count + PRIOR_PAIRS) * expected)
    return pairs.decided / inflation


def quantile(level: float, pairs: int) -> float:
    """How many standard errors an interval of `pairs` pairs reaches to each side."""
    # For few pairs: Student's t with pairs - 1 + prior degrees of freedom, by Cornish and Fisher.
    z = NormalDist().inv_cdf(0.5 + level / 2)
    freedom = max(1, pairs - 1 + PRIOR_PAIRS)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def anytime_half_width(pairs: Pairs, level: float = LEVEL, planned: float = 400) -> float:
    """The ± of the win rate that is valid at every moment of a run at once.

    An ordinary interval is wrong if a run stops because it is narrow. This one is a confidence
    sequence (Robbins' normal mixture): it is tightest near `planned` pairs and valid after every
    pair, so a run may stop because of it.
    """
    if pairs.count < 2 or pairs.decided == 0:
        return 1.0
    n = pairs.count
    # The standard deviation of one pair's contribution to the rate; half a battle won and half
    # lost are added so that it is not 0 at 0 % and 100 %.
    shrunk = (pairs.won + 0.5) / (pairs.decided + 1)
    deviation = math.sqrt(shrunk * (1 - shrunk) / independent_battles(pairs) * n)
    return deviation * anytime_factor(n, level, planned)


def anytime_factor(pairs: int, level: float = LEVEL, planned: float = 400) -> float:
    """How many standard deviations of one pair a confidence sequence reaches to each side."""
    alpha = 1 - level
    rho_squared = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / planned
    inner = pairs * rho_squared + 1
    return math.sqrt(2 * inner / (pairs * pairs * rho_squared) * math.log(math.sqrt(inner) / alpha))


def anytime_rate(pairs: Pairs, level: float = LEVEL, planned: float = 400) -> Estimate:
    """The win rate with the interval of `anytime_half_width`."""
    if pairs.decided == 0:
        return Estimate(0.5, 0.0, 1.0, level)
    rate = pairs.won / pairs.decided
    width = anytime_half_width(pairs, level, planned)
    return Estimate(rate, max(0.0, rate - width), min(1.0, rate + width), level)


@dataclass(frozen=True, slots=True)
class Sums:
    """Whole-number sums of one quantity over pairs, for its mean with an interval."""

    count: int = 0
    total: int = 0
    squared: int = 0

    @property
    def numbers(self) -> list[int]:
        """All sums in order, for a file."""
        return [self.count, self.total, self.squared]

    @property
    def is_possible(self) -> bool:
        """Whether any numbers can have these sums."""
        return self.total**2 <= self.count * self.squared

    def plus(self, other: "Sums") -> "Sums":
        """The sums of both."""
        return Sums(
            self.count + other.count, self.total + other.total, self.squared + other.squared
        )

    def with_value(self, value: int) -> "Sums":
        """The sums with one more pair."""
        return Sums(self.count + 1, self.total + value, self.squared + value * value)


def mean(sums: Sums, battles_each: int = 2, level: float = LEVEL) -> Estimate:
    """The mean per battle of a quantity summed over pairs of `battles_each` battles."""
    centre = sums.total / max(1, sums.count)
    if sums.count < 2:
        return Estimate(centre / battles_each, -math.inf, math.inf, level)
    variance = max(0.0, sums.squared - sums.count * centre * centre) / (sums.count - 1)
    width = quantile(level, sums.count - PRIOR_PAIRS) * math.sqrt(variance / sums.count)
    return Estimate(
        centre / battles_each,
        (centre - width) / battles_each,
        (centre + width) / battles_each,
        level,
    )


def battles_needed(pairs: Pairs, rate: float | None = None, independent: float = 0.0) -> int:
    """About how many more battles are needed until the interval excludes one half.

    `rate` and `independent` are the rate and the battles it is worth where the luck of the dice
    is taken off.
    """
    if pairs.decided == 0:
        return 0
    if rate is None or not independent:
        rate, independent = pairs.won / pairs.decided, independent_battles(pairs)
    # Exactly even: compute for a difference of one percentage point.
    distance = abs(rate - 0.5)
    if distance < 1e-9:
        distance = 0.01
    per_battle = max(rate * (1 - rate), 1e-6)
    wanted = (quantile(LEVEL, pairs.count) / distance) ** 2 * per_battle
    return max(0, math.ceil(wanted * pairs.decided / independent - pairs.decided))
