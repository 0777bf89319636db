"""Odd places to run: no home, read-only home, vanished folders, strange locales and clocks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import run, run_by, run_process
from tests.robustness.inside import typed

COMMANDS: tuple[tuple[str, ...], ...] = (
    (),
    ("lists",),
    ("show", "union-50"),
    ("check", "celts-60"),
    ("rules", "charge"),
    ("catalog", "show", "UNI12"),
    ("export", "union-50"),
    ("battle", "romans-60", "--against", "celts-60", "--seed", "1"),
    ("--lang", "it", "odds", "UNI12", "--charge"),
)
LOCALES: dict[str, dict[str, str]] = {
    "C": {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "POSIX": {"LC_ALL": "POSIX", "PYTHONUTF8": "0"},
    "none": {"LANG": "", "LC_ALL": ""},
    "unknown": {"LANG": "xx_YY.KOI8-R"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin": {"PYTHONIOENCODING": "latin-1"},
    "shift-jis": {"PYTHONIOENCODING": "shift_jis"},
    "narrow": {"COLUMNS": "1"},
    "no width": {"COLUMNS": "0"},
    "odd width": {"COLUMNS": "wide"},
    "giant width": {"COLUMNS": "1000000000"},
    "endless width": {"COLUMNS": "9" * 5000, "LINES": "9" * 5000},
    "dumb": {"TERM": "dumb", "NO_COLOR": "1"},
    "far away": {"TZ": "Pacific/Kiritimati"},
    "nonsense zone": {"TZ": "Nowhere/+99:99"},
    "optimised": {"PYTHONOPTIMIZE": "2"},
}


# Nothing but HOME says where the player's folders are.
NO_HOME: dict[str, str | None] = {"PBBUILD_HOME": None, "XDG_DATA_HOME": None}


def require_clean(done: "subprocess.CompletedProcess[str]") -> None:
    told = f"{done.args}\n{done.stdout[-500:]}\n{done.stderr[-1500:]}"
    assert done.returncode in (0, 1, 2), told
    assert "bug in pbbuild" not in done.stderr, told
    assert "bug di pbbuild" not in done.stderr, told
    assert "Traceback" not in done.stdout + done.stderr, told


@pytest.mark.slow
@pytest.mark.parametrize("name", LOCALES)
def test_every_locale_gets_an_answer(name: str, tmp_path: Path) -> None:
    run("copy", "union-50", "Caffè", folder=tmp_path)
    for words in COMMANDS[::2]:
        done = run_process(*words, folder=tmp_path, **LOCALES[name])
        require_clean(done)
        assert done.returncode == 0, done.stderr
    # Where Python may use ASCII only, an accent cannot even be typed.
    require_clean(run_process("show", "Caffè", folder=tmp_path, **LOCALES[name]))


@pytest.mark.slow
def test_files_are_the_same_in_every_locale(tmp_path: Path) -> None:
    writers = (
        ("copy", "union-50", "Caffe"),
        ("export", "Caffe", "-o", "a.txt"),
        ("export", "celts-60", "-o", "a.csv"),
        ("--lang", "it", "print", "celts-60", "-o", "page.html"),
        ("battle", "romans-60", "--against", "celts-60", "--seed", "1", "--record", "b.jsonl"),
        ("catalog", "export", "celts", "-o", "c.csv"),
    )
    found = []
    for name in ("none", "C", "latin"):
        folder = tmp_path / name
        folder.mkdir()
        for words in writers:
            done = run_process(*words, folder=folder, **LOCALES[name])
            assert done.returncode == 0, done.stderr
        files = [path for path in sorted(folder.glob("*")) if path.is_file()]
        found.append([path.read_bytes() for path in files])
        found[-1].append((folder / "home/data/lists/caffe.json").read_bytes())
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == 6


@pytest.mark.slow
@pytest.mark.parametrize(
    "home",
    [
        pytest.param({"HOME": "/nonexistent/home", **NO_HOME}, id="missing"),
        pytest.param({"HOME": "/proc", **NO_HOME}, id="read-only"),
        pytest.param({"PBBUILD_HOME": "/proc/nothing"}, id="read-only by name"),
        pytest.param({"PBBUILD_HOME": "/dev/null"}, id="a device"),
    ],
)
def test_without_a_home_that_can_be_written_all_but_saving_works(
    home: dict[str, str | None], tmp_path: Path
) -> None:
    if home.get("HOME") == "/nonexistent/home" and os.geteuid() == 0:
        # Root may make any folder: use one whose parent is a file.
        (tmp_path / "file").write_text("", encoding="utf-8")
        home = {**home, "HOME": str(tmp_path / "file" / "home")}
    for words in COMMANDS:
        done = run(*words, folder=tmp_path, **home)
        require_clean(done)
        assert done.returncode == 0, done.stderr
    for words in (
        ("copy", "union-50", "mine"),
        ("config", "paper", "a4"),
        ("catalog", "correct", "UNI12", "dp=6"),
    ):
        done = run(*words, folder=tmp_path, **home)
        require_clean(done)
        assert done.returncode == 2, done
        assert done.stderr.strip()
    assert run("doctor", folder=tmp_path, **home).returncode == 1
    wrote = run("export", "union-50", "-o", "u.json", folder=tmp_path, **home)
    assert wrote.returncode == 0, wrote.stderr


@pytest.mark.slow
def test_without_the_variable_home_it_finds_one_or_says_so(tmp_path: Path) -> None:
    for words in COMMANDS[:3]:
        done = run(*words, folder=tmp_path, HOME=None, **NO_HOME)
        require_clean(done)
        assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_vanished_folder_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    script = (
        f"import os, runpy, sys; os.mkdir({str(gone)!r}); os.chdir({str(gone)!r}); "
        f"os.rmdir({str(gone)!r}); sys.argv = ['pbbuild', *sys.argv[1:]]; "
        "runpy.run_module('pbbuild', run_name='__main__')"
    )
    tried: tuple[tuple[tuple[str, ...], int, str], ...] = (
        ((), 0, "pbbuild demo"),
        (("show", "union-50"), 0, "Gatling Gun"),
        (("export", "union-50", "-o", "u.json"), 2, "u.json cannot be written"),
        (("new", "--auto", "--points", "50", "-o", "n.json"), 2, "n.json cannot be written"),
        (("print", "union-50", "--format", "text"), 2, "roster.txt cannot be written"),
        (("demo",), 2, "army.json cannot be written"),
        (("check", "u.json"), 2, "There is no file u.json"),
    )
    for words, status, told in tried:
        # -P, as an installed pbbuild has no "" on its path: Python 3.13.0 cannot import socket
        # with that in a folder that is gone.
        done = run_by((sys.executable, "-P", "-c", script), *words, folder=tmp_path)
        require_clean(done)
        assert done.returncode == status, (words, done)
        assert told in done.stdout + done.stderr


@pytest.mark.parametrize("moment", [0, -(10**9), 4 * 10**9, 10**11])
def test_files_of_any_date_are_listed(moment: int, tmp_path: Path) -> None:
    typed("copy", "union-50", "mine", folder=tmp_path)
    os.utime(tmp_path / "home/data/lists/mine.json", (moment, moment))
    for words in ((), ("lists",), ("history", "mine"), ("edit", "mine", "resize 60")):
        answer = typed(*words, folder=tmp_path)
        answer.require_clean()
        assert answer.status == 0, answer


@pytest.mark.slow
@pytest.mark.parametrize("own", [True, False], ids=["his own folder", "the usual folder"])
def test_saved_lists_in_a_folder_that_is_gone_are_told(own: bool, tmp_path: Path) -> None:
    armies = tmp_path / ("armies" if own else "home/data/lists")
    armies.mkdir(parents=True)
    if own:
        typed("config", "lists", str(armies), folder=tmp_path)
    assert typed("lists", folder=tmp_path).status == 0
    typed("copy", "union-50", "mine", folder=tmp_path)
    (armies / "mine.json").unlink()
    armies.rmdir()
    for words in (("lists",), ("show", "mine"), ("edit", "mine", "resize 60")):
        answer = typed(*words, folder=tmp_path)
        answer.require_clean()
        assert answer.status == 2, answer
        assert f"The folder of your lists is missing: {armies}" in answer.err, answer
        assert "pbbuild restore mine" in answer.err
    alone = typed(folder=tmp_path)
    assert alone.status == 0
    assert "The folder of your lists is missing" in alone.err
    assert "no saved lists" not in alone.out + alone.err
    doctor = typed("doctor", folder=tmp_path)
    assert doctor.status == 1
    assert "the folder of your lists is missing" in doctor.out
    assert typed("history", "mine", folder=tmp_path).status == 0
    assert typed("restore", "mine", folder=tmp_path).status == 0
    assert typed("lists", folder=tmp_path).out.count("mine") == 1


def test_a_renamed_list_outside_the_usual_folder_is_not_taken_for_removed(tmp_path: Path) -> None:
    typed("config", "lists", str(tmp_path / "armies"), folder=tmp_path)
    typed("copy", "union-50", "mine", folder=tmp_path)
    assert typed("rename", "mine", "yours", folder=tmp_path).status == 0
    assert typed("lists", "--removed", "--json", folder=tmp_path).out.strip() == "[]"
    assert typed("remove", "yours", folder=tmp_path).status == 0
    assert '"yours"' in typed("lists", "--removed", "--json", folder=tmp_path).out
    assert typed("restore", "yours", folder=tmp_path).status == 0


def test_an_account_without_a_home_can_read_and_is_told_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless(*words: object, **options: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    for kind in ("data", "config", "cache"):
        monkeypatch.setattr(f"platformdirs.user_{kind}_path", homeless)
    for reading in (("show", "union-50"), ("lists",), ("check", "celts-60"), ("rules", "charge")):
        done = run(*reading, folder=tmp_path, PBBUILD_HOME=None)
        assert done.returncode == 0, done.stderr
    for words in (
        ("copy", "union-50", "mine"),
        ("config", "paper", "a4"),
        ("catalog", "correct", "UNI12", "dp=6"),
        ("play", "romans-60", "--against", "celts-60", "--seed", "3"),
    ):
        done = run(*words, folder=tmp_path, text="1\nquit\n", PBBUILD_HOME=None)
        assert done.returncode == 2, done
        assert "no home folder" in done.stderr, done
        assert "PBBUILD_HOME" in done.stderr, done
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["PBBUILD_HOME", "PBBUILD_LISTS"])
@pytest.mark.parametrize("value", ["x" * 5000, "/" + "x/" * 2500])
def test_a_folder_with_an_impossible_name_is_reported_once(
    name: str, value: str, tmp_path: Path
) -> None:
    for words in (("lists",), ("copy", "union-50", "mine"), ("show", "mine")):
        done = run(*words, folder=tmp_path, **{name: value})
        assert done.returncode == 2, done
        assert done.stderr.count("File name too long") == 1, done
    assert run("--help", folder=tmp_path, **{name: value}).returncode == 0


@pytest.mark.parametrize("columns", ["0", "00", "-5", "wide"])
def test_a_width_that_is_none_hides_nothing(columns: str, tmp_path: Path) -> None:
    usual = run("show", "union-50", folder=tmp_path, COLUMNS=None)
    assert run("show", "union-50", folder=tmp_path, COLUMNS=columns).stdout == usual.stdout
    assert "UNI" in usual.stdout


@pytest.mark.parametrize("columns", ["1", "20", "40"])
@pytest.mark.parametrize(
    "words",
    [
        ("lists",),
        ("history", "mine"),
        ("diff", "mine", "celts-60"),
        ("catalog", "list"),
        ("catalog", "show", "union"),
    ],
    ids=" ".join,
)
def test_a_narrow_terminal_cuts_nothing_off_a_table(
    words: tuple[str, ...], columns: str, tmp_path: Path
) -> None:
    run("copy", "union-50", "mine", folder=tmp_path)

    def letters(columns: str) -> list[str]:
        shown = run(*words, folder=tmp_path, COLUMNS=columns).stdout
        # Words stand in other lines where their column is narrower.
        return sorted(letter for letter in shown if letter.isalnum())

    assert letters(columns) == letters("200")


@pytest.mark.slow
@pytest.mark.parametrize("address", ["tls://x", "ucx://x", "ws://x", "inproc://x", "bogus://x"])
def test_a_cluster_by_any_protocol_that_does_not_answer_is_reported(
    address: str, tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    words = ("playtest", "union-50", "--games", "2", "--scheduler", address)
    done = run(*words, folder=tmp_path)
    assert done.returncode == 2, done
    assert f"No cluster answers at {address}" in done.stderr, done
    assert "defect" not in done.stderr, done
    assert "arning" not in done.stderr, done
