"""Keeping list files: every change is a version, two writers lose neither.

A change is handed in as a function of what the list file holds *now*, and runs under the
list's lock; so two processes that edit one list at the same time both get their edit.
"""

import contextlib
import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbbuild.base.files import read_bytes, real_path, require_unprotected, write_atomic
from pbbuild.base.locks import locked
from pbbuild.base.places import player_data, shipped
from pbbuild.base.settings import lists_folder
from pbbuild.errors import ListError, PbbuildError, Problem
from pbbuild.pocket_battles.lists.history import (
    WHOSE,
    History,
    add_version,
    count_versions,
    history_folder,
    owner_of,
    reconciled,
    version_file,
)
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.lists.read import list_text, parse_list

RENAMING: Final = "renaming-"
# Windows knows devices by these names, whatever the ending.
_RESERVED: Final = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{d}{n}" for d in ("com", "lpt") for n in range(10)),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What to do to a list file: a new content, or a step to version `of`."""

    kind: str
    content: bytes
    of: int = 0
    base: int = 0
    edits: tuple[str, ...] = ()


def file_bytes(path: Path) -> bytes | None:
    """What the file holds, None where there is no file; one that cannot be read raises."""
    try:
        return read_bytes(path)
    except PbbuildError as error:
        if error.code == "no-such-file":
            return None
        raise


def keep(path: Path, make: Callable[[History, bytes | None], Wish | None]) -> History:
    """Change a list file as `make` wishes and keep every version; the history afterwards.

    `make` sees the history and the file's present bytes; it may raise, or return None to
    leave all as it is.
    """
    path = real_path(path)
    folder = history_folder(path)
    with locked(folder, name=str(path)):
        current = file_bytes(path)
        if current is not None:
            # Asked before the version is written, which would have to be taken back.
            require_unprotected(path)
        before = History(folder)
        history = reconciled(before, current)
        try:
            wish = make(history, current)
        except BaseException:
            if not before.highest:
                _forget(history)
            raise
        if wish is None:
            return history
        _note_whose(folder, path)
        said: dict[str, Any] = {"of": wish.of} if wish.of else {"content": wish.content}
        if wish.base:
            said["base"] = wish.base
        if wish.edits:
            said["edits"] = list(wish.edits)
        after, file = add_version(history, wish.kind, **said)
        try:
            write_atomic(path, wish.content)
        except BaseException:
            # What never reached the list file is no version of it.
            with contextlib.suppress(OSError):
                file.unlink()
            raise
        return after


def _forget(history: History) -> None:
    # What was refused at the first sight of a file, perhaps no list at all, begins no history.
    with contextlib.suppress(OSError):
        for version in history.versions:
            version_file(history.folder, version.number).unlink()
        history.folder.rmdir()


def _note_whose(folder: Path, path: Path) -> None:
    # A folder named by a hash says nowhere whose history it is.
    if folder.name.startswith("file-") and owner_of(folder) != path:
        # Bytes: a file may have a name that is no text.
        write_atomic(folder / WHOSE, os.fsencode(path) + b"\n")


def save_list(path: Path, army_list: ArmyList) -> History:
    """Keep `army_list` as the next version of the list file at `path`."""
    content = list_text(army_list).encode()
    return keep(path, lambda history, current: Wish("save", content))


def file_name(name: str) -> str:
    """The name a saved list's file gets: small letters, digits and hyphens, Latin if it can be."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    plain = re.sub(r"[^a-z0-9]+", "-", folded.encode("ascii", "ignore").decode()).strip("-")
    stem = plain or re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", folded)).strip("-")
    stem = stem[:60].strip("-") or "list"
    return f"{stem}-list" if stem in _RESERVED else stem


def saved_file(name: str) -> Path:
    """The file in which a list called `name` is saved, there or not."""
    return lists_folder() / f"{file_name(name)}.json"


def save_new(army_list: ArmyList, name: str = "", kind: str = "first") -> Path:
    """Save a list under a name nobody has yet, the list's own or `name`; where it is.

    A name in use is refused; nothing is ever overwritten.
    """
    path = saved_file(name or army_list.name)
    content = list_text(army_list).encode()

    def make(history: History, current: bytes | None) -> Wish:
        require_free(path)
        return Wish(kind, content)

    keep(path, make)
    return path


def save_free(army_list: ArmyList, name: str = "", kind: str = "first") -> Path:
    """Save a list under its name or `name`, with a number where somebody has that; where it is."""
    while True:
        try:
            return save_new(army_list, free_name(name or army_list.name), kind)
        except ListError as error:
            # Taken in the moment since we looked: the next one, then.
            if error.code != "keep.name-taken":
                raise


def require_free(path: Path) -> None:
    """Raise where a saved or ready list has the name of this file already."""
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


def restore(path: Path, number: int) -> History:
    """Make version `number` the list's content again, as a new version of it."""

    def make(history: History, current: bytes | None) -> Wish | None:
        content = history.content(number)
        if content is None:
            raise ListError("keep.no-such-version", source=path.stem, number=number)
        return None if content == current else Wish("restore", content)

    if not count_versions(path):
        # Looking for a version of what was never kept, perhaps no list, begins no history.
        raise ListError("keep.no-such-version", source=path.stem, number=number)
    return keep(path, make)


def newest_good(history: History, but: bytes | None = None) -> int:
    """The newest version that is a readable list (and not `but`), 0 where there is none."""
    return newest_list(history, but)[0]


def newest_list(history: History, but: bytes | None = None) -> tuple[int, ArmyList | None]:
    """That version and the list it holds."""
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
        # An undo or a removal holds the content of the version it leads to.
        return version.of, army_list
    return 0, None


def offering(error: PbbuildError, path: Path) -> PbbuildError:
    """The error that a list file cannot be read, with the newest good version offered."""
    history = History(history_folder(path))
    number = newest_good(history)
    if not number:
        return error
    when = next(version.time for version in history.versions if version.number == number)
    # Lists of the player's own are called by name, files by their path.
    name = path.stem if path.parent == lists_folder() else str(path)
    offer = Problem("", 0, "keep.newest-good", {"number": number, "time": when, "list": name})
    problems = (*error.problems, offer)
    return type(error)(error.code, source=error.source, problems=problems, **error.values)


def remove(path: Path) -> History:
    """Take a list file away; its history stays, and `restore` brings it back."""
    path = real_path(path)
    folder = history_folder(path)
    with locked(folder, name=str(path)):
        history = reconciled(History(folder), file_bytes(path))
        after, file = add_version(history, "remove", of=history.current)
        try:
            path.unlink()
        except OSError as error:
            with contextlib.suppress(OSError):
                file.unlink()
            reason = error.strerror or str(error)
            raise PbbuildError("cannot-write", source=str(path), reason=reason) from None
        return after


def rename_file(path: Path, new: Path) -> None:
    """Give a saved list's file another name; its history goes along.

    A note of it lies in the history until both have moved, for `finish_renames`.
    """
    path, new = real_path(path), real_path(new)
    with _both_locked(path, new):
        require_free(new)
        reconciled(History(history_folder(path)), file_bytes(path))
        note = _rename_note(path)
        write_atomic(note, os.fsencode(path) + b"\0" + os.fsencode(new))
        try:
            _move(path, new)
        except OSError as error:
            # Half moved, or broken off by Ctrl-C, it is left to `finish_renames`.
            if history_folder(path).exists():
                _forget_note(note)
            reason = error.strerror or str(error)
            raise PbbuildError("cannot-write", source=str(new), reason=reason) from None
        with contextlib.suppress(PbbuildError):
            _note_whose(history_folder(new), new)
        _forget_note(note)


def _forget_note(note: Path) -> None:
    with contextlib.suppress(OSError):
        note.unlink()


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


def renames_broken_off() -> list[Path]:
    """The notes of renames that have not come to their end."""
    try:
        names = os.listdir(player_data() / "history")
    except OSError:
        return []
    # Not the temporary files of notes, which begin with a dot.
    return [player_data() / "history" / name for name in sorted(names) if name.startswith(RENAMING)]


def finish_renames() -> list[tuple[str, str]]:
    """Carry out renames that a killed process left half done; old and new name of each.

    One that is under way in another process is left to it.
    """
    finished = []
    for note in renames_broken_off():
        with contextlib.suppress(PbbuildError, OSError, ValueError):
            path, new = (Path(os.fsdecode(part)) for part in read_bytes(note).split(b"\0"))
            with _both_locked(path, new, patience=0):
                if not note.exists():
                    continue
                if _finish(path, new):
                    finished.append((path.stem, new.stem))
                note.unlink()
    return finished


def _finish(path: Path, new: Path) -> bool:
    """Move what has not moved yet; False where somebody else has taken the name since."""
    if os.path.lexists(path) and os.path.lexists(new):
        return False
    if history_folder(path).exists():
        _set_aside(history_folder(new))
        os.rename(history_folder(path), history_folder(new))
    if os.path.lexists(path):
        os.rename(path, new)
    _note_whose(history_folder(new), new)
    return os.path.lexists(new)


def _set_aside(folder: Path) -> None:
    # A removed list of that name may have left its history: it is kept under another name.
    with contextlib.suppress(OSError):
        folder.rmdir()
    if folder.exists():
        number = 2
        while (aside := folder.with_name(f"{folder.name}-{number}")).exists():
            number += 1
        os.rename(folder, aside)
