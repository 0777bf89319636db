"""The results of a playtest of any game with their intervals: `pbbuild-playtest/1`."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pbbuild.play.series import Sum
from pbbuild.play.statistics import Estimate, Pairs, Sums, anytime_rate, mean, win_rate

FORMAT: Final = "pbbuild-playtest/1"


def rate_of(pairs: Pairs, *, sequential: bool) -> Estimate:
    """The win rate; `sequential` selects the interval for runs that stop once it is precise."""
    return anytime_rate(pairs) if sequential else win_rate(pairs)


def adjusted_rate(totals: Sum, *, sequential: bool) -> Estimate | None:
    """The win rate without the luck of the dice, None where it is not known."""
    adjusted = totals.adjusted
    return adjusted.estimate(sequential=sequential) if adjusted else None


def mean_per_battle(sums: Sums) -> Estimate:
    """The mean per battle of a quantity that is never negative."""
    found = mean(sums)
    return Estimate(found.value, max(0.0, found.low), found.high, found.level)


def share_of_battles(sums: Sums) -> Estimate:
    """The share of battles in which something was true, from the count in each pair."""
    # The same arithmetic as the win rate, with "true" in place of "won" and all decided.
    count = sums.count
    pairs = Pairs(count, sums.total, 2 * count, sums.squared, 2 * sums.total, 4 * count)
    return win_rate(pairs)


def results(totals: Sum, *, sequential: bool) -> dict[str, Any]:
    """The results of all battles together, the same for every game."""
    rate = rate_of(totals.pairs, sequential=sequential)
    adjusted = adjusted_rate(totals, sequential=sequential)
    ratio = totals.adjusted.variance_ratio if adjusted and totals.adjusted else None
    return {
        "games": totals.games,
        "wins": totals.pairs.won,
        "losses": totals.pairs.decided - totals.pairs.won,
        "undecided": totals.undecided,
        "errors": [error.document() for error in totals.errors],
        "win_rate": rate.document(),
        "adjusted": (adjusted or rate).document(),
        "variance_ratio": None if ratio is None else round(ratio, 6),
        "as_player1": win_rate(totals.as_player1).document(),
        "as_player2": win_rate(totals.as_player2).document(),
    }


def estimates_by_measure(measures: Sequence[str], estimates: Sequence[Estimate]) -> dict[str, Any]:
    """The estimates of one unit, by the names of the measures."""
    return {
        measure: estimate.document() for measure, estimate in zip(measures, estimates, strict=True)
    }


def estimate_rows(
    keys: Sequence[str],
    measures: Sequence[str],
    lines: Iterable[tuple[Sequence[str], Sequence[Estimate]]],
) -> list[list[str]]:
    """A heading row, then one row for each line: its keys, and its measures with intervals."""
    ends = ("", "_low", "_high")
    rows = [[*keys, *(f"{measure}{end}" for measure in measures for end in ends)]]
    for named, estimates in lines:
        row = list(named)
        for estimate in estimates:
            row += [f"{x:.4f}" for x in (estimate.value, estimate.low, estimate.high)]
        rows.append(row)
    return rows
