"""What a playtest found, as numbers with their intervals: `pbbuild-playtest/1`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.play.series import Sum
from pbbuild.play.statistics import Estimate, Pairs, Sums, anytime_rate, mean, win_rate
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.totals import MEASURES, Measured, Totals

FORMAT: Final = "pbbuild-playtest/1"


@dataclass(frozen=True, slots=True)
class Line:
    """One unit or tile: what it destroyed, lost and cost per battle, and how often it lived."""

    key: str
    name: str
    dp: int
    destroyed: Estimate
    lost: Estimate
    orders: Estimate
    survival: Estimate

    @property
    def measures(self) -> tuple[Estimate, Estimate, Estimate, Estimate]:
        """What was measured, in the order of `MEASURES`."""
        return self.destroyed, self.lost, self.orders, self.survival


def rate_of(pairs: Pairs, *, sequential: bool) -> Estimate:
    """The win rate; of a run that stopped when it was sure, the interval that allows for it."""
    return anytime_rate(pairs) if sequential else win_rate(pairs)


def unit_lines(plan: Plan, totals: Totals, catalog: Catalog) -> list[Line]:
    """Every unit of the list under test, in list order."""
    found = []
    for number, (unit, sums) in enumerate(zip(plan.ours.units, totals.units, strict=True), 1):
        troops = [catalog.troop(code) for code in unit.troops]
        name = unit.name or troops[0].name + (f" +{len(troops) - 1}" if len(troops) > 1 else "")
        found.append(_line(str(number), name, sum(troop.dp for troop in troops), sums))
    return found


def tile_lines(plan: Plan, totals: Totals, catalog: Catalog) -> list[Line]:
    """Every tile, in list order; destroyed and orders are its unit's while it lived."""
    return [
        _line(code, catalog.troop(code).name, catalog.troop(code).dp, sums)
        for code, sums in zip(plan.ours.troops, totals.tiles, strict=True)
    ]


def _line(key: str, name: str, dp: int, sums: Measured) -> Line:
    destroyed, lost, orders = (per_battle(value) for value in sums[:3])
    return Line(key, name, dp, destroyed, lost, orders, share_of_battles(sums[3]))


def per_battle(sums: Sums) -> Estimate:
    """The mean per battle of what cannot be less than nothing."""
    found = mean(sums)
    return Estimate(found.value, max(0.0, found.low), found.high, found.level)


def share_of_battles(sums: Sums) -> Estimate:
    """The share of battles in which something was so, from how many of each pair."""
    # Battles over pairs in which it was so are won battles over pairs in other words.
    count = sums.count
    pairs = Pairs(count, sums.total, 2 * count, sums.squared, 2 * sums.total, 4 * count)
    return win_rate(pairs)


def results(totals: Sum, *, sequential: bool) -> dict[str, Any]:
    """What the report of any game says of all its battles together."""
    return {
        "games": totals.games,
        "wins": totals.pairs.won,
        "losses": totals.pairs.decided - totals.pairs.won,
        "undecided": totals.undecided,
        "errors": [error.document() for error in totals.errors],
        "win_rate": rate_of(totals.pairs, sequential=sequential).document(),
        "as_player1": win_rate(totals.as_player1).document(),
        "as_player2": win_rate(totals.as_player2).document(),
    }


def playtest_document(
    plan: Plan, totals: Totals, catalog: Catalog, *, sequential: bool
) -> dict[str, Any]:
    """The whole report as FORMATS has it: no times, hosts or workers in it."""
    rounds = mean(totals.rounds)
    return {
        "format": FORMAT,
        "list": plan.ours.name,
        "against": [army_list.name for army_list in plan.theirs],
        **results(totals, sequential=sequential),
        "opponents": [
            {"list": army_list.name, "win_rate": win_rate(pairs).document()}
            for army_list, pairs in zip(plan.theirs, totals.opponents, strict=True)
        ],
        "rounds": rounds.document(),
        "lengths": {str(length): count for length, count in enumerate(totals.lengths) if count},
        "seed": plan.seed,
        "edition": plan.edition,
        "round_limit": plan.round_limit,
        "agents": {"list": plan.agent, "enemy": plan.enemy_agent},
        "units": [_entry("unit", line) for line in unit_lines(plan, totals, catalog)],
        "tiles": [_entry("tile", line) for line in tile_lines(plan, totals, catalog)],
    }


def _entry(kind: str, line: Line) -> dict[str, Any]:
    key: str | int = int(line.key) if kind == "unit" else line.key
    return {kind: key, "name": line.name, "dp": line.dp, **measured(MEASURES, line.measures)}


def measured(measures: Sequence[str], estimates: Sequence[Estimate]) -> dict[str, Any]:
    """What was measured of one unit, by the names of the measures."""
    return {
        measure: estimate.document() for measure, estimate in zip(measures, estimates, strict=True)
    }


def csv_rows(units: Sequence[Line], tiles: Sequence[Line]) -> list[list[str]]:
    """Units and tiles as rows of a spreadsheet, a heading first."""
    return measured_rows(
        ("kind", "key", "name", "dp"),
        MEASURES,
        [
            ((kind, line.key, line.name, str(line.dp)), line.measures)
            for kind, lines in (("unit", units), ("tile", tiles))
            for line in lines
        ],
    )


def measured_rows(
    keys: Sequence[str],
    measures: Sequence[str],
    lines: Iterable[tuple[Sequence[str], Sequence[Estimate]]],
) -> list[list[str]]:
    """A heading, then what each line says of itself and its measures with their intervals."""
    ends = ("", "_low", "_high")
    rows = [[*keys, *(f"{measure}{end}" for measure in measures for end in ends)]]
    for named, estimates in lines:
        row = list(named)
        for estimate in estimates:
            row += [f"{x:.4f}" for x in (estimate.value, estimate.low, estimate.high)]
        rows.append(row)
    return rows
