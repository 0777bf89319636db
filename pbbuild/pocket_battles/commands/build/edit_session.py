"""The edit session: the words of the edit language at a prompt, the list before one's eyes.

The prompt is the standard library's readline. It completes, recalls and edits lines, starts at
once and works in every terminal that Python does; a library that draws its own screen would
cost a tenth of a second and a dependency, and add nothing that a redraw after each line
does not give. Where readline is missing (Windows) the prompt works without completion.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.commands.build.edit_screen import fit_lines, screen, unit_lines
from pbbuild.pocket_battles.commands.build.edit_text import (
    change_lines,
    finding_lines,
    require_playable,
    revise_file,
)
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.edit_words import USAGE
from pbbuild.pocket_battles.lists.history import history_of
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import read_list
from pbbuild.pocket_battles.lists.store import offering
from pbbuild.pocket_battles.rules.army import check
from pbbuild.pocket_battles.rules.fits import box, room
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import tell_error
from pbbuild.terminal.streams import AskedToEndError

SESSION_WORDS = ("fits", "suggest", "show", "check", "history", "help", "quit")
FEWEST_LINES = 12


def run(session: BattlesSession, path: Path) -> None:
    """Edit the list file at a prompt until the player leaves; every line is kept at once."""
    desk = Desk(session, path)
    require_playable(session, desk.army_list, str(path))
    _set_up_completion(desk)
    desk.draw([session.t("session.welcome")])
    while True:
        try:
            line = input("edit> ").strip()
        except AskedToEndError:
            # Every line is kept already.
            break
        except KeyboardInterrupt:
            click.echo()
            continue
        except EOFError:
            click.echo()
            break
        if line.casefold() in ("quit", "q", "exit", "bye"):
            break
        if line:
            desk.obey(line)
    say(session.t("session.kept", name=path.stem, version=history_of(path).current))


class Desk:
    """One list on the desk: what it is now, and how to show it."""

    def __init__(self, session: BattlesSession, path: Path) -> None:
        self.session = session
        self.path = path
        self.army_list = self.read()

    def read(self) -> ArmyList:
        try:
            return read_list(self.path)
        except PbbuildError as error:
            raise offering(error, self.path) from None

    def obey(self, line: str) -> None:
        """Do what a line says and show the list again."""
        word = line.split()[0].casefold()
        if word in ("?", "help"):
            self.tell([*USAGE.values(), "", self.session.t("session.help")])
        elif word == "fits":
            fits = room(self.army_list, self.session.catalog)
            self.print_all(fit_lines(self.session, fits, self.width()))
        elif word == "suggest":
            self.suggest()
        elif word == "show":
            self.print_all(unit_lines(self.session, self.army_list, 200))
        elif word == "check":
            self.tell(finding_lines(self.session, check(self.army_list, self.session.catalog)))
        elif word == "history":
            context = click.get_current_context()
            from pbbuild.pocket_battles.commands.build.saved_lists import history_command

            context.invoke(history_command, name=str(self.path), as_json=False)
        else:
            self.edit(line)

    def suggest(self) -> None:
        """Ways to spend the points left, as lines to type or paste."""
        from pbbuild.pocket_battles.builder.suggest import suggest

        try:
            ways = suggest(self.army_list, self.session.catalog, most=3)
        except PbbuildError as error:
            tell_error(error, self.session.t)
            return
        self.tell(["; ".join(way.edits) for way in ways] or [self.session.t("suggest.none")])

    def edit(self, line: str) -> None:
        before = self.army_list
        try:
            revised = revise_file(self.session, self.path, (line,))
        except PbbuildError as error:
            tell_error(error, self.session.t)
            return
        self.army_list = revised.after
        told = change_lines(self.session, revised.changes) or [self.session.t("life.no-change")]
        if revised.before is not None and revised.before != before:
            told.insert(0, self.session.t("session.changed-elsewhere"))
        self.draw(told)

    def width(self) -> int:
        return self.session.console.width

    def draw(self, told: list[str]) -> None:
        """Clear the screen and show all that the player needs for his next word."""
        console = self.session.console
        if sys.stdout.isatty():
            console.clear()
        height = max(FEWEST_LINES, console.height - len(told) - 2)
        for line in screen(self.session, self.army_list, height, self.width()):
            console.print(line, soft_wrap=False, overflow="ellipsis", no_wrap=True)
        self.tell(told)

    def tell(self, lines: list[str]) -> None:
        for line in lines:
            say(line)

    def print_all(self, lines: Sequence[object]) -> None:
        for line in lines:
            self.session.console.print(line)

    def choices(self, typed: list[str]) -> list[str]:
        """What may come next after the words typed so far in one edit."""
        if not typed:
            return [*USAGE, *SESSION_WORDS]
        word = typed[0].casefold()
        fielded = list(self.army_list.troops)
        numbers = [str(number) for number in range(1, len(self.army_list.units) + 1)]
        free = [
            troop.code
            for troop in box(self.army_list, self.session.catalog)
            if troop.code not in fielded
        ]
        if word in ("add", "move"):
            if typed[-1].casefold() == "to":
                return [*numbers, "new"]
            codes = free if word == "add" else fielded
            return [*codes, "to"] if len(typed) > 1 else codes
        if word == "swap":
            return fielded if len(typed) == 1 else ["for"] if len(typed) == 2 else free
        if word in ("merge", "name") or (word == "split" and len(typed) == 1):
            return numbers
        if word == "split" and typed[1] in numbers:
            return list(self.army_list.units[int(typed[1]) - 1].troops)
        if word in ("remove", "top", "split"):
            return fielded
        if word == "resize":
            return [str(points) for points in range(50, 130, 10)]
        if word == "edition":
            return list(self.session.catalog.editions)
        return []


def _set_up_completion(desk: Desk) -> None:
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        line = readline.get_line_buffer()[: readline.get_begidx()]
        typed = line.rsplit(";", 1)[-1].split()
        found = [c for c in desk.choices(typed) if c.casefold().startswith(text.casefold())]
        return f"{found[state]} " if state < len(found) else None

    def show(substitution: str, matches: Sequence[str], longest: int) -> None:
        # Codes alone tell little: name them.
        click.echo()
        for match in matches:
            troop = desk.session.catalog.troops.get(match.strip())
            dp = desk.session.t("session.dp", dp=troop.dp) if troop else ""
            told = f"  {troop.name}, {dp}" if troop else ""
            click.echo(f"  {match.strip()}{told}")
        click.echo(f"edit> {readline.get_line_buffer()}", nl=False)

    readline.set_completer(complete)
    readline.set_completer_delims(" ;")
    readline.set_completion_display_matches_hook(show)
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
