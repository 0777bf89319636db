"""The luck of rolls: exact, and zero on average whatever the value says."""

import pytest

from pbbuild.play.stream import Stream
from pbbuild.pocket_battles.agents.thinking.battles import Account, Dice, play_battle
from pbbuild.pocket_battles.agents.thinking.luck import Scales, expected_chance, luck_of_a
from pbbuild.pocket_battles.agents.thinking.minds import GREEDY, Mind, decide
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.series import Plan, SeriesTable
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.forces import pack_dice
from pbbuild.pocket_battles.rules.game import new_battle


def ready(name: str) -> ArmyList:
    return find_list(name).army_list


def late_state(seed: int, tokens: int) -> State:
    """A battle between greedy players in its second round, with few tokens left."""
    state = new_battle(ready("celts-60"), ready("romans-60")).state
    mind, chance, actions = Mind(GREEDY, 1000), Chance(seed), Actions()
    while state.phase != c.END:
        left = state.tally[c.UNUSED] + state.tally[c.UNUSED + 1]
        if state.round == 2 and state.phase == c.TURN and left <= tokens:
            break
        if state.phase >= c.FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
            continue
        list_actions(state, actions)
        apply_action(state, decide(mind, state, 1) if actions.count > 1 else actions.items[0])
    return state


class TooManyRollsError(Exception):
    """A game is too large to be played with all of its dice."""


class Rolls:
    """What was rolled: how many rolls may still come, and whether one decided nothing."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.decided_nothing = False


def means(
    state: State, round_: int, mind: Mind, scales: Scales, seen: Rolls
) -> tuple[float, float]:
    """The exact mean result of A and the exact mean luck, until `round_` is over."""
    actions = Actions()
    while state.phase != c.END and state.round == round_:
        if state.phase >= c.FIRST_ROLL:
            result = luck = 0.0
            # All dice one by one, not grouped as the agents group them.
            rolls: list[tuple[int, ...]] = [()]
            for _ in range(state.dice):
                rolls = [(*roll, face) for roll in rolls for face in range(1, 7)]
            seen.left -= len(rolls)
            if seen.left < 0:
                raise TooManyRollsError
            own = [luck_of_a(scales, state, pack_dice(roll)) for roll in rolls]
            seen.decided_nothing |= not any(own)
            for roll, its_luck in zip(rolls, own, strict=True):
                counts = pack_dice(roll)
                after = state.copy()
                apply_roll(after, counts)
                mean, later = means(after, round_, mind, scales, seen)
                result += mean / len(rolls)
                luck += (its_luck + later) / len(rolls)
            return result, luck
        list_actions(state, actions)
        action = decide(mind, state, 1) if actions.count > 1 else actions.items[0]
        apply_action(state, action)
    return (float(state.winner == 0) if state.phase == c.END else 0.5), 0.0


@pytest.mark.parametrize(
    ("least", "most", "games"),
    [
        pytest.param(1, 1_500, 1, id="few dice"),
        pytest.param(3_000, 8_000, 1, id="many dice", marks=pytest.mark.slow),
    ],
)
def test_the_luck_of_a_small_game_is_zero_on_average(least: int, most: int, games: int) -> None:
    found = nothing = seed = 0
    while found < games or not nothing:
        seed += 1
        assert seed < 1000, "too few games with so many rolls"
        state, seen = late_state(seed, 1 + seed % 2), Rolls(most)
        if state.phase != c.TURN:
            continue
        try:
            _, luck = means(state.copy(), state.round, Mind(GREEDY, 1000), Scales(), seen)
        except TooManyRollsError:
            continue
        if most - seen.left >= least:
            assert luck == pytest.approx(0.0, abs=1e-9)
            found += 1
            nothing += seen.decided_nothing


def test_the_luck_of_one_roll_is_its_distance_from_the_mean() -> None:
    state = late_state(1, 6)
    actions, stream = Actions(), Stream(3)
    while state.phase < c.FIRST_ROLL:
        list_actions(state, actions)
        charges = [
            action
            for action in list(actions.items)[: actions.count]
            if action >> c.KIND_SHIFT in (c.DO_CHARGE, c.DO_SHOOT, c.DO_CARRY_ON, c.DO_TARGET)
        ]
        apply_action(state, charges[0] if charges else actions.items[stream.below(actions.count)])
    scales = Scales()
    best = max(luck_of_a(scales, state, pack_dice([face] * state.dice)) for face in range(1, 7))
    worst = min(luck_of_a(scales, state, pack_dice([face] * state.dice)) for face in range(1, 7))

    assert 0 <= expected_chance(scales, state) <= 1
    assert worst <= 0 <= best


def test_luck_is_counted_the_same_in_the_core_and_in_the_runner() -> None:
    plan = Plan(ready("celts-60"), (ready("romans-60"),), "greedy", "greedy", 5)
    inside, outside = SeriesTable(plan), SeriesTable(plan)
    outside._minds = (None, None)

    first, second = inside.pair(0), outside.pair(0)

    assert first.luck == second.luck != 0


def test_the_account_forgets_the_luck_of_the_battle_before() -> None:
    account, found = Account(), []
    for _ in range(2):
        state = new_battle(ready("celts-60"), ready("romans-60")).state
        play_battle(state, Mind(GREEDY, 1000), Mind(GREEDY, 1000), Dice(1, 2, 3, 4), account)
        found.append(account.luck)

    assert found[0] == found[1]
