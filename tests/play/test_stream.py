"""Streams are fair, and the compiled cores draw the same numbers."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbbuild.play.stream import LARGEST_SEED, Stream, derived_seed
from pbbuild.pocket_battles.rules.core.playout import Chance

seeds = st.integers(0, LARGEST_SEED)


@given(seeds)
def test_the_core_draws_the_same_numbers(seed: int) -> None:
    stream, chance = Stream(seed), Chance(seed)

    assert [stream.word() for _ in range(5)] == [chance.word() for _ in range(5)]
    assert stream.below(30) == chance.below(30)
    thrown = stream.throw(4, (1, 2, 3, 4, 5, 6))
    packed = chance.dice(4)
    assert Counter(thrown) == {
        face: packed >> 8 * face & 255 for face in range(1, 7) if packed >> 8 * face & 255
    }


@given(seeds, st.integers(0, 2**31))
def test_derived_seeds_can_be_seeds_again(seed: int, number: int) -> None:
    assert 0 <= derived_seed(seed, number) <= LARGEST_SEED


@pytest.mark.slow
def test_derived_seeds_differ() -> None:
    found = {derived_seed(seed, number) for seed in range(200) for number in range(500)}

    assert len(found) == 100_000


def test_dice_are_fair() -> None:
    counts: Counter[int] = Counter()
    for battle in range(3000):
        counts.update(Stream(derived_seed(7, battle)).throw(10, (1, 2, 3, 4, 5, 6)))

    # Chi squared with five degrees of freedom stays below 20.5 in 999 of 1000 cases.
    assert sum((count - 5000) ** 2 / 5000 for count in counts.values()) < 20.5
