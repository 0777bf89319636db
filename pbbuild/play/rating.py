"""Ratings from a tournament: one number for each player, with its interval.

The Bradley-Terry model: the probability that one beats another depends only on the difference of
their strengths. The maximum-likelihood strengths are converted to the Elo scale (a lead of 400
wins ten times out of eleven) around a mean of 1500.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from pbbuild.play.evidence.adjusted import Adjusted
from pbbuild.play.statistics import LEVEL, Estimate, Pairs, independent_battles

SCALE: Final = 400 / math.log(10)
MEAN: Final = 1500.0
# Half a battle won and half lost against the field: without it a player who lost every battle
# would have no finite rating.
_PRIOR_BATTLES: Final = 1.0
_STEPS: Final = 100


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of players `first` and `second` (indices of names), as seen by the first.

    `adjusted` are the same pairs with the luck of the dice, where that is known.
    """

    first: int
    second: int
    pairs: Pairs
    adjusted: Adjusted | None = None


def ratings(
    names: Sequence[str], meetings: Sequence[Meeting], level: float = LEVEL
) -> list[Estimate]:
    """The rating of each name, in order; the interval is for its strength against the field."""
    count = len(names)
    if count == 0:
        return []
    counted = [_counted(meeting) for meeting in meetings if meeting.pairs.decided]
    strengths = [0.0] * count
    information = _information(counted, strengths)
    for _ in range(_STEPS):
        gradient = _gradient(counted, strengths)
        step = _solve(information, gradient)
        strengths = [value + change for value, change in zip(strengths, step, strict=True)]
        information = _information(counted, strengths)
        if max(map(abs, step)) < 1e-10:
            break
    middle = sum(strengths) / count
    z = NormalDist().inv_cdf(0.5 + level / 2)
    found = []
    for place in range(count):
        # The mean is fixed, so the interval is that of the distance from it: contrast e_i - 1/n.
        contrast = [(1.0 if other == place else 0.0) - 1.0 / count for other in range(count)]
        spread = _solve(information, contrast)
        variance = max(0.0, sum(a * b for a, b in zip(contrast, spread, strict=True)))
        value = MEAN + SCALE * (strengths[place] - middle)
        width = SCALE * z * math.sqrt(variance)
        found.append(Estimate(value, value - width, value + width, level))
    return found


@dataclass(frozen=True, slots=True)
class _Counted:
    first: int
    second: int
    won: float
    battles: float


def _counted(meeting: Meeting) -> _Counted:
    # The equivalent number of independent battles: swapped pairs share their dice, and without
    # the luck of the dice each says more.
    adjusted = meeting.adjusted
    if adjusted and (battles := adjusted.independent_battles):
        rate = min(1.0, max(0.0, adjusted.rate))
        return _Counted(meeting.first, meeting.second, rate * battles, battles)
    rate = meeting.pairs.won / meeting.pairs.decided
    battles = independent_battles(meeting.pairs)
    return _Counted(meeting.first, meeting.second, rate * battles, battles)


def _chance(counted: _Counted, strengths: Sequence[float]) -> float:
    difference = strengths[counted.first] - strengths[counted.second]
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, difference))))


def _gradient(meetings: Sequence[_Counted], strengths: Sequence[float]) -> list[float]:
    slope = [-_PRIOR_BATTLES * math.tanh(value / 2) / 2 for value in strengths]
    for meeting in meetings:
        surplus = meeting.won - meeting.battles * _chance(meeting, strengths)
        slope[meeting.first] += surplus
        slope[meeting.second] -= surplus
    return slope


def _information(meetings: Sequence[_Counted], strengths: Sequence[float]) -> list[list[float]]:
    count = len(strengths)
    matrix = [[0.0] * count for _ in range(count)]
    for place, value in enumerate(strengths):
        matrix[place][place] = _PRIOR_BATTLES / (4 * math.cosh(min(20.0, abs(value)) / 2) ** 2)
    for meeting in meetings:
        chance = _chance(meeting, strengths)
        weight = meeting.battles * chance * (1 - chance)
        i, j = meeting.first, meeting.second
        matrix[i][i] += weight
        matrix[j][j] += weight
        matrix[i][j] -= weight
        matrix[j][i] -= weight
    return matrix


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    # Gaussian elimination with pivots is fast enough for the dozen players of a tournament.
    count = len(right)
    rows = [[*matrix[place], right[place]] for place in range(count)]
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, count):
            factor = rows[row][column] / rows[column][column]
            for place in range(column, count + 1):
                rows[row][place] -= factor * rows[column][place]
    solved = [0.0] * count
    for row in reversed(range(count)):
        rest = sum(rows[row][place] * solved[place] for place in range(row + 1, count))
        solved[row] = (rows[row][count] - rest) / rows[row][row]
    return solved
