"""Agents by name, as in options and records: `random`, `search:400`.

A game's own agents are in its package. Other packages can add more: an entry point in the group
`pbbuild.agents` that refers to a maker registers its agent under the entry point's name. The name
may begin with the game and a dot (`pocket-general.mine`); without one the agent plays the first
game, Pocket Battles.
"""

import difflib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from pbbuild.base.rooms import game_called, part_of, rooms
from pbbuild.errors import UsageError
from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.random import RandomAgent

ENTRY_POINT_GROUP: Final = "pbbuild.agents"
# A maker gets what follows the colon in a name, "" without one. It returns None for a setting
# it cannot use.
Maker = Callable[[str], Agent | None]


def make_random(setting: str) -> Agent | None:
    """The agent that chooses at random; it has no setting."""
    return None if setting else RandomAgent()


def agent_named(name: str, game: str) -> Agent:
    """The agent called `name` in a game; an unknown name is refused with the known ones."""
    makers: Mapping[str, Maker] = part_of(game, "agents")
    base, _, setting = name.partition(":")
    maker = makers.get(base) or _plugin_maker(base, game)
    agent = maker(setting) if maker else None
    if agent is None and maker and setting:
        raise UsageError("agents.bad-setting", base=base, setting=setting[:60])
    if agent is None:
        known = (*makers, *plugin_agents(game))
        near = difflib.get_close_matches(base, known, 1)
        code = "agents.unknown-near" if near and near[0] != name else "agents.unknown"
        raise UsageError(code, wished=name[:60], near=near[0] if near else "", known=known)
    return agent


def plugin_agents(game: str) -> tuple[str, ...]:
    """The names of the agents that other installed packages add to a game."""
    return tuple(sorted(name for whose, name, _ in _entries() if whose == game))


def _plugin_maker(name: str, game: str) -> Maker | None:
    for whose, entry_name, entry in _entries():
        if (whose, entry_name) == (game, name):
            maker: Maker = entry.load()
            return maker
    return None


@cache
def _entries() -> tuple[tuple[str, str, EntryPoint], ...]:
    """Game, name and entry point of every agent that other packages add."""
    found = []
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        game, _, name = entry.name.rpartition(".")
        found.append((game_called(game) if game else rooms()[0].id, name, entry))
    return tuple(found)
