"""Errors carry codes and values, and survive the way between processes."""

import copy
import pickle
from typing import Any

import pytest

from pbbuild import PbbuildError, Problem, UsageError, battle, build, playtest
from pbbuild.play.stream import LARGEST_SEED


@pytest.mark.parametrize("again", [lambda one: pickle.loads(pickle.dumps(one)), copy.copy])
def test_an_error_can_be_copied_and_sent(again: object) -> None:
    assert callable(again)
    problems = (Problem("/a", 3, "missing-key", {"key": "b"}),)
    first = UsageError(
        "unknown-army", source="x.json", problems=problems, wish="unoin", near=("union",)
    )
    twin = again(first)
    assert type(twin) is UsageError
    assert (twin.code, twin.source, twin.problems) == ("unknown-army", "x.json", problems)
    assert twin.values == first.values
    assert str(twin) == str(first)


@pytest.mark.parametrize("seed", [-1, True, 1.5, "x", LARGEST_SEED + 1])
def test_a_seed_that_no_record_can_hold_is_refused_everywhere(seed: Any) -> None:
    for call in (
        lambda: battle("union-50", "confederacy-50", seed=seed),
        lambda: playtest("union-50", against="confederacy-50", games=2, seed=seed),
        lambda: build(points=50, army="union", seed=seed),
    ):
        with pytest.raises(PbbuildError):
            call()
