"""The agent that chooses a legal action at random, all equally likely."""

from pbbuild.play.agents.contract import Choice, Situation
from pbbuild.play.stream import Stream


class RandomAgent:
    """Plays at random."""

    name = "random"

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """A random legal action."""
        actions = situation.actions
        return Choice(actions[generator.below(len(actions))])
