"""Ratings tell who is stronger, and how surely."""

import math
import random

import pytest

from pbbuild.play.evidence.adjusted import NO_LUCK, ONE_WIN, Adjusted
from pbbuild.play.rating import MEAN, SCALE, Meeting, ratings
from pbbuild.play.statistics import Pairs


def meeting(first: int, second: int, chance: float, pairs: int, rng: random.Random) -> Meeting:
    results = ((sum(rng.random() < chance for _ in range(2)), 2) for _ in range(pairs))
    return Meeting(first, second, Pairs.of(results))


def beats(difference: float) -> float:
    return 1 / (1 + math.exp(-difference / SCALE))


def test_true_strengths_are_found_within_their_intervals() -> None:
    truth = [1700.0, 1500.0, 1450.0, 1350.0]
    rng = random.Random(3)
    held = 0
    for _ in range(60):
        meetings = [
            meeting(i, j, beats(truth[i] - truth[j]), 60, rng)
            for i in range(4)
            for j in range(i + 1, 4)
        ]
        found = ratings(["a", "b", "c", "d"], meetings)
        held += sum(e.low <= true <= e.high for e, true in zip(found, truth, strict=True))

    assert 0.9 <= held / 240 <= 0.995


def test_who_lost_everything_still_gets_a_number() -> None:
    found = ratings(["strong", "weak"], [Meeting(0, 1, Pairs.of([(2, 2)] * 50))])

    assert found[0].value > found[1].value + 400
    assert all(math.isfinite(estimate.high) for estimate in found)


def test_the_mean_stays_where_it_is() -> None:
    found = ratings(["a", "b", "c"], [Meeting(0, 1, Pairs.of([(2, 2), (1, 2)] * 9))])

    assert sum(e.value for e in found) / 3 == pytest.approx(MEAN)


def test_more_battles_make_narrower_intervals() -> None:
    few = ratings(["a", "b"], [Meeting(0, 1, Pairs.of([(2, 2), (0, 2), (1, 2)] * 5))])
    many = ratings(["a", "b"], [Meeting(0, 1, Pairs.of([(2, 2), (0, 2), (1, 2)] * 80))])

    assert many[0].half_width < few[0].half_width / 3


def test_nobody_has_no_rating() -> None:
    assert ratings([], []) == []


def test_without_the_luck_of_the_dice_ratings_hold_the_truth_in_narrower_intervals() -> None:
    rng = random.Random(5)
    held, width, plain_width = 0, 0.0, 0.0
    for _ in range(150):
        pairs, with_luck = Pairs(), NO_LUCK
        for number in range(40):
            # Two battles; most of what decides them is luck that is known.
            swings = [rng.choice((-0.3, 0.3)) for _ in range(2)]
            won = sum(rng.random() < 0.6 + swing for swing in swings)
            pairs = pairs.plus(Pairs.of([(won, 2)]))
            luck = round(ONE_WIN * sum(swings))
            with_luck = with_luck.plus(Adjusted.of(number, won, 2, luck))
        found = ratings(["a", "b"], [Meeting(0, 1, pairs, with_luck)])[0]
        plain = ratings(["a", "b"], [Meeting(0, 1, pairs)])[0]
        truth = MEAN + SCALE * math.log(0.6 / 0.4) / 2
        held += found.low <= truth <= found.high
        width += found.half_width
        plain_width += plain.half_width

    assert 0.9 <= held / 150 <= 0.99
    assert width < 0.85 * plain_width
