"""The edit language: reading what a player types into edits.

A script has several edits, separated by `;` or a new line. Quotes keep a `;` or a text of several
words together; an apostrophe inside a word is no quote. Reading needs no list and no catalog:
`edit` checks whether tiles and units exist.
"""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pbbuild.errors import Problem

NEW: Final = 0
LONGEST_SCRIPT: Final = 20_000
HISTORY_WORDS: Final = ("undo", "redo")

# The form of each edit, shown by the help of a session and in refusals.
USAGE: Final = {
    "add": "add CODE... to N|new",
    "remove": "remove CODE...",
    "move": "move CODE... to N|new",
    "swap": "swap CODE for CODE",
    "merge": "merge N M",
    "split": "split N CODE...",
    "top": "top CODE",
    "name": "name N TEXT",
    "rename": "rename TEXT",
    "resize": "resize POINTS",
    "edition": "edition ID",
    "note": "note TEXT",
    "undo": "undo",
    "redo": "redo",
}
# Words that players try. They get a suggestion, because each edit has only one word.
_SYNONYMS: Final = {
    "delete": "remove",
    "del": "remove",
    "drop": "remove",
    "put": "add",
    "take": "add",
    "join": "merge",
    "combine": "merge",
    "size": "resize",
    "points": "resize",
    "title": "rename",
    "replace": "swap",
    "exchange": "swap",
    "change": "swap",
    "divide": "split",
    "comment": "note",
    "back": "undo",
    "revert": "undo",
    "again": "redo",
}
_PREPOSITIONS: Final = {"to", "into", "for", "with", "from"}


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit as read: its word, its tiles as typed, its unit numbers, its free text.

    `target` is the number of the unit that receives tiles, `NEW` for a new unit, None where the
    edit has none. `source` is the text as typed.
    """

    word: str
    source: str
    tiles: tuple[str, ...] = ()
    units: tuple[int, ...] = ()
    target: int | None = None
    text: str = ""


def read_edits(scripts: Iterable[str]) -> tuple[tuple[Edit, ...], tuple[Problem, ...]]:
    """The edits of some scripts in order, and a problem for each that cannot be read."""
    edits: list[Edit] = []
    problems: list[Problem] = []
    for script in scripts:
        if len(script) > LONGEST_SCRIPT:
            problems.append(_problem(script[:40] + "…", "too-long", limit=LONGEST_SCRIPT))
            continue
        commands, unclosed = _commands(script)
        if unclosed:
            problems.append(_problem(script, "unclosed-quote"))
            continue
        for command in commands:
            read = _read(command)
            if isinstance(read, Edit):
                edits.append(read)
            else:
                problems.append(read)
    return tuple(edits), tuple(problems)


def quoted(text: str) -> str:
    """`text`, quoted where the edit language needs it to read it as one text."""
    if text and not re.search(r"[;\n\"]", text) and text[0] != "'" and text == text.strip():
        return text
    return "'" + text + "'" if '"' in text else '"' + text + '"'


def _problem(source: str, code: str, **values: str | int | tuple[str, ...]) -> Problem:
    return Problem(source.strip(), 0, f"edit.{code}", values)


def _commands(script: str) -> tuple[list[str], bool]:
    commands, begin, quote = [], 0, ""
    for place, character in enumerate(script):
        if quote:
            if character == quote:
                quote = ""
        elif character in "\"'" and (place == 0 or script[place - 1] in " \t;\n"):
            # A quote that never closes is an apostrophe at the start of a word ('tis).
            quote = character
        elif character in ";\n":
            commands.append(script[begin:place])
            begin = place + 1
    commands.append(script[begin:])
    return [command.strip() for command in commands if command.strip()], bool(quote)


def _tokens(command: str) -> list[str]:
    found = re.findall(r"\"([^\"]*)\"|'([^']*)'|([^\s,]+)", command)
    return [double or single or plain for double, single, plain in found]


def _read(command: str) -> Edit | Problem:
    word, _, rest = command.partition(" ")
    word, rest = word.casefold(), rest.strip()
    if word not in USAGE:
        meant = [_SYNONYMS[word]] if word in _SYNONYMS else []
        near = meant or difflib.get_close_matches(word, USAGE, 1, 0.5)
        if near:
            return _problem(command, "unknown-word-near", word=word, near=USAGE[near[0]])
        return _problem(command, "unknown-word", word=word, words=tuple(USAGE))
    return _READERS[word](word, command, rest)


def _wrong_form(word: str, command: str) -> Problem:
    return _problem(command, "wrong-form", usage=USAGE[word])


def _number(token: str) -> int | None:
    return int(token) if re.fullmatch(r"\d{1,6}", token, re.ASCII) else None


def _read_placing(word: str, command: str, rest: str) -> Edit | Problem:
    tokens = _tokens(rest)
    target: int | None = NEW if word == "add" else None
    if tokens and tokens[-1].casefold() == "new":
        target = NEW
        tokens.pop()
    elif tokens and (number := _number(tokens[-1])) is not None:
        if number < 1:
            return _problem(command, "units-from-one")
        target = number
        tokens.pop()
    elif tokens and tokens[-1].casefold() in _PREPOSITIONS:
        return _wrong_form(word, command)
    tiles = tuple(token for token in tokens if token.casefold() not in {*_PREPOSITIONS, "unit"})
    if not tiles or target is None:
        return _wrong_form(word, command)
    return Edit(word, command, tiles=tiles, target=target)


def _read_tiles(word: str, command: str, rest: str) -> Edit | Problem:
    tokens = tuple(token for token in _tokens(rest) if token.casefold() not in _PREPOSITIONS)
    wanted = {"top": 1, "swap": 2}.get(word)
    if not tokens or (wanted and len(tokens) != wanted):
        return _wrong_form(word, command)
    return Edit(word, command, tiles=tokens)


def _read_merge(word: str, command: str, rest: str) -> Edit | Problem:
    tokens = [token for token in _tokens(rest) if token.casefold() not in {*_PREPOSITIONS, "and"}]
    numbers = [_number(token) for token in tokens]
    first, *others = numbers or [None]
    if first is None or len(others) != 1 or others[0] is None:
        return _wrong_form(word, command)
    return Edit(word, command, units=(first, others[0]))


def _read_split(word: str, command: str, rest: str) -> Edit | Problem:
    tokens = _tokens(rest)
    number = _number(tokens[0]) if tokens else None
    if number is None or len(tokens) < 2:
        return _wrong_form(word, command)
    return Edit(word, command, units=(number,), tiles=tuple(tokens[1:]))


def _read_number(word: str, command: str, rest: str) -> Edit | Problem:
    number = _number(rest)
    return _wrong_form(word, command) if number is None else Edit(word, command, units=(number,))


def _free_text(rest: str) -> str:
    if len(rest) > 1 and rest[0] in "\"'" and rest[-1] == rest[0]:
        return rest[1:-1]
    return rest


def _read_text(word: str, command: str, rest: str) -> Edit | Problem:
    text = _free_text(rest).strip()
    if not text and word != "note":
        return _wrong_form(word, command)
    return Edit(word, command, text=text)


def _read_name(word: str, command: str, rest: str) -> Edit | Problem:
    number, _, text = rest.partition(" ")
    unit = _number(number)
    if unit is None:
        return _wrong_form(word, command)
    return Edit(word, command, units=(unit,), text=_free_text(text.strip()).strip())


def _read_word_alone(word: str, command: str, rest: str) -> Edit | Problem:
    return _wrong_form(word, command) if rest else Edit(word, command)


_READERS: Final = {
    "add": _read_placing,
    "move": _read_placing,
    "remove": _read_tiles,
    "swap": _read_tiles,
    "top": _read_tiles,
    "merge": _read_merge,
    "split": _read_split,
    "name": _read_name,
    "rename": _read_text,
    "resize": _read_number,
    "edition": _read_text,
    "note": _read_text,
    "undo": _read_word_alone,
    "redo": _read_word_alone,
}
