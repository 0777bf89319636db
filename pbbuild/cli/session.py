"""What every command shares: language, catalog, how to print, how to tell an error."""

import locale
import os
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import click

from pbbuild.errors import PbbuildError
from pbbuild.i18n.translate import LANGUAGES, Translator

if TYPE_CHECKING:
    from rich.console import Console

    from pbbuild.catalog.model import Catalog


@dataclass
class Session:
    """One run of the command line."""

    language_wish: str | None = None
    plain_wish: bool = False

    @cached_property
    def language(self) -> str:
        """`--lang`, else the player's default, else the locale, else English."""
        return self.language_wish or language_of_locale()

    @cached_property
    def t(self) -> Translator:
        """The sentences in the player's language."""
        return Translator(self.language)

    @cached_property
    def catalog(self) -> "Catalog":
        """All shipped armies with the owner's corrections."""
        from pbbuild.catalog.load import load_catalog

        return load_catalog()

    @cached_property
    def plain(self) -> bool:
        """Whether to draw with ASCII only."""
        encoding = (sys.stdout.encoding or "ascii").lower()
        return self.plain_wish or not encoding.startswith("utf")

    @cached_property
    def console(self) -> "Console":
        """Where tables and colours go; honours NO_COLOR and the terminal's width."""
        from rich.console import Console

        return Console(highlight=False, soft_wrap=False, safe_box=self.plain)


def language_of_locale() -> str:
    """ "it" where the environment asks for Italian, else "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return (locale.getlocale()[0] or "en")[:2] if locale.getlocale()[0] else "en"


def tell_error(error: PbbuildError) -> None:
    """Say on stderr what is wrong, where, all problems at once."""
    context = click.get_current_context(silent=True)
    session = context.obj if context and isinstance(context.obj, Session) else Session()
    t = session.t
    values = {"source": error.source, **error.values}
    click.echo(t(f"errors.{error.code}", **values), err=True)
    for problem in error.problems:
        where = f"{problem.pointer or '/'} ({t('errors.line', line=problem.line)})"
        click.echo(f"  {where}: {t(f'problems.{problem.code}', **problem.values)}", err=True)
