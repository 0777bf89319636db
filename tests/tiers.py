"""The tiers of the tests: fast for while you write, quick for every commit, the whole suite.

Slow tests carry a mark. Fast tests are those of the rules, lists, catalogs and words that play
no whole battles and run no commands.
"""

import os
import resource
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

# All places of all faults and all random cases take an hour more; some of each do for every day.
ALL = bool(os.environ.get("PBBUILD_ALL_FAULTS"))
# In the environment of a run without slow tests; tests/conftest.py puts it there.
QUICK_TIER = "PBBUILD_QUICK_TIER"
# CPU seconds that one quick test and the whole quick tier may take.
QUICK_TEST, QUICK_TESTS = 2.0, 90.0
# How many cases of one test the quick tier runs; tests of the fast tier run all of theirs.
GRID = 6
FAST_FOLDERS = {"catalog", "reference", "rules"}
FAST_MODULES = {"test_i18n", "test_read"}
# Modules of those folders that play battles, draw pages or run commands.
NOT_FAST = {
    *("test_agents", "test_campaign", "test_catalog_commands", "test_choice", "test_commands"),
    *("test_differential", "test_document", "test_hostile", "test_mending", "test_odds_engine"),
    *("test_owner_traits", "test_play", "test_print", "test_properties", "test_records"),
    *("test_referee", "test_referee_command", "test_schemas", "test_series", "test_stream"),
    *(
        "test_impossible",
        "test_impossible_rounds",
        "test_odds",
        "test_perft",
        "test_played_states",
        "test_referee_states",
        "test_state_drawing",
        "test_thousands",
        "test_words",
    ),
}


def is_fast(module: Path) -> bool:
    """Whether the tests of a module belong to the fast tier, the slow ones excepted."""
    if module.stem in NOT_FAST:
        return False
    return module.stem in FAST_MODULES or module.parent.name in FAST_FOLDERS


def cpu_seconds() -> float:
    """CPU time of this process and of those it has waited for."""
    usage = [resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in usage)


def too_long(seconds: Mapping[str, float]) -> list[str]:
    """The quick tests that take too much CPU time, longest first, each with its seconds."""
    longest = sorted(seconds.items(), key=lambda test: -test[1])
    return [f"{taken:5.1f} s  {test}" for test, taken in longest if taken > QUICK_TEST]


def tries(whole: int, quick: int = 0, *, most: int = 0) -> int:
    """How many random cases a test tries: `whole` in the whole suite, `quick` in the quick tier.

    With PBBUILD_ALL_FAULTS it tries `most`.
    """
    if QUICK_TIER in os.environ:
        return quick
    return most if ALL and most else whole


def quick_first(values: Iterable[Any], quick: int) -> list[Any]:
    """The parameters of a test; those after the first `quick` are slow.

    A tuple holds the values of several parameters, as in `pytest.mark.parametrize`.
    """
    return [value if number < quick else _slow(value) for number, value in enumerate(values)]


def quick_every(values: Iterable[Any], step: int) -> list[Any]:
    """The same, but every `step`th of them is quick."""
    return [value if number % step == 0 else _slow(value) for number, value in enumerate(values)]


def sampled(tests: Sequence[str]) -> set[str]:
    """The tests of large grids that the quick tier leaves out: it runs `GRID` of each, spread.

    `tests` are ids as pytest writes them, the parameters of one test in brackets at the end.
    """
    grids: dict[str, list[str]] = {}
    for test in tests:
        grids.setdefault(test.partition("[")[0], []).append(test)
    return {
        test
        for grid in grids.values()
        for number, test in enumerate(grid)
        if number * GRID // len(grid) == (number - 1) * GRID // len(grid)
    }


def _slow(value: Any) -> Any:
    if isinstance(value, type(pytest.param())):
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, pytest.mark.slow])
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
