"""Every sentence the code asks for exists, and gets the values it has blanks for."""

import ast
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pbbuild.text.translate import sentences_of
from tests.sources import PACKAGE, modules, nodes

MODULES = modules()
SENTENCES = sentences_of("en")
# What tells problems and errors adds of itself.
GIVEN = {"source", "line", "count"}
# Errors of ours carry a code; Python's own carry sentences or nothing.
ERRORS = ("PbbuildError", "ListError", "UsageError", "StateError", "NotFoundError")
ASKING = {"t", "Problem", "Finding", "Reason", *ERRORS}


class Asked(NamedTuple):
    """A key as the code writes it: whole, or the beginning of an f-string."""

    where: str
    key: str
    whole: bool
    values: frozenset[str] | None


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def text_of(node: ast.expr) -> tuple[str, bool] | None:
    """A literal, or what an f-string begins with."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value, True
    if isinstance(node, ast.JoinedStr):
        first = node.values[0] if node.values else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            return first.value, False
    return None


def values_of(call: ast.Call) -> frozenset[str] | None:
    """The names of the values given, None where some are unpacked from elsewhere."""
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    return frozenset(keyword.arg for keyword in call.keywords if keyword.arg)


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def topic(code: str, home: str) -> str:
    return code if "." in code else f"{home}.{code}"


@cache
def nodes_of(file: Path) -> list[ast.AST]:
    """The calls and texts of a module, parsed once for all tests."""
    wanted = (ast.Call, ast.Constant, ast.JoinedStr)
    return [node for node in nodes(file) if isinstance(node, wanted)]


def asked_in(file: Path) -> Iterator[Asked]:
    module = file.relative_to(PACKAGE)
    for node in nodes_of(file):
        if not isinstance(node, ast.Call):
            continue
        name = called(node)
        if name not in ASKING:
            continue
        where = f"{module}:{node.lineno}"
        if name == "t" and node.args:
            found = text_of(node.args[0])
            if found:
                yield Asked(where, *found, values_of(node))
        elif name in ERRORS and node.args:
            found = text_of(node.args[0])
            if found:
                key = topic(found[0], "errors")
                values = values_of(node)
                yield Asked(where, key, found[1], values)
        elif name == "Problem" and len(node.args) >= 3:
            found = text_of(node.args[2])
            if found:
                yield Asked(where, topic(found[0], "problems"), found[1], None)
        elif name == "Finding" and len(node.args) >= 3:
            found = text_of(node.args[2])
            if found:
                yield Asked(where, f"check.{found[0]}", found[1], None)
        elif name == "Reason" and node.args:
            found = text_of(node.args[0])
            if found:
                yield Asked(where, f"new.why.{found[0]}", found[1], None)


def forms(key: str) -> list[str]:
    """The sentences a key may become: itself, or one by number."""
    return [form for form in (key, f"{key}.one", f"{key}.other") if form in SENTENCES]


def test_the_code_asks_for_sentences_in_many_places() -> None:
    assert sum(1 for file in MODULES for _ in asked_in(file)) > 300


def wrong_with(asked: Asked) -> str:
    """What is wrong with one question for a sentence, "" if nothing is."""
    if not asked.whole:
        is_known = any(key.startswith(asked.key) for key in SENTENCES)
        return "" if is_known else f"{asked.where}: no sentence begins with {asked.key}"
    found = forms(asked.key)
    if not found:
        return f"{asked.where}: there is no {asked.key}"
    if asked.values is None:
        return ""
    missing = {form: blanks(SENTENCES[form]) - asked.values - GIVEN for form in found}
    lacking = [f"{form} lacks {names}" for form, names in missing.items() if names]
    return f"{asked.where}: {', '.join(lacking)}" if lacking else ""


def test_a_sentence_that_is_asked_for_exists() -> None:
    wrong = [told for file in MODULES for asked in asked_in(file) if (told := wrong_with(asked))]
    assert not wrong, "\n".join(wrong)


def test_no_sentence_is_forgotten() -> None:
    nodes = [node for file in MODULES for node in nodes_of(file)]
    literals = {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    begun = [text_of(node) for node in nodes if isinstance(node, ast.JoinedStr)]
    beginnings = tuple({found[0] for found in begun if found and "." in found[0]})
    # Templates ask for sentences too, and schemas name the problem a value would be.
    elsewhere = "\n".join(
        path.read_text(encoding="utf-8")
        for folder, kind in (("templates", "*.j2"), ("catalog", "*.schema.json"))
        for path in sorted((PACKAGE.parent / folder).rglob(kind))
    )

    def is_used(key: str) -> bool:
        bare = key.removesuffix(".one").removesuffix(".other")
        code = bare.partition(".")[2]
        # Codes travel as plain words to where their sentence is made, some with an ending.
        words = (bare, code, bare.removesuffix("-nor-near"), code.removesuffix("-nor-near"))
        return (
            key.startswith(beginnings)
            or any(word in literals for word in words)
            or bare in elsewhere
        )

    unused = sorted(key for key in SENTENCES if not is_used(key))
    assert not unused, "\n".join(unused)
