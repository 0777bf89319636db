"""Saved lists that are gone but have a history: `restore` brings them back."""

import os
from pathlib import Path

from pbbuild.base.files import real_path
from pbbuild.base.places import player_data
from pbbuild.base.settings import lists_folder
from pbbuild.errors import ListError
from pbbuild.pocket_battles.lists.history import History, history_folder, owner_of
from pbbuild.pocket_battles.lists.store import newest_good


def removed_files() -> list[Path]:
    """The files of saved lists that are gone and have a history, the last to go first.

    Without a look into the histories: of a damaged one nothing may be left to restore.
    """
    own, usual = real_path(lists_folder()), real_path(player_data() / "lists")
    gone: list[tuple[float, Path]] = []
    for folder in _histories():
        kind, _, name = folder.name.partition("-")
        path = usual / f"{name}.json" if kind == "list" else owner_of(Path(folder))
        if path and path.parent == own and not os.path.lexists(path):
            gone.append((folder.stat().st_mtime, path))
    return [path for _, path in sorted(gone, key=lambda one: (-one[0], one[1]))]


def _histories() -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(player_data() / "history") as entries:
            return [entry for entry in entries if "-" in entry.name and entry.is_dir()]
    except OSError:
        return []


def removed_lists() -> list[str]:
    """The names of saved lists that are gone but can be restored, sorted."""
    found = [path for path in removed_files() if newest_good(History(history_folder(path)))]
    return sorted(path.stem for path in found)


def is_removed(name: str) -> bool:
    """Whether a saved list of this name is gone but can be restored."""
    path = lists_folder() / f"{name}.json"
    return not os.path.lexists(path) and bool(newest_good(History(history_folder(path))))


def require_folder() -> None:
    """Raise where the folder of the saved lists is gone and lists with it."""
    folder = lists_folder()
    if not folder.exists() and (gone := removed_lists()):
        commands = tuple(f"pbbuild restore {name}" for name in gone[:3])
        raise ListError("keep.folder-gone", source=str(folder), commands=commands)
