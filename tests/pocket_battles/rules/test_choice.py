"""Choosing the k-th action without a list agrees with listing all; playouts are repeatable."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.choice import action_at, count_actions
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance, random_playout
from pbbuild.pocket_battles.rules.game import new_battle

ROOT = Path(__file__).parents[3]
PAIRS = (
    ("confederacy", "union", "modern-1"),
    ("celts", "romans", "ancients-1"),
    ("orcs", "elves", "fantasy-1"),
    ("macedonians", "persians", "ancients-2"),
    ("orcs", "orcs", "modern-1"),
    ("romans", "celts", "fantasy-1"),
)


def whole_army(army: str) -> ArmyList:
    """All thirty tiles of an army in units as large as they can be, for every trait there is."""
    units: list[list[str]] = []
    formation: list[int] = []
    for troop in load_catalog().armies[army].troops:
        for number, unit in enumerate(units):
            if len(unit) < min(formation[number], troop.fv) and len(unit) < 3:
                unit.append(troop.code)
                formation[number] = min(formation[number], troop.fv)
                break
        else:
            units.append([troop.code])
            formation.append(troop.fv)
    catalog = load_catalog()
    whole = [unit for unit in units if any(catalog.troop(code).wp for code in unit)]
    edition = catalog.armies[army].edition
    return ArmyList(army, army, 120, edition, tuple(ListUnit(tuple(unit)) for unit in whole))


def start(first: str, second: str, edition: str) -> Battle:
    return new_battle(whole_army(first), whole_army(second), edition, 120)


@pytest.mark.clause("PB-11")
@pytest.mark.parametrize(("first", "second", "edition"), PAIRS)
def test_counting_and_listing_agree_at_every_decision(
    first: str, second: str, edition: str
) -> None:
    for seed in range(3):
        state = start(first, second, edition).state
        chance, listed, counted = Chance(seed), Actions(), Actions()
        while state.phase != c.END:
            if state.phase >= c.FIRST_ROLL:
                apply_roll(state, chance.dice(state.dice))
                continue
            list_actions(state, listed)
            count = count_actions(state, counted)
            assert count == listed.count
            found = [action_at(state, counted, index) for index in range(count)]
            assert sorted(found) == sorted(listed.items[:count])
            apply_action(state, listed.items[chance.below(count)])


def test_the_same_seed_gives_the_same_battle_and_another_seed_another() -> None:
    def ends(seed: int) -> list[int]:
        state = start("celts", "romans", "ancients-1").state
        choices = random_playout(state, Chance(seed), Actions())
        return [choices, state.round, state.winner, *state.tally]

    assert ends(1) == ends(1)
    assert len({tuple(ends(seed)) for seed in range(10)}) == 10


def test_dice_of_the_generator_are_fair() -> None:
    chance = Chance(7)
    counts = [0] * 7
    for _ in range(60_000):
        packed = chance.dice(1)
        counts[next(face for face in range(1, 7) if packed >> (face << 3) & 255)] += 1

    # Six standard deviations of a fair die over 60,000 throws.
    assert all(abs(count - 10_000) < 550 for count in counts[1:])


PROGRAM = """
import json, sys
from pbbuild.pocket_battles.rules.core.legal import Actions
from pbbuild.pocket_battles.rules.core.playout import Chance, random_playout
from pbbuild.pocket_battles.rules.core import state as where
from tests.pocket_battles.rules.test_choice import PAIRS, start
found = []
for pair in PAIRS:
    for seed in range(20):
        state = start(*pair).state
        choices = random_playout(state, Chance(seed), Actions())
        found.append([choices, state.round, state.winner, list(state.tally), list(state.zone)])
print(json.dumps([where.__file__.endswith(".py"), found]))
"""


def run_with(engine: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env={**os.environ, "PBBUILD_ENGINE": engine, "PBBUILD_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_compiled_and_interpreted_play_the_same_battles(tmp_path: Path) -> None:
    compiled = run_with("compiled", tmp_path)
    if compiled.returncode:
        pytest.skip("the engine is not compiled here: pbbuild compile")
    interpreted = run_with("interpreted", tmp_path)

    is_source, battles = json.loads(compiled.stdout)
    assert not is_source
    assert json.loads(interpreted.stdout) == [True, battles]
