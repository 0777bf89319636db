"""Exact chances in a round that must be the last: every choice and every roll to its end.

Once a side has destroyed half of the enemy, or the round limit is reached, the round decides the
battle (PB-9.1, PB-9.3): a finite game. Positions that come up again are remembered.
"""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import first_in, kind_of
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import WORD_MASK, mix
from pbbuild.pocket_battles.rules.core.state import State

from .quick import Prospects, quick_score
from .rolls import Outcomes, list_outcomes

# Rolls and choices in a row: a few for each token left.
MAX_DEPTH: Final = 96
# Returned where the budget or the depth was not enough.
UNSOLVED: Final = -1.0
HASH_MASK: Final = 0x3FFFFFFF
HASH_BITS: Final = 30


class Solver:
    """Buffers for each depth, remembered positions, and how many states were looked at."""

    def __init__(self) -> None:
        self.budget: i64 = 0
        self.states: i64 = 0
        self.depth: i64 = 0
        self.known: dict[int, float] = {}
        self.actions: list[Actions] = []
        self.first: list[Outcomes] = []
        self.second: list[Outcomes] = []
        self.prospects: Prospects = Prospects()
        self.scores: vec[float] = vec[float]([0.0] * 4096)

    def clear(self, budget: i64) -> None:
        """Forget everything; look at `budget` states at the most."""
        self.known.clear()
        self.budget = budget
        self.states = 0
        self.depth = 0

    def reserve(self) -> None:
        """Have buffers for the next depth."""
        while len(self.actions) <= self.depth:
            self.actions.append(Actions())
            self.first.append(Outcomes())
            self.second.append(Outcomes())


def is_last_round(state: State) -> bool:
    """Whether the battle ends with this round whatever happens. PB-9.1, PB-9.3."""
    if state.phase == c.DEPLOY or state.phase == c.INITIATIVE:
        return False
    tally = state.tally
    fielded = state.roster.fielded
    return (
        2 * tally[c.DESTROYED + c.SIDE_A] >= fielded[c.SIDE_B]
        or 2 * tally[c.DESTROYED + c.SIDE_B] >= fielded[c.SIDE_A]
        or state.round >= state.roster.round_limit
    )


def tokens_left(state: State) -> i64:
    """The unused tokens of both sides: about how many turns the round still has."""
    return state.tally[c.UNUSED + c.SIDE_A] + state.tally[c.UNUSED + c.SIDE_B]


def solved_chance(solver: Solver, state: State) -> float:
    """The exact chance of A in a last round, or UNSOLVED; `state` is changed."""
    if solver.depth >= MAX_DEPTH or solver.states >= solver.budget:
        return UNSOLVED
    solver.states += 1
    while True:
        phase = state.phase
        if phase == c.END:
            if state.winner == c.UNDECIDED:
                return 0.5
            return 1.0 if state.winner == c.SIDE_A else 0.0
        if phase == c.SACRIFICE:
            # The round decides: a sacrifice can only score for the enemy.
            apply_action(state, c.DONE_ACTION)
            continue
        if phase >= c.FIRST_ROLL:
            return _mean_of_roll(solver, state)
        solver.reserve()
        actions = solver.actions[solver.depth]
        list_actions(state, actions)
        if actions.count == 1:
            apply_action(state, actions.items[0])
            continue
        if phase != c.TURN and phase != c.ACT:
            return _best(solver, state, actions)
        key = position_key(state)
        if key in solver.known:
            return solver.known[key]
        found = _best(solver, state, actions)
        if found >= 0.0:
            solver.known[key] = found
        return found


def solved_after(solver: Solver, state: State, action: i64) -> float:
    """The exact chance of A after `action`, or UNSOLVED."""
    after = state.copy()
    apply_action(after, action)
    solver.depth += 1
    found = solved_chance(solver, after)
    solver.depth -= 1
    return found


def _mean_of_roll(solver: Solver, state: State) -> float:
    solver.reserve()
    depth = solver.depth
    outcomes = list_outcomes(state, solver.first[depth], solver.second[depth])
    solver.depth += 1
    total = 0.0
    place: i64 = 0
    while place < outcomes.count:
        after = state if place == outcomes.count - 1 else state.copy()
        apply_roll(after, outcomes.counts[place])
        value = solved_chance(solver, after)
        if value < 0.0:
            total = UNSOLVED
            break
        total += outcomes.chance[place] * value
        place += 1
    solver.depth -= 1
    return total


def _best(solver: Solver, state: State, actions: Actions) -> float:
    """The chance of A after the best action of the player who decides."""
    decides_a = state.decider == c.SIDE_A
    _sort(solver, state, actions)
    best = UNSOLVED
    place: i64 = 0
    while place < actions.count:
        value = solved_after(solver, state, actions.items[place])
        if value < 0.0:
            return UNSOLVED
        if best < 0.0 or (value > best) == decides_a:
            best = value
        # Nothing is better than certain victory.
        if (decides_a and best >= 1.0) or (not decides_a and best <= 0.0):
            return best
        place += 1
    return best


def _sort(solver: Solver, state: State, actions: Actions) -> None:
    """Promising actions first, redeployments last: certain victory is found sooner."""
    phase = state.phase
    if phase == c.WOUND:
        return
    scores = solver.scores
    solver.prospects.clear()
    place: i64 = 0
    while place < actions.count:
        action = actions.items[place]
        score = -1000.0
        if kind_of(action) != c.DO_REDEPLOY:
            score = quick_score(state, action, solver.prospects)
        at = place
        while at > 0 and scores[at - 1] < score:
            scores[at] = scores[at - 1]
            actions.items[at] = actions.items[at - 1]
            at -= 1
        scores[at] = score
        actions.items[at] = action
        place += 1


def position_key(state: State) -> i64:
    """Sixty bits of everything that matters at a turn."""
    one: i64 = state.phase + (state.active << 5) + (state.redeployed + 1 << 6)
    two: i64 = state.first_turn + (state.player1 + 1 << 1) + (state.round << 8)
    place: i64 = 0
    while place < c.SPECIAL:
        one = mix((one ^ state.tally[place]) & WORD_MASK)
        two = mix((two + state.tally[place] * 3) & WORD_MASK)
        place += 1
    side: i64 = c.SIDE_A
    while side <= c.SIDE_B:
        mask = state.tally[c.UNITS + side]
        while mask:
            unit = first_in(side, mask)
            mask &= mask - 1
            word = state.zone[unit] + (state.orders[unit] << 4)
            one = mix((one ^ (word + (state.contact[unit] << 1))) & WORD_MASK)
            two = mix((two + word * 5 + state.contact[unit]) & WORD_MASK)
        mask = state.tally[c.WOUNDED + side]
        while mask:
            troop = first_in(side, mask)
            mask &= mask - 1
            one = mix((one ^ (troop + (state.wounds[troop] << 6))) & WORD_MASK)
            two = mix((two + troop * 7 + (state.wounds[troop] << 9)) & WORD_MASK)
        side += 1
    return ((one & HASH_MASK) << HASH_BITS) | (two & HASH_MASK)
