"""The exact expected value of an action over all dice, to the end of the turn."""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import first_in, kind_of, other_side
from pbbuild.pocket_battles.rules.core.legal import MAX_ACTIONS, Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import Roster, State

from .quick import Prospects, quick_choice, quick_score
from .rolls import Outcomes, list_outcomes
from .solve import position_key
from .value import Position, chance_of_a
from .wounds import TOKEN, choose_sacrifice, choose_wound

# What is averaged at the end of a turn: points, or the chance to win.
MATERIAL: Final = 0
CHANCES: Final = 1

# How many rolls and choices in a row are followed: only repeated charges come this far.
MAX_DEPTH: Final = 24
# Beyond this depth, or after this many evaluated positions, choices inside an action are made by
# `quick_choice`: the reactions and targets of many units multiply.
MAX_CHOICE_DEPTH: Final = 6
MAX_EVALUATIONS: Final = 2000
# At least as many as there are kinds of actions.
KINDS: Final = 32
# How many positions are remembered, a power of two, and the key of none.
REMEMBERED: Final = 4096
NOT_KNOWN: Final = -1
# What an unused token is worth in points until the round ends.
UNUSED_TOKEN: Final = 0.05
# How many redeployments can be tried at most, and how many actions after each.
MAX_REDEPLOYMENTS: Final = 8
ACTIONS_AFTER_REDEPLOYMENT: Final = 3


class Thinker:
    """Reusable buffers for expected values, one for each depth of rolls and choices."""

    def __init__(self) -> None:
        self.measure: i64 = MATERIAL
        self.side: i64 = 0
        # How a style weighs its own losses, and what it adds to each kind of action.
        self.own_losses: float = 1.0
        self.preferences: vec[float] = vec[float]([0.0] * KINDS)
        self.position: Position = Position()
        self.prospects: Prospects = Prospects()
        self.actions: list[Actions] = [Actions() for _ in range(MAX_DEPTH)]
        self.first: list[Outcomes] = [Outcomes() for _ in range(MAX_DEPTH)]
        self.second: list[Outcomes] = [Outcomes() for _ in range(MAX_DEPTH)]
        self.depth: i64 = 0
        self.evaluations: i64 = 0
        self.scores: vec[float] = vec[float]([0.0] * MAX_ACTIONS)
        self.order: vec[i64] = vec[i64]([0] * MAX_ACTIONS)
        # Chances to win of positions of one battle, by a hash of them.
        self.roster: Roster = Roster()
        self.keys: vec[i64] = vec[i64]([NOT_KNOWN] * REMEMBERED)
        self.known: vec[float] = vec[float]([0.0] * REMEMBERED)


def worth_of(thinker: Thinker, state: State) -> float:
    """The value of `state` for the thinker's side: points won and lost, or the chance to win."""
    side = thinker.side
    enemy = other_side(side)
    if thinker.measure == CHANCES:
        chance = _chance_of_a(thinker, state)
        if side == c.SIDE_B:
            chance = 1.0 - chance
        if thinker.own_losses > 1.0:
            # If own losses count double, losing the whole army costs as much as the battle.
            chance -= (thinker.own_losses - 1.0) * _lost_share(state, side)
        return chance
    total = float(state.tally[c.DESTROYED + side])
    total -= thinker.own_losses * float(state.tally[c.DESTROYED + enemy])
    total += TOKEN * (_wounds(state, enemy) - thinker.own_losses * _wounds(state, side))
    unused = state.tally[c.UNUSED + side] - state.tally[c.UNUSED + enemy]
    return total + UNUSED_TOKEN * float(unused)


def _chance_of_a(thinker: Thinker, state: State) -> float:
    """The same as `chance_of_a`, remembered: many rolls and reactions lead to the same position."""
    if state.phase == c.END:
        return chance_of_a(state, thinker.position)
    if thinker.roster is not state.roster:
        thinker.roster = state.roster
        place: i64 = 0
        while place < REMEMBERED:
            thinker.keys[place] = NOT_KNOWN
            place += 1
    key = position_key(state)
    at = key & (REMEMBERED - 1)
    if thinker.keys[at] == key:
        return thinker.known[at]
    chance = chance_of_a(state, thinker.position)
    thinker.keys[at] = key
    thinker.known[at] = chance
    return chance


def _lost_share(state: State, side: i64) -> float:
    """Which share of its army a side has lost, wounds included."""
    lost = float(state.tally[c.DESTROYED + other_side(side)]) + TOKEN * _wounds(state, side)
    fielded = state.roster.fielded[side]
    return lost / float(fielded) if fielded else 0.0


def _wounds(state: State, side: i64) -> float:
    """How many wound tokens lie on the troops of `side`."""
    total: i64 = 0
    mask = state.tally[c.WOUNDED + side]
    while mask:
        total += state.wounds[first_in(side, mask)]
        mask &= mask - 1
    return float(total)


def mean_after(thinker: Thinker, state: State, action: i64) -> float:
    """The mean of `worth_of` at the end of the turn after `action`."""
    thinker.evaluations = 0
    return _mean_of_choice(thinker, state, action)


def _mean_of_choice(thinker: Thinker, state: State, action: i64) -> float:
    after = state.copy()
    apply_action(after, action)
    return mean_when_over(thinker, after)


def mean_when_over(thinker: Thinker, state: State) -> float:
    """The mean of `worth_of` once the action in progress is over; changes `state`.

    Wounds and sacrifices are chosen by `wounds`. Reactions, targets and repeated charges are the
    best for the player who decides, within the limits above; beyond them, and for other follow-ups,
    `quick_choice` decides.
    """
    thinker.evaluations += 1
    if thinker.depth == MAX_DEPTH:
        return worth_of(thinker, state)
    while True:
        phase = state.phase
        if phase == c.TURN or phase == c.END or phase == c.ACT:
            return worth_of(thinker, state)
        if phase >= c.FIRST_ROLL:
            return _mean_of_roll(thinker, state)
        if phase == c.WOUND:
            apply_action(state, choose_wound(state))
        elif phase == c.SACRIFICE:
            apply_action(state, choose_sacrifice(state))
        else:
            actions = thinker.actions[thinker.depth]
            list_actions(state, actions)
            if actions.count == 1:
                apply_action(state, actions.items[0])
            elif (
                (phase == c.FOLLOW_UP and state.overwhelming == 0)
                or thinker.depth > MAX_CHOICE_DEPTH
                or thinker.evaluations > MAX_EVALUATIONS
            ):
                apply_action(state, quick_choice(state, actions, thinker.prospects))
            else:
                return _best_of(thinker, state, actions)


def _mean_of_roll(thinker: Thinker, state: State) -> float:
    depth = thinker.depth
    outcomes = list_outcomes(state, thinker.first[depth], thinker.second[depth])
    thinker.depth += 1
    total = 0.0
    place: i64 = 0
    while place < outcomes.count:
        # The last outcome needs no copy.
        after = state if place == outcomes.count - 1 else state.copy()
        apply_roll(after, outcomes.counts[place])
        total += outcomes.chance[place] * mean_when_over(thinker, after)
        place += 1
    thinker.depth -= 1
    return total


def _best_of(thinker: Thinker, state: State, actions: Actions) -> float:
    own = state.decider == thinker.side
    thinker.depth += 1
    best = 0.0
    place: i64 = 0
    while place < actions.count:
        value = _mean_of_choice(thinker, state, actions.items[place])
        if place == 0 or (own and value > best) or (not own and value < best):
            best = value
        place += 1
    thinker.depth -= 1
    return best


def rank(thinker: Thinker, state: State, actions: Actions, most: i64) -> i64:
    """Put the `most` best actions by `quick_score` first in `thinker.order`; how many there are."""
    count = actions.count
    thinker.prospects.clear()
    place: i64 = 0
    while place < count:
        thinker.scores[place] = quick_score(state, actions.items[place], thinker.prospects)
        thinker.order[place] = place
        place += 1
    if most > count:
        most = count
    # Selection sort: only a few of many are wanted.
    place = 0
    while place < most:
        best = place
        other = place + 1
        while other < count:
            if thinker.scores[thinker.order[other]] > thinker.scores[thinker.order[best]]:
                best = other
            other += 1
        swapped = thinker.order[place]
        thinker.order[place] = thinker.order[best]
        thinker.order[best] = swapped
        place += 1
    return most


def best_action(thinker: Thinker, state: State, most: i64, redeployments: i64) -> i64:
    """The action with the best mean among the `most` best by `quick_score`.

    At a turn up to `redeployments` redeployments that improve the position are tried too, each
    with the best actions after it.
    """
    actions = Actions()
    list_actions(state, actions)
    thinker.side = state.decider
    thinker.depth = 0
    turn = state.phase == c.TURN
    count = rank(thinker, state, actions, actions.count if turn else most)
    best: i64 = -1
    value = 0.0
    tried: i64 = 0
    place: i64 = 0
    while place < count and tried < most:
        action = actions.items[thinker.order[place]]
        place += 1
        if turn and kind_of(action) == c.DO_REDEPLOY:
            continue
        tried += 1
        mean = mean_after(thinker, state, action) + thinker.preferences[kind_of(action)]
        if best < 0 or mean > value:
            best = action
            value = mean
    if turn and redeployments:
        return _with_redeployment(thinker, state, actions, best, value, redeployments)
    return best


def _with_redeployment(
    thinker: Thinker, state: State, actions: Actions, best: i64, value: float, redeployments: i64
) -> i64:
    chosen = vec[i64]([-1] * MAX_REDEPLOYMENTS)
    gains = vec[float]([0.0] * MAX_REDEPLOYMENTS)
    # The redeployments that improve the position most, best first.
    here = worth_of(thinker, state)
    thinker.prospects.clear()
    place: i64 = 0
    while place < actions.count:
        action = actions.items[place]
        place += 1
        if kind_of(action) != c.DO_REDEPLOY:
            continue
        after = state.copy()
        apply_action(after, action)
        gain = worth_of(thinker, after) - here
        if thinker.measure == MATERIAL:
            gain = quick_score(state, action, thinker.prospects)
        slot: i64 = redeployments - 1
        if gain <= gains[slot]:
            continue
        while slot > 0 and gain > gains[slot - 1]:
            gains[slot] = gains[slot - 1]
            chosen[slot] = chosen[slot - 1]
            slot -= 1
        gains[slot] = gain
        chosen[slot] = action
    inner = Actions()
    place = 0
    while place < redeployments and chosen[place] >= 0:
        after = state.copy()
        apply_action(after, chosen[place])
        list_actions(after, inner)
        count = rank(thinker, after, inner, ACTIONS_AFTER_REDEPLOYMENT)
        tried: i64 = 0
        while tried < count:
            action = inner.items[thinker.order[tried]]
            mean = mean_after(thinker, after, action) + thinker.preferences[kind_of(action)]
            if thinker.measure == MATERIAL:
                mean += gains[place] + thinker.preferences[c.DO_REDEPLOY]
            if mean > value:
                value = mean
                best = chosen[place]
            tried += 1
        place += 1
    return best


def finish_turn_at_random(
    state: State, chance: Chance, actions: Actions, prospects: Prospects
) -> None:
    """Play `state` to the end of the turn with random dice; `quick_choice` makes the choices."""
    while True:
        phase = state.phase
        if phase == c.TURN or phase == c.END or phase == c.ACT:
            return
        if phase >= c.FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
        elif phase == c.WOUND:
            apply_action(state, choose_wound(state))
        elif phase == c.SACRIFICE:
            apply_action(state, choose_sacrifice(state))
        else:
            list_actions(state, actions)
            apply_action(state, quick_choice(state, actions, prospects))
