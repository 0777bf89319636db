"""What many battles of any game add up to: errors with their seeds, sums read back."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pbbuild.play.statistics import Pairs, Sums

SomeSums = TypeVar("SomeSums", Pairs, Sums)


NO_PAIRS: Final = Pairs()


NO_SUMS: Final = Sums()


@dataclass(frozen=True, slots=True)
class BattleError:
    """A battle that broke off: never a result, always reproducible by its seed."""

    battle: int
    seed: int
    error: str

    def document(self) -> dict[str, Any]:
        """The error for a program."""
        return {"battle": self.battle, "seed": self.seed, "error": self.error}


class BrokenOffError(Exception):
    """A battle broke off; the argument is its `BattleError`."""

    def __init__(self, broken: BattleError) -> None:
        super().__init__(broken)
        self.broken = broken


@contextmanager
def told_by(battle: int, seed: int) -> Iterator[None]:
    """Whatever goes wrong in battle number `battle` (from 0) says which battle it was."""
    try:
        yield
    except Exception as error:
        raise BrokenOffError(BattleError(battle + 1, seed, repr(error)[:200])) from error


def merged_errors(
    one: tuple[BattleError, ...], other: tuple[BattleError, ...]
) -> tuple[BattleError, ...]:
    """All of them, in order of their battles."""
    return tuple(sorted((*one, *other), key=lambda error: error.battle))


def whole(value: Any) -> int:
    """`value`, which has to be a number that counts something."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value


def pairs_from(numbers: list[int]) -> Pairs:
    """The sums that `Pairs.numbers` gave; what no battles add up to is a ValueError."""
    return _possible(Pairs(*map(whole, numbers)))


def sums_from(numbers: list[int]) -> Sums:
    """The sums that `Sums.numbers` gave; what no battles add up to is a ValueError."""
    return _possible(Sums(*map(whole, numbers)))


def _possible(sums: SomeSums) -> SomeSums:
    if not sums.can_be:
        raise ValueError(sums)
    return sums


def errors_from(rows: list[list[Any]]) -> tuple[BattleError, ...]:
    """Battles that broke off, as totals keep them."""
    return tuple(
        BattleError(whole(battle), whole(seed), str(error)) for battle, seed, error in rows
    )
