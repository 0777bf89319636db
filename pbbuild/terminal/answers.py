"""How a command answers: text for a person, JSON for a program, or a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pbbuild.terminal.output import write_output
from pbbuild.terminal.screen import say


def answer(
    document: Callable[[], Any],
    show: Callable[[], None],
    *,
    as_json: bool,
    compact: bool = False,
    ascii_only: bool = False,
) -> None:
    """Print `document()` as JSON if `as_json`, else call `show`, which prints text.

    `compact` puts the JSON on one line, `ascii_only` escapes all other characters.
    """
    if as_json:
        print_json(document(), compact=compact, ascii_only=ascii_only)
    else:
        show()


def print_json(document: Any, *, compact: bool = False, ascii_only: bool = False) -> None:
    """Print a document as JSON, on one line if `compact`, other characters than ASCII escaped
    if `ascii_only`."""
    indent = None if compact else 2
    click.echo(json.dumps(document, ensure_ascii=ascii_only, indent=indent))


def print_or_save(
    data: str | bytes, output: Path | None, confirmation: str, *, force: bool = False
) -> None:
    """Save `data` in the file `output` and say `confirmation` on stderr; without a file print it.

    A file that exists is replaced only with `force`.
    """
    if output is None:
        click.echo(data, nl=False)
        return
    write_output(output, data, force=force)
    say(confirmation, err=True)
