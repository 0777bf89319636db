"""Errors name the next command."""

from pathlib import Path

import pytest

from pbbuild.commands import COMMANDS, MEANT
from tests.robustness.inside import typed


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        pytest.param(("chek",), "Did you mean check?", id="a misspelt command"),
        pytest.param(("build",), "pbbuild new", id="another word for a command"),
        pytest.param(("roster", "union-80"), "pbbuild print LIST", id="what comes out of it"),
        pytest.param(("undo",), "pbbuild edit LIST undo", id="a word of the edit language"),
        pytest.param(("--game", "chess"), "pocket-general", id="another game"),
        pytest.param(
            ("replay", "trial:37"), "pbbuild playtest union-80 -o trial", id="no playtest"
        ),
        pytest.param(("odds", "union-80"), "union-80:1", id="a list for a unit"),
        pytest.param(("odds", "XYZ"), "pbbuild catalog show", id="no tile at all"),
        pytest.param(("replay", "x"), "--record x", id="no record"),
        pytest.param(("referee", "x"), "docs/referee.md", id="no state"),
        pytest.param(("play", "--resume", "x"), "pbbuild play --resume", id="no saved battle"),
        pytest.param(("catalog", "add", "x"), "pbbuild catalog template", id="no army file"),
        pytest.param(("check",), "pbbuild lists --ready", id="no list named"),
        pytest.param(("battle", "union-80"), "pbbuild lists --ready", id="no enemy named"),
        pytest.param(("show", "nosuch"), "pbbuild lists --ready", id="an unknown list"),
        pytest.param(("show", "union-8O"), "union-80", id="a misspelt list"),
        pytest.param(("show", "UNI12"), "pbbuild catalog show UNI12", id="a tile for a list"),
        pytest.param(("play",), "pbbuild play", id="nothing to play"),
        pytest.param(("play", "--resume"), "pbbuild play", id="nothing to resume"),
        pytest.param(("print",), "pbbuild print union-80", id="nothing to print"),
        pytest.param(("print", "union-80", "--what", "rooster"), "roster", id="no such sheet"),
        pytest.param(("playtest", "celts-60", "--agent", "serch"), "search", id="no such agent"),
        pytest.param(("catalog", "show", "onion"), "union", id="a misspelt army"),
        pytest.param(("rules", "chrage"), "charge", id="a misspelt rule"),
        pytest.param(("config", "paper", "a9"), "letter", id="a wrong value"),
        pytest.param(
            ("check", "union-80", "--jsn"), "Did you mean --json?", id="a misspelt option"
        ),
        pytest.param(("catalog", "shwo"), "Did you mean show?", id="a misspelt second word"),
        pytest.param(
            ("print", "union-80", "--paper", "lettr"),
            "Did you mean letter?",
            id="a misspelt choice",
        ),
        pytest.param(("playtest", "union-80", "--games", "1"), "from 2 to 400000", id="too few"),
        pytest.param(("battle", "union-80", "--seed", "x"), "0 or more", id="no number"),
        pytest.param(("battle", "union-80", "--agent"), "needs a value", id="no value"),
        pytest.param(("lists", "x y"), "in quotes", id="too many words"),
    ],
)
def test_an_error_leads_on(words: tuple[str, ...], advice: str, tmp_path: Path) -> None:
    answer = typed(*words, folder=tmp_path)
    answer.require_clean()
    assert answer.status in (1, 2)
    assert advice in answer.err, answer


def test_the_words_newcomers_try_are_no_commands_and_lead_to_some() -> None:
    names = {entry.name for entry in COMMANDS}
    assert not names & set(MEANT)
    assert {words.split()[0] for words in MEANT.values()} <= names | {"--version"}


def test_help_is_a_word_too(tmp_path: Path) -> None:
    assert typed("help", folder=tmp_path).out == typed("--help", folder=tmp_path).out
    asked = typed("help", "catalog", "correct", folder=tmp_path)
    assert asked.status == 0
    assert asked.out == typed("catalog", "correct", "--help", folder=tmp_path).out


def test_the_language_may_be_said_behind_the_command(tmp_path: Path) -> None:
    before = typed("--lang", "it", "check", "union-80", folder=tmp_path)
    assert typed("check", "union-80", "--lang", "it", folder=tmp_path).out == before.out
    assert "Regolare" in before.out
    wrong = typed("check", "union-80", "--lang", "fr", folder=tmp_path)
    assert wrong.status == 2
    assert "--lang" in wrong.err
    plain = typed("share", "union-50", "--ascii", folder=tmp_path)
    assert plain.status == 0
    assert plain.out.isascii()


def test_a_battle_may_be_fought_against_an_army(tmp_path: Path) -> None:
    words = ("--agent", "random", "--enemy-agent", "random", "--seed", "3")
    named = typed("battle", "union-80", "--against", "celts-80", *words, folder=tmp_path)
    assert (
        typed("battle", "union-80", "--against", "celts", *words, folder=tmp_path).out == named.out
    )
