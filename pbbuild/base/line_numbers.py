"""The line numbers of the values in a JSON text."""

import json
import re
from functools import lru_cache
from typing import Final

_BLANK = " \t\n\r"
_decoder = json.JSONDecoder()
_WORDS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}:,]|[^][{}:,"\s]+', re.DOTALL)


@lru_cache(maxsize=8)
def lines_by_pointer(text: str) -> dict[str, int]:
    """The line (from 1) of every value by JSON pointer; `text` must be valid JSON."""
    found: dict[str, int] = {}
    line, counted = 1, 0

    def line_at(position: int) -> int:
        nonlocal line, counted
        line += text.count("\n", counted, position)
        counted = position
        return line

    def blank(position: int) -> int:
        while position < len(text) and text[position] in _BLANK:
            position += 1
        return position

    def value(position: int, pointer: str) -> int:
        position = blank(position)
        found[pointer] = line_at(position)
        if text[position] == "{":
            return members(position + 1, pointer)
        if text[position] == "[":
            return elements(position + 1, pointer)
        return int(_decoder.raw_decode(text, position)[1])

    def members(position: int, pointer: str) -> int:
        position = blank(position)
        while text[position] != "}":
            key, position = _decoder.raw_decode(text, position)
            position = blank(position) + 1  # the colon
            escaped = key.replace("~", "~0").replace("/", "~1")
            position = blank(value(position, f"{pointer}/{escaped}"))
            if text[position] == ",":
                position = blank(position + 1)
        return position + 1

    def elements(position: int, pointer: str) -> int:
        position = blank(position)
        index = 0
        while text[position] != "]":
            position = blank(value(position, f"{pointer}/{index}"))
            index += 1
            if text[position] == ",":
                position = blank(position + 1)
        return position + 1

    value(0, "")
    return found


def line_of_word(text: str, word: str) -> int:
    """The line of a number or name outside strings in a JSON text; 1 if there is none."""
    for found in _WORDS.finditer(text):
        if found.group() == word:
            return text.count("\n", 0, found.start()) + 1
    return 1


def line_of_double_key(text: str) -> int:
    """The line of the first key that repeats one of its object; 1 if there is none."""
    keys: list[set[str]] = []
    last = None
    for found in _WORDS.finditer(text):
        word = found.group()
        if word in "[{":
            keys.append(set())
        elif word in "]}" and keys:
            keys.pop()
        elif word == ":" and last and keys:
            if last.group() in keys[-1]:
                return text.count("\n", 0, last.start()) + 1
            keys[-1].add(last.group())
        last = found
    return 1
