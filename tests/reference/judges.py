"""Two judges of the same rules behind one face: the reference model and the engine."""

from typing import Any, Protocol

from pbbuild.games.contract import Node
from tests.reference.reference import Reference

Snapshot = dict[str, Any]
# Purpose, side, unit, target, count.
Throw = tuple[str, str, str, str, int]


class Judge(Protocol):
    """Whatever can say what may be done now and what becomes of it."""

    def node(self) -> str:
        """`decision`, `roll` or `end`."""
        ...

    def decision(self) -> tuple[str, str]:
        """Who decides, and what kind of decision it is."""
        ...

    def options(self) -> dict[str, int]:
        """The legal actions with their costs."""
        ...

    def act(self, text: str) -> None:
        """Takes a legal action."""
        ...

    def throw(self) -> Throw:
        """The dice to be thrown."""
        ...

    def fall(self, dice: list[int]) -> None:
        """Lets them have fallen so."""
        ...

    def snapshot(self) -> Snapshot:
        """Everything that can be compared."""
        ...

    def result(self) -> tuple[str | None, str]:
        """The winner and why, at the end."""
        ...


class ReferenceJudge:
    """The reference model."""

    name = "reference"

    def __init__(self, state: Any, round_limit: int = 50) -> None:
        self.model = Reference(state, round_limit)

    def node(self) -> str:
        return self.model.node

    def decision(self) -> tuple[str, str]:
        return self.model.choice.decider, self.model.choice.decision

    def options(self) -> dict[str, int]:
        return self.model.actions()

    def act(self, text: str) -> None:
        self.model.apply(text)

    def throw(self) -> Throw:
        dice = self.model.roll()
        return dice.purpose, dice.side, dice.unit, dice.target, dice.count

    def fall(self, dice: list[int]) -> None:
        self.model.apply_roll(dice)

    def snapshot(self) -> Snapshot:
        return self.model.snapshot()

    def result(self) -> tuple[str | None, str]:
        assert self.model.rules.end is not None
        return self.model.rules.end.winner, self.model.rules.end.reason


def skip_forced(judge: Judge) -> None:
    """Takes choices with a single option until there is something to decide. PB-11."""
    while judge.node() == "decision":
        options = judge.options()
        if len(options) > 1:
            return
        judge.act(next(iter(options)))


def play(judge: Judge, *steps: str | list[int]) -> None:
    """Makes these choices and throws; forced choices in between need not be named."""
    for step in steps:
        if isinstance(step, str):
            assert judge.node() == "decision", f"no decision for {step!r}: {judge.node()}"
            assert step in judge.options(), f"{step!r} is none of {list(judge.options())}"
            judge.act(step)
        else:
            assert judge.node() == "roll", f"no throw for {step}: {judge.options()}"
            assert judge.throw()[-1] == len(step), f"{step} for {judge.throw()}"
            judge.fall(step)
        skip_forced(judge)


assert [node.name for node in Node] == ["DECISION", "ROLL", "END"]
