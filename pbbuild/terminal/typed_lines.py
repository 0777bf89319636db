"""Lines that are typed, or come through a pipe in their place: never endlessly long ones."""

import sys
from typing import Final

import click

# In every language, whichever the question was asked in.
YES: Final = ("y", "yes", "s", "si", "sì")
LONGEST_LINE: Final = 10_000
# A line that goes on beyond this is no line, and ends the input.
LONGEST_PASTE: Final = 4 * 1024 * 1024


def next_line() -> str:
    """The next line of standard input, its beginning where it is long; "" at the end."""
    line = sys.stdin.readline(LONGEST_LINE)
    skipped = 0
    rest = line
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(LONGEST_LINE)
        skipped += len(rest)
        if skipped > LONGEST_PASTE:
            return ""
    return line


def says_yes(question: str) -> bool:
    """Whether the player answers with yes; Enter, and anything else, is no."""
    answer: str = click.prompt(question, default="", show_default=False, err=True)
    return answer.strip().casefold() in YES
