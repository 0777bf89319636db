"""A first guess at every action, in deployment points, without playing it out.

It orders the actions that deserve a closer look, gives a search its priors, and decides the
choices inside an action that a simulation meets.
"""

from typing import Final

from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import count_bits, index_of
from pbbuild.pocket_battles.rules.core.charge import charge_targets
from pbbuild.pocket_battles.rules.core.constants import (
    DO_CARRY_ON,
    DO_CHARGE,
    DO_DOUBLE_ORDER,
    DO_EXCITE,
    DO_HEAL,
    DO_INTERCEPT,
    DO_LEAVE,
    DO_MOVE,
    DO_PASS,
    DO_REACT_SHOOT,
    DO_REDEPLOY,
    DO_SHOOT,
    DO_TARGET,
    DO_WAIT,
    FRONT,
    KIND_SHIFT,
    LEAVES_UNSTRUCK,
    SHOOTS_FROM_REAR,
    SIDE_SHIFT,
    SLOTS,
    STRIKES_FIRST,
    UNIT_SHIFT,
    ZONE_SHIFT,
)
from pbbuild.pocket_battles.rules.core.legal import Actions
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.shooting import group_of, shoot_targets
from pbbuild.pocket_battles.rules.core.state import State

from .strength import expected_loss, shot_hits, strike_hits
from .wounds import TOKEN

# What an order beyond the first token costs, and how much of a chance it is to stand ready.
DEARER: Final = 0.6
READY: Final = 0.4
HIT_BACK: Final = 0.7


def fight_gain(state: State, unit: i64, enemy: i64, charging: i64) -> float:
    """Points to be won less points to be lost if `unit` attacks `enemy` in an engagement."""
    hits = strike_hits(state, unit, enemy, charging)
    back = strike_hits(state, enemy, unit, 0)
    if state.flags[enemy] & STRIKES_FIRST and state.flags[unit] & STRIKES_FIRST == 0:
        return HIT_BACK * expected_loss(state, enemy, hits) - expected_loss(state, unit, back)
    return expected_loss(state, enemy, hits) - HIT_BACK * expected_loss(state, unit, back)


def shot_gain(state: State, unit: i64, enemy: i64) -> float:
    """Points to be won by a shot of `unit` at `enemy`, friends in its group deducted. PB-8.4."""
    hits = shot_hits(state, unit)
    if state.contact[enemy] == 0:
        return expected_loss(state, enemy, hits)
    side = unit >> SIDE_SHIFT
    foes = group_of(state, enemy, side ^ 1)
    own = group_of(state, enemy, side)
    share = hits / float(count_bits(foes) + count_bits(own)) + 0.3
    gain = 0.0
    while foes:
        bit = foes & -foes
        foes ^= bit
        gain += expected_loss(state, ((side ^ 1) << SIDE_SHIFT) + index_of(bit), share)
    while own:
        bit = own & -own
        own ^= bit
        gain -= expected_loss(state, (side << SIDE_SHIFT) + index_of(bit), share)
    return gain


def best_fight(state: State, unit: i64, mask: i64) -> float:
    """The best fight a charge of `unit` finds among the enemies in `mask`."""
    best = -100.0
    base = ((unit >> SIDE_SHIFT) ^ 1) << SIDE_SHIFT
    while mask:
        bit = mask & -mask
        mask ^= bit
        gain = fight_gain(state, unit, base + index_of(bit), 1)
        if gain > best:
            best = gain
    return best


def best_shot(state: State, unit: i64, mask: i64) -> float:
    """The best shot of `unit` among the enemies in `mask`."""
    best = 0.0
    base = ((unit >> SIDE_SHIFT) ^ 1) << SIDE_SHIFT
    while mask:
        bit = mask & -mask
        mask ^= bit
        gain = shot_gain(state, unit, base + index_of(bit))
        if gain > best:
            best = gain
    return best


def danger(state: State, unit: i64, zone: i64) -> float:
    """Points the strongest single enemy attack would take from `unit` if it stood in `zone`."""
    side = unit >> SIDE_SHIFT
    base = (side ^ 1) << SIDE_SHIFT
    mask = state.at[((side ^ 1) << ZONE_SHIFT) + FRONT + (zone & 3)]
    # Whoever stands behind a front of his own is not to be got at.
    if zone < FRONT and state.at[(side << ZONE_SHIFT) + FRONT + (zone & 3)]:
        return 0.0
    worst = 0.0
    while mask:
        bit = mask & -mask
        mask ^= bit
        enemy = base + index_of(bit)
        hits = strike_hits(state, enemy, unit, 1) if state.black[enemy] else 0.0
        if state.white[enemy]:
            shot = shot_hits(state, enemy)
            if shot > hits:
                hits = shot
        loss = expected_loss(state, unit, hits)
        if loss > worst:
            worst = loss
    return worst


def prospect(state: State, unit: i64, zone: i64) -> float:
    """What `unit` could do from `zone`, less what could be done to it there."""
    best = 0.0
    sector = zone & 3
    if state.black[unit] and zone >= FRONT:
        gain = best_fight(state, unit, charge_targets(state, unit, sector))
        if gain > best:
            best = gain
    if state.white[unit] and (zone >= FRONT or state.flags[unit] & SHOOTS_FROM_REAR):
        gain = best_shot(state, unit, shoot_targets(state, unit, sector))
        if gain > best:
            best = gain
    return best - 0.5 * danger(state, unit, zone)


def grip_on(state: State, unit: i64) -> float:
    """Points that the enemies in contact with `unit` would take with a strike each."""
    base = ((unit >> SIDE_SHIFT) ^ 1) << SIDE_SHIFT
    mask = state.contact[unit]
    hits = 0.0
    while mask:
        bit = mask & -mask
        mask ^= bit
        hits += strike_hits(state, base + index_of(bit), unit, 0)
    return expected_loss(state, unit, hits)


class Prospects:
    """Prospects already worked out for the state at hand: many moves ask for the same ones."""

    def __init__(self) -> None:
        self.moment: i64 = 0
        self.known: vec[i64] = vec[i64]([0] * (SLOTS << ZONE_SHIFT))
        self.value: vec[float] = vec[float]([0.0] * (SLOTS << ZONE_SHIFT))

    def forget(self) -> None:
        """Another state is at hand."""
        self.moment += 1

    def of(self, state: State, unit: i64, zone: i64) -> float:
        """The prospect of `unit` from `zone`."""
        place = unit << ZONE_SHIFT | zone
        if self.known[place] != self.moment:
            self.known[place] = self.moment
            self.value[place] = prospect(state, unit, zone)
        return self.value[place]


def quick_score(state: State, action: i64, prospects: Prospects) -> float:
    """About what `action` is worth in deployment points; `prospects` are of this state."""
    kind = action >> KIND_SHIFT
    unit = action >> UNIT_SHIFT & 255
    argument = action >> 8 & 255
    if kind == DO_TARGET:
        return fight_gain(state, state.attacker, unit, 1)
    if kind >= DO_INTERCEPT:
        return _reaction_score(state, kind, unit)
    if kind == DO_PASS:
        return -0.5
    if kind == DO_REDEPLOY:
        gain = prospects.of(state, unit, argument) - prospects.of(state, unit, state.zone[unit])
        return READY * gain
    dearer = DEARER * float(order_cost(state, unit) - 1)
    if kind == DO_CHARGE:
        sector = state.zone[unit] & 3
        return best_fight(state, unit, charge_targets(state, unit, sector)) - dearer
    if kind == DO_SHOOT:
        return shot_gain(state, unit, argument) - dearer
    if kind == DO_CARRY_ON:
        return fight_gain(state, unit, argument, 0) - dearer
    if kind == DO_MOVE:
        gain = prospects.of(state, unit, argument) - prospects.of(state, unit, state.zone[unit])
        return READY * gain - dearer - 0.4
    if kind == DO_LEAVE:
        struck = 0.0 if state.flags[unit] & LEAVES_UNSTRUCK else grip_on(state, unit)
        return 0.5 * grip_on(state, unit) - struck - dearer
    if kind == DO_HEAL:
        return 0.7 * TOKEN - dearer
    if kind == DO_EXCITE:
        return 0.8 - dearer
    if kind == DO_DOUBLE_ORDER:
        return 1.2 - dearer
    return 0.0


def _reaction_score(state: State, kind: i64, unit: i64) -> float:
    charger = state.attacker
    if kind == DO_WAIT:
        return -best_fight(state, charger, charge_targets(state, charger, state.sector))
    dearer = DEARER * float(order_cost(state, unit))
    if kind == DO_INTERCEPT:
        return -fight_gain(state, charger, unit, 1) - dearer
    if kind == DO_REACT_SHOOT:
        waiting = best_fight(state, charger, charge_targets(state, charger, state.sector))
        return expected_loss(state, charger, shot_hits(state, unit)) - 0.85 * waiting - dearer
    return 0.0


def quick_choice(state: State, actions: Actions, prospects: Prospects) -> i64:
    """The action with the best first guess."""
    prospects.forget()
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
