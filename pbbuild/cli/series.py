"""What the commands that play many battles share: who works, how long, where a run is kept."""

import csv
import io
import os
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import click
from click.core import ParameterSource

from pbbuild.cli.options import PATH
from pbbuild.cli.progress import Progress
from pbbuild.cli.say import quoted, say
from pbbuild.cli.session import Session
from pbbuild.errors import UsageError
from pbbuild.locks import locked

if TYPE_CHECKING:
    from pbbuild.match.crew import Crew
    from pbbuild.match.playtest import Series, SomeSum, Until

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
SomePlan = TypeVar("SomePlan")
# More processes only take time to start and to end; the results are the same.
MOST_PER_CORE: Final = 4


def crew_options(function: Decorated) -> Decorated:
    """`--workers` and `--scheduler`, for `crew_from`."""
    for option in (
        click.option(
            "--scheduler", metavar="ADDRESS", help="Play on a Dask cluster (pbbuild[cluster])."
        ),
        click.option(
            "--workers",
            type=click.IntRange(1, 256),
            help="Processes (one for each core; four at the most).",
        ),
    ):
        function = option(function)
    return function


def crew_from(workers: int | None, scheduler: str | None) -> "AbstractContextManager[Crew]":
    """Whoever does the work: a cluster, or processes of this machine."""
    if scheduler:
        from pbbuild.match.cluster import cluster_crew

        return cluster_crew(scheduler)
    from pbbuild.match.crew import crew_of

    return crew_of(min(workers, MOST_PER_CORE * cores()) if workers else cores())


def cores() -> int:
    """How many processes of ours can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def length_options(games: int) -> Callable[[Decorated], Decorated]:
    """`--games` (so many unless told) and `--precision`, for `until_of`."""

    def decorate(function: Decorated) -> Decorated:
        for option in (
            click.option(
                "--precision", metavar="P%", help="Play until the win rate is known to ±P%."
            ),
            click.option(
                "--games",
                type=click.IntRange(2, 400_000),
                metavar="N",
                help=f"Battles ({games}).",
            ),
        ):
            function = option(function)
        return function

    return decorate


def until_of(
    games: int | None, precision: str | None, usual: int, run: Path | None = None
) -> "Until":
    """When the playtest is over: after --games, when precise enough, or as the run in `run` was.

    Without any of these after `usual` battles.
    """
    from pbbuild.match.playtest import Until
    from pbbuild.match.runfile import goal_of

    if games is not None and precision is not None:
        raise UsageError("playtest.games-and-precision")
    if precision is None:
        if games is None and run and (goal := goal_of(run)):
            return goal
        return Until(-(-(games or usual) // 2))
    wished = re.fullmatch(r"(\d{1,2}(?:\.\d+)?)\s*%?", precision.strip())
    if not wished or not 0.5 <= float(wished[1]) <= 25:
        raise UsageError("playtest.bad-precision", wished=precision)
    return Until(0, float(wished[1]) / 100)


def csv_option(function: Decorated) -> Decorated:
    """`--csv`, handed over as `as_csv`."""
    return click.option(
        "--csv", "as_csv", is_flag=True, help="Units and tiles as rows of a spreadsheet."
    )(function)


def tell_csv(rows: Sequence[Sequence[str]]) -> None:
    """Print rows as a spreadsheet reads them."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    click.echo(text.getvalue(), nl=False)


def run_options(function: Decorated) -> Decorated:
    """`-o DIR` and `--resume`, for `kept_run` and `play_series`."""
    for option in (
        click.option(
            "--resume",
            is_flag=True,
            help="Go on with the run in DIR; it knows what it plays and its options.",
        ),
        click.option(
            "-o",
            "--output",
            type=PATH,
            metavar="DIR",
            help="Keep the run in DIR.",
        ),
    ):
        function = option(function)
    return function


def kept_run(
    kind: "type[SomePlan]", output: Path | None, resume: bool
) -> "tuple[SomePlan, Any] | tuple[None, None]":
    """The plan and totals of the run to go on with, None where there is none yet.

    A run of another game, that is of another `kind` of plan, is refused.
    """
    from pbbuild.match.runfile import NAME, read_run

    if output is None:
        if resume:
            raise UsageError("playtest.resume-needs-output")
        return None, None
    if not (output / NAME).exists():
        return None, None
    if not resume:
        raise UsageError("playtest.run-there", source=str(output), folder=quoted(output))
    plan, totals = read_run(output)
    if not isinstance(plan, kind):
        raise UsageError("playtest.resume-other", source=str(output))
    return plan, totals


def is_typed(ctx: click.Context, name: str) -> bool:
    """Whether the player gave this option himself."""
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def play_series(
    session: Session,
    plan: "Series[SomeSum]",
    until: "Until",
    crew: "AbstractContextManager[Crew]",
    output: Path | None,
    begun: "SomeSum | None",
) -> "SomeSum":
    """Play the plan, showing how far it is and keeping it; Ctrl-C gives what there is so far."""
    from pbbuild.match.playtest import run
    from pbbuild.match.runfile import read_run, write_run
    from pbbuild.match.statistics import win_rate
    from pbbuild.render.playtest import percent

    latest = begun or plan.nothing_yet()

    def progress(totals: "SomeSum") -> None:
        nonlocal latest
        latest = totals
        shown.line(
            session.t("playtest.progress", games=totals.games, rate=percent(win_rate(totals.pairs)))
        )
        if output:
            write_run(output, plan, totals, until)

    shown = Progress(session)
    try:
        with _alone_in(output), shown, crew as workers:
            if begun is not None and output:
                # As it is now that nobody else can play on with it.
                begun = latest = cast("SomeSum", read_run(output)[1])
            run(plan, until, workers, progress, begun)
    except KeyboardInterrupt:
        if not latest.games:
            raise  # of no battles there is nothing to tell
        say(session.t("playtest.broken-off"), err=True)
    return latest


def _alone_in(output: Path | None) -> AbstractContextManager[None]:
    # Two that keep one run would each write over the other's battles.
    if output is None:
        return nullcontext()
    from pbbuild.match.runfile import NAME

    return locked(output / NAME, 0, tidy=True)


def tell_kept(session: Session, output: Path | None) -> None:
    """Say where the run is, and what can be done with it."""
    from pbbuild.match.runfile import NAME

    # Broken off before the first block there is nothing.
    if output and (output / NAME).exists():
        say(session.t("playtest.kept", folder=quoted(output)), err=True)
