"""Four levels in each game, each a known agent."""

import pytest

from pbbuild.errors import UsageError
from pbbuild.play.agents.levels import LEVELS, agent_of_level, level_of_agent
from pbbuild.play.agents.registry import agent_named
from pbbuild.pocket_battles.playtest.battles import fight
from pbbuild.pocket_battles.rules.game import PocketBattles
from tests.play.tables import LISTS

GAMES = ("pocket-battles", "pocket-general-ww2")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_an_agent(game: str, level: str) -> None:
    name = agent_of_level(level, game)

    assert agent_named(name, game).name == name
    assert level_of_agent(name, game) == level


def test_an_unknown_level_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UsageError) as refused:
        agent_of_level("hrd", GAMES[0])

    assert (refused.value.code, refused.value.values["near"]) == (
        "agents.unknown-level-near",
        "hard",
    )


@pytest.mark.slow
def test_a_beginner_beats_chance_and_loses_to_greed() -> None:
    from pbbuild.pocket_battles.lists.find import find_list

    lists = [find_list(name).army_list for name in LISTS]

    def wins(enemy: str) -> int:
        agents = [agent_named("beginner", GAMES[0]), agent_named(enemy, GAMES[0])]
        played = [fight(PocketBattles(), lists, agents, seed) for seed in range(20)]
        return sum(game.outcome.winner == "A" for game in played)

    assert wins("random") >= 16
    assert wins("greedy") <= 12
