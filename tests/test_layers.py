"""Imports point down only: kits know no game, and the rooms of the games never meet."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.sources import PACKAGE, modules, nodes

# From the ground up; a layer may import itself and those below it. The kits are for any game.
LAYERS: Final = (
    ("errors",),
    ("base",),
    ("native", "text"),
    ("play",),
    ("page",),
    ("web",),
    ("terminal",),
    ("pocket_battles", "pocket_general"),
    ("games",),
    ("api", "commands"),
    ("__init__", "__main__"),
)
ROOMS: Final = ("pocket_battles", "pocket_general")
# Inside a room, from the ground up.
FLOORS: Final = (
    ("catalog",),
    ("lists",),
    ("rules",),
    ("builder", "agents"),
    ("advice",),
    ("playtest",),
    ("metagame",),
    ("sheets", "screen"),
    ("commands", "pages"),
)
HEIGHT: Final = {name: height for height, names in enumerate(LAYERS) for name in names}
FLOOR: Final = {name: height for height, names in enumerate(FLOORS) for name in names}
MOST_MODULES: Final = 22


def dotted(file: Path) -> tuple[str, ...]:
    """The name of a module in parts, `pbbuild` first; a package's own is that of its folder."""
    parts = ("pbbuild", *file.relative_to(PACKAGE).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts


KNOWN: Final = {dotted(file) for file in modules()}


@cache
def imported(file: Path) -> frozenset[tuple[str, ...]]:
    """Every module that a file imports, in its functions too."""
    return frozenset(_imported(file))


def _imported(file: Path) -> Iterator[tuple[str, ...]]:
    for node in nodes(file):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = dotted(file) if file.name == "__init__.py" else dotted(file)[:-1]
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = (*base, *(node.module.split(".") if node.module else ()))
            for alias in node.names:
                inner = (*module, alias.name)
                yield inner if inner in KNOWN else module


def ours(file: Path) -> set[tuple[str, ...]]:
    """Modules of ours that a file imports; the front door itself is `pbbuild.__init__`."""
    found = {name for name in imported(file) if name[0] == "pbbuild"}
    return {name if len(name) > 1 else ("pbbuild", "__init__") for name in found} - {dotted(file)}


def test_imports_point_down() -> None:
    for file in modules():
        own = dotted(file)
        assert own[1] in HEIGHT, f"{own[1]} is in no layer"
        for other in ours(file):
            edge = f"{'.'.join(own)} imports {'.'.join(other)}"
            assert HEIGHT[other[1]] <= HEIGHT[own[1]], f"{edge}, which is above"
            if own[1] in ROOMS and other[1] in ROOMS:
                assert other[1] == own[1], f"{edge}, of another game"
                if len(own) > 2 and len(other) > 2:
                    assert FLOOR[other[2]] <= FLOOR[own[2]], f"{edge}, which is above"


def test_no_modules_import_each_other_in_a_circle() -> None:
    edges = {dotted(file): ours(file) & KNOWN for file in modules()}
    done: set[tuple[str, ...]] = set()

    def visit(name: tuple[str, ...], path: tuple[tuple[str, ...], ...]) -> None:
        assert name not in path, " -> ".join(".".join(each) for each in (*path, name))
        if name in done:
            return
        for other in sorted(edges.get(name, ())):
            visit(other, (*path, name))
        done.add(name)

    for name in sorted(edges):
        visit(name, ())


@pytest.mark.parametrize(
    "folder",
    sorted({file.parent for file in modules()}),
    ids=lambda folder: str(folder.relative_to(PACKAGE)),
)
def test_a_folder_can_be_taken_in_at_a_glance(folder: Path) -> None:
    assert len(list(folder.glob("*.py"))) <= MOST_MODULES


def test_one_class_name_is_one_class() -> None:
    found: dict[str, list[str]] = {}
    for file in modules():
        for node in nodes(file):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(str(file.relative_to(PACKAGE)))
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_the_second_game_is_a_room_and_no_prefix() -> None:
    """A path names the game by its folder, never by the start of a module's name."""
    assert [file for file in modules() if file.name.startswith("general_")] == []


def test_only_the_printer_imports_weasyprint() -> None:
    users = {
        str(file.relative_to(PACKAGE))
        for file in modules()
        if any(name[0] == "weasyprint" for name in imported(file))
    }
    assert users <= {"page/pdf.py"}
