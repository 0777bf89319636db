"""What the rules wait for: a player's decision or a roll of dice; and the end. PB-11."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any


@dataclass
class Decision:
    """`decider` picks one of `options`; each option is a text with its cost in tokens. PB-11.

    `kind` is one of deploy, turn, act, react, target, wound, follow-up, sacrifice. Options that are
    not orders cost 0, a pass costs 1. R-16.
    """

    decider: str
    kind: str
    options: dict[str, int]
    pending: dict[str, Any] | None = None


@dataclass
class DiceRoll:
    """`side` rolls `count` dice for `unit` against `target`; `purpose` says why. R-22."""

    purpose: str
    side: str
    count: int
    unit: str = ""
    target: str = ""


@dataclass
class End:
    """The battle is over: who won, or None, and why. PB-9.1 to PB-9.3."""

    winner: str | None
    reason: str


# A rule is a generator. It yields a decision and is sent the text of the chosen option, or it
# yields a roll and is sent the faces of the dice.
Steps = Generator[Decision | DiceRoll, Any, None]


def ask_or_done(decision: Decision) -> Generator[Decision | DiceRoll, Any, str]:
    """The chosen option or `done`; without options nobody is asked and it is `done`. R-23."""
    if not decision.options:
        return "done"
    decision.options = {**decision.options, "done": 0}
    chosen: str = yield decision
    return chosen
