"""`pbbuild lists`: the lists the player has, had, or can begin with."""

import json
import time
from pathlib import Path
from typing import Any, Final

import click

from pbbuild.base.settings import lists_folder
from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.commands.session import BattlesSession
from pbbuild.pocket_battles.lists.find import ready_folder, ready_lists, saved_lists
from pbbuild.pocket_battles.lists.history import count_versions, history_of
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import read_list
from pbbuild.pocket_battles.lists.store import newest_list, removed_files, require_folder
from pbbuild.pocket_battles.rules.army import is_legal, points_of
from pbbuild.terminal.options import json_option
from pbbuild.terminal.screen import say
from pbbuild.terminal.session import harmless

# What a table on the screen has at the most; nobody reads further, and it would take long.
MOST_SHOWN: Final = 500
_STAMP: Final = "%Y-%m-%dT%H:%M:%SZ"
Row = dict[str, Any]


@click.command("lists")
@click.option("--removed", is_flag=True, help="Those removed, which restore brings back.")
@click.option("--ready", is_flag=True, help="The ready lists that come with pbbuild.")
@json_option
@click.pass_obj
def lists_command(session: BattlesSession, removed: bool, ready: bool, as_json: bool) -> None:
    """Show all lists you have saved.

    \b
        pbbuild lists
        pbbuild lists --ready
        pbbuild lists --removed
    """
    if ready:
        paths, rows_of = [ready_folder() / f"{name}.json" for name in ready_lists()], _ready
    elif removed:
        paths, rows_of = removed_files(), _removed
    else:
        require_folder()
        folder = lists_folder()
        paths, rows_of = [folder / f"{name}.json" for name in saved_lists()], _saved
        paths.sort(key=_changed, reverse=True)
    # The newest come first, so that a table which cannot have all has those.
    shown = paths if as_json else paths[:MOST_SHOWN]
    rows = [row for path in sorted(shown) for row in rows_of(session, path)]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if not rows:
        say(session.t("life.none-removed" if removed else "life.none-saved"))
        return
    _print_lists(session, rows)
    if ready:
        say(session.t("life.ready-next"), err=True)
    if more := len(paths) - len(shown):
        command = f"pbbuild lists{' --removed' * removed} --json"
        say(session.t("life.more", count=more, command=command), err=True)


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
    _, army_list = newest_list(history)
    if army_list is None:
        return []  # of a damaged history there may be nothing to bring back
    versions = len(history.versions) + len(history.damaged)
    return [_row(session, path, army_list, history.versions[-1].time, versions)]


def _ready(session: BattlesSession, path: Path) -> list[Row]:
    # When a shipped file was written is nobody's change.
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
    for key in ("name", "army", "points", "legal", *(["changed"] if dated else [])):
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
            *([local_time(row.get("changed", ""))] if dated else []),
        )
    session.console.print(table)


def local_time(stamp: str) -> str:
    """A stored time as the player's clock would show it, to the minute."""
    import calendar

    try:
        seconds = calendar.timegm(time.strptime(stamp, _STAMP))
    except ValueError:
        return harmless(stamp)
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
