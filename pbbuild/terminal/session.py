"""What every command uses: language, settings, console, reporting errors."""

import locale
import os
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import click

from pbbuild.errors import ListError, PbbuildError, Value
from pbbuild.terminal.screen import say
from pbbuild.text.translate import LANGUAGES, Translator

# The longest value from a file or the keyboard that a message quotes.
LONGEST_VALUE: Final = 600
LARGEST_NUMBER: Final = 10**30
# The message on how to make a missing file, by the command that needs it.
_HOW_TO_MAKE: Final = {
    "replay": "errors.how-record",
    "print": "errors.how-record",
    "referee": "errors.how-state",
    "play": "errors.how-save",
    "catalog": "errors.how-catalog",
}

if TYPE_CHECKING:
    from rich.console import Console

    from pbbuild.base.settings import Settings


@dataclass
class Session:
    """One run of the command line."""

    language_option: str | None = None
    ascii_option: bool = False
    command: str = ""

    @cached_property
    def settings(self) -> "Settings":
        """The player's defaults; an invalid file is reported once and then ignored."""
        from pbbuild.base.settings import Settings, read_settings

        try:
            return read_settings()
        except PbbuildError as error:
            tell_error(error, Translator(self.language_option or language_of_locale()))
            return Settings()

    @cached_property
    def language(self) -> str:
        """`--lang`, else the player's default, else the locale, else English."""
        return self.language_option or self.settings.language or language_of_locale()

    @cached_property
    def t(self) -> Translator:
        """The messages in the player's language."""
        return Translator(self.language)

    @cached_property
    def plain(self) -> bool:
        """Whether to draw with ASCII only."""
        encoding = (sys.stdout.encoding or "ascii").lower()
        is_chosen = self.ascii_option or self.settings.ascii == "yes"
        return is_chosen or not encoding.startswith("utf")

    @cached_property
    def console(self) -> "Console":
        """The console for tables and colours; honours NO_COLOR and the terminal's width."""
        from rich.console import Console

        class Screen(Console):
            def on_broken_pipe(self) -> None:
                # Rich would exit with 1, which here means "the answer is no".
                raise BrokenPipeError

        # A unit may be called [/x] or :bomb:, and none of our text uses rich's markup.
        return Screen(
            highlight=False, markup=False, emoji=False, soft_wrap=False, safe_box=self.plain
        )


def language_of_locale() -> str:
    """ "it" if the environment selects Italian, else "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    # "C" on some systems, "Italian_Italy" on Windows.
    begins = (locale.getlocale()[0] or "")[:2].lower()
    return begins if begins in LANGUAGES else "en"


_sessions: list[Session] = []


def begin(session: Session) -> Session:
    """Make `session` the one that reports errors after the command has ended."""
    _sessions.append(session)
    return session


def session_of(context: click.Context | None = None) -> Session:
    """The session of a command; a new one if none has started (completion)."""
    context = context or click.get_current_context(silent=True)
    found = context.find_object(Session) if context else None
    return found or (_sessions[-1] if _sessions else Session())


def tell_error(error: PbbuildError, translator: Translator | None = None) -> None:
    """Print an error with all its problems to stderr.

    A code with a dot is the full key of a message; others are in `errors`. A problem with line 0
    is in the command line, and its pointer quotes that.
    """
    t = translator or session_of().t
    say(sentence_of(error, t), err=True)
    for problem in error.problems:
        pointer = harmless(problem.pointer)
        where = f"{pointer}: " if pointer else ""
        if problem.line:
            where = f"{pointer or '/'} ({t('errors.line', line=problem.line)}): "
        key = problem.code if "." in problem.code else f"problems.{problem.code}"
        say(f"  {where}{t(key, **_escaped_values(problem.values))}", err=True)
    if error.code == "no-such-file":
        is_list = isinstance(error, ListError)
        how = "errors.how-list" if is_list else _HOW_TO_MAKE.get(session_of().command, "")
        _suggest_files(error.source, how, t)


def sentence_of(error: PbbuildError, t: Translator) -> str:
    """The message of an error, without its problems."""
    values = _escaped_values({"source": error.source, **error.values})
    return t(error.code if "." in error.code else f"errors.{error.code}", **values)


def _suggest_files(source: str, how: str, t: Translator) -> None:
    from pbbuild.terminal.suggest_names import similar_files

    if near := similar_files(source):
        say(t("errors.near-files", near=tuple(map(harmless, near))), err=True)
    elif how:
        say(t(how, source=harmless(shlex.quote(source))), err=True)


def harmless(text: str) -> str:
    """`text` for a terminal: unprintable characters escaped, cut if it is too long."""
    if len(text) > LONGEST_VALUE:
        text = text[:LONGEST_VALUE] + "…"
    return "".join(
        character if character.isprintable() or character == "\n" else f"\\u{ord(character):04x}"
        for character in text
    )


def _escaped_values(values: Mapping[str, Value]) -> dict[str, Value]:
    shown: dict[str, Value] = {}
    for name, value in values.items():
        if isinstance(value, tuple):
            shown[name] = tuple(harmless(str(each)) for each in value)
        else:
            shown[name] = harmless(value) if isinstance(value, str) else value
        if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            shown[name] = f"{str(value)[:20]}…"
    return shown
