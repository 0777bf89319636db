"""Files and folders whose names are no text, or hold what no name should."""

import os
from pathlib import Path

import pytest

from tests.cli import run
from tests.robustness.inside import typed
from tests.tiers import quick_first

ODD = {
    "not UTF-8": os.fsdecode(b"caf\xe9"),
    "a line break": "two\nlines",
    "a bell and colours": "\a\x1b[31mred",
    "right to left": "\u202egnorw",
    "spaces and quotes": ' it\'s "odd" $HOME ',
    "long": "n" * 200,
    "long, of four bytes a letter": "\U0001f409" * 60,
}
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("copy", "union-50", "mine"),
    ("edit", "mine", "resize 60"),
    ("rename", "mine", "yours"),
    ("lists", "--json"),
    ("history", "yours", "--json"),
    ("remove", "yours"),
    ("lists", "--removed", "--json"),
    ("restore", "yours"),
    ("config", "paper", "a4"),
    ("config", "--json"),
    ("catalog", "--game", "pocket-general", "correct", "burma=city"),
    ("export", "union-50", "-o", "x.json"),
    ("edit", "x.json", "resize 60"),
    ("edit", "x.json", "undo"),
    ("history", "x.json"),
    ("check", "x.json", "--json"),
    ("battle", "romans-60", "--against", "celts-60", "--seed", "1", "--record", "b.jsonl"),
    ("replay", "b.jsonl", "--verify", "--json"),
    ("catalog", "correct", "UNI12", "dp=6"),
    ("catalog", "diff", "--json"),
    (),
)


@pytest.mark.parametrize("name", quick_first(ODD, 2))
def test_a_home_of_any_name_can_be_lived_in(name: str, tmp_path: Path) -> None:
    folder = tmp_path / ODD[name]
    folder.mkdir()
    for words in COMMANDS:
        answer = typed(*words, folder=folder)
        answer.require_clean()
        assert answer.status == 0, answer


@pytest.mark.parametrize("name", quick_first(ODD, 2))
def test_a_file_of_any_name_can_be_written_and_read(name: str, tmp_path: Path) -> None:
    file = f"{ODD[name]}.json"
    for words in (
        ("export", "union-50", "-o", file),
        ("check", file),
        ("edit", file, "resize 60"),
        ("history", file),
        ("edit", file, "undo"),
        ("import", file),
        ("battle", "romans-60", "--against", "celts-60", "--seed", "1", "--record", f"{file}l"),
        ("replay", f"{file}l", "--verify"),
        ("print", file, "--format", "html"),
    ):
        answer = typed(*words, folder=tmp_path)
        answer.require_clean()
        assert answer.status == 0, answer


@pytest.mark.slow
def test_the_doctor_is_not_troubled_by_names_and_corrections(tmp_path: Path) -> None:
    folder = tmp_path / ODD["not UTF-8"]
    folder.mkdir()
    # A ready list that breaks a rule by the owner's own values is no defect.
    assert run("catalog", "correct", "UNI12", "dp=6", folder=folder).returncode == 0
    done = run("doctor", folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr


MARKED = "[/x] :bomb: {name} %s {{ 7 }} \\[y]"


@pytest.mark.parametrize(
    "words",
    [
        *(("show", "mine"), ("history", "mine"), ("check", "mine"), ("diff", "mine", "union-50")),
        *(("export", "mine"), ("lists",), ("edit", "mine", "undo"), ("share", "mine")),
        *(("print", "mine", "-o", "-", "--format", kind) for kind in ("html", "text", "md")),
        ("battle", "mine", "--against", "union-50", "--agent", "random", "--enemy-agent", "random"),
        ("compare", "mine", "union-50", "--games", "4", "--agent", "random", "--workers", "1"),
        ("playtest", "mine", "--games", "2", "--against", "celts-60", "--workers", "1"),
    ],
    ids=" ".join,
)
def test_marks_in_a_name_are_letters_like_others(words: tuple[str, ...], tmp_path: Path) -> None:
    typed("copy", "union-50", "mine", folder=tmp_path)
    for edit in (f"name 1 '{MARKED}'", f"rename '{MARKED}'"):
        assert typed("edit", "mine", edit, folder=tmp_path).status == 0
    answer = typed(*words, folder=tmp_path)
    answer.require_clean()
    assert answer.status == 0, answer
    if words[0] in ("show", "history", "check", "diff", "export"):
        assert "[/x] :bomb: {name}" in answer.out
