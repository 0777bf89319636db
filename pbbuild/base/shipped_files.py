"""Whether the files that came with pbbuild are all there and readable.

A wheel lists its files with their hashes, the index of a checkout lists those that belong to it.
In both, what has a format is read: JSON, pictures, and with `read_template` the templates.
"""

import base64
import hashlib
import json
import struct
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from pbbuild.base.places import shipped

_CODE: Final = ("__pycache__", ".so", ".pyd")
_INDEX_HEAD: Final = struct.Struct(">4sII")
# What an entry of the index has before its name, and the bits of its flags.
_ENTRY: Final = 62
_FLAGS_AT: Final = 60
_EXTENDED: Final = 0x4000


def damaged_files(read_template: Callable[[Path], None]) -> list[str]:
    """The shipped files that are missing or cannot be read, sorted.

    `read_template` raises ValueError for a template that is damaged.
    """
    found = {*_missing_of_wheel(), *_missing_of_checkout()}
    for folder in (shipped("catalog"), shipped("templates"), _package() / "text"):
        for file in folder.rglob("*"):
            if file.is_file() and not _is_readable(file, read_template):
                found.add(_name(file))
    return sorted(found)


def has_list_of_files() -> bool:
    """Whether this copy says which files belong to it; an unpacked archive does not."""
    root = _package().parent
    in_index = any(name.startswith("pbbuild/") for name in _names_in_index(root))
    return in_index or bool(_listed_in_wheel())


def _package() -> Path:
    return Path(__file__).resolve().parents[1]


def _name(file: Path) -> str:
    try:
        return file.relative_to(_package().parent).as_posix()
    except ValueError:
        return str(file)


def _is_readable(file: Path, read_template: Callable[[Path], None]) -> bool:
    try:
        if file.suffix == ".json":
            json.loads(file.read_bytes())
        elif file.suffix == ".svg":
            ElementTree.fromstring(file.read_bytes())
        elif file.suffix == ".j2":
            read_template(file)
    except (OSError, ValueError, ElementTree.ParseError):
        return False
    return True


def _listed_in_wheel() -> list[tuple[metadata.PackagePath, metadata.FileHash]]:
    """The files of an installed wheel that have a hash; none in an editable install."""
    try:
        files = metadata.distribution("pbbuild").files or []
    except metadata.PackageNotFoundError:
        return []
    return [
        (entry, entry.hash)
        for entry in files
        if entry.hash and entry.parts[0] == "pbbuild" and not entry.name.endswith(_CODE)
    ]


def _missing_of_wheel() -> Iterator[str]:
    """Files of an installed wheel that are missing or changed."""
    for entry, known in _listed_in_wheel():
        file = Path(str(entry.locate()))
        try:
            digest = hashlib.new(known.mode, file.read_bytes()).digest()
        except OSError:
            yield _name(file)
            continue
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != known.value:
            yield _name(file)


def _missing_of_checkout() -> Iterator[str]:
    """Files of a checkout that are missing; changed ones may be work in progress."""
    root = _package().parent
    if shipped("catalog").parent != root:
        return
    for name in _names_in_index(root):
        is_shipped = name.startswith(("pbbuild/", "catalog/", "templates/"))
        if is_shipped and not (root / name).exists():
            yield name


def _names_in_index(root: Path) -> Iterator[str]:
    try:
        git = root / ".git"
        if git.is_file():
            git = root / git.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        data = (git / "index").read_bytes()
    except (OSError, ValueError):
        return
    if len(data) < _INDEX_HEAD.size:
        return
    mark, version, count = _INDEX_HEAD.unpack_from(data)
    if mark != b"DIRC" or version not in (2, 3):
        return  # later versions shorten the names
    place = _INDEX_HEAD.size
    for _ in range(count):
        try:
            (flags,) = struct.unpack_from(">H", data, place + _FLAGS_AT)
            begin = place + _ENTRY + (2 if flags & _EXTENDED else 0)
            end = data.index(b"\0", begin)
        except (struct.error, ValueError):
            return  # the index is damaged, which is for git to say
        yield data[begin:end].decode("utf-8", "replace")
        # Entries are filled up with 1 to 8 zeros.
        place += (end - place + 8) // 8 * 8
