"""`pbbuild playtest`: many battles, and what they say about a list."""

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from pbbuild.armylist.find import FoundList, find_list, ready_lists
from pbbuild.armylist.model import ArmyList
from pbbuild.cli.battle import checked_seed, refuse_illegal
from pbbuild.cli.options import ListType, json_option, seed_option
from pbbuild.cli.output import refuse_replacing, save
from pbbuild.cli.progress import Progress
from pbbuild.cli.say import quoted, say
from pbbuild.cli.session import Session
from pbbuild.errors import UsageError

if TYPE_CHECKING:
    from pbbuild.match.playtest import Until
    from pbbuild.match.series import Plan
    from pbbuild.match.totals import Totals

# About ten seconds for an 80-point list on two cores that are shared, less on idle ones.
GAMES = 320


@click.command("playtest")
@click.argument("found", metavar="LIST", type=ListType(), required=False)
@click.option(
    "--against",
    metavar="LIST|ARMY|field",
    default="field",
    show_default=True,
    help="A list, an army's ready lists, or all ready lists of this size.",
)
@click.option("--games", type=click.IntRange(2, 400_000), metavar="N", help=f"Battles ({GAMES}).")
@click.option("--precision", metavar="P%", help="Play until the win rate is known to ±P%.")
@click.option("--agent", help="Who plays LIST (search:120).")
@click.option("--enemy-agent", help="Who plays the enemy (search:120).")
@click.option("--edition", metavar="ID", default="", help="Rules edition for all battles.")
@click.option("--round-limit", type=click.IntRange(1, 9999), default=50, show_default=True)
@click.option("--workers", type=click.IntRange(1, 256), help="Processes (all cores).")
@click.option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster (pbbuild[cluster]).")
@seed_option
@click.option("--csv", "as_csv", is_flag=True, help="Units and tiles as rows of a spreadsheet.")
@json_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="Keep the run in DIR."
)
@click.option(
    "--resume", is_flag=True, help="Go on with the run in DIR; it knows its LIST and options."
)
@click.option(
    "--report", type=click.Path(path_type=Path), metavar="FILE", help="Write an HTML page."
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@click.pass_context
def playtest_command(
    ctx: click.Context,
    found: FoundList | None,
    against: str,
    games: int | None,
    precision: str | None,
    agent: str | None,
    enemy_agent: str | None,
    edition: str,
    round_limit: int,
    workers: int | None,
    scheduler: str | None,
    seed: int | None,
    as_csv: bool,
    as_json: bool,
    output: Path | None,
    resume: bool,
    report: Path | None,
    force: bool,
) -> None:
    """Test a list in many battles and tell how good it is.

    Battles come in pairs with the same dice and the sides swapped; all intervals are computed
    over pairs. Exits with 1 when a battle broke off.

    \b
        pbbuild playtest union-80
        pbbuild playtest union-80 --against confederacy-80 --precision 3%
        pbbuild playtest union-80 --report union.html
        pbbuild playtest union-80 --games 2000 -o trial
        pbbuild playtest -o trial --resume
    """
    from pbbuild.agents.pocket_battles import PLAYTEST
    from pbbuild.match.runfile import goal_of
    from pbbuild.match.series import Plan, check_plan

    session: Session = ctx.obj
    kept, begun = _kept(output, resume)
    if found is None:
        if kept is None:
            raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
        found = FoundList(kept.ours, "file", output)
    if games is None and precision is None and kept and output:
        until = goal_of(output) or _until(games, precision)
    else:
        until = _until(games, precision)
    if report:
        refuse_replacing(report, force=force)
    refuse_illegal(
        session,
        [found, *(FoundList(theirs, "file", output) for theirs in (kept.theirs if kept else ()))],
    )
    # What is left out is as in the run that goes on.
    base = kept or Plan(found.army_list, (), agent or PLAYTEST, agent or PLAYTEST, 0)
    plan = Plan(
        ours=found.army_list,
        theirs=kept.theirs
        if kept and not _is_typed(ctx, "against")
        else field_of(session, found.army_list, against),
        agent=agent or base.agent,
        enemy_agent=enemy_agent or base.enemy_agent,
        seed=base.seed if seed is None else checked_seed(seed),
        edition=edition or base.edition,
        round_limit=round_limit if _is_typed(ctx, "round_limit") else base.round_limit,
    )
    if kept not in (None, plan):
        raise UsageError("playtest.resume-other", source=str(output))
    check_plan(plan)
    totals = _play(session, plan, until, workers, scheduler, output, begun)
    _tell(session, plan, totals, sequential=bool(until.precision), as_json=as_json, as_csv=as_csv)
    if report:
        from pbbuild.render.playtest_page import playtest_page

        page = playtest_page(
            plan, totals, session.catalog, session.t, sequential=bool(until.precision)
        )
        save(report, page, force=force)
    if output:
        say(session.t("playtest.kept", folder=quoted(output)), err=True)
    ctx.exit(1 if totals.errors else 0)


def field_of(session: Session, ours: ArmyList, against: str) -> tuple[ArmyList, ...]:
    """The lists to play against: one, an army's ready ones, or all ready ones of this size."""
    ready = [find_list(name).army_list for name in ready_lists()]
    if against == "field":
        sizes = sorted({army_list.points for army_list in ready})
        nearest = min(sizes, key=lambda points: (abs(points - ours.points), points), default=0)
        field = [army_list for army_list in ready if army_list.points == nearest]
        # Against itself a list wins half its battles, which says nothing.
        field = [army_list for army_list in field if army_list.units != ours.units]
    elif against in session.catalog.armies:
        own = [army_list for army_list in ready if army_list.army == against]
        field = [army_list for army_list in own if army_list.points == ours.points] or own
    else:
        enemy = find_list(against)
        refuse_illegal(session, [enemy])
        field = [enemy.army_list]
    if not field:
        raise UsageError("playtest.no-field", points=ours.points)
    return tuple(field)


def _until(games: int | None, precision: str | None) -> "Until":
    from pbbuild.match.playtest import Until

    if games is not None and precision is not None:
        raise UsageError("playtest.games-and-precision")
    if precision is None:
        return Until(-(-(games or GAMES) // 2))
    wished = re.fullmatch(r"(\d{1,2}(?:\.\d+)?)\s*%?", precision.strip())
    if not wished or not 0.5 <= float(wished[1]) <= 25:
        raise UsageError("playtest.bad-precision", wished=precision)
    return Until(0, float(wished[1]) / 100)


def _kept(output: Path | None, resume: bool) -> "tuple[Plan, Totals] | tuple[None, None]":
    from pbbuild.match.runfile import NAME, read_run

    if output is None:
        if resume:
            raise UsageError("playtest.resume-needs-output")
        return None, None
    if not (output / NAME).exists():
        return None, None
    if not resume:
        raise UsageError("playtest.run-there", source=str(output), folder=quoted(output))
    return read_run(output)


def _is_typed(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _play(
    session: Session,
    plan: "Plan",
    until: "Until",
    workers: int | None,
    scheduler: str | None,
    output: Path | None,
    begun: "Totals | None",
) -> "Totals":
    from pbbuild.match.cluster import cluster_crew
    from pbbuild.match.playtest import crew_of, nothing_yet, run
    from pbbuild.match.runfile import write_run
    from pbbuild.match.statistics import win_rate
    from pbbuild.render.playtest import percent

    latest = begun or nothing_yet(plan)

    def progress(totals: "Totals") -> None:
        nonlocal latest
        latest = totals
        shown.line(
            session.t("playtest.progress", games=totals.games, rate=percent(win_rate(totals.pairs)))
        )
        if output:
            write_run(output, plan, totals, until)

    shown = Progress(session)
    try:
        with shown, cluster_crew(scheduler) if scheduler else crew_of(workers or cores()) as crew:
            run(plan, until, crew, progress, begun)
    except KeyboardInterrupt:
        say(session.t("playtest.broken-off"), err=True)
    return latest


def cores() -> int:
    """How many processes of ours can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _tell(
    session: Session,
    plan: "Plan",
    totals: "Totals",
    *,
    sequential: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    from pbbuild.match.report import csv_rows, playtest_document, tile_lines, unit_lines
    from pbbuild.render.playtest import playtest_text

    catalog = session.catalog
    if as_json:
        document = playtest_document(plan, totals, catalog, sequential=sequential)
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    elif as_csv:
        text = io.StringIO()
        rows = csv_rows(unit_lines(plan, totals, catalog), tile_lines(plan, totals, catalog))
        csv.writer(text, lineterminator="\n").writerows(rows)
        click.echo(text.getvalue(), nl=False)
    else:
        say(playtest_text(plan, totals, catalog, session.t, sequential=sequential))
