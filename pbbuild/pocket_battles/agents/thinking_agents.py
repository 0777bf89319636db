"""The agents of Pocket Battles that evaluate actions: greedy, styles, expectation, search."""

import re
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.play.agents.contract import Choice, Situation
from pbbuild.play.stream import Stream
from pbbuild.pocket_battles.agents.thinking.minds import (
    EXPECT,
    GREEDY,
    QUICK,
    RANDOM,
    SEARCH,
    SEARCH_V1,
    Mind,
    decide,
)
from pbbuild.pocket_battles.agents.thinking.value import FIRST
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.notation import WORDS, kind_of

MOST_SIMULATIONS: Final = 1_000_000
# A choice may take 2 ms in a playtest and 50 ms in a game on screen.
PLAYTEST: Final = "search:16"
PLAY: Final = "search:2400"
# How many of the most promising actions `expect` evaluates.
ACTIONS: Final = 6


@dataclass(frozen=True, slots=True)
class PlayingStyle:
    """A style of play: bonuses for actions, in deployment points, and how units are deployed.

    `far_sighted` styles evaluate the chance to win as `expect` does, others points as `greedy`.
    """

    own_losses: float = 1.0
    far_sighted: bool = False
    charge: float = 0.0
    shoot: float = 0.0
    wait: float = 0.0
    massed: float = 0.4
    # Points per expected hit of a charge or shot for deploying a unit in the strong sector.
    chargers: float = 0.0
    shooters: float = 0.0


STYLES: Final[dict[str, PlayingStyle]] = {
    "assault": PlayingStyle(0.6, charge=1.2, shoot=-0.3, massed=0.8, chargers=1.0, shooters=-1.0),
    "defensive": PlayingStyle(1.4, charge=-1.0, shoot=0.4, wait=0.5, massed=0.0),
    "shooting": PlayingStyle(1.1, charge=-0.7, shoot=1.0, massed=0.3, chargers=-1.0, shooters=1.0),
    "cautious": PlayingStyle(3.0, far_sighted=True, massed=0.0),
}
# The agents of version 0.1.0 stay as they were, so that progress can be measured against them.
V1: Final = "v1-"
FROZEN: Final = tuple(V1 + base for base in ("greedy", "expect", "search"))
NAMES: Final = ("random", "quick", "greedy", *STYLES, "expect", "search", *FROZEN)
# Agents that have a number after their name.
_NUMBERED: Final = ("search", "expect", "v1-search", "v1-expect")


def mind_named(base: str, setting: str) -> Mind | None:
    """The mind for an agent's name and the setting after its colon; None where there is none."""
    number = int(setting) if re.fullmatch("[0-9]{1,9}", setting) else 0
    if setting and not 1 <= number <= MOST_SIMULATIONS:
        return None
    if base == "v1-search":
        return Mind(SEARCH_V1, number or 5000)
    if base in FROZEN:
        mind = mind_named(base.removeprefix(V1), setting)
        if mind:
            mind.thinker.position.model = FIRST
            mind.chooses_set_up = False
        return mind
    if base == "search":
        return _choosing_set_up(Mind(SEARCH, number or int(PLAY.partition(":")[2])))
    if base == "expect":
        return _choosing_set_up(Mind(EXPECT, min(number, 1000) or ACTIONS))
    if setting:
        return None
    if base == "random":
        return Mind(RANDOM, 0)
    if base == "quick":
        return Mind(QUICK, 0)
    if base == "greedy":
        return Mind(GREEDY, 1000)
    return _styled(STYLES[base]) if base in STYLES else None


def _choosing_set_up(mind: Mind) -> Mind:
    mind.chooses_set_up = True
    return mind


def _styled(style: PlayingStyle) -> Mind:
    mind = Mind(EXPECT, ACTIONS) if style.far_sighted else Mind(GREEDY, 1000)
    mind.own_losses = style.own_losses
    mind.doctrine.massed = style.massed
    mind.doctrine.chargers = style.chargers
    mind.doctrine.shooters = style.shooters
    mind.like(c.DO_CHARGE, style.charge)
    mind.like(c.DO_SHOOT, style.shoot)
    mind.like(c.DO_REACT_SHOOT, style.shoot)
    mind.like(c.DO_PASS, style.wait)
    return mind


class ThinkingAgent:
    """An agent that decides on the flat state of the core."""

    def __init__(self, base: str, mind: Mind) -> None:
        self.name = f"{base}:{mind.setting}" if base in _NUMBERED else base
        self._style = base if base in STYLES else ""
        self._mind = mind

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """The action the mind decides on, with the reason and the names of its units."""
        battle = situation.state_copy
        action = decide(self._mind, battle.state, generator.word())
        return Choice(action, self._reason(action), _names(battle, action))

    def _reason(self, action: int) -> str:
        reason = WORDS[kind_of(action)]
        styled = f"{self._style}-{reason}"
        return styled if styled in STYLED_REASONS else reason


# Reasons that depend on the style, not only on the action.
STYLED_REASONS: Final = frozenset(
    {
        "assault-charge",
        "assault-redeploy",
        "defensive-pass",
        "defensive-shoot",
        "shooting-shoot",
        "shooting-redeploy",
        "cautious-redeploy",
        "cautious-leave",
        "cautious-pass",
    }
)


def _names(battle: Any, action: int) -> dict[str, str]:
    # From the text of the action: "charge a1" has the unit, "shoot a1 b2" the enemy too.
    words = battle.text(action).split()
    return {"unit": words[1] if len(words) > 1 else "", "other": words[2] if len(words) > 2 else ""}
