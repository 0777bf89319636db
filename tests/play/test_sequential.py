"""Sequential tests: the formulas of the literature, and error rates as promised."""

import math
from collections.abc import Callable

import pytest

from pbbuild.play.evidence.sequential import (
    Bounds,
    SequentialTest,
    log_likelihood_ratio,
    new_test,
)
from pbbuild.play.stream import Stream

Draw = Callable[[Stream, float], int]


def test_the_ratio_of_a_binomial_is_the_textbook_ratio() -> None:
    # With two scores the frequencies follow from the mean: n log(q/p) as in Wald's own test.
    won, lost, first, second = 61, 39, 0.5, 0.6
    expected = won * math.log(second / first) + lost * math.log((1 - second) / (1 - first))

    assert log_likelihood_ratio({0: lost, 1: won}, first, second) == pytest.approx(expected)


def test_the_ratio_is_close_to_the_normal_approximation_for_many_pairs() -> None:
    # The published approximation: N (s1 - s0) (2 mean - s0 - s1) / (2 variance).
    counts = {0: 190, 1: 450, 2: 820, 3: 510, 4: 230}
    n = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / n
    variance = sum(count * (score - mean) ** 2 for score, count in counts.items()) / n
    first, second = 2.0, 2.1
    expected = n * (second - first) * (2 * mean - first - second) / (2 * variance)

    assert log_likelihood_ratio(counts, first, second) == pytest.approx(expected, rel=0.02)


def test_both_directions_mirror_each_other() -> None:
    ahead = new_test(0.05, 4).plus([2, 0, 4, -2, 0, 2, 4, 0] * 8)
    behind = new_test(0.05, 4).plus([-2, 0, -4, 2, 0, -2, -4, 0] * 8)

    assert ahead.for_a == pytest.approx(behind.for_b)
    assert (ahead.verdict, behind.verdict) == ("A", "B")


def test_bounds_are_walds() -> None:
    bounds = Bounds.of(0.05, 0.05)

    assert bounds.high == pytest.approx(math.log(19))
    assert bounds.low == pytest.approx(-math.log(19))


def test_without_pairs_nothing_is_known() -> None:
    document = new_test(0.05, 4).document()

    assert document["verdict"] == "open"
    assert document["games"] == 0
    assert document["difference"]["low"] is None


def run(draw: Draw, full: int, shift: float, seed: int) -> SequentialTest:
    """A test of pairs whose differences `draw` draws, with the mean `shift` of the full score."""
    stream = Stream(seed)
    test = new_test(0.1, full)
    while test.verdict == "open" and test.pairs < 4000:
        test = test.plus([draw(stream, shift) for _ in range(16)])
    return test


def plain(stream: Stream, shift: float) -> int:
    """Differences in half battles: 2 with the chance 0.3 + shift, -2 with 0.3 - shift."""
    drawn = stream.below(1_000_000) / 1_000_000
    return 2 if drawn < 0.3 + shift else -2 if drawn > 0.7 + shift else 0


def without_luck(stream: Stream, shift: float) -> int:
    """Differences in twentieths of a win, of any size: results less the luck of the dice."""
    bell = sum(stream.below(1001) / 1000 - 0.5 for _ in range(6))
    return max(-40, min(40, round(40 * (shift + 0.4 * bell))))


@pytest.mark.slow
@pytest.mark.parametrize(("draw", "full"), [(plain, 4), (without_luck, 40)])
@pytest.mark.parametrize(("shift", "right"), [(0.0, "equal"), (0.1, "A"), (-0.1, "B")])
def test_a_test_errs_about_as_rarely_as_it_promises(
    draw: Draw, full: int, shift: float, right: str
) -> None:
    # At a difference of 0.1 of the full score exactly: the hardest case that must be told.
    verdicts = [run(draw, full, shift, seed).verdict for seed in range(300)]

    assert verdicts.count("open") == 0
    # 5 % for each of two tests; 300 runs know it to about 3.5 %.
    assert sum(verdict != right for verdict in verdicts) <= 0.135 * 300
