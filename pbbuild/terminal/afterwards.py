"""What a player may do after a game at the terminal: play again, watch it, have it analysed."""

import contextlib
import sys
from pathlib import Path
from typing import Any, Final, Literal

import click

from pbbuild.terminal.keyboard import forget_keys
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

Again = Literal["rematch", "swap"]
REMATCH: Final = ("r", "rematch", "rivincita")
SWAP: Final = ("s", "swap", "scambia")
WATCH: Final = ("w", "v", "watch", "replay", "rivedi")
ANALYSE: Final = ("a", "analysis", "analyse", "analisi", "analizza")
FINISH: Final = ("", "q", "quit", "esci", "enter", "invio", "finish", "fine")


def ask_afterwards(session: Session, kept: Path) -> Again | None:
    """Ask until the player wants another game or none; `kept` is the record in the archive."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    forget_keys()
    while True:
        try:
            answer = input(session.t("shell.after")).strip().casefold()
        except (EOFError, KeyboardInterrupt):
            click.echo("")
            return None
        # “swap sides” as it is shown is “swap”.
        word = answer.partition(" ")[0]
        if word in REMATCH:
            return "rematch"
        if word in SWAP:
            return "swap"
        if word in WATCH:
            run_command(
                "replay", file=kept, verify=False, field="round", target=None, as_json=False
            )
        elif word in ANALYSE:
            say(session.t("shell.analysing"))
            run_command("analyse", file=kept, budget=None, as_json=False)
        elif word in FINISH:
            return None
        else:
            say(session.t("shell.after-no", answer=answer[:40]))


def run_command(name: str, **values: Any) -> None:
    """Run another command as part of this one, which goes on after it."""
    context = click.get_current_context()
    group = context.find_root().command
    assert isinstance(group, click.Group)
    command = group.get_command(context, name)
    assert command is not None
    with contextlib.suppress(click.exceptions.Exit):
        context.invoke(command, **values)
