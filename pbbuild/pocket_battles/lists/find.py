"""Finding the list a player means: a path, a saved name, a ready list, a share code."""

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pbbuild.base.documents import Document, read_json
from pbbuild.base.files import missing_file
from pbbuild.base.places import shipped
from pbbuild.base.settings import lists_folder
from pbbuild.errors import ListError, PbbuildError, Problem
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.list_file import LARGEST_LIST, list_of, parse_list, read_list
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList
from pbbuild.pocket_battles.lists.saved_lists import (
    file_name,
    is_removed,
    require_lists_folder,
    saved_file,
    with_restore_offer,
)
from pbbuild.pocket_battles.lists.share_code import list_of_code, looks_like_a_code


@dataclass(frozen=True, slots=True)
class FoundList:
    """A list and where it came from.

    `origin` is "file", "saved", "ready", "code" or "input"; `path` is the file it was read
    from, None for a share code and standard input; `code` is the share code.
    """

    army_list: ArmyList
    origin: str
    path: Path | None = None
    code: str = ""

    @property
    def typed(self) -> str:
        """What a player types to name it, "" for standard input."""
        if self.path is None:
            return self.code
        return str(self.path) if self.origin == "file" else self.path.stem


def find_list(text: str) -> FoundList:
    """The list that `text` names: a path, a saved list, a ready list, a share code or `-`."""
    if text == "-":
        return FoundList(parse_list(_standard_input(), "-"), "input")
    try:
        origin, path = locate_list(text)
    except ListError:
        # Names come first, so that no code can hide a list.
        if not looks_like_a_code(text):
            raise
        from pbbuild.pocket_battles.catalog.load import load_catalog

        return FoundList(list_of_code(text, load_catalog()), "code", code=text)
    try:
        return FoundList(read_list(path), origin, path)
    except PbbuildError as error:
        raise with_restore_offer(error, path) from None


def locate_list(text: str) -> tuple[str, Path]:
    """The origin ("file", "saved", "ready") and the file of the list that `text` names."""
    if "\0" in text or not text:
        raise ListError("no-such-list-nor-near", source=text.replace("\0", "?"), near=())
    path = Path(os.path.expanduser(text))
    if _exists(path) and (not path.is_dir() or _looks_like_a_path(text)):
        return "file", path
    if _looks_like_a_path(text):
        raise ListError("no-such-file", source=text)
    named = (
        ("saved", lists_folder() / f"{text}.json"),
        ("ready", ready_folder() / f"{text}.json"),
        # The name inside a list file: `Iron wall` is saved as iron-wall.
        ("saved", saved_file(text)),
        ("ready", ready_folder() / f"{file_name(text)}.json"),
    )
    for origin, file in named:
        if _exists(file):
            return origin, file
    if _exists(path):
        raise PbbuildError("is-a-folder", source=text)
    if titled := _ready_list_called(text) or _ready_list_of_army(text):
        return "ready", titled
    near = _similar_names(text)
    if is_removed(text):
        require_lists_folder()
        raise ListError("keep.was-removed", source=text)
    if re.fullmatch(r"[A-Za-z]{3}[0-9]{2}", text):
        raise ListError("a-tile-not-a-list", source=text.upper())
    raise ListError("no-such-list" if near else "no-such-list-nor-near", source=text, near=near)


def ready_folder() -> Path:
    """The folder of the shipped ready lists."""
    return shipped("catalog") / "pocket_battles" / "lists"


def _ready_list_called(title: str) -> Path | None:
    """The ready list with this name inside its file: `The green flood`."""
    if " " not in title:
        return None  # every such name has a space, and most mistakes have none
    wanted = file_name(title)
    files = (ready_folder() / f"{name}.json" for name in ready_lists())
    return next((file for file in files if file_name(read_list(file).name) == wanted), None)


def _ready_list_of_army(text: str) -> Path | None:
    """The ready list of an army by its name in either language, and the size: `Orchi 80`."""
    match = re.fullmatch(r"(.*\D)[ -]?(\d{2,3})", text.strip())
    if match is None:
        return None
    from pbbuild.pocket_battles.catalog.load import load_catalog
    from pbbuild.pocket_battles.catalog.names import army_named

    army = army_named(match[1].strip(" -"), load_catalog())
    file = ready_folder() / f"{army}-{match[2]}.json"
    return file if army and _exists(file) else None


def ready_lists() -> list[str]:
    """The ids of the shipped ready lists, sorted."""
    return _names(ready_folder())


def saved_lists() -> list[str]:
    """The names of the saved lists, sorted; a folder that cannot be read raises."""
    folder = lists_folder()
    try:
        os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        reason = error.strerror or str(error)
        raise ListError("cannot-read", source=str(folder), reason=reason) from None
    return _names(folder)


def require_known(army_list: ArmyList, catalog: Catalog, source: str) -> None:
    """Raise where the list's army or edition is not in the catalog, with suggestions."""
    if army_list.game != "pocket-battles":
        return
    document = _document_of(army_list, source)
    problems: list[Problem] = []
    known = {"army": list(catalog.armies), "edition": list(catalog.editions)}
    for key, ids in known.items():
        value = getattr(army_list, key)
        if value not in ids and not (key == "army" and MIXED_ARMIES in army_list.waivers):
            problems.append(_unknown(document, f"/{key}", f"unknown-{key}", value, ids))
    if problems:
        raise ListError("unknown-names", source=source, problems=tuple(problems))


def require_known_tiles(army_list: ArmyList, catalog: Catalog, source: str) -> None:
    """Raise with every tile code that is not in the catalog: no page or battle can use it."""
    if army_list.game != "pocket-battles":
        return
    document = _document_of(army_list, source)
    problems = [
        _unknown(
            document, f"/units/{unit}/troops/{troop}", "unknown-tile", code, list(catalog.troops)
        )
        for unit, entry in enumerate(army_list.units)
        for troop, code in enumerate(entry.troops)
        if code not in catalog.troops
    ]
    if problems:
        raise ListError("unknown-names", source=source, problems=tuple(problems))


def _unknown(document: Document, pointer: str, code: str, value: str, ids: list[str]) -> Problem:
    import difflib

    near = tuple(difflib.get_close_matches(value, ids, 3, 0.6))
    code = code if near else f"{code}-nor-near"
    return Problem(pointer, document.line_of(pointer), code, {"is": value, "near": near})


def _document_of(army_list: ArmyList, source: str) -> Document:
    # For line numbers; share codes have no file.
    try:
        document = read_json(Path(source))
        list_of(document)
    except PbbuildError:
        return Document(source, {}, "{}")
    return document


def _standard_input() -> str:
    data = sys.stdin.buffer.read(LARGEST_LIST + 1)
    if len(data) > LARGEST_LIST:
        raise PbbuildError("file-too-large", source="-", limit=LARGEST_LIST)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PbbuildError("not-utf-8", source="-", offset=error.start) from None


def _looks_like_a_path(text: str) -> bool:
    return "/" in text or "\\" in text or text.endswith(".json")


def _exists(path: Path) -> bool:
    try:
        found = os.path.lexists(path)
    except (OSError, ValueError):
        return False
    if found and path.is_symlink():
        _require_end(path)
    return found


def _require_end(link: Path) -> None:
    """Raise for a link to nowhere or in a circle, with where it leads."""
    try:
        os.stat(link)
    except FileNotFoundError:
        raise missing_file(link) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise PbbuildError("cannot-read", source=str(link), reason=reason) from None


def _names(folder: Path) -> list[str]:
    def found() -> Iterator[str]:
        try:
            yield from (path.stem for path in folder.glob("*.json") if path.is_file())
        except OSError:
            return

    return sorted(name for name in found() if not name.startswith("."))


def _similar_names(text: str) -> tuple[str, ...]:
    import difflib

    known = [*_names(lists_folder()), *ready_lists()]
    return tuple(difflib.get_close_matches(text, known, 3, 0.6))


def known_names(most: int) -> list[str]:
    """The names of at most `most` saved lists, then of all ready lists."""
    return [*saved_lists()[:most], *ready_lists()]
