"""How many steps a search may take before it has to answer with what it has.

Steps, not seconds: the same input gives the same answer on every machine. A search spends steps,
ends when none is left, and its caller says that it did not look at everything.
"""

from collections.abc import Callable
from typing import Final

# How often the observer of a budget is called.
REPORTS: Final = 50


class Budget:
    """The steps of a search; `stopped` is whether it ended before it had looked at everything.

    `watch` is called with the steps spent and all steps, about fifty times.
    """

    def __init__(self, steps: int, watch: Callable[[int, int], None] | None = None) -> None:
        self.steps = steps
        self.spent = 0
        self.stopped = False
        self._watch = watch
        self._next_report = steps // REPORTS

    def spend(self, steps: int) -> bool:
        """Whether the search may continue after `steps` more; if not, it has stopped early."""
        self.spent += steps
        if self._watch and self.spent >= self._next_report:
            self._next_report = self.spent + self.steps // REPORTS
            self._watch(min(self.spent, self.steps), self.steps)
        if self.spent >= self.steps:
            self.stopped = True
        return not self.stopped

    def share(self, parts: int) -> "Budget":
        """A budget of one of `parts` equal shares of the steps left; `settle` it afterwards."""
        watch = self._watch
        before = self.spent
        left = max(0, self.steps - self.spent)
        return Budget(
            left // max(1, parts),
            (lambda done, _: watch(before + done, self.steps)) if watch else None,
        )

    def settle(self, part: "Budget") -> None:
        """Count what a share has spent."""
        self.spent += part.spent
        self.stopped = self.stopped or part.stopped
