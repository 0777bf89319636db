"""Stepping through a replay on a terminal of eighty columns and twenty-four rows."""

import os
import re
import select
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli import REPOSITORY
from tests.cli import run as pbbuild
from tests.match.fights import recorder

pty = pytest.importorskip("pty", reason="there are no terminals to open here")


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        import fcntl
        import termios

        self.handle, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pbbuild", *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            cwd=folder,
            env={
                **{key: value for key, value in os.environ.items() if key[:3] != "LC_"},
                "LANG": "C.UTF-8",
                "TERM": "xterm",
                "PYTHONPATH": str(REPOSITORY),
                "PBBUILD_HOME": str(folder / "home"),
            },
            start_new_session=True,
        )
        os.close(inside)

    def screen(self, wanted: str) -> list[str]:
        """The last screen once `wanted` stands on it."""
        seen = ""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if select.select([self.handle], [], [], 0.2)[0]:
                try:
                    seen += os.read(self.handle, 65536).decode("utf-8", "replace")
                except OSError:  # the program has gone
                    break
            elif wanted in seen:
                break
        assert wanted in seen, seen[-2000:]
        last = seen.rpartition("\x1b[2J")[2]
        return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", last).replace("\r", "").split("\n")

    def press(self, key: str) -> None:
        os.write(self.handle, key.encode())


@pytest.mark.slow
def test_a_replay_is_stepped_through_forwards_and_backwards(tmp_path: Path) -> None:
    recorder("orcs-60", "elves-60", 5).write(tmp_path / "war.jsonl")
    terminal = Terminal("replay", "war.jsonl", folder=tmp_path)
    first = terminal.screen("Enter on")
    terminal.press("\r")
    second = terminal.screen("Enter on")
    terminal.press("b")
    assert terminal.screen("Enter on") == first
    assert second != first
    terminal.press("r")
    opened = terminal.screen("Round 1 begins")
    terminal.press("e")
    ended = terminal.screen("By PB-9")
    for screen in (first, second, opened, ended):
        assert len(screen) <= 24
        assert all(len(line) <= 80 for line in screen)
    terminal.press("q")
    assert terminal.process.wait(20) == 0


@pytest.mark.slow
def test_a_game_of_pocket_general_is_stepped_through_in_the_same_way(tmp_path: Path) -> None:
    made = pbbuild(
        *("battle", "--game", "pocket-general", "--seed", "7", "--record", "war.jsonl"),
        folder=tmp_path,
    )
    assert made.returncode == 0, made.stderr
    terminal = Terminal("replay", "war.jsonl", folder=tmp_path)
    first = terminal.screen("Enter on")
    terminal.press("r")
    opened = terminal.screen("Turn 1:")
    terminal.press("\r")
    second = terminal.screen("threatens")
    terminal.press("b")
    assert terminal.screen("Turn 1:") == opened
    terminal.press("e")
    ended = terminal.screen("Locations")
    for screen in (first, opened, second, ended):
        assert len(screen) <= 24
        assert all(len(line) <= 80 for line in screen)
    terminal.press("q")
    assert terminal.process.wait(20) == 0
