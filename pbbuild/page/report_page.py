"""A report of many battles as one self-contained HTML page with charts."""

import base64
from dataclasses import dataclass

from pbbuild.page.html import environment
from pbbuild.page.style import PAPERS


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its heading, as a `data:` URL."""

    heading: str
    address: str


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The contents of a report for its template."""

    language: str
    title: str
    settings: tuple[str, ...]
    findings: tuple[str, ...]
    charts: tuple[Chart, ...]
    table_heading: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    errors: tuple[str, ...] = ()

    def written(self, paper: str) -> str:
        """The page as HTML; `paper` is the size used for printing."""
        width, height = PAPERS[paper]
        template = environment().get_template("playtest/report.html.j2")
        return template.render(sheet=self, paper=f"{width:g}mm {height:g}mm")


def chart(heading: str, svg: str) -> Chart:
    """An SVG of `charts` with its heading."""
    # A separate image: inline SVGs in one page would share their element ids.
    data = base64.b64encode(svg.encode()).decode("ascii")
    return Chart(heading, f"data:image/svg+xml;base64,{data}")
