"""Every clause test sits before both judges: the reference model and the engine."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.reference.judges import Judge, ReferenceJudge

Seat = Callable[[Any], Judge]


@pytest.fixture(params=[ReferenceJudge], ids=["reference"])
def seat(request: pytest.FixtureRequest) -> Seat:
    """Puts a state before a judge."""
    judge: Seat = request.param
    return judge
