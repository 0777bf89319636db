"""Reading an army list: every problem with its place, nothing of the file lost."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.lists.find import find_list, saved_lists
from pbbuild.pocket_battles.lists.list_file import list_document, list_text, parse_list
from pbbuild.pocket_battles.lists.model import ArmyList
from tests.lists import GOOD


def read(document: Any) -> ArmyList:
    return parse_list(json.dumps(document, indent=1), "list.json")


def problems_of(document: Any) -> list[tuple[str, str]]:
    with pytest.raises(PbbuildError) as caught:
        read(document)
    return [(problem.pointer, problem.code) for problem in caught.value.problems]


def test_a_list_reads_as_its_file_says() -> None:
    army_list = read(GOOD)

    assert (army_list.name, army_list.army, army_list.points) == ("Iron wall", "union", 50)
    assert army_list.troops == ("UNI10", "UNI12", "UNI14")
    assert army_list.units[0].name == "Guns"


def test_writing_what_was_read_gives_the_same_document_with_foreign_keys() -> None:
    foreign = {**GOOD, "mood": {"grim": [1, 2]}, "note": "two\nlines", "waivers": ["mixed-armies"]}
    foreign["units"] = [{"troops": ["UNI10"], "painted": True}]

    assert list_document(read(foreign)) == foreign
    assert json.loads(list_text(read(foreign))) == foreign


def test_the_file_keeps_each_unit_on_a_line() -> None:
    assert '"troops": ["UNI12", "UNI14"]' in list_text(read(GOOD))


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name != key}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        pytest.param([], ("", "not-an-object"), id="an array"),
        pytest.param({**GOOD, "format": "x/1"}, ("/format", "unknown-format"), id="format"),
        pytest.param(without("format"), ("", "missing-key"), id="no format"),
        pytest.param(without("units"), ("", "missing-key"), id="no units"),
        pytest.param({**GOOD, "points": "50"}, ("/points", "not-a-whole-number"), id="text"),
        pytest.param({**GOOD, "points": 50.0}, ("/points", "not-a-whole-number"), id="fraction"),
        pytest.param({**GOOD, "points": True}, ("/points", "not-a-whole-number"), id="truth"),
        pytest.param({**GOOD, "points": 10**15}, ("/points", "above-maximum"), id="huge"),
        pytest.param({**GOOD, "army": ""}, ("/army", "empty-text"), id="empty army"),
        pytest.param({**GOOD, "army": "../x"}, ("/army", "not-an-id"), id="army as a path"),
        pytest.param({**GOOD, "army": 3}, ("/army", "not-a-text"), id="army a number"),
        pytest.param({**GOOD, "game": "chess"}, ("/game", "not-one-of"), id="another game"),
        pytest.param({**GOOD, "name": "a\u001b[2J"}, ("/name", "control-character"), id="escape"),
        pytest.param({**GOOD, "name": "x" * 500}, ("/name", "text-too-long"), id="long name"),
        pytest.param({**GOOD, "units": {}}, ("/units", "not-an-array"), id="units an object"),
        pytest.param({**GOOD, "units": [3]}, ("/units/0", "not-an-object"), id="unit a number"),
        pytest.param(
            {**GOOD, "units": [{"troops": "UNI10"}]}, ("/units/0/troops", "not-an-array"), id="str"
        ),
        pytest.param({**GOOD, "units": [{}]}, ("/units/0", "missing-key"), id="no troops"),
        pytest.param(
            {**GOOD, "units": [{"troops": [None]}]}, ("/units/0/troops/0", "not-a-text"), id="null"
        ),
        pytest.param(
            {**GOOD, "units": [{"troops": []}] * 500}, ("/units", "too-many-entries"), id="units"
        ),
        pytest.param({**GOOD, "built_with": 1}, ("/built_with", "not-an-object"), id="stamp"),
    ],
)
def test_a_wrong_value_is_told_with_its_pointer(document: Any, expected: tuple[str, str]) -> None:
    assert expected in problems_of(document)


def test_all_problems_are_told_at_once_each_with_its_line() -> None:
    broken = {**GOOD, "points": None, "units": [{"troops": [7]}, "x"]}

    with pytest.raises(PbbuildError) as caught:
        read(broken)

    found = {problem.pointer: problem.line for problem in caught.value.problems}
    lines = json.dumps(broken, indent=1).splitlines()
    assert set(found) == {"/points", "/units/0/troops/0", "/units/1"}
    assert '"points"' in lines[found["/points"] - 1]
    assert lines[found["/units/1"] - 1].strip() == '"x"'


@pytest.mark.parametrize(
    "text",
    [
        '{"points": NaN}',
        '{"points": 1e999}',
        '{"points": 1' + "0" * 400 + "}",
        '{"name": "\\ud800"}',
        '{"name": 1, "name": 2}',
        "[" * 10_000,
        "",
        "{",
    ],
)
def test_what_is_no_usable_json_is_refused(text: str) -> None:
    with pytest.raises(PbbuildError) as caught:
        parse_list(text, "list.json")
    assert caught.value.code == "not-json"


def test_a_saved_list_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path))
    folder = tmp_path / "data" / "lists"
    folder.mkdir(parents=True)
    (folder / "Iron wall.json").write_text(json.dumps(GOOD), encoding="utf-8")

    found = find_list("Iron wall")

    assert (found.origin, found.path) == ("saved", folder / "Iron wall.json")
    assert saved_lists() == ["Iron wall"]


def test_a_misspelt_name_is_told_with_the_near_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path))
    folder = tmp_path / "data" / "lists"
    folder.mkdir(parents=True)
    (folder / "boudicca.json").write_text(json.dumps(GOOD), encoding="utf-8")

    with pytest.raises(PbbuildError) as caught:
        find_list("boudica")

    assert caught.value.code == "no-such-list"
    assert caught.value.values["near"] == ("boudicca",)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('{\n "name": "NaN",\n "points": NaN}', "not-a-json-number", 3),
        ('{\n\n "points": 1e999}', "number-too-large", 3),
        ('{"units": [{"troops": []},\n {"troops": [],\n "troops": []}]}', "double-key", 3),
        (" \n ", "json-empty", 2),
        ('{"name": "x"\n "army": 1}', "json-comma", 2),
        ("{'name': 1}", "json-key", 1),
        ('{"name": "x"} {', "json-extra", 1),
    ],
)
def test_what_is_wrong_with_the_json_is_said_with_its_line(text: str, code: str, line: int) -> None:
    with pytest.raises(PbbuildError) as caught:
        parse_list(text, "list.json")
    (problem,) = caught.value.problems
    assert (problem.code, problem.line) == (code, line)


def test_a_wrong_value_is_shown_as_it_was_found() -> None:
    with pytest.raises(PbbuildError) as caught:
        parse_list('{"format": "pbbuild-list/1", "points": 50.5, "name": ["x"]}', "list.json")
    found = {problem.pointer: problem.values.get("is") for problem in caught.value.problems}
    assert (found["/points"], found["/name"]) == ("50.5", "[...]")
