"""A report of many battles as one self-contained HTML page with charts."""

import base64
from dataclasses import dataclass

from pbbuild.page.geometry import PAPERS
from pbbuild.page.html import environment
from pbbuild.page.security_policy import security_policy


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
