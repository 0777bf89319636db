"""Every list against every other: a matrix of win rates, and ratings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbbuild.play.stream import checked_seed
from pbbuild.play.tournament import Encounter, Standings, meeting_seed, play_tournament
from pbbuild.play.workers import Workers
from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.series import Plan, agent_for_series


@dataclass(frozen=True)
class Tournament:
    """Lists that met each other: the table, and how it was played."""

    lists: tuple[ArmyList, ...]
    table: Standings
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
            "plain": [
                [None if i == j else table.plain_rate(i, j).document() for j in places]
                for i in places
            ],
            "undecided": table.undecided,
            "errors": [error.document() for error in table.errors],
            "games": self.games,
            "agent": self.agent,
            "seed": self.seed,
        }


def play_list_tournament(
    lists: Sequence[ArmyList],
    games: int,
    workers: Workers,
    *,
    agent: str | None = None,
    seed: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Tournament:
    """All lists meet all others in at least `games` battles, played by the usual agent."""
    player = agent_for_series(PLAYTEST if agent is None else agent)
    chosen = checked_seed(seed or 0)
    pairs = -(-games // 2)
    table = round_robin(lists, [player] * len(lists), pairs, chosen, workers, progress)
    return Tournament(tuple(lists), table, 2 * pairs, player, chosen)


def round_robin(
    lists: Sequence[ArmyList],
    agents: Sequence[str],
    pairs: int,
    seed: int,
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Standings:
    """All meet all in `pairs` pairs of battles; `agents` has one for each list."""
    names = [army_list.name for army_list in lists]
    encounters = encounters_of(lists, agents, seed)
    return play_tournament(names, encounters, pairs, workers, progress)


def encounters_of(lists: Sequence[ArmyList], agents: Sequence[str], seed: int) -> list[Encounter]:
    """Every list against every later one."""
    return [
        Encounter(i, j, [_meeting(lists, agents, seed, (i, j))])
        for i in range(len(lists))
        for j in range(i + 1, len(lists))
    ]


def _meeting(
    lists: Sequence[ArmyList], agents: Sequence[str], seed: int, place: tuple[int, int]
) -> Plan:
    i, j = place
    return Plan(lists[i], (lists[j],), agents[i], agents[j], meeting_seed(seed, i, j))
