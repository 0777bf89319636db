"""A playtest of Pocket General as one HTML page."""

from pbbuild.page.charts import rates_chart, units_chart
from pbbuild.page.report_page import ReportPage, chart
from pbbuild.play.playtest_document import rate_of
from pbbuild.play.result_text import errors_text, mean_text, percent
from pbbuild.play.statistics import win_rate
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.playtest.report import unit_lines
from pbbuild.pocket_general.playtest.series import GeneralPlan
from pbbuild.pocket_general.playtest.totals import GeneralTotals
from pbbuild.pocket_general.screen.playtest import nation_name, result_sentences
from pbbuild.text.translate import Translator


def playtest_page(
    plan: GeneralPlan,
    totals: GeneralTotals,
    catalog: GeneralCatalog,
    t: Translator,
    *,
    sequential: bool,
) -> ReportPage:
    """The report of a playtest."""
    army, against = (nation_name(catalog, nation, t) for nation in (plan.army, plan.against))
    units = unit_lines(plan, totals)
    names = [catalog.units[line.unit].name.in_language(t.language) for line in units]
    charts = (
        chart(
            t("charts.rates"),
            rates_chart(
                [t("charts.all-games"), t("charts.going-first"), t("charts.going-second")],
                [
                    rate_of(totals.pairs, sequential=sequential),
                    win_rate(totals.as_player1),
                    win_rate(totals.as_player2),
                ],
                t("charts.games-won"),
            ),
        ),
        chart(
            t("charts.placed-and-won"),
            units_chart(
                names,
                [line.placed for line in units],
                [line.won for line in units],
                (
                    t("pocket-general.series-placed"),
                    t("pocket-general.series-won"),
                    t("charts.per-game"),
                ),
            ),
        ),
    )
    return ReportPage(
        t.language,
        t("pocket-general.series-title", nation=army, enemy=against),
        (),
        tuple(result_sentences(plan, totals, catalog, t, sequential=sequential)),
        charts,
        t("pocket-general.series-units", nation=army).rstrip(":"),
        (
            t("playtest.unit"),
            t("pocket-general.series-used"),
            t("pocket-general.series-placed"),
            t("pocket-general.series-won"),
        ),
        tuple(
            (name, percent(line.used), mean_text(line.placed, t), mean_text(line.won, t))
            for name, line in zip(names, units, strict=True)
        ),
        tuple(errors_text(totals.errors, t)),
    )
