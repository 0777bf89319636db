"""Altering good inputs: bytes, words, numbers, lines and pieces of other good inputs."""

import random
import re
from collections.abc import Sequence

_WORD = re.compile(rb"[A-Za-z]+|[0-9]+")
_PIECES = (
    *(b"", b"\0", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\x1b[2J", b'"', b"'", b"\\", b"\\ud800"),
    *(b"{", b"}", b"[", b"]", b",", b":", b";", b"|", b"-", b"+", b"=", b"#", b"/", b"."),
    *(b"0", b"-1", b"1e999", b"99999999999999999999", b"1.5", b"NaN", b"null", b"true", b'""'),
    *("é", "\u202e", "İ", "ß", "٣", "𝟜", "\u2028", "\ufeff"),
)


def mutated(data: bytes, others: Sequence[bytes], seed: int) -> bytes:
    """`data` altered a few times; the same seed alters it the same way."""
    chance = random.Random(seed)
    mixed = bytearray(data)
    for _ in range(1 << chance.randrange(4)):
        place = chance.randrange(len(mixed) + 1)
        kind = chance.randrange(8)
        if kind == 0:
            piece = chance.choice(_PIECES)
            mixed[place:place] = piece.encode() if isinstance(piece, str) else piece
        elif kind == 1:
            del mixed[place : place + chance.choice((1, 2, 5, 20, 200))]
        elif kind == 2 and mixed:
            mixed[min(place, len(mixed) - 1)] ^= 1 << chance.randrange(8)
        elif kind == 3:
            other = chance.choice(others)
            start = chance.randrange(len(other) + 1)
            mixed[place:place] = other[start : start + chance.choice((3, 30, 300))]
        elif kind == 4 and (words := list(_WORD.finditer(mixed[:200_000]))):
            one, two = chance.choice(words), chance.choice(words)
            mixed[one.start() : one.end()] = two.group()
        elif kind == 5 and (words := list(_WORD.finditer(mixed[:200_000]))):
            one = chance.choice(words)
            piece = chance.choice(_PIECES)
            mixed[one.start() : one.end()] = piece.encode() if isinstance(piece, str) else piece
        elif kind == 6:
            lines = mixed.split(b"\n")
            line = chance.randrange(len(lines))
            lines[line:line] = lines[line : line + 1] * chance.choice((1, 1, 40))
            mixed = bytearray(b"\n".join(lines))
        else:
            del mixed[place:]
        if len(mixed) > 400_000:
            del mixed[400_000:]
    return bytes(mixed)
