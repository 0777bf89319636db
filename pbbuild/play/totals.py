"""Parts of the totals of many battles, for any game: failed battles, sums from JSON."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pbbuild.errors import UsageError
from pbbuild.play.statistics import Pairs, Sums

SomeSums = TypeVar("SomeSums", Pairs, Sums)

NO_PAIRS: Final = Pairs()
NO_SUMS: Final = Sums()


@dataclass(frozen=True, slots=True)
class BattleError:
    """A battle that failed: it has no result, and its seed reproduces it."""

    battle: int
    seed: int
    error: str

    def document(self) -> dict[str, Any]:
        """The error as a JSON object."""
        return {"battle": self.battle, "seed": self.seed, "error": self.error}


class BattleFailedError(Exception):
    """A battle failed; `broken` describes it."""

    def __init__(self, broken: BattleError) -> None:
        super().__init__(broken)
        self.failure = broken


@contextmanager
def wrap_battle_errors(battle: int, seed: int) -> Iterator[None]:
    """Wrap any exception in a `BattleFailedError` with the battle's number (from 0) and seed.

    A refusal of what the player gave is no failure of the battle, and stays as it is.
    """
    try:
        yield
    except UsageError:
        raise
    except Exception as error:
        raise BattleFailedError(BattleError(battle + 1, seed, repr(error)[:200])) from error


def merged_errors(
    one: tuple[BattleError, ...], other: tuple[BattleError, ...]
) -> tuple[BattleError, ...]:
    """Both, in the order of their battles."""
    return tuple(sorted((*one, *other), key=lambda error: error.battle))


def whole_number(value: Any) -> int:
    """`value`, if it is a whole number of at least 0; else ValueError."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value


def pairs_from(numbers: list[int]) -> Pairs:
    """The sums from `Pairs.numbers`; impossible ones raise ValueError."""
    return _possible(Pairs(*map(whole_number, numbers)))


def sums_from(numbers: list[int]) -> Sums:
    """The sums from `Sums.numbers`; impossible ones raise ValueError."""
    return _possible(Sums(*map(whole_number, numbers)))


def _possible(sums: SomeSums) -> SomeSums:
    if not sums.is_possible:
        raise ValueError(sums)
    return sums


def errors_from(rows: list[list[Any]]) -> tuple[BattleError, ...]:
    """The failed battles from their rows in the totals."""
    return tuple(
        BattleError(whole_number(battle), whole_number(seed), str(error))
        for battle, seed, error in rows
    )
