"""Intervals hold what they promise."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbbuild.play.statistics import (
    Pairs,
    Sums,
    anytime_half_width,
    battles_needed,
    mean,
    win_rate,
)
from tests.tiers import quick_first

pair = st.sampled_from([(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)])


def played(rng: random.Random, pairs: int, strength: float, shared: float) -> Pairs:
    """Pairs whose battles are won with `strength`, a share `shared` of them by the same luck."""

    def one() -> tuple[int, int]:
        luck = rng.random()
        # Swapped sides turn shared luck around: good dice for one list are the other's next.
        first = luck if rng.random() < shared else rng.random()
        second = 1 - luck if rng.random() < shared else rng.random()
        return (int(first < strength) + int(second < strength), 2)

    return Pairs.of(one() for _ in range(pairs))


@pytest.mark.parametrize("strength", [0.08, 0.35, 0.5, 0.8, 0.97])
@pytest.mark.parametrize("shared", [0.0, 0.6])
@pytest.mark.parametrize("pairs", quick_first([10, 25, 100], 1))
def test_the_interval_of_a_small_playtest_holds_the_truth_as_often_as_it_says(
    strength: float, shared: float, pairs: int
) -> None:
    rng = random.Random(f"{strength} {shared} {pairs}")
    runs = 600
    held = 0
    for _ in range(runs):
        estimate = win_rate(played(rng, pairs, strength, shared))
        held += estimate.low <= strength <= estimate.high

    assert 0.92 <= held / runs <= 0.995


def test_stopping_when_the_interval_is_narrow_does_not_break_it() -> None:
    rng = random.Random(5)
    held = 0
    runs = 150
    for _ in range(runs):
        sums = Pairs()
        while anytime_half_width(sums) > 0.08 and sums.count < 2000:
            sums = sums.plus(played(rng, 10, 0.6, 0.3))
        rate = sums.won / sums.decided
        held += abs(rate - 0.6) <= anytime_half_width(sums)

    assert held / runs >= 0.95


@given(st.lists(pair, min_size=1, max_size=60))
def test_intervals_stay_within_zero_and_one_and_hold_the_value(
    results: list[tuple[int, int]],
) -> None:
    estimate = win_rate(Pairs.of(results))

    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


@given(st.lists(pair, max_size=40), st.integers(0, 40))
def test_sums_do_not_depend_on_how_the_work_was_split(
    results: list[tuple[int, int]], cut: int
) -> None:
    parts = Pairs.of(results[cut:]).plus(Pairs.of(results[:cut]))

    assert parts == Pairs.of(results)


@given(st.lists(pair, max_size=40))
def test_sums_of_battles_can_be(results: list[tuple[int, int]]) -> None:
    assert Pairs.of(results).is_possible


@pytest.mark.parametrize("place", range(6))
def test_sums_of_no_battles_cannot_be(place: int) -> None:
    numbers = Pairs.of([(1, 2), (0, 1), (2, 2)]).numbers
    numbers[place] = 0 if place == 0 else 99
    assert not Pairs(*numbers).is_possible


def test_a_perfect_score_in_few_battles_still_leaves_doubt() -> None:
    estimate = win_rate(Pairs.of([(2, 2)] * 5))

    assert estimate.high == pytest.approx(1.0)
    assert 0.5 < estimate.low < 0.85


def test_no_battle_says_nothing() -> None:
    estimate = win_rate(Pairs())

    assert (estimate.low, estimate.high) == (0.0, 1.0)
    assert mean(Sums()).document() == {"value": 0.0, "low": None, "high": None, "level": 0.95}


def test_a_mean_over_pairs_counts_per_battle() -> None:
    sums = Sums()
    for value in (10, 14, 12, 12):
        sums = sums.with_value(value)

    estimate = mean(sums)

    assert estimate.value == 6.0
    assert estimate.low < 6.0 < estimate.high


def test_a_close_race_needs_more_battles_and_a_clear_one_none() -> None:
    close = Pairs.of([(0, 2)] * 20 + [(1, 2)] * 10 + [(2, 2)] * 23)
    clear = Pairs.of([(2, 2)] * 60 + [(1, 2)] * 10)

    assert battles_needed(close) > 0
    assert battles_needed(clear) == 0


def test_battles_that_say_more_are_needed_less() -> None:
    close = Pairs.of([(0, 2)] * 20 + [(1, 2)] * 10 + [(2, 2)] * 23)

    # Without luck these 106 battles say as much as 400, at the same rate.
    more = battles_needed(close, 49 / 106, 400)
    assert 0 < more < battles_needed(close, 49 / 106, 106) / 3


def test_a_mean_of_few_pairs_has_students_interval() -> None:
    sums = Sums()
    for value in range(11):
        sums = sums.with_value(value)
    # t of 10 degrees of freedom is 2.228 at 95 %, the scatter of 0 to 10 is the root of 11.
    assert mean(sums, battles_each=1).half_width == pytest.approx(2.228, rel=0.005)


@pytest.mark.parametrize(
    ("pairs", "independent"),
    [
        pytest.param([(2, 2), (0, 2)] * 100, 200, id="pairs that go one way count as one battle"),
        pytest.param([(2, 2), (1, 2), (1, 2), (0, 2)] * 50, 400, id="independent battles"),
    ],
)
def test_the_interval_is_over_pairs(pairs: list[tuple[int, int]], independent: int) -> None:
    expected = 1.96 * 0.5 / independent**0.5
    assert win_rate(Pairs.of(pairs)).half_width == pytest.approx(expected, rel=0.03)


def test_the_interval_that_holds_at_every_moment_is_that_of_robbins() -> None:
    fair = Pairs.of([(2, 2), (1, 2), (1, 2), (0, 2)] * 100)
    # Worked out by hand for 400 pairs of independent battles: 1.52 times the usual one.
    assert anytime_half_width(fair) == pytest.approx(0.0537, rel=0.01)
