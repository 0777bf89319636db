"""What many games of Pocket General add up to: whole numbers only, so that order never matters."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.play.evidence.adjusted import NO_LUCK, Adjusted
from pbbuild.play.statistics import Pairs, Sums
from pbbuild.play.totals import (
    BattleError,
    errors_from,
    merged_errors,
    pairs_from,
    sums_from,
    whole_number,
)

# What is kept of every unit, in this order: games in which it was placed, how often, and the
# combats it was in that its side had the better of. A spy that removes a unit is in none.
UNIT_MEASURES: Final = ("used", "placed", "won")

UnitSums = tuple[Sums, Sums, Sums]


@dataclass(frozen=True)
class GeneralTotals:
    """All sums of a series so far, seen from `army`.

    `ways` counts wins by (who, reason), "army" or "against".
    """

    pairs: Pairs = field(default_factory=Pairs)
    as_player1: Pairs = field(default_factory=Pairs)
    as_player2: Pairs = field(default_factory=Pairs)
    undecided: int = 0
    turns: Sums = field(default_factory=Sums)
    ways: Counter[tuple[str, str]] = field(default_factory=Counter)
    units: tuple[UnitSums, ...] = ()
    errors: tuple[BattleError, ...] = ()
    with_luck: Adjusted = NO_LUCK

    @property
    def adjusted(self) -> Adjusted | None:
        """The results with the luck of the dice; None if a part was played without counting it."""
        return self.with_luck if self.with_luck.pairs == self.pairs else None

    @property
    def games(self) -> int:
        """Games played to an end, decided or not."""
        return self.pairs.decided + self.undecided

    def plus(self, other: "GeneralTotals") -> "GeneralTotals":
        """Both together; errors in order of their games."""
        return GeneralTotals(
            self.pairs.plus(other.pairs),
            self.as_player1.plus(other.as_player1),
            self.as_player2.plus(other.as_player2),
            self.undecided + other.undecided,
            self.turns.plus(other.turns),
            self.ways + other.ways,
            tuple(
                (a[0].plus(b[0]), a[1].plus(b[1]), a[2].plus(b[2]))
                for a, b in zip(self.units, other.units, strict=True)
            ),
            merged_errors(self.errors, other.errors),
            self.with_luck.plus(other.with_luck),
        )

    def document(self) -> dict[str, Any]:
        """The sums as a JSON document, to be read back by `totals_from`."""
        return {
            "pairs": self.pairs.numbers,
            "luck": self.with_luck.numbers,
            "as_first": self.as_player1.numbers,
            "as_second": self.as_player2.numbers,
            "undecided": self.undecided,
            "turns": self.turns.numbers,
            "ways": [[*way, self.ways[way]] for way in sorted(self.ways)],
            "units": [[value.numbers for value in row] for row in self.units],
            "errors": [[error.battle, error.seed, error.error] for error in self.errors],
        }


def totals_from(document: dict[str, Any]) -> GeneralTotals:
    """The sums that `GeneralTotals.document` wrote; what cannot be sums is a ValueError."""
    return GeneralTotals(
        pairs_from(document["pairs"]),
        pairs_from(document["as_first"]),
        pairs_from(document["as_second"]),
        whole_number(document["undecided"]),
        sums_from(document["turns"]),
        Counter(
            {(str(who), str(why)): whole_number(count) for who, why, count in document["ways"]}
        ),
        tuple((sums_from(a), sums_from(b), sums_from(c)) for a, b, c in document["units"]),
        errors_from(document["errors"]),
        Adjusted.from_numbers(document["luck"]) if "luck" in document else NO_LUCK,
    )
