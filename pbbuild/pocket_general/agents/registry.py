"""The agents of Pocket General: one by exact expectation, one that searches the turn."""

import re
from collections.abc import Mapping
from typing import Final

from pbbuild.play.agents.contract import Agent, Choice, Situation
from pbbuild.play.agents.registry import AgentMaker, make_random
from pbbuild.play.stream import Stream
from pbbuild.pocket_general.agents.thinking.search import (
    TurnThinker,
    best_child,
    outlooks,
    search_tree,
)
from pbbuild.pocket_general.rules.core.constants import SPY
from pbbuild.pocket_general.rules.core.playout import action_worths, is_before_combat
from pbbuild.pocket_general.rules.core.policy import scores
from pbbuild.pocket_general.rules.core.state import GeneralCore
from pbbuild.pocket_general.rules.core.tables import Tables

SIMULATIONS: Final = 100
MOST_SIMULATIONS: Final = 100_000
# How many actions are tried, and how many of them again with the second half of the playouts.
CANDIDATES: Final = 10
FINALISTS: Final = 3
SPREAD: Final = 0.15
LARGEST_NOISE: Final = 2147483646


class GeneralGreedy:
    """Takes what gains most immediately, by the exact odds of both operations dice."""

    name = "greedy"

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """The action of the highest score; of equals the first."""
        core: GeneralCore = situation.view.core
        actions = list(situation.actions)
        found = scores(core, actions)
        best = max(range(len(actions)), key=lambda index: (found[index], -index))
        return Choice(actions[best], "general-worth", {"worth": round(found[best], 2)})


class GeneralSearchV1:
    """The search of version 0.1.0, unchanged, so that progress can be measured against it.

    Plays the turn's placements to their end many times for each good-looking action.
    """

    def __init__(self, simulations: int = SIMULATIONS) -> None:
        self.simulations = simulations
        self.name = f"v1-search:{simulations}"

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """The action with the best combats to follow on average; capture choices as greedy."""
        core: GeneralCore = situation.view.core
        actions = list(situation.actions)
        found = scores(core, actions)
        order = sorted(range(len(actions)), key=lambda index: (-found[index], index))
        candidates = [actions[index] for index in order[:CANDIDATES]]
        reason = "general-ahead"
        if core.phase == SPY:
            worths = action_worths(core, candidates, [1], 0.0)
        elif is_before_combat(core):
            candidates = self._finalists(core, candidates, generator)
            worths = self._tried(core, candidates, generator)
        else:
            worths, reason = [found[index] for index in order[:CANDIDATES]], "general-worth"
        best = max(range(len(candidates)), key=lambda index: (worths[index], -index))
        return Choice(candidates[best], reason, {"worth": round(worths[best], 2)})

    def _finalists(self, core: GeneralCore, candidates: list[int], generator: Stream) -> list[int]:
        if len(candidates) <= FINALISTS:
            return candidates
        worths = self._tried(core, candidates, generator)
        order = sorted(range(len(candidates)), key=lambda index: (-worths[index], index))
        return [candidates[index] for index in order[:FINALISTS]]

    def _tried(self, core: GeneralCore, candidates: list[int], generator: Stream) -> list[float]:
        each = max(1, self.simulations // (2 * len(candidates)))
        seeds = [1 + generator.below(LARGEST_NOISE) for _ in range(each)]
        return action_worths(core, candidates, seeds, SPREAD)


class GeneralSearch:
    """Searches the placements of the turn as a tree and weighs the combats by chances to win."""

    def __init__(self, simulations: int = SIMULATIONS) -> None:
        self.simulations = simulations
        self.name = f"search:{simulations}"
        self._thinker: TurnThinker | None = None
        self._tables: Tables | None = None

    def choose(self, situation: Situation, generator: Stream) -> Choice:
        """The action tried most often, or after the placements that with the best outlook."""
        core: GeneralCore = situation.view.core
        actions = list(situation.actions)
        thinker = self._prepared(core)
        if is_before_combat(core):
            seed = 1 + generator.below(LARGEST_NOISE)
            root = search_tree(thinker, core, self.simulations, seed)
            best = best_child(root)
            child = root.children[best]
            tried = child if child.visits else root
            chance = tried.total / tried.visits
            action = root.actions[best]
        else:
            found = outlooks(thinker, core, actions)
            wanted = max(found) if core.side == 0 else min(found)
            best = found.index(wanted)
            action, chance = actions[best], wanted
        own = chance if core.side == 0 else 1.0 - chance
        return Choice(action, "general-chance", {"percent": round(100 * own)})

    def _prepared(self, core: GeneralCore) -> TurnThinker:
        if self._thinker is None or self._tables is not core.tables:
            self._thinker, self._tables = TurnThinker(), core.tables
        return self._thinker


def _greedy(setting: str) -> Agent | None:
    return None if setting else GeneralGreedy()


def _search(setting: str) -> Agent | None:
    wanted = setting or str(SIMULATIONS)
    if not re.fullmatch("[0-9]{1,9}", wanted) or not 1 <= int(wanted) <= MOST_SIMULATIONS:
        return None
    return GeneralSearch(int(wanted))


def _v1_search(setting: str) -> Agent | None:
    wanted = setting or str(SIMULATIONS)
    if not re.fullmatch("[0-9]{1,9}", wanted) or not 1 <= int(wanted) <= MOST_SIMULATIONS:
        return None
    return GeneralSearchV1(int(wanted))


MAKERS: Final[Mapping[str, AgentMaker]] = {
    "random": make_random,
    "greedy": _greedy,
    "search": _search,
    "v1-search": _v1_search,
}

# The agent behind each level of play.
LEVELS: Final[Mapping[str, str]] = {
    "easy": "greedy",
    "normal": "search:40",
    "hard": "search:115",
    "expert": "search:1000",
}
