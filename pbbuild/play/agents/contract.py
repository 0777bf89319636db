"""What an agent is: it sees a situation and names an action, and says why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from pbbuild.play.contract import SIDES, Game, Option
from pbbuild.play.stream import Stream


@dataclass(frozen=True, slots=True)
class Choice:
    """An action and the reason for it: a code and numbers, told by `agents.reason-<code>`."""

    action: int
    reason: str = ""
    values: Mapping[str, str | int | float] = field(default_factory=dict)


class Situation:
    """A decision as its player sees it.

    `actions` are the legal actions as the game's own numbers, cheap and in canonical order;
    `options` the same with words, costs and clauses; `view` the state as this side may see it.
    The last two are made when first asked for.
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
    def thinkable(self) -> Any:
        """A copy of the battle to think on, for agents that work on the rules core itself.

        Before a reveal it holds more than its side may see: what is hidden there must not move
        the agent, which the tests of every agent prove.
        """
        return self._state.copy()

    @cached_property
    def view(self) -> Any:
        """What the deciding side may see."""
        return self.game.view(self._state, self.side)


class Agent(Protocol):
    """Somebody who decides. `name` is how the registry and records call him."""

    name: str

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """One of `situation.actions`; all chance comes from `generator`."""
        ...
