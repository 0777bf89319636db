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

from pbbuild.base.rooms import part_of, rooms
from pbbuild.errors import UsageError
from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.random import RandomAgent

ENTRY_POINT_GROUP: Final = "pbbuild.agents"
# A maker gets what follows the colon in a name, "" without one. It returns None for a setting
# it cannot use.
AgentMaker = Callable[[str], Agent | None]
# Agent objects passed by the caller, ours and the enemy's; None for an agent given by name.
Players = tuple[Agent | None, Agent | None]
NO_AGENTS: Final[Players] = (None, None)


def make_random(setting: str) -> Agent | None:
    """The agent that chooses at random; it has no setting."""
    return None if setting else RandomAgent()


def agent_named(name: str, game: str) -> Agent:
    """The agent called `name` in a game; an unknown name is refused with the known ones."""
    makers: Mapping[str, AgentMaker] = part_of(game, "agents")
    base, _, setting = name.partition(":")
    if base in makers:
        agent = makers[base](setting)
    elif entry := _entry_of(base, game):
        agent = _made_by(entry, base, setting)
    else:
        known = (*makers, *plugin_agents(game))
        levels: Mapping[str, str] = part_of(game, "levels")
        near = [levels[name]] if name in levels else difflib.get_close_matches(base, known, 1)
        code = "agents.unknown-near" if near and near[0] != name else "agents.unknown"
        raise UsageError(code, wished=name[:60], near=near[0] if near else "", known=known)
    if agent is None:
        raise UsageError("agents.bad-setting", base=base, setting=setting[:60])
    return agent


def agent_of(wanted: str | Agent, game: str) -> Agent:
    """The agent of that name, or the given agent."""
    return agent_named(wanted, game) if isinstance(wanted, str) else wanted


def name_of(wanted: str | Agent) -> str:
    """The name that a record has for an agent, given by name or as an object."""
    return wanted if isinstance(wanted, str) else wanted.name


def agent_object(wanted: str | Agent) -> Agent | None:
    """The given agent object, None for an agent given by name."""
    return None if isinstance(wanted, str) else wanted


def agents_for(names: tuple[str, str], players: Players, game: str) -> tuple[Agent, Agent]:
    """Our agent and the enemy's: the given objects, else the agents of these names."""
    ours, theirs = (
        player or agent_named(name, game) for name, player in zip(names, players, strict=True)
    )
    return ours, theirs


def plugin_agents(game: str) -> tuple[str, ...]:
    """The names of the agents that other installed packages add to a game."""
    return tuple(sorted(name for whose, name, _ in _entries() if whose == game))


def _entry_of(name: str, game: str) -> EntryPoint | None:
    found = (entry for whose, own, entry in _entries() if (whose, own) == (game, name))
    return next(found, None)


def _made_by(entry: EntryPoint, name: str, setting: str) -> Agent | None:
    """The agent that another package makes; an error of that package is reported as its own."""
    package = entry.dist.name if entry.dist else entry.module
    try:
        maker: AgentMaker = entry.load()
        agent = maker(setting)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[:300]
        raise UsageError(
            "agents.plug-in-fails", agent=name, package=package, reason=reason
        ) from error
    if agent is None and setting:
        return None
    if not isinstance(getattr(agent, "name", None), str) or not hasattr(agent, "choose"):
        raise UsageError("agents.plug-in-no-agent", agent=name, package=package)
    return agent


@cache
def _entries() -> tuple[tuple[str, str, EntryPoint], ...]:
    """Game, name and entry point of every agent that other packages add to games there are."""
    games = {name: room.id for room in rooms() for name in room.names}
    found = []
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        game, _, name = entry.name.rpartition(".")
        if not game or game in games:
            found.append((games[game] if game else rooms()[0].id, name, entry))
    return tuple(found)
