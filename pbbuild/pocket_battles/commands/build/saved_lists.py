"""`pbbuild lists|history|restore|copy|rename|remove`: the player's saved lists."""

import contextlib
import time
from pathlib import Path
from typing import Any, Final

import click

from pbbuild.base.files import expanded_path, read_bytes
from pbbuild.base.private import require_changeable
from pbbuild.base.settings import lists_folder
from pbbuild.errors import ListError, PbbuildError
from pbbuild.play.archive import kept_battles
from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.catalog.model import GAME
from pbbuild.pocket_battles.commands.build.list_files import own_file, total_line
from pbbuild.pocket_battles.commands.options import CompletedList, list_argument
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.edit_language import quoted
from pbbuild.pocket_battles.lists.edit_saved import revise
from pbbuild.pocket_battles.lists.find import (
    FoundList,
    locate_list,
    ready_folder,
    ready_lists,
    saved_lists,
)
from pbbuild.pocket_battles.lists.history import History, Version, count_versions, history_of
from pbbuild.pocket_battles.lists.list_file import parse_list, read_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.needs import NeededTile, needed_tiles
from pbbuild.pocket_battles.lists.saved_lists import (
    newest_readable_list,
    newest_readable_version,
    remove_list,
    removed_files,
    rename_file,
    require_free,
    require_lists_folder,
    restore_version,
    save_new,
    saved_file,
)
from pbbuild.pocket_battles.rules.army import is_legal, points_of
from pbbuild.terminal.answers import answer
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import harmless

# Rows of a table on the screen; nobody reads further, and checking more lists takes long.
MOST_SHOWN: Final = 500
_STAMP: Final = "%Y-%m-%dT%H:%M:%SZ"
Row = dict[str, Any]


@click.command("lists")
@click.option("--removed", is_flag=True, help="Show removed lists, which restore brings back.")
@click.option("--ready", is_flag=True, help="The ready lists that come with pbbuild.")
@click.option("--needs", is_flag=True, help="Show which tiles your lists need.")
@json_option
@click.pass_obj
def lists_command(
    session: BattlesSession, removed: bool, ready: bool, needs: bool, as_json: bool
) -> None:
    """Show your saved lists.

    With --needs you see each tile that your lists use, and in which lists; with --ready too, those
    of the ready lists.

    \b
        pbbuild lists
        pbbuild lists --ready
        pbbuild lists --removed
        pbbuild lists --needs
    """
    if ready:
        paths, rows_of = [ready_folder() / f"{name}.json" for name in ready_lists()], _ready
    elif removed:
        paths, rows_of = removed_files(), _removed
    else:
        require_lists_folder()
        folder = lists_folder()
        paths, rows_of = [folder / f"{name}.json" for name in saved_lists()], _saved
        paths.sort(key=_changed, reverse=True)
    if needs:
        tiles = needed_tiles(_readable(paths), session.catalog)
        answer(
            lambda: [tile._asdict() for tile in tiles],
            lambda: _print_needs(session, tiles),
            as_json=as_json,
        )
        return
    # The newest come first, so that a table without room for all shows those.
    shown = paths if as_json else paths[:MOST_SHOWN]
    rows = [row for path in sorted(shown) for row in rows_of(session, path)]
    results = _results()
    for row in rows:
        row["battles"] = results.get(row.get("title", ""), {"won": 0, "lost": 0, "undecided": 0})

    def show() -> None:
        if not rows:
            say(session.t("life.none-removed" if removed else "life.none-saved"))
            return
        _print_lists(session, rows)
        if ready:
            say(session.t("life.ready-next"), err=True)
        if more := len(paths) - len(shown):
            command = f"pbbuild lists{' --removed' * removed} --json"
            say(session.t("life.more", count=more, command=command), err=True)

    answer(lambda: rows, show, as_json=as_json)


def _results() -> dict[str, dict[str, int]]:
    """How often each list, by its title, won and lost in the archive of battles."""
    found: dict[str, dict[str, int]] = {}
    for battle in kept_battles(unfinished=False):
        if battle.you and battle.game == GAME:
            own = battle.lists[SIDES.index(battle.you)]
            counts = found.setdefault(own, {"won": 0, "lost": 0, "undecided": 0})
            counts[battle.your_result] += 1
    return found


def _readable(paths: list[Path]) -> dict[str, ArmyList]:
    found = {}
    for path in sorted(paths):
        with contextlib.suppress(PbbuildError):
            found[path.stem] = read_list(path)
    return found


def _print_needs(session: BattlesSession, tiles: list[NeededTile]) -> None:
    """Every tile with its lists, army by army."""
    t = session.t
    if not tiles:
        say(t("life.none-saved"))
    army = ""
    for tile in tiles:
        if tile.army != army:
            army = tile.army
            count = sum(1 for each in tiles if each.army == army)
            name = session.catalog.armies[army].name.in_language(session.language)
            say(t("life.needs", army=name, count=count))
        say(f"  {tile.code}  {tile.name}: {', '.join(tile.lists)}")


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _saved(session: BattlesSession, path: Path) -> list[Row]:
    try:
        army_list = read_list(path)
    except PbbuildError:
        return [{"name": path.stem, "legal": None, "army": "", "points": 0, "size": 0}]
    changed = time.strftime(_STAMP, time.gmtime(_changed(path)))
    return [_row(session, path, army_list, changed, count_versions(path))]


def _removed(session: BattlesSession, path: Path) -> list[Row]:
    history = history_of(path)
    _, army_list = newest_readable_list(history)
    if army_list is None:
        return []  # nothing can be restored from a damaged history
    versions = len(history.versions) + len(history.damaged)
    return [_row(session, path, army_list, history.versions[-1].time, versions)]


def _ready(session: BattlesSession, path: Path) -> list[Row]:
    # The date of a shipped file is not that of a change by the player.
    return [_row(session, path, read_list(path), "", 0)]


def _row(
    session: BattlesSession, path: Path, army_list: ArmyList, changed: str, versions: int
) -> Row:
    catalog = session.catalog
    known = army_list.edition in catalog.editions
    return {
        "name": path.stem,
        "legal": is_legal(army_list, catalog) if known else None,
        "army": army_list.army,
        "points": points_of(army_list, catalog),
        "size": army_list.points,
        "title": army_list.name,
        "changed": changed,
        "versions": versions,
    }


def _print_lists(session: BattlesSession, rows: list[Row]) -> None:
    from rich import box
    from rich.table import Table

    t = session.t
    table = Table(box=box.ASCII if session.plain else box.SIMPLE_HEAD, pad_edge=False)
    dated = any(row.get("changed") for row in rows)
    played = any(sum(row["battles"].values()) for row in rows)
    last = [*(["battles"] if played else []), *(["changed"] if dated else [])]
    for key in ("name", "army", "points", "legal", *last):
        table.add_column(
            t(f"life.column-{key}"),
            justify="right" if key == "points" else "left",
            overflow="fold",
            no_wrap=key == "changed",
        )
    for row in rows:
        legal = {True: "life.yes", False: "life.no", None: "life.unreadable"}[row["legal"]]
        table.add_row(
            row["name"],
            session.army_name(row["army"]),
            f"{row['points']}/{row['size']}" if row["size"] else "",
            t(legal),
            *([_record_words(session, row["battles"])] if played else []),
            *([local_time(row.get("changed", ""))] if dated else []),
        )
    session.print_table(table)


def _record_words(session: BattlesSession, counts: dict[str, int]) -> str:
    """`3 won, 1 lost`, "" for a list that has not been played."""
    shown = [name for name in ("won", "lost", "undecided") if counts[name]]
    return ", ".join(session.t(f"life.battles-{name}", count=counts[name]) for name in shown)


def local_time(stamp: str) -> str:
    """A stored time in the player's time zone, to the minute."""
    import calendar

    try:
        seconds = calendar.timegm(time.strptime(stamp, _STAMP))
    except ValueError:
        return harmless(stamp)
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


@click.command("history")
@click.argument("name", metavar="LIST", type=CompletedList())
@json_option
@click.pass_obj
def history_command(session: BattlesSession, name: str, as_json: bool) -> None:
    """Show all versions of a list.

    The current version is marked. Compare versions with diff, go back to one with restore.

    \b
        pbbuild history iron-wall
    """
    path = _file_of(name)
    history = history_of(path)
    answer(
        lambda: [_version_row(history, version) for version in history.versions],
        lambda: _print_history(session, name, history),
        as_json=as_json,
    )


def _print_history(session: BattlesSession, name: str, history: History) -> None:
    if not history.versions:
        say(session.t("life.no-history", name=name))
        return
    from rich import box
    from rich.table import Table

    t = session.t
    table = Table(box=box.ASCII if session.plain else box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    table.add_column(t("life.column-version"), justify="right")
    table.add_column(t("life.column-changed"), no_wrap=True)
    table.add_column(t("life.column-points"), justify="right")
    table.add_column(t("life.column-what"), overflow="fold")
    older = len(history.versions) - MOST_SHOWN
    for version in history.versions[-MOST_SHOWN:]:
        now = version.number == history.current
        table.add_row(
            (">" if session.plain else "▶") if now else "",
            str(version.number),
            local_time(version.time),
            _points_of_version(session, history, version),
            _description(session, history, version),
        )
    session.print_table(table)
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


def _points_of_version(session: BattlesSession, history: History, version: Version) -> str:
    content = history.content(version.number)
    if content is None or version.kind in ("void", "remove"):
        return ""
    try:
        army_list = parse_list(content.decode("utf-8-sig"), "")
    except (PbbuildError, UnicodeDecodeError):
        return session.t("life.unreadable")
    return f"{points_of(army_list, session.catalog)}/{army_list.points}"


def _description(session: BattlesSession, history: History, version: Version) -> str:
    if version.edits:
        return harmless("; ".join(version.edits))
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
def restore_command(session: BattlesSession, name: str, version: int | None) -> None:
    """Restore a version of a list, or a removed list.

    Without VERSION it restores the newest intact one. Restoring adds a version, so nothing is
    lost and undo works.

    \b
        pbbuild restore iron-wall 3
        pbbuild restore a-removed-list
    """
    path = _file_of(name)
    history = history_of(path)
    number = version or newest_readable_version(history, _present(path))
    if not number:
        raise ListError("life.nothing-to-restore", source=name)
    restore_version(path, number)
    say(session.t("life.restored", name=name, number=number))
    say(total_line(session, read_list(path)))


def _present(path: Path) -> bytes | None:
    try:
        return read_bytes(path)
    except PbbuildError:
        return None


def _file_of(name: str) -> Path:
    """The file of a list, which may have been removed."""
    try:
        return own_file(name)
    except PbbuildError as error:
        path = expanded_path(name) if "/" in name or name.endswith(".json") else None
        path = path or lists_folder() / f"{name}.json"
        if error.code == "life.copy-first" or not history_of(path).versions:
            raise
        return path


@click.command("copy")
@list_argument
@click.argument("name")
@click.pass_obj
def copy_command(session: BattlesSession, found: FoundList, name: str) -> None:
    """Save a list under another name: a ready one, a file, a share code.

    \b
        pbbuild copy union-80 "My union"
        pbbuild copy PBA3-AMYD-974S-V5A2A gift
    """
    army_list = edit_list(found.army_list, [f"rename {quoted(name)}"], session.catalog).army_list
    path = save_new(with_tile_values(army_list, session.catalog), name, "copy")
    say(session.t("life.saved", name=name, saved=path.stem))
    session.warn_if_illegal(army_list)


@click.command("rename")
@click.argument("name", metavar="LIST", type=CompletedList())
@click.argument("new")
@click.pass_obj
def rename_command(session: BattlesSession, name: str, new: str) -> None:
    """Rename a saved list; it keeps its history.

    \b
        pbbuild rename iron-wall "Iron gate"
    """
    origin, path = locate_list(name)
    if origin != "saved":
        raise ListError("life.not-saved", source=name)
    target = saved_file(new)
    if target != path:
        require_free(target)
    # The name inside first: if the disk is full, nothing has happened yet.
    revise(path, [f"rename {quoted(new)}"], session.catalog)
    if target != path:
        try:
            rename_file(path, target)
        except PbbuildError:
            # All or nothing, as far as the disk still allows it.
            with contextlib.suppress(PbbuildError):
                revise(path, ["undo"], session.catalog)
            raise
    say(session.t("life.saved", name=new, saved=target.stem))


@click.command("remove")
@click.argument("names", metavar="LIST...", nargs=-1, required=True, type=CompletedList())
@click.pass_obj
def remove_command(session: BattlesSession, names: tuple[str, ...]) -> None:
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
        # All are checked before the first is removed.
        require_changeable(path)
        paths.append(path)
    for path in paths:
        remove_list(path)
        say(session.t("life.removed", name=path.stem))
