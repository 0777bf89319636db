"""Totals of many battles of one list, in whole numbers, so that their order never matters."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.play.evidence.adjusted import NO_LUCK, Adjusted
from pbbuild.play.statistics import Pairs, Sums
from pbbuild.play.totals import (
    NO_PAIRS,
    NO_SUMS,
    BattleError,
    errors_from,
    merged_errors,
    pairs_from,
    sums_from,
    whole_number,
)

# What is measured of every unit and tile, in this order.
MEASURES: Final = ("destroyed", "lost", "orders", "survival")

Measured = tuple[Sums, Sums, Sums, Sums]
# Battles are counted by their number of rounds; the last count is of all longer ones.
LENGTHS: Final = 60


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two battles with the same dice and swapped sides, seen from the list under test.

    `luck` is what the dice gave the list in both battles, in millionths of a win. `won` and
    `decided` are by seat in the pair (first battle, second battle), `player1` says in
    which the list was Player 1; `units` and `tiles` are sums over both battles.
    """

    number: int
    opponent: int
    luck: int
    won: tuple[bool, bool]
    decided: tuple[bool, bool]
    player1: tuple[bool, bool]
    rounds: tuple[int, int]
    units: Sequence[Sequence[int]]
    tiles: Sequence[Sequence[int]]


@dataclass(frozen=True)
class Totals:
    """The sums of a series so far."""

    pairs: Pairs = NO_PAIRS
    with_luck: Adjusted = NO_LUCK
    undecided: int = 0
    as_player1: Pairs = NO_PAIRS
    as_player2: Pairs = NO_PAIRS
    rounds: Sums = NO_SUMS
    lengths: tuple[int, ...] = (0,) * LENGTHS
    opponents: tuple[Pairs, ...] = ()
    units: tuple[Measured, ...] = ()
    tiles: tuple[Measured, ...] = ()
    errors: tuple[BattleError, ...] = field(default=())

    @property
    def games(self) -> int:
        """Battles played to an end, decided or not."""
        return self.pairs.decided + self.undecided

    @property
    def adjusted(self) -> Adjusted | None:
        """The results with the luck of the dice; None if a part was played without counting it."""
        return self.with_luck if self.with_luck.pairs == self.pairs else None

    def plus(self, other: "Totals") -> "Totals":
        """Both together; errors in order of their battles."""
        return Totals(
            pairs=self.pairs.plus(other.pairs),
            with_luck=self.with_luck.plus(other.with_luck),
            undecided=self.undecided + other.undecided,
            as_player1=self.as_player1.plus(other.as_player1),
            as_player2=self.as_player2.plus(other.as_player2),
            rounds=self.rounds.plus(other.rounds),
            lengths=tuple(a + b for a, b in zip(self.lengths, other.lengths, strict=True)),
            opponents=tuple(
                a.plus(b) for a, b in zip(self.opponents, other.opponents, strict=True)
            ),
            units=_merged(self.units, other.units),
            tiles=_merged(self.tiles, other.tiles),
            errors=merged_errors(self.errors, other.errors),
        )

    def document(self) -> dict[str, Any]:
        """The sums as a JSON document, to be read back by `totals_from`."""
        return {
            "pairs": self.pairs.numbers,
            "luck": self.with_luck.numbers,
            "undecided": self.undecided,
            "as_player1": self.as_player1.numbers,
            "as_player2": self.as_player2.numbers,
            "rounds": self.rounds.numbers,
            "lengths": list(self.lengths),
            "opponents": [value.numbers for value in self.opponents],
            "units": [[value.numbers for value in row] for row in self.units],
            "tiles": [[value.numbers for value in row] for row in self.tiles],
            "errors": [[error.battle, error.seed, error.error] for error in self.errors],
        }


class TotalsBuilder:
    """Adds up pairs one by one, in plain lists because it runs for every pair."""

    def __init__(self, opponents: int, units: int, tiles: int) -> None:
        self._results: list[list[tuple[int, int]]] = [[] for _ in range(opponents)]
        self._luck = NO_LUCK
        self._first: list[tuple[int, int]] = []
        self._second: list[tuple[int, int]] = []
        self._rounds = [0, 0, 0]
        self._lengths = [0] * LENGTHS
        self._units = [[0] * 8 for _ in range(units)]
        self._tiles = [[0] * 8 for _ in range(tiles)]
        self._errors: list[BattleError] = []

    def add(self, result: PairResult) -> None:
        """Add the result of a pair."""
        self._results[result.opponent].append((sum(result.won), sum(result.decided)))
        won, decided = sum(result.won), sum(result.decided)
        pair = Adjusted.of(result.number, won, decided, result.luck, result.opponent)
        self._luck = self._luck.plus(pair)
        self._first.append(_of_role(result, True))
        self._second.append(_of_role(result, False))
        self._rounds[0] += 1
        rounds = sum(result.rounds)
        self._rounds[1] += rounds
        self._rounds[2] += rounds * rounds
        for length in result.rounds:
            self._lengths[min(length, LENGTHS - 1)] += 1
        for sums, rows in ((self._units, result.units), (self._tiles, result.tiles)):
            for row_sums, row in zip(sums, rows, strict=True):
                destroyed, lost, orders, survived = row
                row_sums[0] += destroyed
                row_sums[1] += destroyed * destroyed
                row_sums[2] += lost
                row_sums[3] += lost * lost
                row_sums[4] += orders
                row_sums[5] += orders * orders
                row_sums[6] += survived
                row_sums[7] += survived * survived

    def add_error(self, error: BattleError) -> None:
        """Add a battle that ended with an error."""
        self._errors.append(error)

    def totals(self) -> Totals:
        """The totals of all pairs added."""
        opponents = tuple(Pairs.of(results) for results in self._results)
        pairs = NO_PAIRS
        for results in opponents:
            pairs = pairs.plus(results)
        return Totals(
            pairs=pairs,
            with_luck=self._luck,
            undecided=2 * pairs.count - pairs.decided,
            as_player1=Pairs.of(self._first),
            as_player2=Pairs.of(self._second),
            rounds=Sums(*self._rounds),
            lengths=tuple(self._lengths),
            opponents=opponents,
            units=tuple(self._measured(row) for row in self._units),
            tiles=tuple(self._measured(row) for row in self._tiles),
            errors=tuple(self._errors),
        )

    def _measured(self, row: Sequence[int]) -> Measured:
        count = self._rounds[0]
        return (
            Sums(count, row[0], row[1]),
            Sums(count, row[2], row[3]),
            Sums(count, row[4], row[5]),
            Sums(count, row[6], row[7]),
        )


def _of_role(result: PairResult, first: bool) -> tuple[int, int]:
    battles = [seat for seat in (0, 1) if result.player1[seat] == first]
    return (
        sum(result.won[seat] for seat in battles),
        sum(result.decided[seat] for seat in battles),
    )


def _merged(one: tuple[Measured, ...], other: tuple[Measured, ...]) -> tuple[Measured, ...]:
    return tuple(
        (a[0].plus(b[0]), a[1].plus(b[1]), a[2].plus(b[2]), a[3].plus(b[3]))
        for a, b in zip(one, other, strict=True)
    )


def totals_from(document: dict[str, Any]) -> Totals:
    """The sums that `Totals.document` wrote; raises a ValueError for anything else."""

    def measured(row: list[list[int]]) -> Measured:
        destroyed, lost, orders, survival = map(sums_from, row)
        return destroyed, lost, orders, survival

    return Totals(
        pairs=pairs_from(document["pairs"]),
        with_luck=Adjusted.from_numbers(document["luck"]) if "luck" in document else NO_LUCK,
        undecided=whole_number(document["undecided"]),
        as_player1=pairs_from(document["as_player1"]),
        as_player2=pairs_from(document["as_player2"]),
        rounds=sums_from(document["rounds"]),
        lengths=tuple(map(whole_number, document["lengths"])),
        opponents=tuple(map(pairs_from, document["opponents"])),
        units=tuple(measured(row) for row in document["units"]),
        tiles=tuple(measured(row) for row in document["tiles"]),
        errors=errors_from(document["errors"]),
    )
