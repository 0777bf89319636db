"""The one contract between a game's rules and everything that plays, records or shows it.

A `State` is all of a battle at one moment. It stands at a decision of one side, at a roll, or
at the end. Rules draw no random numbers: at a roll the runner picks the faces and the record
keeps them. Inside, actions are small ints in canonical order; outside, they are the words of
FORMATS. One judge: what `legal_actions` lists is exactly what `apply` accepts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

if TYPE_CHECKING:
    from pbbuild.play.chance import Distribution

SIDES = ("A", "B")


class Node(IntEnum):
    """What a state waits for."""

    DECISION = 0
    ROLL = 1
    END = 2


@dataclass(frozen=True, slots=True)
class Roll:
    """`count` dice, each uniform over `faces`, thrown for `purpose` by `side`."""

    purpose: str
    side: str
    count: int
    faces: tuple[int, ...]
    unit: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One legal action as people and records see it."""

    action: int
    text: str
    cost: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as codes and numbers; `i18n` tells it in words."""

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a battle ended. `winner` is "A", "B" or None (undecided)."""

    winner: str | None
    reason: str
    rounds: int
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class OptionOdds:
    """What the dice of an option can bring, exact.

    `hits` are those of its own dice, None where they depend on what happens before the throw;
    `values` are expected numbers and likelihoods by name, as far as the game knows them.
    """

    hits: "Distribution | None"
    values: Mapping[str, float] = field(default_factory=dict)


class State(Protocol):
    """All of a battle at one moment; `apply` changes it in place and trusts its caller."""

    def copy(self) -> Self:
        """An independent copy, cheap enough for search."""
        ...

    def node(self) -> int:
        """A `Node`: decision, roll or end."""
        ...

    def decider(self) -> int:
        """0 for A, 1 for B: whose decision it is."""
        ...

    def decision(self) -> str:
        """The kind of decision (PB-11), "" at a roll or the end."""
        ...

    def legal_actions(self) -> Sequence[int]:
        """Every legal action at a decision, in canonical order."""
        ...

    def apply(self, action: int) -> None:
        """Make the decision `action`, one of `legal_actions`."""
        ...

    def roll(self) -> Roll:
        """What is to be rolled."""
        ...

    def apply_roll(self, dice: Sequence[int]) -> None:
        """Let the dice have fallen so."""
        ...

    def concede(self, side: str) -> None:
        """Let `side` give up; the other wins at once, for the reason "conceded"."""
        ...

    def outcome(self) -> Outcome | None:
        """How the battle ended, None before."""
        ...


class Game(Protocol):
    """A game's rules, seen from outside: set-up, words, views, files."""

    id: str

    def options(self, state: Any) -> list[Option]:
        """The legal actions with texts, costs and clauses."""
        ...

    def option(self, state: Any, action: int) -> Option:
        """One legal action with its text, cost and clauses."""
        ...

    def scores(self, before: Any, dice: Sequence[int]) -> Mapping[str, int]:
        """What these dice score at the roll `before` waits for: `hits`, or nothing at all."""
        ...

    def parse(self, state: Any, text: str) -> int:
        """The legal action that `text` names; a refusal names its clause."""
        ...

    def why_not(self, state: Any, text: str) -> tuple[str, ...]:
        """The clauses that forbid `text` now, () where it is allowed."""
        ...

    def view(self, state: Any, side: str) -> Any:
        """What `side` may see; equal for states that differ only in what is hidden from it."""
        ...

    def events(self, before: Any, after: Any) -> list[Event]:
        """What happened between two states one step apart."""
        ...

    def to_json(self, state: Any) -> dict[str, Any]:
        """The state as FORMATS has it."""
        ...

    def from_json(self, document: Mapping[str, Any]) -> Any:
        """A state from its document; one that cannot exist is refused with the reason."""
        ...


@runtime_checkable
class GameWithOdds(Protocol):
    """A `Game` that also knows the odds of its options."""

    def odds(self, state: Any, option: Option) -> OptionOdds | None:
        """What the dice of a legal option can bring, None where it throws none."""
        ...


@runtime_checkable
class GameWithSecrets(Protocol):
    """A `Game` in which something is hidden from a side until a step reveals it."""

    def reveals(self, before: Any, after: Any) -> bool:
        """Whether the step between the two states showed a side what was hidden from it."""
        ...
