"""`pbbuild battle`: one battle between two lists, told on the screen."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pbbuild.pocket_battles.commands.options import EnemyType, list_argument
from pbbuild.pocket_battles.commands.play.opponents import refuse_illegal, warn_of_sizes
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.terminal.answers import answer_played
from pbbuild.terminal.options import (
    json_option,
    record_option,
    refuse_existing_record,
    round_limit_option,
    seed_option,
)
from pbbuild.terminal.progress import Progress
from pbbuild.terminal.screen import NARROWEST, width_of


@click.command("battle")
@list_argument
@click.option(
    "--against",
    "rival",
    type=EnemyType(),
    required=True,
    metavar="LIST|ARMY",
    help="The enemy, side B.",
)
@seed_option
@click.option("--edition", metavar="ID", help="Rules edition; default the newer of the two lists'.")
@click.option(
    "--agent", metavar="AGENT", default="greedy", show_default=True, help="Who plays LIST, side A."
)
@click.option(
    "--enemy-agent",
    metavar="AGENT",
    default="greedy",
    show_default=True,
    help="Who plays the enemy.",
)
@record_option("battle")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@round_limit_option
@json_option
@click.pass_context
def battle_command(
    ctx: click.Context,
    found: FoundList,
    rival: FoundList | str,
    seed: int | None,
    edition: str | None,
    agent: str,
    enemy_agent: str,
    record: Path | None,
    force: bool,
    round_limit: int,
    as_json: bool,
) -> None:
    """Play one battle between bots and report it.

    The same seed gives the same battle. `pbbuild replay` shows a recorded battle step by step and
    verifies it.

    \b
        pbbuild battle union-80 --against confederacy-80 --seed 7
        pbbuild battle celts-60 --against romans-60 --record gergovia.jsonl
    """
    from pbbuild.pocket_battles.playtest.battles import fight_battle
    from pbbuild.pocket_battles.playtest.opponents import opponents

    session: BattlesSession = ctx.obj
    refuse_existing_record(record, force=force)
    ours = found.army_list
    if isinstance(rival, str):
        enemy = opponents(ours, rival, session.catalog)[0]
    else:
        enemy = rival.army_list
    refuse_illegal(session, [found, enemy if isinstance(rival, str) else rival])
    warn_of_sizes(session, ours, enemy)
    with Progress(session):
        fought = fight_battle(
            (ours, enemy),
            (agent, enemy_agent),
            seed,
            session.catalog,
            edition=edition,
            round_limit=round_limit,
        )
    answer_played(
        fought.recorder,
        fought.summary,
        lambda: click.echo(_told(session, fought.recorder.lines)),
        record=record,
        confirmation=session.t("battle.recorded", path=str(record)),
        force=force,
        as_json=as_json,
    )


def _told(session: BattlesSession, lines: Sequence[dict[str, Any]]) -> str:
    from pbbuild.pocket_battles.screen.story import WIDTH, story_lines

    width = max(NARROWEST, min(width_of(sys.stdout) or WIDTH, WIDTH))
    return "\n".join(story_lines(lines, session.catalog, session.t, width))
