"""The chance of side 0 to win, at the start of a turn and at the end of a game. PG-6."""

import math
from typing import Final

from pbbuild.pocket_general.rules.core import constants as c
from pbbuild.pocket_general.rules.core.state import GeneralCore

from .features import FEATURES, measure
from .weights import LINEAR

UNDECIDED: Final = 0.5


class Scratch:
    """Room for the features of both sides."""

    def __init__(self) -> None:
        self.own: list[float] = [0.0] * FEATURES
        self.enemy: list[float] = [0.0] * FEATURES


def chance_of_0(state: GeneralCore, scratch: Scratch) -> float:
    """The chance of side 0 at the start of a turn, or its result at the end."""
    if state.phase == c.END:
        if state.winner == c.NOWHERE:
            return UNDECIDED
        return 1.0 if state.winner == 0 else 0.0
    measure(state, 0, scratch.own)
    measure(state, 1, scratch.enemy)
    total = 0.0
    for index in range(FEATURES):
        total += LINEAR[index] * (scratch.own[index] - scratch.enemy[index])
    return 1.0 / (1.0 + math.exp(-total))
