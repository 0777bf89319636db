"""Every message of the product, by key and language.

`messages/<language>/<room>/<topic>.json` holds the messages of one topic; the key `check.legal`
is "legal" in `check.json`. The value `count` selects between keys ending in `.one` and `.other`.
"""

import contextlib
import json
import re
import string
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "it")
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

_ASCII_QUOTES: Final = str.maketrans({"’": "'", "‘": "'"} | dict.fromkeys("“”«»", '"'))


class Translator:
    """Turns a key and its values into a message: `t("check.points", spent=78, size=80)`."""

    def __init__(self, language: str, ascii_quotes: bool = False) -> None:
        self.language = language
        self.ascii_quotes = ascii_quotes

    def __call__(self, key: str, /, **values: Any) -> str:
        sentence = self._sentence(key, values.get("count"))
        if self.ascii_quotes:
            sentence = with_ascii_quotes(sentence)
        return sentence.format_map(_Displayed(self._with_decimals(values)))

    def _sentence(self, key: str, count: Any) -> str:
        plural = f"{key}.{'one' if count == 1 else 'other'}"
        wanted = (key,) if count is None else (plural, key)
        # Where a file of messages is damaged another language is better than none.
        for language in (self.language, *LANGUAGES):
            for each in wanted:
                if (found := sentences_of(language).get(each)) is not None:
                    return found
        raise KeyError(key)

    def _with_decimals(self, values: dict[str, Any]) -> dict[str, Any]:
        return {
            name: self.decimal(value, "") if isinstance(value, float) else value
            for name, value in values.items()
        }

    def decimal(self, value: float, spec: str = ".1f") -> str:
        """A decimal number as the language writes it."""
        text = format(value, spec)
        return text.replace(".", ",") if self.language == "it" else text

    def blanks(self, key: str) -> set[str]:
        """The names of the values that the message `key` needs."""
        parts = string.Formatter().parse(sentences_of(self.language)[key])
        return {name for _, name, _, _ in parts if name}

    def has(self, key: str) -> bool:
        """Whether there is a message for `key`."""
        return key in sentences_of(self.language)


def with_ascii_quotes(text: str) -> str:
    """A text with straight apostrophes and quotation marks."""
    return text.translate(_ASCII_QUOTES)


class _Displayed(dict[str, Any]):
    """Values as text: lists joined by commas, control characters escaped."""

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if isinstance(value, (tuple, list)):
            value = ", ".join(map(str, value))
        elif isinstance(value, Path):
            value = str(value)
        return _escaped(value) if isinstance(value, str) else value


def _escaped(text: str) -> str:
    """`text` with characters that could control a terminal or cannot be encoded escaped.

    These are control characters, changes of the writing direction, and surrogates, which file
    names that are not UTF-8 contain.
    """
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


@cache
def sentences_of(language: str) -> Mapping[str, str]:
    """All messages of a language by full key."""
    folder = Path(__file__).parent / "messages" / language
    found: dict[str, str] = {}
    for file in sorted(folder.glob("*/*.json")):
        # A damaged file must not keep `doctor` from saying so.
        with contextlib.suppress(OSError, ValueError):
            for key, sentence in json.loads(file.read_text(encoding="utf-8")).items():
                found[f"{file.stem}.{key}"] = sentence
    return found
