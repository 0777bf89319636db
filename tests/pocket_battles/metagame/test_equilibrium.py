"""The mix of a metagame solves its matrix game, and cycles are separated from ratings."""

from itertools import combinations
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbbuild.play.statistics import Estimate
from pbbuild.pocket_battles.metagame.equilibrium import (
    _best_mix,
    cycles_of,
    equilibrium,
    leads_of,
    mix_shares,
)


def rates(leads: list[list[float]], width: float = 0.02) -> list[list[Estimate]]:
    """A matrix of rates with these leads, each ± `width`."""
    return [
        [
            Estimate(0.5 + lead, 0.5 + lead - width, 0.5 + lead + width)
            if row != column
            else Estimate(0.5, 0.5, 0.5)
            for column, lead in enumerate(values)
        ]
        for row, values in enumerate(leads)
    ]


ROCK_PAPER_SCISSORS = [[0.0, 0.2, -0.2], [-0.2, 0.0, 0.2], [0.2, -0.2, 0.0]]
A_LADDER = [[0.0, 0.1, 0.2], [-0.1, 0.0, 0.1], [-0.2, -0.1, 0.0]]


def test_rock_paper_scissors_is_mixed_in_thirds() -> None:
    assert equilibrium(ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3)


def test_the_best_of_a_ladder_is_the_whole_mix() -> None:
    assert equilibrium(A_LADDER) == [1.0, 0.0, 0.0]


def test_one_list_alone_is_the_mix() -> None:
    assert equilibrium([[0.0]]) == [1.0]


def test_a_weighted_cycle_has_the_mix_of_its_closed_form() -> None:
    # A beats B by a, B beats C by b, C beats A by c: the shares are as b, c and a.
    a, b, c = 0.1, 0.2, 0.3
    mix = equilibrium([[0, a, -c], [-a, 0, b], [c, -b, 0]])

    assert mix == pytest.approx([b / (a + b + c), c / (a + b + c), a / (a + b + c)])


@given(
    st.integers(2, 7).flatmap(
        lambda n: st.lists(st.integers(-45, 45), min_size=n * n, max_size=n * n)
    )
)
def test_no_list_leads_the_mix(numbers: list[int]) -> None:
    count = round(len(numbers) ** 0.5)
    leads = [[0.0] * count for _ in range(count)]
    for row in range(count):
        for column in range(row):
            lead = numbers[row * count + column] / 100
            leads[row][column], leads[column][row] = lead, -lead

    mix = equilibrium(leads)

    assert sum(mix) == pytest.approx(1)
    for column in range(count):
        lead = sum(mix[row] * leads[row][column] for row in range(count))
        # Shares too small to show were left out, which may cost this much.
        assert lead >= -0.03


def by_supports(leads: list[list[float]]) -> list[float]:
    """The mix found without linear programming: every set of lists is tried as its support."""
    matrix = numpy.array(leads)
    for size in range(1, len(leads) + 1):
        for chosen in combinations(range(len(leads)), size):
            part = matrix[numpy.ix_(chosen, chosen)]
            # Every list of the support has lead zero, and the shares add up to one.
            rows = numpy.vstack([part.T, numpy.ones(size)])
            goal = numpy.append(numpy.zeros(size), 1.0)
            shares, *_ = numpy.linalg.lstsq(rows, goal, rcond=None)
            mix = numpy.zeros(len(leads))
            mix[list(chosen)] = shares
            solves = numpy.allclose(rows @ shares, goal, atol=1e-9)
            if solves and shares.min() > -1e-9 and (mix @ matrix).min() > -1e-9:
                return [float(share) for share in mix]
    raise AssertionError("every matrix game has a mix")


@pytest.mark.parametrize("seed", range(12))
def test_the_mix_is_the_one_that_an_independent_method_finds(seed: int) -> None:
    generator = Random(seed)
    count = generator.randint(3, 7)
    leads = [[0.0] * count for _ in range(count)]
    for row in range(count):
        for column in range(row):
            lead = generator.uniform(-0.45, 0.45)
            leads[row][column], leads[column][row] = lead, -lead

    # A matrix without equal leads has one mix only.
    assert _best_mix(leads) == pytest.approx(by_supports(leads), abs=1e-6)


def test_the_matrix_of_leads_is_antisymmetric() -> None:
    leads = leads_of(rates(ROCK_PAPER_SCISSORS))

    assert all(leads[i][j] == -leads[j][i] for i in range(3) for j in range(3))


def test_a_cycle_is_all_cyclic_and_a_ladder_is_not() -> None:
    cycle, ladder = cycles_of(rates(ROCK_PAPER_SCISSORS)), cycles_of(rates(A_LADDER))

    assert cycle.share == pytest.approx(1, abs=0.02)
    assert cycle.is_certain
    assert ladder.share == pytest.approx(0, abs=0.02)
    assert not ladder.is_certain
    assert cycles_of(rates([[0.0, 0.3], [-0.3, 0.0]])).share == 0.0


def test_noise_alone_is_not_called_a_cycle() -> None:
    small = [[lead / 50 for lead in row] for row in ROCK_PAPER_SCISSORS]

    assert cycles_of(rates(small, width=0.2)).share == 0.0


@pytest.mark.parametrize("count", [3, 6, 12])
def test_cycles_are_rarely_called_certain_where_chance_made_them(count: int) -> None:
    generator = Random(count)
    width, alarms = 0.1, 0
    for _ in range(400):
        strengths = [generator.gauss(0, 0.1) for _ in range(count)]
        leads = [[0.0] * count for _ in range(count)]
        for row in range(count):
            for column in range(row):
                lead = strengths[row] - strengths[column] + generator.gauss(0, width / 1.96)
                leads[row][column], leads[column][row] = lead, -lead
        alarms += cycles_of(rates(leads, width)).is_certain

    # One in twenty; 400 runs know it to about 2 in 100.
    assert 0.02 < alarms / 400 < 0.085


def test_uncertain_rates_give_wide_shares_and_certain_ones_narrow() -> None:
    certain = mix_shares(rates(ROCK_PAPER_SCISSORS, 0.005), 60, seed=1)
    open_ = mix_shares(rates(ROCK_PAPER_SCISSORS, 0.15), 60, seed=1)

    for narrow, wide in zip(certain, open_, strict=True):
        assert narrow.high - narrow.low < 0.05 < wide.high - wide.low
        assert narrow.survives == 1.0
    assert mix_shares(rates(A_LADDER, 0.005), 60, seed=1)[2].survives == 0.0


def test_the_same_seed_draws_the_same_matrices() -> None:
    assert mix_shares(rates(A_LADDER, 0.1), 20, 7) == mix_shares(rates(A_LADDER, 0.1), 20, 7)
