"""The report of a playtest as numbers with intervals: `pbbuild-playtest/1`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbbuild.play.playtest_document import (
    FORMAT,
    estimate_rows,
    estimates_by_measure,
    mean_per_battle,
    results,
    share_of_battles,
)
from pbbuild.play.statistics import Estimate, mean, win_rate
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.totals import MEASURES, Measured, Totals


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One unit or tile: points destroyed, lost, orders per battle, and how often it survived."""

    key: str
    name: str
    dp: int
    destroyed: Estimate
    lost: Estimate
    orders: Estimate
    survival: Estimate

    @property
    def measures(self) -> tuple[Estimate, Estimate, Estimate, Estimate]:
        """Its estimates, in the order of `MEASURES`."""
        return self.destroyed, self.lost, self.orders, self.survival


def unit_lines(plan: Plan, totals: Totals, catalog: Catalog) -> list[ReportLine]:
    """Every unit of the list under test, in list order."""
    found = []
    for number, (unit, sums) in enumerate(zip(plan.ours.units, totals.units, strict=True), 1):
        troops = [catalog.troop(code) for code in unit.troops]
        name = unit.name or troops[0].name + (f" +{len(troops) - 1}" if len(troops) > 1 else "")
        found.append(_line(str(number), name, sum(troop.dp for troop in troops), sums))
    return found


def tile_lines(plan: Plan, totals: Totals, catalog: Catalog) -> list[ReportLine]:
    """Every tile, in list order; destroyed and orders are those of its unit while it lived."""
    return [
        _line(code, catalog.troop(code).name, catalog.troop(code).dp, sums)
        for code, sums in zip(plan.ours.troops, totals.tiles, strict=True)
    ]


def _line(key: str, name: str, dp: int, sums: Measured) -> ReportLine:
    destroyed, lost, orders = (mean_per_battle(value) for value in sums[:3])
    return ReportLine(key, name, dp, destroyed, lost, orders, share_of_battles(sums[3]))


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


def _entry(kind: str, line: ReportLine) -> dict[str, Any]:
    key: str | int = int(line.key) if kind == "unit" else line.key
    return {
        kind: key,
        "name": line.name,
        "dp": line.dp,
        **estimates_by_measure(MEASURES, line.measures),
    }


def csv_rows(units: Sequence[ReportLine], tiles: Sequence[ReportLine]) -> list[list[str]]:
    """Units and tiles as rows of a spreadsheet, a heading first."""
    return estimate_rows(
        ("kind", "key", "name", "dp"),
        MEASURES,
        [
            ((kind, line.key, line.name, str(line.dp)), line.measures)
            for kind, lines in (("unit", units), ("tile", tiles))
            for line in lines
        ],
    )
