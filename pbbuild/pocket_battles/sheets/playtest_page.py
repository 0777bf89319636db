"""A playtest or a tournament of Pocket Battles as one HTML page."""

from collections.abc import Sequence

from pbbuild.page.charts import lengths_chart, rates_chart, units_chart
from pbbuild.page.report_page import ReportPage, chart, matrix
from pbbuild.play.playtest_document import rate_of
from pbbuild.play.result_text import errors_text, mean_text, percent
from pbbuild.play.statistics import win_rate
from pbbuild.play.tournament import Standings
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.report import unit_lines
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.playtest.totals import Totals
from pbbuild.pocket_battles.screen.comparisons import (
    tournament_answer,
    tournament_order,
    tournament_sentences,
)
from pbbuild.pocket_battles.screen.playtest import (
    playtest_findings,
    playtest_settings,
    playtest_title,
)
from pbbuild.text.translate import Translator


def playtest_page(
    plan: Plan, totals: Totals, catalog: Catalog, t: Translator, *, sequential: bool
) -> ReportPage:
    """The report of a playtest."""
    units = unit_lines(plan, totals, catalog)
    names = [f"{line.key}. {line.name}" for line in units]
    rates = [win_rate(pairs) for pairs in totals.opponents]
    overall = rate_of(totals.pairs, sequential=sequential)
    charts = [
        chart(
            t("charts.rates"),
            rates_chart(
                [t("charts.all"), *(each.title for each in plan.theirs)],
                [overall, *rates],
                t("charts.won"),
            ),
        ),
        chart(
            t("charts.units"),
            units_chart(
                names,
                [line.destroyed for line in units],
                [line.lost for line in units],
                (t("playtest.destroyed"), t("playtest.lost"), t("charts.points")),
            ),
        ),
        chart(
            t("charts.lengths"),
            lengths_chart(totals.lengths, (t("charts.rounds"), t("charts.battles"))),
        ),
    ]
    rows = [
        (
            name,
            str(line.dp),
            mean_text(line.destroyed, t),
            mean_text(line.lost, t),
            t.decimal(line.orders.value),
            percent(line.survival),
        )
        for name, line in zip(names, units, strict=True)
    ]
    heading = (
        t("playtest.unit"),
        t("catalog.column-dp"),
        t("playtest.destroyed"),
        t("playtest.lost"),
        t("playtest.orders"),
        t("playtest.survives"),
    )
    return ReportPage(
        t.language,
        playtest_title(plan, t),
        (playtest_settings(plan, totals, t),),
        tuple(playtest_findings(plan, totals, t, sequential=sequential)),
        tuple(charts),
        t("playtest.by-unit").rstrip(":"),
        heading,
        tuple(rows),
        tuple(errors_text(totals.errors, t)),
    )


def tournament_page(
    lists: Sequence[ArmyList], table: Standings, settings: str, t: Translator
) -> ReportPage:
    """The report of a tournament: who leads, the matrix, and the ratings."""
    order = tournament_order(table)
    names = [lists[place].name for place in order]
    cells = [[None if i == j else table.rate(i, j) for j in order] for i in order]
    rows = [
        (
            lists[place].name,
            percent(table.mean_rate(place)),
            f"{table.ratings[place].value:.0f}",
            f"{table.ratings[place].low:.0f}–{table.ratings[place].high:.0f}",
        )
        for place in order
    ]
    return ReportPage(
        t.language,
        t("charts.tournament"),
        (settings,),
        (tournament_answer(lists, table, t), *tournament_sentences(table, t)),
        (matrix(t("contest.matrix-title"), t("contest.matrix-shades"), names, cells),),
        t("contest.rating"),
        (t("contest.list"), t("contest.wins"), t("contest.rating"), t("charts.interval")),
        tuple(rows),
        tuple(errors_text(table.errors, t)),
    )
