"""The games of the product, each as the contract sees it, for tests that hold for all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbbuild.play.agents.contract import Agent
from pbbuild.play.contract import Game
from pbbuild.play.record import Record, Recorder
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.playtest import battles
from pbbuild.pocket_battles.rules.game import PocketBattles, new_battle
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.playtest import games as general
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import Variant


@dataclass(frozen=True)
class Contestant:
    """A game with one way to begin it, to play and record it, to open a record again."""

    name: str
    game: Game
    start: Callable[[], Any]
    fight: Callable[[Sequence[Agent], int], Recorder]
    opening: Callable[[Record], tuple[Game, Any]]


def _battles(one: str, other: str) -> Contestant:
    game = PocketBattles(load_catalog())
    lists = [find_list(name).army_list for name in (one, other)]
    return Contestant(
        f"pocket-battles {one} {other}",
        game,
        lambda: new_battle(lists[0], lists[1], catalog=game.catalog),
        lambda agents, seed: battles.fight(game, lists, agents, seed).recorder,
        lambda record: (game, battles.opening_of_record(game, record)),
    )


def _pocket_general(one: str, other: str, variant: Variant) -> Contestant:
    game = PocketGeneral(load_pocket_general())
    return Contestant(
        f"pocket-general {one} {other}{' fast' if variant.fast else ''}",
        game,
        lambda: game.new(one, other, variant),
        lambda agents, seed: general.fight(game, (one, other), agents, seed, variant).recorder,
        general.opening,
    )


CONTESTANTS = (
    _battles("union-50", "confederacy-50"),
    _battles("macedonians-50", "persians-50"),
    _pocket_general("germany", "russia", Variant()),
    _pocket_general("united-states", "japan", Variant(fast=True)),
)
