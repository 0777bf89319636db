"""Sentences are broken between words on a terminal, and nowhere else."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from pbbuild.cli.say import folded
from tests.cli import REPOSITORY


def on_a_terminal(columns: int, *words: str, folder: Path) -> str:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [
            *("sh", "-c", f'stty cols {columns}; exec "$@"', "sh"),
            *(sys.executable, "-m", "pbbuild", *words),
        ],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "PBBUILD_HOME": str(folder / "home")},
    ) as process:
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
        process.wait()
    os.close(ours)
    return b"".join(parts).decode("utf-8").replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize(
    "words",
    [
        pytest.param((), id="what to do next"),
        pytest.param(("show", "nosuch"), id="an error"),
        pytest.param(("playtest",), id="misuse"),
        pytest.param(("lists",), id="an answer"),
    ],
)
def test_no_line_is_wider_than_the_terminal(
    words: tuple[str, ...], columns: int, tmp_path: Path
) -> None:
    said = on_a_terminal(columns, *words, folder=tmp_path)
    assert "pbbuild" in said
    assert max(len(line) for line in said.splitlines()) <= columns


def test_what_is_copied_from_the_screen_stays_in_one_piece() -> None:
    path = "/home/somebody/.local/share/pbbuild/games/pocket-general-327449037.json"
    lines = folded(f"The game is kept in {path}. --resume goes on.", 40).split("\n")
    assert lines == ["The game is kept in", f"{path}.", "--resume goes on."]


def test_a_line_goes_on_below_its_beginning() -> None:
    assert folded("  one two three four five six seven", 30) == (
        "  one two three four five six\n  seven"
    )
    assert folded("as long as it is, in a pipe, whatever it says", 0).count("\n") == 0
