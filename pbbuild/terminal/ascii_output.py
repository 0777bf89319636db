"""Output for terminals that do not speak UTF-8: near letters instead of a crash."""

import codecs
import io
import unicodedata
from typing import Final, TextIO

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
