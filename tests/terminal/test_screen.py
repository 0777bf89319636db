"""Sentences are broken between words on a terminal, and nowhere else."""

import re
from pathlib import Path

import pytest

from pbbuild.terminal.screen import wrapped_text
from tests.cli import on_a_terminal
from tests.tiers import quick_first


@pytest.mark.parametrize("columns", quick_first([60, 80], 1))
@pytest.mark.parametrize(
    "words",
    [
        pytest.param((), id="what to do next"),
        pytest.param(("show", "nosuch"), id="an error"),
        pytest.param(("playtest",), id="misuse"),
        pytest.param(("lists",), id="an answer"),
        pytest.param(("lists", "--ready"), id="a table"),
        pytest.param(("--game", "pocket-general"), id="long commands"),
        pytest.param(("--lang", "it", "catalog", "show", "UNI12"), id="a tile"),
        pytest.param(("battle", "--game", "pocket-general", "--seed", "3"), id="a game"),
        pytest.param(("battle", "union-50", "--against", "orcs", "--seed", "2"), id="a battle"),
        pytest.param(("odds", "UNI12", "--against", "CON27", "--charge"), id="bars"),
        pytest.param(("playtest", "union-50", "--games=2", "--agent=random"), id="figures"),
    ],
)
def test_no_line_is_wider_than_the_terminal(
    words: tuple[str, ...], columns: int, tmp_path: Path
) -> None:
    said = on_a_terminal(*words, folder=tmp_path, size=(24, columns))
    shown = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line) for line in said.splitlines()]
    assert len(shown) > 1
    assert max(len(line.rpartition("\r")[2]) for line in shown) <= columns


def test_what_is_copied_from_the_screen_stays_in_one_piece() -> None:
    path = "/home/somebody/.local/share/pbbuild/games/pocket-general-327449037.json"
    lines = wrapped_text(f"The game is kept in {path}. --resume goes on.", 40).split("\n")
    assert lines == ["The game is kept in", f"{path}.", "--resume goes on."]


def test_a_line_goes_on_below_its_beginning() -> None:
    assert wrapped_text("  one two three four five six seven", 30) == (
        "  one two three four five six\n  seven"
    )
    assert wrapped_text("as long as it is, in a pipe, whatever it says", 0).count("\n") == 0
