"""The output of every game's `replay`: steps on a terminal, and the check of a record."""

import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import click

from pbbuild.terminal.answers import answer
from pbbuild.terminal.keyboard import read_key
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import Session

if TYPE_CHECKING:
    from pbbuild.play.record import Record
    from pbbuild.play.verify import Fault, RecordReplay, ReplayStep


class ReplayView(Protocol):
    """How one game shows the steps of a record."""

    def show_title(self, record: "Record") -> None:
        """Print what was played, and by whom."""
        ...

    def sentences(self, step: "ReplayStep") -> list[str]:
        """What happened in a step; called once for each step, in order."""
        ...

    def wrapped(self, sentence: str) -> str:
        """A sentence as it is printed where nobody steps through."""
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
        answer(
            lambda: _fault_document(session, record, walk.fault, notes),
            lambda: _print_verdict(session, record, walk.fault, view.end, notes),
            as_json=as_json,
        )
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _ReplayViewer(session, walk, view).run()
    else:
        view.show_title(record)
        for step in walk.steps():
            for sentence in view.sentences(step):
                click.echo(view.wrapped(sentence))
            if field == "step" or (field == "round" and view.is_round_end(step)):
                click.echo("\n".join(["", *view.board(step), ""]))
        _report_fault(session, walk)
    return 1 if walk.fault else 0


class _ReplayViewer:
    """Steps through a record on a terminal, forwards and backwards.

    Steps without sentences are skipped; the key `r` stops where a round ends.
    """

    def __init__(self, session: Session, walk: "RecordReplay", view: ReplayView) -> None:
        self.session = session
        self.walk = walk
        self.view = view
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
                while self.forward() and not self.view.is_round_end(self.steps[self.place][0]):
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
            if lines := self.view.sentences(step):
                self.steps.append((step, lines))
                self.place += 1
                return True
        return False

    def show(self) -> None:
        """Draw the current step."""
        if not self.steps:
            _report_fault(self.session, self.walk)
            return
        step, lines = self.steps[self.place]
        rows = shutil.get_terminal_size().lines - (2 if self.walk.fault else 1)
        click.clear()
        click.echo("\n".join(self.view.screen(step, lines, rows)))
        _report_fault(self.session, self.walk)
        click.echo(self.session.t("replay.keys"), nl=False)


def _report_fault(session: Session, walk: "RecordReplay") -> None:
    """Print where the record differs from the rules, if it does."""
    from pbbuild.play.result_text import fault_text

    if walk.fault:
        say(fault_text(walk.fault, session.t), err=True)


def _fault_document(
    session: Session,
    record: "Record",
    fault: "Fault | None",
    notes: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """Whether a record is correct, for a program; notes are codes with their messages."""
    from pbbuild.play.result_text import fault_text

    document: dict[str, Any] = {"file": record.source, "true": fault is None, "fault": None}
    document["notes"] = [{"code": code, "message": text} for code, text in notes]
    if fault:
        document["fault"] = {
            "line": fault.line,
            "code": fault.code,
            "key": fault.key,
            "expected": fault.expected,
            "found": fault.found,
            "message": fault_text(fault, session.t),
        }
    return document


def _print_verdict(
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
