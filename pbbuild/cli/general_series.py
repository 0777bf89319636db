"""Pocket General: playtests of a pairing."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbbuild.cli.battle import checked_seed
from pbbuild.cli.general_options import (
    general_game,
    nation_options,
    nations_of,
    variant_options,
)
from pbbuild.cli.options import json_option, seed_option
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
from pbbuild.cli.session import Session, session_of
from pbbuild.errors import UsageError

if TYPE_CHECKING:
    from pbbuild.games.pocket_general.game import PocketGeneral
    from pbbuild.games.pocket_general.setup import Variant
    from pbbuild.match.general_series import GeneralPlan, GeneralTotals

GAMES = 200
# Options that are fields of a plan by the same name.
PLANNED = ("army", "against", "agent", "enemy_agent", "seed")


def plan_of(
    game: "PocketGeneral",
    nations: tuple[str, str],
    agents: tuple[str, str],
    seed: int,
    variant: "Variant",
) -> "GeneralPlan":
    """A plan that carries its own data, so that workers play by the same values."""
    from pbbuild.catalog.general_load import corrections_from
    from pbbuild.match.general_series import GeneralPlan

    game.new(*nations, variant)  # refuses nations of one side before anything is played
    data = json.dumps(corrections_from(game.catalog, nations), sort_keys=True)
    return GeneralPlan(*nations, *agents, seed, variant, data)


@click.command("playtest")
@nation_options
@variant_options
@length_options(GAMES)
@click.option("--agent", default="greedy", show_default=True, help="Who plays your nation.")
@click.option("--enemy-agent", default="greedy", show_default=True, help="Who plays the enemy.")
@crew_options
@seed_option
@csv_option
@json_option
@run_options
@report_options
@click.pass_context
def playtest_command(
    ctx: click.Context,
    army: str,
    against: str,
    variant: "Variant",
    games: int | None,
    precision: str | None,
    agent: str,
    enemy_agent: str,
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
    from pbbuild.agents.registry import agent_named
    from pbbuild.match.general_series import GeneralPlan

    session = session_of()
    game = general_game()
    kept, begun = kept_run(GeneralPlan, output, resume)
    until = until_of(games, precision, GAMES, output if kept else None)
    require_report(report, force=force)
    nations = nations_of(game.catalog, army, against)
    names = [agent_named(name, game.id).name for name in (agent, enemy_agent)]
    plan = plan_of(game, nations, (names[0], names[1]), checked_seed(seed or 0), variant)
    if kept:
        # What is left out is as in the run that goes on, the values of its units too.
        wished = {name: getattr(plan, name) for name in PLANNED if is_typed(ctx, name)}
        if any(is_typed(ctx, name) for name in ("fast", "core_start", "bonus", "turn_limit")):
            wished["variant"] = variant
        if replace(kept, **wished) != kept:
            raise UsageError("playtest.resume-other", source=str(output))
        plan = kept
    totals = play_series(session, plan, until, crew_from(workers, scheduler), output, begun)
    sequential = bool(until.precision)
    try:
        _tell(session, plan, totals, game, sequential=sequential, as_json=as_json, as_csv=as_csv)
    finally:
        if report:
            from pbbuild.render.general_page import general_page

            page = general_page(plan, totals, game.catalog, session.t, sequential=sequential)
            write_report(session, report, page, force=force)
    tell_kept(session, output)
    ctx.exit(1 if totals.errors else 0)


def _tell(
    session: Session,
    plan: "GeneralPlan",
    totals: "GeneralTotals",
    game: "PocketGeneral",
    *,
    sequential: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    from pbbuild.match.general_report import general_csv_rows, general_document
    from pbbuild.render.general_series import general_series_text

    if as_json:
        document = general_document(plan, totals, sequential=sequential)
        click.echo(json.dumps(document, indent=2))
    elif as_csv:
        tell_csv(general_csv_rows(plan, totals))
    else:
        width = width_of(sys.stdout)
        say(
            general_series_text(
                plan, totals, game.catalog, session.t, sequential=sequential, width=width
            )
        )
