"""What an engine plays in its turns of a benchmark, and the median of it."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Slice:
    """What an engine played in one of its turns."""

    games: int
    decisions: float
    seconds: float


Player = Callable[[float], Slice]


@dataclass
class Contender:
    """One engine: how it plays for some seconds, and the slices it has played."""

    name: str
    play: Player
    slices: list[Slice] = field(default_factory=list)

    def median(self, what: Callable[[Slice], float]) -> float:
        """The median rate of `what` over the slices."""
        return statistics.median(what(part) / part.seconds for part in self.slices)
