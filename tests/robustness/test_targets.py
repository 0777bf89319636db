"""Files that are not what one expects: folders, links, pipes, protected, taken meanwhile."""

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from pbbuild.base.files import read_bytes, set_aside, write_atomic
from pbbuild.errors import PbbuildError
from tests.robustness.inside import snapshot, typed
from tests.robustness.writers import BATTLE, GENERAL, SIMPLE, fresh

# Commands that write to a file of the player's choice, all but its name.
TO_A_FILE: dict[str, tuple[str, ...]] = {
    "new": ("new", "--auto", "--points", "50", "--army", "celts", "--seed", "1", "-o"),
    "export": ("export", "mine", "-o"),
    "import": ("import", "l.txt", "-o"),
    "print": ("print", "mine", "--format", "html", "-o"),
    "template": ("catalog", "template", "goblins", "-o"),
    "table": ("catalog", "export", "union", "-o"),
    "battle": (*BATTLE, "--record"),
    "export a battle": ("battles", "20260101-120000", "-o"),
    "keep a battle": ("replay", "kept:1", "--record"),
    "general new": ("new", *GENERAL, "--seed", "1", "-o"),
    "general battle": ("battle", *GENERAL, *SIMPLE, "--record"),
}
QUICK = ("export", "print", "battle")
NAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in TO_A_FILE
]
OUT = dict.fromkeys(TO_A_FILE, "out.json") | {"print": "out.html"}


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_text("mine\n", encoding="utf-8")


def _link(path: Path) -> None:
    path.with_name("real.json").write_text("mine\n", encoding="utf-8")
    path.symlink_to("real.json")


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _nowhere(path: Path) -> None:
    path.symlink_to("missing/real.json")


def _socket(path: Path) -> None:
    import socket

    with socket.socket(socket.AF_UNIX) as bound:
        here = Path.cwd()
        os.chdir(path.parent)  # its name must be short
        try:
            bound.bind(path.name)
        finally:
            os.chdir(here)


ODD: dict[str, Callable[[Path], None]] = {
    "folder": _folder,
    "link": _link,
    "link to nowhere": _nowhere,
    "link to itself": _loop,
    "socket": _socket,
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", NAMES)
def test_an_odd_target_is_told_and_stays(name: str, odd: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    path = folder / OUT[name]
    ODD[odd](path)
    before = snapshot(folder)
    answer = typed(*TO_A_FILE[name], OUT[name], folder=folder)
    answer.require_clean()
    assert not (folder / "missing").exists()
    assert answer.status == (0 if odd == "folder" and name == "print" else 2), answer
    after = snapshot(folder)
    assert {file: data for file, data in after.items() if file in before} == before
    assert path.is_symlink() == odd.startswith("link")
    assert path.is_dir() == (odd == "folder")


@pytest.mark.parametrize("name", NAMES)
def test_a_link_is_not_followed_even_when_forced(name: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    _link(folder / OUT[name])
    answer = typed(*TO_A_FILE[name], OUT[name], "--force", folder=folder)
    assert answer.status == 2, answer
    assert "is a link to real.json" in answer.err
    assert (folder / OUT[name]).is_symlink()
    assert (folder / "real.json").read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_there_is_replaced_only_when_forced(name: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    (folder / OUT[name]).write_text("mine\n", encoding="utf-8")
    refused = typed(*TO_A_FILE[name], OUT[name], folder=folder)
    assert refused.status == 2, refused
    assert "--force" in refused.err, refused
    assert (folder / OUT[name]).read_text(encoding="utf-8") == "mine\n"
    done = typed(*TO_A_FILE[name], OUT[name], "--force", folder=folder)
    assert done.status == 0, done
    assert (folder / OUT[name]).read_text(encoding="utf-8") != "mine\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_dash_is_standard_output_or_no_file(name: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    answer = typed(*TO_A_FILE[name], "-", folder=folder)
    answer.require_clean()
    assert not (folder / "-").exists()
    assert answer.status == 2 or answer.out.strip(), answer


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_came_this_moment_is_not_replaced(name: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    target = folder / OUT[name]
    real = os.link

    def link(source: str, path: Path) -> None:
        # Another process was quicker, after every question whether the name is free.
        target.write_text("his\n", encoding="utf-8")
        real(source, path)

    with patch("os.link", link):
        answer = typed(*TO_A_FILE[name], OUT[name], folder=folder)
    assert answer.status == 2, answer
    assert "already exists" in answer.err
    assert target.read_text(encoding="utf-8") == "his\n"
    assert not list(folder.glob(".*pbbuild-tmp"))


@pytest.mark.parametrize(
    ("words", "work"),
    [
        pytest.param(
            (*BATTLE, "--record", "there.jsonl"),
            "pocket_battles.playtest.battles.fight",
            id="a battle",
        ),
        pytest.param(
            ("playtest", "romans-60", "--report", "there.html"),
            "play.series.run_series",
            id="a playtest",
        ),
        pytest.param(
            ("tournament", "romans-60", "celts-60", "--report", "there.html"),
            "pocket_battles.playtest.tournament.round_robin",
            id="a tournament",
        ),
    ],
)
def test_a_name_that_is_taken_is_told_before_the_work(
    words: tuple[str, ...], work: str, tmp_path: Path
) -> None:
    folder = fresh(tmp_path / "place")
    with patch(f"pbbuild.{work}", side_effect=AssertionError("worked in vain")) as begun:
        answer = typed(*words, folder=folder)
    assert answer.status == 2
    assert "already exists" in answer.err, answer
    assert not begun.called


@pytest.mark.parametrize("name", ["export", "battle"])
def test_without_hard_links_files_are_written_all_the_same(name: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")

    def link(source: str, path: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    with patch("os.link", link):
        assert typed(*TO_A_FILE[name], OUT[name], folder=folder).status == 0
        assert (folder / OUT[name]).read_bytes()
        assert typed(*TO_A_FILE[name], OUT[name], folder=folder).status == 2


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_that_vanishes_before_the_last_step_is_told(name: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    (folder / "deep").mkdir()
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        shutil.rmtree(folder / "deep", ignore_errors=True)

    with patch("os.fsync", fsync):
        answer = typed(*TO_A_FILE[name], f"deep/{OUT[name]}", folder=folder)
    answer.require_clean()
    assert answer.status == 2, answer
    assert "cannot be written" in answer.err, answer
    assert not (folder / "deep").exists()


def test_a_pipe_that_nobody_reads_is_told(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with patch("pbbuild.base.files.PIPE_TIMEOUT", 0.2), pytest.raises(PbbuildError) as told:
        write_atomic(pipe, b"words")
    assert told.value.code == "pipe-unread"
    with patch("pbbuild.base.files.PIPE_TIMEOUT", 0.2), pytest.raises(PbbuildError) as told:
        read_bytes(pipe)
    assert told.value.code == "pipe-unwritten"


def test_a_pipe_with_somebody_at_its_end_works(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = b"x" * 200_000
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_atomic(pipe, words)
    reader.join(5)
    assert got == [words]
    writer = threading.Timer(0.2, lambda: pipe.write_bytes(words))
    writer.start()
    assert read_bytes(pipe) == words
    writer.join(5)


def test_what_is_set_aside_keeps_what_was_set_aside_before(tmp_path: Path) -> None:
    path = tmp_path / "army.json"
    asides = []
    for text in ("one", "two", "three"):
        path.write_text(text, encoding="utf-8")
        asides.append(set_aside(path, ".removed"))
    assert [aside.read_text(encoding="utf-8") for aside in asides] == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("remove", "add", "kept"),
    [
        pytest.param(
            ("catalog", "remove", "ninja"),
            ("catalog", "add", "ninja.json"),
            "home/data/catalog/armies",
            id="an army",
        ),
        pytest.param(
            ("catalog", *GENERAL, "reset"),
            ("catalog", *GENERAL, "correct", "burma=city"),
            "home/data/corrections",
            id="corrections",
        ),
    ],
)
def test_removing_twice_keeps_both(
    remove: tuple[str, ...], add: tuple[str, ...], kept: str, tmp_path: Path
) -> None:
    folder = fresh(tmp_path / "place")

    def files() -> list[Path]:
        return [file for file in (folder / kept).iterdir() if file.suffix != ".lock"]

    before = len(files())
    for words in (remove, add, remove):
        assert typed(*words, folder=folder).status == 0
    assert len(files()) == before + 1


@pytest.mark.parametrize("moment", ["try_lock", "os.fsync", "os.chmod", "os.replace"])
def test_a_writer_broken_off_at_any_moment_leaves_nothing(moment: str, tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text("old\n")
    with (
        patch(f"pbbuild.base.files.{moment}", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        write_atomic(tmp_path / "list.json", "new\n")
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old\n"]


def test_a_disk_that_knows_no_rights_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text("old\n")
    refused = PermissionError(1, "Operation not permitted")
    with patch("pbbuild.base.files.os.chmod", side_effect=refused):
        write_atomic(tmp_path / "list.json", "new\n")
    assert (tmp_path / "list.json").read_text() == "new\n"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_of_the_system_with_nothing_to_give_is_empty(tmp_path: Path) -> None:
    pipe = tmp_path / "kmsg"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR)
    try:
        with patch("pbbuild.base.files.stat.S_ISREG", return_value=True):
            assert read_bytes(pipe) == b""
    finally:
        os.close(held)


@pytest.mark.parametrize("command", ["check", "history", "restore", "edit", "print"])
def test_a_link_to_itself_is_no_list(command: str, tmp_path: Path) -> None:
    _loop(tmp_path / "list.json")
    answer = typed(command, "list.json", folder=tmp_path)
    answer.require_clean()
    assert answer.status == 2
    assert "list.json" in answer.err
