"""The bar of the chance to win: how long its thought may take."""

from types import SimpleNamespace

import pytest

from pbbuild.pocket_battles.pages import open_battles
from pbbuild.pocket_battles.pages.open_battles import CHANCE_BUDGET, chance_in_save
from pbbuild.pocket_battles.playtest import judge
from pbbuild.pocket_battles.playtest.judge import PER_ROLLOUT, QUICK


@pytest.mark.parametrize(
    ("compiled", "battles"), [(True, CHANCE_BUDGET // PER_ROLLOUT), (False, 0)]
)
def test_battles_are_played_on_only_where_the_rules_are_compiled(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, battles: int
) -> None:
    budgets = []

    def chance_of_a(_: object, budget: int) -> float:
        budgets.append(budget)
        return 0.5

    table = SimpleNamespace(state=None)
    monkeypatch.setattr(open_battles, "saved_game", lambda document, game: (document, game))
    monkeypatch.setattr(open_battles, "load_table", lambda saved: (None, table))
    monkeypatch.setattr(judge, "status", lambda group: SimpleNamespace(compiled=compiled))
    monkeypatch.setattr(open_battles, "chance_of_a", chance_of_a)

    assert chance_in_save({}) == 0.5
    assert [budget // PER_ROLLOUT for budget in budgets] == [battles]
    assert (judge.default_budget(QUICK) >= PER_ROLLOUT) == compiled


def test_the_bar_plays_some_battles_on() -> None:
    assert CHANCE_BUDGET >= 4 * PER_ROLLOUT
