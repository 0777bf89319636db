"""The interface between a game's rules and everything that plays, records or shows it.

A `GameState` is all of a battle at one moment. It waits for a decision of one side or for a roll,
or has ended. Rules draw no random numbers: at a roll the runner picks the faces and the record
stores them. Inside, actions are small ints in canonical order; outside, they are the words of
FORMATS. `legal_actions` lists exactly what `apply` accepts.
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
    """One legal action with the text that people and records use."""

    action: int
    text: str
    cost: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as a code and values; `pbbuild.text` has the messages."""

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
    """The exact odds of an option.

    `hits` are those of its own dice, None if they depend on what happens before the roll;
    `values` are expected numbers and probabilities by name, as far as the game knows them.
    """

    hits: "Distribution | None"
    values: Mapping[str, float] = field(default_factory=dict)


class GameState(Protocol):
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
        """Apply `action`, one of `legal_actions`."""
        ...

    def roll(self) -> Roll:
        """The pending roll."""
        ...

    def apply_roll(self, dice: Sequence[int]) -> None:
        """Apply these dice to the pending roll."""
        ...

    def concede(self, side: str) -> None:
        """End the battle: `side` concedes and the other wins, for the reason "conceded"."""
        ...

    def outcome(self) -> Outcome | None:
        """How the battle ended, None while it is in progress."""
        ...


class Game(Protocol):
    """A game's rules for the rest of the program: options, texts, views, files."""

    id: str

    def options(self, state: Any) -> list[Option]:
        """The legal actions with texts, costs and clauses."""
        ...

    def option(self, state: Any, action: int) -> Option:
        """One legal action with its text, cost and clauses."""
        ...

    def scores(self, before: Any, dice: Sequence[int]) -> Mapping[str, int]:
        """What these dice score at the pending roll of `before`: `hits`, or {}."""
        ...

    def parse(self, state: Any, text: str) -> int:
        """The legal action that `text` names; one that is not legal raises with the clause."""
        ...

    def why_not(self, state: Any, text: str) -> tuple[str, ...]:
        """The clauses that forbid `text` now, () if it is allowed."""
        ...

    def view(self, state: Any, side: str) -> Any:
        """What `side` may see; equal for states that differ only in what is hidden from it."""
        ...

    def events(self, before: Any, after: Any) -> list[Event]:
        """What happened between two states one step apart."""
        ...

    def to_json(self, state: Any) -> dict[str, Any]:
        """The state as a JSON document, as FORMATS defines it."""
        ...

    def from_json(self, document: Mapping[str, Any]) -> Any:
        """The state of a document; one that is not possible is refused with the reason."""
        ...


@runtime_checkable
class GameWithOdds(Protocol):
    """A `Game` that also knows the odds of its options."""

    def odds(self, state: Any, option: Option) -> OptionOdds | None:
        """The odds of a legal option, None if it rolls no dice."""
        ...


@runtime_checkable
class GameWithSecrets(Protocol):
    """A `Game` in which something is hidden from a side until a step reveals it."""

    def reveals(self, before: Any, after: Any) -> bool:
        """Whether the step between the two states revealed something hidden to a side."""
        ...
