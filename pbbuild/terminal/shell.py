"""Playing at the terminal: a view of a `Table` that every game shares.

A game supplies a `TableView`, which draws, asks, understands and describes. On a terminal with
colours the shell redraws one screen in place; elsewhere, and for screen readers, it prints lines
one after the other. What the player types is a command of the shell, a number of the menu, or
words that the view understands.
"""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from pbbuild.base.files import expanded_path
from pbbuild.base.rooms import room_of
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.archive import reserved_id
from pbbuild.play.contract import SIDES, Node
from pbbuild.play.record import RecordLine
from pbbuild.play.saves import locked_save, make_newest, read_save, write_save
from pbbuild.play.table import BATTLE_ID, Table
from pbbuild.terminal.keyboard import (
    YES,
    ResizedError,
    forget_keys,
    interrupted_by_resize,
    key_within,
    read_line,
)
from pbbuild.terminal.screen import say, shell_quoted, width_of
from pbbuild.terminal.session import Session, report_error
from pbbuild.terminal.table_view import OLD_COLOUR, RESET, MenuPage, TableView
from pbbuild.text.translate import LANGUAGES, sentences_of

# Columns needed by the widest table of any game.
NARROWEST_TABLE: Final = 80
# From this width on the log stands beside the table.
WIDE_SCREEN: Final = 118
# The columns of the log there: a part of the screen's, between these.
LOG_PART: Final = 0.26
LOG_WIDTHS: Final = (36, 60)
# Seconds that a step of the enemy stays on the screen; None waits for a key.
SPEEDS: Final = {"step": None, "slow": 1.6, "normal": 0.8, "fast": 0.25, "instant": 0.0}
# Lines of the menu that a small screen always has.
LEAST_MENU: Final = 5
# Lines of the log that come before more lines of the menu: what just happened.
LEAST_LOG: Final = 3
# Decisions for which a scrolling terminal need not see the whole table again.
SMALL_DECISIONS: Final = ("wound", "target", "sacrifice", "follow-up")
COMMANDS: Final = (
    "help", "why", "odds", "hint", "undo", "dice", "save", "board", "more", "log", "back",
    "speed", "concede", "quit",
)  # fmt: skip


@dataclass
class _Moment:
    """A step of the game as it was shown: the state after it, its sentences, its units."""

    state: Any
    sentences: list[str]
    marked: list[str]


@dataclass
class Shell:
    """One game at the terminal."""

    view: TableView
    session: Session
    table: Table
    save_path: Path
    is_resumed: bool = False
    speed: str = "normal"
    # Called before each decision of a person; lines it returns stand above the question.
    coach: Callable[[Any], list[str]] | None = None
    moments: list[_Moment] = field(default_factory=list)
    note: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.t = self.session.t
        self.is_screen = is_full_screen(self.session)
        self._skips = False
        self._boards = 0
        self._drawn: Callable[[], Sequence[str]] = list
        self._above: list[str] = []
        # How many moments there were when the player last decided: later ones are news.
        self._decided = 0
        self._replay_log()

    @property
    def viewer(self) -> int:
        """The seat that the table is drawn for."""
        seats = self.table.seats
        return self.table.decider if seats.are_people else seats.viewer

    # The log.

    def _replay_log(self) -> None:
        # Described without printing: later descriptions depend on earlier ones.
        self.view.start()
        self.moments.clear()
        for state, lines in self.table.history():
            self._remember(state, lines)
        self._decided = len(self.moments)

    def _remember(self, state: Any, lines: Iterable[RecordLine]) -> list[str]:
        """Add a step to the log; its sentences."""
        sentences: list[str] = []
        marked: list[str] = []
        self.view.watch(state)
        for line in lines:
            # `run` prints the end, after a blank line.
            sentence = "" if line["type"] == "end" else self.view.describe(line)
            if sentence:
                sentences.append(sentence)
                marked += self.view.units_in(line)
        if sentences:
            self.moments.append(_Moment(state.copy(), sentences, marked))
        return sentences

    def _describe(self, lines: Sequence[RecordLine]) -> None:
        sentences = self._remember(self.table.state, lines)
        if not sentences:
            return
        is_enemy = any(self._is_of_enemy(line) for line in lines)
        if not self.is_screen:
            for sentence in sentences:
                self.say(sentence)
        elif (is_enemy or self._has_dice(lines)) and not self._skips:
            self._show_step()

    def _is_of_enemy(self, line: RecordLine) -> bool:
        seats = self.table.seats
        return line.get("side") in SIDES and seats.agents[SIDES.index(line["side"])] is not None

    def _has_dice(self, lines: Iterable[RecordLine]) -> bool:
        return any(line["type"] == "dice" for line in lines)

    def _show_step(self) -> None:
        seconds = SPEEDS[self.speed]
        if seconds == 0:
            return
        keys = self.t("shell.step-waits" if seconds is None else "shell.step")
        self._show([keys], [], self.moments[-1].marked)
        key = key_within(seconds)
        if key[:1] in ("b", "i") or (key[:1] == " " and seconds is not None):
            self._step_back()
        elif key and seconds is not None:
            # Any other key: straight to the next decision.
            self._skips = True

    # The loop.

    def run(self, welcome: str = "") -> bool:
        """Play until the end (True) or until the player leaves (False); greet a new game.

        The save is not deleted: the caller does that once the record is written.
        """
        with locked_save(self.save_path, is_resumed=self.is_resumed) as self.save_path:
            if self.is_resumed:
                self._read_again()
            self._greet(welcome)
            if not self.is_resumed:
                with reserved_id() as self.table.extra[BATTLE_ID]:
                    self.write_save()
            return self._run()

    def _read_again(self) -> None:
        """Take over what another process did between our reading of the save and our lock."""
        try:
            saved = read_save(str(self.save_path), self.table.game.id, "").game
        except PbbuildError as error:
            if error.code == "no-such-file":
                raise UsageError("shell.save-gone", source=str(self.save_path)) from None
            raise
        if list(saved.inputs) != list(self.table.inputs):
            self.table.resume(saved.inputs)
            self._replay_log()

    def _greet(self, welcome: str) -> None:
        if welcome and not self.table.inputs:
            self.note = [welcome]
            if not self.is_screen:
                self.say(welcome)
        if 0 < (width := width_of(sys.stdout)) < NARROWEST_TABLE:
            self.say(self.t("shell.narrow", width=width, needed=NARROWEST_TABLE))
        if self.is_resumed and self.moments and not self.is_screen:
            self.say(self.t("shell.so-far"))
            for sentence in self._recap(6):
                self.say(f"  {sentence}")

    def _recap(self, count: int) -> list[str]:
        sentences = [each.strip() for moment in self.moments for each in moment.sentences]
        return sentences[-count:]

    def _run(self) -> bool:
        table = self.table
        try:
            while not table.is_over:
                if self._takes_only_choice():
                    continue
                if lines := table.advance():
                    self._describe(lines)
                    continue
                self.write_save()
                self._skips = False
                if table.node == Node.ROLL:
                    self._ask_roll()
                else:
                    self._ask_decision()
        except KeyboardInterrupt:
            self.leave()
            return False
        # Whoever takes the save before the caller has deleted it finds the end, not a choice.
        self.write_save()
        if self.is_screen:
            self._show([], [])
        self.say("")
        self.say(self.view.describe(table.lines[-1]))
        return True

    def leave(self) -> None:
        """Save the game because the player leaves it, and say how to continue."""
        self.write_save()
        self.say(self.t("shell.saved", path=str(self.save_path), command=self._resume_command()))

    def _takes_only_choice(self) -> bool:
        """Take the pending decision of a person if it has only one effective answer."""
        action = self._only_choice()
        if action is None:
            return False
        self._describe(self._saved(self.table.decide(action)))
        return True

    def _saved(self, lines: Sequence[RecordLine]) -> Sequence[RecordLine]:
        """`lines`, with the game saved: a kill while the enemy thinks must not lose the move."""
        self.write_save()
        return lines

    def _only_choice(self) -> int | None:
        """The only effective answer of a person to the pending decision, None if it matters."""
        table = self.table
        if table.node != Node.DECISION or table.seats.agents[table.decider] is not None:
            return None
        return self.view.only_choice(table.state) if len(table.options) > 1 else None

    def _ask_roll(self) -> None:
        table = self.table
        roll = table.pending_roll
        while roll is not None and table.pending_roll == roll:
            if self.is_screen:
                self._show(self.note, [])
                self.note = []
            inputs = len(table.inputs)
            text = self.read(self.view.ask_roll(table.state, roll))
            if self._is_command(text):
                # Another roll may be pending now: it is asked for again.
                if len(table.inputs) != inputs or table.is_over:
                    return
                continue
            dice = self.view.read_roll(table.state, roll, text)
            if dice is not None:
                self._describe(self._saved(table.roll(dice)))
                return
            faces = sorted(set(roll.faces))
            why = self.view.refused_roll(table.state, roll, text)
            self.tell([why or self.t("shell.no-such-roll", count=roll.count, faces=faces)])

    def _ask_decision(self) -> None:
        table, view = self.table, self.view
        options, state = table.options, table.state
        page = self._ask(options)
        inputs = len(table.inputs)
        # What the player typed below a long text, instead of going back to the table.
        typed = self._redraw(page) if self._is_long(self.note) else ""
        while True:
            text = typed or self.read("> ")
            typed = ""
            if not text and page.default:
                self._decide(page.default)
                return
            if not text:
                self._redraw(page)
                continue
            if text.casefold() in _command_words("more"):
                full = view.all_options(state, options, self._columns())
                # Both menus number the options alike, so the long one's numbers stay valid.
                page = MenuPage(page.lines, full.choices, page.default)
                self.tell(full.lines)
                typed = self._redraw(page, as_pages=True)
                continue
            if self._is_command(text):
                if len(table.inputs) != inputs or table.is_over:
                    return
                typed = self._redraw(page)
                continue
            if re.fullmatch("[0-9]{1,4}", text):
                if 1 <= int(text) <= len(page.choices):
                    self._decide(page.choices[int(text) - 1])
                    return
                self.tell([self.t("shell.no-number", number=text, count=len(page.choices))])
                self._redraw(page)
                continue
            reply = view.understand(state, options, text)
            if reply.actions:
                self._decide(reply.actions)
                return
            self.tell(reply.lines)
            typed = self._redraw(page)

    def _decide(self, actions: Sequence[int]) -> None:
        self.note = []
        self._decided = len(self.moments)
        for action in actions:
            if self.table.node != Node.DECISION:
                return
            self._describe(self._saved(self.table.decide(action)))

    # Drawing.

    def _ask(self, options: Sequence[Any]) -> MenuPage:
        """Show the table and the question; the menu that numbers refer to."""
        view, state = self.view, self.table.state
        lines = self.coach(state) if self.coach else []
        question = view.question(state, self.viewer)
        if self.is_screen:
            self._above = [part for line in [*lines, question] for part in self._parts(line)]
            page = view.menu(state, options, self._menu_rows(self.note), self._columns())
            if not self._is_long(self.note):
                self._show(self.note, [*self._above, *page.lines])
                self.note = []
            forget_keys()
            return page
        least = self._table_rows(state)
        page = view.menu(state, options, max(6, _height() - least - 3), self._columns())
        self.say("")
        if state.decision() not in SMALL_DECISIONS or not self._boards:
            rows = max(least, _height() - len(page.lines) - 3)
            for line in view.draw(state, self.viewer, rows, self._columns()):
                self.say(line)
            self._boards += 1
        for line in [*lines, question, *page.lines]:
            self.say(line)
        return page

    def _redraw(self, page: MenuPage, *, as_pages: bool = False) -> str:
        """Draw the screen again with the note; what was typed below it if it fills pages."""
        if not self.is_screen:
            return ""
        typed = ""
        if as_pages or self._is_long(self.note):
            typed = self._show_pages(self.note)
            self.note = []
        if not typed:
            # The note takes lines from the menu, not from the table; numbers stay the same.
            table, rows = self.table, self._menu_rows(self.note)
            menu = self.view.menu(table.state, table.options, rows, self._columns())
            lines = menu.lines if len(menu.choices) <= len(page.choices) else page.lines
            self._show(self.note, [*self._above, *lines])
        self.note = []
        return typed

    def _free_rows(self) -> int:
        """The lines below the table, without the one for what is typed."""
        return _height() - 1 - self._table_rows(self.table.state)

    def _table_rows(self, state: Any) -> int:
        """The lines of the table: the same for every question, so that it stays in its place."""
        return self.view.table_rows(state, self.viewer, _height())

    def _menu_rows(self, note: Sequence[str]) -> int:
        """The lines that the menu may have beside a note, or beside the latest events."""
        beside = sum(len(self._parts(line)) for line in note)
        if not note and self._columns() < WIDE_SCREEN:
            packed = _packed(self._log_lines(), self._columns())
            latest = [part for each, _ in packed for part in self._parts(each)]
            beside = min(LEAST_LOG, len(latest))
        return max(LEAST_MENU, self._free_rows() - len(self._above) - beside)

    def _is_long(self, note: Sequence[str]) -> bool:
        """Whether a note has no room between the table and the menu."""
        if not self.is_screen or not note:
            return False
        lines = sum(len(self._parts(line)) for line in note)
        return lines > max(3, self._free_rows() - len(self._above) - LEAST_MENU)

    def _parts(self, line: str) -> list[str]:
        return _wrapped(line, self._columns())

    def _show_pages(self, lines: Sequence[str], *, from_end: bool = False) -> str:
        """Show long text page by page; what was typed, or "" if the player wants the table."""
        columns, height = self._columns(), max(4, _height() - 2)
        parts = [part for line in lines for part in _wrapped(line, columns)]
        count = max(1, -(-len(parts) // height))
        place = count - 1 if from_end else 0
        while True:
            # The last page is full too, so that scrolling from the end looks natural.
            first = max(0, len(parts) - (count - place) * height) if from_end else place * height
            last = len(parts) - (count - 1 - place) * height if from_end else first + height
            page = [*map(self._painted, parts[first:last])]
            self._put(partial(list, page))
            keys = "shell.page-keys" if count > 1 else "shell.page-key"
            typed = self.read(self.t(keys, page=place + 1, count=count))
            word = typed.casefold()
            if word in ("b", "back", "i", "indietro"):
                place = max(0, place - 1)
            elif word == "" and place + 1 < count:
                place += 1
            elif word in ("", "q"):
                return ""
            else:
                return typed

    def _show(
        self, note: Sequence[str], below: Sequence[str], marked: Sequence[str] | None = None
    ) -> None:
        """Draw the whole screen: the table, the log, a note, and what is asked below.

        Units in `marked` are marked, else all that the news since the last decision are about.
        """
        if marked is None:
            news = self.moments[self._decided :]
            marked = [unit for moment in news for unit in moment.marked]
        state, log, shown = self.table.state, self._log_lines(), list(marked)
        self._put(lambda: self._composed(state, shown, log, note, below))

    def _put(self, lines: Callable[[], Sequence[str]]) -> None:
        """Draw a screen, and again when the size of the window changes."""
        self._drawn = lines
        _put_lines(lines())

    def _composed(
        self,
        state: Any,
        marked: Sequence[str],
        log: Sequence[tuple[str, bool]],
        note: Sequence[str],
        below: Sequence[str],
    ) -> list[str]:
        rows, columns = _height() - 1, self._columns()
        shown_note = [part for line in note for part in self._parts(line)][-(rows - 8) :]
        under = [part for line in below for part in self._parts(line)]
        is_wide = columns >= WIDE_SCREEN
        beside_table = min(max(LOG_WIDTHS[0], int(columns * LOG_PART)), LOG_WIDTHS[1])
        left = columns - beside_table - 3 if is_wide else columns
        # Where all cannot stand, the table gets smaller, never what is asked.
        space = min(self._table_rows(state), rows - len(under) - len(shown_note))
        table = self.view.draw(state, self.viewer, max(space, 8), left, marked)
        lines = [*map(self._painted, table)]
        if is_wide:
            beside = self._painted_log(log, beside_table)[-len(table) :]
            beside = [""] * (len(table) - len(beside)) + beside
            lines = [
                f"{line}{' ' * max(1, left - len(plain))} {text}"
                for line, plain, text in zip(lines, table, beside, strict=True)
            ]
        else:
            free = max(0, rows - len(table) - len(under) - len(shown_note))
            lines += self._painted_log(_packed(log, columns), columns)[-free:] if free else []
        lines += [f"\x1b[1m{line}{RESET}" for line in shown_note]
        # On a screen that is too small even for that, the question is what stays.
        return [*lines, *map(self._painted, under)][-rows:]

    def _painted(self, line: str) -> str:
        return self.view.painted(line, self.viewer)

    def _painted_log(self, log: Sequence[tuple[str, bool]], width: int) -> list[str]:
        """The log in lines: news in colour, what the player has seen before dimmed."""
        return [
            self._painted(part) if is_new else f"{OLD_COLOUR}{part}{RESET}"
            for sentence, is_new in log
            for part in _wrapped(sentence, width)
        ]

    def _log_lines(self) -> list[tuple[str, bool]]:
        """The latest sentences, and whether they are news since the last decision."""
        first = max(0, len(self.moments) - 40)
        return [
            (each.strip(), place >= self._decided)
            for place, moment in enumerate(self.moments[first:], first)
            for each in moment.sentences
        ]

    def _columns(self) -> int:
        return max(NARROWEST_TABLE, shutil.get_terminal_size((80, 24)).columns)

    # Commands besides actions.

    def _is_command(self, text: str) -> bool:
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word.startswith("?"):
            self._help(f"{word[1:]} {rest}".strip())
            return True
        name = _command_named(word)
        commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "why": self._why,
            "odds": self._odds,
            "hint": lambda _: self._hint(),
            "undo": lambda _: self._undo(),
            "dice": lambda _: self._correct_dice(),
            "save": self._save_as,
            "board": lambda _: self._board(),
            "log": lambda _: self._show_log(),
            "back": lambda _: self._step_back(),
            "speed": self._set_speed,
            "concede": lambda _: self._concede(),
            "quit": lambda _: _leave(),
        }
        if name not in commands:
            return False
        commands[name](rest)
        return True

    def _help(self, topic: str) -> None:
        lines = self.view.help(topic)
        self.tell(lines if topic else [*lines, self.t("shell.commands")])

    def _why(self, text: str) -> None:
        if self.table.node == Node.DECISION:
            self.tell(self.view.why(self.table.state, self.table.options, text))

    def _odds(self, text: str) -> None:
        if self.table.node == Node.DECISION:
            self.tell(self.view.odds(self.table.state, self.table.options, text))

    def _hint(self) -> None:
        hint = self.table.hint()
        if hint is None:
            return
        action = self.view.words(self.table.state, hint.option)
        reason = self.view.reason(hint.choice)
        key = "shell.hint" if reason else "shell.hint-alone"
        self.tell([self.t(key, action=action, reason=reason)])

    def _undo(self) -> None:
        table = self.table
        if table.node == Node.ROLL and table.dice_index() is not None and not table.may_undo:
            self._correct_dice()
        elif table.undo_policy == "never":
            self.tell([self.t("shell.no-undo")])
        elif not table.may_undo:
            has_dice = table.dice_index() is not None
            self.tell([self.t("shell.undo-dice" if has_dice else "shell.nothing-to-undo")])
        else:
            # A choice that was made for the player would only be made again.
            table.undo()
            while self._only_choice() is not None and table.may_undo:
                table.undo()
            key = "shell.nothing-to-undo" if self._only_choice() is not None else "shell.undone"
            self._replay_log()
            self.tell([self.t(key)])

    def _correct_dice(self) -> None:
        place = self.table.dice_index()
        if place is None:
            self.tell([self.t("shell.no-dice")])
            return
        # A choice after the dice is lost with them.
        later = self.table.choices_since(place)
        if later and self.read(self.t("shell.sure-dice", count=later)).casefold() not in YES:
            self.tell([self.t("shell.dice-kept")])
            return
        self.table.correct_dice()
        self._replay_log()
        self.tell([self.t("shell.dice-again")])

    def _save_as(self, name: str) -> None:
        path = expanded_path(name) if name else self.save_path
        if name and path.exists():
            self.tell([self.t("shell.file-there", path=str(path))])
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
        self.tell([self.t("shell.saved", path=str(path), command=command)])

    def _resume_command(self) -> str:
        return room_of(self.table.game.id).resume_command

    def _board(self) -> None:
        if not self.is_screen:
            for line in self.view.draw(self.table.state, self.viewer, 99, self._columns()):
                self.say(line)

    def _show_log(self) -> None:
        lines = [each.strip() for moment in self.moments for each in moment.sentences]
        if self.is_screen:
            self._show_pages(lines, from_end=True)
        else:
            self.tell(lines)

    def _step_back(self) -> None:
        """Go back through the steps so far, one at a time, and return to the present."""
        shown = [moment for moment in self.moments if moment.state is not None]
        if not shown:
            self.tell([self.t("shell.nothing-before")])
            return
        place = len(shown) - 1
        while True:
            moment = shown[place]
            head = self.t("shell.back-at", number=place + 1, count=len(shown))
            sentences = [each.strip() for each in moment.sentences]
            if self.is_screen:
                self._put(
                    partial(self._composed, moment.state, moment.marked, [], [head], sentences)
                )
            else:
                drawn = self.view.draw(moment.state, self.viewer, 99, 80, moment.marked)
                for line in [*drawn, *sentences, head]:
                    self.say(line)
            key = self.read(self.t("shell.back-keys")).casefold()
            if key in ("b", "back", "i", "indietro"):
                place = max(0, place - 1)
            elif key in ("", "n", "next", "a", "avanti") and place + 1 < len(shown):
                place += 1
            else:
                return

    def _set_speed(self, name: str) -> None:
        found = [each for each in SPEEDS if self.t(f"shell.speed-{each}") == name or each == name]
        if found:
            self.speed = found[0]
        names = [self.t(f"shell.speed-{each}") for each in SPEEDS]
        now = self.t(f"shell.speed-{self.speed}")
        self.tell([self.t("shell.speed", now=now, known=names)])

    def _concede(self) -> None:
        answer = self.read(self.t("shell.sure-concede"))
        if answer.casefold() not in YES:
            self.tell([self.t("shell.not-conceded")])
            return
        seats = self.table.seats
        self._describe(
            self.table.concede(SIDES[self.table.decider if seats.are_people else seats.viewer])
        )

    # Input and output.

    def tell(self, lines: Sequence[str]) -> None:
        """Show an answer: above the question on a screen, else as the next lines."""
        if self.is_screen:
            self.note = list(lines)
            return
        for line in lines:
            self.say(line)

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
        if not self.is_screen:
            return read_answer(prompt)
        while True:
            try:
                with interrupted_by_resize():
                    return read_answer(prompt)
            except ResizedError:
                _put_lines(self._drawn())


def read_answer(prompt: str) -> str:
    """What the player types after a prompt; Ctrl-C and the end of the input leave the game."""
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


def is_full_screen(session: Session) -> bool:
    """Whether a screen can be redrawn in place: a terminal with colours, not asked for ASCII."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    is_dumb = os.environ.get("TERM", "dumb") == "dumb"
    return is_terminal and not is_dumb and "NO_COLOR" not in os.environ and not session.plain


def _command_words(command: str) -> set[str]:
    found = {command}
    for language in LANGUAGES:
        words = sentences_of(language)[f"shell.word-{command}"]
        found |= {word.strip() for word in words.split(",")}
    return found


def _command_named(word: str) -> str:
    lower = word.casefold()
    return next((name for name in COMMANDS if lower in _command_words(name)), "")


def _put_lines(lines: Sequence[str]) -> None:
    """Draw a screen over the last one: each line erases its rest, the end what is below."""
    drawn = "".join(f"{line}\x1b[K\n" for line in lines)
    sys.stdout.write(f"\x1b[H{drawn}\x1b[J")
    sys.stdout.flush()


def _packed(log: Sequence[tuple[str, bool]], width: int) -> list[tuple[str, bool]]:
    """The log with as many sentences on a line as fit; what is new never shares one with old."""
    packed: list[tuple[str, bool]] = []
    for sentence, is_new in log:
        if packed and packed[-1][1] == is_new and len(packed[-1][0]) + len(sentence) < width:
            packed[-1] = (f"{packed[-1][0]} {sentence}", is_new)
        else:
            packed.append((sentence, is_new))
    return packed


def _wrapped(line: str, width: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, drop_whitespace=True,
                         replace_whitespace=False) or [""]  # fmt: skip


def _height() -> int:
    return shutil.get_terminal_size((80, 24)).lines


def _leave() -> NoReturn:
    # Leaving by a command works like Ctrl-C: the game is saved.
    raise KeyboardInterrupt
