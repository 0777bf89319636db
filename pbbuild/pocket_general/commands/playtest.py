"""Pocket General: playtests of a pairing."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from pbbuild.play.stream import checked_seed
from pbbuild.pocket_general.commands.options import (
    current_game,
    nation_options,
    nations_of,
    variant_options,
)
from pbbuild.terminal.options import seed_option
from pbbuild.terminal.playtest_options import (
    Answer,
    PlaytestOptions,
    is_on_command_line,
    series_options,
)
from pbbuild.terminal.screen import width_of
from pbbuild.terminal.session import Session, session_of

if TYPE_CHECKING:
    from pbbuild.pocket_general.playtest.series import GeneralPlan
    from pbbuild.pocket_general.playtest.totals import GeneralTotals
    from pbbuild.pocket_general.rules.game import PocketGeneral
    from pbbuild.pocket_general.rules.setup import Variant

GAMES = 200
# Options that are fields of a plan by the same name.
PLANNED = ("army", "against", "agent", "enemy_agent", "seed")


@click.command("playtest")
@nation_options
@variant_options
@click.option(
    "--agent", metavar="AGENT", default="greedy", show_default=True, help="Who plays your nation."
)
@click.option(
    "--enemy-agent",
    metavar="AGENT",
    default="greedy",
    show_default=True,
    help="Who plays the enemy.",
)
@seed_option
@series_options(GAMES)
@click.pass_context
def playtest_command(
    ctx: click.Context,
    army: str,
    against: str,
    variant: "Variant",
    agent: str,
    enemy_agent: str,
    seed: int | None,
    playing: PlaytestOptions,
) -> None:
    """Play many games of two nations and show who wins how often.

    Games come in pairs with the same dice and the seats swapped; intervals are over pairs.
    Exits with 1 when a game failed.

    \b
        pbbuild playtest --game pocket-general --army germany --against russia
        pbbuild playtest --game pocket-general --precision 3% --agent search:30 --json
        pbbuild playtest --game pocket-general --report war.html
        pbbuild playtest --game pocket-general --games 2000 -o trial
        pbbuild playtest --game pocket-general -o trial --resume
        pbbuild replay trial:37
    """
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.pocket_general.playtest.series import GeneralPlan, plan_of

    session = session_of()
    game = current_game()
    saved, begun = playing.load_run(GeneralPlan)
    until = playing.stop_rule(goes_on=saved is not None)
    nations = nations_of(game.catalog, army, against)
    names = [agent_named(name, game.id).name for name in (agent, enemy_agent)]
    plan = plan_of(game, nations, (names[0], names[1]), checked_seed(seed or 0), variant)
    if saved:
        # Options left out, and the values of the units, are those of the saved run.
        given = {name: getattr(plan, name) for name in PLANNED if is_on_command_line(ctx, name)}
        if any(
            is_on_command_line(ctx, name) for name in ("fast", "core_start", "bonus", "turn_limit")
        ):
            given["variant"] = variant
        if replace(saved, **given) != saved:
            raise playing.other_run_error()
        plan = saved
    totals = playing.play(session, plan, until, begun)
    playing.show_answer(
        session, _answer(session, plan, totals, game, sequential=bool(until.precision))
    )
    ctx.exit(1 if totals.errors else 0)


def _answer(
    session: Session,
    plan: "GeneralPlan",
    totals: "GeneralTotals",
    game: "PocketGeneral",
    *,
    sequential: bool,
) -> Answer:
    from pbbuild.pocket_general.playtest.report import csv_rows, playtest_document
    from pbbuild.pocket_general.screen.playtest import playtest_text
    from pbbuild.pocket_general.sheets.playtest_page import playtest_page

    catalog, t, width = game.catalog, session.t, width_of(sys.stdout)
    found = (plan, totals, catalog, t)
    return Answer(
        document=lambda: playtest_document(plan, totals, sequential=sequential),
        rows=lambda: csv_rows(plan, totals),
        text=lambda: playtest_text(*found, sequential=sequential, width=width),
        page=lambda: playtest_page(*found, sequential=sequential),
    )
