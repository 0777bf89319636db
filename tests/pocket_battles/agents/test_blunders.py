"""Reading decisions: exact losses where a round can be solved, names for kinds of mistakes."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.units import place
from pbbuild.pocket_battles.rules.game import new_battle

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


@pytest.fixture
def blunders(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("blunders")


def test_a_solved_decision_loses_what_the_published_chances_say(blunders: ModuleType) -> None:
    published = importlib.import_module("solved_positions")
    reader = blunders.Reader(100)
    for battle, chances in published.positions(published.FILE)[::100]:
        sign = 1 if battle.state.decider == c.SIDE_A else -1
        best = max(sign * chance for chance in chances.values())
        for taken in battle.legal_actions():
            _, loss, exact = reader.read(battle.state, taken, 3)
            assert exact
            assert loss == pytest.approx(best - sign * chances[battle.text(taken)], abs=1e-8)


def test_leaving_a_front_that_covers_others_is_a_kind_of_its_own(blunders: ModuleType) -> None:
    army = find_list("celts-60").army_list
    state = new_battle(army, army).state
    place(state, 0, c.FRONT + c.LEFT)
    place(state, 1, c.REAR + c.LEFT)
    leaving = c.DO_REDEPLOY << c.KIND_SHIFT | (c.FRONT + c.CENTRE) << c.ARGUMENT_SHIFT

    assert blunders.uncovers(state, leaving)
    place(state, 2, c.FRONT + c.LEFT)
    assert not blunders.uncovers(state, leaving)
    place(state, 2, c.REAR + c.CENTRE)
    place(state, 1, c.REAR + c.CENTRE)
    assert not blunders.uncovers(state, leaving)


def test_reading_a_few_decisions_counts_each_of_them(blunders: ModuleType) -> None:
    kinds, exact = blunders.read_battles("expect:1", 6, 9, 2)

    assert sum(len(kind.losses) for kind in kinds.values()) == 6
    assert 0 <= exact <= 6
