"""Imports point down only, and the games never import each other."""

import ast
import itertools
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "pbbuild"

# From the ground up; a layer may import its own and those below it.
LAYERS = (
    ("errors",),
    ("resources", "installed", "jsonlines", "files", "locks"),
    ("settings",),
    ("native",),
    ("catalog",),
    ("armylist",),
    ("games",),
    ("builder",),
    ("agents",),
    ("match",),
    ("i18n",),
    ("render",),
    ("cli",),
)
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}


def imported(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def modules() -> list[Path]:
    return sorted(file for file in PACKAGE.rglob("*.py") if file.parent != PACKAGE) + [
        PACKAGE / f"{name}.py"
        for name in ("errors", "resources", "installed", "files", "jsonlines", "locks", "settings")
    ]


@pytest.mark.parametrize("file", modules(), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_down(file: Path) -> None:
    own = file.relative_to(PACKAGE).with_suffix("").parts[0]
    assert own in HEIGHT, f"{own} is in no layer"
    ours = {name.split(".")[1] for name in imported(file) if name.startswith("pbbuild.")}
    upward = {name for name in ours & HEIGHT.keys() if HEIGHT[name] > HEIGHT[own]}
    assert not upward


GAMES = sorted(file.parent.name for file in (PACKAGE / "games").glob("*/__init__.py"))


@pytest.mark.parametrize(("game", "other"), list(itertools.permutations(GAMES, 2)))
def test_the_games_do_not_know_each_other(game: str, other: str) -> None:
    for file in (PACKAGE / "games" / game).rglob("*.py"):
        assert not any(other in name for name in imported(file)), file


def test_only_the_printer_imports_weasyprint() -> None:
    users = {
        str(file.relative_to(PACKAGE))
        for file in PACKAGE.rglob("*.py")
        if any(name.split(".")[0] == "weasyprint" for name in imported(file))
    }
    assert users <= {"render/pdf.py"}
