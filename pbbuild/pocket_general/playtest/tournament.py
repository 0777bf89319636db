"""Nations or agents of Pocket General against each other: ratings and every meeting."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbbuild.play.rating import Meeting, ratings
from pbbuild.play.series import Until, run
from pbbuild.play.statistics import Estimate, Pairs
from pbbuild.play.totals import BattleError
from pbbuild.play.workers import Crew
from pbbuild.pocket_general.playtest.series import GeneralPlan


@dataclass(frozen=True)
class Encounter:
    """Two entrants, by their places, and the plans they meet in; the first is under test."""

    first: int
    second: int
    plans: Sequence[GeneralPlan]


@dataclass(frozen=True)
class GeneralTable:
    """What a tournament came to: meetings in order, ratings in the entrants' order."""

    meetings: list[Meeting]
    ratings: list[Estimate]
    errors: tuple[BattleError, ...]


def meet(
    names: Sequence[str],
    encounters: Sequence[Encounter],
    games: int,
    crew: Crew,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> GeneralTable:
    """Every encounter in about `games` games, shared evenly by its plans."""
    meetings: list[Meeting] = []
    errors: list[BattleError] = []
    for number, encounter in enumerate(encounters):
        pairs = Pairs()
        each = max(1, -(-games // (2 * len(encounter.plans))))
        for plan in encounter.plans:
            totals = run(plan, Until(each), crew)
            pairs = pairs.plus(totals.pairs)
            errors += totals.errors
        meetings.append(Meeting(encounter.first, encounter.second, pairs))
        progress(number + 1, len(encounters))
    return GeneralTable(meetings, ratings(names, meetings), tuple(errors))
