"""`pbbuild` alone: what is there, and what to do next."""

import os
import sys
from itertools import islice
from pathlib import Path
from typing import Final

import click

from pbbuild.errors import PbbuildError
from pbbuild.games import POCKET_GENERAL, RESUME, SAVES
from pbbuild.play.saves import saves_of
from pbbuild.terminal.screen import NARROWEST, folded, quoted, say, width_of
from pbbuild.terminal.session import Session

LONGEST: Final = 40  # characters of a command that has its explanation beside it
MOST: Final = 500  # entries of a folder looked at for playtests
Hint = tuple[str, str]  # the command to type, what it does


def tell_next(session: Session, game: str | None = None) -> None:
    """Say what the player has here and which commands lead on from it."""
    t = session.t
    said, hints = _of_pocket_general(session) if game == POCKET_GENERAL else _state(session)
    for line in said:
        say(line)
    click.echo("")
    hints += [
        ("pbbuild --help", t("welcome.all-commands")),
        ("pbbuild doctor", t("welcome.doctor")),
    ]
    width = width_of(sys.stdout)
    # A long name must not squeeze what is said about it into a narrow column.
    longest = max(len(command) for command, _ in hints if len(command) <= LONGEST)
    indent = longest + 5
    if 0 < width < indent + NARROWEST:
        longest, indent = 0, 6
    for command, line in hints:
        start = f"  {command:<{longest}}   "
        if len(command) > longest:
            start = f"  {command}\n{' ' * indent}"
        room = width - indent if width else 0
        click.echo(start + folded(line, room).replace("\n", "\n" + " " * indent))


def _of_pocket_general(session: Session) -> tuple[list[str], list[Hint]]:
    t, chosen = session.t, "--game pocket-general"
    games = [line for line in _games_under_way() if chosen in line]
    return [t("welcome.general")], [
        *((command, t("welcome.resume")) for command in games),
        (f"pbbuild play {chosen}", t("welcome.general-play")),
        (f"pbbuild new {chosen}", t("welcome.general-new")),
        (f"pbbuild print {chosen} --what pack", t("welcome.general-print")),
        (f"pbbuild catalog {chosen} show", t("welcome.general-catalog")),
        ("pbbuild rules general", t("welcome.general-rules")),
    ]


def _state(session: Session) -> tuple[list[str], list[Hint]]:
    from pbbuild.base.settings import lists_folder
    from pbbuild.pocket_battles.commands.demo import FOLDER, LIST
    from pbbuild.pocket_battles.lists.find import saved_lists
    from pbbuild.pocket_battles.lists.removed import require_folder

    t = session.t
    try:
        require_folder()
        names, folder = saved_lists(), lists_folder()
    except PbbuildError as error:
        from pbbuild.terminal.session import tell_error

        tell_error(error, t)
        return [t("welcome.lists-unreadable")], []
    under_way = [(command, t("welcome.resume")) for command in _games_under_way()]
    if saves_of("draft"):
        under_way.append(("pbbuild draft --resume", t("welcome.resume-draft")))
    under_way += [
        (f"pbbuild playtest -o {quoted(run)} --resume", t("welcome.resume-playtest"))
        for run in _playtests_under_way()
    ]
    said = [t("welcome.under-way")] if under_way else []
    if not names:
        said = [t("welcome.what"), *said, t("welcome.no-lists")]
        hints = [
            ("pbbuild demo", t("welcome.demo")),
            ("pbbuild new --points 80", t("welcome.new")),
            ("pbbuild lists --ready", t("welcome.ready")),
        ]
        if os.path.isfile(Path(FOLDER, LIST)):
            hints[0] = (f"pbbuild copy {Path(FOLDER, LIST)} NAME", t("welcome.keep-demo"))
        return said, under_way + hints
    newest = max(names, key=lambda name: _changed(folder / f"{name}.json"))
    return [*said, t("welcome.lists", count=len(names), newest=newest)], [
        *under_way,
        *_about(session, newest),
    ]


def _about(session: Session, name: str) -> list[Hint]:
    from pbbuild.pocket_battles.commands.build.new import command_line
    from pbbuild.pocket_battles.lists.find import find_list
    from pbbuild.pocket_battles.rules.army import is_legal

    def typed(*words: str) -> str:
        return command_line(["pbbuild", *words])

    t = session.t
    try:
        army_list = find_list(name).army_list
    except PbbuildError:
        return [
            (typed("check", name), t("welcome.broken")),
            (typed("history", name), t("welcome.history")),
        ]
    known = army_list.army in session.catalog.armies
    if not known or not is_legal(army_list, session.catalog):
        return [
            (typed("check", name), t("welcome.illegal")),
            (typed("edit", name), t("welcome.edit")),
        ]
    return [
        (typed("show", name), t("welcome.show")),
        (typed("play", name), t("welcome.play")),
        (typed("playtest", name), t("welcome.playtest")),
        (typed("print", name), t("welcome.print")),
        (typed("edit", name), t("welcome.edit")),
    ]


def _games_under_way() -> list[str]:
    return [line for game, line in RESUME.items() if saves_of(SAVES[game])]


def _playtests_under_way() -> list[Path]:
    """Folders below this one with a playtest that was broken off."""
    from pbbuild.play.runfile import NAME, is_unfinished

    try:
        here = sorted(islice(Path().iterdir(), MOST))
    except OSError:
        return []
    return [path for path in here if os.path.isfile(path / NAME) and is_unfinished(path)]


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
