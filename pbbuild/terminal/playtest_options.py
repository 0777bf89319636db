"""Options of commands that play many battles of any game: length, workers, files, output."""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import click
from click.core import ParameterSource

from pbbuild.base.csv_cells import csv_text
from pbbuild.base.locks import locked
from pbbuild.base.rooms import load_target, room_of
from pbbuild.errors import UsageError
from pbbuild.terminal.answers import print_json
from pbbuild.terminal.options import PATH, combined_options, json_option
from pbbuild.terminal.output import require_replaceable, write_output
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.screen import say, shell_quoted
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.page.report_page import ReportPage
    from pbbuild.play.series import Series, SomeSum, StopRule
    from pbbuild.play.workers import Workers

SomePlan = TypeVar("SomePlan")
# The options of the playtest of every game.
SHARED: Final = (
    *("games", "precision", "workers", "scheduler", "as_csv", "as_json"),
    *("output", "resume", "report", "force"),
)
# More processes only take longer to start and end; the results are the same.
MOST_PER_CORE: Final = 4

# `--workers` and `--scheduler`, for `workers_from_options`.
worker_options: Final = combined_options(
    click.option(
        "--workers",
        type=click.IntRange(1, 256),
        metavar="N",
        help="Processes (as many as there are cores; at most four for each).",
    ),
    click.option(
        "--scheduler", metavar="ADDRESS", help="Play on a Dask cluster (pbbuild[cluster])."
    ),
)

# `--report FILE` and `--force`, for `require_report` and `write_report`.
report_options: Final = combined_options(
    click.option(
        "--report",
        type=PATH,
        metavar="FILE",
        help="Write a page with charts: HTML, or PDF if FILE ends in .pdf.",
    ),
    click.option("--force", is_flag=True, help="Replace FILE if it exists."),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The results of a playtest in each form, computed only when used."""

    document: Callable[[], dict[str, Any]]
    rows: Callable[[], Sequence[Sequence[str]]]
    text: Callable[[], str]
    page: Callable[[], "ReportPage"]


@dataclass(frozen=True, slots=True)
class PlaytestOptions:
    """The options of a playtest: how it is played, saved and shown."""

    usual: int
    games: int | None
    precision: str | None
    workers: int | None
    scheduler: str | None
    as_csv: bool
    as_json: bool
    output: Path | None
    resume: bool
    report: Path | None
    force: bool

    def load_run(self, kind: "type[SomePlan]") -> "tuple[SomePlan, Any] | tuple[None, None]":
        """The plan and totals of the run to continue, None if there is none yet.

        A run with another `kind` of plan (of another game) is refused, and so is a report that
        could not be written at the end.
        """
        from pbbuild.play.runfile import NAME, read_run

        require_report(self.report, force=self.force)
        if self.output is None:
            if self.resume:
                raise UsageError("playtest.resume-needs-output")
            return None, None
        if not (self.output / NAME).exists():
            return None, None
        if not self.resume:
            folder = shell_quoted(self.output)
            raise UsageError("playtest.run-there", source=str(self.output), folder=folder)
        plan, totals = read_run(self.output)
        if not isinstance(plan, kind):
            raise self.other_run_error()
        return plan, totals

    def command_of_run(self) -> click.Command | None:
        """The command of another game that continues the run in the folder; None for this one."""
        from pbbuild.play.runfile import NAME, game_of

        if not self.resume or not self.output or not (self.output / NAME).exists():
            return None
        target = room_of(game_of(self.output)).commands.get("playtest")
        return load_target(target) if target else None

    def other_run_error(self) -> UsageError:
        """The error that the folder has the run of another playtest."""
        return UsageError("playtest.resume-other", source=str(self.output))

    def stop_rule(self, *, goes_on: bool) -> "StopRule":
        """When the playtest stops: --games, --precision, or the goal of the run to continue.

        Without any of these it stops after the usual number of battles.
        """
        from pbbuild.play.runfile import goal_of
        from pbbuild.play.series import StopRule

        if self.games is not None and self.precision is not None:
            raise UsageError("playtest.games-and-precision")
        if self.precision is None:
            if goes_on and self.games is None and self.output and (goal := goal_of(self.output)):
                return goal
            return StopRule(-(-(self.games or self.usual) // 2))
        percent = re.fullmatch(r"(\d{1,2}(?:\.\d+)?)\s*%?", self.precision.strip())
        if not percent or not 0.5 <= float(percent[1]) <= 25:
            raise UsageError("playtest.bad-precision", wished=self.precision)
        return StopRule(0, float(percent[1]) / 100)

    def play(
        self,
        session: Session,
        plan: "Series[SomeSum]",
        until: "StopRule",
        earlier: "SomeSum | None",
    ) -> "SomeSum":
        """Play the plan with progress, saving the run; Ctrl-C returns the totals so far."""
        from pbbuild.play.result_text import percent
        from pbbuild.play.runfile import read_run, write_run
        from pbbuild.play.series import run_series
        from pbbuild.play.statistics import win_rate

        latest = earlier or plan.empty_totals()
        before = latest.games

        def progress(totals: "SomeSum") -> None:
            nonlocal latest
            latest = totals
            rate = percent(win_rate(totals.pairs))
            # How many battles a precision needs is only known at the end.
            played, wanted = totals.games - before, 2 * until.pairs - before
            left = "" if until.precision else shown.time_left(played, wanted)
            values = {"games": totals.games, "rate": rate, "left": left}
            shown.line(session.t(f"playtest.progress{'-left' if left else ''}", **values))
            if self.output:
                write_run(self.output, plan, totals, until)

        shown, started = Progress(session), workers_from_options(self.workers, self.scheduler)
        try:
            with _locked_run(self.output), shown, started as workers:
                if earlier is not None and self.output:
                    # Read again under the lock: another process may have continued the run.
                    earlier = latest = cast("SomeSum", read_run(self.output)[1])
                run_series(plan, until, workers, progress, earlier)
        except KeyboardInterrupt:
            if not latest.games:
                raise  # without battles there is no result
            say(session.t("playtest.broken-off"), err=True)
        return latest

    def show_answer(self, session: Session, answer: Answer) -> None:
        """Print the results in the chosen form, write the report, name the folder of the run."""
        from pbbuild.play.runfile import NAME

        try:
            if self.as_json:
                print_json(answer.document())
            elif self.as_csv:
                click.echo(csv_text(answer.rows()), nl=False)
            else:
                say(answer.text())
        finally:
            # After hours of play the report is written even if printing failed.
            if self.report:
                write_report(session, self.report, answer.page(), force=self.force)
        # There is no file if the run was interrupted before its first block.
        if self.output and (self.output / NAME).exists():
            say(session.t("playtest.kept", folder=shell_quoted(self.output)), err=True)


def series_options(usual: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options of a playtest, passed as `playing`; `usual` is the default of `--games`."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def with_options(*args: Any, **values: Any) -> None:
            playing = PlaytestOptions(usual, **{name: values.pop(name) for name in SHARED})
            function(*args, playing=playing, **values)

        options = combined_options(
            click.option(
                "--games", type=click.IntRange(2, 400_000), metavar="N", help=f"Battles ({usual})."
            ),
            click.option(
                "--precision", metavar="P%", help="Play until the win rate is known to ±P%."
            ),
            worker_options,
            click.option(
                "--csv", "as_csv", is_flag=True, help="Units and tiles as rows of a spreadsheet."
            ),
            json_option,
            click.option(
                "-o", "--output", type=PATH, metavar="DIR", help="Save the playtest in DIR."
            ),
            click.option(
                "--resume",
                is_flag=True,
                help="Continue the playtest in DIR with its options.",
            ),
            report_options,
        )
        return options(with_options)

    return decorate


def is_on_command_line(ctx: click.Context, name: str) -> bool:
    """Whether this option is on the command line."""
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _locked_run(output: Path | None) -> AbstractContextManager[None]:
    # Two processes that save one run would overwrite each other's battles.
    if output is None:
        return nullcontext()
    from pbbuild.base.private import require_changeable
    from pbbuild.play.runfile import NAME

    require_changeable(output / NAME)
    return locked(output / NAME, 0, delete_lock=True)


def workers_from_options(
    workers: int | None, scheduler: str | None
) -> "AbstractContextManager[Workers]":
    """The workers chosen by the options: a cluster, or processes of this machine."""
    if scheduler:
        from pbbuild.play.workers import cluster_workers

        return cluster_workers(scheduler)
    from pbbuild.play.workers import start_workers

    return start_workers(min(workers, MOST_PER_CORE * cores()) if workers else cores())


def cores() -> int:
    """How many CPU cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def require_report(report: Path | None, *, force: bool) -> None:
    """Raise if the report could not be written; called before long work rather than after it."""
    if report is None:
        return
    from pbbuild.page.charts import require_charts

    require_replaceable(report, force=force)
    require_charts()
    if _is_pdf(report):
        from pbbuild.page.pdf import require_printing

        require_printing()


def write_report(session: Session, report: Path, page: "ReportPage", *, force: bool) -> None:
    """Write the page as PDF or HTML, depending on the file name."""
    text = page.written(session.settings.paper or "a4")
    if _is_pdf(report):
        from pbbuild.page.pdf import pdf

        write_output(report, pdf(text), force=force, private=True)
    else:
        write_output(report, text, force=force, private=True)


def _is_pdf(report: Path) -> bool:
    return report.suffix.lower() == ".pdf"
