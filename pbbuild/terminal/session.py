"""What every command shares: language, settings, how to print, how to report an error."""

import locale
import os
import shlex
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import click

from pbbuild.errors import ListError, PbbuildError
from pbbuild.terminal.screen import say
from pbbuild.text.error_text import error_text
from pbbuild.text.error_text import harmless as harmless
from pbbuild.text.error_text import sentence_of as sentence_of
from pbbuild.text.translate import LANGUAGES, Translator

# Where a file that is not there would come from, by the command that wants it.
_HOW: Final = {
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

    language_wish: str | None = None
    plain_wish: bool = False
    command: str = ""

    @cached_property
    def settings(self) -> "Settings":
        """The player's defaults; a broken file is told once and then does without."""
        from pbbuild.base.settings import Settings, read_settings

        try:
            return read_settings()
        except PbbuildError as error:
            tell_error(error, Translator(self.language_wish or language_of_locale()))
            return Settings()

    @cached_property
    def language(self) -> str:
        """`--lang`, else the player's default, else the locale, else English."""
        return self.language_wish or self.settings.language or language_of_locale()

    @cached_property
    def t(self) -> Translator:
        """The sentences in the player's language."""
        return Translator(self.language)

    @cached_property
    def plain(self) -> bool:
        """Whether to draw with ASCII only."""
        encoding = (sys.stdout.encoding or "ascii").lower()
        wished = self.plain_wish or self.settings.ascii == "yes"
        return wished or not encoding.startswith("utf")

    @cached_property
    def console(self) -> "Console":
        """Where tables and colours go; honours NO_COLOR and the terminal's width."""
        from rich.console import Console

        class Screen(Console):
            def on_broken_pipe(self) -> None:
                # Rich would exit with 1, which here means "the answer is no".
                raise BrokenPipeError

        # A unit called [/x] or :bomb: is called so: no text of ours has rich's own marks.
        return Screen(
            highlight=False, markup=False, emoji=False, soft_wrap=False, safe_box=self.plain
        )


def language_of_locale() -> str:
    """ "it" where the environment asks for Italian, else "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    # "C" on some systems, "Italian_Italy" on Windows.
    begins = (locale.getlocale()[0] or "")[:2].lower()
    return begins if begins in LANGUAGES else "en"


_sessions: list[Session] = []


def begin(session: Session) -> Session:
    """Make `session` the one that errors are told in once the command has ended."""
    _sessions.append(session)
    return session


def session_of(context: click.Context | None = None) -> Session:
    """The session of a command; a fresh one where none has begun (completion)."""
    context = context or click.get_current_context(silent=True)
    found = context.find_object(Session) if context else None
    return found or (_sessions[-1] if _sessions else Session())


def tell_error(error: PbbuildError, translator: Translator | None = None) -> None:
    """Say on stderr what is wrong, where, all problems at once."""
    t = translator or session_of().t
    say(error_text(error, t), err=True)
    if error.code == "no-such-file":
        is_list = isinstance(error, ListError)
        how = "errors.how-list" if is_list else _HOW.get(session_of().command, "")
        _tell_what_was_meant(error.source, how, t)


def _tell_what_was_meant(source: str, how: str, t: Translator) -> None:
    from pbbuild.terminal.suggest_names import near_files

    if near := near_files(source):
        say(t("errors.near-files", near=tuple(map(harmless, near))), err=True)
    elif how:
        say(t(how, source=harmless(shlex.quote(source))), err=True)
