"""How a command answers: text for a person, JSON for a program, or a file."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbbuild.terminal.output import write_output
from pbbuild.terminal.screen import say

if TYPE_CHECKING:
    from pbbuild.play.record import Recorder


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


def answer_played(
    recorder: "Recorder",
    summary: Callable[[], Mapping[str, Any]],
    show: Callable[[], None],
    *,
    record: Path | None,
    confirmation: str,
    force: bool,
    as_json: bool,
) -> None:
    """Write the record to a file if one is named, then print the summary as JSON or call `show`.

    With `show` the `confirmation` that the record is written goes to stderr.
    """
    if record:
        recorder.write(record, force=force)

    def show_all() -> None:
        show()
        if record:
            say(confirmation, err=True)

    answer(
        lambda: {**summary(), "record": str(record) if record else None},
        show_all,
        as_json=as_json,
        ascii_only=True,
    )


def print_json(document: Any, *, compact: bool = False, ascii_only: bool = False) -> None:
    """Print a document as JSON, on one line if `compact`, other characters than ASCII escaped
    if `ascii_only`."""
    indent = None if compact else 2
    click.echo(json.dumps(document, ensure_ascii=ascii_only, indent=indent))


def print_or_save(
    data: str | bytes, output: Path | None, confirmation: str, *, force: bool = False
) -> None:
    """Save `data` in the file `output` and say `confirmation` on stderr; without a file print it.

    A file that exists is replaced only with `force`; `-` is standard output.
    """
    if output is None or str(output) == "-":
        click.echo(data, nl=False)
        return
    write_output(output, data, force=force)
    say(confirmation, err=True)
