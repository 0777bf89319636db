"""The help of commands and options in other languages than English.

The code of a command has its help in English. `help/<language>.json` has each paragraph and each
line of a table with its translation, and the words in capitals that stand for what a player types.
The file is read only where help in that language is shown.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

# The language that help is written in.
SOURCE: Final = "en"
# Click's mark for a paragraph whose line breaks stay.
KEPT_LINES: Final = "\b"
# What Click adds to the help of an option: its default, its range, whether it is required.
_ADDED: Final = re.compile(r"  \[([^\[\]]*)\]$")
_CAPITALS: Final = re.compile(r"\b[A-Z]{2,}\b")
_STRAIGHT: Final = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?=\.)")
_BREAK: Final = re.compile(r"\n[ \t]*\n")
_SHORTENED: Final = "..."


class HelpTexts(NamedTuple):
    """Translations of one language: of whole paragraphs, and of single words."""

    texts: Mapping[str, str]
    words: Mapping[str, str]


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text, those with fixed lines with Click's mark."""
    return _BREAK.split(text)


def parts(paragraph: str) -> list[str]:
    """What is translated of a paragraph: all of it, or each line of one with fixed lines.

    Lines that are examples of commands are not translated.
    """
    if not paragraph.startswith(KEPT_LINES):
        return [" ".join(paragraph.split())]
    lines = [line.strip() for line in paragraph.removeprefix(KEPT_LINES).split("\n")]
    return [line for line in lines if line and not is_example(line)]


def is_example(line: str) -> bool:
    """Whether a line of help is a command to type, or the rest of one."""
    return line.startswith(("pbbuild ", "PBBUILD_", "eval ", "--")) or line == "pbbuild"


def translated_help(text: str, language: str) -> str:
    """A help text of several paragraphs in `language`; what has no translation stays as it is."""
    return "\n\n".join(_paragraph(each, language) for each in paragraphs(text))


def translated_line(text: str, language: str) -> str:
    """The help of an option or a command in a table, with what Click added to it."""
    added = _ADDED.search(text)
    if added is None:
        return _paragraph(text, language)
    words = help_texts(language).words
    inside = re.sub(
        r"\b(default|required)\b", lambda found: words.get(found[0], found[0]), added[1]
    )
    return f"{_paragraph(text[: added.start()], language)}  [{inside}]"


def translated_words(text: str, language: str) -> str:
    """A text with its words in capitals, such as LIST, in `language`."""
    words = help_texts(language).words
    return _CAPITALS.sub(lambda found: words.get(found[0], found[0]), text)


def _paragraph(text: str, language: str) -> str:
    if text.startswith(KEPT_LINES):
        return "\n".join(_line(line, language) for line in text.split("\n"))
    flat = " ".join(text.split())
    texts = help_texts(language).texts
    if flat in texts:
        return texts[flat]
    if flat.endswith(_SHORTENED):
        # Click has cut it to the width of the screen.
        begun = flat.removesuffix(_SHORTENED)
        whole = next((found for key, found in texts.items() if key.startswith(begun)), "")
        if whole:
            return f"{whole[: len(begun)].rsplit(' ', 1)[0]}{_SHORTENED}"
    return _STRAIGHT.sub("’", text)


def _line(line: str, language: str) -> str:
    found = help_texts(language).texts.get(line.strip())
    return line if found is None else line.replace(line.strip(), found)


@cache
def help_texts(language: str) -> HelpTexts:
    """The translations of `language`; none for the language that help is written in."""
    if language == SOURCE:
        return HelpTexts({}, {})
    path = Path(__file__).parent / "help" / f"{language}.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    return HelpTexts(document["texts"], document["words"])
