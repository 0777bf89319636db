"""macOS and Windows: nothing is used that they lack, and what stands in for it works."""

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbbuild.base.files import read_bytes, write_atomic
from pbbuild.base.locks import locked, try_lock
from pbbuild.play.saves import make_newest
from pbbuild.terminal.keyboard import forget_keys, key_within
from pbbuild.terminal.screen import command_line
from tests.cli import REPOSITORY, run
from tests.other_system import SIMULATE, windows
from tests.refusals import refused_with

PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider")
# The tests of files, paths, locks and the console that need no terminal of this machine.
PATHS_AND_CONSOLE = (
    *("tests/pocket_battles/lists/test_store.py", "tests/pocket_battles/lists/test_read.py"),
    *("tests/pocket_battles/commands/test_saved_lists.py", "tests/terminal/test_output.py"),
    *("tests/pocket_battles/commands/test_edit_session.py", "tests/terminal/test_keys.py"),
)


@pytest.fixture
def console() -> Iterator[Any]:
    with windows() as console:
        yield console


@pytest.mark.slow
@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_the_package_uses_nothing_that_a_system_lacks(system: str, tmp_path: Path) -> None:
    # The types of the standard library say for each name which systems have it.
    words = ("-m", "mypy", "--platform", system, "--cache-dir", str(tmp_path), "pbbuild")
    done = subprocess.run(
        [sys.executable, *words], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_tests_of_paths_and_console_pass_as_on_windows() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:xdist",
            "-m",
            "not slow",
            *PATHS_AND_CONSOLE,
        ],
        cwd=REPOSITORY,
        env={**os.environ, SIMULATE: "windows"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]


def test_a_second_writer_waits_and_is_refused(console: Any, tmp_path: Path) -> None:
    thing = tmp_path / "list.json"
    inside, done = threading.Event(), threading.Event()

    def first() -> None:
        with locked(thing, delete_lock=True):
            inside.set()
            done.wait(20)

    writer = threading.Thread(target=first)
    writer.start()
    assert inside.wait(20)
    with refused_with("busy"), locked(thing, 0.05):
        pass
    done.set()
    writer.join(20)
    with locked(thing, 0.05, delete_lock=True):
        pass
    assert not (tmp_path / "list.json.lock").exists()


def test_files_are_written_replaced_and_never_overwritten(console: Any, tmp_path: Path) -> None:
    path = tmp_path / "a" / "list.json"
    write_atomic(path, "one")
    write_atomic(path, "two")
    with refused_with("exists-already"):
        write_atomic(path, "three", new=True)
    assert read_bytes(path) == b"two"
    assert [one.name for one in path.parent.iterdir()] == ["list.json"]


def test_the_leftover_of_a_killed_writer_is_deleted_and_a_running_one_is_not(
    console: Any, tmp_path: Path
) -> None:
    left = tmp_path / ".list.json.0123456789abcdef.pbbuild-tmp"
    running = tmp_path / ".list.json.fedcba9876543210.pbbuild-tmp"
    left.write_bytes(b"half")
    running.write_bytes(b"half")
    with running.open("r+b") as file:
        assert try_lock(file.fileno())
        write_atomic(tmp_path / "list.json", "whole")
        assert {one.name for one in tmp_path.iterdir()} == {"list.json", running.name}


def test_a_pipe_is_read_without_waiting_for_it_by_select(console: Any, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"text"))
    writer.start()
    assert read_bytes(pipe) == b"text"
    writer.join(20)


def test_a_save_becomes_the_newest(console: Any, tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    for number, path in enumerate((old, new)):
        path.write_text("{}", encoding="utf-8")
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
    make_newest(old)
    assert old.stat().st_mtime_ns > new.stat().st_mtime_ns


def test_keys_come_from_the_console(console: Any) -> None:
    console.typed += ["x", "\xe0", "H", " "]
    assert [key_within(1), key_within(1), key_within(None)] == ["x", "\xe0H", " "]
    began = time.monotonic()
    assert key_within(0.05) == ""
    assert time.monotonic() - began < 5
    console.typed += ["\x03"]
    with pytest.raises(KeyboardInterrupt):
        key_within(1)
    console.typed += ["a", "b"]
    forget_keys()
    assert not console.typed


def test_commands_to_copy_are_quoted_for_its_shell(console: Any) -> None:
    assert command_line(["pbbuild", "check", "my list"]) == 'pbbuild check "my list"'


def test_another_program_cannot_listen_at_our_port(
    console: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket

    from pbbuild.web.server import _listening

    asked: list[int] = []

    class Socket(socket.socket):
        def setsockopt(self, level: int, name: int, *value: Any) -> None:
            asked.append(name)

    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    monkeypatch.setattr(socket, "socket", Socket)
    _listening(0).close()
    assert asked == [-5]


def test_a_worker_ends_with_its_parent(console: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbbuild.play import workers

    class Parent:
        alive = True

        def is_alive(self) -> bool:
            return self.alive

    parent = Parent()
    monkeypatch.setattr(workers, "parent_process", lambda: parent)
    # There the number of the parent says nothing: it stays after its end.
    assert workers._is_parent_alive(-1)
    parent.alive = False
    assert not workers._is_parent_alive(os.getppid())


def test_commands_work(console: Any, tmp_path: Path) -> None:
    for words in (
        ("copy", "union-50", "mine"),
        ("edit", "mine", "resize 60"),
        ("edit", "mine", "undo"),
        ("rename", "mine", "other"),
        ("history", "other"),
        ("remove", "other"),
        ("restore", "other"),
        ("export", "other", "-o", "o.rosz"),
        ("import", "o.rosz"),
        ("config", "paper", "letter"),
        ("catalog", "correct", "UNI12", "dp=5"),
        ("battle", "celts-60", "--against", "romans-60", "--agent", "random", "--seed", "1"),
    ):
        done = run(*words, folder=tmp_path)
        assert done.returncode == 0, (words, done.stderr)


def test_the_simulation_refuses_what_windows_refuses(console: Any, tmp_path: Path) -> None:
    from pbbuild.base import files

    seen = vars(files)
    file = tmp_path / "open"
    with file.open("wb"), pytest.raises(PermissionError) as refusal:
        seen["os"].unlink(file)
    assert refusal.value.errno == errno.EACCES
    with pytest.raises(AttributeError):
        _ = seen["os"].O_NOFOLLOW
    with pytest.raises(OSError, match="not a socket"):
        seen["select"].select([0], [], [], 0)
    with pytest.raises(ImportError):
        import fcntl  # noqa: F401
