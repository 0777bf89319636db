"""Input from the keyboard: lines of limited length, and single keys.

Keys without Enter come from termios, and on Windows from msvcrt.
"""

import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType
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


def key_within(seconds: float | None) -> str:
    """The key pressed within so many seconds (None: however long), "" where none was.

    Ctrl-C raises KeyboardInterrupt.
    """
    key = _windows_key(seconds) if sys.platform == "win32" else _terminal_key(seconds)
    if key == "\x03":
        raise KeyboardInterrupt
    return key


class ResizedError(Exception):
    """The window has another size: what is on the screen must be drawn again."""


@contextlib.contextmanager
def interrupted_by_resize() -> Iterator[None]:
    """Raise `ResizedError` meanwhile when the size of the window changes, where it is signalled."""
    if not hasattr(signal, "SIGWINCH") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def resized(number: int, frame: FrameType | None) -> None:
        raise ResizedError

    before = signal.signal(signal.SIGWINCH, resized)
    try:
        yield
    finally:
        signal.signal(signal.SIGWINCH, before)


def forget_keys() -> None:
    """Forget keys typed before the question was there: they were meant for another one."""
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()
        return
    import termios

    with contextlib.suppress(termios.error, OSError):
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _terminal_key(seconds: float | None) -> str:
    with _without_enter():
        if not select.select([sys.stdin], [], [], seconds)[0]:
            return ""
        return os.read(sys.stdin.fileno(), 16).decode(errors="replace")


@contextlib.contextmanager
def _without_enter() -> Iterator[None]:
    """Read keys one by one meanwhile, on a terminal of POSIX."""
    if sys.platform == "win32":
        yield
        return
    import termios
    import tty

    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle)
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


_KEY_POLL: Final = 0.02  # seconds


def _windows_key(seconds: float | None) -> str:
    if sys.platform != "win32":
        return ""
    import msvcrt

    # A console of Windows cannot be waited for with select.
    until = None if seconds is None else time.monotonic() + seconds
    while not msvcrt.kbhit():
        if until is not None and time.monotonic() >= until:
            return ""
        time.sleep(_KEY_POLL)
    key = msvcrt.getwch()
    # An arrow or function key is a mark and a second character.
    return key + msvcrt.getwch() if key in ("\0", "\xe0") else key
