"""The edit session: edits typed at a prompt, and the list redrawn after each of them.

The prompt is the standard library's readline: it completes, recalls and edits lines, starts
fast and needs no dependency. A library that draws its own screen would take a tenth of a second
to start. Without readline (Windows) the prompt works without completion.
"""

import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.commands.build.list_files import (
    change_lines,
    finding_lines,
    require_playable,
    revise_file,
    short_codes,
)
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.edit_language import USAGE
from pbbuild.pocket_battles.lists.history import history_of
from pbbuild.pocket_battles.lists.list_file import read_list
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.lists.saved_lists import with_restore_offer
from pbbuild.pocket_battles.rules.army import check, points_of, tokens_of
from pbbuild.pocket_battles.rules.fitting_tiles import FittingTile, available_tiles, fitting_tiles
from pbbuild.pocket_battles.rules.units import largest_unit
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import report_error
from pbbuild.terminal.streams import TerminatedError

if TYPE_CHECKING:
    from rich.text import Text

SEVERITY_STYLES: Final = {"error": "red", "warning": "yellow", "note": "cyan"}
SESSION_WORDS: Final = ("fits", "suggest", "show", "check", "history", "help", "quit")
FEWEST_LINES: Final = 12


def edit_in_session(session: BattlesSession, path: Path) -> None:
    """Edit the list file at a prompt until the player quits; each line is saved immediately."""
    edit = EditSession(session, path)
    require_playable(session, edit.army_list, str(path))
    _set_up_completion(edit)
    edit.draw([session.t("session.welcome")])
    while True:
        try:
            line = input("edit> ").strip()
        except TerminatedError:
            # Every line is saved already.
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
            edit.run_line(line)
    say(session.t("session.kept", name=path.stem, version=history_of(path).current))


class EditSession:
    """One list being edited: its present state, and what is shown of it."""

    def __init__(self, session: BattlesSession, path: Path) -> None:
        self.session = session
        self.path = path
        self.army_list = self.read()

    def read(self) -> ArmyList:
        try:
            return read_list(self.path)
        except PbbuildError as error:
            raise with_restore_offer(error, self.path) from None

    def run_line(self, line: str) -> None:
        """Run one command or edit, and show its result."""
        word = line.split()[0].casefold()
        if word in ("?", "help"):
            self.print_lines([*USAGE.values(), "", self.session.t("session.help")])
        elif word == "fits":
            fits = fitting_tiles(self.army_list, self.session.catalog)
            self.print_all(fit_lines(self.session, fits, self.width()))
        elif word == "suggest":
            self.suggest()
        elif word == "show":
            self.print_all(unit_rows(self.session, self.army_list, 200))
        elif word == "check":
            self.print_lines(
                finding_lines(self.session, check(self.army_list, self.session.catalog))
            )
        elif word == "history":
            context = click.get_current_context()
            from pbbuild.pocket_battles.commands.build.saved_lists import history_command

            context.invoke(history_command, name=str(self.path), as_json=False)
        else:
            self.edit(line)

    def suggest(self) -> None:
        """Print ways to spend the points left, as lines to type or paste."""
        from pbbuild.pocket_battles.builder.suggest import suggest

        try:
            ways = suggest(self.army_list, self.session.catalog, most=3)
        except PbbuildError as error:
            report_error(error, self.session.t)
            return
        self.print_lines(["; ".join(way.edits) for way in ways] or [self.session.t("suggest.none")])

    def edit(self, line: str) -> None:
        before = self.army_list
        try:
            revised = revise_file(self.session, self.path, (line,))
        except PbbuildError as error:
            report_error(error, self.session.t)
            return
        self.army_list = revised.after
        lines = change_lines(self.session, revised.changes) or [self.session.t("life.no-change")]
        if revised.before is not None and revised.before != before:
            lines.insert(0, self.session.t("session.changed-elsewhere"))
        self.draw(lines)

    def width(self) -> int:
        return self.session.console.width

    def draw(self, messages: list[str]) -> None:
        """Clear the screen and show the list, what still fits, its findings and `messages`."""
        console = self.session.console
        if sys.stdout.isatty():
            console.clear()
        height = max(FEWEST_LINES, console.height - len(messages) - 2)
        for line in screen(self.session, self.army_list, height, self.width()):
            console.print(line, soft_wrap=False, overflow="ellipsis", no_wrap=True)
        self.print_lines(messages)

    def print_lines(self, lines: list[str]) -> None:
        for line in lines:
            say(line)

    def print_all(self, lines: Sequence[object]) -> None:
        for line in lines:
            self.session.console.print(line)

    def choices(self, typed: list[str]) -> list[str]:
        """The words that may come next after those typed so far in one edit."""
        if not typed:
            return [*USAGE, *SESSION_WORDS]
        word = typed[0].casefold()
        fielded = list(self.army_list.troops)
        numbers = [str(number) for number in range(1, len(self.army_list.units) + 1)]
        free = [
            troop.code
            for troop in available_tiles(self.army_list, self.session.catalog)
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


def _set_up_completion(edit: EditSession) -> None:
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        line = readline.get_line_buffer()[: readline.get_begidx()]
        typed = line.rsplit(";", 1)[-1].split()
        found = [c for c in edit.choices(typed) if c.casefold().startswith(text.casefold())]
        return f"{found[state]} " if state < len(found) else None

    def show(substitution: str, matches: Sequence[str], longest: int) -> None:
        # A code alone means little, so its name stands beside it.
        click.echo()
        for match in matches:
            troop = edit.session.catalog.troops.get(match.strip())
            dp = edit.session.t("session.dp", dp=troop.dp) if troop else ""
            name = f"  {troop.name}, {dp}" if troop else ""
            click.echo(f"  {match.strip()}{name}")
        click.echo(f"edit> {readline.get_line_buffer()}", nl=False)

    readline.set_completer(complete)
    readline.set_completer_delims(" ;")
    readline.set_completion_display_matches_hook(show)
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


def screen(session: BattlesSession, army_list: ArmyList, height: int, width: int) -> "list[Text]":
    """The lines to show, at most `height`; the last line of a part counts what is left out."""
    units = unit_rows(session, army_list, width)
    findings = finding_rows(session, army_list)
    fits: list[Text] = []
    if points_of(army_list, session.catalog) < army_list.points:
        fits = fit_lines(session, fitting_tiles(army_list, session.catalog), width)
    head = [title_line(session, army_list)]
    # Findings get their lines first, then the army, then what fits.
    spare = max(3, height - len(head) - 2)
    findings = _cut(session, findings, max(2, min(len(findings), spare // 4)))
    units = _cut(session, units, max(3, min(len(units), spare - len(findings) - 4)))
    fits = _cut(session, fits, max(2, spare - len(findings) - len(units)))
    return [*head, *units, heading(session, "fits", army_list), *fits, *findings]


def _cut(session: BattlesSession, lines: "list[Text]", most: int) -> "list[Text]":
    from rich.text import Text

    if len(lines) <= most:
        return lines
    more = session.t("session.more", count=len(lines) - most + 1)
    return [*lines[: most - 1], Text(f"  {more}", style="dim")]


def title_line(session: BattlesSession, army_list: ArmyList) -> "Text":
    """Name, army, points and tokens on one line."""
    from rich.text import Text

    spent = points_of(army_list, session.catalog)
    line = Text(army_list.name or session.t("exchange.unnamed"), style="bold")
    line.append(
        "  "
        + session.t(
            "session.title",
            army=session.army_name(army_list.army),
            spent=spent,
            size=army_list.points,
            tokens=tokens_of(army_list, session.catalog),
        ),
        style="red" if spent > army_list.points else "",
    )
    return line


def heading(session: BattlesSession, kind: str, army_list: ArmyList) -> "Text":
    """The line above what still fits."""
    from rich.text import Text

    left = army_list.points - points_of(army_list, session.catalog)
    key = f"session.{kind}" if left > 0 else "session.full"
    return Text(session.t(key, left=max(0, left)), style="bold")


def unit_rows(session: BattlesSession, army_list: ArmyList, width: int) -> "list[Text]":
    """One line per unit: number, points, formation, tiles from the top of the stack down."""
    from rich.text import Text

    if not army_list.units:
        return [Text(f"  {session.t('session.empty')}", style="dim")]
    lines = []
    for number, unit in enumerate(army_list.units, 1):
        line = Text(f"{number:>2} ", style="bold")
        line.append(f"{session.t('session.dp', dp=_points(session, unit)):>5}  ", style="dim")
        if unit.name:
            line.append(f"{unit.name}: ", style="italic")
        for place, code in enumerate(unit.troops):
            troop = session.catalog.troops.get(code)
            line.append(" + " if place else "", style="dim")
            line.append(code, style="" if troop else "red")
            if troop:
                line.append(f" {troop.name}", style="dim")
        line.append(f"  {_room_in(session, unit)}", style="dim")
        if len(line.plain) > width:
            line = _shorter(session, number, unit)
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def _shorter(session: BattlesSession, number: int, unit: ListUnit) -> "Text":
    from rich.text import Text

    line = Text(f"{number:>2} ", style="bold")
    line.append(f"{session.t('session.dp', dp=_points(session, unit)):>5}  ", style="dim")
    if unit.name:
        line.append(f"{unit.name}: ", style="italic")
    line.append(" + ".join(unit.troops))
    line.append(f"  {_room_in(session, unit)}", style="dim")
    return line


def _points(session: BattlesSession, unit: ListUnit) -> int:
    troops = session.catalog.troops
    return sum(troops[code].dp for code in unit.troops if code in troops)


def _room_in(session: BattlesSession, unit: ListUnit) -> str:
    troops = [session.catalog.troops[c] for c in unit.troops if c in session.catalog.troops]
    formation = largest_unit(troops)
    return session.t("session.formation", size=len(unit.troops), formation=formation)


def fit_lines(session: BattlesSession, fits: tuple[FittingTile, ...], width: int) -> "list[Text]":
    """What still fits, tiles of one name and the same places on one line."""
    from rich.text import Text

    groups: dict[tuple[str, int, tuple[int, ...], bool, tuple[int, ...]], list[FittingTile]]
    groups = defaultdict(list)
    for fit in fits:
        key = (fit.troop.name, fit.troop.dp, fit.units, fit.alone, fit.wasted)
        groups[key].append(fit)
    if not groups:
        return [Text(f"  {session.t('session.nothing-fits')}", style="dim")]
    lines = []
    # The most expensive first: they are hardest to place later.
    for (name, dp, units, alone, wasted), members in sorted(
        groups.items(), key=lambda group: (-group[0][1], group[1][0].troop.code)
    ):
        line = Text(f" {session.t('session.dp', dp=dp):>5}  ", style="dim")
        line.append(short_codes([fit.troop.code for fit in members]))
        line.append(f" {name}", style="dim")
        places = [f"({n})" if n in wasted else str(n) for n in units]
        if alone:
            places.append("new")
        arrow = "->" if session.plain else "→"
        line.append(f" {arrow} {' '.join(places)}")
        traits = [session.catalog.traits[trait] for trait in members[0].troop.traits]
        if traits:
            names = ", ".join(trait.name.in_language(session.language) for trait in traits)
            line.append(f"  {names}", style="dim italic")
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def finding_rows(session: BattlesSession, army_list: ArmyList) -> "list[Text]":
    """A line for each finding but unspent points, which the title shows already."""
    from rich.text import Text

    lines = []
    for finding in check(army_list, session.catalog):
        if finding.code == "under-size":
            continue
        mark = {"error": "✗", "warning": "!", "note": "·"}[finding.severity]
        sentence = finding_sentence(finding, session.catalog, session.t)
        lines.append(
            Text(
                f"{'x' if session.plain and mark == '✗' else mark} {finding.rule} {sentence}",
                style=SEVERITY_STYLES[finding.severity],
            )
        )
    if not any(line.style == "red" for line in lines):
        lines.insert(0, Text(session.t("life.legal"), style="green"))
    return lines
