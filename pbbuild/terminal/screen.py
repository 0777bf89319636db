"""Printing text: lines are wrapped for a terminal, not for a pipe."""

import os
import shlex
import sys
import textwrap
from typing import Any, Final

import click

NARROWEST: Final = 30


def say(text: object = "", *, err: bool = False, indent: int = 0) -> None:
    """Print `text`; on a terminal lines are wrapped between words.

    Continuation lines are indented by `indent` more.
    """
    # Without a file Click would write UTF-8 even to a terminal that only supports ASCII.
    file = sys.stderr if err else sys.stdout
    click.echo(wrapped_text(str(text), width_of(file), indent), file)


def say_commands(text: str, *commands: str, err: bool = False) -> None:
    """Print `text`, and below it commands to paste: each on one line, however long it is."""
    say(text, err=err)
    for command in commands:
        click.echo(f"  {command}", sys.stderr if err else sys.stdout)


def wrapped_text(text: str, width: int, indent: int = 0) -> str:
    """`text` wrapped to lines of at most `width` (0 for no limit), keeping their indentation.

    Continuation lines are indented by `indent` more.
    """
    if not width or len(text) <= width:
        return text
    return "\n".join(
        textwrap.fill(
            line,
            max(width, NARROWEST),
            subsequent_indent=" " * (len(line) - len(line.lstrip()) + indent),
            break_long_words=False,  # paths and share codes must be copied in one piece
            break_on_hyphens=False,
        )
        for line in text.split("\n")
    )


def width_of(stream: Any) -> int:
    """The width of the terminal of `stream`, 0 if it is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError, AttributeError):
        return 0


def shell_quoted(word: object) -> str:
    """`word` quoted for a shell if necessary."""
    return command_line([str(word)])


def command_line(words: list[str]) -> str:
    """The words as a shell command, quoted if necessary."""
    if sys.platform == "win32":
        from subprocess import list2cmdline

        return list2cmdline(words)
    return " ".join(shlex.quote(word) for word in words)
