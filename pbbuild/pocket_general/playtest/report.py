"""What a playtest of Pocket General found, as numbers with their intervals."""

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
from pbbuild.play.statistics import Estimate, mean
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.playtest.series import GeneralPlan
from pbbuild.pocket_general.playtest.totals import UNIT_MEASURES, GeneralTotals


@dataclass(frozen=True, slots=True)
class UnitLine:
    """One unit of the nation under test: share of games it was used in, placements, combats won."""

    unit: str
    used: Estimate
    placed: Estimate
    won: Estimate

    @property
    def measures(self) -> tuple[Estimate, Estimate, Estimate]:
        """What was measured, in the order of `UNIT_MEASURES`."""
        return self.used, self.placed, self.won


def unit_lines(plan: GeneralPlan, totals: GeneralTotals) -> list[UnitLine]:
    """Every unit of the nation under test, in the order of its card."""
    return [
        UnitLine(unit, share_of_battles(used), mean_per_battle(placed), mean_per_battle(won))
        for unit, (used, placed, won) in zip(plan.unit_ids(), totals.units, strict=True)
    ]


def playtest_document(
    plan: GeneralPlan, totals: GeneralTotals, *, sequential: bool
) -> dict[str, Any]:
    """The report as `pbbuild-playtest/1`, without times, hosts or workers."""
    return {
        "format": FORMAT,
        "game": GAME,
        "nations": {"A": plan.army, "B": plan.against},
        "agents": {"A": plan.agent, "B": plan.enemy_agent},
        "seed": plan.seed,
        **results(totals, sequential=sequential),
        "rounds": mean(totals.turns).document(),
        "total_victories": {
            "A": totals.ways["army", "total-victory"],
            "B": totals.ways["against", "total-victory"],
        },
        "capitulations": {
            "A": totals.ways["army", "capitulation"],
            "B": totals.ways["against", "capitulation"],
        },
        "units": [
            {"unit": line.unit, **estimates_by_measure(UNIT_MEASURES, line.measures)}
            for line in unit_lines(plan, totals)
        ],
    }


def csv_rows(plan: GeneralPlan, totals: GeneralTotals) -> list[list[str]]:
    """The units as rows of a spreadsheet, a heading first."""
    lines = unit_lines(plan, totals)
    return estimate_rows(
        ("kind", "key"), UNIT_MEASURES, [(("unit", line.unit), line.measures) for line in lines]
    )
