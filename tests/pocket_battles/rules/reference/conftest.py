"""Every clause test sits before both judges: the plain model and the engine."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.pocket_battles.rules.reference.judges import EngineJudge, Judge, PlainJudge

Seat = Callable[[Any], Judge]


@pytest.fixture(params=[PlainJudge, EngineJudge], ids=["plain", "engine"])
def seat(request: pytest.FixtureRequest) -> Seat:
    """Puts a state before a judge."""
    judge: Seat = request.param
    return judge
