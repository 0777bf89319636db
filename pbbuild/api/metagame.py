"""Which lists win: what tiles are worth, what beats a list, which mix survives."""

import os
from collections.abc import Sequence

from pbbuild.api.arguments import AnyList, list_in, require_legal, translator, within
from pbbuild.api.battles import MOST_GAMES, MOST_WORKERS
from pbbuild.base.names import known_name
from pbbuild.errors import UsageError
from pbbuild.play.workers import start_workers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.counter import AGENT, CounterList, CounterSearch, find_counter
from pbbuild.pocket_battles.metagame.field import usual_lists
from pbbuild.pocket_battles.metagame.meta import Metagame, MetaSettings, play_metagame
from pbbuild.pocket_battles.metagame.tile_worth import ArmyWorth, WorthSettings, measure_worth
from pbbuild.pocket_battles.playtest.battle_budget import GAMES, LEAST_GAMES


def worth(
    army: str,
    points: int = 80,
    games: int = 3200,
    seed: int = 0,
    agent: str = AGENT,
    workers: int = 1,
) -> ArmyWorth:
    """What each tile of an army is worth in deployment points, measured in random battles."""
    catalog = load_catalog()
    settings = WorthSettings(points, within("games", games, 480, MOST_GAMES), agent, seed)
    with start_workers(within("workers", workers, 1, MOST_WORKERS)) as processes:
        return measure_worth(_army(army, catalog), settings, catalog, processes)


def counter(
    target: AnyList | Sequence[AnyList],
    armies: Sequence[str] = (),
    steps: int = 1,
    seed: int = 0,
    agent: str = AGENT,
    workers: int = 1,
    games: int = GAMES,
) -> CounterList:
    """The best list found against one or several lists, with its win rate on new dice.

    `games` bounds the battles of the search, of which those of large armies count more;
    `.stopped_early` says that they were not enough to try everything.
    """
    catalog = load_catalog()
    if isinstance(target, (str, ArmyList, os.PathLike)):
        target = [target]
    targets = [list_in(each) for each in target]
    require_legal(targets, catalog)
    known = tuple(_army(army, catalog) for army in armies)
    search = CounterSearch(
        known,
        within("steps", steps, 0, 10),
        agent,
        seed,
        games=within("games", games, LEAST_GAMES, MOST_GAMES),
    )
    with start_workers(within("workers", workers, 1, MOST_WORKERS)) as processes:
        return find_counter(targets, search, catalog, processes, translator("en"))


def meta(
    lists: Sequence[AnyList] = (),
    points: int = 80,
    games: int = 40,
    searches: int = 0,
    seed: int = 0,
    agent: str = AGENT,
    workers: int = 1,
) -> Metagame:
    """The matrix of the lists and the mix that none of them beats.

    Without lists the ready and built ones of all armies at `points` play.
    """
    catalog = load_catalog()
    t = translator("en")
    found = [list_in(each) for each in lists] or usual_lists(points, (), catalog, t)
    if len(found) < 2:
        raise UsageError("meta.one-army")
    require_legal(found, catalog)
    within("games", games, 2, 100_000)
    settings = MetaSettings(games, agent, seed, within("searches", searches, 0, 20))
    with start_workers(within("workers", workers, 1, MOST_WORKERS)) as processes:
        return play_metagame(found, settings, catalog, processes, t)


def _army(name: str, catalog: Catalog) -> str:
    return known_name(name.lower(), list(catalog.armies), "army")
