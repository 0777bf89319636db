"""Saving, renaming, removing and restoring list files; every change is a version.

A change is a function of the present content of the list file and runs under the list's lock, so
two processes that edit a list at the same time do not lose each other's edits.
"""

import contextlib
import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbbuild.base.files import (
    missing_file,
    read_bytes,
    real_path,
    require_writable,
    write_atomic,
)
from pbbuild.base.locks import locked
from pbbuild.base.places import player_data, shipped
from pbbuild.base.private import cannot_write, delete_file, require_changeable
from pbbuild.base.settings import lists_folder
from pbbuild.errors import ListError, PbbuildError, Problem
from pbbuild.pocket_battles.lists.history import (
    LIST_FILE_NOTE,
    History,
    add_version,
    count_versions,
    history_folder,
    list_file_of,
    reconciled,
    version_file,
)
from pbbuild.pocket_battles.lists.list_file import list_text, parse_list
from pbbuild.pocket_battles.lists.model import ArmyList

RENAMING: Final = "renaming-"
# Names of devices in Windows, with any extension.
_RESERVED: Final = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{d}{n}" for d in ("com", "lpt") for n in range(10)),
}


@dataclass(frozen=True, slots=True)
class FileChange:
    """A change to a list file: a new content, or a step to version `of`."""

    kind: str
    content: bytes
    of: int = 0
    base: int = 0
    edits: tuple[str, ...] = ()


def _bytes_to_change(path: Path) -> bytes | None:
    """The bytes of a list file that is about to change, None where there is no file."""
    try:
        return read_bytes(path, regular=True)
    except PbbuildError as error:
        if error.code == "no-such-file":
            return None
        raise


def change_list(path: Path, make: Callable[[History, bytes | None], FileChange | None]) -> History:
    """Apply the change that `make` returns to a list file as a new version; returns the history.

    `make` gets the history and the present bytes of the file; it may raise, or return None for
    no change.
    """
    path = _changeable_file(path)
    folder = history_folder(path)
    with locked(folder, name=str(path)):
        current = _bytes_to_change(path)
        if current is not None:
            # Checked before the version is written, which would have to be removed again.
            require_writable(path)
        before = History(folder)
        history = reconciled(before, current)
        try:
            change = make(history, current)
        except BaseException:
            if not before.highest:
                _delete_history(history)
            raise
        if change is None:
            return history
        _note_list_file(folder, path)
        entries: dict[str, Any] = {"of": change.of} if change.of else {"content": change.content}
        if change.base:
            entries["base"] = change.base
        if change.edits:
            entries["edits"] = list(change.edits)
        after, file = add_version(history, change.kind, **entries)
        try:
            write_atomic(path, change.content, private=_is_saved(path) or None)
        except BaseException:
            # The content never reached the list file, so it is no version.
            with contextlib.suppress(PbbuildError):
                delete_file(file)
            raise
        return after


def _changeable_file(path: Path) -> Path:
    """The path of a list file with the links among its folders resolved.

    A list file that is a link itself is an error: it would be changed or removed where it leads.
    """
    require_changeable(path)
    return real_path(path.parent) / path.name


def _is_saved(path: Path) -> bool:
    return path.parent == real_path(lists_folder())


def _delete_history(history: History) -> None:
    # A file refused at its first use, which may be no list, gets no history.
    with contextlib.suppress(OSError, PbbuildError):
        for version in history.versions:
            delete_file(version_file(history.folder, version.number))
        history.folder.rmdir()


def _note_list_file(folder: Path, path: Path) -> None:
    # A folder named by a hash needs a note of its list file.
    if folder.name.startswith("file-") and list_file_of(folder) != path:
        # Bytes, because a file name need not be valid text.
        write_atomic(folder / LIST_FILE_NOTE, os.fsencode(path) + b"\n")


def save_list(path: Path, army_list: ArmyList) -> History:
    """Save `army_list` as the next version of the list file at `path`."""
    content = list_text(army_list).encode()
    return change_list(path, lambda history, current: FileChange("save", content))


def file_name(name: str) -> str:
    """The file name for a list: lower-case letters, digits and hyphens, Latin where possible."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    plain = re.sub(r"[^a-z0-9]+", "-", folded.encode("ascii", "ignore").decode()).strip("-")
    stem = plain or re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", folded)).strip("-")
    stem = stem[:60].strip("-") or "list"
    return f"{stem}-list" if stem in _RESERVED else stem


def saved_file(name: str) -> Path:
    """The file for a saved list called `name`, whether it exists or not."""
    return lists_folder() / f"{file_name(name)}.json"


def save_new(army_list: ArmyList, name: str = "", kind: str = "first") -> Path:
    """Save a new list under `name` or its own name; returns its file.

    A name in use is refused; nothing is overwritten.
    """
    path = saved_file(name or army_list.name)
    content = list_text(army_list).encode()

    def make(history: History, current: bytes | None) -> FileChange:
        require_free(path)
        return FileChange(kind, content)

    change_list(path, make)
    return path


def save_under_free_name(army_list: ArmyList, name: str = "", kind: str = "first") -> Path:
    """Save a new list under `name` or its own name, with a number if in use; returns its file."""
    while True:
        try:
            return save_new(army_list, free_name(name or army_list.name), kind)
        except ListError as error:
            # Another process has used the name since: try the next one.
            if error.code != "keep.name-taken":
                raise


def require_free(path: Path) -> None:
    """Raise where a saved or ready list already has the name of this file."""
    if _is_taken(path.stem):
        raise ListError("keep.name-taken", source=path.stem, near=free_name(path.stem))


def free_name(name: str) -> str:
    """`name`, or the first of `name-2`, `name-3` ... that no list has."""
    stem, number = file_name(name), 1
    while _is_taken(f"{stem}-{number}" if number > 1 else stem):
        number += 1
    return f"{stem}-{number}" if number > 1 else stem


def _is_taken(stem: str) -> bool:
    # A saved list must not hide a ready one of the same name.
    folders = (lists_folder(), shipped("catalog") / "pocket_battles" / "lists")
    return any(os.path.lexists(folder / f"{stem}.json") for folder in folders)


def restore_version(path: Path, number: int) -> History:
    """Save the content of version `number` as a new version of the list."""

    def make(history: History, current: bytes | None) -> FileChange | None:
        content = history.content(number)
        if content is None:
            raise ListError("keep.no-such-version", source=path.stem, number=number)
        return None if content == current else FileChange("restore", content)

    if not count_versions(path):
        # A file without versions, which may be no list, gets no history.
        raise ListError("keep.no-such-version", source=path.stem, number=number)
    return change_list(path, make)


def newest_readable_version(history: History, but: bytes | None = None) -> int:
    """The newest version that is a readable list (and not `but`), 0 where there is none."""
    return newest_readable_list(history, but)[0]


def newest_readable_list(history: History, but: bytes | None = None) -> tuple[int, ArmyList | None]:
    """The newest version that is a readable list (and not `but`), and that list."""
    for version in reversed(history.versions):
        content = history.content(version.number)
        if version.kind == "void" or version.number in history.void:
            continue
        if content is None or content == but:
            continue
        try:
            army_list = parse_list(content.decode("utf-8-sig"), "")
        except (PbbuildError, UnicodeDecodeError):
            continue
        # An undo or a removal has the content of version `of`.
        return version.of, army_list
    return 0, None


def with_restore_offer(error: PbbuildError, path: Path) -> PbbuildError:
    """The error about an unreadable list file, with an offer to restore the newest good version."""
    history = History(history_folder(path))
    number = newest_readable_version(history)
    if not number:
        return error
    when = next(version.time for version in history.versions if version.number == number)
    # Saved lists have a name, other files a path.
    name = path.stem if path.parent == lists_folder() else str(path)
    offer = Problem("", 0, "keep.newest-good", {"number": number, "time": when, "list": name})
    problems = (*error.problems, offer)
    return type(error)(error.code, source=error.source, problems=problems, **error.values)


def remove_list(path: Path) -> History:
    """Remove a list file; its history stays, and `restore_version` can bring it back."""
    path = _changeable_file(path)
    folder = history_folder(path)
    with locked(folder, name=str(path)):
        if not os.path.lexists(path):
            raise missing_file(path)  # another process removed or renamed it while we waited
        history = reconciled(History(folder), _bytes_to_change(path))
        after, file = add_version(history, "remove", of=history.current)
        try:
            delete_file(path)
        except PbbuildError:
            with contextlib.suppress(PbbuildError):
                delete_file(file)
            raise
        return after


def rename_file(path: Path, new: Path) -> None:
    """Rename a saved list's file together with its history.

    Until both are renamed a note in the history says so, for `finish_renames`.
    """
    path, new = _changeable_file(path), _changeable_file(new)
    with _both_locked(path, new):
        require_free(new)
        _require_own_history(new)
        reconciled(History(history_folder(path)), _bytes_to_change(path))
        note = _rename_note(path)
        write_atomic(note, os.fsencode(path) + b"\0" + os.fsencode(new))
        try:
            _move(path, new)
        except OSError as error:
            # A rename that is half done or was cancelled by Ctrl-C is left to `finish_renames`.
            if history_folder(path).exists():
                _delete_note(note)
            raise cannot_write(new, error) from None
        with contextlib.suppress(PbbuildError):
            _note_list_file(history_folder(new), new)
        _delete_note(note)


def _delete_note(note: Path) -> None:
    with contextlib.suppress(PbbuildError):
        delete_file(note)


@contextlib.contextmanager
def _both_locked(path: Path, new: Path, patience: float | None = None) -> Iterator[None]:
    first, second = sorted((history_folder(path), history_folder(new)))
    with locked(first, patience, name=str(path)), locked(second, patience, name=str(new)):
        yield


def _rename_note(path: Path) -> Path:
    return player_data() / "history" / f"{RENAMING}{history_folder(path).name}.txt"


def _move(path: Path, new: Path) -> None:
    old_folder, new_folder = history_folder(path), history_folder(new)
    _set_aside(new_folder)
    os.rename(old_folder, new_folder)
    try:
        os.rename(path, new)
    except OSError:
        os.rename(new_folder, old_folder)
        raise


def unfinished_renames() -> list[Path]:
    """The notes of unfinished renames."""
    try:
        names = os.listdir(player_data() / "history")
    except OSError:
        return []
    # Temporary files of notes begin with a dot and are left out.
    return [player_data() / "history" / name for name in sorted(names) if name.startswith(RENAMING)]


def finish_renames() -> list[tuple[str, str]]:
    """Finish renames that a killed process left half done; returns old and new names.

    A rename that another process is doing now is left to it.
    """
    finished = []
    for note in unfinished_renames():
        with contextlib.suppress(PbbuildError, OSError, ValueError):
            content = read_bytes(note, regular=True)
            path, new = (Path(os.fsdecode(part)) for part in content.split(b"\0"))
            if not _is_rename_of_ours(note, path, new):
                continue
            with _both_locked(path, new, patience=0):
                if not note.exists():
                    continue
                if _finish(path, new):
                    finished.append((path.stem, new.stem))
                delete_file(note)
    return finished


def _is_rename_of_ours(note: Path, path: Path, new: Path) -> bool:
    # A note that others wrote could name any two files.
    return (
        note == _rename_note(path)
        and all(_is_saved(file) and file.suffix == ".json" for file in (path, new))
        and _changeable_file(path) == path
        and _changeable_file(new) == new
    )


def _finish(path: Path, new: Path) -> bool:
    """Rename what is not renamed yet; False where the new name is in use now."""
    if os.path.lexists(path) and os.path.lexists(new):
        return False
    if history_folder(path).exists():
        _require_own_history(new)
        _set_aside(history_folder(new))
        os.rename(history_folder(path), history_folder(new))
    if os.path.lexists(path):
        os.rename(path, new)
    _note_list_file(history_folder(new), new)
    return os.path.lexists(new)


def _require_own_history(path: Path) -> None:
    """Raise if the history of a list is a link that leads out of pbbuild's folder."""
    require_changeable(history_folder(path) / LIST_FILE_NOTE)


def _set_aside(folder: Path) -> None:
    # The history of a removed list with that name is kept under another name.
    with contextlib.suppress(OSError):
        folder.rmdir()
    if folder.exists():
        number = 2
        while (aside := folder.with_name(f"{folder.name}-{number}")).exists():
            number += 1
        os.rename(folder, aside)


def removed_files() -> list[Path]:
    """The files of removed lists that have a history, the last removed first.

    The histories are not read; a damaged one may have nothing to restore.
    """
    own, usual = real_path(lists_folder()), real_path(player_data() / "lists")
    gone: list[tuple[float, Path]] = []
    for folder in _histories():
        kind, _, name = folder.name.partition("-")
        path = usual / f"{name}.json" if kind == "list" else list_file_of(Path(folder))
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
    """The names of removed lists that can be restored, sorted."""
    found = [
        path for path in removed_files() if newest_readable_version(History(history_folder(path)))
    ]
    return sorted(path.stem for path in found)


def is_removed(name: str) -> bool:
    """Whether a list of this name was removed and can be restored."""
    path = lists_folder() / f"{name}.json"
    return not os.path.lexists(path) and bool(
        newest_readable_version(History(history_folder(path)))
    )


def require_lists_folder() -> None:
    """Raise where the folder of the saved lists is missing although there were lists in it."""
    folder = lists_folder()
    if not folder.exists() and (gone := removed_lists()):
        commands = tuple(f"pbbuild restore {name}" for name in gone[:3])
        raise ListError("keep.folder-gone", source=str(folder), commands=commands)
