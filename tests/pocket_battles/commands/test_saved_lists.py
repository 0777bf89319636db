"""The commands about lists, run as a player runs them."""

import json
import resource
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import click
import pytest

from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.commands.build.share import qr_lines
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.saved_lists import save_new
from tests.cli import PROGRAM, run, run_by, without_rights
from tests.tiers import quick_first


def lists_in(folder: Path) -> Path:
    return folder / "home" / "data" / "lists"


@pytest.fixture
def wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player who has one saved list, iron-wall."""
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    catalog = load_catalog()
    army_list = replace(find_list("union-80").army_list, name="Iron wall")
    save_new(with_tile_values(army_list, catalog), "Iron wall", "copy")
    return tmp_path


def test_an_edit_tells_changes_total_and_findings(wall: Path) -> None:
    told = run("edit", "iron-wall", "remove UNI25", "add UNI07 to 8", folder=wall)
    assert told.returncode == 0
    assert "removed UNI25 Iron Brigade (-6 DP)" in told.stdout
    assert "added UNI07 Drummer to unit 8 (+4 DP)" in told.stdout
    assert "78 of 80 points, 2 left" in told.stdout


def test_an_edit_that_cannot_be_done_changes_nothing(wall: Path) -> None:
    file = lists_in(wall) / "iron-wall.json"
    before = file.read_bytes()
    told = run("edit", "iron-wall", "remove UNI25; add UNI99 to 4; merge 1", folder=wall)
    assert (told.returncode, told.stdout) == (2, "")
    assert "UNI99" in told.stderr
    assert "merge N M" in told.stderr
    assert file.read_bytes() == before


def test_undo_and_redo_work_over_calls(wall: Path) -> None:
    file = lists_in(wall) / "iron-wall.json"
    states = [file.read_bytes()]
    for script in ("remove UNI25", "top UNI12", "rename Gate"):
        assert run("edit", "iron-wall", script, folder=wall).returncode == 0
        states.append(file.read_bytes())
    for state in states[-2::-1]:
        assert run("edit", "iron-wall", "undo", folder=wall).returncode == 0
        assert file.read_bytes() == state
    assert run("edit", "iron-wall", "undo", folder=wall).returncode == 2
    assert run("edit", "iron-wall", "redo; redo; redo", folder=wall).returncode == 0
    assert file.read_bytes() == states[-1]


def test_a_script_comes_down_a_pipe(wall: Path) -> None:
    told = run("edit", "iron-wall", "--json", folder=wall, text="remove UNI25\nresize 70\n")
    report = json.loads(told.stdout)
    assert (report["points"], report["size"], len(report["changes"])) == (74, 70, 2)
    assert report["legal"] is False


def test_ready_lists_stay_as_they_are(wall: Path) -> None:
    told = run("edit", "union-80", "remove UNI25", folder=wall)
    assert told.returncode == 2
    assert "pbbuild copy union-80" in told.stderr


def test_lists_come_and_go_and_come_back(wall: Path) -> None:
    rows = json.loads(run("lists", "--json", folder=wall).stdout)
    assert [(row["name"], row["points"], row["legal"]) for row in rows] == [("iron-wall", 80, True)]
    assert run("rename", "Iron wall", "Gate", folder=wall).returncode == 0
    assert run("remove", "gate", folder=wall).returncode == 0
    assert json.loads(run("lists", "--json", folder=wall).stdout) == []
    gone = run("check", "gate", folder=wall)
    assert "pbbuild restore gate" in gone.stderr
    assert run("restore", "gate", folder=wall).returncode == 0
    history = json.loads(run("history", "gate", "--json", folder=wall).stdout)
    assert [row["kind"] for row in history] == ["copy", "save", "remove", "restore"]


def test_names_in_use_are_not_overwritten(wall: Path) -> None:
    for name in ("Iron wall", "union-80"):
        told = run("copy", "union-50", name, folder=wall)
        assert told.returncode == 2
        assert "nothing was overwritten" in told.stderr


def test_a_broken_list_is_left_alone_and_a_whole_version_offered(wall: Path) -> None:
    file = lists_in(wall) / "iron-wall.json"
    file.write_text("{ broken")
    for arguments in (("check", "iron-wall"), ("edit", "iron-wall", "top UNI12")):
        told = run(*arguments, folder=wall)
        assert told.returncode == 2
        assert "pbbuild restore iron-wall 1" in told.stderr
        assert file.read_text() == "{ broken"
    assert run("restore", "iron-wall", folder=wall).returncode == 0
    assert run("check", "iron-wall", folder=wall).returncode == 0


def test_a_share_code_is_a_list(wall: Path) -> None:
    code = run("share", "iron-wall", "--no-qr", folder=wall).stdout.strip()
    assert len(code) <= 80
    assert run("copy", code, "Gift", folder=wall).returncode == 0
    back = json.loads((lists_in(wall) / "gift.json").read_text())
    mine = json.loads((lists_in(wall) / "iron-wall.json").read_text())
    assert back["units"] == mine["units"]
    wrong = run("check", code[:-1] + ("2" if code[-1] != "2" else "3"), folder=wall)
    assert wrong.returncode == 2
    assert code in wrong.stderr


def seen_by_a_phone(lines: list[str], dark: dict[str, tuple[bool, bool]]) -> str:
    """What a camera reads from a screen of characters; `dark` tells their upper and lower half."""
    import numpy
    import zxingcpp

    rows = [[dark[letter][half] for letter in line] for line in lines for half in (0, 1)]
    picture = numpy.where(numpy.array(rows), 0, 255).astype(numpy.uint8)
    (found,) = zxingcpp.read_barcodes(numpy.kron(picture, numpy.ones((6, 6), numpy.uint8)))
    return str(found.text)


def test_a_phone_reads_the_code_from_the_screen() -> None:
    code = "PBA3-SFRV-WQ4N-XEQY-Y4T5-WS72-8HMM-TV2V"
    # Black on white where there are colours; else the light modules are drawn on a dark screen.
    blocks = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    coloured = click.unstyle(qr_lines(code, plain=False, colour=True)).splitlines()
    assert seen_by_a_phone(coloured, blocks) == code
    drawn = qr_lines(code, plain=False).splitlines()
    inverse = {letter: (not up, not down) for letter, (up, down) in blocks.items()}
    assert seen_by_a_phone(drawn, inverse) == code


def test_the_square_in_plain_characters_is_read_too(wall: Path) -> None:
    told = run("--ascii", "share", "union-80", folder=wall).stdout.splitlines()
    code, square = told[0], [line for line in told[2:] if set(line) <= {"#", " "}]
    # Two characters make one square module.
    halves = [line[::2] for line in square]
    assert seen_by_a_phone(halves, {"#": (True, True), " ": (False, False)}) == code


@pytest.mark.parametrize("layout", ["text", "discord", "csv"])
def test_what_is_exported_is_imported_equal(wall: Path, layout: str) -> None:
    out = wall / f"list.{layout}"
    told = run("export", "iron-wall", "--format", layout, "-o", str(out), folder=wall)
    assert told.returncode == 0
    assert run("export", "iron-wall", "-o", str(out), folder=wall).returncode == 2
    back = wall / "back.json"
    assert run("import", str(out), "-o", str(back), folder=wall).returncode == 0
    mine = json.loads((lists_in(wall) / "iron-wall.json").read_text())
    for key in ("army", "points", "edition", "units", "name"):
        assert json.loads(back.read_text())[key] == mine[key]


@pytest.mark.parametrize(
    "text",
    [
        "",
        '{"format": "pbbuild-list/1", "army": "gnomes", "points": 50, "edition": "x", "units": []}',
        "UNION\nTEAPOT 2-2 (UNI12) 5DP",
        "unit,code\n1,UNI99\n",
    ],
)
def test_hostile_imports_write_nothing(wall: Path, text: str) -> None:
    before = sorted(path.name for path in wall.rglob("*"))
    told = run("import", "-", folder=wall, text=text)
    assert told.returncode == 2
    assert told.stdout == ""
    assert told.stderr.strip()
    assert "Traceback" not in told.stderr
    assert sorted(path.name for path in wall.rglob("*")) == before


def limited(folder: Path, *arguments: str, size: int) -> "subprocess.CompletedProcess[str]":
    """Run with a disk that is full after `size` bytes of any file."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return run_by(PROGRAM, *arguments, folder=folder, first=limit)


@pytest.mark.parametrize("size", quick_first([1500, 0], 1))
def test_a_full_disk_leaves_the_old_list_and_says_so(wall: Path, size: int) -> None:
    file = lists_in(wall) / "iron-wall.json"
    before = {path: path.read_bytes() for path in wall.rglob("*") if path.is_file()}
    told = limited(wall, "edit", "iron-wall", "rename " + "long " * 20, size=size)
    assert told.returncode == 2
    assert "cannot be written" in told.stderr
    after = {path: path.read_bytes() for path in wall.rglob("*") if path.is_file()}
    assert {path: data for path, data in after.items() if data} == {
        path: data for path, data in before.items() if data
    }
    assert file in before


@pytest.mark.skipif(sys.platform != "linux", reason="capabilities are Linux's")
@pytest.mark.parametrize(
    "part", quick_first(["data/lists", "data/history", "data/history/list-iron-wall"], 1)
)
def test_a_folder_one_may_not_write_is_told_and_left(wall: Path, part: str) -> None:
    before = {path: path.read_bytes() for path in wall.rglob("*") if path.is_file()}
    folder = wall / "home" / part
    if part == "data/history":
        for lock in folder.glob("*.lock"):
            lock.unlink()
            del before[lock]
    folder.chmod(0o555)
    try:
        told = run_by(
            PROGRAM, "edit", "iron-wall", "remove UNI25", folder=wall, first=without_rights
        )
    finally:
        folder.chmod(0o755)
    assert told.returncode == 2
    assert "cannot be written" in told.stderr
    assert "Permission denied" in told.stderr
    after = {path: path.read_bytes() for path in wall.rglob("*") if path.is_file()}
    assert after == before


def test_a_list_of_an_unknown_edition_is_told_and_can_be_mended(wall: Path) -> None:
    file = lists_in(wall) / "iron-wall.json"
    file.write_text(file.read_text().replace("modern-1", "modern-9"))
    for arguments in (("edit", "iron-wall", "top UNI12"), ("diff", "iron-wall", "union-80")):
        told = run(*arguments, folder=wall)
        assert told.returncode == 2
        assert "modern-1" in told.stderr
    assert run("lists", folder=wall).returncode == 0
    assert run("edit", "iron-wall", "edition modern-1", folder=wall).returncode == 0


def test_an_edit_that_changes_nothing_is_still_one_step(wall: Path) -> None:
    file = lists_in(wall) / "iron-wall.json"
    run("edit", "iron-wall", "resize 70", folder=wall)
    before = file.read_bytes()
    run("edit", "iron-wall", "resize 70", folder=wall)
    run("edit", "iron-wall", "undo", folder=wall)
    assert file.read_bytes() == before


def test_removed_lists_of_a_folder_of_ones_own_come_back(tmp_path: Path) -> None:
    place = {"PBBUILD_LISTS": str(tmp_path / "mine")}
    assert run("copy", "union-80", "Wall", folder=tmp_path, **place).returncode == 0
    assert run("remove", "wall", folder=tmp_path, **place).returncode == 0
    assert "wall" in run("lists", "--removed", folder=tmp_path, **place).stdout
    assert run("restore", "wall", folder=tmp_path, **place).returncode == 0
    assert (tmp_path / "mine" / "wall.json").is_file()


@pytest.mark.slow
def test_a_protected_file_is_not_replaced(wall: Path) -> None:
    file = lists_in(wall) / "iron-wall.json"
    file.chmod(0o444)
    told = run_by(PROGRAM, "edit", "iron-wall", "remove UNI25", folder=wall, first=without_rights)
    assert told.returncode == 2
    assert "Permission denied" in told.stderr


def test_a_file_and_a_ready_list_are_not_renamed(wall: Path) -> None:
    run("export", "iron-wall", "-o", "mine.json", folder=wall)
    for name in ("mine.json", "union-80"):
        told = run("rename", name, "other", folder=wall)
        assert told.returncode == 2
        assert "one of your saved lists" in told.stderr
    assert not (lists_in(wall) / "other.json").exists()
    assert (wall / "mine.json").exists()


def test_a_folder_of_lists_that_is_no_folder_sends_none_elsewhere(tmp_path: Path) -> None:
    config = tmp_path / "home/config/config.json"
    config.parent.mkdir(parents=True)
    config.write_text('{"lists": 7}', encoding="utf-8")
    told = run("copy", "union-80", "mine", folder=tmp_path)
    assert told.returncode == 2
    assert "/lists" in told.stderr
    assert not (tmp_path / "home/data/lists").exists()


def test_the_tiles_that_all_lists_need_are_shown_with_their_lists(tmp_path: Path) -> None:
    run("copy", "union-50", "small", folder=tmp_path)
    run("copy", "union-80", "large", folder=tmp_path)
    run("copy", "celts-60", "other", folder=tmp_path)

    told = json.loads(run("lists", "--needs", "--json", folder=tmp_path).stdout)

    used = {
        name: {
            code
            for unit in json.loads(run("export", name, "--format", "json", folder=tmp_path).stdout)[
                "units"
            ]
            for code in unit["troops"]
        }
        for name in ("small", "large", "other")
    }
    assert {row["code"] for row in told} == set().union(*used.values())
    for row in told:
        assert set(row["lists"]) == {name for name, codes in used.items() if row["code"] in codes}
    shown = run("lists", "--needs", folder=tmp_path).stdout
    assert any(": large, small" in line for line in shown.splitlines())
    assert f"Union: {len(used['small'] | used['large'])} tiles" in shown
