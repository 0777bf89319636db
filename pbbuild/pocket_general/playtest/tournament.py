"""Who meets whom in a tournament of Pocket General: nations, or agents playing nations."""

from collections.abc import Callable, Sequence

from pbbuild.play.tournament import Encounter, meeting_seed
from pbbuild.pocket_general.playtest.series import GeneralPlan, plan_of
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import Variant

Pair = tuple[str, str]


def nation_encounters(
    game: PocketGeneral, nations: Sequence[str], agent: str, seed: int, variant: Variant
) -> list[Encounter]:
    """Each of the nations meets every one of the other side; `agent` plays them all."""
    enemies = _enemies(game)

    def plans(one: str, two: str, own_seed: int) -> list[GeneralPlan]:
        if (one, two) not in enemies:
            return []
        return [plan_of(game, (one, two), (agent, agent), own_seed, variant)]

    return _encounters(nations, seed, plans)


def agent_encounters(
    game: PocketGeneral, agents: Sequence[str], seed: int, variant: Variant
) -> list[Encounter]:
    """Each of the agents meets every other one in all pairings of nations, on both sides."""
    enemies = _enemies(game)

    def plans(one: str, two: str, own_seed: int) -> list[GeneralPlan]:
        return [plan_of(game, pair, (one, two), own_seed, variant) for pair in enemies]

    return _encounters(agents, seed, plans)


def _enemies(game: PocketGeneral) -> list[Pair]:
    nations = game.catalog.nations.values()
    return [(one.id, two.id) for one in nations for two in nations if one.side != two.side]


def _encounters(
    names: Sequence[str], seed: int, plans: Callable[[str, str, int], list[GeneralPlan]]
) -> list[Encounter]:
    return [
        Encounter(first, second, own)
        for first, one in enumerate(names)
        for second, two in enumerate(names[first + 1 :], first + 1)
        if (own := plans(one, two, meeting_seed(seed, first, second)))
    ]
