"""The edit session at a real terminal."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbbuild.armylist.find import find_list
from pbbuild.armylist.history import history_of
from pbbuild.armylist.read import read_list
from pbbuild.armylist.revise import revise
from pbbuild.armylist.stamp import stamped
from pbbuild.armylist.store import save_new
from pbbuild.catalog.load import load_catalog
from tests.cli import REPOSITORY

CATALOG = load_catalog()


class Terminal:
    """pbbuild at a terminal of 24 lines of 80 characters."""

    def __init__(self, *arguments: str, home: Path) -> None:
        self.shown = ""
        self.handle, inner = pty.openpty()
        environment = {
            **os.environ,
            "PYTHONPATH": str(REPOSITORY),
            "PBBUILD_HOME": str(home),
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "COLUMNS": "80",
            "LINES": "24",
            "NO_COLOR": "1",
        }
        environment.pop("LC_ALL", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pbbuild", *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment,
            start_new_session=True,
        )
        os.close(inner)

    def wait_for(self, wanted: str, patience: float = 20.0) -> str:
        """What is shown until `wanted` appears; what comes after it waits for the next call."""
        until = time.monotonic() + patience
        while wanted not in self.shown:
            assert time.monotonic() < until, self.shown
            if select.select([self.handle], [], [], 0.2)[0]:
                more = os.read(self.handle, 65536).decode("utf-8", "replace")
                self.shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", more)
        seen, _, self.shown = self.shown.partition(wanted)
        return seen + wanted

    def type(self, text: str) -> None:
        os.write(self.handle, text.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.handle)


@pytest.fixture
def wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    army_list = replace(find_list("union-50").army_list, name="Wall", points=60)
    return save_new(stamped(army_list, CATALOG), "Wall")


@pytest.fixture
def terminal(wall: Path, tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal("edit", "wall", home=tmp_path / "home")
    yield opened
    opened.close()


def test_the_session_shows_the_army_what_fits_and_what_is_wrong(terminal: Terminal) -> None:
    shown = terminal.wait_for("edit> ")
    assert "Wall  Union, 50 of 60 points" in shown
    assert "UNI11 Gatling Gun" in shown
    assert "10 points left" in shown
    assert "Legal." in shown
    assert len(shown.splitlines()) <= 24


def test_edits_undo_and_quit_at_the_prompt(terminal: Terminal, wall: Path) -> None:
    before = wall.read_bytes()
    terminal.wait_for("edit> ")
    terminal.type("add UNI06 to new; top UNI06\n")
    shown = terminal.wait_for("is now the top")
    assert "55 of 60" in shown
    assert "UNI06" in read_list(wall).troops
    terminal.wait_for("edit> ")
    terminal.type("add UNI06 to 1\n")
    assert "already" in terminal.wait_for("Use “move”")
    terminal.type("undo\n")
    terminal.wait_for("undone")
    assert wall.read_bytes() == before
    terminal.type("quit\n")
    terminal.wait_for("is kept")
    assert terminal.process.wait(10) == 0
    assert [version.kind for version in history_of(wall).versions] == ["first", "save", "undo"]


def test_tab_completes_words_and_codes(terminal: Terminal) -> None:
    terminal.wait_for("edit> ")
    terminal.type("rem\t")
    assert "remove" in terminal.wait_for("ove ")
    terminal.type("UNI1\t\t")
    terminal.wait_for("UNI12  Cavalry")


def test_a_change_made_elsewhere_is_not_lost(terminal: Terminal, wall: Path) -> None:
    terminal.wait_for("edit> ")
    revise(wall, ["note from elsewhere"], CATALOG)
    terminal.type("rename From here\n")
    shown = terminal.wait_for("is called")
    assert "changed elsewhere" in shown
    held = read_list(wall)
    assert (held.name, held.note) == ("From here", "from elsewhere")


def test_a_suggestion_can_be_typed_as_it_stands(terminal: Terminal, wall: Path) -> None:
    terminal.wait_for("edit> ")
    terminal.type("suggest\n")
    shown = terminal.wait_for("edit> ")
    first = next(line for line in shown.splitlines() if re.match("(add|swap) ", line))
    terminal.type(f"{first.strip()}\n")
    terminal.wait_for("60 of 60 points")
    assert history_of(wall).versions[-1].kind == "save"
