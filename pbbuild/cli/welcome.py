"""`pbbuild` alone: what is there, and what to do next."""

import shutil
from pathlib import Path

import click

from pbbuild.cli.session import Session
from pbbuild.errors import PbbuildError

Hint = tuple[str, str]  # the command to type, what it does


def tell_next(session: Session) -> None:
    """Say what the player has here and which commands lead on from it."""
    t = session.t
    said, hints = _state(session)
    width = shutil.get_terminal_size().columns
    for line in said:
        click.echo(click.wrap_text(line, max(width, 40)))
    click.echo("")
    hints += [
        ("pbbuild --help", t("welcome.all-commands")),
        ("pbbuild doctor", t("welcome.doctor")),
    ]
    longest = max(len(command) for command, _ in hints)
    for command, line in hints:
        click.echo(f"  {command:<{longest}}   {line}")


def _state(session: Session) -> tuple[list[str], list[Hint]]:
    from pbbuild.armylist.find import saved_lists
    from pbbuild.settings import lists_folder

    t = session.t
    try:
        names, folder = saved_lists(), lists_folder()
    except PbbuildError as error:
        from pbbuild.cli.session import tell_error

        tell_error(error, t)
        return [t("welcome.lists-unreadable")], []
    games = [(command, t("welcome.resume")) for command in _games_under_way()]
    if not names:
        said = [t("welcome.what"), t("welcome.no-lists")]
        hints = [
            ("pbbuild demo", t("welcome.demo")),
            ("pbbuild new --points 80", t("welcome.new")),
            ("pbbuild lists --ready", t("welcome.ready")),
        ]
        return said, games + hints
    newest = max(names, key=lambda name: _changed(folder / f"{name}.json"))
    said = [t("welcome.lists", count=len(names), newest=newest)]
    if games:
        said.append(t("welcome.game-under-way"))
    return said, games + _about(session, newest)


def _about(session: Session, name: str) -> list[Hint]:
    from pbbuild.armylist.find import find_list
    from pbbuild.cli.new import command_line
    from pbbuild.games.pocket_battles.army import is_legal

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
        (typed("playtest", name), t("welcome.playtest")),
        (typed("print", name), t("welcome.print")),
        (typed("edit", name), t("welcome.edit")),
    ]


def _games_under_way() -> list[str]:
    from pbbuild.resources import player_data

    resumes = {
        "pocket-battles": "pbbuild play --resume",
        "pocket-general": "pbbuild play --game pocket-general --resume",
    }
    games = player_data() / "games"
    return [line for game, line in resumes.items() if any(games.glob(f"{game}-*.json"))]


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
