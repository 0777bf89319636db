"""A tournament of any game: every meeting, and a rating for each entrant."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbbuild.play.rating import Meeting, ratings
from pbbuild.play.series import Series, block_totals, blocks_of
from pbbuild.play.statistics import Estimate, Pairs, win_rate
from pbbuild.play.totals import BattleError
from pbbuild.play.workers import Workers


@dataclass(frozen=True)
class Encounter:
    """Two entrants by their places in the list, and the plans they play against each other."""

    first: int
    second: int
    plans: Sequence[Series[Any]]


@dataclass(frozen=True)
class Standings:
    """The result of a tournament: `meetings[first, second]`, ratings in the entrants' order."""

    meetings: dict[tuple[int, int], Pairs]
    ratings: list[Estimate]
    undecided: int
    errors: tuple[BattleError, ...]

    def rate(self, row: int, column: int) -> Estimate:
        """How often entrant `row` beat entrant `column`."""
        if row < column:
            return win_rate(self.meetings[row, column])
        found = win_rate(self.meetings[column, row])
        return Estimate(1 - found.value, 1 - found.high, 1 - found.low, found.level)


def play_tournament(
    names: Sequence[str],
    encounters: Sequence[Encounter],
    pairs: int,
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Standings:
    """Every encounter in at least `pairs` pairs of battles, divided equally among its plans."""
    jobs = []
    places = []
    for encounter in encounters:
        each = max(1, -(-pairs // len(encounter.plans)))
        own = [(plan, *block) for plan in encounter.plans for block in blocks_of(0, each)]
        jobs += own
        places += [(encounter.first, encounter.second)] * len(own)
    meetings = dict.fromkeys(places, Pairs())
    undecided = 0
    errors: list[BattleError] = []
    for number, totals in enumerate(workers.each(block_totals, jobs)):
        place = places[number]
        meetings[place] = meetings[place].plus(totals.pairs)
        undecided += totals.undecided
        errors += totals.errors
        progress(number + 1, len(jobs))
    found = ratings(names, [Meeting(*place, result) for place, result in meetings.items()])
    return Standings(meetings, found, undecided, tuple(errors))
