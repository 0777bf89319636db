"""The history of a list file: all its versions, each in a file that is written once.

A version is a JSON file such as `000007.json` in a folder for the list below the player's data. It
is written atomically (temporary file, synced, renamed) *before* the list file is replaced, and
removed if that fails. If the process is killed in between, the version never reached the list
file; the next writer sees that the list file still has the content before it and adds a version
that marks it as void. A list file changed by another program becomes a version of its own
("found"). So the list file is always complete, and every content it had is in the history.
"""

import base64
import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import dump_json, read_json, violations
from pbbuild.base.files import LARGEST_FILE, read_bytes, write_atomic
from pbbuild.base.places import player_data
from pbbuild.base.private import require_regular
from pbbuild.errors import PbbuildError

FORMAT: Final = "pbbuild-version/1"
LIST_FILE_NOTE: Final = "whose.txt"
_VERSION: Final = re.compile(r"\d{6,}\.json", re.ASCII)
# Kinds of versions with a content of their own; undo and redo lead to another version.
CONTENTS: Final = ("first", "save", "found", "restore", "copy")
BEGINNINGS: Final = ("first", "copy")
STEPS: Final = ("undo", "redo")
# The largest list file, with every byte escaped or in base64.
LARGEST_VERSION: Final = 7 * LARGEST_FILE
LARGEST_NOTE: Final = 64 * 1024  # more than any system allows a path to be


@dataclass(frozen=True, slots=True)
class Version:
    """One entry of a history.

    `of` is the version whose content it has (its own number for a save), or which it marks as
    void; `base` is the version that was current before it.
    """

    number: int
    kind: str
    time: str
    of: int
    base: int
    edits: tuple[str, ...] = ()
    content: bytes | None = None


class History:
    """The versions of a list file, as they were when it was read."""

    def __init__(self, folder: Path, versions: list[Version] | None = None) -> None:
        self.folder = folder
        self.damaged: list[str] = []
        self.highest = 0
        self.versions = self._read() if versions is None else versions
        self.highest = max([self.highest, *(version.number for version in self.versions)])
        self._contents = {v.number: v.content for v in self.versions if v.content is not None}
        self._leads_to = {version.number: version.of for version in self.versions}
        self.void = {v.of for v in self.versions if v.kind == "void"}
        self.line, self.cursor = self._undo_line(self.versions)

    def _read(self) -> list[Version]:
        found = []
        for file in _version_files(self.folder):
            self.highest = int(file.stem)
            version = _read_version(file)
            if version is None:
                self.damaged.append(file.name)
            else:
                found.append(version)
        return found

    def followed_by(self, version: Version) -> "History":
        """This history with one more version, without reading it again."""
        longer = History(self.folder, [*self.versions, version])
        longer.damaged = self.damaged
        return longer

    def _undo_line(self, versions: list[Version]) -> tuple[list[int], int]:
        """The versions that undo and redo step through, and the place of the current one."""
        line: list[int] = []
        cursor = -1
        for version in versions:
            if version.number in self.void:
                continue
            if version.kind in BEGINNINGS:
                # A new list with the name of a removed one: undo must not lead to that.
                line, cursor = [version.number], 0
            elif version.kind in CONTENTS:
                # Most versions follow the one before them: no search in a long line for these.
                if line[cursor : cursor + 1] != [version.base] and version.base in line:
                    cursor = line.index(version.base)
                del line[cursor + 1 :]
                line.append(version.number)
                cursor = len(line) - 1
            elif version.kind in STEPS and version.of in line:
                cursor = line.index(version.of)
        return line, cursor

    @property
    def current(self) -> int:
        """The number of the version that the list file should have, 0 where there is none."""
        return self.line[self.cursor] if self.line else 0

    @property
    def is_removed(self) -> bool:
        """Whether the list was removed by its last version."""
        versions = [version for version in self.versions if version.kind != "void"]
        return bool(versions) and versions[-1].kind == "remove"

    def content(self, number: int) -> bytes | None:
        """The bytes of a version; None where it is missing or damaged."""
        of = self._leads_to.get(number)
        return None if of is None else self._contents.get(of)

    def step(self, direction: int) -> int:
        """The version one undo (-1) or redo (+1) from the current one, 0 where there is none."""
        wanted = self.cursor + direction
        return self.line[wanted] if 0 <= wanted < len(self.line) else 0

    def before_last(self) -> bytes | None:
        """The bytes of the list file before the newest version."""
        valid = self._valid_versions()
        if not valid:
            return None
        line, cursor = self._undo_line(valid[:-1])
        return self._contents.get(line[cursor]) if line else None

    def last_made(self) -> Version | None:
        """The newest version that is neither void nor marks one as void."""
        valid = self._valid_versions()
        return valid[-1] if valid else None

    def _valid_versions(self) -> list[Version]:
        return [v for v in self.versions if v.kind != "void" and v.number not in self.void]


def _sha256(data: bytes) -> str:
    import hashlib  # slow to load, and rarely needed

    return hashlib.sha256(data).hexdigest()


def history_folder(path: Path) -> Path:
    """The folder of the history of the list file at `path`.

    For lists in the player's own folder it has the list's name, so that the player's data can be
    moved as a whole; for any other file it has a hash of the path.
    """
    data = player_data()
    real = os.path.realpath(path)
    folder, file = os.path.split(real)
    stem = os.path.splitext(file)[0]
    if folder != _real(data / "lists") or len(os.fsencode(stem)) > 100:
        name = "file-" + _sha256(os.fsencode(real))[:24]
    else:
        name = f"list-{stem}"
    return data / "history" / name


@lru_cache(maxsize=1)
def _real(folder: Path) -> str:
    # Called once per saved list, of which there may be thousands.
    return os.path.realpath(folder)


def list_file_of(folder: Path) -> Path | None:
    """The list file of a history whose folder has a hash; None where it is unknown."""
    try:
        content = read_bytes(folder / LIST_FILE_NOTE, LARGEST_NOTE, regular=True)
        return Path(os.fsdecode(content.removesuffix(b"\n")))
    except PbbuildError:
        return None


def count_versions(path: Path) -> int:
    """The number of versions of a list file, without reading them."""
    return len(_version_names(history_folder(path)))


def history_of(path: Path) -> History:
    """The present history of a list file; needs no lock and changes nothing."""
    return History(history_folder(path))


def add_version(history: History, kind: str, **entries: Any) -> tuple[History, Path]:
    """Write one more version; returns the history with it and its file. Needs the lock."""
    number = history.highest + 1
    content: bytes | None = entries.pop("content", None)
    entry: dict[str, Any] = {
        "format": FORMAT,
        "number": number,
        "kind": kind,
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "of": entries.pop("of", number),
        "base": history.current,
        **entries,
    }
    if content is not None:
        entry["sha256"] = _sha256(content)
        try:
            entry["text"] = content.decode()
        except UnicodeDecodeError:
            entry["base64"] = base64.b64encode(content).decode("ascii")
    file = version_file(history.folder, number)
    write_atomic(file, dump_json(entry))
    return history.followed_by(_version_of(number, entry, content)), file


def version_file(folder: Path, number: int) -> Path:
    """The file of version `number` in the history in `folder`."""
    return folder / f"{number:06d}.json"


def reconciled(history: History, current: bytes | None) -> History:
    """The history with a version for a change to the list file by others. Needs the lock."""
    if current is None or current == history.content(history.current):
        return history
    last = history.last_made()
    if last is None:
        return add_version(history, "first", content=current)[0]
    if last.kind != "remove" and current == history.before_last():
        return add_version(history, "void", of=last.number)[0]
    return add_version(history, "found", content=current)[0]


def _version_names(folder: Path) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if _VERSION.fullmatch(name)]
    except OSError:
        return []


def _version_files(folder: Path) -> list[Path]:
    names = sorted(_version_names(folder), key=lambda name: int(name.removesuffix(".json")))
    return [folder / name for name in names]


def _read_version(file: Path) -> Version | None:
    # A command reads a history several times, and files of versions never change.
    try:
        found = require_regular(file)
    except (OSError, PbbuildError):
        return None
    return found and _version_in(file, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=12_000)
def _version_in(file: Path, changed: int, size: int) -> Version | None:
    try:
        entry = read_json(file, LARGEST_VERSION).value
        if violations(entry, "version-1"):
            return None
        return _version_of(int(file.stem), entry, _content_of(entry))
    except (PbbuildError, ValueError):
        return None


def _version_of(number: int, entry: Mapping[str, Any], content: bytes | None) -> Version:
    return Version(
        number=number,
        kind=entry["kind"],
        time=entry["time"],
        of=entry["of"],
        base=entry["base"],
        edits=tuple(entry.get("edits", ())),
        content=content,
    )


def _content_of(entry: Mapping[str, Any]) -> bytes | None:
    if "sha256" not in entry:
        return None
    if "text" in entry:
        content: bytes = entry["text"].encode()
    else:
        content = base64.b64decode(entry["base64"], validate=True)
    if _sha256(content) != entry["sha256"]:
        raise ValueError("damaged")
    return content
