"""The catalog and rules commands as a player runs them."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pbbuild.pocket_battles.catalog.load import shipped_catalog
from tests.cli import run, run_process


def test_the_armies_are_listed_with_what_they_cost(tmp_path: Path) -> None:
    shown = run("catalog", "list", folder=tmp_path)
    assert shown.returncode == 0
    assert "macedonians  ancients-2     30  115" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 90


def test_the_tiles_of_an_army_fit_a_narrow_terminal_and_say_how_well_they_are_known(
    tmp_path: Path,
) -> None:
    shown = run("catalog", "show", "union", folder=tmp_path)
    assert "UNI10" in shown.stdout
    assert "reconstructed by us" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_plain_drawing_needs_no_more_than_ascii(tmp_path: Path) -> None:
    shown = run("--ascii", "catalog", "show", "romans", folder=tmp_path)
    assert shown.stdout.isascii()


def test_tiles_can_be_filtered_sorted_and_read_by_a_program(tmp_path: Path) -> None:
    shown = run(
        "catalog", "show", "union", "--type", "gun", "--sort", "dp", "--json", folder=tmp_path
    )
    tiles = json.loads(shown.stdout)
    assert [tile["dp"] for tile in tiles] == [5, 6, 6]
    assert tiles[0]["provenance"]["traits"] == "reported"


def test_a_misspelt_army_is_answered_with_the_near_ones(tmp_path: Path) -> None:
    shown = run("catalog", "show", "onion", folder=tmp_path)
    assert shown.returncode == 2
    assert "union" in shown.stderr


def test_correct_export_import_diff_reset_and_undo_work_together(tmp_path: Path) -> None:
    assert run("catalog", "correct", "UNI12", "dp=6", folder=tmp_path).returncode == 0
    assert (
        run("catalog", "export", "--army", "union", "-o", "u.csv", folder=tmp_path).returncode == 0
    )
    table = (tmp_path / "u.csv").read_bytes()
    assert table.startswith(b"\xef\xbb\xbf")
    changed = table.replace(b'"6","4","2","2 3","6","fast', b'"7","4","2","2 3","6","fast')
    assert changed != table
    (tmp_path / "u.csv").write_bytes(changed.replace(b'","', b'";"'))

    imported = run("catalog", "import", "u.csv", folder=tmp_path)
    assert imported.returncode == 0
    assert "UNI12 Cavalry: dp 6 → 7" in imported.stdout

    shown = json.loads(run("catalog", "diff", "--json", folder=tmp_path).stdout)
    assert shown["changes"] == [{"code": "UNI12", "field": "dp", "shipped": "5", "mine": "7"}]
    assert run("catalog", "reset", "union", folder=tmp_path).returncode == 0
    assert json.loads(run("catalog", "diff", "--json", folder=tmp_path).stdout)["changes"] == []
    assert run("catalog", "undo", folder=tmp_path).returncode == 0
    assert "5 → 7" in run("catalog", "diff", folder=tmp_path).stdout


def test_a_table_with_errors_changes_nothing_on_disk(tmp_path: Path) -> None:
    (tmp_path / "u.csv").write_text("code;dp\nUNI12;6\nUNI13;x\nUNI77;3\nUNI14;99\n")
    shown = run("catalog", "import", "u.csv", folder=tmp_path)
    assert shown.returncode == 2
    for line in ("line 3", "line 4", "line 5"):
        assert line in shown.stderr
    assert not (tmp_path / "home" / "data" / "catalog" / "corrections.json").exists()


def test_an_existing_file_is_not_overwritten_by_an_export(tmp_path: Path) -> None:
    (tmp_path / "u.csv").write_text("mine")
    shown = run("catalog", "export", "union", "-o", "u.csv", folder=tmp_path)
    assert shown.returncode == 2
    assert (tmp_path / "u.csv").read_text() == "mine"


def test_broken_corrections_are_told_on_stderr_and_a_command_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "data" / "catalog"
    folder.mkdir(parents=True)
    (folder / "corrections.json").write_text('{"format": "pbbuild-corrections/1", "tiles": 7}')
    shown = run("catalog", "show", "UNI12", folder=tmp_path)
    assert shown.returncode == 0
    assert "/tiles (line 1)" in shown.stderr
    assert "Cavalry" in shown.stdout
    assert run("catalog", "check", folder=tmp_path).returncode == 1
    assert run("catalog", "reset", "--all", folder=tmp_path).returncode == 0
    assert run("catalog", "show", "UNI12", folder=tmp_path).stderr == ""


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("army.json", b'{"format": "pbbuild-army/1"}', 1),
        ("army.json", b"{]", 1),
        ("army.json", b"\xff\xfe", 2),
        ("gone.json", None, 2),
        (".", None, 2),
    ],
)
def test_checking_a_file_answers_no_or_fails_without_a_traceback(
    tmp_path: Path, name: str, content: bytes | None, status: int
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    shown = run("catalog", "check", name, folder=tmp_path)
    assert shown.returncode == status
    assert shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_template_is_an_army_that_can_be_added(tmp_path: Path) -> None:
    assert run("catalog", "template", "samurai", "-o", "s.json", folder=tmp_path).returncode == 0
    assert run("catalog", "check", "s.json", folder=tmp_path).returncode == 0
    assert run("catalog", "add", "s.json", folder=tmp_path).returncode == 0
    assert "SAM01" in run("catalog", "show", "samurai", folder=tmp_path).stdout


def test_rules_are_shown_in_the_players_language(tmp_path: Path) -> None:
    shown = run("--lang", "it", "rules", "PB-4.5", folder=tmp_path)
    assert shown.stdout.startswith("PB-4.5 Quanto costano gli ordini\n")


def test_a_trait_is_shown_with_the_tiles_that_have_it(tmp_path: Path) -> None:
    shown = run("rules", "first", "strike", folder=tmp_path)
    assert "PB-T.17" in shown.stdout
    assert "Hypaspistai (MAC13-16)" in shown.stdout


def test_an_unknown_rule_is_answered_with_near_ones(tmp_path: Path) -> None:
    shown = run("rules", "shoting", folder=tmp_path)
    assert shown.returncode == 2
    assert "shooting" in shown.stderr


@pytest.mark.slow
def test_corrections_made_at_the_same_moment_are_all_kept(tmp_path: Path) -> None:
    codes = [f"UNI{number}" for number in range(12, 15)]
    troops = shipped_catalog().troops

    def correct(code: str) -> int:
        other = f"fv={troops[code].fv % 9 + 1}"
        return run_process("catalog", "correct", code, other, folder=tmp_path).returncode

    with ThreadPoolExecutor(3) as together:
        done = list(together.map(correct, codes))
    assert done == [0] * len(codes)
    shown = json.loads(run("catalog", "diff", "--json", folder=tmp_path).stdout)
    assert [change["code"] for change in shown["changes"]] == codes


@pytest.mark.parametrize(
    ("name", "codes"),
    [("iron brigade", ["UNI25"]), ("Iron Brig", ["UNI25"]), ("uni25", ["UNI25"])],
)
def test_a_tile_is_shown_by_its_code_or_name(name: str, codes: list[str], tmp_path: Path) -> None:
    shown = run("catalog", "show", name, "--json", folder=tmp_path)

    assert [tile["code"] for tile in json.loads(shown.stdout)] == codes


def test_an_army_goes_by_its_name_in_either_language(tmp_path: Path) -> None:
    counts = [
        len(json.loads(run("catalog", "show", name, "--json", folder=tmp_path).stdout))
        for name in ("romans", "Romani", "ROMANS")
    ]

    assert counts == [30, 30, 30]
