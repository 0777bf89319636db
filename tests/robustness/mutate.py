"""Altering good inputs: bytes, words, lines, the values of a JSON tree, pieces of other inputs."""

import json
import random
import re
from collections.abc import Sequence
from typing import Any

_WORD = re.compile(rb"[A-Za-z]+|[0-9]+")
_PIECES = tuple(
    piece.encode() if isinstance(piece, str) else piece
    for piece in (
        *(b"", b"\0", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\x1b[2J", b'"', b"'", b"\\", b"\\ud800"),
        *(b"{", b"}", b"[", b"]", b",", b":", b";", b"|", b"-", b"+", b"=", b"#", b"/", b"."),
        *(b"0", b"-1", b"1e999", b"99999999999999999999", b"1.5", b"NaN", b"null", b"true", b'""'),
        *("é", "\u202e", "İ", "ß", "٣", "𝟜", "\u2028", "\ufeff"),
    )
)
_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 3, 7, 31, 255, 256, 2**31, 2**63, 2**64, 10**30, -(10**30)),
    *(0.0, -0.0, 1.5, 1e300, float("inf"), float("nan"), [], {}, [[]], [None], {"": None}),
    *("", " ", "A", "B", "x", "\0", "\ud800", "\x1b[2J", "../x", "9" * 400, "é", "٣", "union"),
)
LARGEST = 400_000


def mutated(data: bytes, others: Sequence[bytes], seed: int) -> bytes:
    """`data` altered a few times; the same seed alters it the same way."""
    chance = random.Random(seed)
    if data[:1] == b"{" and chance.randrange(3) and (altered := _altered_tree(data, chance)):
        # Now and then the text of the altered tree is spoiled as well.
        return altered if chance.randrange(8) else _altered_text(altered, others, chance)
    return _altered_text(data, others, chance)


def _altered_text(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    mixed = bytearray(data)
    for _ in range(1 << chance.randrange(4)):
        place = chance.randrange(len(mixed) + 1)
        kind = chance.randrange(8)
        if kind == 0:
            mixed[place:place] = chance.choice(_PIECES)
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
            mixed[one.start() : one.end()] = chance.choice(_PIECES)
        elif kind == 6:
            lines = mixed.split(b"\n")
            line = chance.randrange(len(lines))
            lines[line:line] = lines[line : line + 1] * chance.choice((1, 1, 40))
            mixed = bytearray(b"\n".join(lines))
        else:
            del mixed[place:]
        del mixed[LARGEST:]
    return bytes(mixed)


def _altered_tree(data: bytes, chance: random.Random) -> bytes | None:
    """A JSON file, or lines of JSON, with a few values exchanged, moved or left out."""
    lines = data.splitlines()
    try:
        # The head of a record, or any of its lines; a file of one value is one line here.
        whole = len(lines) < 2 or not lines[1].startswith(b"{")
        number = 0 if whole or chance.randrange(2) else chance.randrange(len(lines))
        tree = json.loads(data if whole else lines[number])
    except (ValueError, RecursionError):
        return None
    for _ in range(1 << chance.randrange(4)):
        tree = _with_a_change(tree, chance)
    # JSON keeps lone surrogates as escapes, which is what is wanted here.
    text = json.dumps(tree).encode()
    if whole:
        return text[:LARGEST]
    return b"\n".join([*lines[:number], text, *lines[number + 1 :]])[:LARGEST]


def _with_a_change(tree: Any, chance: random.Random) -> Any:
    places = list(_places(tree))
    if not places:
        return _copied(chance.choice(_VALUES))
    holder, key = chance.choice(places)
    other, other_key = chance.choice(places)
    kind = chance.randrange(8)
    if kind == 0:
        holder[key] = _copied(chance.choice(_VALUES))
    elif kind == 1:
        del holder[key]
    elif kind == 2 and type(holder[key]) is int:
        holder[key] += chance.choice((-10, -2, -1, 1, 2, 10))
    elif kind in (2, 3):
        # A value of the same kind is likelier to be believed.
        kin = [(a, b) for a, b in places if type(a[b]) is type(holder[key])]
        other, other_key = chance.choice(kin)
        holder[key] = _copied(other[other_key])
    elif kind == 4:
        holder[key] = _copied(other[other_key])
    elif kind == 5 and isinstance(holder, list):
        holder[key:key] = [_copied(holder[key]) for _ in range(chance.choice((1, 1, 2, 30)))]
    elif kind == 6 and isinstance(holder, dict):
        holder[chance.choice(("", "x", "id", "name", "format", str(other_key)))] = holder.pop(key)
    elif kind == 7 and isinstance(holder[key], list):
        chance.shuffle(holder[key])
    else:
        holder[key] = [holder[key]]
    return tree


def _places(tree: Any) -> Any:
    keys = tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in list(keys):
        yield tree, key
        yield from _places(tree[key])


def _copied(value: Any) -> Any:
    return json.loads(json.dumps(value))
