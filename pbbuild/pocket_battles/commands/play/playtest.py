"""`pbbuild playtest`: many battles, and what they say about a list."""

import sys
from typing import TYPE_CHECKING

import click

from pbbuild.pocket_battles.commands.options import ListType
from pbbuild.pocket_battles.commands.play.opponents import field_of, refuse_illegal
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.terminal.options import round_limit_option, seed_option
from pbbuild.terminal.playtest_options import (
    SHARED,
    Answer,
    PlaytestOptions,
    is_on_command_line,
    series_options,
)
from pbbuild.terminal.screen import say, shell_quoted, width_of

if TYPE_CHECKING:
    from pbbuild.pocket_battles.playtest.series import Plan
    from pbbuild.pocket_battles.playtest.totals import Totals

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
@click.option("--agent", metavar="AGENT", help="Who plays LIST (search:16).")
@click.option("--enemy-agent", metavar="AGENT", help="Who plays the enemy (search:16).")
@click.option("--edition", metavar="ID", default="", help="Rules edition for all battles.")
@round_limit_option
@seed_option
@series_options(GAMES)
@click.pass_context
def playtest_command(
    ctx: click.Context,
    found: FoundList | None,
    against: str,
    agent: str | None,
    enemy_agent: str | None,
    edition: str,
    round_limit: int,
    seed: int | None,
    playing: PlaytestOptions,
) -> None:
    """Test how strong a list is in many battles.

    Battles come in pairs with the same dice and the sides swapped; intervals are computed over
    pairs. Exits with 1 when a battle failed.

    \b
        pbbuild playtest union-80
        pbbuild playtest union-80 --against confederacy-80 --precision 3%
        pbbuild playtest union-80 --report union.html
        pbbuild playtest union-80 --games 2000 -o trial
        pbbuild playtest -o trial --resume
    """
    from pbbuild.pocket_battles.playtest.plans import continued_plan, new_plan
    from pbbuild.pocket_battles.playtest.series import Plan, check_plan

    session: BattlesSession = ctx.obj
    if found is None and (other := playing.command_of_run()):
        # The run knows which game it plays.
        ctx.invoke(other, **{name: ctx.params[name] for name in SHARED})
    kept, begun = playing.load_run(Plan)
    if found is None and kept is None:
        raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
    until = playing.stop_rule(goes_on=kept is not None)
    ours = found.army_list if found else kept.ours if kept else None
    assert ours is not None
    refuse_illegal(session, [found or ours, *(kept.theirs if kept else ())])
    if kept:
        # What is left out is as in the run that goes on.
        plan = continued_plan(
            kept,
            ours=ours,
            theirs=field_of(session, ours, against) if is_on_command_line(ctx, "against") else None,
            agent=agent,
            enemy_agent=enemy_agent,
            seed=seed,
            edition=edition or None,
            round_limit=round_limit if is_on_command_line(ctx, "round_limit") else None,
        )
        if plan != kept:
            raise playing.other_run_error()
        check_plan(plan)
    else:
        plan = new_plan(
            ours,
            field_of(session, ours, against),
            agent=agent,
            enemy_agent=enemy_agent,
            seed=seed,
            edition=edition,
            round_limit=round_limit,
        )
    totals = playing.play(session, plan, until, begun)
    playing.show_answer(session, _answer(session, plan, totals, sequential=bool(until.precision)))
    if not playing.as_json and not playing.as_csv:
        key = "playtest.next" if playing.output else "playtest.next-unsaved"
        if found and found.typed:
            say(session.t(key, list=shell_quoted(found.typed)), err=True)
    ctx.exit(1 if totals.errors else 0)


def _answer(session: BattlesSession, plan: "Plan", totals: "Totals", *, sequential: bool) -> Answer:
    from pbbuild.pocket_battles.playtest.report import (
        csv_rows,
        playtest_document,
        tile_lines,
        unit_lines,
    )
    from pbbuild.pocket_battles.screen.playtest import playtest_text
    from pbbuild.pocket_battles.sheets.playtest_page import playtest_page

    catalog, t, width = session.catalog, session.t, width_of(sys.stdout)
    found = (plan, totals, catalog)
    return Answer(
        document=lambda: playtest_document(*found, sequential=sequential),
        rows=lambda: csv_rows(unit_lines(*found), tile_lines(*found)),
        text=lambda: playtest_text(*found, t, sequential=sequential, width=width),
        page=lambda: playtest_page(*found, t, sequential=sequential),
    )
