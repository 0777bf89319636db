"""A chance over time: its measurements and its changes fitted together."""

import random

import pytest

from pbbuild.play.evidence.smooth import CurvePoint, smoothed


def test_a_measurement_alone_is_what_it_says() -> None:
    assert smoothed([CurvePoint(0.0, 0.0, 0.7, 1e-9)]) == pytest.approx([0.7])


def test_moments_without_a_measurement_follow_from_the_others() -> None:
    moments = [CurvePoint(0.0, 0.0), CurvePoint(0.1, 1e-6, 0.6, 1e-9), CurvePoint(-0.3, 1e-6)]

    assert smoothed(moments) == pytest.approx([0.5, 0.6, 0.3], abs=1e-4)


def test_equal_measurements_across_a_sure_change_share_their_difference() -> None:
    moments = [CurvePoint(0.0, 0.0, 0.4, 1e-4), CurvePoint(0.2, 1e-9, 0.8, 1e-4)]

    assert smoothed(moments) == pytest.approx([0.5, 0.7], abs=1e-3)


def test_across_a_doubtful_change_each_keeps_its_own() -> None:
    moments = [CurvePoint(0.0, 0.0, 0.4, 1e-5), CurvePoint(0.2, 10.0, 0.8, 1e-5)]

    assert smoothed(moments) == pytest.approx([0.4, 0.8], abs=1e-3)


def test_it_errs_less_than_the_measurements_and_than_the_changes() -> None:
    generator = random.Random(4)
    squares = {"measured": 0.0, "changes": 0.0, "smoothed": 0.0}
    for _ in range(200):
        truth, followed, moments, truths, added = 0.5, 0.5, [], [], []
        for number in range(12):
            change = generator.gauss(0, 0.08) if number else 0.0
            truth += change + (generator.gauss(0, 0.05) if number else 0.0)
            followed += change
            measured = truth + generator.gauss(0, 0.1)
            moments.append(CurvePoint(change, 0.0025, measured, 0.01))
            truths.append(truth)
            added.append(followed)
        found = {
            "measured": [moment.measured for moment in moments],
            "changes": added,
            "smoothed": smoothed(moments),
        }
        for name, values in found.items():
            squares[name] += sum((a - b) ** 2 for a, b in zip(values, truths, strict=True))

    assert squares["smoothed"] < 0.5 * squares["measured"]
    assert squares["smoothed"] < 0.5 * squares["changes"]
