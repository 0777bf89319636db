"""The engine agrees with the reference model on every option, throw and result."""

from collections import Counter

import pytest

from tests.reference.differential import compare_battle, compare_from_state

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


@pytest.mark.parametrize("start", range(0, 60, 10))
def test_ten_battles_agree_step_by_step(start: int) -> None:
    for seed in range(start, start + 10):
        compare_battle(seed)


@pytest.mark.parametrize("start", range(0, 80, 20))
def test_twenty_states_made_by_hand_agree_for_a_few_turns(start: int) -> None:
    for seed in range(start, start + 20):
        compare_from_state(seed)


@pytest.mark.slow
def test_hundreds_of_states_made_by_hand_agree_for_a_few_turns() -> None:
    seen: Counter[str] = Counter()

    for seed in range(1000, 1800):
        compare_from_state(seed, seen)

    assert [what for what in RARE if not seen[what]] == []


@pytest.mark.slow
def test_hundreds_of_battles_agree_and_reach_the_rare_corners() -> None:
    seen: Counter[str] = Counter()

    for seed in range(1000, 1400):
        compare_battle(seed, seen)

    assert [what for what in RARE if not seen[what]] == []
