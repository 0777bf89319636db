"""The standard streams and the terminal on a bad day: closed, full, unread, of odd size."""

import codecs
import contextlib
import io
import os
import sys
import unicodedata
from typing import Any, Final, TextIO

# Standard output that somebody closed is opened for reading only, so that what a command
# says fails and is told, as on a full disk.
_STAND_INS: Final = (
    ("stdin", os.O_RDONLY, "r"),
    ("stdout", os.O_RDONLY, "w"),
    ("stderr", os.O_WRONLY, "w"),
)


class AskedToEndError(KeyboardInterrupt):
    """The system or another process wants us to end, not the player at his prompt."""


def replace_closed() -> None:
    """Give closed standard streams a stand-in, so that no file of ours gets their number."""
    for number, (name, flags, mode) in enumerate(_STAND_INS):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            handle = os.open(os.devnull, flags)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
        # Kept open to the end, like the stream it stands for.
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


class _Pipe(io.FileIO):
    """Standard output whose reader may leave: the command goes on and its files get written."""

    is_read = True

    def write(self, data: Any, /) -> int:
        if self.is_read:
            try:
                return super().write(data)
            except BrokenPipeError:
                # He has seen enough, as in `pbbuild show LIST | head`.
                self.is_read = False
        return memoryview(data).nbytes


_pipes: list[_Pipe] = []


def outlive_reader() -> None:
    """Let standard output lose its reader without a word, where it is no terminal."""
    stream = sys.stdout
    if stream is not sys.__stdout__ or not isinstance(stream, io.TextIOWrapper) or stream.isatty():
        return
    stream.flush()
    _pipes.append(_Pipe(stream.fileno(), "w", closefd=False))
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_pipes[-1]),
        encoding=stream.encoding,
        errors=stream.errors,
        write_through=stream.write_through,
    )


def is_read() -> bool:
    """Whether anybody reads what we say."""
    return all(pipe.is_read for pipe in _pipes)


def disbelieve_sizes() -> None:
    """Forget a terminal's size in the environment that no terminal has."""
    for name in ("COLUMNS", "LINES"):
        value = os.environ.get(name, "")
        if not (value.isascii() and value.isdigit() and len(value) < 5):
            os.environ.pop(name, None)


def give_up() -> None:
    """Send what is still waiting in standard output and error nowhere.

    Python would try once more at its end, and complain about it in its own words.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
            continue
        with contextlib.suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())


NEAR: Final = {
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "‘": "'",
    "’": "'",
    "–": "-",
    "—": "-",
    "─": "-",
    "·": "-",
    "•": "-",
    "…": "...",
    "→": "->",
    "×": "x",
    "✗": "x",
    "■": "#",
    "□": "o",
    "☐": "[ ]",
    "±": "+/-",
}


def make_plain(stream: TextIO | None) -> None:
    """Let `stream` write what its encoding lacks as the nearest it has."""
    encoding = (getattr(stream, "encoding", None) or "").lower()
    if isinstance(stream, io.TextIOWrapper) and not encoding.startswith("utf"):
        codecs.register_error("pbbuild-plain", _nearest)
        stream.reconfigure(errors="pbbuild-plain")


def _nearest(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    wanted = error.object[error.start : error.end]
    return "".join(_near(letter) for letter in wanted), error.end


def _near(letter: str) -> str:
    if letter in NEAR:
        return NEAR[letter]
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return plain or "?"
