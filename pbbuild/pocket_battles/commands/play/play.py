"""`pbbuild play`: a battle against the machine or a friend, at the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.saves import LATEST, forget, games_folder
from pbbuild.play.stream import checked_seed, fresh_seed
from pbbuild.pocket_battles.commands.options import ListType
from pbbuild.pocket_battles.commands.play.opponents import field_of, refuse_illegal
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import FoundList
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.terminal.options import PATH, seed_option
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.play.table import Seats
    from pbbuild.pocket_battles.screen.battle_view import BattleFace
    from pbbuild.terminal.shell import Shell


@click.command("play")
@click.argument("found", metavar="[LIST]", type=ListType(), required=False)
@click.option("--against", metavar="LIST|ARMY", help="The enemy (a ready list of your size).")
@click.option("--enemy-agent", help="Who plays the enemy (search:5000).")
@click.option("--two", is_flag=True, help="Two people at one terminal.")
@click.option("--real-dice", is_flag=True, help="You type what the dice on your table show.")
@click.option("--practice", is_flag=True, help="Moves can be taken back with undo.")
@click.option("--edition", metavar="ID", default="", help="Rules edition.")
@seed_option
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LATEST,
    metavar="FILE",
    help="Go on with a saved battle, the latest one without FILE.",
)
@click.option("--record", type=PATH, metavar="FILE", help="Keep the battle in FILE.")
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
    from pbbuild.play.table import Table
    from pbbuild.pocket_battles.agents.registry import agent_named
    from pbbuild.pocket_battles.agents.thinking_agents import PLAY
    from pbbuild.terminal.shell import Shell

    session: BattlesSession = ctx.obj
    if record and record.exists():
        raise UsageError("battle.record-there", source=str(record))
    if resume:
        shell = _resumed(session, resume)
    else:
        if found is None:
            raise UsageError("play.no-list")
        refuse_illegal(session, [found])
        enemy = _enemy(session, found.army_list, against)
        opponent = PLAY if enemy_agent is None else enemy_agent
        agent_named(opponent)
        seats = [None, None] if two else [None, opponent]
        chosen = fresh_seed() if seed is None else checked_seed(seed)
        face, sitting = _face(session, [found.army_list, enemy], seats, edition=edition)
        table = Table(
            face.game,
            face.start(),
            face.header(None if real_dice else chosen),
            sitting,
            chosen,
            real_dice=real_dice,
            undo="practice" if practice else "never",
            hinter=agent_named(PLAY),
        )
        shell = Shell(face, session, table, games_folder() / f"pocket-battles-{chosen}.json")
    _play(session, shell, record)


def _enemy(session: BattlesSession, ours: ArmyList, against: str | None) -> ArmyList:
    # The first ready list of this size that is not of the player's own army, or what he wished.
    field = field_of(session, ours, against or "field")
    return next((each for each in field if each.army != ours.army), field[0])


def _face(
    session: BattlesSession,
    lists: list[ArmyList],
    seats: list[Any],
    *,
    edition: str = "",
    round_limit: int = 50,
) -> "tuple[BattleFace, Seats]":
    from pbbuild.play.table import Seats
    from pbbuild.pocket_battles.agents.registry import agent_named
    from pbbuild.pocket_battles.rules.game import PocketBattles
    from pbbuild.pocket_battles.screen.battle_view import BattleFace

    agents = [agent_named(name) if name else None for name in seats]
    names = [agent.name if agent else "person" for agent in agents]
    game = PocketBattles(session.catalog)
    face = BattleFace(game, lists, names, session, edition=edition, round_limit=round_limit)
    return face, Seats((agents[0], agents[1]))


def _play(session: BattlesSession, shell: "Shell", record: Path | None) -> None:
    from pbbuild.play.record import parse_record
    from pbbuild.play.verify import Walk
    from pbbuild.pocket_battles.playtest.battle_analysis import aftermath_of
    from pbbuild.pocket_battles.screen.battle_summary import summary_lines

    if not shell.table.inputs:
        shell.say(session.t("play.welcome"))
    if not shell.run():
        return
    face: Any = shell.face
    kept = parse_record(shell.table.recorder.text(), "")
    walk = Walk(face.game, kept, face.start())
    shell.say("")
    for line in summary_lines(aftermath_of(walk.steps()), face.names, session.t):
        shell.say(line)
    if record:
        shell.table.recorder.write(record)
        say(session.t("battle.recorded", path=str(record)), err=True)
    # Only now: where the record could not be written the battle can still be resumed.
    forget(shell.save)


def _resumed(session: BattlesSession, wish: str) -> "Shell":
    from pbbuild.base.documents import Document, dump_json
    from pbbuild.play.saves import read_save
    from pbbuild.play.table import Table
    from pbbuild.pocket_battles.agents.registry import agent_named
    from pbbuild.pocket_battles.agents.thinking_agents import PLAY
    from pbbuild.pocket_battles.lists.read import list_of
    from pbbuild.terminal.shell import Shell

    saved = read_save(wish, "pocket-battles", "pocket-battles")
    source, game = str(saved.path), saved.game
    try:
        entries = [game.header["sides"][side]["list"] for side in "AB"]
        face, seats = _face(
            session,
            [list_of(Document(source, entry, dump_json(entry))) for entry in entries],
            game.seats,
            edition=str(game.header["edition"]),
            round_limit=int(game.header["round_limit"]),
        )
        table = Table.from_save(
            game,
            face.game,
            face.start(),
            face.header(None if game.real_dice else game.seed),
            seats,
            hinter=agent_named(PLAY),
        )
    except (PbbuildError, KeyError, TypeError, ValueError, IndexError):
        raise PbbuildError("shell.save-wrong", source=source) from None
    return Shell(face, session, table, saved.path, is_resumed=True)
