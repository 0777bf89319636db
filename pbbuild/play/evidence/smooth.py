"""A chance over time, from measurements that each err and from what is known to have changed it.

Every choice and roll says by how much the chance changed. So each moment is known not only by its
own measurement but by those before and after it, the less the further away they are: a Kalman
filter forward, then the smoother of Rauch, Tung and Striebel back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

# The variance of a moment before anything is known of it.
UNKNOWN: Final = 0.25


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A moment of a game: its own measurement and its change since the moment before.

    `variance` is that of the measurement, None if there is none; `doubt` is the variance of the
    change.
    """

    change: float
    doubt: float
    measured: float = 0.5
    variance: float | None = None


def smoothed(moments: Sequence[CurvePoint]) -> list[float]:
    """The best estimate of the chance at each moment."""
    means: list[float] = []
    variances: list[float] = []
    mean, spread = 0.5, UNKNOWN
    for number, moment in enumerate(moments):
        if number:
            mean, spread = mean + moment.change, spread + moment.doubt
        if moment.variance is not None:
            part = spread / (spread + moment.variance)
            mean, spread = mean + part * (moment.measured - mean), (1 - part) * spread
        means.append(mean)
        variances.append(spread)
    for number in range(len(moments) - 2, -1, -1):
        after = moments[number + 1]
        part = variances[number] / (variances[number] + after.doubt)
        means[number] += part * (means[number + 1] - after.change - means[number])
    return means
