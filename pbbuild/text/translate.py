"""Every sentence of the product, by key and language.

`messages/<language>/<room>/<topic>.json` holds the sentences of one topic; the key `check.legal`
is "legal" in `check.json`. A key that ends in `.one` / `.other` is chosen by `count`.
"""

import json
import re
import string
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "it")
_STEERING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


class Translator:
    """Turns a key and its values into a sentence: `t("check.points", spent=78, size=80)`."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, /, **values: Any) -> str:
        sentences = sentences_of(self.language)
        if "count" in values:
            plural = f"{key}.{'one' if values['count'] == 1 else 'other'}"
            key = plural if plural in sentences else key
        return sentences[key].format_map(_Shown(self._written(values)))

    def _written(self, values: dict[str, Any]) -> dict[str, Any]:
        return {
            name: self.decimal(value, "") if isinstance(value, float) else value
            for name, value in values.items()
        }

    def decimal(self, value: float, spec: str = ".1f") -> str:
        """A number that is no whole one, as the language writes it."""
        text = format(value, spec)
        return text.replace(".", ",") if self.language == "it" else text

    def blanks(self, key: str) -> set[str]:
        """The names of the values that the sentence `key` needs."""
        parts = string.Formatter().parse(sentences_of(self.language)[key])
        return {name for _, name, _, _ in parts if name}

    def has(self, key: str) -> bool:
        """Whether there is a sentence for `key`."""
        return key in sentences_of(self.language)


class _Shown(dict[str, Any]):
    """Values as a sentence shows them: lists joined by commas, nothing that steers a terminal."""

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if isinstance(value, (tuple, list)):
            value = ", ".join(map(str, value))
        elif isinstance(value, Path):
            value = str(value)
        return _harmless(value) if isinstance(value, str) else value


def _harmless(text: str) -> str:
    """`text` with what would steer a terminal, or cannot be written, in letters and digits.

    That is control characters, those that turn the direction of writing, and halves of
    characters, as they come from file names that are not UTF-8.
    """
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


@cache
def sentences_of(language: str) -> Mapping[str, str]:
    """All sentences of a language by full key."""
    folder = Path(__file__).parent / "messages" / language
    found: dict[str, str] = {}
    for file in sorted(folder.glob("*/*.json")):
        for key, sentence in json.loads(file.read_text(encoding="utf-8")).items():
            found[f"{file.stem}.{key}"] = sentence
    return found
