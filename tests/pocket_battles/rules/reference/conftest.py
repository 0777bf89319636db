"""Every clause test runs against both implementations: the plain model and the engine."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.pocket_battles.rules.reference.models import EngineModel, PlainModel, RulesModel

Seat = Callable[[Any], RulesModel]


@pytest.fixture(params=[PlainModel, EngineModel], ids=["plain", "engine"])
def seat(request: pytest.FixtureRequest) -> Seat:
    """Loads a state into an implementation."""
    model: Seat = request.param
    return model
