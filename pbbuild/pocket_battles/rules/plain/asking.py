"""What the rules stop for: a player's choice, dice, the end."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any


@dataclass
class Choice:
    """`decider` picks one of `options`, texts with what they cost. PB-11."""

    decider: str
    decision: str
    options: dict[str, int]
    pending: dict[str, Any] | None = None


@dataclass
class Dice:
    """`count` dice thrown by `side` for `unit` against `target`."""

    purpose: str
    side: str
    count: int
    unit: str = ""
    target: str = ""


@dataclass
class End:
    """The battle is over."""

    winner: str | None
    reason: str


# A rule is a generator: it yields what it stops for and is sent the text of the option taken,
# or the faces of the dice.
Play = Generator[Choice | Dice, Any, None]


def ask_or_done(choice: Choice) -> Generator[Choice | Dice, Any, str]:
    """The option taken, or `done`; who has no option but `done` is not asked. R-23."""
    if not choice.options:
        return "done"
    choice.options = {**choice.options, "done": 0}
    chosen: str = yield choice
    return chosen
