"""A tournament of any game: every meeting, and a rating for each entrant.

The luck of the dice is taken off all rates and ratings, where it is known.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.play.evidence.adjusted import NO_LUCK, Adjusted
from pbbuild.play.rating import Meeting, ratings
from pbbuild.play.series import Series, Sum, block_totals, blocks_of
from pbbuild.play.statistics import LEVEL, Estimate, Pairs, win_rate
from pbbuild.play.stream import derived_seed
from pbbuild.play.totals import NO_PAIRS, BattleError
from pbbuild.play.workers import Workers

Place = tuple[int, int]
# An entrant against itself.
EVEN_RATE: Final = Estimate(0.5, 0.5, 0.5, LEVEL)


@dataclass(frozen=True)
class Encounter:
    """Two entrants by their places in the list, and the plans they play against each other."""

    first: int
    second: int
    plans: Sequence[Series[Any]]


def meeting_seed(seed: int, first: int, second: int) -> int:
    """The seed of the meeting of two entrants, `first` before `second`.

    Each meeting has dice of its own: with the same ones an entrant would have the same luck in
    all its meetings. More entrants after these change no seed.
    """
    return derived_seed(seed, second * (second - 1) // 2 + first)


@dataclass(frozen=True, slots=True)
class MeetingResult:
    """The battles of two entrants, as seen by the first of them."""

    pairs: Pairs = NO_PAIRS
    with_luck: Adjusted = NO_LUCK

    def with_block(self, totals: Sum) -> "MeetingResult":
        """The result with more battles."""
        luck = totals.adjusted or NO_LUCK
        return MeetingResult(self.pairs.plus(totals.pairs), self.with_luck.plus(luck))

    @property
    def adjusted(self) -> Adjusted | None:
        """The battles with the luck of the dice; None where it is not known of all of them."""
        return self.with_luck if self.with_luck.pairs == self.pairs else None

    @property
    def plain_rate(self) -> Estimate:
        """How often the first won."""
        return win_rate(self.pairs)

    @property
    def rate(self) -> Estimate:
        """How often the first won without the luck of the dice, where that is known."""
        found = self.adjusted.estimate() if self.adjusted else None
        return found or self.plain_rate


@dataclass(frozen=True)
class Standings:
    """The result of a tournament: `meetings[first, second]`, ratings in the entrants' order."""

    meetings: Mapping[Place, MeetingResult]
    ratings: list[Estimate]
    undecided: int
    errors: tuple[BattleError, ...]

    def rate(self, row: int, column: int) -> Estimate:
        """How often entrant `row` beat entrant `column`, without the luck of the dice."""
        return self._seen_from(row, column, plain=False)

    def plain_rate(self, row: int, column: int) -> Estimate:
        """How often entrant `row` beat entrant `column`."""
        return self._seen_from(row, column, plain=True)

    def _seen_from(self, row: int, column: int, *, plain: bool) -> Estimate:
        if row == column:
            return EVEN_RATE
        result = self.meetings[min(row, column), max(row, column)]
        found = result.plain_rate if plain else result.rate
        if row < column:
            return found
        return Estimate(1 - found.value, 1 - found.high, 1 - found.low, found.level)

    def mean_rate(self, row: int) -> Estimate:
        """How often entrant `row` beat the others on average, without the luck of the dice."""
        return mean_rate(
            [self.rate(row, column) for column in range(len(self.ratings)) if column != row]
        )

    @property
    def half_width(self) -> float:
        """The ± of the rates, at the median of all meetings."""
        widths = sorted(result.rate.half_width for result in self.meetings.values())
        return widths[len(widths) // 2]


def mean_rate(rates: Sequence[Estimate]) -> Estimate:
    """The mean of rates of different meetings, each of which counts the same."""
    # The meetings are independent, so their errors add up as squares.
    value = sum(rate.value for rate in rates) / len(rates)
    width = sum(rate.half_width**2 for rate in rates) ** 0.5 / len(rates)
    return Estimate(value, max(0.0, value - width), min(1.0, value + width), rates[0].level)


class RunningStandings:
    """Adds up the battles of all meetings as they end, in any order.

    `places` are the meetings to be played, `earlier` the standings they are added to.
    """

    def __init__(
        self, names: Sequence[str], places: Iterable[Place], earlier: Standings | None = None
    ) -> None:
        self._names = names
        self._meetings = dict.fromkeys(places, MeetingResult())
        self._meetings.update(earlier.meetings if earlier else {})
        self._undecided = earlier.undecided if earlier else 0
        self._errors = list(earlier.errors) if earlier else []

    def add(self, place: Place, totals: Sum) -> None:
        """Add battles of the meeting of two entrants."""
        self._meetings[place] = self._meetings[place].with_block(totals)
        self._undecided += totals.undecided
        self._errors += totals.errors

    def standings(self) -> Standings:
        """The standings after all battles added."""
        meetings = [
            Meeting(*place, result.pairs, result.adjusted)
            for place, result in self._meetings.items()
        ]
        rated = ratings(self._names, meetings)
        return Standings(dict(self._meetings), rated, self._undecided, tuple(self._errors))


def play_tournament(
    names: Sequence[str],
    encounters: Sequence[Encounter],
    pairs: int,
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, of: None,
    earlier: Standings | None = None,
) -> Standings:
    """Every encounter in at least `pairs` pairs of battles, divided equally among its plans.

    `earlier` are the standings to which the encounters are added.
    """
    jobs = []
    places = []
    for encounter in encounters:
        each = max(1, -(-pairs // len(encounter.plans)))
        own = [(plan, *block) for plan in encounter.plans for block in blocks_of(0, each)]
        jobs += own
        places += [(encounter.first, encounter.second)] * len(own)
    running = RunningStandings(names, places, earlier)
    for number, totals in enumerate(workers.each(block_totals, jobs)):
        running.add(places[number], totals)
        progress(number + 1, len(jobs))
    return running.standings()
