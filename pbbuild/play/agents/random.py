"""The agent that takes any legal action, each as likely as another."""

from pbbuild.play.agents.contract import Choice, Situation
from pbbuild.play.stream import Stream


class RandomAgent:
    """Plays at random."""

    name = "random"

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """Any of the legal actions."""
        actions = situation.actions
        return Choice(actions[generator.below(len(actions))])
