"""A playtest or a tournament as one HTML page that opens offline, with charts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbbuild.armylist.model import ArmyList
from pbbuild.catalog.model import Catalog
from pbbuild.i18n.translate import Translator
from pbbuild.match.report import rate_of, unit_lines
from pbbuild.match.series import Plan
from pbbuild.match.statistics import Estimate, win_rate
from pbbuild.match.totals import Totals
from pbbuild.match.tournament import Table
from pbbuild.render.charts import accounts_chart, lengths_chart, matrix_chart, rates_chart
from pbbuild.render.html import environment
from pbbuild.render.playtest import percent, playtest_text

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing under its heading; the drawing is our own SVG."""

    heading: str
    svg: "Markup"


@dataclass(frozen=True, slots=True)
class Page:
    """All that the template places."""

    language: str
    title: str
    settings: tuple[str, ...]
    findings: tuple[str, ...]
    charts: tuple[Chart, ...]
    table_heading: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def playtest_page(
    plan: Plan, totals: Totals, catalog: Catalog, t: Translator, *, sequential: bool
) -> str:
    """The report of a playtest."""
    # The first words of the text report: title, settings, a blank, what was found, another blank.
    words = playtest_text(plan, totals, catalog, t, sequential=sequential).split("\n")
    findings = words[3 : words.index("", 3)] if "" in words[3:] else words[3:]
    units = unit_lines(plan, totals, catalog)
    names = [f"{line.key}. {line.name}" for line in units]
    rates = [win_rate(pairs) for pairs in totals.opponents]
    overall = rate_of(totals.pairs, sequential=sequential)
    charts = [
        _chart(
            t("charts.rates"),
            rates_chart(
                [t("charts.all"), *(each.name for each in plan.theirs)],
                [overall, *rates],
                t("charts.won"),
            ),
        ),
        _chart(
            t("charts.units"),
            accounts_chart(
                names,
                [line.destroyed for line in units],
                [line.lost for line in units],
                (t("playtest.destroyed"), t("playtest.lost"), t("charts.points")),
            ),
        ),
        _chart(
            t("charts.lengths"),
            lengths_chart(totals.lengths, (t("charts.rounds"), t("charts.battles"))),
        ),
    ]
    rows = [
        (
            name,
            str(line.dp),
            _amount(line.destroyed),
            _amount(line.lost),
            f"{line.orders.value:.1f}",
            percent(line.survival),
        )
        for name, line in zip(names, units, strict=True)
    ]
    heading = (
        t("playtest.unit"),
        "DP",
        t("playtest.destroyed"),
        t("playtest.lost"),
        t("playtest.orders"),
        t("playtest.survives"),
    )
    page = Page(
        t.language,
        words[0],
        (words[1],),
        tuple(findings),
        tuple(charts),
        t("playtest.by-unit"),
        heading,
        tuple(rows),
    )
    return _written(page)


def tournament_page(lists: Sequence[ArmyList], table: Table, settings: str, t: Translator) -> str:
    """The report of a tournament: ratings and the matrix as a heat map."""
    order = sorted(range(len(lists)), key=lambda place: (-table.ratings[place].value, place))
    names = [lists[place].name for place in order]
    cells = [
        [None if row == column else table.rate(row, column).value for column in order]
        for row in order
    ]
    rows = [
        (names[rank], f"{rating.value:.0f}", f"{rating.low:.0f} … {rating.high:.0f}")
        for rank, rating in enumerate(table.ratings[place] for place in order)
    ]
    page = Page(
        t.language,
        t("charts.tournament"),
        (settings,),
        (),
        (_chart(t("contest.matrix"), matrix_chart(names, cells)),),
        t("contest.rating"),
        (t("contest.list"), t("contest.rating"), t("charts.interval")),
        tuple(rows),
    )
    return _written(page)


def _chart(heading: str, svg: str) -> Chart:
    from markupsafe import Markup

    # Drawn by us: names in it were escaped by the library that drew them.
    return Chart(heading, Markup(svg))


def _amount(estimate: Estimate) -> str:
    return f"{estimate.value:.1f} ±{estimate.half_width:.1f}"


def _written(page: Page) -> str:
    return environment().get_template("playtest/report.html.j2").render(sheet=page)
