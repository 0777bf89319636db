"""Standard output full, closed or without a reader; standard input and error closed."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli import PROGRAM, run, run_by
from tests.robustness.inside import typed

SIMPLE = ("--agent", "random", "--seed", "1")
SHORT = ("--games", "2", "--workers", "1")
GENERAL = ("--game", "pocket-general")
# Every command once, such that it has something to say.
SPEAKERS: dict[str, tuple[str, ...]] = {
    "alone": (),
    "help": ("--help",),
    "version": ("--version",),
    "new": ("new", "--auto", "--points", "50", "--army", "celts"),
    "show": ("show", "union-50"),
    "check": ("check", "union-50"),
    "edit": ("edit", "mine", "resize 60"),
    "lists": ("lists", "--ready"),
    "copy": ("copy", "celts-60", "other"),
    "rename": ("rename", "second", "yours"),
    "remove": ("remove", "third"),
    "history": ("history", "mine"),
    "restore": ("restore", "mine", "1"),
    "diff": ("diff", "union-50", "union-80"),
    "suggest": ("suggest", "union-50"),
    "random": ("random", "--points", "50", "--seed", "1"),
    "draft": ("draft", "union", "--against", "both-bots", "--seed", "1", "--no-save"),
    "share": ("share", "union-50"),
    "export": ("export", "union-50"),
    "import": ("import", "union-50.txt"),
    "print": ("print", "union-50", "--format", "text", "-o", "-"),
    "odds": ("odds", "UNI12", "--charge"),
    "battle": ("battle", "romans-60", "--against", "celts-60", *SIMPLE),
    "replay": ("replay", "b.jsonl"),
    "referee": ("referee", "table.json"),
    "playtest": ("playtest", "romans-60", *SIMPLE, *SHORT),
    "tournament": ("tournament", "romans-60", "celts-60", *SIMPLE, *SHORT),
    "compare": ("compare", "romans-60", "celts-60", *SIMPLE, "--games", "4", "--workers", "1"),
    "play": ("play", "romans-60", "--against", "celts-60"),
    "compile": ("compile", "--status"),
    "catalog": ("catalog", "show", "union"),
    "correct": ("catalog", "correct", "UNI12", "dp=6"),
    "rules": ("rules", "charge"),
    "config": ("config", "paper", "a4"),
    "completion": ("completion", "bash"),
    "general new": ("new", *GENERAL),
    "general battle": ("battle", *GENERAL, *SIMPLE),
    "general odds": ("odds", *GENERAL, "--help"),
    "general playtest": ("playtest", *GENERAL, *SIMPLE, *SHORT),
    "general tournament": ("tournament", *GENERAL, *SIMPLE, *SHORT),
    "general catalog": ("catalog", *GENERAL, "show"),
    "general print": ("print", *GENERAL, "--format", "text", "-o", "-"),
    "general play": ("play", *GENERAL),
}
SHELL = {
    "full": '"$@" > /dev/full',
    "closed": '"$@" >&-',
    "no reader": '{ "$@"; echo $? > status; } | true',
    "nothing open": '"$@" <&- >&- 2>&-',
    "error full": '"$@" > /dev/full 2> /dev/full',
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("place")
    for words in (
        ("copy", "union-50", "mine"),
        ("edit", "mine", "resize 80"),
        ("copy", "union-50", "second"),
        ("copy", "union-50", "third"),
        ("export", "union-50", "-o", "union-50.txt"),
        (*SPEAKERS["battle"], "--record", "b.jsonl"),
        ("new", *GENERAL, "--seed", "1", "-o", "table.json"),
    ):
        done = run(*words, folder=folder)
        assert done.returncode == 0, done.stderr
    return folder


def spoken(how: str, words: tuple[str, ...], folder: Path) -> "subprocess.CompletedProcess[str]":
    return run_by(("bash", "-c", SHELL[how], "bash", *PROGRAM), *words, folder=folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", SPEAKERS)
def test_an_answer_that_cannot_be_written_is_told(name: str, place: Path) -> None:
    for how in ("full", "closed") if name in ("alone", "show", "print") else ("full",):
        done = spoken(how, SPEAKERS[name], place)
        told = done.stderr
        assert "Traceback" not in told, told
        assert "defect" not in told, told
        assert done.returncode == 2, (how, told)
        assert "can’t write" in told, (how, told)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(SPEAKERS)[::4])
@pytest.mark.parametrize("how", ["no reader", "nothing open", "error full"])
def test_nobody_who_listens_is_no_defect(name: str, how: str, place: Path) -> None:
    done = spoken(how, SPEAKERS[name], place)
    told = done.stderr
    assert not told.strip() or how == "no reader", told
    assert "Traceback" not in told, told
    assert "BrokenPipe" not in told, told
    if how == "no reader":
        # It may have been copied before by a process that could not report it.
        assert (place / "status").read_text() == "0\n" or name == "copy"
    else:
        assert done.returncode == 2


@pytest.mark.slow
def test_who_stops_reading_still_gets_his_files(tmp_path: Path) -> None:
    words = ("playtest", "romans-60", *SIMPLE, *SHORT, "--report", "page.html", "-o", "trial")
    done = spoken("no reader", words, tmp_path)
    assert (tmp_path / "status").read_text() == "0\n", done.stderr
    assert (tmp_path / "page.html").read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert (tmp_path / "trial/run.json").exists()
    done = spoken("no reader", ("catalog", "correct", "UNI12", "dp=6"), tmp_path)
    assert (tmp_path / "home/data/catalog/corrections.json").exists(), done.stderr


@pytest.mark.slow
def test_a_report_is_kept_where_the_screen_is_full(tmp_path: Path) -> None:
    words = ("playtest", "romans-60", *SIMPLE, *SHORT, "--report", "page.html")
    done = spoken("full", words, tmp_path)
    assert done.returncode == 2
    assert (tmp_path / "page.html").read_text(encoding="utf-8").rstrip().endswith("</html>")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files cannot be counted here")
def test_a_command_leaves_no_file_open(tmp_path: Path) -> None:
    typed("--version", folder=tmp_path)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        typed("check", "union-50", folder=tmp_path)
    assert len(os.listdir("/proc/self/fd")) == before
