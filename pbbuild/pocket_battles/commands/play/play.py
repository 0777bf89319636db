"""`pbbuild play`: a battle against the machine or a friend, at the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import UsageError
from pbbuild.play.saves import delete_save, games_folder, read_save
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.commands.options import ListType
from pbbuild.pocket_battles.commands.play.opponents import field_of, refuse_illegal
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.terminal.options import (
    record_option,
    refuse_existing_record,
    resume_option,
    seed_option,
    table_options,
)
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.play.table import Table, Undo
    from pbbuild.pocket_battles.playtest.game_setup import BattleSetup
    from pbbuild.terminal.shell import Shell


@click.command("play")
@click.argument("found", metavar="[LIST]", type=ListType(), required=False)
@click.option("--against", metavar="LIST|ARMY", help="The enemy (a ready list of your size).")
@click.option("--enemy-agent", help="Who plays the enemy (search:5000).")
@table_options
@click.option("--edition", metavar="ID", default="", help="Rules edition.")
@seed_option
@resume_option("battle")
@record_option("battle")
@click.pass_context
def play_command(
    ctx: click.Context,
    found: FoundList | None,
    against: str | None,
    enemy_agent: str | None,
    two: bool,
    real_dice: bool,
    practice: bool,
    edition: str,
    seed: int | None,
    resume: str | None,
    record: Path | None,
) -> None:
    """Play a battle at the terminal.

    Answer with a number or in words (`charge 3`, `shoot 1 b2`); ? helps, a unit's id lists what
    it can do. The battle is kept after every move: quit, or even a crash, loses nothing.

    \b
        pbbuild play union-80 --against confederacy-80
        pbbuild play union-80 --against orcs --practice
        pbbuild play --resume
    """
    from pbbuild.play.stream import seed_or_random
    from pbbuild.play.table import Seats
    from pbbuild.pocket_battles.agents.registry import agent_named
    from pbbuild.pocket_battles.agents.thinking_agents import PLAY
    from pbbuild.pocket_battles.playtest.game_setup import BattleSetup, resumed_table
    from pbbuild.pocket_battles.playtest.opponents import likely_opponent
    from pbbuild.pocket_battles.rules.game import PocketBattles

    session: BattlesSession = ctx.obj
    refuse_existing_record(record)
    if resume:
        saved = read_save(resume, GAME, GAME)
        setup, table = resumed_table(saved, session.catalog)
        path = saved.path
    else:
        if found is None:
            raise UsageError("play.no-list")
        ours = found.army_list
        refuse_illegal(session, [ours])
        enemy = likely_opponent(ours, field_of(session, ours, against or "field"))
        opponent = PLAY if enemy_agent is None else enemy_agent
        agent_named(opponent)
        seats = Seats.named([None, None if two else opponent], GAME)
        setup = BattleSetup(PocketBattles(session.catalog), seats, (ours, enemy), edition)
        undo: Undo = "practice" if practice else "never"
        table = setup.new_table(seed_or_random(seed), real_dice=real_dice, undo=undo)
        path = games_folder() / f"{GAME}-{table.seed}.json"
    _play(session, _shell(session, setup, table, path, is_resumed=bool(resume)), record)


def _shell(
    session: BattlesSession, setup: "BattleSetup", table: "Table", path: Path, *, is_resumed: bool
) -> "Shell":
    from pbbuild.pocket_battles.screen.battle_view import BattleTableView
    from pbbuild.terminal.shell import Shell

    face = BattleTableView(
        setup.game,
        setup.lists,
        setup.seats.recorded_names,
        session,
        edition=setup.edition,
        round_limit=setup.round_limit,
    )
    return Shell(face, session, table, path, is_resumed=is_resumed)


def _play(session: BattlesSession, shell: "Shell", record: Path | None) -> None:
    from pbbuild.play.record import parse_record
    from pbbuild.play.verify import RecordReplay
    from pbbuild.pocket_battles.playtest.battle_analysis import analyse_battle
    from pbbuild.pocket_battles.screen.battle_summary import summary_lines

    if not shell.table.inputs:
        shell.say(session.t("play.welcome"))
    if not shell.run():
        return
    face: Any = shell.view
    kept = parse_record(shell.table.recorder.text(), "")
    walk = RecordReplay(face.game, kept, face.start())
    shell.say("")
    for line in summary_lines(analyse_battle(walk.steps()), face.names, session.t):
        shell.say(line)
    if record:
        shell.table.recorder.write(record)
        say(session.t("battle.recorded", path=str(record)), err=True)
    # Only now: where the record could not be written the battle can still be resumed.
    delete_save(shell.save_path)
