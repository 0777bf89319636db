"""What every command uses: language, settings, console, reporting errors."""

import locale
import os
import shlex
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import click

from pbbuild.errors import ListError, PbbuildError
from pbbuild.terminal.screen import say
from pbbuild.text.error_text import error_text
from pbbuild.text.error_text import harmless as harmless
from pbbuild.text.error_text import sentence_of as sentence_of
from pbbuild.text.translate import LANGUAGES, Translator, with_ascii_quotes

# The message on how to make a missing file, by the command that needs it.
_HOW_TO_MAKE: Final = {
    "replay": "errors.how-record",
    "print": "errors.how-record",
    "referee": "errors.how-state",
    "play": "errors.how-save",
    "catalog": "errors.how-catalog",
}

# Wider than any table: what its widest words need is measured in it.
WIDEST: Final = 10_000

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

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
            # Code that uses an impossible folder reports it; this would only repeat it.
            if error.code != "bad-folder":
                report_error(error, Translator(self.language_option or language_of_locale()))
            return Settings()

    @cached_property
    def language(self) -> str:
        """`--lang`, else the player's default, else the locale, else English."""
        return self.language_option or self.settings.language or language_of_locale()

    @cached_property
    def t(self) -> Translator:
        """The messages in the player's language."""
        return Translator(self.language, ascii_quotes=self._ascii_chosen)

    @cached_property
    def plain(self) -> bool:
        """Whether to draw with ASCII only."""
        encoding = (sys.stdout.encoding or "ascii").lower()
        return self._ascii_chosen or not encoding.startswith("utf")

    def in_its_characters(self, text: str) -> str:
        """A text with straight quotes where only ASCII is wanted."""
        return with_ascii_quotes(text) if self._ascii_chosen else text

    @property
    def _ascii_chosen(self) -> bool:
        return self.ascii_option or self.settings.ascii == "yes"

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

    def print_table(self, table: "Table") -> None:
        """Print a table; a terminal too narrow for its words wraps the lines, and loses nothing."""
        from rich.measure import Measurement

        console, width = self.console, self.console.width
        options = console.options.update(width=WIDEST)
        least = Measurement.get(console, options, table).minimum
        for column in table.columns:
            if column.no_wrap:
                # Rich counts its longest word, but needs room for the whole cell.
                cells = [Measurement.get(console, options, cell) for cell in column.cells]
                least += max((cell.maximum - cell.minimum for cell in cells), default=0)
        console.width = max(width, least)
        try:
            console.print(table)
        finally:
            console.width = width


def language_of_locale() -> str:
    """ "it" if the environment selects Italian, else "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    # "C" on some systems, "Italian_Italy" on Windows.
    begins = (locale.getlocale()[0] or "")[:2].lower()
    return begins if begins in LANGUAGES else "en"


def is_clock_usable() -> bool:
    """Whether Python can read the clock: after the year 2262 every use of it fails."""
    try:
        time.time()
    except OverflowError:
        return False
    return True


_sessions: list[Session] = []


def use_session(session: Session) -> Session:
    """Make `session` the one that reports errors after the command has ended."""
    _sessions.append(session)
    return session


def session_of(context: click.Context | None = None) -> Session:
    """The session of a command; a new one if none has started (completion)."""
    context = context or click.get_current_context(silent=True)
    found = context.find_object(Session) if context else None
    return found or (_sessions[-1] if _sessions else Session())


def report_error(error: PbbuildError, translator: Translator | None = None) -> None:
    """Print an error with all its problems to stderr."""
    t = translator or session_of().t
    say(error_text(error, t), err=True)
    if error.code == "no-such-file":
        is_list = isinstance(error, ListError)
        how = "errors.how-list" if is_list else _HOW_TO_MAKE.get(session_of().command, "")
        _suggest_files(error.source, how, t)


def _suggest_files(source: str, how: str, t: Translator) -> None:
    from pbbuild.terminal.suggest_names import similar_files

    if near := similar_files(source):
        say(t("errors.near-files", near=tuple(map(harmless, near))), err=True)
    elif how:
        say(t(how, source=harmless(shlex.quote(source))), err=True)
