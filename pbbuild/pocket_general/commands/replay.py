"""Pocket General: a recorded game step by step, and the proof that it is true."""

import sys
import textwrap
from typing import TYPE_CHECKING

import click

from pbbuild.terminal.replay_screen import Screens, fault_document, tell_fault, tell_verdict
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.play.record import Record
    from pbbuild.play.verify import Step


def replay(session: Session, record: "Record", *, verify: bool, field: str, as_json: bool) -> int:
    """Show or prove a record of this game; 1 where it is not true."""
    from pbbuild.play.verify import Walk
    from pbbuild.pocket_general.playtest.games import opening
    from pbbuild.pocket_general.screen.board import WIDTH, GeneralBoard
    from pbbuild.pocket_general.screen.story import GeneralAccount

    game, state = opening(record)
    walk = Walk(game, record, state)
    account = GeneralAccount(game.catalog, state.core.tables.nations, session.t)
    board = GeneralBoard(game.catalog, session.t, plain=session.plain)

    def told(step: "Step") -> list[str]:
        # Told once and in order: later sentences rest on earlier ones.
        sentences = map(account.line, (step.line, *step.events))
        return [
            line
            for sentence in sentences
            for line in textwrap.wrap(sentence, WIDTH, subsequent_indent="  ")
        ]

    def screen(step: "Step", lines: list[str], rows: int) -> list[str]:
        return [*board.fitted(step.after.core, 0, rows - len(lines)), *lines]

    if verify or as_json:
        walk.finish()
        if as_json:
            click.echo(fault_document(session, record, walk.fault, []))
        else:
            tell_verdict(session, record, walk.fault, account.end, [])
    elif sys.stdin.isatty() and sys.stdout.isatty():
        Screens(session, walk, told, screen, _is_turn).run()
    else:
        say(account.title(record.header))
        for step in walk.steps():
            for line in told(step):
                click.echo(line)
            if field == "step" or (field == "round" and _is_turn(step)):
                click.echo("\n".join(["", *board.lines(step.after.core), ""]))
        tell_fault(session, walk)
    return 1 if walk.fault else 0


def _is_turn(step: "Step") -> bool:
    return any(event["event"] == "turn" for event in step.events) or step.line["type"] == "end"
