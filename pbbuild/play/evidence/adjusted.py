"""Results without the luck of the dice: the win rate with the luck of every roll taken off.

The luck of a roll is the estimated chance to win after it less the exact mean of that estimate
before it. Its mean is zero whatever the estimate is worth, so taking any multiple of it off the
results leaves their mean as it is and, if the estimate is any good, most of their variance out.
The multiple is fitted on one half of the pairs and used for the other, so that it does not depend
on the results it is applied to. All sums are whole numbers: luck is counted in millionths of a
win.

The opponents of a field take turns, so that how much they differ is no chance either: a mean over
the field varies only as much as the results against each of them do.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from pbbuild.play.statistics import (
    LEVEL,
    PRIOR_PAIRS,
    Estimate,
    Pairs,
    anytime_factor,
    quantile,
    wilson,
)

# One win in units of luck.
ONE_WIN: Final = 1_000_000
# The factor is 1 for a perfect estimate; this many imaginary pairs say so.
_PRIOR_FACTOR_PAIRS: Final = 8
_NO_PAIRS: Final = Pairs()
# The share of imaginary pairs that vary as if no luck were taken off.
_PRIOR_SHARE: Final = 0.25
# Opponents count by themselves once there are so many pairs for each.
_PAIRS_PER_OPPONENT: Final = 3


@dataclass(frozen=True, slots=True)
class LuckSums:
    """Whole-number sums over pairs: results, the luck in them, and their products."""

    pairs: Pairs = _NO_PAIRS
    luck: int = 0
    squared: int = 0
    won_luck: int = 0
    decided_luck: int = 0

    @classmethod
    def of(cls, won: int, decided: int, luck: int) -> "LuckSums":
        """The sums of one pair."""
        return cls(
            Pairs(1, won, decided, won * won, won * decided, decided * decided),
            luck,
            luck * luck,
            won * luck,
            decided * luck,
        )

    @property
    def numbers(self) -> list[int]:
        """All sums in order, for a file."""
        return [*self.pairs.numbers, self.luck, self.squared, self.won_luck, self.decided_luck]

    @classmethod
    def from_numbers(cls, numbers: list[int]) -> "LuckSums":
        """The sums from `numbers`; impossible ones raise ValueError."""
        *pairs, luck, squared, won_luck, decided_luck = numbers
        found = cls(Pairs(*pairs), luck, squared, won_luck, decided_luck)
        count = found.pairs.count
        if not all(type(number) is int for number in numbers) or min(pairs) < 0:
            raise ValueError(numbers)
        if not found.pairs.is_possible or luck * luck > count * squared:
            raise ValueError(numbers)
        return found

    def plus(self, other: "LuckSums") -> "LuckSums":
        """The sums of both."""
        return LuckSums(
            self.pairs.plus(other.pairs),
            self.luck + other.luck,
            self.squared + other.squared,
            self.won_luck + other.won_luck,
            self.decided_luck + other.decided_luck,
        )


_NO_LUCK: Final = LuckSums()


def luck_factor(groups: Sequence[LuckSums]) -> float:
    """How much of a win one win's worth of luck was, in the pairs of these groups."""
    count = sum(group.pairs.count for group in groups)
    spread = together = 0.0
    for group in groups:
        if group.pairs.decided:
            spread += group.squared - group.luck * group.luck / group.pairs.count
            # The residual of a pair is won - rate * decided; these sum to zero.
            rate = group.pairs.won / group.pairs.decided
            together += group.won_luck - rate * group.decided_luck
    if spread <= 0:
        return 1.0
    found = ONE_WIN * together / spread
    return (count * found + _PRIOR_FACTOR_PAIRS) / (count + _PRIOR_FACTOR_PAIRS)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The two halves of a series, each adjusted with the factor of the other.

    `even` and `odd` have the pairs against each opponent by themselves.
    """

    even: tuple[LuckSums, ...] = ()
    odd: tuple[LuckSums, ...] = ()

    @classmethod
    def of(cls, number: int, won: int, decided: int, luck: int, opponent: int = 0) -> "Adjusted":
        """The sums of pair number `number`, against one of the opponents (from 0)."""
        none = (_NO_LUCK,) * opponent
        own = (*none, LuckSums.of(won, decided, luck))
        return cls((*none, _NO_LUCK), own) if number % 2 else cls(own, (*none, _NO_LUCK))

    @property
    def numbers(self) -> list[list[list[int]]]:
        """All sums in order, for a file: both halves, each opponent of a half."""
        return [[group.numbers for group in half] for half in (self.even, self.odd)]

    @classmethod
    def from_numbers(cls, numbers: list[list[Any]]) -> "Adjusted":
        """The sums from `numbers`; impossible ones raise ValueError.

        Files of earlier versions have one list for each half, of all opponents together.
        """
        even, odd = (
            tuple(map(LuckSums.from_numbers, half if half and type(half[0]) is list else [half]))
            for half in numbers
        )
        if len(even) != len(odd):
            raise ValueError(numbers)
        return cls(even, odd)

    def plus(self, other: "Adjusted") -> "Adjusted":
        """The sums of both."""
        return Adjusted(_added(self.even, other.even), _added(self.odd, other.odd))

    @property
    def pairs(self) -> Pairs:
        """The results alone."""
        total = _NO_PAIRS
        for group in (*self.even, *self.odd):
            total = total.plus(group.pairs)
        return total

    @property
    def _factors(self) -> tuple[float, float]:
        """What the luck of the even and of the odd pairs is multiplied with, in wins."""
        return luck_factor(self.odd) / ONE_WIN, luck_factor(self.even) / ONE_WIN

    @property
    def rate(self) -> float:
        """The adjusted win rate; it may leave 0 to 1 by a little."""
        for_even, for_odd = self._factors
        luck = for_even * sum(group.luck for group in self.even)
        luck += for_odd * sum(group.luck for group in self.odd)
        pairs = self.pairs
        return (pairs.won - luck) / pairs.decided

    @property
    def variance_ratio(self) -> float:
        """The variance of the adjusted rate as a share of the plain rate's; 1 if unknown."""
        pairs = self.pairs
        if pairs.count < 2:
            return 1.0
        plain = self._squares((0.0, 0.0), together=True) / (pairs.count - 1)
        return (
            self._squares(self._factors, together=False) / self._freedom / plain if plain else 1.0
        )

    @property
    def _groups(self) -> int:
        """How many opponents count by themselves: all, once each has been met often enough."""
        met = sum(
            even.pairs.count + odd.pairs.count > 0
            for even, odd in zip(self.even, self.odd, strict=True)
        )
        return met if self.pairs.count >= _PAIRS_PER_OPPONENT * met else 1

    @property
    def _freedom(self) -> int:
        """The degrees of freedom of the variance."""
        return max(1, self.pairs.count - self._groups)

    def _squares(self, factors: tuple[float, float], *, together: bool) -> float:
        """The sum over pairs of the squared residual, around the mean against each opponent.

        With `together` it is around the mean of all pairs.
        """
        pairs = self.pairs
        if pairs.decided == 0:
            return 0.0
        rate = pairs.won / pairs.decided
        together = together or self._groups == 1
        total = all_residuals = 0.0
        for groups in zip(self.even, self.odd, strict=True):
            count = groups[0].pairs.count + groups[1].pairs.count
            residuals = 0.0
            for group, factor in zip(groups, factors, strict=True):
                own = group.pairs
                total += (
                    own.won_squared
                    - 2 * rate * own.won_decided
                    + rate * rate * own.decided_squared
                    - 2 * factor * (group.won_luck - rate * group.decided_luck)
                    + factor * factor * group.squared
                )
                residuals += own.won - rate * own.decided - factor * group.luck
            all_residuals += residuals
            if count and not together:
                total -= residuals * residuals / count
        if together:
            total -= all_residuals * all_residuals / pairs.count
        return max(0.0, total)

    @property
    def independent_battles(self) -> float:
        """The independent battles that would tell as much; 0 where that is not known."""
        pairs = self.pairs
        if pairs.decided == 0:
            return 0.0
        rate = pairs.won / pairs.decided
        expected = pairs.decided / pairs.count * rate * (1 - rate)
        if expected <= 0 or pairs.count < 2:
            return 0.0
        variance = self._squares(self._factors, together=False) * pairs.count / self._freedom
        # Imaginary pairs are independent battles of which only some have kept their luck.
        kept = _PRIOR_SHARE + (1 - _PRIOR_SHARE) * min(1.0, self.variance_ratio)
        imagined = kept * expected
        inflation = (variance + PRIOR_PAIRS * imagined) / ((pairs.count + PRIOR_PAIRS) * expected)
        return pairs.decided / inflation

    def estimate(self, level: float = LEVEL, *, sequential: bool = False) -> Estimate | None:
        """The adjusted win rate with its interval; None where only the plain one can be given.

        `sequential` selects the interval for runs that stop once it is precise.
        """
        independent = self.independent_battles
        if independent == 0:
            return None
        rate = min(1.0, max(0.0, self.rate))
        if sequential:
            width = self.anytime_half_width(level)
            return Estimate(rate, max(0.0, rate - width), min(1.0, rate + width), level)
        low, high = wilson(rate, independent, quantile(level, self._freedom + 1))
        return Estimate(rate, low, high, level)

    def anytime_half_width(self, level: float = LEVEL) -> float:
        """The ± that is valid at every moment of a run; 1 where it is not known."""
        pairs = self.pairs
        independent = self.independent_battles
        if independent == 0:
            return 1.0
        shrunk = (pairs.won + 0.5) / (pairs.decided + 1)
        deviation = math.sqrt(shrunk * (1 - shrunk) / independent * pairs.count)
        return deviation * anytime_factor(pairs.count, level)


def _added(one: tuple[LuckSums, ...], other: tuple[LuckSums, ...]) -> tuple[LuckSums, ...]:
    return tuple(a.plus(b) for a, b in zip_longest(one, other, fillvalue=_NO_LUCK))


NO_LUCK: Final = Adjusted()
