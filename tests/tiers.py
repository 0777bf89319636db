"""The tiers of the tests: fast for while you write, quick for every commit, the whole suite.

Slow tests carry a mark. Fast tests are those of the rules, lists, catalogs and words that play
no whole battles and run no commands.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

# In the environment of a run without slow tests; tests/conftest.py puts it there.
QUICK_TIER = "PBBUILD_QUICK_TIER"
FAST_FOLDERS = {"catalog", "reference", "rules"}
FAST_MODULES = {"test_i18n", "test_read"}
# Modules of those folders that play battles, draw pages or run commands.
NOT_FAST = {
    *("test_agents", "test_campaign", "test_catalog_commands", "test_choice", "test_commands"),
    *("test_differential", "test_document", "test_hostile", "test_mending", "test_odds_engine"),
    *("test_owner_traits", "test_play", "test_print", "test_properties", "test_records"),
    *("test_referee", "test_referee_command", "test_schemas", "test_series", "test_stream"),
    *(
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


def tries(whole: int, quick: int) -> int:
    """How many random cases a test tries: `whole` in the whole suite, `quick` in the quick tier."""
    return quick if QUICK_TIER in os.environ else whole


def quick_first(values: Iterable[Any], quick: int) -> list[Any]:
    """The parameters of a test; those after the first `quick` are slow.

    A tuple holds the values of several parameters, as in `pytest.mark.parametrize`.
    """
    return [value if number < quick else _slow(value) for number, value in enumerate(values)]


def quick_every(values: Iterable[Any], step: int) -> list[Any]:
    """The same, but every `step`th of them is quick."""
    return [value if number % step == 0 else _slow(value) for number, value in enumerate(values)]


def _slow(value: Any) -> Any:
    if isinstance(value, type(pytest.param())):
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, pytest.mark.slow])
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
