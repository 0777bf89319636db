"""Single keys where a battle is stepped through."""

from typing import Final

import click

# The arrows and the page keys of a terminal.
MOVES: Final = {
    **dict.fromkeys(("\x1b[D", "\x1b[A", "\x1b[5~", "\x1bOD", "\x1bOA", "\x7f", "\x08"), "b"),
    **dict.fromkeys(("\x1b[C", "\x1b[B", "\x1b[6~", "\x1bOC", "\x1bOB"), ""),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~"), "e"),
    **dict.fromkeys(("\x1b", "\x03", "\x04"), "q"),
}


def pressed() -> str:
    """The letter of the key that is pressed, small; "b" for going back, "q" for leaving.

    Keys that came at once, such as a letter with Enter after it, count as the first of them.
    """
    keys = click.getchar()
    if keys in MOVES:
        return MOVES[keys]
    return MOVES.get(keys[:1], keys[:1].lower()) if not keys.startswith("\x1b") else ""
