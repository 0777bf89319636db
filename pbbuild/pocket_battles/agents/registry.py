"""The agents of Pocket Battles by name."""

from collections.abc import Mapping
from typing import Final

from pbbuild.play.agents import registry
from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.registry import AgentMaker, make_random
from pbbuild.pocket_battles.catalog.model import GAME


def _thinking(base: str) -> AgentMaker:
    def make(setting: str) -> Agent | None:
        from pbbuild.pocket_battles.agents.thinking_agents import ThinkingAgent, mind_named

        mind = mind_named(base, setting)
        return ThinkingAgent(base, mind) if mind else None

    return make


def _beginner(setting: str) -> Agent | None:
    from pbbuild.pocket_battles.agents.beginner import Beginner

    return None if setting else Beginner()


MAKERS: Final[dict[str, AgentMaker]] = {
    "random": make_random,
    "beginner": _beginner,
    **{
        base: _thinking(base)
        for base in (
            "quick",
            "greedy",
            "assault",
            "defensive",
            "shooting",
            "cautious",
            "expect",
            "search",
            "v1-greedy",
            "v1-expect",
            "v1-search",
        )
    },
}

# The agent behind each level of play.
LEVELS: Final[Mapping[str, str]] = {
    "easy": "beginner",
    "normal": "greedy",
    "hard": "search:16",
    "expert": "search:2400",
}


def agent_named(name: str) -> Agent:
    """The agent of Pocket Battles called `name`; an unknown name is refused."""
    return registry.agent_named(name, GAME)
