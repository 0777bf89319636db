"""Advice names the list that the player named, to be pasted as it is."""

import json
from pathlib import Path

import pytest

from tests.robustness.inside import typed


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    assert typed("copy", "union-50", "my list", folder=tmp_path).status == 0
    (saved,) = (tmp_path / "home" / "data" / "lists").glob("*.json")
    document = json.loads(saved.read_text(encoding="utf-8"))
    document["points"] = 30
    saved.write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "my own.json").write_text(json.dumps(document), encoding="utf-8")
    return saved


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("command", ["check", "suggest"])
def test_the_command_to_fix_a_list_can_be_pasted(
    command: str, language: str, broken: Path, tmp_path: Path
) -> None:
    for name, shown in ((broken.stem, broken.stem), ("my own.json", "'my own.json'")):
        answer = typed("--lang", language, command, name, folder=tmp_path)
        assert f"pbbuild check {shown} --fix" in " ".join(answer.err.split()), answer
    fixed = typed("check", broken.stem, "--fix", folder=tmp_path)
    assert fixed.status == 0, fixed
