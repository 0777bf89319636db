"""A quick estimate of every action, in deployment points, without applying it.

It ranks the actions for a closer look, gives a search its priors, and makes the choices inside
an action during a simulation.
"""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import (
    argument_in,
    count_bits,
    enemy_side,
    first_in,
    kind_of,
    other_side,
    sector_of,
    side_of,
    unit_in,
    zone_at,
)
from pbbuild.pocket_battles.rules.core.charge import charge_targets
from pbbuild.pocket_battles.rules.core.legal import Actions
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.shooting import group_of, shoot_targets
from pbbuild.pocket_battles.rules.core.state import State

from .strength import expected_loss, shot_hits, shot_loss, strike_hits
from .wounds import TOKEN

# Points that each token beyond the first costs an order.
TOKEN_PENALTY: Final = 0.6
# How much of the change of a prospect a move is worth, and points that a paid move costs.
MOVE_SHARE: Final = 0.4
MOVE_PENALTY: Final = 0.4
# How much the side that is struck first still deals on average.
STRIKE_BACK_SHARE: Final = 0.7
# How much of a danger counts in a prospect, and of the danger that a leaving unit escapes.
DANGER_SHARE: Final = 0.5
ESCAPE_SHARE: Final = 0.5
# Hits that rounding up adds to each share of a shot into a group, on average. PB-8.4.
ROUNDED_UP: Final = 0.3
# How much of the charger's best fight remains after a reaction shot.
CHARGE_AFTER_SHOT: Final = 0.85
# Points for actions that are worth about the same everywhere.
PASS_POINTS: Final = -0.5
HEAL_SHARE: Final = 0.7
EXCITE_POINTS: Final = 0.8
DOUBLE_ORDER_POINTS: Final = 1.2
# Below every gain of a fight.
NO_FIGHT: Final = -100.0


def fight_gain(state: State, unit: i64, enemy: i64, charging: i64) -> float:
    """Points won less points lost on average if `unit` attacks `enemy`. PB-6.1, PB-6.2."""
    hits = strike_hits(state, unit, enemy, charging)
    back = strike_hits(state, enemy, unit, 0)
    if state.flags[enemy] & c.STRIKES_FIRST and state.flags[unit] & c.STRIKES_FIRST == 0:
        return STRIKE_BACK_SHARE * expected_loss(state, enemy, hits) - expected_loss(
            state, unit, back
        )
    return expected_loss(state, enemy, hits) - STRIKE_BACK_SHARE * expected_loss(state, unit, back)


def shot_gain(state: State, unit: i64, enemy: i64) -> float:
    """Points won on average by a shot of `unit` at `enemy`, less own losses. PB-8.4."""
    hits = shot_hits(state, unit)
    if state.contact[enemy] == 0:
        return shot_loss(state, unit, enemy, hits)
    side = side_of(unit)
    other = other_side(side)
    foes = group_of(state, enemy, other)
    own = group_of(state, enemy, side)
    share = hits / float(count_bits(foes) + count_bits(own)) + ROUNDED_UP
    gain = 0.0
    while foes:
        gain += shot_loss(state, unit, first_in(other, foes), share)
        foes &= foes - 1
    while own:
        gain -= shot_loss(state, unit, first_in(side, own), share)
        own &= own - 1
    return gain


def best_fight(state: State, unit: i64, mask: i64) -> float:
    """The best gain of a charge of `unit` at one of the enemies in `mask`."""
    best = NO_FIGHT
    other = enemy_side(unit)
    while mask:
        gain = fight_gain(state, unit, first_in(other, mask), 1)
        mask &= mask - 1
        if gain > best:
            best = gain
    return best


def best_shot(state: State, unit: i64, mask: i64) -> float:
    """The best gain of a shot of `unit` at one of the enemies in `mask`, at least 0."""
    best = 0.0
    other = enemy_side(unit)
    while mask:
        gain = shot_gain(state, unit, first_in(other, mask))
        mask &= mask - 1
        if gain > best:
            best = gain
    return best


def danger(state: State, unit: i64, zone: i64) -> float:
    """Points that `unit` in `zone` would lose on average to the strongest single attack."""
    side = side_of(unit)
    other = other_side(side)
    sector = sector_of(zone)
    mask = state.at[zone_at(other, c.FRONT + sector)]
    # Own units in the front protect the rear.
    if zone < c.FRONT and state.at[zone_at(side, c.FRONT + sector)]:
        return 0.0
    worst = 0.0
    while mask:
        enemy = first_in(other, mask)
        mask &= mask - 1
        hits = strike_hits(state, enemy, unit, 1) if state.black[enemy] else 0.0
        loss = expected_loss(state, unit, hits)
        if state.white[enemy]:
            shot = shot_loss(state, enemy, unit, shot_hits(state, enemy))
            if shot > loss:
                loss = shot
        if loss > worst:
            worst = loss
    return worst


def prospect(state: State, unit: i64, zone: i64) -> float:
    """The best attack of `unit` from `zone`, less the danger there, in points."""
    best = 0.0
    sector = sector_of(zone)
    if state.black[unit] and zone >= c.FRONT:
        gain = best_fight(state, unit, charge_targets(state, unit, sector))
        if gain > best:
            best = gain
    if state.white[unit] and (zone >= c.FRONT or state.flags[unit] & c.SHOOTS_FROM_REAR):
        gain = best_shot(state, unit, shoot_targets(state, unit, sector))
        if gain > best:
            best = gain
    return best - DANGER_SHARE * danger(state, unit, zone)


def contact_danger(state: State, unit: i64) -> float:
    """Points that `unit` would lose on average if each enemy in contact struck it once."""
    other = enemy_side(unit)
    mask = state.contact[unit]
    hits = 0.0
    while mask:
        hits += strike_hits(state, first_in(other, mask), unit, 0)
        mask &= mask - 1
    return expected_loss(state, unit, hits)


class Prospects:
    """A cache of the prospects in one state: many moves ask for the same ones."""

    def __init__(self) -> None:
        self.generation: i64 = 0
        self.known: vec[i64] = vec[i64]([0] * (c.SLOTS * c.ZONES))
        self.value: vec[float] = vec[float]([0.0] * (c.SLOTS * c.ZONES))

    def clear(self) -> None:
        """Empty the cache for another state."""
        self.generation += 1

    def of(self, state: State, unit: i64, zone: i64) -> float:
        """The prospect of `unit` from `zone`."""
        place = unit * c.ZONES + zone
        if self.known[place] != self.generation:
            self.known[place] = self.generation
            self.value[place] = prospect(state, unit, zone)
        return self.value[place]


def quick_score(state: State, action: i64, prospects: Prospects) -> float:
    """An estimate of `action` in deployment points; `prospects` belong to this state."""
    kind = kind_of(action)
    unit = unit_in(action)
    argument = argument_in(action)
    if kind == c.DO_TARGET:
        return fight_gain(state, state.attacker, unit, 1)
    if kind >= c.DO_INTERCEPT:
        return _reaction_score(state, kind, unit)
    if kind == c.DO_PASS:
        return PASS_POINTS
    if kind == c.DO_REDEPLOY:
        gain = prospects.of(state, unit, argument) - prospects.of(state, unit, state.zone[unit])
        return MOVE_SHARE * gain
    penalty = TOKEN_PENALTY * float(order_cost(state, unit) - 1)
    if kind == c.DO_CHARGE:
        sector = sector_of(state.zone[unit])
        return best_fight(state, unit, charge_targets(state, unit, sector)) - penalty
    if kind == c.DO_SHOOT:
        return shot_gain(state, unit, argument) - penalty
    if kind == c.DO_CARRY_ON:
        return fight_gain(state, unit, argument, 0) - penalty
    if kind == c.DO_MOVE:
        gain = prospects.of(state, unit, argument) - prospects.of(state, unit, state.zone[unit])
        return MOVE_SHARE * gain - penalty - MOVE_PENALTY
    if kind == c.DO_LEAVE:
        struck = 0.0 if state.flags[unit] & c.LEAVES_UNSTRUCK else contact_danger(state, unit)
        return ESCAPE_SHARE * contact_danger(state, unit) - struck - penalty
    if kind == c.DO_HEAL:
        return HEAL_SHARE * TOKEN - penalty
    if kind == c.DO_EXCITE:
        return EXCITE_POINTS - penalty
    if kind == c.DO_DOUBLE_ORDER:
        return DOUBLE_ORDER_POINTS - penalty
    return 0.0


def _reaction_score(state: State, kind: i64, unit: i64) -> float:
    charger = state.attacker
    if kind == c.DO_WAIT:
        return -best_fight(state, charger, charge_targets(state, charger, state.sector))
    penalty = TOKEN_PENALTY * float(order_cost(state, unit))
    if kind == c.DO_INTERCEPT:
        return -fight_gain(state, charger, unit, 1) - penalty
    if kind == c.DO_REACT_SHOOT:
        waiting = best_fight(state, charger, charge_targets(state, charger, state.sector))
        return (
            shot_loss(state, unit, charger, shot_hits(state, unit))
            - CHARGE_AFTER_SHOT * waiting
            - penalty
        )
    return 0.0


def quick_choice(state: State, actions: Actions, prospects: Prospects) -> i64:
    """The action with the best quick score."""
    prospects.clear()
    best = actions.items[0]
    most = quick_score(state, best, prospects)
    place: i64 = 1
    while place < actions.count:
        score = quick_score(state, actions.items[place], prospects)
        if score > most:
            most = score
            best = actions.items[place]
        place += 1
    return best
