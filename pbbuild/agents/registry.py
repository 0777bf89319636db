"""Agents by name, as options and records write them: `random`, `search:400`."""

import difflib
from collections.abc import Callable
from typing import Final

from pbbuild.agents.contract import Agent
from pbbuild.agents.random import RandomAgent
from pbbuild.errors import UsageError

# What follows a colon in a name is the agent's own setting, "" without one.
MAKERS: Final[dict[str, Callable[[str], Agent]]] = {
    "random": lambda setting: RandomAgent(),
}


def agent_named(name: str) -> Agent:
    """The agent that `name` means; an unknown one is refused with the known ones."""
    base, _, setting = name.partition(":")
    maker = MAKERS.get(base)
    if maker is None or (base == "random" and setting):
        near = difflib.get_close_matches(base, MAKERS, 1)
        code = "agents.unknown-near" if near and near[0] != name else "agents.unknown"
        raise UsageError(code, wished=name[:60], near=near[0] if near else "", known=tuple(MAKERS))
    return maker(setting)
