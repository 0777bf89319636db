"""A progress line for long commands on a terminal; prints nothing to a pipe."""

import sys
import threading
import time
from types import TracebackType
from typing import Final, Self

import click

from pbbuild.terminal.session import Session

# Shorter work shows nothing, and how long the rest takes is not estimated sooner.
SECONDS_BEFORE: Final = 1.0
# What so little of the work took is mostly start-up: it says nothing about the rest yet.
LEAST_PERCENT: Final = 1
SECONDS_FOR_LITTLE: Final = 20.0


class Progress:
    """Shows a line that is overwritten, and clears it at the end.

    Until the work reports for the first time, the line says how long it has been going on.
    """

    def __init__(self, session: Session) -> None:
        self._t = session.t
        self._shows = sys.stderr.isatty()
        self._began = time.monotonic()
        self._done = 0
        self._reported = threading.Event()
        self._drawing = threading.Lock()
        self._waiting: threading.Thread | None = None

    def __enter__(self) -> Self:
        if self._shows:
            self._waiting = threading.Thread(target=self._show_waiting, daemon=True)
            self._waiting.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()
        if self._waiting:
            self._waiting.join()

    def line(self, text: str) -> None:
        """Show `text` in place of the previous line."""
        self._reported.set()
        with self._drawing:
            self._draw(text)

    def _draw(self, text: str) -> None:
        if self._shows:
            click.echo(f"\r{text}\x1b[K", nl=False, err=True)

    def _show_waiting(self) -> None:
        seconds = 0
        while not self._reported.wait(SECONDS_BEFORE):
            seconds += 1
            with self._drawing:
                if not self._reported.is_set():
                    self._draw(self._t("engine.working", count=seconds))

    def clear(self) -> None:
        """Clear the line."""
        self.line("")

    def share(self, done: int, of: int) -> None:
        """Show how much of the work is done, and about how long the rest will take."""
        percent, left = 100 * done // max(1, of), self.time_left(done, of)
        if left:
            self.line(self._t("contest.share-left", percent=percent, left=left))
        else:
            self.line(self._t("contest.share", percent=percent))

    def time_left(self, done: int, of: int) -> str:
        """About how long the rest of the work takes, "" while that is not known yet."""
        now = time.monotonic()
        if done < self._done:
            self._began = now  # other work has begun
        self._done = done
        taken = now - self._began
        little = 100 * done < LEAST_PERCENT * of
        if not done or taken < (SECONDS_FOR_LITTLE if little else SECONDS_BEFORE):
            return ""
        seconds = taken * (of - done) / done
        if seconds < 90:
            return self._t("contest.seconds-left", count=max(5, 5 * round(seconds / 5)))
        minutes = round(seconds / 60)
        if minutes < 90:
            return self._t("contest.minutes-left", count=minutes)
        return self._t("contest.hours-left", count=round(minutes / 60))

    def late_share(self, done: int, of: int) -> None:
        """Show how much of a search is done, once it has taken a second."""
        if time.monotonic() - self._began > SECONDS_BEFORE:
            percent, left = 100 * done // max(1, of), self.time_left(done, of)
            if left:
                self.line(self._t("engine.searching-left", percent=percent, left=left))
            else:
                self.line(self._t("engine.searching", percent=percent))

    def show_heat(self, left: int, pairs: int) -> None:
        """Show how many candidates are left after a heat of a contest."""
        self.line(self._t("contest.heat", left=left, battles=2 * pairs))
