"""What `pbbuild` without a command shows: the player's lists, and what to do next."""

import os
from itertools import islice
from pathlib import Path
from typing import Final

from pbbuild.errors import PbbuildError
from pbbuild.play.saves import saves_of
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.terminal.screen import shell_quoted
from pbbuild.terminal.welcome import CommandHint, unfinished_games

MOST: Final = 500  # entries of a folder looked at for playtests


def next_steps(session: BattlesSession) -> tuple[list[str], list[CommandHint]]:
    """Sentences about the player's lists, and hints which commands to use next."""
    from pbbuild.base.settings import lists_folder
    from pbbuild.pocket_battles.commands.demo import FOLDER, LIST
    from pbbuild.pocket_battles.lists.find import saved_lists
    from pbbuild.pocket_battles.lists.saved_lists import require_lists_folder

    t = session.t
    try:
        require_lists_folder()
        names, folder = saved_lists(), lists_folder()
    except PbbuildError as error:
        from pbbuild.terminal.session import report_error

        report_error(error, t)
        return [t("welcome.lists-unreadable")], []
    unfinished = [(command, t("welcome.resume")) for command in unfinished_games()]
    battles = len(unfinished)
    if saves_of("draft"):
        unfinished.append(("pbbuild draft --resume", t("welcome.resume-draft")))
    unfinished += [
        (f"pbbuild playtest -o {shell_quoted(run)} --resume", t("welcome.resume-playtest"))
        for run in _unfinished_playtests()
    ]
    key = "welcome.unfinished-battle" if battles == 1 == len(unfinished) else "welcome.under-way"
    sentences = [t(key)] if unfinished else []
    if not names:
        sentences = [t("welcome.what"), *sentences, t("welcome.no-lists")]
        hints = [
            ("pbbuild demo", t("welcome.demo")),
            ("pbbuild learn", t("welcome.learn")),
            ("pbbuild play", t("welcome.play-now")),
            ("pbbuild new --points 80", t("welcome.new")),
            ("pbbuild lists --ready", t("welcome.ready")),
        ]
        if os.path.isfile(Path(FOLDER, LIST)):
            hints[0] = (f"pbbuild copy {Path(FOLDER, LIST)} NAME", t("welcome.keep-demo"))
        return sentences, unfinished + hints
    newest = max(names, key=lambda name: _changed(folder / f"{name}.json"))
    return [*sentences, t("welcome.lists", count=len(names), newest=newest)], [
        *unfinished,
        *_hints_about(session, newest),
    ]


def _hints_about(session: BattlesSession, name: str) -> list[CommandHint]:
    from pbbuild.pocket_battles.lists.find import find_list
    from pbbuild.pocket_battles.rules.army import is_legal
    from pbbuild.terminal.screen import command_line

    def command(*words: str) -> str:
        return command_line(["pbbuild", *words])

    t = session.t
    try:
        army_list = find_list(name).army_list
    except PbbuildError:
        return [
            (command("check", name), t("welcome.broken")),
            (command("history", name), t("welcome.history")),
        ]
    known = army_list.army in session.catalog.armies
    if not known or not is_legal(army_list, session.catalog):
        return [
            (command("check", name), t("welcome.illegal")),
            (command("edit", name), t("welcome.edit")),
        ]
    return [
        (command("show", name), t("welcome.show")),
        (command("play", name), t("welcome.play")),
        (command("playtest", name), t("welcome.playtest")),
        (command("print", name), t("welcome.print")),
        (command("edit", name), t("welcome.edit")),
    ]


def _unfinished_playtests() -> list[Path]:
    """Folders in the present one with an unfinished playtest."""
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
