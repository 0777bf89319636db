"""`pbbuild playtest`: many battles, and what they say about a list."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbbuild.armylist.find import FoundList, find_list, ready_lists
from pbbuild.armylist.model import ArmyList
from pbbuild.cli.battle import checked_seed, refuse_illegal
from pbbuild.cli.options import ListType, json_option, seed_option
from pbbuild.cli.report import report_options, require_report, write_report
from pbbuild.cli.say import say, width_of
from pbbuild.cli.series import (
    crew_from,
    crew_options,
    csv_option,
    is_typed,
    kept_run,
    length_options,
    play_series,
    run_options,
    tell_csv,
    tell_kept,
    until_of,
)
from pbbuild.cli.session import Session
from pbbuild.errors import UsageError

if TYPE_CHECKING:
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
@length_options(GAMES)
@click.option("--agent", help="Who plays LIST (search:120).")
@click.option("--enemy-agent", help="Who plays the enemy (search:120).")
@click.option("--edition", metavar="ID", default="", help="Rules edition for all battles.")
@click.option("--round-limit", type=click.IntRange(1, 9999), default=50, show_default=True)
@crew_options
@seed_option
@csv_option
@json_option
@run_options
@report_options
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
    from pbbuild.match.series import Plan, check_plan

    session: Session = ctx.obj
    kept, begun = kept_run(Plan, output, resume)
    if found is None:
        if kept is None:
            raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
        found = FoundList(kept.ours, "file", output)
    until = until_of(games, precision, GAMES, output if kept else None)
    require_report(report, force=force)
    refuse_illegal(
        session,
        [found, *(FoundList(theirs, "file", output) for theirs in (kept.theirs if kept else ()))],
    )
    # What is left out is as in the run that goes on.
    player = PLAYTEST if agent is None else agent
    base = kept or Plan(found.army_list, (), player, player, 0)
    plan = Plan(
        ours=found.army_list,
        theirs=kept.theirs
        if kept and not is_typed(ctx, "against")
        else field_of(session, found.army_list, against),
        agent=base.agent if agent is None else agent,
        enemy_agent=base.enemy_agent if enemy_agent is None else enemy_agent,
        seed=base.seed if seed is None else checked_seed(seed),
        edition=edition or base.edition,
        round_limit=round_limit if is_typed(ctx, "round_limit") else base.round_limit,
    )
    if kept not in (None, plan):
        raise UsageError("playtest.resume-other", source=str(output))
    check_plan(plan)
    totals = play_series(session, plan, until, crew_from(workers, scheduler), output, begun)
    sequential = bool(until.precision)
    try:
        _tell(session, plan, totals, sequential=sequential, as_json=as_json, as_csv=as_csv)
    finally:
        # Hours of play: the page is kept even where the screen could not be written to.
        if report:
            from pbbuild.render.playtest_page import playtest_page

            page = playtest_page(plan, totals, session.catalog, session.t, sequential=sequential)
            write_report(session, report, page, force=force)
    tell_kept(session, output)
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
        tell_csv(csv_rows(unit_lines(plan, totals, catalog), tile_lines(plan, totals, catalog)))
    else:
        width = width_of(sys.stdout)
        say(playtest_text(plan, totals, catalog, session.t, sequential=sequential, width=width))
