"""Pocket General: playtests of a pairing."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from pbbuild.play.seeds import checked_seed
from pbbuild.pocket_general.commands.options import (
    general_game,
    nation_options,
    nations_of,
    variant_options,
)
from pbbuild.terminal.options import seed_option
from pbbuild.terminal.playtest_options import Answer, Playing, is_typed, series_options
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
@click.option("--agent", default="greedy", show_default=True, help="Who plays your nation.")
@click.option("--enemy-agent", default="greedy", show_default=True, help="Who plays the enemy.")
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
    playing: Playing,
) -> None:
    """Play many games of two nations and say who wins how often.

    Games come in pairs with the same dice and the seats swapped; intervals are over pairs.
    Exits with 1 when a game broke off.

    \b
        pbbuild playtest --game pocket-general --army germany --against russia
        pbbuild playtest --game pocket-general --precision 3% --agent search:30 --json
        pbbuild playtest --game pocket-general --report war.html
        pbbuild playtest --game pocket-general --games 2000 -o trial
        pbbuild playtest --game pocket-general -o trial --resume
        pbbuild replay trial:37
    """
    from pbbuild.play.agents.registry import agent_named
    from pbbuild.pocket_general.playtest.plans import plan_of
    from pbbuild.pocket_general.playtest.series import GeneralPlan

    session = session_of()
    game = general_game()
    kept, begun = playing.kept(GeneralPlan)
    until = playing.until(goes_on=kept is not None)
    nations = nations_of(game.catalog, army, against)
    names = [agent_named(name, game.id).name for name in (agent, enemy_agent)]
    plan = plan_of(game, nations, (names[0], names[1]), checked_seed(seed or 0), variant)
    if kept:
        # What is left out is as in the run that goes on, the values of its units too.
        wished = {name: getattr(plan, name) for name in PLANNED if is_typed(ctx, name)}
        if any(is_typed(ctx, name) for name in ("fast", "core_start", "bonus", "turn_limit")):
            wished["variant"] = variant
        if replace(kept, **wished) != kept:
            raise playing.other_run()
        plan = kept
    totals = playing.play(session, plan, until, begun)
    playing.tell(session, _answer(session, plan, totals, game, sequential=bool(until.precision)))
    ctx.exit(1 if totals.errors else 0)


def _answer(
    session: Session,
    plan: "GeneralPlan",
    totals: "GeneralTotals",
    game: "PocketGeneral",
    *,
    sequential: bool,
) -> Answer:
    from pbbuild.pocket_general.playtest.report import general_csv_rows, general_document
    from pbbuild.pocket_general.screen.playtest import general_series_text
    from pbbuild.pocket_general.sheets.playtest_page import general_page

    catalog, t, width = game.catalog, session.t, width_of(sys.stdout)
    found = (plan, totals, catalog, t)
    return Answer(
        document=lambda: general_document(plan, totals, sequential=sequential),
        rows=lambda: general_csv_rows(plan, totals),
        text=lambda: general_series_text(*found, sequential=sequential, width=width),
        page=lambda: general_page(*found, sequential=sequential),
    )
