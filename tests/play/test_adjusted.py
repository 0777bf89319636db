"""Luck-adjusted results: unbiased, covering as promised, and never wider for nothing."""

import pytest

from pbbuild.play.evidence.adjusted import NO_LUCK, ONE_WIN, Adjusted
from pbbuild.play.statistics import win_rate
from pbbuild.play.stream import Stream

FIELD = (0.2, 0.4, 0.6, 0.8)


def series(pairs: int, seed: int, skill: float = 0.55) -> Adjusted:
    """Pairs of battles decided by three dice each, whose luck is known to the adjustment."""
    stream = Stream(seed)
    total = NO_LUCK
    for number in range(pairs):
        won, luck = 0, 0.0
        for _ in range(2):
            chance = skill
            for _ in range(3):
                swing = (stream.below(1000) / 999 - 0.5) * 0.6 * min(chance, 1 - chance)
                chance += swing
                # An estimate that sees only a part of what happened.
                luck += 0.8 * swing
            won += stream.below(1_000_000) < 1_000_000 * chance
        total = total.plus(Adjusted.of(number, won, 2, round(ONE_WIN * luck)))
    return total


def field_series(pairs: int, seed: int) -> Adjusted:
    """The same against opponents of different strength, who take turns; the mean is 0.5."""
    stream = Stream(seed)
    total = NO_LUCK
    for number in range(pairs):
        opponent = number % len(FIELD)
        won, luck = 0, 0.0
        for _ in range(2):
            swing = (
                (stream.below(1000) / 999 - 0.5) * 0.9 * min(FIELD[opponent], 1 - FIELD[opponent])
            )
            luck += swing
            won += stream.below(1_000_000) < 1_000_000 * (FIELD[opponent] + swing)
        total = total.plus(Adjusted.of(number, won, 2, round(ONE_WIN * luck), opponent))
    return total


def test_pure_luck_disappears_from_the_result() -> None:
    total = NO_LUCK
    for number in range(60):
        # Every pair is won or lost by one roll worth one win.
        won = number % 3 == 0
        total = total.plus(Adjusted.of(number, int(won), 1, ONE_WIN // 2 if won else -ONE_WIN // 2))

    assert total.variance_ratio < 0.01
    found = total.estimate()
    assert found is not None
    assert found.half_width < 0.5 * win_rate(total.pairs).half_width


def test_without_any_luck_the_result_is_the_plain_one() -> None:
    total = NO_LUCK
    for number in range(40):
        total = total.plus(Adjusted.of(number, number % 3 % 2, 2, 0))

    found = total.estimate()
    assert found is not None
    plain = win_rate(total.pairs)
    assert (found.value, found.low, found.high) == pytest.approx(
        (plain.value, plain.low, plain.high)
    )
    assert total.variance_ratio == pytest.approx(1.0)


def test_sums_survive_a_file_and_impossible_ones_are_refused() -> None:
    total = series(9, 1)
    assert Adjusted.from_numbers(total.numbers) == total
    broken = total.numbers
    broken[0][0][7] = 0  # squared luck below what the luck needs
    with pytest.raises(ValueError, match=r"\["):
        Adjusted.from_numbers(broken)


def test_halves_add_up_in_any_order() -> None:
    one, other = series(8, 1), series(8, 2)

    assert one.plus(other) == other.plus(one)


def test_files_of_earlier_versions_are_read_as_one_opponent() -> None:
    total = series(9, 1)
    even, odd = total.numbers
    assert Adjusted.from_numbers([even[0], odd[0]]) == total


def test_how_much_opponents_differ_is_not_taken_for_chance() -> None:
    total = NO_LUCK
    for number in range(80):
        # One opponent always loses, the other always wins: nothing is left to chance.
        total = total.plus(Adjusted.of(number, 2 * (number % 2), 2, 0, number % 2))

    assert total.variance_ratio == 0.0
    found = total.estimate()
    assert found is not None
    assert found.half_width < 0.5 * win_rate(total.pairs).half_width


def test_opponents_met_once_are_not_compared_with_themselves() -> None:
    total = NO_LUCK
    for number in range(12):
        total = total.plus(Adjusted.of(number, 2 * (number % 2), 2, 0, number))

    assert total.variance_ratio == pytest.approx(1.0)


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [8, 16, 60])
def test_the_interval_over_a_field_covers_as_often_as_it_promises(pairs: int) -> None:
    runs = [field_series(pairs, seed) for seed in range(600)]
    found = [run.estimate() for run in runs]
    covered = sum(each.low <= 0.5 <= each.high for each in found if each)

    assert all(found)
    assert covered >= 0.93 * len(runs)
    if pairs == 60:
        # Not by being wide: narrower than the plain interval, and missing now and then.
        plain = [win_rate(run.pairs).half_width for run in runs]
        assert sum(each.half_width for each in found if each) < 0.85 * sum(plain)
        assert covered < 0.985 * len(runs)


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [12, 60])
def test_the_adjusted_interval_covers_as_often_as_it_promises(pairs: int) -> None:
    runs = [series(pairs, seed) for seed in range(600)]
    found = [run.estimate() for run in runs]
    covered = sum(each.low <= 0.55 <= each.high for each in found if each)
    mean = sum(each.value for each in found if each) / len(found)

    assert all(found)
    # 95 % promised; 600 runs know it to 1.8 %.
    assert covered >= 0.93 * len(runs)
    # 600 runs know the mean to about half a point.
    assert mean == pytest.approx(0.55, abs=0.01)
