"""The interface of agents: an agent sees a situation and chooses an action with a reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from pbbuild.play.contract import SIDES, Game, Option
from pbbuild.play.stream import Stream


@dataclass(frozen=True, slots=True)
class Choice:
    """An action and its reason: a code and values for the message `agents.reason-<code>`."""

    action: int
    reason: str = ""
    values: Mapping[str, str | int | float] = field(default_factory=dict)


class Situation:
    """A decision as its side sees it.

    `actions` are the legal actions as the game's numbers, cheap and in canonical order;
    `options` the same with texts, costs and clauses; `view` the state as this side may see it.
    The last two are computed when first used.
    """

    def __init__(self, game: Game, state: Any, actions: Sequence[int]) -> None:
        self._state = state
        self.game = game
        self.actions = actions
        self.side: str = SIDES[state.decider()]
        self.decision: str = state.decision()

    @cached_property
    def options(self) -> list[Option]:
        """The legal actions with texts, costs and clauses."""
        return self.game.options(self._state)

    @property
    def state_copy(self) -> Any:
        """A copy of the state, for agents that search with the rules core itself.

        It contains what is hidden from this side. That must not influence the agent; the tests
        of every agent check it.
        """
        return self._state.copy()

    @cached_property
    def view(self) -> Any:
        """What the deciding side may see."""
        return self.game.view(self._state, self.side)


class Agent(Protocol):
    """Makes the decisions of a side; `name` is its name in the registry and in records."""

    name: str

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """One of `situation.actions`; all randomness comes from `generator`."""
        ...
