"""`pbbuild play`: a battle against the machine or a friend, at the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.armylist.find import FoundList
from pbbuild.armylist.model import ArmyList
from pbbuild.cli.battle import checked_seed, fresh_seed, refuse_illegal
from pbbuild.cli.options import PATH, ListType, seed_option
from pbbuild.cli.playtest import field_of
from pbbuild.cli.saves import LATEST, forget
from pbbuild.cli.say import say
from pbbuild.cli.session import Session
from pbbuild.errors import PbbuildError, UsageError

if TYPE_CHECKING:
    from pbbuild.cli.shell import Shell


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
    from pbbuild.agents.pocket_battles import PLAY
    from pbbuild.agents.registry import agent_named

    session: Session = ctx.obj
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
        shell = _shell(
            session,
            [found.army_list, enemy],
            seats,
            chosen,
            edition=edition,
            real_dice=real_dice,
            practice=practice,
        )
    _play(session, shell, record)


def _enemy(session: Session, ours: ArmyList, against: str | None) -> ArmyList:
    # The first ready list of this size that is not of the player's own army, or what he wished.
    field = field_of(session, ours, against or "field")
    return next((each for each in field if each.army != ours.army), field[0])


def _shell(
    session: Session,
    lists: list[ArmyList],
    seats: list[Any],
    seed: int,
    *,
    edition: str = "",
    round_limit: int = 50,
    **options: Any,
) -> "Shell":
    from pbbuild.agents.pocket_battles import PLAY
    from pbbuild.agents.registry import agent_named
    from pbbuild.cli.battle_face import BattleFace
    from pbbuild.cli.face import Seats
    from pbbuild.cli.saves import games_folder
    from pbbuild.cli.shell import Shell
    from pbbuild.games.pocket_battles.game import PocketBattles

    agents = [agent_named(name) if name else None for name in seats]
    names = [agent.name if agent else "person" for agent in agents]
    game = PocketBattles(session.catalog)
    face = BattleFace(game, lists, names, session, edition=edition, round_limit=round_limit)
    return Shell(
        face,
        session,
        Seats((agents[0], agents[1])),
        seed,
        games_folder() / f"pocket-battles-{seed}.json",
        hinter=agent_named(PLAY),
        **options,
    )


def _play(session: Session, shell: "Shell", record: Path | None) -> None:
    from pbbuild.match.aftermath import aftermath_of
    from pbbuild.match.record import parse_record
    from pbbuild.match.verify import Walk
    from pbbuild.render.battle_summary import summary_lines

    if not shell.inputs:
        shell.say(session.t("play.welcome"))
    if not shell.run():
        return
    face: Any = shell.face
    kept = parse_record(shell.recorder.text(), "")
    walk = Walk(face.game, kept, face.start())
    shell.say("")
    for line in summary_lines(aftermath_of(walk.steps()), face.names, session.t):
        shell.say(line)
    if record:
        shell.recorder.write(record)
        say(session.t("battle.recorded", path=str(record)), err=True)
    # Only now: where the record could not be written the battle can still be resumed.
    forget(shell.save)


def _resumed(session: Session, wish: str) -> "Shell":
    from pbbuild.armylist.read import list_of
    from pbbuild.cli.saves import read_save
    from pbbuild.files import Document, dump_json

    saved = read_save(wish, "pocket-battles", "pocket-battles")
    source, header = str(saved.path), saved.header
    try:
        entries = [header["sides"][side]["list"] for side in "AB"]
        shell = _shell(
            session,
            [list_of(Document(source, entry, dump_json(entry))) for entry in entries],
            saved.seats,
            saved.seed,
            edition=str(header["edition"]),
            round_limit=int(header["round_limit"]),
            **saved.settings,
        )
        shell.save, shell.is_resumed = saved.path, True
        shell.replay(saved.inputs)
    except (PbbuildError, KeyError, TypeError, ValueError, IndexError):
        raise PbbuildError("shell.save-wrong", source=source) from None
    return shell
