"""A progress line for long commands on a terminal; prints nothing to a pipe."""

import sys
from types import TracebackType
from typing import Self

import click

from pbbuild.terminal.session import Session


class Progress:
    """Shows a line that is overwritten, and clears it at the end."""

    def __init__(self, session: Session) -> None:
        self._t = session.t
        self._shows = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()

    def line(self, text: str) -> None:
        """Show `text` in place of the previous line."""
        if self._shows:
            click.echo(f"\r{text}\x1b[K", nl=False, err=True)

    def clear(self) -> None:
        """Clear the line."""
        self.line("")

    def share(self, done: int, of: int) -> None:
        """Show how much of the work is done."""
        self.line(self._t("contest.share", percent=100 * done // max(1, of)))

    def show_heat(self, left: int, pairs: int) -> None:
        """Show how many candidates are left after a heat of a contest."""
        self.line(self._t("contest.heat", left=left, battles=2 * pairs))
