"""Making the standard streams robust: closed, full, without reader, not UTF-8."""

import codecs
import contextlib
import io
import os
import sys
from typing import Any, Final, TextIO

# A closed standard output is replaced by one opened for reading only, so that writing fails and
# is reported, as on a full disk.
_REPLACEMENTS: Final = (
    ("stdin", os.O_RDONLY, "r"),
    ("stdout", os.O_RDONLY, "w"),
    ("stderr", os.O_WRONLY, "w"),
)


class TerminatedError(KeyboardInterrupt):
    """SIGTERM or SIGHUP: another process ends the program, not Ctrl-C."""


def replace_closed_streams() -> None:
    """Replace closed standard streams, so that no file gets their descriptors."""
    for number, (name, flags, mode) in enumerate(_REPLACEMENTS):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            handle = os.open(os.devnull, flags)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
        # Stays open to the end, like the stream it replaces.
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


class _Pipe(io.FileIO):
    """Standard output that ignores a broken pipe: the command continues and writes its files."""

    is_read = True

    def write(self, data: Any, /) -> int:
        if self.is_read:
            try:
                return super().write(data)
            except BrokenPipeError:
                # The reader wants no more, as in `pbbuild show LIST | head`.
                self.is_read = False
        return memoryview(data).nbytes


_pipes: list[_Pipe] = []


def ignore_broken_pipe() -> None:
    """Ignore a closed reader of standard output, unless it is a terminal."""
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


def has_reader() -> bool:
    """Whether standard output still has a reader."""
    return all(pipe.is_read for pipe in _pipes)


def correct_terminal_size() -> None:
    """Remove impossible sizes of the terminal from the environment."""
    for name in ("COLUMNS", "LINES"):
        value = os.environ.get(name, "")
        # 0 means "unknown" to most programs, but "print nothing" to rich.
        if not (value.isascii() and value.isdigit() and len(value) < 5 and int(value)):
            os.environ.pop(name, None)


def discard_unwritten_output() -> None:
    """Flush standard output and error, or discard what cannot be written.

    Otherwise Python would try again when it exits, and print its own error.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
            continue
        with contextlib.suppress(OSError, ValueError), open(os.devnull, "wb") as null:
            os.dup2(null.fileno(), stream.fileno())


ASCII_EQUIVALENTS: Final = {
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "‘": "'",
    "’": "'",
    "–": "-",
    "−": "-",
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


def replace_unencodable(stream: TextIO | None) -> None:
    """Make `stream` replace characters that its encoding lacks by similar ones."""
    encoding = (getattr(stream, "encoding", None) or "").lower()
    if isinstance(stream, io.TextIOWrapper) and not encoding.startswith("utf"):
        codecs.register_error("pbbuild-plain", _replace_characters)
        stream.reconfigure(errors="pbbuild-plain")


def _replace_characters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    wanted = error.object[error.start : error.end]
    return "".join(_replacement(letter) for letter in wanted), error.end


def _replacement(letter: str) -> str:
    if letter in ASCII_EQUIVALENTS:
        return ASCII_EQUIVALENTS[letter]
    import unicodedata

    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return plain or "?"
