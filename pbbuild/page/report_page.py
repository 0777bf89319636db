"""A report of many battles as one self-contained HTML page with charts.

The page begins with the answer; what it rests on follows.
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbbuild.page.charts import cut_names
from pbbuild.page.geometry import PAPERS
from pbbuild.page.html import environment
from pbbuild.page.security_policy import security_policy
from pbbuild.play.statistics import Estimate

# A cell is one shade darker for each so many percent from one half.
SHADE: Final = 8
SHADES: Final = 4
# The most columns of a matrix in normal and in small type; more are in tiny type.
_FEW_COLUMNS, _SOME_COLUMNS = 10, 20


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its heading, as a `data:` URL."""

    heading: str
    address: str


@dataclass(frozen=True, slots=True)
class RateCell:
    """A rate in percent, its interval in words, and the shade of its cell."""

    value: str
    words: str
    shade: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rates of all against all with a heading and a line that says how to read them."""

    heading: str
    words: str
    names: tuple[str, ...]
    rows: tuple[tuple[RateCell, ...], ...]

    @property
    def type_size(self) -> str:
        """How large its figures are printed, so that all columns fit on paper."""
        count = len(self.names)
        if count <= _FEW_COLUMNS:
            return "few"
        return "some" if count <= _SOME_COLUMNS else "many"


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The contents of a report for its template; the first of `findings` is the answer."""

    language: str
    title: str
    settings: tuple[str, ...]
    findings: tuple[str, ...]
    charts: tuple[Chart | Matrix, ...]
    table_heading: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    errors: tuple[str, ...] = ()

    def written(self, paper: str) -> str:
        """The page as HTML; `paper` is the size used for printing."""
        from markupsafe import Markup

        width, height = PAPERS[paper]
        style = environment().get_template("playtest/report.css.j2")
        css = style.render(paper=f"{width:g}mm {height:g}mm")
        template = environment().get_template("playtest/report.html.j2")
        policy = security_policy(styles=(css,))
        return template.render(sheet=self, policy=Markup(policy), css=Markup(css))


def chart(heading: str, svg: str) -> Chart:
    """An SVG of `charts` with its heading."""
    # A separate image: inline SVGs in one page would share their element ids.
    data = base64.b64encode(svg.encode()).decode("ascii")
    return Chart(heading, f"data:image/svg+xml;base64,{data}")


def matrix(
    heading: str, words: str, names: Sequence[str], rates: Sequence[Sequence[Estimate | None]]
) -> Matrix:
    """Rates of all against all; None where nobody met.

    Only a cell whose whole interval is on one side of one half is shaded.
    """
    rows = tuple(tuple(_cell(rate) for rate in row) for row in rates)
    return Matrix(heading, words, tuple(cut_names(names)), rows)


def _cell(rate: Estimate | None) -> RateCell:
    if rate is None:
        return RateCell("–", "", "none")
    value = 100 * rate.value
    words = f"{100 * rate.low:.0f}–{100 * rate.high:.0f} %"
    if rate.low <= 0.5 <= rate.high:
        return RateCell(f"{value:.0f}", words, "open")
    shade = min(SHADES, 1 + int(abs(value - 50) // SHADE))
    return RateCell(f"{value:.0f}", words, f"{'more' if value > 50 else 'less'}-{shade}")
