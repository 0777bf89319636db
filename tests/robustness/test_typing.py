"""What is typed or piped into sessions: garbage, giants, nothing, and terminals of every size."""

import os
import select
import time
from pathlib import Path

import pytest

from tests.cli import PROGRAM, run, run_by
from tests.pseudo_terminal import seated
from tests.tiers import quick_first

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
    left = typed
    until = time.monotonic() + 90
    with seated(words, folder, size=size) as seat:
        seat.wait_for("(?s).")
        seat.resize((1, 1))
        while seat.process.poll() is None and time.monotonic() < until:
            # A terminal takes little at a time.
            if left and select.select([], [seat.master], [], 0.1)[1]:
                left = left[os.write(seat.master, left[:256]) :]
            if not seat.read(0 if left else 1.0) and not left:
                seat.type("\x04")  # the end of the input, as often as it asks
        return seat.end(), seat.said


def require_clean(status: int, said: str) -> None:
    assert "Traceback" not in said, said[-1500:]
    assert "bug in pbbuild" not in said, said[-1500:]
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


@pytest.mark.parametrize("name", quick_first(["edit", "play", "draft"], 1))
def test_a_flood_without_end_ends_a_session(name: str, tmp_path: Path) -> None:
    run("copy", "union-50", "mine", folder=tmp_path)
    flooded = ("bash", "-c", 'exec "$@" < /dev/zero', "bash", *PROGRAM)
    done = run_by(flooded, *SESSIONS[name], folder=tmp_path)
    require_clean(done.returncode, done.stdout + done.stderr)
