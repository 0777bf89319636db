"""Every list against every other: a matrix of win rates, and ratings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbbuild.play.rating import Meeting, ratings
from pbbuild.play.seeds import checked_seed
from pbbuild.play.series import blocks_of
from pbbuild.play.statistics import Estimate, Pairs, win_rate
from pbbuild.play.totals import BattleError
from pbbuild.play.workers import Crew
from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.series import Plan, agent_for_series, play_block


@dataclass(frozen=True)
class Table:
    """What a tournament came to: `meetings[i, j]` with i below j, ratings in list order."""

    meetings: dict[tuple[int, int], Pairs]
    ratings: list[Estimate]
    undecided: int
    errors: tuple[BattleError, ...]

    def rate(self, row: int, column: int) -> Estimate:
        """How often the list of `row` beat that of `column`."""
        if row < column:
            return win_rate(self.meetings[row, column])
        found = win_rate(self.meetings[column, row])
        return Estimate(1 - found.value, 1 - found.high, 1 - found.low, found.level)


@dataclass(frozen=True)
class Tournament:
    """Lists that met each other: the table, and how it was played."""

    lists: tuple[ArmyList, ...]
    table: Table
    games: int
    agent: str
    seed: int

    def document(self) -> dict[str, Any]:
        """The result for a program."""
        places, table = range(len(self.lists)), self.table
        return {
            "lists": [army_list.name for army_list in self.lists],
            "ratings": [rating.document() for rating in table.ratings],
            "matrix": [
                [None if i == j else table.rate(i, j).document() for j in places] for i in places
            ],
            "undecided": table.undecided,
            "errors": [error.document() for error in table.errors],
            "games": self.games,
            "agent": self.agent,
            "seed": self.seed,
        }


def hold_tournament(
    lists: Sequence[ArmyList],
    games: int,
    crew: Crew,
    *,
    agent: str | None = None,
    seed: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Tournament:
    """All lists meet all others in at least `games` battles, played by the usual agent."""
    player = agent_for_series(PLAYTEST if agent is None else agent)
    chosen = checked_seed(seed or 0)
    pairs = -(-games // 2)
    table = round_robin(lists, [player] * len(lists), pairs, chosen, crew, progress)
    return Tournament(tuple(lists), table, 2 * pairs, player, chosen)


def round_robin(
    lists: Sequence[ArmyList],
    agents: Sequence[str],
    pairs: int,
    seed: int,
    crew: Crew,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Table:
    """All meet all in `pairs` pairs of battles; `agents` has one for each list."""
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
