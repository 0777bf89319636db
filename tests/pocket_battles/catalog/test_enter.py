"""`pbbuild catalog enter`: you go through your tiles, stop and continue."""

import json
from pathlib import Path

from tests.cli import run


def corrections(folder: Path) -> dict[str, dict[str, object]]:
    file = folder / "home" / "data" / "catalog" / "corrections.json"
    tiles: dict[str, dict[str, object]] = json.loads(file.read_text(encoding="utf-8"))["tiles"]
    return tiles


def test_enter_confirms_and_typed_values_correct(tmp_path: Path) -> None:
    told = run("catalog", "enter", "union", folder=tmp_path, text="\ndp=7 black=2 3\nq\n")

    assert told.returncode == 0, told.stderr
    assert "2 of 30 tiles confirmed" in told.stdout
    found = corrections(tmp_path)
    assert list(found) == ["UNI01", "UNI02"]
    assert (found["UNI02"]["dp"], found["UNI02"]["black"]) == (7, [2, 3])
    shown = run("catalog", "show", "UNI02", "--json", folder=tmp_path).stdout
    assert '"dp": 7' in shown


def test_it_continues_where_it_stopped(tmp_path: Path) -> None:
    run("catalog", "enter", "union", folder=tmp_path, text="\n\n")

    told = run("catalog", "enter", "union", folder=tmp_path, text="\n" * 40)

    assert told.stdout.startswith("UNI03")
    assert "All 30 tiles confirmed" in told.stdout
    assert run("catalog", "enter", "union", folder=tmp_path).stdout.startswith("All 30")


def test_back_and_skip_move_without_saving(tmp_path: Path) -> None:
    told = run("catalog", "enter", "union", folder=tmp_path, text="s\ns\nb\n\nq\n")

    assert list(corrections(tmp_path)) == ["UNI02"]
    assert "1 of 30 tiles confirmed" in told.stdout


def test_what_cannot_be_read_is_explained_and_asked_again(tmp_path: Path) -> None:
    told = run("catalog", "enter", "union", folder=tmp_path, text="hello\ndp=many\nlife=3\nq\n")

    assert "I don’t understand “hello”" in told.stderr
    assert "expected a whole number" in told.stderr
    assert "did you mean wp?" in told.stderr
    assert told.stdout.count("UNI01") == 4
    assert "0 of 30 tiles confirmed" in told.stdout


def test_values_need_no_equals_sign_and_fields_have_names_of_both_languages(
    tmp_path: Path,
) -> None:
    typed = "?\ndp 7 black 2 3\nps=6, neri 4 5 tratti fury\nq\n"
    told = run("--lang", "it", "catalog", "enter", "Unione", folder=tmp_path, text=typed)

    assert told.returncode == 0, told.stderr
    assert "ps=5  vf=4  pf=0  neri=-" in told.stdout
    found = corrections(tmp_path)
    assert (found["UNI01"]["dp"], found["UNI01"]["black"]) == (7, [2, 3])
    assert (found["UNI02"]["dp"], found["UNI02"]["black"]) == (6, [4, 5])
    assert found["UNI02"]["traits"] == ["fury"]


def test_corrections_reach_another_owner(tmp_path: Path) -> None:
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    mine.mkdir()
    theirs.mkdir()
    run("catalog", "enter", "union", folder=mine, text="dp 7\nq\n")
    run("catalog", "export", "union", "-o", "../union.csv", folder=mine)

    told = run("catalog", "import", "../union.csv", folder=theirs)

    assert "UNI01 Colonel: dp 5 → 7" in told.stdout
    assert corrections(theirs)["UNI01"]["dp"] == 7
