"""`pbbuild check` as a player and a program see it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli import run
from tests.lists import GOOD

OVER_FORMATION = {**GOOD, "units": [{"troops": ["UNI09", "UNI12"]}]}
BROKEN = {**GOOD, "units": [{"troops": ["UNI09", "UNI21"]}, {"troops": ["UNI07"]}]}


def write(folder: Path, document: Any, name: str = "list.json") -> str:
    (folder / name).write_text(json.dumps(document), encoding="utf-8")
    return name


def test_a_legal_list_exits_with_0(tmp_path: Path) -> None:
    done = run("check", write(tmp_path, GOOD), folder=tmp_path)
    assert (done.returncode, "Legal" in done.stdout) == (0, True)


def test_an_illegal_list_exits_with_1_and_names_the_clauses(tmp_path: Path) -> None:
    done = run("check", write(tmp_path, BROKEN), folder=tmp_path)
    assert done.returncode == 1
    assert "PB-1.5" in done.stdout
    assert "PB-1.6" in done.stdout


def test_what_is_no_list_exits_with_2_and_a_pointer(tmp_path: Path) -> None:
    done = run("check", write(tmp_path, {**GOOD, "points": "many"}), folder=tmp_path)
    assert done.returncode == 2
    assert "/points (line 1)" in done.stderr
    assert done.stdout == ""


def test_json_is_as_the_format_says(tmp_path: Path) -> None:
    done = run("check", write(tmp_path, BROKEN), "--json", folder=tmp_path)
    report = json.loads(done.stdout)

    assert done.returncode == 1
    assert (report["list"], report["legal"], report["points"], report["size"]) == (
        "Iron wall",
        False,
        12,
        50,
    )
    first = report["findings"][0]
    assert first["rule"] == "PB-1.5"
    assert first["severity"] == "error"
    assert (first["units"], first["troops"]) == ([1], ["UNI09"])
    assert first["fixes"][0].keys() == {"edit", "message"}


def test_several_lists_are_checked_at_once(tmp_path: Path) -> None:
    good, bad = write(tmp_path, GOOD, "good.json"), write(tmp_path, BROKEN, "bad.json")
    done = run("check", good, bad, "--json", folder=tmp_path)
    assert done.returncode == 1
    assert [report["legal"] for report in json.loads(done.stdout)] == [True, False]


def test_fix_writes_the_mended_list_where_told_and_leaves_the_file_alone(tmp_path: Path) -> None:
    name = write(tmp_path, BROKEN)
    before = (tmp_path / name).read_bytes()

    kept = run("check", name, "--fix", "-o", "mended.json", folder=tmp_path)
    again = run("check", "mended.json", folder=tmp_path)

    assert (kept.returncode, again.returncode) == (0, 0)
    assert (tmp_path / name).read_bytes() == before


def test_fix_mends_a_file_in_its_place_and_undo_brings_it_back(tmp_path: Path) -> None:
    name = write(tmp_path, BROKEN)
    before = (tmp_path / name).read_bytes()

    mended = run("check", name, "--fix", folder=tmp_path)
    assert mended.returncode == 0, mended.stderr
    assert run("check", name, folder=tmp_path).returncode == 0

    assert run("edit", name, "undo", folder=tmp_path).returncode == 0
    assert (tmp_path / name).read_bytes() == before


def test_fix_never_replaces_a_file_unasked(tmp_path: Path) -> None:
    name = write(tmp_path, BROKEN)
    before = (tmp_path / name).read_bytes()

    refused = run("check", name, "--fix", "-o", name, folder=tmp_path)
    assert refused.returncode == 2
    assert (tmp_path / name).read_bytes() == before

    forced = run("check", name, "--fix", "-o", name, "--force", folder=tmp_path)
    assert forced.returncode == 0
    assert (tmp_path / name).read_bytes() != before


def test_a_saved_list_is_mended_in_place_and_can_be_undone(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "data" / "lists"
    folder.mkdir(parents=True)
    write(folder, BROKEN, "wall.json")

    done = run("check", "wall", "--fix", folder=tmp_path)

    assert done.returncode == 0, done.stderr
    assert run("check", "wall", folder=tmp_path).returncode == 0


def test_a_ready_list_is_called_by_its_id(tmp_path: Path) -> None:
    assert run("check", "union-80", folder=tmp_path).returncode == 0


def test_a_twin_needs_two_boxes(tmp_path: Path) -> None:
    name = write(tmp_path, GOOD)
    done = run("check", name, "--against", name, "--json", folder=tmp_path)
    assert "two-boxes" in [finding["code"] for finding in json.loads(done.stdout)["findings"]]


def test_italian_is_spoken_where_asked(tmp_path: Path) -> None:
    name = write(tmp_path, BROKEN)
    assert "Non regolare" in run("--lang", "it", "check", name, folder=tmp_path).stdout
    assert "Non regolare" in run("check", name, folder=tmp_path, LANG="it_IT.UTF-8").stdout
    wrong = write(tmp_path, {**GOOD, "points": None}, "wrong.json")
    told = run("--lang", "it", "check", wrong, folder=tmp_path).stderr
    assert "riga" in told


def test_ascii_mode_draws_with_ascii_only(tmp_path: Path) -> None:
    done = run("--ascii", "check", write(tmp_path, BROKEN), folder=tmp_path)
    assert done.stdout.isascii(), done.stdout


def test_a_misspelt_army_is_told_with_its_line_and_a_suggestion(tmp_path: Path) -> None:
    done = run("check", write(tmp_path, {**GOOD, "army": "unoin"}), folder=tmp_path)
    assert done.returncode == 2
    assert "/army" in done.stderr
    assert "union" in done.stderr


@pytest.mark.slow
def test_a_list_says_what_became_of_its_tiles(tmp_path: Path) -> None:
    new = ("new", "--auto", "--points", "50", "--army", "union", "--include", "UNI12")
    assert run(*new, "--name", "Old", "--save", folder=tmp_path).returncode == 0
    corrected = run("catalog", "correct", "UNI12", "dp=7", "black=2 2 2", folder=tmp_path)
    assert corrected.returncode == 0, corrected.stderr

    checked = json.loads(run("check", "old", "--json", folder=tmp_path).stdout)
    told = [finding["message"] for finding in checked["findings"]]
    assert any("UNI12" in line and "was 5, now 7" in line for line in told)
    assert any("2-2-2" in line for line in told)
    assert any("(+2)" in line for line in told)
    shown = run("show", "old", folder=tmp_path)
    assert shown.returncode == 0
    assert "changed since" in shown.stderr

    # Fixed and saved again, it is up to date.
    assert run("check", "old", "--fix", folder=tmp_path).returncode == 0
    again = json.loads(run("check", "old", "--json", folder=tmp_path).stdout)
    assert not [finding for finding in again["findings"] if finding["code"] == "tile-changed"]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("print", "list.json", "--format", "html", "-o", "page.html"), id="printed"),
        pytest.param(("export", "list.json"), id="exported"),
        pytest.param(("import", "list.json"), id="imported"),
        pytest.param(("copy", "list.json", "kept"), id="copied"),
        pytest.param(("share", "list.json", "--no-qr"), id="shared"),
    ],
)
def test_a_list_that_breaks_a_rule_goes_nowhere_silently(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "list.json").write_text(json.dumps(OVER_FORMATION), encoding="utf-8")
    done = run(*words, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "PB-1.5" in done.stderr
