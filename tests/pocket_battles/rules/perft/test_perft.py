"""The kept counts hold for the engine, and as far as it can go for the plain model."""

import pytest

from tests.pocket_battles.rules.perft.count import (
    Case,
    Count,
    count_by_copy,
    count_by_replay,
    read_cases,
)
from tests.pocket_battles.rules.reference.models import EngineModel, PlainModel

EDITIONS = ("ancients-1", "fantasy-1", "ancients-2", "modern-1")
CASES = [
    pytest.param(case, id=f"{case.edition}: {case.name}")
    for edition in EDITIONS
    for case in read_cases(edition)
]
QUICK = 60


def levels_up_to(case: Case, most_nodes: int) -> tuple[Count, ...]:
    """The counts of the depths that have no more nodes than this."""
    return tuple(count for count in case.counts if sum(count) <= most_nodes)


@pytest.mark.parametrize("case", CASES)
def test_the_reference_counts_the_first_levels_alike(case: Case) -> None:
    expected = levels_up_to(case, QUICK)

    assert count_by_replay(lambda: PlainModel(case.state), len(expected) - 1) == expected


@pytest.mark.parametrize("case", CASES)
def test_the_engine_counts_the_first_levels_alike(case: Case) -> None:
    expected = levels_up_to(case, 10 * QUICK)

    assert count_by_copy(EngineModel(case.state), len(expected) - 1) == expected


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_engine_counts_every_level_alike(case: Case) -> None:
    assert count_by_copy(EngineModel(case.state), len(case.counts) - 1) == case.counts


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_reference_counts_deeper_levels_alike(case: Case) -> None:
    expected = levels_up_to(case, 20 * QUICK)

    assert count_by_replay(lambda: PlainModel(case.state), len(expected) - 1) == expected
