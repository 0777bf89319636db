"""Advice names the list that the player named, to be pasted as it is."""

import json
import re
from pathlib import Path

import pytest

from pbbuild.text.translate import sentences_of
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


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(
    "command",
    ["play", "battle", "playtest", "improve", "counter", "tournament union-50", "compare union-50"],
)
def test_what_refuses_to_fight_names_the_lists_to_fix(
    command: str, language: str, broken: Path, tmp_path: Path
) -> None:
    words = ("--lang", language, *command.split())
    against = ("--against", "union-50") if command == "battle" else ()
    for name, shown in ((broken.stem, broken.stem), ("my own.json", "'my own.json'")):
        answer = typed(*words, name, *against, folder=tmp_path)
        assert answer.status == 2, answer
        assert f"pbbuild check {shown} --fix" in " ".join(answer.err.split()), answer
        assert "check union-50" not in answer.err
    enemy = typed("--lang", language, "play", "union-50", "--against", broken.stem, folder=tmp_path)
    assert f"pbbuild check {broken.stem} --fix" in " ".join(enemy.err.split()), enemy


def test_advice_for_a_share_code_can_be_pasted(broken: Path, tmp_path: Path) -> None:
    shared = typed("share", broken.stem, "--json", folder=tmp_path)
    code = json.loads(shared.out)["code"]
    answer = typed("play", code, folder=tmp_path)
    assert f"pbbuild check {code} --fix" in " ".join(answer.err.split()), answer
    assert typed("check", code, "--fix", folder=tmp_path).status == 0


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_sentence_has_a_placeholder_where_a_list_is_known(language: str) -> None:
    # What a list is called stands in the help of every command; advice is there to be pasted.
    of_a_list = r"pbbuild (check|print|play|battle|playtest|replay|edit) (LIST|LISTA|NAME|NOME)\b"
    found = [key for key, text in sentences_of(language).items() if re.search(of_a_list, text)]
    # The one text that is read where no list is known: inside a package of files.
    assert set(found) <= {"bsdata.readme"}
