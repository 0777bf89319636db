"""The plain models of the rules stay independent of the compiled cores, and their guides true."""

import ast
import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli import REPOSITORY
from tests.docs.pages import blocks_in
from tests.sources import PACKAGE
from tests.test_layers import ROOMS, dotted, ours

PLAIN = {room: PACKAGE / room / "rules" / "plain" for room in ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_a_plain_model_imports_only_itself_and_base(room: str) -> None:
    files = sorted(PLAIN[room].glob("*.py"))
    assert len(files) > 3
    foreign = [
        (file.name, ".".join(module))
        for file in files
        for module in ours(file)
        if module[1] != "base" and module[:4] != ("pbbuild", room, "rules", "plain")
    ]
    assert foreign == []


@pytest.mark.parametrize("room", ROOMS)
def test_the_guide_of_a_plain_model_lists_its_modules_in_reading_order(room: str) -> None:
    guide = ast.get_docstring(ast.parse((PLAIN[room] / "__init__.py").read_text("utf-8")))
    assert guide is not None
    listed = re.findall(r"^\d\. `(\w+)`", guide, re.MULTILINE)
    assert sorted(listed) == sorted(f.stem for f in PLAIN[room].glob("*.py") if f.stem[0] != "_")
    for place, name in enumerate(listed):
        used = {module[4] for module in ours(PLAIN[room] / f"{name}.py") if len(module) > 4}
        assert used <= set(listed[:place]), f"{name} uses a module listed after it"


@pytest.mark.parametrize("room", ROOMS)
def test_the_examples_in_a_guide_run(room: str) -> None:
    module = import_module(".".join(dotted(PLAIN[room] / "__init__.py")))
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("room", ROOMS)
def test_every_function_of_a_plain_model_says_what_it_does(room: str) -> None:
    silent = [
        f"{file.name}: {node.name}"
        for file in PLAIN[room].glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and node.name not in ("__init__", "_next", "unplaced", "require")
        and not ast.get_docstring(node)
    ]
    assert silent == []


def source_of(file: Path, function: str) -> str:
    """The source of a function, without the indentation of its class."""
    text = file.read_text("utf-8")
    (node,) = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name == function
    ]
    lines = text.splitlines()[node.lineno - 1 : node.end_lineno]
    return "\n".join(line[node.col_offset :] for line in lines) + "\n"


def test_the_rule_shown_in_the_engine_page_is_the_plain_models_own() -> None:
    page = (REPOSITORY / "docs" / "engine.md").read_text("utf-8")

    (shown,) = blocks_in(page, "python")

    assert shown == source_of(PLAIN["pocket_battles"] / "charges.py", "join_fight")
