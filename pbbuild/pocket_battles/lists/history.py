"""The history of one list file: every version kept, in files that are written once.

A version is one JSON file `000007.json` in the list's own folder below the player's data. It
is written whole (temporary neighbour, synced, renamed) *before* the list file is replaced,
and removed again if that fails. A process killed between the two leaves a version
that never reached the list file; the next writer sees that the list file is still the one
before it and notes the version as void. A list file that somebody else changed is kept as a
version of its own ("found"). So at every moment the list file is whole, and every content
it ever had is in the history.
"""

import base64
import hashlib
import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import breaches, dump_json, read_json
from pbbuild.base.files import LARGEST_FILE, write_atomic
from pbbuild.base.places import player_data
from pbbuild.errors import PbbuildError

FORMAT: Final = "pbbuild-version/1"
WHOSE: Final = "whose.txt"
_VERSION: Final = re.compile(r"\d{6,}\.json", re.ASCII)
# What a version can be: saves with a content of their own, steps to an earlier one, marks.
CONTENTS: Final = ("first", "save", "found", "restore", "copy")
BEGINNINGS: Final = ("first", "copy")
STEPS: Final = ("undo", "redo")
# A content of the largest file, with every byte escaped or in base64.
LARGEST_VERSION: Final = 7 * LARGEST_FILE


@dataclass(frozen=True, slots=True)
class Version:
    """One entry of a history.

    `of` is the version whose content it brings (its own number for a save) or which it voids;
    `base` the version that was current before it.
    """

    number: int
    kind: str
    time: str
    of: int
    base: int
    edits: tuple[str, ...] = ()
    content: bytes | None = None


class History:
    """What is known of a list file's past; a picture of one moment."""

    def __init__(self, folder: Path, versions: list[Version] | None = None) -> None:
        self.folder = folder
        self.damaged: list[str] = []
        self.highest = 0
        self.versions = self._read() if versions is None else versions
        self.highest = max([self.highest, *(version.number for version in self.versions)])
        self._contents = {v.number: v.content for v in self.versions if v.content is not None}
        self._leads_to = {version.number: version.of for version in self.versions}
        self.void = {v.of for v in self.versions if v.kind == "void"}
        self.line, self.cursor = self._replayed(self.versions)

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
        """This history and one version more, without reading it all again."""
        longer = History(self.folder, [*self.versions, version])
        longer.damaged = self.damaged
        return longer

    def _replayed(self, versions: list[Version]) -> tuple[list[int], int]:
        """The line of versions that undo and redo walk, and where on it the list stands."""
        line: list[int] = []
        cursor = -1
        for version in versions:
            if version.number in self.void:
                continue
            if version.kind in BEGINNINGS:
                # A new list under a name that a removed one had: undo does not lead into that.
                line, cursor = [version.number], 0
            elif version.kind in CONTENTS:
                # Most versions are based on the one before them; long histories stay quick.
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
        """The number of the version the list file should hold, 0 where there is none."""
        return self.line[self.cursor] if self.line else 0

    @property
    def is_removed(self) -> bool:
        """Whether the last thing done to the list was to remove it."""
        told = [version for version in self.versions if version.kind != "void"]
        return bool(told) and told[-1].kind == "remove"

    def content(self, number: int) -> bytes | None:
        """The bytes of a version; None where there is no such version or it is damaged."""
        of = self._leads_to.get(number)
        return None if of is None else self._contents.get(of)

    def step(self, direction: int) -> int:
        """The version one undo (-1) or redo (+1) from the current one, 0 where there is none."""
        wanted = self.cursor + direction
        return self.line[wanted] if 0 <= wanted < len(self.line) else 0

    def before_last(self) -> bytes | None:
        """What the list file held before the newest version was made."""
        told = [v for v in self.versions if v.kind != "void" and v.number not in self.void]
        if not told:
            return None
        line, cursor = self._replayed(told[:-1])
        return self._contents.get(line[cursor]) if line else None

    def last_made(self) -> Version | None:
        """The newest version that is neither void nor a mark of one."""
        told = [v for v in self.versions if v.kind != "void" and v.number not in self.void]
        return told[-1] if told else None


def history_folder(path: Path) -> Path:
    """Where the history of the list file at `path` is kept.

    Lists in the player's own folder are known by their name, so that the whole folder can be
    moved or carried on a stick; any other file is known by where it is.
    """
    data = player_data()
    real = os.path.realpath(path)
    folder, file = os.path.split(real)
    stem = os.path.splitext(file)[0]
    if folder != _real(data / "lists") or len(os.fsencode(stem)) > 100:
        name = "file-" + hashlib.sha256(os.fsencode(real)).hexdigest()[:24]
    else:
        name = f"list-{stem}"
    return data / "history" / name


@lru_cache(maxsize=1)
def _real(folder: Path) -> str:
    # Asked for every one of ten thousand lists.
    return os.path.realpath(folder)


def owner_of(folder: Path) -> Path | None:
    """The list file that a history under a hash is of; None where that cannot be told."""
    try:
        return Path(os.fsdecode((folder / WHOSE).read_bytes().removesuffix(b"\n")))
    except OSError:
        return None


def count_versions(path: Path) -> int:
    """How many versions of a list file are kept, without reading them."""
    return len(_version_names(history_folder(path)))


def history_of(path: Path) -> History:
    """The history of a list file as it is now; needs no lock and changes nothing."""
    return History(history_folder(path))


def add_version(history: History, kind: str, **said: Any) -> tuple[History, Path]:
    """Write one more version; the history that has it, and its file. Hold the lock."""
    number = history.highest + 1
    content: bytes | None = said.pop("content", None)
    entry: dict[str, Any] = {
        "format": FORMAT,
        "number": number,
        "kind": kind,
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "of": said.pop("of", number),
        "base": history.current,
        **said,
    }
    if content is not None:
        entry["sha256"] = hashlib.sha256(content).hexdigest()
        try:
            entry["text"] = content.decode()
        except UnicodeDecodeError:
            entry["base64"] = base64.b64encode(content).decode("ascii")
    file = version_file(history.folder, number)
    write_atomic(file, dump_json(entry))
    return history.followed_by(_version_of(number, entry, content)), file


def version_file(folder: Path, number: int) -> Path:
    """The file of version `number` in the history kept in `folder`."""
    return folder / f"{number:06d}.json"


def reconciled(history: History, current: bytes | None) -> History:
    """The history after noting what happened to the list file outside of it. Hold the lock."""
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
    try:
        entry = read_json(file, LARGEST_VERSION).value
        if breaches(entry, "version-1"):
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
    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
        raise ValueError("damaged")
    return content
