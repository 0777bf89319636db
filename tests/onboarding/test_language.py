"""Which language messages have: that of the system, or the one you ask for."""

import locale
import re
from pathlib import Path

import pytest

from pbbuild.terminal.session import language_of_locale
from tests.cli import run


@pytest.mark.parametrize(
    ("system", "language"),
    [("C", "en"), (None, "en"), ("de_DE", "en"), ("it_IT", "it"), ("Italian_Italy", "it")],
)
def test_a_system_language_we_do_not_speak_is_english(
    system: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(locale, "getlocale", lambda: (system, "UTF-8"))
    assert language_of_locale() == language


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("--lang", "it", "--help"), "Uso: pbbuild", id="before --help"),
        pytest.param(("--help", "--lang", "it"), "Costruire:", id="after --help"),
        pytest.param(("show", "--help", "--lang=it"), "Opzioni:", id="behind a command"),
        pytest.param(("--lang", "it", "catalog"), "Comandi:", id="a group alone"),
        pytest.param(("--lang", "it", "--nonsense"), "non esiste", id="misuse before any command"),
        pytest.param(("--lang", "it", "--game", "chess"), "Giochi:", id="a game there is not"),
    ],
)
def test_help_and_misuse_are_in_the_language_asked_for(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    told = run(*words, folder=tmp_path)
    shown = told.stdout + told.stderr
    assert said in shown, shown
    for english in ("Usage:", "Options:", "Commands:", "Build:", "Error:", "Games:"):
        assert english not in shown


def test_italian_figures_have_a_comma(tmp_path: Path) -> None:
    attack = ("odds", "UNI12", "--against", "CON27", "--charge")
    english, italian = (run("--lang", lang, *attack, folder=tmp_path) for lang in ("en", "it"))
    figures = r"\d+([.,])\d"
    assert set(re.findall(figures, english.stdout)) == {"."}
    assert set(re.findall(figures, italian.stdout)) == {","}
