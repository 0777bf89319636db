"""States of battles that agents have played."""

from collections.abc import Mapping
from functools import cache

import pytest

from pbbuild.play.agents.registry import agent_named
from pbbuild.play.table import Seats, Table
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Trait
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest.battles import battle_header
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle

PAIRS = (("orcs-60", "elves-60"), ("celts-60", "romans-60"), ("union-50", "macedonians-50"))


@cache
def _played() -> list[tuple[Battle, Mapping[str, Trait]]]:
    game = PocketBattles(load_catalog())
    agent = agent_named("greedy", game.id)
    found = []
    for seed, pair in enumerate(PAIRS):
        lists = [find_list(name).army_list for name in pair]
        opening = new_battle(lists[0], lists[1], catalog=game.catalog)
        header = battle_header(game, opening, lists, ["greedy", "greedy"], seed)
        table = Table(game, opening, header, Seats((agent, agent)), seed)
        while not table.is_over:
            if len(table.options) > 1 and table.state.decision() != "deploy":
                found.append((table.state.copy(), game.catalog.traits))
            table.advance()
    return found[::4] + [each for each in found if each[0].decision() == "wound"][::3]


@pytest.fixture
def played() -> list[tuple[Battle, Mapping[str, Trait]]]:
    """Decisions of three battles, with the traits of the catalog."""
    return _played()
