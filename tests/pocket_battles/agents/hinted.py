"""Decisions of a battle with the hint for each."""

from collections.abc import Iterator
from random import Random

from pbbuild.play.agents.contract import Agent, Choice, Situation
from pbbuild.play.contract import Node
from pbbuild.play.stream import Stream
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle


def hinted_decisions(
    agent: Agent, catalog: Catalog, seed: int, most: int = 150
) -> Iterator[tuple[Battle, Choice]]:
    """Each decision of a battle that follows the hints, with the hint."""
    game, chance = PocketBattles(catalog), Random(seed)
    ours, theirs = (find_list(name).army_list for name in ("union-80", "confederacy-80"))
    state = new_battle(ours, theirs, catalog=catalog)
    for _ in range(most):
        while state.node() == Node.ROLL:
            state.apply_roll([chance.randint(1, 6) for _ in range(state.roll().count)])
        if state.node() != Node.DECISION:
            return
        choice = agent.choose(Situation(game, state, state.legal_actions()), Stream(seed))
        yield state.copy(), choice
        state.apply(choice.action)
