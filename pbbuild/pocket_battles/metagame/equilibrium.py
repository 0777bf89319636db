"""The mathematics of a metagame: which mix of lists cannot be beaten, and how cyclic it is.

A metagame is a matrix of leads: `leads[i][j]` is the chance that list i beats list j, less one
half. It is antisymmetric, so the game is fair and its best mix has a lead of zero.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final

from pbbuild.base.installed import install_command
from pbbuild.errors import PbbuildError
from pbbuild.play.statistics import LEVEL, Estimate
from pbbuild.play.stream import Stream

Leads = Sequence[Sequence[float]]
# A list with a smaller share than this is not part of a mix.
SMALLEST_SHARE: Final = 0.005
_WORDS: Final = 1 << 32


def equilibrium(leads: Leads) -> list[float]:
    """The share of each list in a mix against which no list has a lead.

    The linear program of a matrix game: the largest `value` such that the mix leads every list by
    at least `value`. Shares below `SMALLEST_SHARE` are left out.
    """
    count = len(leads)
    if count == 1:
        return [1.0]
    solution = _best_mix(leads)
    shares = [share if share >= SMALLEST_SHARE else 0.0 for share in solution]
    total = sum(shares)
    return [share / total for share in shares]


def _best_mix(leads: Leads) -> list[float]:
    highspy, numpy = _solver()
    count = len(leads)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = count + 1, count + 1
    # The last column is the value of the mix; the last row makes the shares add up to one.
    model.col_cost_ = numpy.array([0.0] * count + [-1.0])
    model.col_lower_ = numpy.array([0.0] * count + [-1.0])
    model.col_upper_ = numpy.array([1.0] * (count + 1))
    model.row_lower_ = numpy.array([0.0] * count + [1.0])
    model.row_upper_ = numpy.array([highspy.kHighsInf] * count + [1.0])
    rows = list(range(count))
    starts, indices, values = [0], [], []
    for place in range(count):
        indices += [*rows, count]
        values += [*leads[place], 1.0]
        starts.append(len(indices))
    indices += rows
    values += [-1.0] * count
    starts.append(len(indices))
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = numpy.array(starts)
    model.a_matrix_.index_ = numpy.array(indices)
    model.a_matrix_.value_ = numpy.array(values)
    solver = highspy.Highs()
    for option, setting in (("output_flag", False), ("threads", 1), ("solver", "simplex")):
        solver.setOptionValue(option, setting)
    solver.passModel(model)
    solver.run()
    return [max(0.0, float(share)) for share in list(solver.getSolution().col_value)[:count]]


def _solver() -> tuple[Any, Any]:
    try:
        import highspy
        import numpy
    except ImportError as missing:
        raise PbbuildError(
            "new.no-solver", package=str(missing.name), adding=install_command("highspy")
        ) from None
    return highspy, numpy


def leads_of(rates: Sequence[Sequence[Estimate]]) -> list[list[float]]:
    """The leads of a matrix of win rates; antisymmetric even if the rates are rounded."""
    places = range(len(rates))
    return [
        [(rates[row][column].value - rates[column][row].value) / 2 for column in places]
        for row in places
    ]


@dataclass(frozen=True, slots=True)
class MixShare:
    """The share of a list in the mix, and how certain that is.

    `low` and `high` enclose the share in `level` of the matrices that the battles leave possible;
    `survives` is the part of them in which the list is in the mix at all.
    """

    share: float
    low: float
    high: float
    survives: float
    level: float = LEVEL

    def document(self) -> dict[str, float]:
        """The share as a JSON object."""
        return {
            "value": round(self.share, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
            "level": self.level,
            "survives": round(self.survives, 6),
        }


def mix_shares(rates: Sequence[Sequence[Estimate]], draws: int, seed: int) -> list[MixShare]:
    """The share of each list in the mix, with intervals from `draws` possible matrices.

    Each draw moves every rate by its own error and solves the game again (a parametric
    bootstrap); the same seed gives the same draws.
    """
    leads = leads_of(rates)
    best = equilibrium(leads)
    stream = Stream(seed)
    drawn = [equilibrium(_possible(rates, leads, stream)) for _ in range(draws)]
    found = []
    for place, share in enumerate(best):
        values = sorted(mix[place] for mix in drawn)
        low, high = (_at(values, part) for part in ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
        alive = sum(value > 0 for value in values) / max(1, len(values))
        found.append(MixShare(share, min(low, share), max(high, share), alive))
    return found


def _at(values: Sequence[float], part: float) -> float:
    return values[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def _possible(rates: Sequence[Sequence[Estimate]], leads: Leads, stream: Stream) -> Leads:
    count = len(leads)
    moved = [[0.0] * count for _ in leads]
    normal = NormalDist()
    for row in range(count):
        for column in range(row):
            error = standard_error(rates[row][column])
            step = normal.inv_cdf((stream.word() + 0.5) / _WORDS)
            lead = max(-0.5, min(0.5, leads[row][column] + error * step))
            moved[row][column], moved[column][row] = lead, -lead
    return moved


def standard_error(rate: Estimate) -> float:
    """The standard error that the interval of a rate stands for."""
    return rate.half_width / NormalDist().inv_cdf(0.5 + rate.level / 2)


@dataclass(frozen=True, slots=True)
class Cycles:
    """The part of the differences between lists that no rating explains, from 0 to 1.

    `is_certain` where chance alone would hardly ever give so large a part.
    """

    share: float
    is_certain: bool


def cycles_of(rates: Sequence[Sequence[Estimate]]) -> Cycles:
    """How much of the differences between lists are cycles.

    A lead is the difference of two ratings plus a rest: rock, paper, scissors is all rest. Both
    are sums of squares, and what chance alone contributes to each is subtracted. Chance alone
    gives rests that are distributed as chi squared.
    """
    leads = leads_of(rates)
    count = len(leads)
    if count < 3:
        return Cycles(0.0, is_certain=False)
    ratings = [sum(row) / count for row in leads]
    whole = cyclic = noise = 0.0
    for row in range(count):
        for column in range(row):
            rest = leads[row][column] - (ratings[row] - ratings[column])
            whole += leads[row][column] ** 2
            cyclic += rest**2
            noise += standard_error(rates[row][column]) ** 2
    freedom = (count - 1) * (count - 2) // 2
    chance = noise * (count - 2) / count
    is_certain = cyclic > chance / freedom * _chi_squared_quantile(freedom)
    whole -= noise
    cyclic -= chance
    if whole <= 0 or math.isclose(whole, 0.0):
        return Cycles(0.0, is_certain=False)
    return Cycles(max(0.0, min(1.0, cyclic / whole)), is_certain)


def _chi_squared_quantile(freedom: int) -> float:
    """What chance alone exceeds in one of twenty cases, by Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    z = NormalDist().inv_cdf(LEVEL)
    return freedom * (1 - spread + z * math.sqrt(spread)) ** 3
