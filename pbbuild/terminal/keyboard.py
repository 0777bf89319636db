"""Input from the keyboard: lines of limited length, and single keys."""

import sys
from typing import Final

import click

# Accepted in every language.
YES: Final = ("y", "yes", "s", "si", "sì")
LONGEST_LINE: Final = 10_000
# A longer line ends the input.
LONGEST_PASTE: Final = 4 * 1024 * 1024


def read_line() -> str:
    """The next line of standard input, cut if it is too long; "" at the end."""
    line = sys.stdin.readline(LONGEST_LINE)
    skipped = 0
    rest = line
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(LONGEST_LINE)
        skipped += len(rest)
        if skipped > LONGEST_PASTE:
            return ""
    return line


def confirmed(question: str) -> bool:
    """Whether the player answers yes; Enter and anything else is no."""
    answer: str = click.prompt(question, default="", show_default=False, err=True)
    return answer.strip().casefold() in YES


# The escape sequences of arrow and page keys.
MOVES: Final = {
    **dict.fromkeys(("\x1b[D", "\x1b[A", "\x1b[5~", "\x1bOD", "\x1bOA", "\x7f", "\x08"), "b"),
    **dict.fromkeys(("\x1b[C", "\x1b[B", "\x1b[6~", "\x1bOC", "\x1bOB"), ""),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~"), "e"),
    **dict.fromkeys(("\x1b", "\x03", "\x04"), "q"),
}


def read_key() -> str:
    """Waits for a key; returns its letter in lower case, "b" to go back, "q" to quit.

    Of keys that arrive together, such as a letter and Enter, only the first counts.
    """
    keys = click.getchar()
    if keys in MOVES:
        return MOVES[keys]
    return MOVES.get(keys[:1], keys[:1].lower()) if not keys.startswith("\x1b") else ""
