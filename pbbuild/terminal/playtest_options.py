"""Playtests of any game: how long, by whom, kept where, told how."""

import csv
import io
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import click
from click.core import ParameterSource

from pbbuild.base.locks import locked
from pbbuild.base.rooms import load_target, room_of
from pbbuild.errors import UsageError
from pbbuild.terminal.answers import print_json
from pbbuild.terminal.options import PATH, json_option, together
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.report_option import report_options, require_report, write_report
from pbbuild.terminal.screen import quoted, say
from pbbuild.terminal.session import Session
from pbbuild.terminal.worker_options import crew_from, crew_options

if TYPE_CHECKING:
    from pbbuild.page.report_page import Page
    from pbbuild.play.series import Series, SomeSum, Until

SomePlan = TypeVar("SomePlan")
# The options that every game's playtest has.
SHARED: Final = (
    *("games", "precision", "workers", "scheduler", "as_csv", "as_json"),
    *("output", "resume", "report", "force"),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a playtest found, in each form; made only when it is asked for."""

    document: Callable[[], dict[str, Any]]
    rows: Callable[[], Sequence[Sequence[str]]]
    text: Callable[[], str]
    page: Callable[[], "Page"]


@dataclass(frozen=True, slots=True)
class Playing:
    """How a playtest is played, kept and told, as its options say."""

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

    def kept(self, kind: "type[SomePlan]") -> "tuple[SomePlan, Any] | tuple[None, None]":
        """The plan and totals of the run to go on with, None where there is none yet.

        A run of another game, that is of another `kind` of plan, is refused, and so is a
        report that could not be written in the end.
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
            folder = quoted(self.output)
            raise UsageError("playtest.run-there", source=str(self.output), folder=folder)
        plan, totals = read_run(self.output)
        if not isinstance(plan, kind):
            raise self.other_run()
        return plan, totals

    def command_of_run(self) -> click.Command | None:
        """The playtest of another game that goes on with the run in the folder; None for ours."""
        from pbbuild.play.runfile import NAME, game_of

        if not self.resume or not self.output or not (self.output / NAME).exists():
            return None
        target = room_of(game_of(self.output)).commands.get("playtest")
        return load_target(target) if target else None

    def other_run(self) -> UsageError:
        """The error that something else is played in the folder."""
        return UsageError("playtest.resume-other", source=str(self.output))

    def until(self, *, goes_on: bool) -> "Until":
        """When it is over: after --games, when precise enough, or as the run that goes on was.

        Without any of these after the usual number of battles.
        """
        from pbbuild.play.runfile import goal_of
        from pbbuild.play.series import Until

        if self.games is not None and self.precision is not None:
            raise UsageError("playtest.games-and-precision")
        if self.precision is None:
            if goes_on and self.games is None and self.output and (goal := goal_of(self.output)):
                return goal
            return Until(-(-(self.games or self.usual) // 2))
        wished = re.fullmatch(r"(\d{1,2}(?:\.\d+)?)\s*%?", self.precision.strip())
        if not wished or not 0.5 <= float(wished[1]) <= 25:
            raise UsageError("playtest.bad-precision", wished=self.precision)
        return Until(0, float(wished[1]) / 100)

    def play(
        self, session: Session, plan: "Series[SomeSum]", until: "Until", begun: "SomeSum | None"
    ) -> "SomeSum":
        """Play the plan, showing how far it is and keeping it; Ctrl-C gives what there is."""
        from pbbuild.play.result_text import percent
        from pbbuild.play.runfile import read_run, write_run
        from pbbuild.play.series import run
        from pbbuild.play.statistics import win_rate

        latest = begun or plan.nothing_yet()

        def progress(totals: "SomeSum") -> None:
            nonlocal latest
            latest = totals
            rate = percent(win_rate(totals.pairs))
            shown.line(session.t("playtest.progress", games=totals.games, rate=rate))
            if self.output:
                write_run(self.output, plan, totals, until)

        shown, crew = Progress(session), crew_from(self.workers, self.scheduler)
        try:
            with _alone_in(self.output), shown, crew as workers:
                if begun is not None and self.output:
                    # As it is now that nobody else can play on with it.
                    begun = latest = cast("SomeSum", read_run(self.output)[1])
                run(plan, until, workers, progress, begun)
        except KeyboardInterrupt:
            if not latest.games:
                raise  # of no battles there is nothing to tell
            say(session.t("playtest.broken-off"), err=True)
        return latest

    def tell(self, session: Session, answer: Answer) -> None:
        """Print what was found in the form wished for, write the report, say where the run is."""
        from pbbuild.play.runfile import NAME

        try:
            if self.as_json:
                print_json(answer.document())
            elif self.as_csv:
                click.echo(_as_csv(answer.rows()), nl=False)
            else:
                say(answer.text())
        finally:
            # Hours of play: the page is kept even where the screen could not be written to.
            if self.report:
                write_report(session, self.report, answer.page(), force=self.force)
        # Broken off before the first block there is nothing.
        if self.output and (self.output / NAME).exists():
            say(session.t("playtest.kept", folder=quoted(self.output)), err=True)


def series_options(usual: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options of `Playing`, handed over as `playing`; so many battles are `usual`."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def with_playing(*args: Any, **values: Any) -> None:
            playing = Playing(usual, **{name: values.pop(name) for name in SHARED})
            function(*args, playing=playing, **values)

        options = together(
            click.option(
                "--games", type=click.IntRange(2, 400_000), metavar="N", help=f"Battles ({usual})."
            ),
            click.option(
                "--precision", metavar="P%", help="Play until the win rate is known to ±P%."
            ),
            crew_options,
            click.option(
                "--csv", "as_csv", is_flag=True, help="Units and tiles as rows of a spreadsheet."
            ),
            json_option,
            click.option("-o", "--output", type=PATH, metavar="DIR", help="Keep the run in DIR."),
            click.option(
                "--resume",
                is_flag=True,
                help="Go on with the run in DIR; it knows what it plays and its options.",
            ),
            report_options,
        )
        return options(with_playing)

    return decorate


def is_typed(ctx: click.Context, name: str) -> bool:
    """Whether the player gave this option himself."""
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _alone_in(output: Path | None) -> AbstractContextManager[None]:
    # Two that keep one run would each write over the other's battles.
    if output is None:
        return nullcontext()
    from pbbuild.play.runfile import NAME

    return locked(output / NAME, 0, tidy=True)


def _as_csv(rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
