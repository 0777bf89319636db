"""Errors name the next command."""

from pathlib import Path

import pytest

from tests.badday.inside import typed


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        pytest.param(("chek",), "Did you mean check?", id="a misspelt command"),
        pytest.param(("check",), "pbbuild lists --ready", id="no list named"),
        pytest.param(("battle", "union-80"), "pbbuild lists --ready", id="no enemy named"),
        pytest.param(("show", "nosuch"), "pbbuild lists --ready", id="an unknown list"),
        pytest.param(("show", "union-8O"), "union-80", id="a misspelt list"),
        pytest.param(("show", "UNI12"), "pbbuild catalog show UNI12", id="a tile for a list"),
        pytest.param(("play",), "pbbuild play LIST", id="nothing to play"),
        pytest.param(("play", "--resume"), "pbbuild play LIST", id="nothing to resume"),
        pytest.param(("print",), "pbbuild print LIST", id="nothing to print"),
        pytest.param(("print", "union-80", "--what", "rooster"), "roster", id="no such sheet"),
        pytest.param(("playtest", "celts-60", "--agent", "serch"), "search", id="no such agent"),
        pytest.param(("catalog", "show", "onion"), "union", id="a misspelt army"),
        pytest.param(("rules", "chrage"), "charge", id="a misspelt rule"),
        pytest.param(("config", "paper", "a9"), "letter", id="a wrong value"),
    ],
)
def test_an_error_leads_on(words: tuple[str, ...], advice: str, tmp_path: Path) -> None:
    answer = typed(*words, folder=tmp_path)
    answer.require_clean()
    assert answer.status in (1, 2)
    assert advice in answer.err, answer
