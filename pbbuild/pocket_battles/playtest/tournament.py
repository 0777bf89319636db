"""Every list against every other: a matrix of win rates, and ratings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbbuild.play.rating import Meeting, ratings
from pbbuild.play.series import blocks_of
from pbbuild.play.statistics import Estimate, Pairs, win_rate
from pbbuild.play.totals import BattleError
from pbbuild.play.workers import Crew
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.series import Plan, play_block


@dataclass(frozen=True)
class Table:
    """The result of a tournament: `meetings[i, j]` with i below j, ratings in list order."""

    meetings: dict[tuple[int, int], Pairs]
    ratings: list[Estimate]
    undecided: int
    errors: tuple[BattleError, ...]

    def rate(self, row: int, column: int) -> Estimate:
        """How often the list `row` beat the list `column`."""
        if row < column:
            return win_rate(self.meetings[row, column])
        found = win_rate(self.meetings[column, row])
        return Estimate(1 - found.value, 1 - found.high, 1 - found.low, found.level)


def round_robin(
    lists: Sequence[ArmyList],
    agents: Sequence[str],
    pairs: int,
    seed: int,
    crew: Crew,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Table:
    """The tournament of all lists, `pairs` pairs of battles each; `agents` has one per list."""
    places = [(i, j) for i in range(len(lists)) for j in range(i + 1, len(lists))]
    plans = [Plan(lists[i], (lists[j],), agents[i], agents[j], seed) for i, j in places]
    jobs = [(plan, *block) for plan in plans for block in blocks_of(0, pairs)]
    blocks = len(jobs) // max(1, len(plans))
    meetings = dict.fromkeys(places, Pairs())
    undecided = 0
    errors: list[BattleError] = []
    for number, totals in enumerate(crew.each(play_block, jobs)):
        place = places[number // blocks]
        meetings[place] = meetings[place].plus(totals.pairs)
        undecided += totals.undecided
        errors += totals.errors
        progress(number + 1, len(jobs))
    found = ratings(
        [army_list.name for army_list in lists],
        [Meeting(i, j, result) for (i, j), result in meetings.items()],
    )
    return Table(meetings, found, undecided, tuple(errors))
