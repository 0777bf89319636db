"""Restricted play: the same battles with and without a part of the game."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pbbuild.play.workers import InProcessWorkers
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.metagame.restricted_play import measure_parts, part_named
from pbbuild.pocket_battles.playtest.comparison import pair_scores
from pbbuild.pocket_battles.playtest.restricted import NOTHING, Restriction, restrictions_for
from pbbuild.pocket_battles.playtest.series import Plan, SeriesTable
from pbbuild.pocket_battles.rules.core import constants as c
from tests.cli import run as pbbuild
from tests.refusals import refused_with

CATALOG = load_catalog()
ORCS, CELTS = (find_list(name).army_list for name in ("orcs-60", "celts-60"))
PLAN = Plan(CELTS, (ORCS,), "quick", "quick", 3)


def test_the_first_turn_is_given_to_one_list_in_both_seats() -> None:
    for begins in (True, False):
        table = SeriesTable(replace(PLAN, without=Restriction(begins=begins)))
        assert table.pair(0).player1 == (begins, begins)


def test_a_trait_is_taken_off_our_tiles_only() -> None:
    mirror = replace(PLAN, theirs=(CELTS,), without=Restriction(traits=("fury", "overwhelming")))
    for battle, ours in ((0, 0), (1, 1)):
        sides = mirror.start(battle).forces.sides
        traits = [
            {t for unit in side for tile in unit.troops for t in tile.traits} for side in sides
        ]
        assert not {"fury", "overwhelming"} & traits[ours]
        assert {"fury", "overwhelming"} & traits[1 - ours]


def test_without_redeployment_no_unit_of_ours_may_redeploy() -> None:
    _, without = restrictions_for("redeployment", CATALOG)
    state = replace(PLAN, without=without).start(0).state
    forbidden = [bool(state.flags[unit] & c.MAY_NOT_REDEPLOY) for unit in range(len(CELTS.units))]

    assert all(forbidden)


def test_without_reactions_the_agent_waits_and_nothing_else_changes() -> None:
    with_reactions = pair_scores(PLAN, 0, 12)
    restricted = replace(PLAN, without=Restriction(reactions=True))

    assert pair_scores(restricted, 0, 12) != with_reactions
    assert pair_scores(replace(restricted, without=NOTHING), 0, 12) == with_reactions
    with refused_with("playtest.restricted-agent"):
        SeriesTable(replace(restricted, agent="beginner"))


def test_taking_the_luck_off_keeps_the_mean() -> None:
    scores = pair_scores(PLAN, 0, 60)
    mean_plain = sum(plain for plain, _ in scores) / (4 * 60)
    mean_adjusted = sum(adjusted for _, adjusted in scores) / (2_000_000 * 60)

    assert mean_adjusted == pytest.approx(mean_plain, abs=0.08)


def test_shooting_is_worth_something_to_the_elves_and_an_absent_trait_nothing() -> None:
    parts = ("shooting", "lethal", "first-turn")
    elves = replace(PLAN, ours=find_list("elves-60").army_list)
    found = measure_parts(elves, parts, 160, CATALOG, InProcessWorkers())
    gains = {each.part: each.gain for each in found.parts}

    assert gains["shooting"].low > 0
    assert (gains["lethal"].low, gains["lethal"].high) == (0, 0)
    assert gains["first-turn"].low < gains["first-turn"].value < gains["first-turn"].high


def test_worth_without_prints_a_sentence_for_each_part(tmp_path: Path) -> None:
    parts = ("worth", "union-50", "--without", "reactions", "--without", "shooting")
    words = (
        *parts,
        "--games",
        "480",
        "--agent",
        "quick",
        "--workers",
        "1",
        "--against",
        "confederacy-50",
    )
    told = pbbuild(*words, folder=tmp_path)
    document = json.loads(pbbuild(*words, "--json", folder=tmp_path).stdout)

    assert told.returncode == 0, told.stderr
    assert "Reactions: worth" in told.stdout
    assert "Shooting: worth" in told.stdout
    assert set(document["without"]) == {"reactions", "shooting"}
    assert set(document["without"]["reactions"]) == {"value", "low", "high", "level"}
    refused = pbbuild("worth", "union-50", "--without", "reactoins", folder=tmp_path)
    assert refused.returncode == 2
    assert "Did you mean reactions" in refused.stderr


def test_parts_have_names_in_both_languages() -> None:
    for word, part in (
        ("reactions", "reactions"),
        ("Reazioni", "reactions"),
        ("primo turno", "first-turn"),
        ("Leader", "leader"),
        ("comandante", "leader"),
        ("Tiro", "shooting"),
        ("shooting+2", "shooting+2"),
    ):
        assert part_named(word, CATALOG) == part, word
    with refused_with("unknown-part"):
        part_named("shoting", CATALOG)
