"""The text of an error: its message, then one line for each of its problems."""

from collections.abc import Mapping
from typing import Final

from pbbuild.errors import MessageKey, PbbuildError, Value
from pbbuild.text.translate import Translator

# The longest value from a file or the keyboard that a message quotes.
LONGEST_VALUE: Final = 600
LARGEST_NUMBER: Final = 10**30


def error_text(error: PbbuildError, t: Translator) -> str:
    """The error with all its problems, one to a line."""
    return "\n".join([sentence_of(error, t), *(f"  {line}" for line in problem_lines(error, t))])


def sentence_of(error: PbbuildError, t: Translator) -> str:
    """The message of an error, without its problems.

    A code with a dot is the full key of a message; others are in `errors`.
    """
    values = _escaped_values({"source": error.source, **error.values}, t)
    return t(error.code if "." in error.code else f"errors.{error.code}", **values)


def problem_lines(error: PbbuildError, t: Translator) -> list[str]:
    """Each problem with its place.

    A problem with line 0 is in the command line, and its pointer quotes that.
    """
    lines = []
    for problem in error.problems:
        pointer = harmless(problem.pointer)
        where = f"{pointer}: " if pointer else ""
        if problem.line:
            where = f"{pointer or '/'} ({t('errors.line', line=problem.line)}): "
        key = problem.code if "." in problem.code else f"problems.{problem.code}"
        lines.append(f"{where}{t(key, **_escaped_values(problem.values, t))}")
    return lines


def harmless(text: str) -> str:
    """`text` for a terminal: unprintable characters escaped, cut if it is too long."""
    if len(text) > LONGEST_VALUE:
        text = text[:LONGEST_VALUE] + "…"
    return "".join(
        character if character.isprintable() or character == "\n" else f"\\u{ord(character):04x}"
        for character in text
    )


def _escaped_values(values: Mapping[str, Value], t: Translator) -> dict[str, Value]:
    shown: dict[str, Value] = {}
    for name, value in values.items():
        if isinstance(value, MessageKey):
            shown[name] = t(value)
        elif isinstance(value, tuple):
            shown[name] = tuple(harmless(str(each)) for each in value)
        else:
            shown[name] = harmless(value) if isinstance(value, str) else value
        if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            shown[name] = f"{str(value)[:20]}…"
    return shown
