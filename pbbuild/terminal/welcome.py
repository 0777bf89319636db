"""`pbbuild` without a command: what the player has, and what to do next."""

import sys
from typing import Final

import click

from pbbuild.base.rooms import Room, part_of, rooms
from pbbuild.play.saves import saves_of
from pbbuild.terminal.screen import NARROWEST, say, width_of, wrapped_text
from pbbuild.terminal.session import Session

LONGEST: Final = 40  # characters of a command with its explanation beside it
CommandHint = tuple[str, str]  # the command to type, what it does


def show_next_steps(session: Session, room: Room) -> None:
    """Show what the player has of a game, and the next commands to try."""
    t = session.t
    lines, hints = part_of(room.id, "welcome")(session)
    for line in lines:
        say(line)
    click.echo("")
    hints += [
        ("pbbuild --help", t("welcome.all-commands")),
        ("pbbuild doctor", t("welcome.doctor")),
    ]
    width = width_of(sys.stdout)
    # A long command must not squeeze its explanation into a narrow column.
    longest = max(len(command) for command, _ in hints if len(command) <= LONGEST)
    indent = longest + 5
    if 0 < width < indent + NARROWEST:
        longest, indent = 0, 6
    for command, line in hints:
        start = f"  {command:<{longest}}   "
        if len(command) > longest:
            start = f"  {command}\n{' ' * indent}"
        left = width - indent if width else 0
        click.echo(start + wrapped_text(line, left).replace("\n", "\n" + " " * indent))


def unfinished_games() -> list[str]:
    """The commands that continue the games a player left unfinished."""
    return [room.resume_command for room in rooms() if saves_of(room.save_prefix)]
