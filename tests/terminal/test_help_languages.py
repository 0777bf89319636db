"""The help of every command is there in every language."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import pbbuild.commands  # noqa: F401 - fills the table of commands
from pbbuild.base.rooms import load_target, rooms
from pbbuild.terminal.app import cli
from pbbuild.text import help_text
from pbbuild.text.translate import LANGUAGES
from tests.cli import run

OTHERS = [language for language in LANGUAGES if language != help_text.SOURCE]
WIDTH = 78


def context_of(command: click.Command) -> click.Context:
    """A context of `command`; it decides what the help option is called, as `pbbuild` does."""
    return click.Context(command, help_option_names=["-h", "--help"])


def commands() -> Iterator[click.Command]:
    """Every command of every game, with its subcommands."""
    found: list[click.Command] = [cli]
    for room in rooms():
        found += [load_target(target) for target in room.commands.values()]
    while found:
        command = found.pop()
        yield command
        if isinstance(command, click.Group):
            context = click.Context(command)
            inner = (command.get_command(context, name) for name in command.list_commands(context))
            found += [each for each in inner if each]


def shown_texts() -> set[str]:
    """All that has a translation: paragraphs, lines of tables, help of options."""
    found: set[str] = set()
    for command in commands():
        text = inspect.cleandoc(command.help or "").partition("\f")[0]
        for paragraph in help_text.paragraphs(text):
            found.update(help_text.parts(paragraph))
        for parameter in command.get_params(context_of(command)):
            found.update(help_text.parts(getattr(parameter, "help", None) or ""))
    return found - {""}


@pytest.mark.parametrize("language", OTHERS)
def test_every_help_text_is_translated_and_nothing_else(language: str) -> None:
    shown, known = shown_texts(), help_text.help_texts(language).texts.keys()
    assert len(shown) > 300
    assert sorted(shown - known) == []
    assert sorted(known - shown) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_a_player_types_has_a_word_in_every_language(language: str) -> None:
    words = help_text.help_texts(language).words
    known = {*words, "ID", "FILE", "URL", "ABC", "RANGE", "INTEGER", "BOOLEAN", "EOF"}
    used: set[str] = set()
    for command in commands():
        context = context_of(command)
        for parameter in command.get_params(context):
            used.update(re.findall(r"\b[A-Z]{2,}\b", parameter.make_metavar(context)))
    assert sorted(used - known) == []


@pytest.mark.parametrize("language", OTHERS)
def test_tables_of_help_fit_a_line(language: str) -> None:
    tables = [
        line
        for command in commands()
        for paragraph in help_text.paragraphs(inspect.cleandoc(command.help or ""))
        if paragraph.startswith(help_text.KEPT_LINES)
        for line in help_text.translated_help(paragraph, language).split("\n")
    ]
    assert len(tables) > 50
    assert [line for line in tables if len(line) > WIDTH and "pbbuild" not in line] == []


def test_help_is_in_the_language_of_the_player(tmp_path: Path) -> None:
    told = run("--lang", "it", "play", "--help", folder=tmp_path).stdout
    assert "Uso: pbbuild play [OPZIONI] [LISTA]" in told
    assert "Gioca una battaglia al terminale." in told
    assert "--two" in told
    assert "Due persone allo stesso terminale." in told
    assert "terminal." not in told
    assert "Show this message" not in told


def test_help_of_a_game_and_of_a_group_is_translated_too(tmp_path: Path) -> None:
    words = ("--game", "pocket-general", "--lang", "it", "print", "--help")
    told = run(*words, folder=tmp_path).stdout
    assert "carta di una nazione" in told
    assert (
        "Annulla l’ultima modifica"
        in run("--lang", "it", "catalog", "--help", folder=tmp_path).stdout
    )


def test_ascii_help_has_straight_apostrophes(tmp_path: Path) -> None:
    told = run("--ascii", "--lang", "it", "--help", folder=tmp_path).stdout
    assert "’" not in told
    assert "Scopri quale di due liste" in told


def test_english_help_has_typographic_apostrophes_but_not_in_commands(tmp_path: Path) -> None:
    assert "Don’t open the browser." in run("web", "--help", folder=tmp_path).stdout
    assert '"Anna\'s Orcs"' in run("log", "--help", folder=tmp_path).stdout


def test_a_level_is_understood_in_every_language() -> None:
    from pbbuild.play.agents.levels import agent_of_level

    game = rooms()[0].id
    assert agent_of_level("difficile", game) == agent_of_level("hard", game)


def test_a_help_text_that_click_has_cut_is_translated_and_cut() -> None:
    told = help_text.translated_line("Report everything wrong...", "it")
    assert told.startswith("Segnala")
    assert told.endswith("...")
