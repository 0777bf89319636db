"""`--report`: what many battles found, as a page of its own."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pbbuild.terminal.options import PATH, together
from pbbuild.terminal.output import refuse_replacing, save
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.page.report_page import Page

# `--report FILE` and `--force`, for `require_report` and `write_report`.
report_options: Final = together(
    click.option(
        "--report",
        type=PATH,
        metavar="FILE",
        help="Write a page with charts: HTML, or PDF if FILE ends in .pdf.",
    ),
    click.option("--force", is_flag=True, help="Replace FILE if it is there."),
)


def require_report(report: Path | None, *, force: bool) -> None:
    """Raise where the report could not be written: asked before long work rather than after it."""
    if report is None:
        return
    from pbbuild.page.charts import require_charts

    refuse_replacing(report, force=force)
    require_charts()
    if _is_pdf(report):
        from pbbuild.page.pdf import require_printing

        require_printing()


def write_report(session: Session, report: Path, page: "Page", *, force: bool) -> None:
    """Write the page in the format that the name of its file asks for."""
    text = page.written(session.settings.paper or "a4")
    if _is_pdf(report):
        from pbbuild.page.pdf import pdf

        save(report, pdf(text), force=force)
    else:
        save(report, text, force=force)


def _is_pdf(report: Path) -> bool:
    return report.suffix.lower() == ".pdf"
