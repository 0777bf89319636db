"""Playing a battle from a state to its end: dice from the streams, choices from the agents."""

from collections.abc import Sequence
from typing import Any, Protocol

from pbbuild.errors import StateError
from pbbuild.play.agents.contract import Agent, Choice, Situation
from pbbuild.play.contract import SIDES, Game, Node, Outcome, Roll
from pbbuild.play.seeds import Streams


class Listener(Protocol):
    """Whoever wants to know every step: records, accounts, screens."""

    def rolled(self, before: Any, roll: Roll, dice: Sequence[int], after: Any) -> None:
        """Dice fell."""
        ...

    def chose(self, before: Any, choice: Choice, options: int, after: Any) -> None:
        """A choice was made, forced ones included."""
        ...


def play(
    game: Game,
    state: Any,
    agents: Sequence[Agent],
    streams: Streams,
    listener: Listener | None = None,
) -> Outcome:
    """How the battle ends that `state` begins; `state` is carried to that end.

    A choice with a single option is made without asking the agent. PB-11.
    """
    while (node := state.node()) != Node.END:
        before = state.copy() if listener else state
        if node == Node.ROLL:
            roll = state.roll()
            dice = streams.throw(roll.purpose, roll.count, roll.faces)
            state.apply_roll(dice)
            if listener:
                listener.rolled(before, roll, dice, state)
            continue
        actions = state.legal_actions()
        if len(actions) == 1:
            choice = Choice(actions[0])
        else:
            decider = state.decider()
            situation = Situation(game, state, actions)
            choice = agents[decider].choose(situation, streams.agents[decider])
            if choice.action not in actions:
                raise _illegal(game, state, agents[decider].name, choice.action)
        options = len(actions)
        state.apply(choice.action)
        if listener:
            listener.chose(before, choice, options, state)
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
