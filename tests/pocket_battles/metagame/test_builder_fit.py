"""The builder's objective: its weights belong to its features and are found again in battles."""

import math
from random import Random
from statistics import correlation, linear_regression

import pytest

from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.builder.objective import WEIGHTS
from pbbuild.pocket_battles.builder.worth import STYLES, attack_hits, unit_features
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.metagame.builder_fit import (
    SCALE,
    FitSettings,
    PlayedList,
    fit_objective,
    fit_weights,
    list_features,
    varied_list,
)
from pbbuild.pocket_battles.playtest.comparison import pair_scores
from pbbuild.pocket_battles.playtest.series import Plan
from pbbuild.pocket_battles.rules.army import is_legal
from pbbuild.pocket_battles.rules.profile import profile

CATALOG = load_catalog()
UNION = find_list("union-80").army_list


def test_every_feature_has_a_weight() -> None:
    assert set(unit_features((CATALOG.troop("UNI12"),), CATALOG)) == set(WEIGHTS)


def test_a_varied_list_is_legal_and_another_one() -> None:
    generator = Random(4)
    found = [varied_list(UNION, CATALOG, generator) for _ in range(10)]

    assert all(each and is_legal(each, CATALOG) for each in found)
    assert sum(each != UNION for each in found) >= 9


def test_the_fit_finds_planted_weights() -> None:
    generator = Random(2)
    names = list(WEIGHTS)
    tokens, mixed = names.index("tokens"), names.index("mixed-arms")
    played = []
    # Of all armies, since one alone may have few tokens or mixed units to differ in.
    lists = [find_list(f"{army}-80").army_list for army in sorted(CATALOG.armies)]
    for number in range(250):
        drawn = varied_list(lists[number % len(lists)], CATALOG, generator)
        assert drawn
        features = list_features(drawn, CATALOG)
        log_odds = 0.5 * features[tokens] - 0.3 * features[mixed]
        chance = 1 / (1 + math.exp(-log_odds))
        results = tuple(
            (enemy, sum(generator.random() < chance for _ in range(2)) / 2) for enemy in range(8)
        )
        played.append(PlayedList(0, 0, features, results))
    found = fit_weights(played)

    # Features go together, so one weight may do the work of another: the sums must agree.
    fitted = [
        sum(found.weights[name] * value for name, value in zip(names, each.features, strict=True))
        for each in played
    ]
    planted = [0.5 * each.features[tokens] - 0.3 * each.features[mixed] for each in played]
    assert correlation(fitted, planted) > 0.9
    assert linear_regression(planted, fitted).slope == pytest.approx(SCALE, rel=0.3)
    assert found.battles == 2 * 8 * 250


@pytest.mark.slow
def test_the_same_seed_fits_the_same_weights() -> None:
    settings = FitSettings(lists=4, pairs=2, sizes=(60,))
    one, two = (fit_objective(settings, CATALOG, InProcessWorkers()) for _ in range(2))

    assert one == two
    assert one.lists >= 28


def built(army: str, size: int = 80) -> ArmyList:
    return build(BuildTask(army, size), CATALOG).army_list


@pytest.mark.parametrize("army", sorted(CATALOG.armies))
def test_no_unit_is_a_passenger(army: str) -> None:
    for unit in built(army).units:
        troops = [CATALOG.troop(code) for code in unit.troops]
        made = profile(troops, CATALOG.traits)
        hits = attack_hits(made)
        fights = hits.charge + hits.shot > 0
        assert fights or made.effect(effects.TOKENS), [troop.name for troop in troops]


@pytest.mark.slow
@pytest.mark.parametrize("style", sorted(STYLES))
@pytest.mark.parametrize("army", sorted(CATALOG.armies))
def test_every_unit_of_every_style_fights_heals_or_brings_tokens(army: str, style: str) -> None:
    for size in (50, 60, 70, 80):
        for unit in build(BuildTask(army, size, style=style), CATALOG).army_list.units:
            made = profile([CATALOG.troop(code) for code in unit.troops], CATALOG.traits)
            hits = attack_hits(made)
            acts = made.effect(effects.TOKENS) or made.effect(effects.SPECIAL_HEAL)
            assert hits.charge + hits.shot > 0 or acts, (size, unit.troops)


@pytest.mark.slow
def test_built_lists_beat_the_ready_ones() -> None:
    field = tuple(find_list(f"{army}-80").army_list for army in sorted(CATALOG.armies))
    scores = [
        score
        for army in sorted(CATALOG.armies)
        for score, _ in pair_scores(Plan(built(army), field, "quick", "quick", 31), 0, 24)
    ]

    assert sum(scores) / (4 * len(scores)) > 0.6
