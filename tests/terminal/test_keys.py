"""Keys where a battle is stepped through."""

import click
import pytest

from pbbuild.terminal.keyboard import read_key


@pytest.mark.parametrize(
    ("came", "meant"),
    [
        pytest.param("\r", "\r", id="Enter"),
        pytest.param("q\r", "q", id="a letter and Enter at once"),
        pytest.param("E", "e", id="a capital"),
        pytest.param("\x1b[D", "b", id="arrow left"),
        pytest.param("\x1b[C", "", id="arrow right"),
        pytest.param("\x1b[H", "", id="another key of the block"),
        pytest.param("\x1b", "q", id="escape"),
        pytest.param("\x04", "q", id="Ctrl-D"),
    ],
)
def test_a_key_means_what_it_says(came: str, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(click, "getchar", lambda: came)
    assert read_key() == meant
