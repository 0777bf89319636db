"""The edit language: reading what a player types into edits.

A script has several edits, separated by `;` or a new line. Quotes keep a `;` or a text of several
words together; an apostrophe inside a word is no quote. Reading needs no list and no catalog:
`edit` checks whether tiles and units exist.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pbbuild.errors import MessageKey, Problem

NEW: Final = 0
LONGEST_SCRIPT: Final = 20_000
HISTORY_WORDS: Final = ("undo", "redo")

# The word of each edit; `usage_of` is its form.
EDIT_WORDS: Final = (
    "add", "remove", "move", "swap", "merge", "split", "top", "name", "rename", "resize",
    "edition", "note", "plan", "undo", "redo",
)  # fmt: skip
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
    "deploy": "plan",
    "zone": "plan",
    "back": "undo",
    "revert": "undo",
    "again": "redo",
}
# Italian words are as good as English ones.
_ITALIAN: Final = {
    "aggiungi": "add",
    "togli": "remove",
    "rimuovi": "remove",
    "sposta": "move",
    "scambia": "swap",
    "sostituisci": "swap",
    "unisci": "merge",
    "dividi": "split",
    "cima": "top",
    "nome": "name",
    "rinomina": "rename",
    "dimensione": "resize",
    "edizione": "edition",
    "nota": "note",
    "piano": "plan",
    "annulla": "undo",
    "ripeti": "redo",
}
_PREPOSITIONS: Final = {"to", "into", "for", "with", "from", "a", "in", "con", "da"}
_FILLERS: Final = {*_PREPOSITIONS, "unit", "unità"}
_JOINTS: Final = {*_PREPOSITIONS, "and", "e"}
_NEW_WORDS: Final = ("new", "nuova", "nuovo")


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


def is_edit_word(word: str) -> bool:
    """Whether an edit can begin with this word, in either language."""
    return word.casefold() in EDIT_WORDS or word.casefold() in _ITALIAN


def usage_of(word: str) -> MessageKey:
    """The form of an edit, in the words of the reader's language."""
    return MessageKey(f"session.usage-{word}")


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
    word = _ITALIAN.get(word, word)
    if word not in EDIT_WORDS:
        meant = [_SYNONYMS[word]] if word in _SYNONYMS else []
        import difflib  # slow to load, and rarely needed

        near = meant or difflib.get_close_matches(word, [*EDIT_WORDS, *_ITALIAN], 1, 0.5)
        if near:
            found = _ITALIAN.get(near[0], near[0])
            return _problem(command, "unknown-word-near", word=word, near=usage_of(found))
        return _problem(command, "unknown-word", word=word)
    return _READERS[word](word, command, rest)


def _wrong_form(word: str, command: str) -> Problem:
    return _problem(command, "wrong-form", usage=usage_of(word))


def _number(token: str) -> int | None:
    return int(token) if re.fullmatch(r"\d{1,6}", token, re.ASCII) else None


def _read_placing(word: str, command: str, rest: str) -> Edit | Problem:
    tokens = _tokens(rest)
    target: int | None = NEW if word == "add" else None
    if tokens and tokens[-1].casefold() in _NEW_WORDS:
        target = NEW
        tokens.pop()
    elif tokens and (number := _number(tokens[-1])) is not None:
        if number < 1:
            return _problem(command, "units-from-one")
        target = number
        tokens.pop()
    elif tokens and tokens[-1].casefold() in _PREPOSITIONS:
        return _wrong_form(word, command)
    tiles = tuple(token for token in tokens if token.casefold() not in _FILLERS)
    if not tiles or target is None:
        return _wrong_form(word, command)
    return Edit(word, command, tiles=tiles, target=target)


def _read_remove(word: str, command: str, rest: str) -> Edit | Problem:
    """Tiles, or the number of a unit, which goes as a whole."""
    tokens = [token for token in _tokens(rest) if token.casefold() not in _FILLERS]
    number = _number(tokens[0]) if len(tokens) == 1 else None
    if number is None:
        return _read_tiles(word, command, rest)
    return _problem(command, "units-from-one") if number < 1 else Edit(word, command, (), (number,))


LEAST_TILES: Final = {"swap": 2}


def _read_tiles(word: str, command: str, rest: str) -> Edit | Problem:
    tokens = tuple(token for token in _tokens(rest) if token.casefold() not in _PREPOSITIONS)
    # A name may have several words, which the catalog decides: here only the least is known.
    if len(tokens) < LEAST_TILES.get(word, 1):
        return _wrong_form(word, command)
    return Edit(word, command, tiles=tokens)


def _read_merge(word: str, command: str, rest: str) -> Edit | Problem:
    tokens = [token for token in _tokens(rest) if token.casefold() not in _JOINTS]
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
    "remove": _read_remove,
    "swap": _read_tiles,
    "top": _read_tiles,
    "merge": _read_merge,
    "split": _read_split,
    "name": _read_name,
    "rename": _read_text,
    "resize": _read_number,
    "edition": _read_text,
    "note": _read_text,
    "plan": _read_name,
    "undo": _read_word_alone,
    "redo": _read_word_alone,
}
