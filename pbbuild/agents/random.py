"""The agent that takes any legal action, each as likely as another."""

from random import Random

from pbbuild.agents.contract import Choice, Situation


class RandomAgent:
    """Plays at random."""

    name = "random"

    def choose(self, situation: Situation, generator: Random) -> Choice:
        """Any of the legal actions."""
        actions = situation.actions
        return Choice(actions[int(generator.random() * len(actions))])
