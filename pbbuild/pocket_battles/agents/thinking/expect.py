"""Playing an action out over all dice, exactly, to the end of the turn."""

from typing import Final

from pbbuild.pocket_battles.rules.core.apply import apply_action, apply_roll
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import index_of
from pbbuild.pocket_battles.rules.core.constants import (
    ACT,
    DESTROYED,
    DO_REDEPLOY,
    END,
    FIRST_ROLL,
    FOLLOW_UP,
    KIND_SHIFT,
    SACRIFICE,
    SIDE_SHIFT,
    TURN,
    UNUSED,
    WOUND,
    WOUNDED,
)
from pbbuild.pocket_battles.rules.core.legal import Actions, list_actions
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .quick import Prospects, quick_choice, quick_score
from .rolls import Outcomes, list_outcomes
from .value import Position, chance_of_a
from .wounds import TOKEN, choose_sacrifice, choose_wound

# What the mean at the end of a turn is of.
MATERIAL: Final = 0
CHANCES: Final = 1

# Where the dice end: no attack but a row of repeated charges comes so far.
DEEPEST: Final = 24
# How many positions an action is followed to before choices in it go by the first guess: crowds of
# units that could all react, or be the target of it, multiply.
MOST_LOOKS: Final = 2000
KINDS: Final = 32


class Thinker:
    """Room to think in, to be used again and again; one at each depth of the dice."""

    def __init__(self) -> None:
        self.measure: i64 = MATERIAL
        self.side: i64 = 0
        # How much a style minds its own losses, and likes a kind of attack.
        self.own_losses: float = 1.0
        self.likes: vec[float] = vec[float]([0.0] * KINDS)
        self.position: Position = Position()
        self.prospects: Prospects = Prospects()
        self.actions: list[Actions] = [Actions() for _ in range(DEEPEST)]
        self.first: list[Outcomes] = [Outcomes() for _ in range(DEEPEST)]
        self.second: list[Outcomes] = [Outcomes() for _ in range(DEEPEST)]
        self.depth: i64 = 0
        self.looks: i64 = 0
        self.scores: vec[float] = vec[float]([0.0] * 4096)
        self.order: vec[i64] = vec[i64]([0] * 4096)


def worth_of(thinker: Thinker, state: State) -> float:
    """How the state looks to the thinker's side: points won and lost, or the chance to win."""
    side = thinker.side
    if thinker.measure == CHANCES:
        chance = chance_of_a(state, thinker.position)
        if side:
            chance = 1.0 - chance
        if thinker.own_losses > 1.0:
            # Where a point counts double, the whole army is worth as much again as the victory.
            chance -= (thinker.own_losses - 1.0) * _lost_share(state, side)
        return chance
    total = float(state.tally[DESTROYED + side])
    total -= thinker.own_losses * float(state.tally[DESTROYED + (side ^ 1)])
    total += TOKEN * (_wounds(state, side ^ 1) - thinker.own_losses * _wounds(state, side))
    # A little for tokens kept: an order is worth something until the round ends.
    return total + 0.05 * float(state.tally[UNUSED + side] - state.tally[UNUSED + (side ^ 1)])


def _lost_share(state: State, side: i64) -> float:
    """What a side has lost of its army, with the wounds on the living."""
    lost = float(state.tally[DESTROYED + (side ^ 1)]) + TOKEN * _wounds(state, side)
    fielded = state.roster.fielded[side]
    return lost / float(fielded) if fielded else 0.0


def _wounds(state: State, side: i64) -> float:
    total: i64 = 0
    mask = state.tally[WOUNDED + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        total += state.wounds[(side << SIDE_SHIFT) + index_of(bit)]
    return float(total)


def mean_after(thinker: Thinker, state: State, action: i64) -> float:
    """The mean of `worth_of` at the end of the turn in which `action` is taken."""
    thinker.looks = 0
    return _mean_of_choice(thinker, state, action)


def _mean_of_choice(thinker: Thinker, state: State, action: i64) -> float:
    after = state.copy()
    apply_action(after, action)
    return settled(thinker, after)


def settled(thinker: Thinker, state: State) -> float:
    """The mean of `worth_of` once the action under way is over; `state` is used up.

    Wounds and sacrifices go by their rules of thumb; reactions, targets and repeated charges
    are the best for whoever decides, as far as looks last; other follow-ups go by the first guess.
    """
    thinker.looks += 1
    if thinker.depth == DEEPEST:
        return worth_of(thinker, state)
    while True:
        phase = state.phase
        if phase == TURN or phase == END or phase == ACT:
            return worth_of(thinker, state)
        if phase >= FIRST_ROLL:
            return _mean_of_roll(thinker, state)
        if phase == WOUND:
            apply_action(state, choose_wound(state))
        elif phase == SACRIFICE:
            apply_action(state, choose_sacrifice(state))
        else:
            actions = thinker.actions[thinker.depth]
            list_actions(state, actions)
            if actions.count == 1:
                apply_action(state, actions.items[0])
            elif (
                (phase == FOLLOW_UP and state.overwhelming == 0)
                or thinker.depth > 6
                or thinker.looks > MOST_LOOKS
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
        # The last one may use the state up.
        after = state if place == outcomes.count - 1 else state.copy()
        apply_roll(after, outcomes.counts[place])
        total += outcomes.chance[place] * settled(thinker, after)
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
    """Order the first places of `thinker.order` by first guess; how many there are."""
    count = actions.count
    thinker.prospects.forget()
    place: i64 = 0
    while place < count:
        thinker.scores[place] = quick_score(state, actions.items[place], thinker.prospects)
        thinker.order[place] = place
        place += 1
    if most > count:
        most = count
    # A few best of many: pick them one by one.
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
    """The action with the best mean among the `most` likeliest ones.

    At a turn up to `redeployments` moves that improve the position are tried together with the
    best actions after them.
    """
    actions = Actions()
    list_actions(state, actions)
    thinker.side = state.decider
    thinker.depth = 0
    turn = state.phase == TURN
    count = rank(thinker, state, actions, actions.count if turn else most)
    best: i64 = -1
    value = 0.0
    tried: i64 = 0
    place: i64 = 0
    while place < count and tried < most:
        action = actions.items[thinker.order[place]]
        place += 1
        if turn and action >> KIND_SHIFT == DO_REDEPLOY:
            continue
        tried += 1
        mean = mean_after(thinker, state, action) + thinker.likes[action >> KIND_SHIFT]
        if best < 0 or mean > value:
            best = action
            value = mean
    if turn and redeployments:
        return _with_redeployment(thinker, state, actions, best, value, redeployments)
    return best


def _with_redeployment(
    thinker: Thinker, state: State, actions: Actions, best: i64, value: float, redeployments: i64
) -> i64:
    chosen = vec[i64]([-1] * 8)
    gains = vec[float]([0.0] * 8)
    # The few moves that improve the position most, as it stands.
    here = worth_of(thinker, state)
    thinker.prospects.forget()
    place: i64 = 0
    while place < actions.count:
        action = actions.items[place]
        place += 1
        if action >> KIND_SHIFT != DO_REDEPLOY:
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
        count = rank(thinker, after, inner, 3)
        tried: i64 = 0
        while tried < count:
            action = inner.items[thinker.order[tried]]
            mean = mean_after(thinker, after, action) + thinker.likes[action >> KIND_SHIFT]
            if thinker.measure == MATERIAL:
                mean += gains[place] + thinker.likes[DO_REDEPLOY]
            if mean > value:
                value = mean
                best = chosen[place]
            tried += 1
        place += 1
    return best


def settle_at_random(state: State, chance: Chance, actions: Actions, prospects: Prospects) -> None:
    """Carry the action under way to the end of the turn: dice thrown, choices by first guess."""
    while True:
        phase = state.phase
        if phase == TURN or phase == END or phase == ACT:
            return
        if phase >= FIRST_ROLL:
            apply_roll(state, chance.dice(state.dice))
        elif phase == WOUND:
            apply_action(state, choose_wound(state))
        elif phase == SACRIFICE:
            apply_action(state, choose_sacrifice(state))
        else:
            list_actions(state, actions)
            apply_action(state, quick_choice(state, actions, prospects))
