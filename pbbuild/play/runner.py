"""Playing a battle: one step at a time with `Stepper`, or to its end with `play`.

Every interpreted battle is played here: those of `battle`, of series and of a game at a table.
They differ only in who sits there, where chance comes from and who listens.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from pbbuild.errors import StateError
from pbbuild.play.agents.contract import Agent, Choice, Situation
from pbbuild.play.contract import SIDES, Game, Node, Outcome, Roll
from pbbuild.play.stream import Stream


class Listener(Protocol):
    """Whoever wants to know every step: records, accounts, screens."""

    def rolled(self, before: Any, roll: Roll, dice: Sequence[int], after: Any) -> None:
        """Dice fell."""
        ...

    def chose(self, before: Any, choice: Choice, options: int, after: Any) -> None:
        """A choice was made, forced ones included."""
        ...


class ChanceSource(Protocol):
    """Where the dice of a battle and its agents' chance come from."""

    def throw(self, purpose: str, count: int, faces: Sequence[int]) -> list[int] | None:
        """The next dice for `purpose`; None where they are thrown on a real table."""
        ...

    def of_agent(self, decider: int) -> Stream:
        """The generator for the decision that `decider` (0 for A) has to make now."""
        ...


class Stepper:
    """A battle in progress: `state` changes by one roll or one choice at a time.

    `agents` has None where a person decides.
    """

    def __init__(
        self,
        game: Game,
        state: Any,
        agents: Sequence[Agent | None],
        chance: ChanceSource,
        listener: Listener | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.agents = agents
        self.chance = chance
        self.listener = listener

    def step(self) -> bool:
        """Throw dice, take an only option (PB-11) or let an agent decide: whatever comes next.

        False, and nothing changes, where a person decides or throws, and at the end.
        """
        state = self.state
        node = state.node()
        if node == Node.DECISION:
            actions = state.legal_actions()
            if len(actions) == 1:
                choice = Choice(actions[0])
            else:
                agent = self.agents[state.decider()]
                if agent is None:
                    return False
                choice = self.ask(agent, actions)
            self.choose(choice, len(actions))
            return True
        if node == Node.END:
            return False
        roll = state.roll()
        dice = self.chance.throw(roll.purpose, roll.count, roll.faces)
        if dice is None:
            return False
        self.roll(roll, dice)
        return True

    def roll(self, roll: Roll, dice: Sequence[int]) -> None:
        """Apply these dice, which must fit `roll`, the one the state waits for."""
        state, listener = self.state, self.listener
        if listener is None:
            state.apply_roll(dice)
            return
        before = state.copy()
        state.apply_roll(dice)
        listener.rolled(before, roll, dice, state)

    def ask(self, agent: Agent, actions: Sequence[int]) -> Choice:
        """What `agent` chooses of the legal `actions`; anything else is its defect, and raised."""
        state = self.state
        generator = self.chance.of_agent(state.decider())
        choice = agent.choose(Situation(self.game, state, actions), generator)
        if choice.action not in actions:
            raise _illegal(self.game, state, agent.name, choice.action)
        return choice

    def choose(self, choice: Choice, options: int) -> None:
        """Apply a legal choice, one of so many options."""
        state, listener = self.state, self.listener
        if listener is None:
            state.apply(choice.action)
            return
        before = state.copy()
        state.apply(choice.action)
        listener.chose(before, choice, options, state)


def play(
    game: Game,
    state: Any,
    agents: Sequence[Agent],
    chance: ChanceSource,
    listener: Listener | None = None,
) -> Outcome:
    """How the battle ends that `state` begins; `state` is changed to that end."""
    stepper = Stepper(game, state, agents, chance, listener)
    while stepper.step():
        pass
    outcome: Outcome | None = state.outcome()
    assert outcome is not None
    return outcome


def _illegal(game: Game, state: Any, agent: str, action: int) -> StateError:
    try:
        words = game.option(state, action).text
    except (AssertionError, IndexError, KeyError):
        # Not even a number that stands for an action.
        words = str(action)
    return StateError(
        "engine.illegal-choice",
        agent=agent,
        action=words,
        side=SIDES[state.decider()],
        decision=state.decision(),
    )
