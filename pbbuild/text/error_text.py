"""An error in words: its sentence, then one line for each of its problems."""

from collections.abc import Mapping
from typing import Final

from pbbuild.errors import PbbuildError, Value
from pbbuild.text.translate import Translator

# What of a file or of what was typed is quoted in a message at the most.
LONGEST_VALUE: Final = 600
LARGEST_NUMBER: Final = 10**30


def error_text(error: PbbuildError, t: Translator) -> str:
    """The error with all its problems, one to a line."""
    return "\n".join([sentence_of(error, t), *(f"  {line}" for line in problem_lines(error, t))])


def sentence_of(error: PbbuildError, t: Translator) -> str:
    """What is wrong, without the single problems.

    A code with a dot in it is a full key of its own topic; others are in `errors`.
    """
    values = _harmless({"source": error.source, **error.values})
    return t(error.code if "." in error.code else f"errors.{error.code}", **values)


def problem_lines(error: PbbuildError, t: Translator) -> list[str]:
    """Each problem with its place.

    A problem of no line stands in what was typed, and its pointer quotes that.
    """
    lines = []
    for problem in error.problems:
        pointer = harmless(problem.pointer)
        where = f"{pointer}: " if pointer else ""
        if problem.line:
            where = f"{pointer or '/'} ({t('errors.line', line=problem.line)}): "
        key = problem.code if "." in problem.code else f"problems.{problem.code}"
        lines.append(f"{where}{t(key, **_harmless(problem.values))}")
    return lines


def harmless(text: str) -> str:
    """`text` as a terminal can show it: nothing that steers it, and not endlessly long."""
    if len(text) > LONGEST_VALUE:
        text = text[:LONGEST_VALUE] + "…"
    return "".join(
        character if character.isprintable() or character == "\n" else f"\\u{ord(character):04x}"
        for character in text
    )


def _harmless(values: Mapping[str, Value]) -> dict[str, Value]:
    shown: dict[str, Value] = {}
    for name, value in values.items():
        if isinstance(value, tuple):
            shown[name] = tuple(harmless(str(each)) for each in value)
        else:
            shown[name] = harmless(value) if isinstance(value, str) else value
        if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            shown[name] = f"{str(value)[:20]}…"
    return shown
