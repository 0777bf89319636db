"""How many battles a search may play before it has to answer with what it has.

A battle of many units takes much longer than a usual one, and a quick one much less. The budget
counts what battles cost, from the units of the lists and never from a clock, so that the same
search ends at the same battle on every machine.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from pbbuild.pocket_battles.lists.model import ArmyList

if TYPE_CHECKING:  # commands read the constants when they start
    from pbbuild.pocket_battles.playtest.series import Plan

# What a search may play unless told otherwise: a few minutes on two cores.
GAMES: Final = 6000
LEAST_GAMES: Final = 100
# What a battle of at most this many units in all costs; the cost grows with the square of them.
USUAL_UNITS: Final = 20
USUAL_COST: Final = 100
# Measured: a battle of the agent `quick` takes a hundredth of one of `expect:6`.
QUICK_COST: Final = 1


def battle_cost(ours: ArmyList, theirs: Sequence[ArmyList], usual: int = USUAL_COST) -> int:
    """What one battle of a list against these costs, on average and rounded up."""
    costs = [max(USUAL_UNITS, len(ours.units) + len(each.units)) ** 2 for each in theirs]
    return max(1, -(-usual * sum(costs) // (len(costs) * USUAL_UNITS**2)))


class BattleBudget:
    """The battles that a search may still play, in the unit of `battle_cost`.

    `progress` gets what is spent and the most that the search can need. `stopped` says whether it
    had to leave something out. `battles` were played by the agent of the search, `quick_battles`
    by the agent `quick`, which chooses what is worth more.
    """

    def __init__(
        self, games: int = GAMES, progress: Callable[[int, int], None] = lambda done, of: None
    ) -> None:
        self.games = games
        self.spent = 0
        self.battles = 0
        self.quick_battles = 0
        self.stopped = False
        self._most = self._needed = games * USUAL_COST
        self._progress = progress

    @property
    def left(self) -> int:
        """What is left to spend."""
        return max(0, self._most - self.spent)

    def needs_at_most(self, cost: int) -> None:
        """Say what the rest of the search can cost, so that the progress shown is not too low."""
        self._needed = max(self.spent, min(self._most, self.spent + cost))
        self._report()

    def spend(self, plan: "Plan", pairs: int, usual: int = USUAL_COST) -> None:
        """Count pairs of battles just played; the usual cost says whether they were quick."""
        self.spent += pairs * pair_cost(plan, usual)
        if usual == QUICK_COST:
            self.quick_battles += 2 * pairs
        else:
            self.battles += 2 * pairs
        self._report()

    def _report(self) -> None:
        self._progress(min(self.spent, self._needed), self._needed)

    def affordable(self, wanted: int, cost: int, of: int | None = None) -> int:
        """How many of the `wanted` things, each of this cost, can be paid from `of`, or at all.

        Where that is fewer than wanted, the search has stopped early.
        """
        found = min(wanted, (self.left if of is None else of) // cost)
        self.stopped = self.stopped or found < wanted
        return found


def pair_cost(plan: "Plan", usual: int = USUAL_COST) -> int:
    """What a pair of battles of a plan costs."""
    return 2 * battle_cost(plan.ours, plan.theirs, usual)
