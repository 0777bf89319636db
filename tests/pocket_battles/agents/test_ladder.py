"""The published ladder holds: a slice of its meetings, played again with other dice."""

import importlib
import json
from pathlib import Path

import pytest

from pbbuild.play.statistics import Pairs, win_rate

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
PUBLISHED = json.loads((BENCHMARKS / "data" / "ladder.json").read_text())
# Cheap agents, and pairs of battles for each: other dice than those of the table.
SLICE = ("greedy beginner", "expect:6 greedy", "search:16 greedy", "search:16 v1-search:120")
PAIRS = 8
SEED = 77


@pytest.mark.slow
@pytest.mark.parametrize("names", SLICE)
def test_the_published_rate_is_inside_the_interval_of_new_battles(
    names: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    ladder = importlib.import_module("ladder")
    one, other = names.split()
    lists = [ladder.find_list(name).army_list for name in ladder.ready_lists()]
    # One failure in a thousand by chance: both samples have their noise.
    again = win_rate(ladder.meeting(one, other, PAIRS, SEED, lists), 0.999)
    published = win_rate(Pairs(*PUBLISHED[names]))
    assert again.low <= published.high
    assert published.low <= again.high


def test_the_table_of_the_page_is_that_of_the_results() -> None:
    page = (BENCHMARKS.parent / "docs" / "agents.md").read_text(encoding="utf-8")
    for names, numbers in PUBLISHED.items():
        one, other = names.split()
        rate = win_rate(Pairs(*numbers))
        assert f"- `{one}` against `{other}`: {rate.value:.1%} ({rate.low:.1%} to" in page
