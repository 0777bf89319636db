"""Sentences on the screen: a terminal breaks them between words, a pipe has them whole."""

import os
import shlex
import sys
import textwrap
from typing import Any, Final

import click

NARROWEST: Final = 30


def say(text: object = "", *, err: bool = False, indent: int = 0) -> None:
    """Write `text`; on a terminal no line of it is broken within a word.

    What follows a line that is too long stands `indent` further in.
    """
    # Given no file, Click would write UTF-8 even to a terminal that speaks ASCII alone.
    file = sys.stderr if err else sys.stdout
    click.echo(folded(str(text), width_of(file), indent), file)


def folded(text: str, width: int, indent: int = 0) -> str:
    """`text` with lines of at most `width` (0: as long as they are), each going on where it began.

    What follows the first line is `indent` further in.
    """
    if not width or len(text) <= width:
        return text
    return "\n".join(
        textwrap.fill(
            line,
            max(width, NARROWEST),
            subsequent_indent=" " * (len(line) - len(line.lstrip()) + indent),
            break_long_words=False,  # paths and share codes are copied from the screen
            break_on_hyphens=False,
        )
        for line in text.split("\n")
    )


def width_of(stream: Any) -> int:
    """How wide the terminal behind `stream` is, 0 if there is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError, AttributeError):
        return 0


def quoted(word: object) -> str:
    """`word` as it is typed in a command, with quotes where it needs them."""
    return shlex.quote(str(word))


def command_line(words: list[str]) -> str:
    """Words as a shell takes them."""
    return " ".join(shlex.quote(word) for word in words)
