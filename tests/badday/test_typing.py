"""What is typed or piped into sessions: garbage, giants, nothing, and terminals of every size."""

import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path

import pytest

from tests.cli import REPOSITORY, run

GARBAGE = (
    b"\x1b[2J\x1b]0;owned\x07\r\n"
    + b"\xff\xfe\xfd\r"
    + b"9" * 4000
    + b"\r"
    + "\u202eé漢字\U0001f469\r".encode()
    + b"charge a99\rcharge\rcharge charge charge\r-1\r0\r1e999\r99999999999999999999\r"
    + b"?\r? ? ?\rhelp\rundo\rsave /dev/full\rsave /\rsave ../../../x/y/z\r \r\t\t\r"
    + b"add UNI99 to new\rname 1 \x1b[2J\rrename\rresize 10000000000000000000000\rsplit 9\r"
)
SESSIONS: dict[str, tuple[str, ...]] = {
    "play": ("play", "union-50", "--against", "celts-60", "--enemy-agent", "random", "--seed", "1"),
    "real dice": ("play", "union-50", "--against", "celts-60", "--two", "--real-dice"),
    "draft": ("draft", "union", "--points", "50"),
    "edit": ("edit", "mine"),
    "new": ("new",),
    "replay": ("replay", "b.jsonl"),
    "general": ("--game", "pocket-general", "play", "--enemy-agent", "random"),
    "general dice": ("--game", "pocket-general", "play", "--two", "--real-dice"),
    "campaign": ("--game", "pocket-general", "play", "--campaign", "x", "--enemy-agent", "random"),
}


def prepared(folder: Path) -> None:
    run("copy", "union-50", "mine", folder=folder)
    simple = ("--agent", "random", "--enemy-agent", "random", "--seed", "1", "--record", "b.jsonl")
    run("battle", "union-50", "--against", "celts-60", *simple, folder=folder)


def in_terminal(
    words: tuple[str, ...], folder: Path, typed: bytes, size: tuple[int, int] = (24, 80)
) -> tuple[int, str]:
    """How a command in a terminal of (lines, columns) ends when all of `typed` has been typed."""
    child, screen = pty.fork()
    if not child:
        os.chdir(folder)
        changed = {"PYTHONPATH": str(REPOSITORY), "PBBUILD_HOME": str(folder / "home")}
        os.environ.update({**changed, "LANG": "C.UTF-8", "TERM": "xterm"})
        os.environ.pop("COLUMNS", None)
        os.execv(sys.executable, [sys.executable, "-m", "pbbuild", *words])
    ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    shown, left, status = b"", typed, -1
    until = time.monotonic() + 90
    resized = False
    while time.monotonic() < until:
        readable, writable, _ = select.select([screen], [screen] if left else [], [], 1.0)
        try:
            if readable:
                piece = os.read(screen, 65536)
                if not piece:
                    break
                shown += piece
            # A terminal takes little at a time, and only what is asked for once it is asked for.
            if writable and shown:
                left = left[os.write(screen, left[:256]) :]
        except OSError:
            break
        if shown and not resized:
            resized = True
            ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 1, 1, 0, 0))
            os.kill(child, signal.SIGWINCH)
        if not left and not readable:
            os.write(screen, b"\x04")  # the end of the input, as often as it asks
    else:
        os.kill(child, signal.SIGKILL)
    os.close(screen)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status, shown.decode("utf-8", "replace")


def require_clean(status: int, said: str) -> None:
    assert "Traceback" not in said, said[-1500:]
    assert "defect of pbbuild" not in said, said[-1500:]
    assert status in (0, 1, 2), f"{status}: {said[-800:]}"


@pytest.mark.slow
@pytest.mark.parametrize("name", SESSIONS)
def test_garbage_typed_at_a_terminal_ends_no_session_badly(name: str, tmp_path: Path) -> None:
    prepared(tmp_path)
    require_clean(*in_terminal(SESSIONS[name], tmp_path, GARBAGE))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play", "edit", "general", "new"])
def test_a_terminal_of_one_column_shows_what_it_can(name: str, tmp_path: Path) -> None:
    prepared(tmp_path)
    require_clean(*in_terminal(SESSIONS[name], tmp_path, b"1\r?\rquit\r", (1, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play", "draft", "edit", "general", "campaign"])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xff\xfe\x80" * 2000 + b"\n", id="bytes that are no text"),
        pytest.param(b"9" * 5000 + b"\n" + b"-" * 5000 + b"\n", id="giant numbers"),
        pytest.param(b"x" * 6_000_000, id="one line of megabytes"),
        pytest.param(b"1\n" * 20_000, id="too many answers"),
        pytest.param(b"\0\n\0\0\n\x1b[2J\n\r\r\r\n", id="control characters"),
    ],
)
def test_anything_piped_into_a_session_gets_a_clean_end(
    name: str, text: bytes, tmp_path: Path
) -> None:
    prepared(tmp_path)
    done = run(*SESSIONS[name], folder=tmp_path, text=text)
    require_clean(done.returncode, done.stdout + done.stderr)
    assert "\x1b[2J" not in done.stdout + done.stderr


def test_a_line_without_end_is_no_answer(tmp_path: Path) -> None:
    words = (*SESSIONS["play"],)
    done = run(*words, folder=tmp_path, text=b"7" * 6_000_000 + b"\n1\n")
    require_clean(done.returncode, done.stdout + done.stderr)
    assert len(done.stdout) < 100_000
