"""`pbbuild` alone: what is there, and what to do next."""

import os
from itertools import islice
from pathlib import Path
from typing import Final

from pbbuild.errors import PbbuildError
from pbbuild.play.saves import saves_of
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.terminal.screen import quoted
from pbbuild.terminal.welcome import Hint, unfinished_games

MOST: Final = 500  # entries of a folder looked at for playtests


def next_steps(session: BattlesSession) -> tuple[list[str], list[Hint]]:
    """What the player has here, and which commands lead on from it."""
    from pbbuild.base.settings import lists_folder
    from pbbuild.pocket_battles.commands.demo import FOLDER, LIST
    from pbbuild.pocket_battles.lists.find import saved_lists
    from pbbuild.pocket_battles.lists.store import require_folder

    t = session.t
    try:
        require_folder()
        names, folder = saved_lists(), lists_folder()
    except PbbuildError as error:
        from pbbuild.terminal.session import tell_error

        tell_error(error, t)
        return [t("welcome.lists-unreadable")], []
    under_way = [(command, t("welcome.resume")) for command in unfinished_games()]
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


def _about(session: BattlesSession, name: str) -> list[Hint]:
    from pbbuild.pocket_battles.lists.find import find_list
    from pbbuild.pocket_battles.rules.army import is_legal
    from pbbuild.terminal.screen import command_line

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
