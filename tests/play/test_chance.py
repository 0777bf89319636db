"""Exact odds agree with counting every roll."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbbuild.play.chance import NOTHING, Distribution, dice, face_scores, hits

printed_dice = st.lists(st.integers(1, 6), max_size=12)


def counted(printed: list[int], count: int, scoring_hits: int) -> Distribution:
    counts: dict[int, int] = {}
    for roll in itertools.product(range(1, 7), repeat=count):
        scored = sum(printed.count(face) for face in roll)
        scored += scoring_hits if scored else 0
        counts[scored] = counts.get(scored, 0) + 1
    return Distribution.of(counts)


@given(printed_dice, st.integers(0, 4), st.integers(0, 2))
def test_hits_are_what_counting_every_roll_gives(
    printed: list[int], count: int, scoring_hits: int
) -> None:
    exact = hits(printed, count, scoring_hits)
    brute = counted(printed, count, scoring_hits)

    assert exact.counts == brute.counts
    assert exact.ways == brute.ways


@pytest.mark.clause("PB-6.1", "PB-10")
def test_one_die_of_the_printed_example_scores_two_hits_on_a_four() -> None:
    assert face_scores([3, 3, 4, 4, 5]) == (0, 0, 2, 2, 1, 0)


def test_no_dice_score_nothing_for_certain() -> None:
    assert dice((0, 1, 1, 0, 0, 0), 0) == NOTHING
    assert NOTHING.chance(0) == 1.0


def test_the_mean_is_exact() -> None:
    assert hits([4, 5, 6], 2).mean == Fraction(1)
    assert hits([4, 5, 6], 2).at_least(2) == 0.25
    assert hits([6, 6], 1).chances() == {0: 5 / 6, 1: 0.0, 2: 1 / 6}
