"""Playing a battle: one step at a time with `Stepper`, or to its end with `play`.

Every interpreted battle is played here: those of `battle`, of series and of a `Table`. They
differ only in the agents, the source of the dice and the listener.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pbbuild.errors import StateError
from pbbuild.play.agents.contract import Agent, Choice, Situation
from pbbuild.play.contract import SIDES, Game, Node, Outcome, Roll
from pbbuild.play.record import Recorder, RecordLine
from pbbuild.play.stream import Stream, Streams


class Listener(Protocol):
    """Is called after every step: records, statistics, screens."""

    def rolled(self, before: Any, roll: Roll, dice: Sequence[int], after: Any) -> None:
        """Dice were rolled."""
        ...

    def chose(self, before: Any, choice: Choice, options: int, after: Any) -> None:
        """A choice was made, also one with a single option."""
        ...


class ChanceSource(Protocol):
    """The source of the dice of a battle and of its agents' randomness."""

    def throw(self, purpose: str, count: int, faces: Sequence[int]) -> list[int] | None:
        """The next dice for `purpose`; None if a person rolls real dice."""
        ...

    def agent_stream(self, decider: int) -> Stream:
        """The generator for the pending decision of `decider` (0 for A, 1 for B)."""
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
        """Take the next step: roll dice, take a single option (PB-11) or ask an agent.

        False, and no change, if a person has to decide or roll, and at the end.
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
        """Apply these dice, which must fit `roll`, the pending roll."""
        state, listener = self.state, self.listener
        if listener is None:
            state.apply_roll(dice)
            return
        before = state.copy()
        state.apply_roll(dice)
        listener.rolled(before, roll, dice, state)

    def ask(self, agent: Agent, actions: Sequence[int]) -> Choice:
        """The choice of `agent` among the legal `actions`; any other choice raises."""
        state = self.state
        generator = self.chance.agent_stream(state.decider())
        choice = agent.choose(Situation(self.game, state, actions), generator)
        if choice.action not in actions:
            raise _illegal(self.game, state, agent.name, choice.action)
        return choice

    def choose(self, choice: Choice, options: int) -> None:
        """Apply a legal choice out of `options` options."""
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
    """The outcome of playing on from `state`, which is changed to the final state."""
    stepper = Stepper(game, state, agents, chance, listener)
    while stepper.step():
        pass
    outcome: Outcome | None = state.outcome()
    assert outcome is not None
    return outcome


def action_words(game: Game, state: Any, action: int) -> str:
    """The words of an action for an error message, or its number if the game has no such action."""
    try:
        return game.option(state, action).text
    except (AssertionError, IndexError, KeyError):
        return str(action)


def _illegal(game: Game, state: Any, agent: str, action: int) -> StateError:
    return StateError(
        "engine.illegal-choice",
        agent=agent,
        action=action_words(game, state, action),
        side=SIDES[state.decider()],
        decision=state.decision(),
    )


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game of any kind: its outcome and its record."""

    outcome: Outcome
    recorder: Recorder

    @property
    def header(self) -> RecordLine:
        """The first line of the record."""
        return self.recorder.lines[0]

    @property
    def end(self) -> RecordLine:
        """The last line of the record."""
        return self.recorder.lines[-1]

    @property
    def decisions(self) -> int:
        """How many choices had more than one option."""
        choices = (line for line in self.recorder.lines if line.get("type") == "choice")
        return sum(line["options"] > 1 for line in choices)


def play_recorded(
    game: Game, state: Any, header: RecordLine, agents: Sequence[Agent], seed: int
) -> tuple[Outcome, Recorder]:
    """Play on from `state`, which is changed, with the dice of `seed`: outcome and record."""
    recorder = Recorder(game, header)
    outcome = play(game, state, agents, Streams(seed), recorder)
    recorder.ended(outcome)
    return outcome, recorder
