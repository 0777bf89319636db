"""A slip in the name of a file: the name that was probably meant is suggested."""

import shutil
from pathlib import Path

import pytest

from pbbuild.pocket_battles.lists.find import ready_folder
from tests.cli import run
from tests.robustness.inside import typed


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        pytest.param(("show", "my-amry.json"), "my-army.json", id="a list beside it"),
        pytest.param(("import", "my-army.jsn"), "my-army.json", id="a wrong ending"),
        pytest.param(("replay", "sub/gergvia.jsonl"), "sub/gergovia.jsonl", id="in a folder"),
        pytest.param(("check", "union-8.json"), "union-80", id="a ready list"),
        pytest.param(("edit", "iron-wal.json", "undo"), "iron-wall", id="a saved list"),
    ],
)
def test_a_file_that_is_not_there_names_those_that_are_like_it(
    tmp_path: Path, words: tuple[str, ...], meant: str
) -> None:
    shutil.copy(ready_folder() / "union-80.json", tmp_path / "my-army.json")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/gergovia.jsonl").write_text("{}")
    (tmp_path / "home/data/lists").mkdir(parents=True)
    shutil.copy(tmp_path / "my-army.json", tmp_path / "home/data/lists/iron-wall.json")

    told = run(*words, folder=tmp_path)

    assert told.returncode == 2
    [_, near] = told.stderr.splitlines()
    assert near.startswith(f"Did you mean {meant}")


def test_where_nothing_is_like_it_the_way_to_get_one_is_told(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_text("{}")
    told = run("replay", "c.jsonl", folder=tmp_path)
    assert "--record c.jsonl" in told.stderr
    assert "Did you mean" not in told.stderr


@pytest.mark.parametrize(
    ("words", "next_command"),
    [
        (("print", "none.json"), "pbbuild new -o none.json"),
        (("play", "none.json"), "pbbuild new -o none.json"),
        (("print", "--what", "report", "none.jsonl"), "--record none.jsonl"),
        (("replay", "none.jsonl"), "--record none.jsonl"),
        (("play", "--resume", "none.json"), "pbbuild play --resume continues"),
    ],
)
def test_a_missing_file_is_told_with_what_would_make_it(
    words: tuple[str, ...], next_command: str, tmp_path: Path
) -> None:
    answer = typed(*words, folder=tmp_path)
    assert answer.status == 2
    assert next_command in answer.err
