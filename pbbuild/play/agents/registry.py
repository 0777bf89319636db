"""Agents by name, as options and records write them: `random`, `search:400`."""

import difflib
import re
from collections.abc import Callable, Mapping
from typing import Final

from pbbuild.errors import UsageError
from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.random import RandomAgent

POCKET_BATTLES: Final = "pocket-battles"
POCKET_GENERAL: Final = "pocket-general-ww2"
# What follows a colon in a name is the agent's own setting, "" without one. A maker gives
# None for a setting it cannot use.
Maker = Callable[[str], Agent | None]


def _random(setting: str) -> Agent | None:
    return None if setting else RandomAgent()


def _general_greedy(setting: str) -> Agent | None:
    from pbbuild.pocket_general.agents.players import GeneralGreedy

    return None if setting else GeneralGreedy()


def _general_search(setting: str) -> Agent | None:
    from pbbuild.pocket_general.agents.players import MOST_SIMULATIONS, SIMULATIONS, GeneralSearch

    wished = setting or str(SIMULATIONS)
    if not re.fullmatch("[0-9]{1,9}", wished) or not 1 <= int(wished) <= MOST_SIMULATIONS:
        return None
    return GeneralSearch(int(wished))


def _thinking(base: str) -> Maker:
    def make(setting: str) -> Agent | None:
        from pbbuild.pocket_battles.agents.thinking_agents import ThinkingAgent, mind_named

        mind = mind_named(base, setting)
        return ThinkingAgent(base, mind) if mind else None

    return make


MAKERS: Final[dict[str, Maker]] = {
    "random": _random,
    "greedy": _thinking("greedy"),
    "assault": _thinking("assault"),
    "defensive": _thinking("defensive"),
    "shooting": _thinking("shooting"),
    "cautious": _thinking("cautious"),
    "expect": _thinking("expect"),
    "search": _thinking("search"),
}
GENERAL_MAKERS: Final[dict[str, Maker]] = {
    "random": _random,
    "greedy": _general_greedy,
    "search": _general_search,
}
BY_GAME: Final[Mapping[str, Mapping[str, Maker]]] = {
    POCKET_BATTLES: MAKERS,
    POCKET_GENERAL: GENERAL_MAKERS,
}


def agent_named(name: str, game: str = POCKET_BATTLES) -> Agent:
    """The agent that `name` means in a game; an unknown one is refused with the known ones."""
    makers = BY_GAME[game]
    base, _, setting = name.partition(":")
    maker = makers.get(base)
    agent = maker(setting) if maker else None
    if agent is None and maker and setting:
        raise UsageError("agents.bad-setting", base=base, setting=setting[:60])
    if agent is None:
        near = difflib.get_close_matches(base, makers, 1)
        code = "agents.unknown-near" if near and near[0] != name else "agents.unknown"
        raise UsageError(code, wished=name[:60], near=near[0] if near else "", known=tuple(makers))
    return agent
