"""`pbbuild lists|history|restore|copy|rename|remove`: the player's lists and their past."""

import contextlib
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from pbbuild.armylist.edit import edit_list
from pbbuild.armylist.edit_words import quoted
from pbbuild.armylist.find import (
    FoundList,
    locate_list,
    ready_folder,
    ready_lists,
    saved_lists,
)
from pbbuild.armylist.history import History, Version, count_versions, history_of
from pbbuild.armylist.model import ArmyList
from pbbuild.armylist.read import parse_list, read_list
from pbbuild.armylist.revise import revise
from pbbuild.armylist.stamp import stamped
from pbbuild.armylist.store import (
    newest_good,
    remove,
    removed_lists,
    rename_file,
    require_folder,
    require_free,
    restore,
    save_new,
    saved_file,
)
from pbbuild.cli.edit import own_file, total_line
from pbbuild.cli.legality import tell_if_illegal
from pbbuild.cli.options import CompletedList, json_option, list_argument
from pbbuild.cli.say import say
from pbbuild.cli.session import Session
from pbbuild.errors import ListError, PbbuildError
from pbbuild.files import place_of, read_bytes
from pbbuild.games.pocket_battles.army import is_legal, points_of
from pbbuild.settings import lists_folder

# What a table on the screen has at the most; nobody reads further, and it would take long.
MOST_SHOWN: Final = 500


@click.command("lists")
@click.option("--removed", is_flag=True, help="Those removed, which restore brings back.")
@click.option("--ready", is_flag=True, help="The ready lists that come with pbbuild.")
@json_option
@click.pass_obj
def lists_command(session: Session, removed: bool, ready: bool, as_json: bool) -> None:
    """Show all lists you have saved.

    \b
        pbbuild lists
        pbbuild lists --ready
        pbbuild lists --removed
    """
    if not removed and not ready:
        require_folder()
    names = removed_lists() if removed else () if ready else saved_lists()
    shown = names if as_json else _newest(names)
    rows = [
        # When a shipped file was written is nobody's change.
        {**_row(session, name, ready_folder() / f"{name}.json", False), "changed": ""}
        for name in (ready_lists() if ready else ())
    ] or [_row(session, name, lists_folder() / f"{name}.json", removed) for name in shown]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if not rows:
        say(session.t("life.none-removed" if removed else "life.none-saved"))
        return
    _print_lists(session, rows)
    if len(names) > len(shown):
        more = len(names) - len(shown)
        say(session.t("life.more", count=more, command="pbbuild lists --json"), err=True)


def _newest(names: Sequence[str]) -> Sequence[str]:
    if len(names) <= MOST_SHOWN:
        return names

    def changed(name: str) -> float:
        try:
            return (lists_folder() / f"{name}.json").stat().st_mtime
        except OSError:
            return 0.0

    return sorted(sorted(names, key=changed, reverse=True)[:MOST_SHOWN])


def _row(session: Session, name: str, path: Path, removed: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"name": name, "legal": None, "army": "", "points": 0, "size": 0}
    try:
        if removed:
            history = history_of(path)
            content = history.content(newest_good(history)) or b""
            army_list = parse_list(content.decode("utf-8-sig"), name)
            changed = history.versions[-1].time
        else:
            army_list = read_list(path)
            moment = time.gmtime(path.stat().st_mtime)
            changed = time.strftime("%Y-%m-%dT%H:%M:%SZ", moment)
    except (PbbuildError, OSError):
        return row
    known = army_list.edition in session.catalog.editions
    return {
        **row,
        "title": army_list.name,
        "army": army_list.army,
        "points": points_of(army_list, session.catalog),
        "size": army_list.points,
        "legal": is_legal(army_list, session.catalog) if known else None,
        "changed": changed,
        "versions": count_versions(path),
    }


def _print_lists(session: Session, rows: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table

    t = session.t
    table = Table(box=box.ASCII if session.plain else box.SIMPLE_HEAD, pad_edge=False)
    for key in ("name", "army", "points", "legal", "changed"):
        column = t(f"life.column-{key}")
        table.add_column(column, justify="right" if key == "points" else "left", overflow="fold")
    for row in rows:
        legal = {True: "life.yes", False: "life.no", None: "life.unreadable"}[row["legal"]]
        army = session.catalog.armies.get(row["army"])
        table.add_row(
            row["name"],
            army.name.in_language(session.language) if army else row["army"],
            f"{row['points']}/{row['size']}" if row["size"] else "",
            t(legal),
            local_time(row.get("changed", "")),
        )
    session.console.print(table)


def local_time(stamp: str) -> str:
    """A stored time as the player's clock would show it, to the minute."""
    import calendar

    try:
        seconds = calendar.timegm(time.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ"))
    except ValueError:
        return stamp
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


@click.command("history")
@click.argument("name", metavar="LIST", type=CompletedList())
@json_option
@click.pass_obj
def history_command(session: Session, name: str, as_json: bool) -> None:
    """Show every version a list ever had.

    The version in use is marked. See one with diff, bring one back with restore.

    \b
        pbbuild history iron-wall
    """
    path = _file_of(name)
    history = history_of(path)
    if as_json:
        rows = [_version_row(history, version) for version in history.versions]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if not history.versions:
        say(session.t("life.no-history", name=name))
        return
    from rich import box
    from rich.table import Table

    t = session.t
    table = Table(box=box.ASCII if session.plain else box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", width=1)
    table.add_column(t("life.column-version"), justify="right")
    table.add_column(t("life.column-changed"), no_wrap=True)
    table.add_column(t("life.column-points"), justify="right")
    table.add_column(t("life.column-what"), overflow="fold")
    older = len(history.versions) - MOST_SHOWN
    for version in history.versions[-MOST_SHOWN:]:
        now = version.number == history.current
        points = _points_of_version(session, history, version)
        table.add_row(
            (">" if session.plain else "▶") if now else "",
            str(version.number),
            local_time(version.time),
            points,
            _what(session, history, version),
        )
    session.console.print(table)
    if older > 0:
        command = f"pbbuild history {quoted(name)} --json"
        say(t("life.more", count=older, command=command), err=True)
    for file in history.damaged[:MOST_SHOWN]:
        say(t("life.damaged-version", file=file), err=True)


def _version_row(history: History, version: Version) -> dict[str, Any]:
    return {
        "version": version.number,
        "kind": version.kind,
        "of": version.of,
        "time": version.time,
        "edits": list(version.edits),
        "current": version.number == history.current,
        "void": version.number in history.void,
    }


def _points_of_version(session: Session, history: History, version: Version) -> str:
    content = history.content(version.number)
    if content is None or version.kind in ("void", "remove"):
        return ""
    try:
        army_list = parse_list(content.decode("utf-8-sig"), "")
    except (PbbuildError, UnicodeDecodeError):
        return session.t("life.unreadable")
    return f"{points_of(army_list, session.catalog)}/{army_list.points}"


def _what(session: Session, history: History, version: Version) -> str:
    if version.edits:
        return "; ".join(version.edits)
    key = "life.kind-interrupted" if version.number in history.void else f"life.kind-{version.kind}"
    of = version.of
    if version.kind == "restore":
        same = (v.number for v in history.versions if v.content == version.content)
        of = next(same, of)
    return session.t(key, of=of)


@click.command("restore")
@click.argument("name", metavar="LIST", type=CompletedList(removed=True))
@click.argument("version", type=click.IntRange(1), required=False)
@click.pass_obj
def restore_command(session: Session, name: str, version: int | None) -> None:
    """Bring back a version of a list, also of a removed one.

    Without a VERSION the newest whole one. The restored list is a version of its own, so
    nothing is lost and undo takes it back.

    \b
        pbbuild restore iron-wall 3
        pbbuild restore a-removed-list
    """
    path = _file_of(name)
    history = history_of(path)
    number = version or newest_good(history, _present(path))
    if not number:
        raise ListError("life.nothing-to-restore", source=name)
    restore(path, number)
    say(session.t("life.restored", name=name, number=number))
    say(total_line(session, read_list(path)))


def _present(path: Path) -> bytes | None:
    try:
        return read_bytes(path)
    except PbbuildError:
        return None


def _file_of(name: str) -> Path:
    """The file of a list, there or removed."""
    try:
        return own_file(name)
    except PbbuildError as error:
        path = place_of(name) if "/" in name or name.endswith(".json") else None
        path = path or lists_folder() / f"{name}.json"
        if error.code == "life.copy-first" or not history_of(path).versions:
            raise
        return path


@click.command("copy")
@list_argument
@click.argument("name")
@click.pass_obj
def copy_command(session: Session, found: FoundList, name: str) -> None:
    """Save a list under another name: a ready one, a file, a share code.

    \b
        pbbuild copy union-80 "My union"
        pbbuild copy PBA3-AMYD-974S-V5A2-A gift
    """
    army_list = edit_list(found.army_list, [f"rename {quoted(name)}"], session.catalog).army_list
    path = save_new(stamped(army_list, session.catalog), name, "copy")
    say(session.t("life.saved", name=name, saved=path.stem))
    tell_if_illegal(session, army_list)


@click.command("rename")
@click.argument("name", metavar="LIST", type=CompletedList())
@click.argument("new")
@click.pass_obj
def rename_command(session: Session, name: str, new: str) -> None:
    """Give a saved list another name; its history goes along.

    \b
        pbbuild rename iron-wall "Iron gate"
    """
    origin, path = locate_list(name)
    if origin != "saved":
        raise ListError("life.not-saved", source=name)
    target = saved_file(new)
    if target != path:
        require_free(target)
    # The name inside first: when the disk is full nothing has happened yet.
    revise(path, [f"rename {quoted(new)}"], session.catalog)
    if target != path:
        try:
            rename_file(path, target)
        except PbbuildError:
            # Whole or not at all, as far as the disk still lets us.
            with contextlib.suppress(PbbuildError):
                revise(path, ["undo"], session.catalog)
            raise
    say(session.t("life.saved", name=new, saved=target.stem))


@click.command("remove")
@click.argument("names", metavar="LIST...", nargs=-1, required=True, type=CompletedList())
@click.pass_obj
def remove_command(session: Session, names: tuple[str, ...]) -> None:
    """Remove saved lists; restore brings them back.

    \b
        pbbuild remove iron-wall
        pbbuild restore iron-wall
    """
    paths = []
    for name in names:
        origin, path = locate_list(name)
        if origin != "saved":
            raise ListError("life.not-saved", source=name)
        paths.append(path)
    for path in paths:
        remove(path)
        say(session.t("life.removed", name=path.stem))


def army_name(session: Session, army_list: ArmyList) -> str:
    """The army's name in the player's language."""
    army = session.catalog.armies.get(army_list.army)
    return army.name.in_language(session.language) if army else army_list.army
