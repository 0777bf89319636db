"""Where each clause of the rules is in the code, and which tests prove it; read from both."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.sources import nodes

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "clauses.md"


class Proof(NamedTuple):
    """A test that names a clause."""

    clause: str
    path: str
    test: str


@cache
def clauses() -> dict[str, str]:
    """Every clause id of the rules with its heading, in the order of the rules."""
    document = json.loads((ROOT / "catalog" / "shared" / "rules.json").read_text("utf-8"))
    return {entry["id"]: entry["heading"]["en"] for entry in document["clauses"]}


@cache
def rulings() -> list[str]:
    """The ids of the rulings, in the order of their file."""
    names = ("rulings.md", "rulings-pocket-general.md")
    text = "\n".join((ROOT / "docs" / name).read_text("utf-8") for name in names)
    return re.findall(r"^\| (RG?-\d+) \|", text, re.MULTILINE)


@cache
def proofs() -> list[Proof]:
    """Every mark of every test, sorted by file and by place in it."""
    return [proof for path in sorted(ROOT.glob("tests/**/test_*.py")) for proof in _in_file(path)]


def _in_file(path: Path) -> Iterator[Proof]:
    name = path.relative_to(ROOT).as_posix()
    text = path.read_text("utf-8")
    if "pytest.mark.clause" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                for clause in _marked(mark):
                    yield Proof(clause, name, node.name)


def _marked(mark: ast.expr) -> list[str]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
        return [str(ast.literal_eval(argument)) for argument in mark.args]
    return []


class Code(NamedTuple):
    """A module, class or function whose docstring names a clause."""

    clause: str
    path: str
    name: str


_ID = r"(?:PB|PG)-(?:T(?:\.\d+)?|\d+(?:\.\d+)*)|RG?-\d+"
# `PB-5.1 to PB-5.4` and, with the part left out, `PB-5.1 to 5.4` and `PB-8.1, 8.5`.
_CITED = re.compile(rf"({_ID})|(?<=[\d,] )(to )?((?:T\.|\d+\.)\d+(?:\.\d+)*)\b")


def cited(text: str) -> list[str]:
    """Every clause, heading and ruling that a text names; ranges are written out."""
    order = [*clauses(), *rulings()]
    found: list[str] = []
    end = -1
    for match in _CITED.finditer(text):
        between = text[end : match.start()] if end >= 0 else ""
        end = match.end()
        name = match[1]
        if name is None:
            if not found or between not in (", ", " "):
                continue
            name = f"{found[-1].split('-')[0]}-{match[3]}"
        is_range = match[2] == "to " or between == " to "
        if is_range and found and {found[-1], name} <= {*order}:
            found += order[order.index(found[-1]) + 1 : order.index(name)]
        found.append(name)
    return list(dict.fromkeys(found))


@cache
def codes() -> list[Code]:
    """Every citation in a docstring of a module, sorted by file and by place in it."""
    files = [path for path in sorted(ROOT.glob("pbbuild/**/*.py")) if path.stem != "__init__"]
    return [code for path in files for code in _code_in(path)]


def _code_in(path: Path) -> Iterator[Code]:
    where = path.relative_to(ROOT / "pbbuild").as_posix()
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for node in nodes(path):
        if isinstance(node, kinds):
            name = "" if isinstance(node, ast.Module) else node.name
            for clause in cited(ast.get_docstring(node) or ""):
                yield Code(clause, where, name)


def layer_of(path: str) -> str:
    """Where code stands: `plain`, `core` (all that is compiled), or `edge`."""
    if "/rules/plain/" in path:
        return "plain"
    return "core" if "/rules/core/" in path or "/agents/thinking/" in path else "edge"


def table() -> str:
    """The table as docs/clauses.md keeps it."""
    lines = [
        "# Clauses, their code and their tests",
        "",
        "Where the code of each clause of the rules is, and which tests prove it. `plain` is the",
        "readable model, `core` what is compiled, `edge` everything around it; each name is a",
        "function or class whose docstring cites the clause, and a file without a name cites it at",
        "its top.",
        "Written by `scripts/clause-table`; a clause without code or without a test fails, and so",
        "does a stale table.",
        "",
    ]
    for part, title in (("PB", "Pocket Battles"), ("PG", "Pocket General")):
        lines += [f"## {title}", "", "| clause | rule | code | proved by |", "|---|---|---|---|"]
        lines += [
            f"| {clause} | {heading} | {_code_cell(clause)} | {_test_cell(clause)} |"
            for clause, heading in clauses().items()
            if clause.startswith(part)
        ]
        lines.append("")
    lines += [
        "## Rulings: [Pocket Battles](rulings.md), [Pocket General](rulings-pocket-general.md)",
        "",
        "| ruling | code | proved by |",
        "|---|---|---|",
    ]
    lines += [f"| {one} | {_code_cell(one)} | {_test_cell(one)} |" for one in rulings()]
    return "\n".join(lines) + "\n"


def _code_cell(clause: str) -> str:
    files: dict[str, dict[str, list[str]]] = {"plain": {}, "core": {}, "edge": {}}
    for code in codes():
        if code.clause == clause:
            names = files[layer_of(code.path)].setdefault(code.path, [])
            if code.name and code.name not in names:
                names.append(code.name)
    return "<br>".join(
        f"{layer}: " + "; ".join(_code_link(path, names) for path, names in found.items())
        for layer, found in files.items()
        if found
    )


def _code_link(path: str, names: list[str]) -> str:
    short = _short(path)
    same = [other for other in _sources() if _room(other) == _room(path) and _short(other) == short]
    if len(same) > 1:
        short = "/".join(path.split("/")[-2:])
    link = f"[{short}](../pbbuild/{path})"
    return f"{link} {', '.join(f'`{name}`' for name in names)}" if names else link


def _short(path: str) -> str:
    return re.sub(r"^pocket_(battles|general)/(rules/(plain/|core/)?)?", "", path)


def _room(path: str) -> str:
    return path.split("/")[0]


@cache
def _sources() -> list[str]:
    """Every module of the package, by its path in it."""
    root = ROOT / "pbbuild"
    return [path.relative_to(root).as_posix() for path in sorted(root.glob("**/*.py"))]


def _test_cell(clause: str) -> str:
    files: dict[str, list[str]] = {}
    for proof in proofs():
        if proof.clause == clause:
            words = proof.test.removeprefix("test_").replace("_", " ")
            files.setdefault(proof.path, []).append(words)
    return "<br>".join(f"[{path}](../{path}): {'; '.join(tests)}" for path, tests in files.items())
