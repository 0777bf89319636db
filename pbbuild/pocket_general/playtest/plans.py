"""The plan of a series of games between two nations."""

import json

from pbbuild.play.agents.contract import Agent
from pbbuild.play.agents.registry import name_of, player_of
from pbbuild.pocket_general.catalog.load import corrections_from
from pbbuild.pocket_general.playtest.series import GeneralPlan
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import Variant


def plan_of(
    game: PocketGeneral,
    nations: tuple[str, str],
    agents: tuple[str | Agent, str | Agent],
    seed: int,
    variant: Variant,
) -> GeneralPlan:
    """A plan that carries its own data, so that workers play by the same values."""
    game.new(*nations, variant)  # refuses nations of one side before anything is played
    data = json.dumps(corrections_from(game.catalog, nations), sort_keys=True)
    names = (name_of(agents[0]), name_of(agents[1]))
    players = (player_of(agents[0]), player_of(agents[1]))
    return GeneralPlan(*nations, *names, seed, variant, data, players)
