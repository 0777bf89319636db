"""Errors as codes and values; the sentences are in `pbbuild.text`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Value = str | int | float | tuple[str, ...]


class MessageKey(str):
    """A value that is the key of a message itself: shown in the reader's language."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a file: where (JSON pointer, line), what (a code), and its values."""

    pointer: str
    line: int
    code: str
    values: Mapping[str, Value] = field(default_factory=dict)


class PbbuildError(Exception):
    """An error of the input or the files that stops a command.

    `code` is the key of the message `errors.<code>` and `values` fill it in; `problems` lists
    everything wrong in `source`, each with the message `problems.<code>`. `str()` is the English
    sentence with all problems. Only `terminal` catches it.
    """

    def __init__(
        self,
        code: str,
        *,
        source: str = "",
        problems: tuple[Problem, ...] = (),
        **values: Value,
    ) -> None:
        super().__init__(code, source, problems, values)
        self.code = code
        self.source = source
        self.problems = problems
        self.values: dict[str, Value] = dict(values)

    def __str__(self) -> str:
        return _describe(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors travel between processes; their arguments are keywords.
        return _rebuilt, (type(self), self.code, self.source, self.problems, self.values)


class CatalogError(PbbuildError):
    """A catalog file cannot be used."""


class ListError(PbbuildError):
    """An army list cannot be read, found or written."""


class StateError(PbbuildError):
    """A battle state or record cannot be read, or cannot exist."""


class UsageError(PbbuildError):
    """An option or argument has a value that is not allowed."""


def _rebuilt(
    kind: type[PbbuildError],
    code: str,
    source: str,
    problems: tuple[Problem, ...],
    values: Mapping[str, Value],
) -> PbbuildError:
    return kind(code, source=source, problems=problems, **values)


def _code_alone(error: PbbuildError) -> str:
    return error.code


_describe: Callable[[PbbuildError], str] = _code_alone


def describe_errors_with(describe: Callable[[PbbuildError], str]) -> None:
    """Set what `str()` of every error is; until then it is the code, since sentences are above."""
    global _describe
    _describe = describe
