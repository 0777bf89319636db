"""Which line of a JSON text each value stands on."""

import json
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]

_BLANK = " \t\n\r"
_decoder = json.JSONDecoder()


@lru_cache(maxsize=8)
def lines_by_pointer(text: str) -> dict[str, int]:
    """JSON pointer → line (from 1) of every value in a text that is known to be valid JSON."""
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
            key, position = scanstring(text, position + 1)
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
