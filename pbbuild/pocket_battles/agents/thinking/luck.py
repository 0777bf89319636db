"""The luck of a roll: the chance to win after it less its exact expectation before it.

In a round that must be the last the chance is the exact one wherever it is quickly found, so that
what chance still decides there falls out of a result completely.
"""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.arrays import i64
from pbbuild.pocket_battles.rules.core.state import State

from .rolls import Outcomes, list_outcomes
from .solve import Solver, is_last_round, solved_chance, tokens_left
from .value import Position, chance_of_a
from .wounds import choose_sacrifice, choose_wound

# Last rounds are solved from so many tokens on, looking at so many states.
MOST_TOKENS: Final = 6
SOLVED_STATES: Final = 1500
# Below every luck.
NO_LUCK: Final = -2.0
# A fight is weighed to its end: a strike back after a strike, another charger's strike after that.
ROLLS_IN_A_ROW: Final = 3


class Scales:
    """Reusable buffers for weighing rolls, by how many rolls in a row are looked at."""

    def __init__(self) -> None:
        self.position: Position = Position()
        self.first: list[Outcomes] = [Outcomes() for _ in range(ROLLS_IN_A_ROW + 1)]
        self.second: list[Outcomes] = [Outcomes() for _ in range(ROLLS_IN_A_ROW + 1)]
        self.solver: Solver = Solver()
        self.rolls_in_a_row: i64 = ROLLS_IN_A_ROW
        self.most_tokens: i64 = MOST_TOKENS

    def weigh_roughly(self) -> None:
        """Look at each roll alone and solve nothing: for agents that take less time than luck."""
        self.rolls_in_a_row = 0
        self.most_tokens = -1


def settled_chance(scales: Scales, state: State, depth: i64) -> float:
    """The chance of A once wounds are assigned by the rule of thumb and rolls in a row are rolled.

    The mean over the rolls that follow without a choice, such as the strike back. Changes `state`.
    """
    while True:
        phase = state.phase
        if phase == c.WOUND:
            apply_action(state, choose_wound(state))
        elif phase == c.SACRIFICE:
            apply_action(state, choose_sacrifice(state))
        elif phase >= c.FIRST_ROLL and phase != c.INITIATIVE and depth < scales.rolls_in_a_row:
            return mean_chance(scales, state, depth + 1)
        else:
            return chance_of_a(state, scales.position)


def chance_after(scales: Scales, state: State, counts: i64, depth: i64) -> float:
    """The estimated chance of A after the pending roll shows `counts`."""
    after = state.copy()
    apply_roll(after, counts)
    return settled_chance(scales, after, depth)


def mean_chance(scales: Scales, state: State, depth: i64) -> float:
    """The mean of `chance_after` over the pending roll, exact."""
    outcomes = list_outcomes(state, scales.first[depth], scales.second[depth])
    total = 0.0
    place: i64 = 0
    while place < outcomes.count:
        total += outcomes.chance[place] * chance_after(scales, state, outcomes.counts[place], depth)
        place += 1
    return total


def expected_chance(scales: Scales, state: State) -> float:
    """The estimated chance of A before the pending roll, exact over it."""
    return mean_chance(scales, state, 0)


def solved_luck(scales: Scales, state: State, counts: i64) -> float:
    """The same as `luck_of_a` by exact chances, or NO_LUCK where a result cannot be solved.

    Whether it can depends on the state before the roll, not on what is rolled.
    """
    solver = scales.solver
    solver.clear(SOLVED_STATES)
    mean = solved_chance(solver, state.copy())
    if mean < 0.0:
        return NO_LUCK
    # The result has been looked at already: it takes no more states than the mean did.
    solver.states = 0
    after = state.copy()
    apply_roll(after, counts)
    found = solved_chance(solver, after)
    return found - mean if found >= 0.0 else NO_LUCK


def luck_of_a(scales: Scales, state: State, counts: i64) -> float:
    """What the pending roll gives A by showing `counts`, in chance to win.

    Its mean over the roll is zero whatever the value function is worth, so that taking it off a
    result never biases the result.
    """
    if is_last_round(state) and tokens_left(state) <= scales.most_tokens:
        found = solved_luck(scales, state, counts)
        if found > NO_LUCK:
            return found
    return chance_after(scales, state, counts, 0) - expected_chance(scales, state)
