"""The output of every game's `replay`: steps on a terminal, and the check of a record."""

import json
import shutil
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from pbbuild.terminal.keyboard import pressed
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.play.record import Record
    from pbbuild.play.verify import Fault, Step, Walk


class Screens:
    """Steps through a record on a terminal, forwards and backwards.

    `describe` returns the lines of text of a step and is called once for each step, in order; steps
    without text are skipped. `draw` returns a screen of the table and the text with at most that
    many rows. `is_stop` says where the key `r` stops.
    """

    def __init__(
        self,
        session: Session,
        walk: "Walk",
        describe: "Callable[[Step], list[str]]",
        draw: "Callable[[Step, list[str], int], list[str]]",
        is_stop: "Callable[[Step], bool]",
    ) -> None:
        self.session = session
        self.walk = walk
        self.describe = describe
        self.draw = draw
        self.is_stop = is_stop
        self.steps: list[tuple[Step, list[str]]] = []
        self.coming = walk.steps()
        self.place = -1

    def run(self) -> None:
        """Show steps until the player quits."""
        self.forward()
        while True:
            self.show()
            key = pressed()
            if key == "q":
                click.echo("")
                return
            if key == "b":
                self.place = max(0, self.place - 1)
            elif key == "r":
                while self.forward() and not self.is_stop(self.steps[self.place][0]):
                    pass
            elif key == "e":
                while self.forward():
                    pass
            else:
                self.forward()

    def forward(self) -> bool:
        """Go to the next step; False at the end."""
        if self.place + 1 < len(self.steps):
            self.place += 1
            return True
        for step in self.coming:
            if lines := self.describe(step):
                self.steps.append((step, lines))
                self.place += 1
                return True
        return False

    def show(self) -> None:
        """Draw the current step."""
        if not self.steps:
            tell_fault(self.session, self.walk)
            return
        step, lines = self.steps[self.place]
        rows = shutil.get_terminal_size().lines - (2 if self.walk.fault else 1)
        click.clear()
        click.echo("\n".join(self.draw(step, lines, rows)))
        tell_fault(self.session, self.walk)
        click.echo(self.session.t("replay.keys"), nl=False)


def tell_fault(session: Session, walk: "Walk") -> None:
    """Print where the record differs from the rules, if it does."""
    from pbbuild.play.result_text import fault_text

    if walk.fault:
        say(fault_text(walk.fault, session.t), err=True)


def fault_document(
    session: Session,
    record: "Record",
    fault: "Fault | None",
    notes: Sequence[tuple[str, str]],
) -> str:
    """Whether a record is correct, as JSON; notes are codes with their messages."""
    from pbbuild.play.result_text import fault_text

    answer: dict[str, Any] = {"file": record.source, "true": fault is None, "fault": None}
    answer["notes"] = [{"code": code, "message": text} for code, text in notes]
    if fault:
        answer["fault"] = {
            "line": fault.line,
            "code": fault.code,
            "key": fault.key,
            "expected": fault.expected,
            "found": fault.found,
            "message": fault_text(fault, session.t),
        }
    return json.dumps(answer, ensure_ascii=False, indent=2)


def tell_verdict(
    session: Session,
    record: "Record",
    fault: "Fault | None",
    end: Callable[[dict[str, Any]], str],
    notes: Sequence[tuple[str, str]],
) -> None:
    """Print whether a record is correct; `end` describes how the battle ended."""
    from pbbuild.play.result_text import fault_text

    t = session.t
    if fault:
        say(t("record.false", source=record.source))
        say(fault_text(fault, t))
        return
    count = len(record.lines) + 1
    say(t("record.true", source=record.source, lines=count, end=end(record.end)))
    for _, text in notes:
        say(text)
