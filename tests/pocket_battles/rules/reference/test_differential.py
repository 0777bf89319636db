"""The engine agrees with the plain model on every option, throw and result."""

from collections import Counter

import pytest

from tests.pocket_battles.rules.reference.differential import (
    assert_battle_agrees,
    assert_state_agrees,
)
from tests.tiers import quick_first, tries

RARE = (
    "follow-up target",
    "follow-up carry-on",
    "follow-up leave",
    "turn heal",
    "turn leave",
    "sacrifice sacrifice",
    "first-strike",
    "leave-strike",
    "react-shoot",
    "react intercept",
    "target of a split",
    "wound wound from orders",
    "wound wound from passed",
)


@pytest.mark.parametrize("start", quick_first(range(0, 60, 10), 1))
def test_ten_battles_agree_step_by_step(start: int) -> None:
    for seed in range(start, start + 10):
        assert_battle_agrees(seed)


@pytest.mark.parametrize("start", quick_first(range(0, 80, 20), 1))
def test_twenty_states_made_by_hand_agree_for_a_few_turns(start: int) -> None:
    for seed in range(start, start + 20):
        assert_state_agrees(seed)


@pytest.mark.slow
def test_hundreds_of_states_made_by_hand_agree_for_a_few_turns() -> None:
    seen: Counter[str] = Counter()

    for seed in range(1000, 1000 + tries(300, most=800)):
        assert_state_agrees(seed, seen)

    assert [what for what in RARE if not seen[what]] == []


@pytest.mark.slow
def test_hundreds_of_battles_agree_and_reach_the_rare_corners() -> None:
    seen: Counter[str] = Counter()

    for seed in range(1000, 1000 + tries(260, most=400)):
        assert_battle_agrees(seed, seen)

    assert [what for what in RARE if not seen[what]] == []
