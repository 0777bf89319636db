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
from pbbuild.pocket_battles.lists.edit_language import EDIT_WORDS
from pbbuild.pocket_battles.lists.history import history_of
from pbbuild.pocket_battles.lists.list_file import read_list
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.lists.saved_lists import with_restore_offer
from pbbuild.pocket_battles.rules.army import check, points_of, tokens_of
from pbbuild.pocket_battles.rules.fitting_tiles import FittingTile, available_tiles, fitting_tiles
from pbbuild.pocket_battles.rules.units import largest_unit
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.terminal.screen import say, wrapped_text
from pbbuild.terminal.session import report_error
from pbbuild.terminal.streams import TerminatedError

if TYPE_CHECKING:
    from rich.text import Text

    from pbbuild.pocket_battles.screen.army_view import UnitView

SEVERITY_STYLES: Final = {"error": "red", "warning": "yellow", "note": "cyan"}
SESSION_WORDS: Final = ("fits", "suggest", "show", "check", "history", "help", "quit")
ITALIAN_WORDS: Final = {
    "aiuto": "help",
    "adatte": "fits",
    "suggerisci": "suggest",
    "mostra": "show",
    "controlla": "check",
    "versioni": "history",
}
LEAVING: Final = ("quit", "q", "exit", "bye", "esci")
FEWEST_LINES: Final = 12
# Lines for what still fits that stay even where the army needs them.
LEAST_FITS: Final = 3


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
        if line.casefold() in LEAVING:
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
        word = ITALIAN_WORDS.get(word, word)
        if word in ("?", "help"):
            usage = [self.session.t(f"session.usage-{each}") for each in EDIT_WORDS]
            self.print_lines([*usage, "", self.session.t("session.help")])
        elif word == "fits":
            fits = fitting_tiles(self.army_list, self.session.catalog)
            self.print_all(fit_lines(self.session, fits, self.width()))
        elif word == "suggest":
            self.suggest()
        elif word == "show":
            self.print_all(army_rows(self.session, self.army_list, self.width()))
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
        width = self.width()
        lines = sum(len(wrapped_text(line, width).split("\n")) for line in messages)
        height = max(FEWEST_LINES, console.height - lines - 1)
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
            return [*EDIT_WORDS, *SESSION_WORDS]
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
    if sys.platform == "win32":
        return
    try:
        import readline
    except ImportError:  # some Pythons are built without it
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
    """The lines to show: the army as detailed as `height` allows, what fits, the findings.

    Findings are never cut. What fits has the lines that are left, two at least; the last one
    then counts what is left out.
    """
    findings = finding_rows(session, army_list, width)
    fits: list[Text] = []
    if points_of(army_list, session.catalog) < army_list.points:
        fits = fit_lines(session, fitting_tiles(army_list, session.catalog), width)
    head = [title_line(session, army_list)]
    spare = max(3, height - len(head) - len(findings) - 1)
    least = min(len(fits), LEAST_FITS)
    views = (army_rows, short_army_rows, unit_rows)
    drawn = (view(session, army_list, width) for view in views)
    units = next((rows for rows in drawn if len(rows) + least <= spare), None)
    if units is None:
        units = _cut(session, unit_rows(session, army_list, width), max(3, spare - least))
    fits = _cut(session, fits, max(2, spare - len(units)))
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
    if left < 0:
        return Text(session.t("session.overspent", count=-left), style="bold red")
    key = f"session.{kind}" if left else "session.full"
    return Text(session.t(key, left=left), style="bold")


def army_rows(session: BattlesSession, army_list: ArmyList, width: int) -> "list[Text]":
    """A line for each unit and one for each of its tiles: name, points, dice, traits."""
    from rich.text import Text

    from pbbuild.pocket_battles.screen.army_text import short_dice

    views = _views(session, army_list)
    if not views:
        return unit_rows(session, army_list, width)
    names = max(len(troop.name) for unit in views for troop in unit.troops)
    dice_width = max(
        len(short_dice([troop], plain=session.plain)) for unit in views for troop in unit.troops
    )
    lines = []
    for unit in views:
        line = Text(f"{unit.number:>2} ", style="bold")
        line.append(f"{unit.name}  " if unit.name else "", style="italic")
        line.append(f"{session.t('session.dp', dp=unit.dp)}  ", style="bold")
        line.append(_figures(session, unit), style="dim")
        lines.append(line)
        for troop in unit.troops:
            line = Text(f"     {troop.code} {troop.name:<{names}}  ")
            line.append(f"{session.t('session.dp', dp=troop.dp):>5} ", style="dim")
            line.append(f"{session.t('show.wp', wp=troop.wp)}  ", style="dim")
            dice = short_dice([troop], plain=session.plain)
            line.append(f"{dice:<{dice_width}}  ", style="bold")
            line.append(_trait_names(session, troop.traits), style="italic")
            lines.append(line)
    for line in lines:
        line.rstrip()
        line.truncate(width, overflow="ellipsis")
    return lines


def short_army_rows(session: BattlesSession, army_list: ArmyList, width: int) -> "list[Text]":
    """Two lines for each unit: its tiles, then their dice, hits and traits together."""
    from rich.text import Text

    from pbbuild.pocket_battles.screen.army_text import short_dice

    lines = []
    for unit in _views(session, army_list):
        line = Text(f"{unit.number:>2} ", style="bold")
        line.append(f"{session.t('session.dp', dp=unit.dp):>5}  ", style="bold")
        line.append(f"{unit.name}: " if unit.name else "", style="italic")
        alike: dict[str, list[str]] = {}
        for troop in unit.troops:
            alike.setdefault(troop.name, []).append(troop.code)
        tiles = ", ".join(f"{short_codes(codes)} {name}" for name, codes in alike.items())
        if len(line.plain) + len(tiles) > width:
            tiles = " + ".join(troop.code for troop in unit.troops)
        line.append(tiles)
        rest = Text(f"          {short_dice(unit.troops, plain=session.plain)}  ")
        rest.append(f"{_figures(session, unit)}  ", style="dim")
        rest.append(_trait_names(session, unit.traits), style="italic dim")
        lines += [line, rest]
    for line in lines:
        line.rstrip()
        line.truncate(width, overflow="ellipsis")
    return lines or unit_rows(session, army_list, width)


def _views(session: BattlesSession, army_list: ArmyList) -> "tuple[UnitView, ...]":
    """The units with their totals, () where a tile is unknown or there is none."""
    from pbbuild.pocket_battles.screen.army_view import army_view

    if any(code not in session.catalog.troops for code in army_list.troops):
        return ()
    return army_view(army_list, session.catalog).units


def _figures(session: BattlesSession, unit: "UnitView") -> str:
    """Wound points, expected hits and how many tiles it has of how many it may."""
    t = session.t
    parts = [t("show.wp", wp=unit.wp)]
    for key, attack in (("charge", unit.charge), ("shoot", unit.shoot)):
        if attack:
            parts.append(t(f"show.brief-{key}", hits=t.decimal(attack.hits)))
    parts.append(t("session.formation", size=len(unit.troops), formation=unit.formation))
    return "  ".join(parts)


def _trait_names(session: BattlesSession, traits: Sequence[str]) -> str:
    names = (session.catalog.traits[trait].name for trait in traits)
    return ", ".join(name.in_language(session.language) for name in names)


def unit_rows(session: BattlesSession, army_list: ArmyList, width: int) -> "list[Text]":
    """One line per unit: number, points, tiles from the top of the stack down, dice, hits.

    Where a line is too long, the codes go first.
    """
    from rich.text import Text

    if not army_list.units:
        return [Text(f"  {session.t('session.empty')}", style="dim")]
    views = {unit.number: unit for unit in _views(session, army_list)}
    lines = []
    for number, unit in enumerate(army_list.units, 1):
        head = Text(f"{number:>2} ", style="bold")
        head.append(f"{session.t('session.dp', dp=_points(session, unit)):>5}  ", style="dim")
        tail = _tail(session, unit, views.get(number))
        long = head.copy()
        if unit.name:
            long.append(f"{unit.name}: ", style="italic")
        known = session.catalog.troops
        for place, code in enumerate(unit.troops):
            long.append(", " if place else "", style="dim")
            long.append(code, style="" if code in known else "red")
            long.append(f" {known[code].name}" if code in known else "", style="dim")
        long.append_text(tail)
        if len(long.plain) > width:
            names = [known[code].name if code in known else code for code in unit.troops]
            counted = [f"{names.count(each)} {each}" if names.count(each) > 1 else each
                       for each in dict.fromkeys(names)]  # fmt: skip
            long = head.append(", ".join(counted)).append_text(tail)
        long.truncate(width, overflow="ellipsis")
        lines.append(long)
    return lines


def _tail(session: BattlesSession, unit: ListUnit, view: "UnitView | None") -> "Text":
    """What a line about a unit ends with: dice and figures, or its size where tiles are unknown."""
    from rich.text import Text

    from pbbuild.pocket_battles.screen.army_text import short_dice

    if view is None:
        return Text(f"  {_room_in(session, unit)}", style="dim")
    dice = short_dice(view.troops, plain=session.plain)
    tail = Text(f"  {dice}" if dice else "", style="bold")
    return tail.append(f"  {_figures(session, view)}", style="dim")


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


def finding_rows(session: BattlesSession, army_list: ArmyList, width: int) -> "list[Text]":
    """Each finding but unspent points, which the title shows already; long ones wrapped."""
    from rich.text import Text

    lines: list[Text] = []
    for finding in check(army_list, session.catalog):
        if finding.code == "under-size":
            continue
        mark = {"error": "✗", "warning": "!", "note": "·"}[finding.severity]
        sentence = finding_sentence(finding, session.catalog, session.t)
        sign = "x" if session.plain and mark == "✗" else mark
        whole = wrapped_text(f"{sign} {finding.rule} {sentence}", width, 2)
        style = SEVERITY_STYLES[finding.severity]
        lines += [Text(part, style=style) for part in whole.split("\n")]
    if not any(line.style == "red" for line in lines):
        lines.insert(0, Text(session.t("life.legal"), style="green"))
    return lines
