"""Sentences are broken between words on a terminal, and nowhere else."""

from pathlib import Path

import pytest

from pbbuild.cli.say import folded
from tests.terminal import seated


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
    with seated(words, tmp_path, size=(24, columns)) as seat:
        seat.end()
    assert "pbbuild" in seat.said
    assert max(len(line) for line in seat.said.splitlines()) <= columns


def test_what_is_copied_from_the_screen_stays_in_one_piece() -> None:
    path = "/home/somebody/.local/share/pbbuild/games/pocket-general-327449037.json"
    lines = folded(f"The game is kept in {path}. --resume goes on.", 40).split("\n")
    assert lines == ["The game is kept in", f"{path}.", "--resume goes on."]


def test_a_line_goes_on_below_its_beginning() -> None:
    assert folded("  one two three four five six seven", 30) == (
        "  one two three four five six\n  seven"
    )
    assert folded("as long as it is, in a pipe, whatever it says", 0).count("\n") == 0
