"""Nothing of pbbuild changes the disk but through the few functions that do it safely."""

import ast
from collections.abc import Iterable

import click
import pytest

from pbbuild.base.rooms import load_target, room_of
from pbbuild.commands import COMMANDS
from pbbuild.pocket_general.catalog.model import GAME as POCKET_GENERAL
from tests.robustness.writers import FOLDER_WRITERS, GENERAL, SEARCH_WRITERS, WRITERS
from tests.sources import PACKAGE, modules, nodes

# Each with what keeps it from harm.
ALLOWED = {
    "base/files.py": "whole or not at all: what all others call",
    "base/locks.py": "lock files, which hold nothing",
    "base/private.py": "makes folders and deletes regular files, nothing else",
    "pocket_battles/lists/saved_lists.py": "moves and removes under a lock, noted first",
    "pocket_battles/catalog/corrections.py": "the last step of an exchange, under a lock",
    "native/build.py": "a scratch folder of its own, renamed when it is whole",
    "terminal/commands/doctor_checks.py": "a temporary file that is never seen",
    "terminal/streams.py": "standard streams, no files",
    "terminal/app.py": "writes the help, no files",
    "terminal/commands/web.py": "a private temporary file that leads the browser to the page",
}
OS_CALLS = {"rename", "replace", "remove", "unlink", "mkdir", "makedirs", "rmdir", "link"}
OS_CALLS |= {"symlink", "truncate", "chmod", "mkfifo"}
PATH_CALLS = {"write_text", "write_bytes", "mkdir", "unlink", "rmdir", "touch", "rename"}
PATH_CALLS |= {"hardlink_to", "symlink_to"}
MODULES = {"shutil": {"move", "copy", "copy2", "copyfile", "copytree", "rmtree"}, "os": OS_CALLS}


def changes_in(nodes: Iterable[ast.AST]) -> list[tuple[int, str]]:
    """Line and name of every call that could change the disk."""
    found = []
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id == "open" and _writes(node, 1):
            found.append((node.lineno, "open"))
        if not isinstance(called, ast.Attribute):
            continue
        owner = called.value.id if isinstance(called.value, ast.Name) else ""
        if owner in MODULES:
            if called.attr in MODULES[owner]:
                found.append((node.lineno, f"{owner}.{called.attr}"))
            elif owner == "os" and called.attr == "open" and "O_RDONLY" not in ast.dump(node):
                found.append((node.lineno, "os.open"))
        elif owner == "tempfile" or called.attr in PATH_CALLS:
            found.append((node.lineno, called.attr))
        elif called.attr == "open" and _writes(node, 0):
            found.append((node.lineno, "open"))
        elif called.attr == "replace" and len(node.args) == 1 and not node.keywords:
            # One argument: a path, not a text.
            found.append((node.lineno, "replace"))
    return found


def _writes(call: ast.Call, place: int) -> bool:
    modes = list(call.args[place : place + 1])
    modes += [word.value for word in call.keywords if word.arg == "mode"]
    values = [mode.value for mode in modes if isinstance(mode, ast.Constant)]
    return any(isinstance(value, str) and set(value) & set("wax+") for value in values)


def test_only_named_modules_change_the_disk() -> None:
    found = {}
    for file in modules():
        changes = changes_in(nodes(file))
        if changes:
            found[file.relative_to(PACKAGE).as_posix()] = changes
    strangers = {name: changes for name, changes in found.items() if name not in ALLOWED}
    assert not strangers, "write through pbbuild.base.files, which loses nothing"
    assert set(ALLOWED) <= set(found), "an exception that is none any more"


def test_the_search_finds_what_it_looks_for() -> None:
    guilty = """
open("x", "w"); open(p, mode="ab"); p.open("w"); os.open(p, os.O_WRONLY); p.write_text("")
os.rename(a, b); os.replace(a, b); p.replace(q); p.unlink(); shutil.rmtree(p); p.touch()
tempfile.mkstemp()
"""
    innocent = """
open("x"); open(p, "rb"); p.open(); os.open(p, os.O_RDONLY); text.replace("a", "b")
replace(state, side=1); name.rstrip()
"""
    assert len(changes_in(ast.walk(ast.parse(guilty)))) == 12
    assert not changes_in(ast.walk(ast.parse(innocent)))


# Tried with faults elsewhere, since they take long, call a compiler or serve until a signal.
ELSEWHERE = {("improve",), ("compile",), ("demo",), ("web",), ("worth",), ("counter",), ("meta",)}
# They change nothing, or say so to standard output only.
READERS = {
    *{(name,) for name in ("show", "lists", "history", "diff", "suggest", "share", "odds")},
    *{(name,) for name in ("referee", "compare", "doctor", "rules", "completion", "analyse")},
    *{("catalog", name) for name in ("list", "show", "check", "validate", "diff", "path")},
}


def commands_of(game: str) -> set[tuple[str, ...]]:
    """All commands of a game, those of a group with their second word."""
    targets = {entry.name: entry.target for entry in COMMANDS}
    targets = targets if game == "" else dict(room_of(game).commands)
    names: set[tuple[str, ...]] = set()
    for name, target in targets.items():
        command = load_target(target)
        inner = command.commands if isinstance(command, click.Group) else {}
        names |= {(name, second) for second in inner} or {(name,)}
    return names


@pytest.mark.parametrize("game", ["", POCKET_GENERAL])
def test_every_command_that_writes_is_tried_with_links(game: str) -> None:
    tried = set()
    for words in (WRITERS | FOLDER_WRITERS | SEARCH_WRITERS).values():
        plain = tuple(word for word in words if word not in GENERAL)
        if (GENERAL[0] in words) == bool(game):
            tried |= {plain[:1], plain[:2]}
    # Compiling has tests of its own for links; the page writes by the same functions as commands,
    # and a tournament of Pocket General prints only.
    elsewhere = {("compile",), ("web",)} | ({("tournament",)} if game else set())
    assert not commands_of(game) - tried - READERS - elsewhere


@pytest.mark.parametrize("game", ["", POCKET_GENERAL])
def test_every_command_that_writes_is_tried_on_a_failing_disk(game: str) -> None:
    tried = set()
    for words in WRITERS.values():
        plain = tuple(word for word in words if word not in GENERAL)
        if (GENERAL[0] in words) == bool(game):
            tried |= {plain[:1], plain[:2]}
    known = commands_of(game)
    # A tournament only prints; the pictures of an export take seconds, so its writing alone is
    # tried, in tests/terminal/test_output.py.
    said_only = {("tournament",), ("export",)} if game else set()
    missing = known - tried - READERS - ELSEWHERE - said_only
    assert not missing, "a new command gets a row in writers.py, or is named here as a reader"
