"""Playing at the terminal: a view of a `Table` that every game shares.

A game supplies a `TableView`, which draws, asks and describes. The shell reads what the player
types, a number or words, passes it to the table, and describes what its steps added to the record.
"""

import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import click

from pbbuild.base.files import expanded_path
from pbbuild.base.rooms import room_of
from pbbuild.errors import PbbuildError
from pbbuild.play.contract import SIDES, Node
from pbbuild.play.record import RecordLine
from pbbuild.play.saves import locked_save, make_newest, write_save
from pbbuild.play.table import Table
from pbbuild.terminal.keyboard import read_line
from pbbuild.terminal.screen import say, shell_quoted, width_of
from pbbuild.terminal.session import Session, report_error
from pbbuild.terminal.table_view import TableView

# Rows needed by the table; the rest of the terminal is for the options.
SMALLEST_TABLE = 14
# Columns needed by the widest table of any game.
NARROWEST_TABLE = 80


@dataclass
class Shell:
    """One game at the terminal."""

    view: TableView
    session: Session
    table: Table
    save_path: Path
    is_resumed: bool = False

    def __post_init__(self) -> None:
        self.t = self.session.t
        self._replay_log()

    def _describe(self, lines: Iterable[RecordLine]) -> None:
        for line in lines:
            # `run` prints the end, after a blank line.
            sentence = "" if line["type"] == "end" else self.view.describe(line)
            if sentence:
                self.say(sentence)

    def _replay_log(self) -> None:
        # Described without printing: later descriptions depend on earlier ones.
        self.view.start()
        for line in self.table.log():
            if line["type"] != "end":
                self.view.describe(line)

    # The loop.

    def run(self, welcome: str = "") -> bool:
        """Play until the end (True) or until the player leaves (False); greet a new game.

        The save is not deleted: the caller does that once the record is written.
        """
        if welcome and not self.table.inputs:
            self.say(welcome)
        if 0 < (width := width_of(sys.stdout)) < NARROWEST_TABLE:
            self.say(self.t("shell.narrow", width=width, needed=NARROWEST_TABLE))
        with locked_save(self.save_path, is_resumed=self.is_resumed) as self.save_path:
            return self._run()

    def _run(self) -> bool:
        table = self.table
        try:
            while not table.is_over:
                if lines := table.advance():
                    self._describe(lines)
                    continue
                self.write_save()
                if table.node == Node.ROLL:
                    self._ask_roll()
                else:
                    self._ask_decision()
        except KeyboardInterrupt:
            self.write_save()
            self.say(
                self.t("shell.saved", path=str(self.save_path), command=self._resume_command())
            )
            return False
        self.say("")
        self.say(self.view.describe(table.lines[-1]))
        return True

    def _ask_roll(self) -> None:
        table = self.table
        while (roll := table.pending_roll) is not None:
            text = self.read(self.view.ask_roll(table.state, roll))
            if self._is_command(text):
                continue
            dice = self.view.read_roll(table.state, roll, text)
            if dice is not None:
                self._describe(table.roll(dice))
                return
            faces = sorted(set(roll.faces))
            why = self.view.refused_roll(table.state, roll, text)
            self.say(why or self.t("shell.no-such-roll", count=roll.count, faces=faces))

    def _ask_decision(self) -> None:
        table, face = self.table, self.view
        options = table.options
        viewer = table.decider if table.seats.are_people else table.seats.viewer
        listed = face.menu(table.state, options, _menu_rows())
        rows = _height() - len(listed) - 3
        self.say("")
        for line in face.draw(table.state, viewer, rows):
            self.say(line)
        self.say(face.question(table.state))
        for line in listed:
            self.say(line)
        while True:
            text = self.read("> ")
            if not text:
                continue
            if self._is_command(text):
                if table.options != options:
                    return
                continue
            if re.fullmatch("[0-9]{1,4}", text) and 1 <= int(text) <= len(options):
                self._describe(table.decide(options[int(text) - 1].action))
                return
            if answer := face.answer(table.state, options, text):
                for line in answer:
                    self.say(line)
                continue
            try:
                lines = table.decide(face.expand(table.state, text))
            except PbbuildError:
                self._why(text)
                continue
            self._describe(lines)
            return

    # Commands besides actions.

    def _is_command(self, text: str) -> bool:
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        commands = {
            "?": lambda: self._help(rest),
            "help": lambda: self._help(rest),
            "why": lambda: self._why(rest),
            "hint": self._hint,
            "undo": self._undo,
            "save": lambda: self._save_as(rest),
            "board": self._board,
            "concede": self._concede,
            "quit": _leave,
            "q": _leave,
        }
        if word.startswith("?") and len(word) > 1:
            self._help(f"{word[1:]} {rest}".strip())
            return True
        if word not in commands:
            return False
        commands[word]()
        return True

    def _help(self, topic: str) -> None:
        for line in self.view.help(topic):
            self.say(line)

    def _why(self, text: str) -> None:
        state = self.table.state
        if self.table.node != Node.DECISION:
            return
        words = self.view.expand(state, text)
        clauses = self.table.game.why_not(state, words)
        if not clauses:
            self.say(self.t("shell.allowed", action=words))
        elif clauses == ("",):
            self.say(self.t("shell.not-understood", text=text[:60]))
        else:
            self.say(self.t("shell.refused", action=words[:60], clauses=clauses))
            for line in self.view.why(state, words, clauses):
                self.say(line)
            for clause in clauses:
                for line in self.view.help(clause):
                    self.say(line)

    def _hint(self) -> None:
        hint = self.table.hint()
        if hint is None:
            return
        options, action = self.table.options, hint.choice.action
        number = next(n for n, option in enumerate(options, 1) if option.action == action)
        reason = self.view.reason(hint.choice)
        self.say(self.t("shell.hint", number=number, action=hint.option.text, reason=reason))
        for line in self.view.unlisted(self.table.state, options, action, _menu_rows()):
            self.say(line)

    def _undo(self) -> None:
        if self.table.undo_policy == "never":
            self.say(self.t("shell.no-undo"))
        elif not self.table.may_undo:
            self.say(self.t("shell.nothing-to-undo"))
        else:
            self.table.undo()
            self._replay_log()
            self.say(self.t("shell.undone"))

    def _save_as(self, name: str) -> None:
        path = expanded_path(name) if name else self.save_path
        if name and path.exists():
            self.say(self.t("shell.file-there", path=str(path)))
            return
        try:
            self.write_save(path)
        except PbbuildError as error:
            # The game goes on; its own save is written after every move.
            report_error(error, self.t)
            return
        command = (
            f"{self._resume_command()} {shell_quoted(path)}" if name else self._resume_command()
        )
        self.say(self.t("shell.saved", path=str(path), command=command))

    def _resume_command(self) -> str:
        return room_of(self.table.game.id).resume_command

    def _board(self) -> None:
        for line in self.view.draw(self.table.state, self.table.seats.viewer, 99):
            self.say(line)

    def _concede(self) -> None:
        seats = self.table.seats
        self.table.concede(SIDES[self.table.decider if seats.are_people else seats.viewer])

    # Input and output.

    def write_save(self, path: Path | None = None) -> None:
        """Save the game so that it can continue from here."""
        write_save(path or self.save_path, self.table.save_document())
        if path is None:
            make_newest(self.save_path)

    def say(self, text: str) -> None:
        """Print a line, wrapped between words if it is too long."""
        say(text, indent=2)

    def read(self, prompt: str) -> str:
        """What the player types; the end of the input leaves the game and saves it."""
        try:
            if sys.stdin.isatty():
                return input(prompt).strip()[:200]
            click.echo(prompt, nl=False)
            line = read_line()
        except (EOFError, KeyboardInterrupt):
            click.echo("")
            raise KeyboardInterrupt from None
        click.echo("")
        return line.strip()[:200] if line else _leave()


def _height() -> int:
    return shutil.get_terminal_size((80, 24)).lines


def _menu_rows() -> int:
    return _height() - SMALLEST_TABLE - 3


def _leave() -> NoReturn:
    # Leaving by a command works like Ctrl-C: the game is saved.
    raise KeyboardInterrupt
