"""The modules of pbbuild as syntax trees, parsed once for all tests that read them."""

import ast
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "pbbuild"


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """Every node of a module, in the order of `ast.walk`."""
    return tuple(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
