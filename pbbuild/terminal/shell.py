"""Playing at the terminal: the loop that every game shares.

A game brings a `Face`: how it draws, asks, tells and saves. The shell reads what the player
types, a number or words, lets the other side's agent answer, and keeps every input so that a
game can be saved, resumed and taken back at any decision.
"""

import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import click

from pbbuild.base.files import dump_json, place_of, write_atomic
from pbbuild.base.rooms import room_of
from pbbuild.errors import PbbuildError
from pbbuild.play.agents.contract import Agent, Choice, Situation
from pbbuild.play.contract import SIDES, Node
from pbbuild.play.record import Recorder
from pbbuild.play.saves import SAVE_FORMAT, alone_with, kept_reason, make_newest
from pbbuild.play.seeds import Streams
from pbbuild.play.stream import Stream, derived
from pbbuild.terminal.keyboard import next_line
from pbbuild.terminal.screen import quoted, say, width_of
from pbbuild.terminal.session import Session, tell_error
from pbbuild.terminal.table_view import Face, Seats

# Each decision of an agent has a stream of its own, so that a resumed game goes on alike.
AGENT_STREAM = 1000
# Rows that a table needs; what a terminal has beyond them is for the options.
SMALLEST_TABLE = 14
# Columns of the widest table of any game.
NARROWEST_TABLE = 80


@dataclass
class Shell:
    """One game at the terminal."""

    face: Face
    session: Session
    seats: Seats
    seed: int
    save: Path
    real_dice: bool = False
    practice: bool = False
    extra: dict[str, Any] = field(default_factory=dict)
    inputs: list[dict[str, Any]] = field(default_factory=list)
    hinter: Agent | None = None
    is_resumed: bool = False

    def __post_init__(self) -> None:
        self.t = self.session.t
        self._begin()

    def _begin(self) -> None:
        self.state = self.face.start()
        self.streams = Streams(self.seed)
        self.recorder = Recorder(
            self.face.game, self.face.header(None if self.real_dice else self.seed)
        )

    # Playing on from inputs.

    def replay(self, inputs: Sequence[dict[str, Any]]) -> None:
        """Play saved inputs again; one that the rules refuse is an error of the save."""
        self._begin()
        self.inputs = []
        for given in inputs:
            if "dice" in given and self.state.node() == Node.ROLL:
                self._roll(list(given["dice"]), quiet=True)
            elif "action" in given and self.state.node() == Node.DECISION:
                action = self.face.game.parse(self.state, given["action"])
                self._choose(action, kept_reason(action, given.get("reason")), quiet=True)
            else:
                raise PbbuildError("shell.save-wrong", source=str(self.save))

    def _roll(self, given: list[int] | None, *, quiet: bool = False) -> None:
        before, roll = self.state.copy(), self.state.roll()
        dice = given
        if not self.real_dice:
            # The stream moves on even where the dice are known already.
            dice = self.streams.throw(roll.purpose, roll.count, roll.faces)
            if given is not None and given != dice:
                raise PbbuildError("shell.save-wrong", source=str(self.save))
        if dice is None or len(dice) != roll.count or any(die not in roll.faces for die in dice):
            raise PbbuildError("shell.save-wrong", source=str(self.save))
        self.state.apply_roll(dice)
        self.inputs.append({"dice": dice})
        self._note(lambda: self.recorder.rolled(before, roll, dice, self.state), quiet)

    def _choose(self, action: int, reason: Choice | None = None, *, quiet: bool = False) -> None:
        before = self.state.copy()
        options = len(before.legal_actions())
        text = self.face.game.option(before, action).text
        self.state.apply(action)
        choice = reason or Choice(action)
        # An agent's reason goes along, so that the record of a resumed game is whole.
        why = {"reason": {"code": choice.reason, **choice.values}} if choice.reason else {}
        self.inputs.append({"action": text, **why})
        self._note(lambda: self.recorder.chose(before, choice, options, self.state), quiet)

    def _note(self, record: Any, quiet: bool) -> None:
        begun = len(self.recorder.lines)
        record()
        for line in self.recorder.lines[begun:]:
            # Told even when nobody listens: later sentences rest on earlier ones.
            sentence = self.face.tell(line)
            if sentence and not quiet:
                self.say(sentence)

    # The loop.

    def run(self) -> bool:
        """Play until the end (True) or until the player leaves (False).

        The save stays: `saves.forget` takes it away once what came of the game is safe.
        """
        if 0 < (width := width_of(sys.stdout)) < NARROWEST_TABLE:
            self.say(self.t("shell.narrow", width=width, needed=NARROWEST_TABLE))
        with alone_with(self.save, is_resumed=self.is_resumed) as self.save:
            return self._run()

    def _run(self) -> bool:
        try:
            while self.state.node() != Node.END:
                if self.state.node() == Node.ROLL:
                    self._ask_or_throw()
                    continue
                actions = self.state.legal_actions()
                seat = self.seats.agents[self.state.decider()]
                if len(actions) == 1:
                    self._choose(actions[0])
                elif seat is not None:
                    self._choose_by(seat, actions)
                else:
                    self.write_save()
                    self._ask()
        except KeyboardInterrupt:
            self.write_save()
            self.say(self.t("shell.saved", path=str(self.save), command=self._resume()))
            return False
        outcome = self.state.outcome()
        assert outcome is not None
        self.recorder.ended(outcome)
        self.say("")
        self.say(self.face.tell(self.recorder.lines[-1]))
        return True

    def _choose_by(self, agent: Agent, actions: Sequence[int]) -> None:
        choice = self._answer(agent, actions)
        self._choose(choice.action, choice)

    def _answer(self, agent: Agent, actions: Sequence[int]) -> Choice:
        stream = Stream(derived(self.seed, AGENT_STREAM + len(self.inputs)))
        return agent.choose(Situation(self.face.game, self.state, actions), stream)

    def _ask_or_throw(self) -> None:
        roll = self.state.roll()
        if not self.real_dice:
            self._roll(None)
            return
        self.write_save()
        while True:
            text = self.read(self.face.ask_roll(self.state, roll))
            if self._is_command(text):
                continue
            dice_given = self.face.read_roll(self.state, roll, text)
            if dice_given is not None:
                self._roll(dice_given)
                return
            faces = sorted(set(roll.faces))
            why = self.face.refused_roll(self.state, roll, text)
            self.say(why or self.t("shell.no-such-roll", count=roll.count, faces=faces))

    def _ask(self) -> None:
        options = self.face.game.options(self.state)
        seat = self.state.decider()
        viewer = seat if self.seats.agents == (None, None) else self.seats.viewer
        listed = self.face.menu(self.state, options, _menu_rows())
        rows = _height() - len(listed) - 3
        self.say("")
        for line in self.face.draw(self.state, viewer, rows):
            self.say(line)
        self.say(self.face.question(self.state))
        for line in listed:
            self.say(line)
        while True:
            text = self.read("> ")
            if not text:
                continue
            if self._is_command(text):
                if (
                    self.state.node() != Node.DECISION
                    or self.face.game.options(self.state) != options
                ):
                    return
                continue
            if re.fullmatch("[0-9]{1,4}", text) and 1 <= int(text) <= len(options):
                self._choose(options[int(text) - 1].action)
                return
            if said := self.face.answer(self.state, options, text):
                for line in said:
                    self.say(line)
                continue
            try:
                action = self.face.game.parse(self.state, self.face.expand(self.state, text))
            except PbbuildError:
                self._why(text)
                continue
            self._choose(action)
            return

    # What the player may say besides an action.

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
        for line in self.face.help(topic):
            self.say(line)

    def _why(self, text: str) -> None:
        if self.state.node() != Node.DECISION:
            return
        words = self.face.expand(self.state, text)
        clauses = self.face.game.why_not(self.state, words)
        if not clauses:
            self.say(self.t("shell.allowed", action=words))
        elif clauses == ("",):
            self.say(self.t("shell.not-understood", text=text[:60]))
        else:
            self.say(self.t("shell.refused", action=words[:60], clauses=clauses))
            for line in self.face.why(self.state, words, clauses):
                self.say(line)
            for clause in clauses:
                for line in self.face.help(clause):
                    self.say(line)

    def _hint(self) -> None:
        if self.hinter is None or self.state.node() != Node.DECISION:
            return
        choice = self._answer(self.hinter, self.state.legal_actions())
        options = self.face.game.options(self.state)
        numbered = {option.action: number for number, option in enumerate(options, 1)}
        self.say(
            self.t(
                "shell.hint",
                number=numbered[choice.action],
                action=self.face.game.option(self.state, choice.action).text,
                reason=self.face.reason(choice),
            )
        )
        for line in self.face.unlisted(self.state, options, choice.action, _menu_rows()):
            self.say(line)

    def _undo(self) -> None:
        if not self.practice:
            self.say(self.t("shell.no-undo"))
            return
        own = [
            place
            for place in range(len(self.inputs))
            if "action" in self.inputs[place] and self._was_own(place)
        ]
        if not own:
            self.say(self.t("shell.nothing-to-undo"))
            return
        self.replay(self.inputs[: own[-1]])
        self.say(self.t("shell.undone"))

    def _was_own(self, place: int) -> bool:
        # Inputs do not say who gave them: the record does, line by line.
        steps = [line for line in self.recorder.lines if line.get("type") in ("dice", "choice")]
        line = steps[place]
        if line["type"] != "choice" or line["options"] == 1:
            return False
        return self.seats.agents[SIDES.index(line["side"])] is None

    def _save_as(self, name: str) -> None:
        path = place_of(name) if name else self.save
        if name and path.exists():
            self.say(self.t("shell.file-there", path=str(path)))
            return
        try:
            self.write_save(path)
        except PbbuildError as error:
            # The game goes on; its own save is kept after every move.
            tell_error(error, self.t)
            return
        command = f"{self._resume()} {quoted(path)}" if name else self._resume()
        self.say(self.t("shell.saved", path=str(path), command=command))

    def _resume(self) -> str:
        return room_of(self.face.game.id).resume

    def _board(self) -> None:
        for line in self.face.draw(self.state, self.seats.viewer, 99):
            self.say(line)

    def _concede(self) -> None:
        seat = self.seats.viewer
        if self.seats.agents == (None, None):
            seat = self.state.decider()
        self.state.concede(SIDES[seat])
        self.recorder.conceded(SIDES[seat])

    # Input and output.

    def write_save(self, path: Path | None = None) -> None:
        """Keep the game so that it can go on from here."""
        document = {
            "format": SAVE_FORMAT,
            "game": self.face.game.id,
            "header": self.recorder.lines[0],
            "seed": self.seed,
            "real_dice": self.real_dice,
            "practice": self.practice,
            "seats": [agent.name if agent else None for agent in self.seats.agents],
            "inputs": self.inputs,
            **self.extra,
        }
        write_atomic(path or self.save, dump_json(document))
        if path is None:
            make_newest(self.save)

    def say(self, text: str) -> None:
        """A line to the player, broken between words where it is too long."""
        say(text, indent=2)

    def read(self, prompt: str) -> str:
        """What the player types; the end of the input leaves the game, saved."""
        try:
            if sys.stdin.isatty():
                return input(prompt).strip()[:200]
            click.echo(prompt, nl=False)
            line = next_line()
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
    # Who leaves by a word is served as one who leaves by Ctrl-C: the game is saved.
    raise KeyboardInterrupt
