"""Full disks, kills, two writers and damaged histories lose no version."""

import contextlib
import errno
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.lists.history import history_folder, history_of
from pbbuild.pocket_battles.lists.list_file import parse_list
from pbbuild.pocket_battles.lists.saved_lists import (
    finish_renames,
    newest_readable_version,
    rename_file,
    restore_version,
    save_new,
    saved_file,
)
from tests.cli import PROGRAM, REPOSITORY, environment_in
from tests.pocket_battles.builder.toybox import union
from tests.pocket_battles.lists.saving import contents, edit
from tests.tiers import tries

pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO])
@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("nth", [1, 2, 3])
def test_a_disk_that_fails_leaves_the_old_version(
    path: Path, monkeypatch: pytest.MonkeyPatch, error: int, call: str, nth: int
) -> None:
    before, kept = path.read_bytes(), contents(path)
    real, calls = getattr(os, call), [0]

    def failing(*arguments: object) -> object:
        calls[0] += 1
        if calls[0] == nth:
            raise OSError(error, os.strerror(error))
        return real(*arguments)

    monkeypatch.setattr(os, call, failing)
    code = ""
    try:
        edit(path, "add UNI05 to 1")
    except PbbuildError as told:
        code = told.code
    monkeypatch.undo()
    monkeypatch.setenv("PBBUILD_HOME", str(path.parent.parent.parent))
    after = path.read_bytes()
    assert code == ("cannot-write" if after == before else "")
    assert contents(path) == [*kept, *([] if code else [after])]
    assert list(path.parent.glob(".*")) == []
    assert parse_list(after.decode(), "")


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from pbbuild.pocket_battles.lists.edit_saved import revise
from tests.pocket_battles.builder.toybox import catalog
path, tiles = Path(sys.argv[2]), catalog()
for number in range(int(sys.argv[4])):
    revise(path, [f"note {sys.argv[3]} {number}"], tiles)
    print(number, flush=True)
"""


def writer(path: Path, name: str, count: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(REPOSITORY), str(path), name, str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


def notes(path: Path) -> list[str]:
    return [parse_list(content.decode(), "").note for content in contents(path)]


@pytest.mark.slow
def test_two_writers_lose_neither(path: Path) -> None:
    writers = [writer(path, name, 25) for name in ("left", "right")]
    for one in writers:
        one.communicate(timeout=60)
        assert one.returncode == 0
    found = notes(path)
    for name in ("left", "right"):
        assert [note for note in found if note.startswith(name)] == [
            f"{name} {number}" for number in range(25)
        ]


def killed_at_random(path: Path, rounds: int, seed: int) -> Iterator[int]:
    chance = random.Random(seed)
    for turn in range(rounds):
        process = writer(path, f"turn {turn}", 1000)
        assert process.stdout is not None
        # Counted in saves, so that a busy machine kills as many of them as an idle one.
        told = [process.stdout.readline() for _ in range(chance.randint(1, 25))]
        time.sleep(chance.random() * 0.006)
        process.kill()
        told += process.stdout.readlines()
        process.wait()
        process.stdout.close()
        yield max(int(line) for line in told if line.endswith("\n") and line.strip())


def assert_kills_lose_nothing(path: Path, rounds: int, seed: int = 7) -> int:
    saves = 0
    for turn, last in enumerate(killed_at_random(path, rounds, seed)):
        held = parse_list(path.read_bytes().decode(), "").note
        promised = [f"turn {turn} {number}" for number in range(last + 1)]
        # The last promised save is there, or the one that was under way.
        assert held in (promised[-1], f"turn {turn} {last + 1}")
        kept = notes(path)
        assert set(promised) <= set(kept)
        assert not history_of(path).damaged
        saves += last + 1
    edit(path, "note end")
    assert list(path.parent.glob(".*")) == []
    assert list(history_folder(path).glob(".*")) == []
    return saves


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_a_whole_version(path: Path) -> None:
    assert assert_kills_lose_nothing(path, 3) > 3


@pytest.mark.slow
def test_kills_during_five_hundred_saves_lose_nothing(path: Path) -> None:
    saves = turn = 0
    while saves < 500:
        fresh = save_new(union(("UNI01",)), f"round {turn}")
        saves += assert_kills_lose_nothing(fresh, 3, turn)
        turn += 1
    assert saves >= 500


@pytest.mark.slow
def test_the_command_itself_killed_at_any_moment_leaves_a_whole_list(path: Path) -> None:
    chance = random.Random(3)
    environment = environment_in(path.parents[3])
    promised = 0
    for turn in range(25):
        process = subprocess.Popen(
            [*PROGRAM, "edit", "iron-wall", f"note {turn}"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0.1, 0.6))
        process.kill()
        out, _ = process.communicate()
        note = parse_list(path.read_bytes().decode(), "").note
        if "noted" in out:
            promised += 1
            assert note == str(turn)
        assert not history_of(path).damaged
        assert note in {*notes(path)}
    edit(path, "note end")
    assert list(path.parent.glob(".*")) == []


def test_a_save_that_was_killed_before_the_file_is_void_but_kept(path: Path) -> None:
    edit(path, "note one")
    one = path.read_bytes()
    edit(path, "note two")
    path.write_bytes(one)  # as if the kill had come between version and file
    edit(path, "note three")
    history = history_of(path)
    assert [version.kind for version in history.versions] == [
        "first",
        "save",
        "save",
        "void",
        "save",
    ]
    edit(path, "undo")
    assert path.read_bytes() == one
    restore_version(path, 3)
    assert parse_list(path.read_text(), "").note == "two"


def test_a_version_that_never_reached_the_file_is_not_offered(path: Path) -> None:
    edit(path, "note one")
    one = path.read_bytes()
    edit(path, "note two")
    path.write_bytes(one)
    with pytest.raises(PbbuildError):
        edit(path, "remove UNI30")
    assert history_of(path).versions[-1].kind == "void"
    assert newest_readable_version(history_of(path)) == 2


def test_a_history_damaged_at_random_never_stops_an_edit(path: Path) -> None:
    chance = random.Random(8)
    for turn in range(12):
        edit(path, f"note {turn}")
        edit(path, "undo")
    for turn in range(tries(30, 8)):
        before = path.read_bytes()
        victim = chance.choice(sorted(history_folder(path).glob("0*.json")))
        data = victim.read_bytes()
        wrong = [
            b"",
            data[: len(data) // 2],
            b"[]",
            b'{"kind": 3}',
            b'{"kind": "save", "time": "", "of": Infinity, "base": 0}',
            b"\xff" * 50,
            data[:-9] + b'"}\n',
        ]
        victim.write_bytes(chance.choice(wrong))
        edit(path, f"note again {turn}")
        assert parse_list(path.read_text(), "").note == f"again {turn}"
        edit(path, "undo")
        assert path.read_bytes() == before


@pytest.mark.parametrize("nth", [1, 2])
def test_a_rename_broken_off_by_ctrl_c_is_carried_out_later(
    path: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    edit(path, "note one")
    kept, new = contents(path), saved_file("other")
    real, calls = os.rename, [0]

    def interrupted(*places: str) -> None:
        calls[0] += 1
        if calls[0] == nth:
            raise KeyboardInterrupt
        real(*places)

    with monkeypatch.context() as patched, contextlib.suppress(KeyboardInterrupt):
        patched.setattr(os, "rename", interrupted)
        rename_file(path, new)
    finish_renames()
    assert not path.exists()
    assert contents(new) == kept
    assert parse_list(new.read_text(), "").note == "one"
