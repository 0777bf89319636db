"""`pbbuild playtest`: many battles, and what they say about a list."""

import sys
from typing import TYPE_CHECKING

import click

from pbbuild.errors import UsageError
from pbbuild.play.seeds import checked_seed
from pbbuild.pocket_battles.commands.play.battle import refuse_illegal
from pbbuild.pocket_battles.lists.find import FoundList, find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.terminal.options import ListType, round_limit_option, seed_option
from pbbuild.terminal.playtest_options import SHARED, Answer, Playing, is_typed, series_options
from pbbuild.terminal.screen import width_of
from pbbuild.terminal.session import Session

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
@click.option("--agent", help="Who plays LIST (search:120).")
@click.option("--enemy-agent", help="Who plays the enemy (search:120).")
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
    playing: Playing,
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
    from pbbuild.pocket_battles.agents.thinking_agents import PLAYTEST
    from pbbuild.pocket_battles.playtest.series import Plan, check_plan

    session: Session = ctx.obj
    if found is None and (other := playing.command_of_run()):
        # The run knows which game it plays.
        ctx.invoke(other, **{name: ctx.params[name] for name in SHARED})
    kept, begun = playing.kept(Plan)
    if found is None:
        if kept is None:
            raise click.MissingParameter(ctx=ctx, param=ctx.command.params[0])
        found = FoundList(kept.ours, "file", playing.output)
    until = playing.until(goes_on=kept is not None)
    enemies = kept.theirs if kept else ()
    refuse_illegal(session, [found, *(FoundList(one, "file", playing.output) for one in enemies)])
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
        raise playing.other_run()
    check_plan(plan)
    totals = playing.play(session, plan, until, begun)
    playing.tell(session, _answer(session, plan, totals, sequential=bool(until.precision)))
    ctx.exit(1 if totals.errors else 0)


def _answer(session: Session, plan: "Plan", totals: "Totals", *, sequential: bool) -> Answer:
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
