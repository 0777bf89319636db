"""What can go wrong, as codes and numbers; `i18n` owns the sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = str | int | float | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a file: where (JSON pointer, line), what (a code), how much."""

    pointer: str
    line: int
    code: str
    values: Mapping[str, Value] = field(default_factory=dict)


class PbbuildError(Exception):
    """Something the player or his files did that a command cannot go on from.

    `code` names the sentence `errors.<code>` in `i18n`, `values` fill it in; `problems`
    are all that is wrong in `source`, each told by `problems.<code>`. Only `cli` catches it.
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


class CatalogError(PbbuildError):
    """A catalog file cannot be used."""


class ListError(PbbuildError):
    """An army list cannot be read, found or written."""


class StateError(PbbuildError):
    """A battle state or record cannot be read, or cannot exist."""


class UsageError(PbbuildError):
    """A wish that no option or argument allows."""
