"""What tiles are worth: random lists are legal, and the regression finds planted values."""

import math
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from itertools import combinations, islice
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from pbbuild.play.evidence.adjusted import ONE_WIN
from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.random_lists import LEAST_SPENT, random_list
from pbbuild.pocket_battles.metagame.tile_worth import (
    OPPONENTS,
    ArmyWorth,
    TileWorth,
    WorthSettings,
    fit_worth,
    measure_worth,
)
from pbbuild.pocket_battles.playtest.comparison import adjusted_scores
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.rules.army import is_legal, points_of

CATALOG = load_catalog()
# Lists in which a tile is swapped for another one.
SWAPS = 30
Swap = tuple[ArmyList, ArmyList]


@pytest.mark.parametrize("army", sorted(CATALOG.armies))
def test_random_lists_are_legal_and_of_many_sizes(army: str) -> None:
    generator = Random(3)
    lists = [random_list(army, 80, CATALOG, generator) for _ in range(25)]
    spent = [points_of(each, CATALOG) for each in lists]

    assert all(is_legal(each, CATALOG) for each in lists)
    assert min(spent) >= LEAST_SPENT * 80 - 10
    assert max(spent) - min(spent) >= 10
    assert len({tuple(each.troops) for each in lists}) == 25


def test_the_same_generator_gives_the_same_list() -> None:
    assert random_list("orcs", 60, CATALOG, Random(5)) == random_list(
        "orcs", 60, CATALOG, Random(5)
    )


def fitted(
    planted: dict[str, float], *, lists: int = 900, per_unit: float = 0.0
) -> tuple[ArmyWorth, float]:
    """The fit to battles in which each point is worth 0.05 and tiles `planted` more points.

    Each unit is worth `per_unit` points whatever its tiles. Also what an average point is worth
    then: more than one, where more is planted than taken.
    """
    generator = Random(1)
    found: list[ArmyList] = []
    observations = []
    spent = planted_points = 0.0
    for place in range(lists):
        each = random_list("union", 80, CATALOG, generator)
        found.append(each)
        points = sum(
            CATALOG.troop(code).dp + planted.get(CATALOG.troop(code).name, 0.0)
            for code in each.troops
        ) + per_unit * len(each.units)
        spent += points_of(each, CATALOG)
        planted_points += points
        for shift in range(4):
            opponent = (4 * place + shift) % OPPONENTS
            log_odds = 0.05 * (points - 68) + 0.3 * (opponent % 3 - 1)
            chance = 1 / (1 + math.exp(-log_odds))
            won = sum(generator.random() < chance for _ in range(2))
            observations.append((place, opponent, won / 2))
    fit = fit_worth("union", found, observations, WorthSettings(), CATALOG)
    return fit, planted_points / spent


@pytest.mark.slow
def test_the_regression_finds_a_tile_that_is_worth_more_than_its_price() -> None:
    found, average = fitted({"Volunteers": 4.0, "Gatling Gun": -5.0})

    volunteers = next(tile for tile in found.tiles if tile.name == "Volunteers")
    gatling = found.of_code("UNI11")
    assert volunteers.verdict == "underpriced"
    assert volunteers.worth.low <= 6.0 / average <= volunteers.worth.high
    assert gatling.worth.value < gatling.price - 1.5
    assert found.per_point.low <= 0.05 * average <= found.per_point.high


@pytest.mark.slow
def test_fair_tiles_are_called_fair() -> None:
    found, _ = fitted({})

    unfair = [tile.name for tile in found.tiles if tile.verdict != "fair"]
    assert len(unfair) <= 2, unfair
    for tile in found.tiles:
        assert abs(tile.worth.value - tile.price) < 2


@pytest.mark.slow
def test_intervals_cover_what_was_planted_about_as_often_as_they_say() -> None:
    planted = {"Iron Brigade": 2.0, "Cavalry": -1.0}
    found, average = fitted(planted, lists=600)
    covered = [
        tile.worth.low <= (tile.price + planted.get(tile.name, 0.0)) / average <= tile.worth.high
        for tile in found.tiles
    ]

    assert sum(covered) >= len(covered) - 3


def swaps(lists: list[ArmyList], worse: TileWorth, better: TileWorth) -> Iterator[Swap]:
    """Lists with a tile of the worse kind, and the same with one of the better kind."""
    for ours in lists:
        old = [code for code in ours.troops if code in worse.codes]
        new = [code for code in better.codes if code not in ours.troops]
        if old and new:
            # A larger size: only the tile is to differ, and it may cost more.
            room = replace(ours, points=100)
            swapped = edit_list(room, (f"swap {old[0]} for {new[0]}",), CATALOG).army_list
            if is_legal(swapped, CATALOG):
                yield ours, swapped


@pytest.mark.slow
def test_a_point_is_worth_what_it_adds_with_the_units_it_brings() -> None:
    # More tiles are more units, so each point also brings a part of what a unit costs.
    planted = {"Iron Brigade": 9.0, "Gatling Gun": 4.0, "Captain": -5.5, "Colonel": -4.0}
    found, average = fitted(planted, lists=1800, per_unit=-1.0)

    assert average < 1
    assert found.per_point.low <= 0.05 * average <= found.per_point.high
    # Tiles and sizes of units explain the battles separately, so both are known well.
    assert found.per_point.half_width < 0.2 * found.per_point.value
    assert found.unit_sizes[1].value < 0 < found.unit_sizes[4].value


@pytest.mark.slow
def test_a_tile_that_is_worth_more_wins_more_when_it_is_swapped_in() -> None:
    settings = WorthSettings(80, 3200, "quick", 1)
    found = measure_worth("elves", settings, CATALOG, InProcessWorkers())
    generator = Random(99)
    lists = [random_list("elves", 80, CATALOG, generator) for _ in range(300)]
    field = tuple(random_list(army, 80, CATALOG, generator) for army in sorted(CATALOG.armies))
    # The kinds that are most apart of those that can stand for each other in many lists.
    by_worth = sorted(found.tiles, key=lambda tile: tile.worth.value)
    pairs = sorted(
        combinations(by_worth, 2), key=lambda pair: pair[0].worth.value - pair[1].worth.value
    )
    worse, better = next(
        pair for pair in pairs if len(list(islice(swaps(lists, *pair), SWAPS))) == SWAPS
    )
    expected = better.worth.value - worse.worth.value
    ahead: list[float] = []
    rates: list[float] = []
    for seed, both in enumerate(islice(swaps(lists, worse, better), SWAPS)):
        scores: list[int] = [
            sum(adjusted_scores(Plan(each, field, "quick", "quick", seed), 0, 16)) for each in both
        ]
        rates.append(scores[0] / (32 * ONE_WIN))
        ahead.append((scores[1] - scores[0]) / (32 * ONE_WIN))
    rate = mean(rates)
    points = mean(ahead) / (rate * (1 - rate)) / found.per_point.value
    error = stdev(ahead) / len(ahead) ** 0.5 / (rate * (1 - rate)) / found.per_point.value

    assert points > 2 * error
    assert abs(points - expected) < 3 * error + 3


class CountingWorkers:
    """Workers that play nothing: they keep their jobs, and every pair is even."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Plan, int, int]] = []

    def each(
        self, function: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]
    ) -> Generator[Any, None, None]:
        for plan, first, count in jobs:
            self.jobs.append((plan, first, count))
            yield [ONE_WIN] * count


def test_every_pair_has_a_list_of_its_own_and_opponents_are_many() -> None:
    workers = CountingWorkers()

    found = measure_worth("celts", WorthSettings(games=600), CATALOG, workers)

    assert found.games == 600
    assert [(first, count) for _, first, count in workers.jobs] == [(0, 1)] * 300
    assert len({frozenset(plan.ours.troops) for plan, _, _ in workers.jobs}) > 290
    assert len({plan.theirs[0].units for plan, _, _ in workers.jobs}) == OPPONENTS >= 100
