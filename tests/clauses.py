"""Which clause of the rules is proved by which test, read from the test files themselves."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "clauses.md"


class Proof(NamedTuple):
    """A test that names a clause."""

    clause: str
    path: str
    test: str


def clauses() -> dict[str, str]:
    """Every clause id of the rules with its heading, in the order of the rules."""
    document = json.loads((ROOT / "catalog" / "shared" / "rules.json").read_text("utf-8"))
    return {entry["id"]: entry["heading"]["en"] for entry in document["clauses"]}


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
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                for clause in _marked(mark):
                    yield Proof(clause, name, node.name)


def _marked(mark: ast.expr) -> list[str]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
        return [str(ast.literal_eval(argument)) for argument in mark.args]
    return []


def table() -> str:
    """The table as docs/clauses.md keeps it."""
    known = proofs()
    lines = [
        "# Clauses and their tests",
        "",
        "Which test proves which clause of the rules. Written by `scripts/clause-table` from the",
        "`pytest.mark.clause` of each test; a clause without one fails, and so does a stale table.",
        "",
    ]
    for part, title in (("PB", "Pocket Battles"), ("PG", "Pocket General")):
        lines += [f"## {title}", "", "| clause | rule | proved by |", "|---|---|---|"]
        lines += [
            f"| {clause} | {heading} | {_cell(clause, known)} |"
            for clause, heading in clauses().items()
            if clause.startswith(part)
        ]
        lines.append("")
    lines += [
        "## Rulings: [Pocket Battles](rulings.md), [Pocket General](rulings-pocket-general.md)",
        "",
        "| ruling | proved by |",
        "|---|---|",
    ]
    lines += [f"| {ruling} | {_cell(ruling, known)} |" for ruling in rulings()]
    return "\n".join(lines) + "\n"


def _cell(clause: str, known: list[Proof]) -> str:
    files: dict[str, list[str]] = {}
    for proof in known:
        if proof.clause == clause:
            words = proof.test.removeprefix("test_").replace("_", " ")
            files.setdefault(proof.path, []).append(words)
    return "<br>".join(f"[{path}](../{path}): {'; '.join(tests)}" for path, tests in files.items())
