"""Levels of play by name, for people who do not know the agents."""

import difflib
from collections.abc import Mapping
from typing import Final

from pbbuild.base.rooms import part_of
from pbbuild.errors import UsageError
from pbbuild.text.translate import LANGUAGES, sentences_of

LEVELS: Final = ("easy", "normal", "hard", "expert")
DEFAULT_LEVEL: Final = "normal"


def agent_of_level(level: str, game: str) -> str:
    """The name of the agent that plays a game at `level`; an unknown level is refused.

    A level may be written as in any language.
    """
    agents: Mapping[str, str] = part_of(game, "levels")
    written = _written_levels()
    level = written.get(level.strip().casefold(), level)
    if level not in agents:
        near = difflib.get_close_matches(level, written, 1)
        code = "agents.unknown-level-near" if near else "agents.unknown-level"
        raise UsageError(code, wished=level[:40], near=near[0] if near else "", known=LEVELS)
    return agents[level]


def _written_levels() -> dict[str, str]:
    """The levels by what they are called in each language."""
    return {
        sentences_of(language)[f"agents.level-{level}"]: level
        for language in LANGUAGES
        for level in LEVELS
    }


def level_of_agent(agent: str, game: str) -> str:
    """The level that an agent stands for, "" if it stands for none."""
    agents: Mapping[str, str] = part_of(game, "levels")
    return next((level for level, name in agents.items() if name == agent), "")
