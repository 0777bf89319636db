"""A report of many battles as one HTML page that opens offline, with charts."""

import base64
from dataclasses import dataclass

from pbbuild.page.html import environment
from pbbuild.page.style import PAPERS


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing under its heading, as an address that carries all of it."""

    heading: str
    address: str


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
    errors: tuple[str, ...] = ()

    def written(self, paper: str) -> str:
        """The page as the text of its file; `paper` is for who prints it."""
        width, height = PAPERS[paper]
        template = environment().get_template("playtest/report.html.j2")
        return template.render(sheet=self, paper=f"{width:g}mm {height:g}mm")


def chart(heading: str, svg: str) -> Chart:
    """A drawing of `charts` under its heading."""
    # A picture of its own: in the page itself names of one drawing would be those of another.
    data = base64.b64encode(svg.encode()).decode("ascii")
    return Chart(heading, f"data:image/svg+xml;base64,{data}")
