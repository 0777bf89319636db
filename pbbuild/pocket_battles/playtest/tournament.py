"""Every list against every other: a matrix of win rates, and ratings."""

from collections.abc import Callable, Sequence

from pbbuild.play.tournament import Encounter, Standings, play_tournament
from pbbuild.play.workers import Crew
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.series import Plan

Table = Standings


def round_robin(
    lists: Sequence[ArmyList],
    agents: Sequence[str],
    pairs: int,
    seed: int,
    crew: Crew,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Standings:
    """All meet all in `pairs` pairs of battles; `agents` has one for each list."""
    encounters = [
        Encounter(i, j, [Plan(lists[i], (lists[j],), agents[i], agents[j], seed)])
        for i in range(len(lists))
        for j in range(i + 1, len(lists))
    ]
    names = [army_list.name for army_list in lists]
    return play_tournament(names, encounters, pairs, crew, progress)
