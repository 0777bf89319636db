"""The output of every game's `replay`: steps on a terminal, and the check of a record."""

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import click

from pbbuild.terminal.keyboard import read_key
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.play.record import Record
    from pbbuild.play.verify import Fault, RecordReplay, ReplayStep


class ReplayView(Protocol):
    """How one game shows the steps of a record."""

    def title(self, record: "Record") -> str:
        """What was played, and by whom."""
        ...

    def sentences(self, step: "ReplayStep") -> list[str]:
        """What happened in a step; called once for each step, in order."""
        ...

    def board(self, step: "ReplayStep") -> list[str]:
        """The table after a step."""
        ...

    def screen(self, step: "ReplayStep", sentences: list[str], rows: int) -> list[str]:
        """The table after a step and its sentences, in so many rows where that is possible."""
        ...

    def is_round_end(self, step: "ReplayStep") -> bool:
        """Whether a round begins, or the game ends, with a step."""
        ...

    def end(self, line: dict[str, Any]) -> str:
        """How the game ended, from the last line of its record."""
        ...

    def notes(self) -> list[tuple[str, str]]:
        """Codes and sentences of what a true record still lacks; asked for after the last step."""
        ...


def show_replay(
    session: Session,
    record: "Record",
    walk: "RecordReplay",
    view: ReplayView,
    *,
    verify: bool,
    field: str,
    as_json: bool,
) -> int:
    """Show a record step by step, or only verify it; 1 where it is not true, else 0.

    `field` says when to draw the table in a pipe: "step", "round" or "never".
    """
    if verify or as_json:
        walk.finish()
        notes = view.notes()
        if as_json:
            click.echo(fault_document(session, record, walk.fault, notes))
        else:
            print_verdict(session, record, walk.fault, view.end, notes)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        ReplayViewer(session, walk, view.sentences, view.screen, view.is_round_end).run()
    else:
        say(view.title(record))
        for step in walk.steps():
            for line in view.sentences(step):
                click.echo(line)
            if field == "step" or (field == "round" and view.is_round_end(step)):
                click.echo("\n".join(["", *view.board(step), ""]))
        report_fault(session, walk)
    return 1 if walk.fault else 0


class ReplayViewer:
    """Steps through a record on a terminal, forwards and backwards.

    `describe` returns the lines of text of a step and is called once for each step, in order; steps
    without text are skipped. `draw` returns a screen of the table and the text with at most that
    many rows. `is_stop` says where the key `r` stops.
    """

    def __init__(
        self,
        session: Session,
        walk: "RecordReplay",
        describe: "Callable[[ReplayStep], list[str]]",
        draw: "Callable[[ReplayStep, list[str], int], list[str]]",
        is_stop: "Callable[[ReplayStep], bool]",
    ) -> None:
        self.session = session
        self.walk = walk
        self.describe = describe
        self.draw = draw
        self.is_stop = is_stop
        self.steps: list[tuple[ReplayStep, list[str]]] = []
        self.coming = walk.steps()
        self.place = -1

    def run(self) -> None:
        """Show steps until the player quits."""
        self.forward()
        while True:
            self.show()
            key = read_key()
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
            report_fault(self.session, self.walk)
            return
        step, lines = self.steps[self.place]
        rows = shutil.get_terminal_size().lines - (2 if self.walk.fault else 1)
        click.clear()
        click.echo("\n".join(self.draw(step, lines, rows)))
        report_fault(self.session, self.walk)
        click.echo(self.session.t("replay.keys"), nl=False)


def report_fault(session: Session, walk: "RecordReplay") -> None:
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


def print_verdict(
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
