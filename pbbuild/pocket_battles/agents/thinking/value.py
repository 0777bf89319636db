"""The chance to win from a position: what both sides have, through a small fitted network.

A side is measured by some numbers (points destroyed, tokens, hits it could deal, what it exposes).
The network sees both sides from A's seat and from B's and takes the difference, so that a position
seen from the other side has the opposite chance.
"""

import math
from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import (
    amount,
    first_in,
    other_side,
    sector_of,
    zone_at,
)
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.state import Roster, State

from .strength import expected_loss, points, shot_hits, strike_hits
from .value_v1 import FirstPosition, first_chance_of_a
from .weights import BIASES, DIFFERENCES, HIDDEN, LINEAR, OUTPUT, SUMS, TURNS

# What is measured of a side.
FEATURES: Final = 29
SHARE: Final = 0  # share of the points needed for victory that are destroyed
CLOSE: Final = 1  # how far that share is above CLOSE_SHARE
ENOUGH: Final = 2  # whether that share would win now, PB-9.1
TOKENS_LEFT: Final = 3  # unused tokens of this round
TOKENS_NEXT: Final = 4  # tokens of the next round
MELEE_FRONT: Final = 5  # mean hits of charges that could be ordered now
MELEE_REAR: Final = 6
SHOTS_READY: Final = 7
SHOTS_BEHIND: Final = 8
MELEE_CONTACT: Final = 9
WOUND_POINTS: Final = 10
UNIT_COUNT: Final = 11
CONTACT: Final = 12  # points that units in contact threaten
EXPOSED: Final = 13  # points that the enemy can attack
CHEAP: Final = 14  # mean hits of attacks, each divided by what its order costs
ALIVE: Final = 15  # points alive
FIELDED: Final = 16  # points at the start
UNCOVERED: Final = 17  # points in a rear whose front is empty
WOUNDS: Final = 18  # wound tokens on troops
BEST_CONTACT: Final = 19  # points that the best paid fight in contact threatens
NEED: Final = 20  # points needed for victory
REACH: Final = 21  # points that charges and shots threaten sector by sector
AFFORDABLE: Final = 22  # mean hits of attacks that the tokens pay for, each divided by its cost
BEST_HITS: Final = 23  # the largest of these
STRIKING_FIRST: Final = 24  # mean hits in contact of units with First Strike, PB-T.17
CHARGING_AGAIN: Final = 25  # mean hits of charges of units with Overwhelming, PB-T.11
UNOPPOSED: Final = 26  # mean hits of attacks in sectors whose enemy front is empty
FINISH_ONE: Final = 27  # points its best attack threatens, for each point it lacks to win
FINISH_ALL: Final = 28  # the same for all attacks that its tokens pay for

CLOSE_SHARE: Final = 0.6
# So that all numbers are about as large.
HUNDRED: Final = 100.0
NEED_SCALE: Final = 40.0
# Log odds are limited to this: such a position is as good as won.
MAX_LOG_ODDS: Final = 30.0
SIDE_SECTORS: Final = 6
# More than this many times the points that are lacking makes no difference.
MOST_FINISH: Final = 2.0
# No mask of troops.
NOT_KNOWN: Final = -1
# Which estimate is used: today's, or that of version 0.1.0.
NETWORK: Final = 0
FIRST: Final = 1


class Position:
    """A reusable buffer for what is measured of a state."""

    def __init__(self) -> None:
        self.model: i64 = NETWORK
        self.first: FirstPosition = FirstPosition()
        # Both sides' features, A's first.
        self.features: vec[float] = vec[float]([0.0] * (2 * FEATURES))
        # Sums and differences of both sides' features.
        self.sums: vec[float] = vec[float]([0.0] * FEATURES)
        self.differences: vec[float] = vec[float]([0.0] * FEATURES)
        # By side and sector: points and wound points within reach, hits that could be dealt.
        self.exposed: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        self.tough: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        self.hits: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        # Hits of all attacks that the tokens pay for, and of the best one.
        self.paid_hits: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        self.best_paid: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        # The most points that a hit costs a unit, and the wound points of that unit.
        self.weakest: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        self.weakest_left: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        # By side: what all paid attacks cost, the points they threaten, and the best one does.
        self.price: vec[float] = vec[float]([0.0] * 2)
        self.threat: vec[float] = vec[float]([0.0] * 2)
        self.best_threat: vec[float] = vec[float]([0.0] * 2)
        # What follows from a unit's living troops alone, by unit: most positions in a search
        # differ in one or two units.
        self.roster: Roster = Roster()
        self.alive: vec[i64] = vec[i64]([NOT_KNOWN] * c.SLOTS)
        self.worth: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.unwounded: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.charge: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.fight: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.shot: vec[float] = vec[float]([0.0] * c.SLOTS)


def measure(state: State, position: Position) -> None:
    """Set the features of `position` to those of both sides in `state`."""
    place: i64 = 0
    if position.roster is not state.roster:
        position.roster = state.roster
        while place < c.SLOTS:
            position.alive[place] = NOT_KNOWN
            place += 1
        place = 0
    while place < SIDE_SECTORS:
        position.exposed[place] = 0.0
        position.tough[place] = 0.0
        position.hits[place] = 0.0
        position.paid_hits[place] = 0.0
        position.best_paid[place] = 0.0
        position.weakest[place] = 0.0
        place += 1
    _measure_side(state, position, c.SIDE_A)
    _measure_side(state, position, c.SIDE_B)
    sector: i64 = c.LEFT
    while sector < c.SECTORS:
        _measure_reach(position, c.SIDE_A, sector, c.SECTORS + sector)
        _measure_reach(position, c.SIDE_B, c.SECTORS + sector, sector)
        sector += 1
    _measure_finish(state, position, c.SIDE_A)
    _measure_finish(state, position, c.SIDE_B)


def _measure_reach(position: Position, side: i64, own: i64, enemy: i64) -> None:
    base: i64 = side * FEATURES
    tough = position.tough[enemy]
    if tough == 0.0:
        position.features[base + UNOPPOSED] += position.hits[own]
        return
    exposed = position.exposed[enemy]
    share = position.hits[own] / tough
    position.features[base + REACH] += exposed if share > 1.0 else share * exposed
    share = position.paid_hits[own] / tough
    position.threat[side] += exposed if share > 1.0 else share * exposed
    hits = position.best_paid[own]
    if hits > position.weakest_left[enemy]:
        hits = position.weakest_left[enemy]
    if hits * position.weakest[enemy] > position.best_threat[side]:
        position.best_threat[side] = hits * position.weakest[enemy]


def _measure_finish(state: State, position: Position, side: i64) -> None:
    """What a side could still destroy this round for each point it lacks to win with its end."""
    f = position.features
    base: i64 = side * FEATURES
    tally = state.tally
    enemy = other_side(side)
    destroyed = tally[c.DESTROYED + side]
    lost = tally[c.DESTROYED + enemy]
    lacking = float(state.roster.fielded[enemy]) / 2.0 - float(destroyed)
    if 2 * lost >= state.roster.fielded[side]:
        # The enemy has enough as well: more points win, and of equal ones not Player 1's. PB-9.2.
        behind = float(lost - destroyed)
        if state.player1 == side:
            behind += 1.0
        if behind > lacking:
            lacking = behind
    one = MOST_FINISH
    together = MOST_FINISH
    if lacking > 0.0:
        one = position.best_threat[side] / lacking
        together = position.threat[side] / lacking
        unused = float(tally[c.UNUSED + side])
        if position.price[side] > unused:
            together *= unused / position.price[side]
    f[base + FINISH_ONE] = one if one < MOST_FINISH else MOST_FINISH
    f[base + FINISH_ALL] = together if together < MOST_FINISH else MOST_FINISH


def _measure_side(state: State, position: Position, side: i64) -> None:
    f = position.features
    base: i64 = side * FEATURES
    place: i64 = 0
    while place < FEATURES:
        f[base + place] = 0.0
        place += 1
    position.price[side] = 0.0
    position.threat[side] = 0.0
    position.best_threat[side] = 0.0
    roster = state.roster
    need = float(roster.fielded[other_side(side)]) / 2.0
    share = float(state.tally[c.DESTROYED + side]) / need if need > 0.0 else 1.0
    f[base + SHARE] = share
    if share > CLOSE_SHARE:
        f[base + CLOSE] = share - CLOSE_SHARE
    if share >= 1.0:
        f[base + ENOUGH] = 1.0
    f[base + NEED] = need / NEED_SCALE
    f[base + FIELDED] = float(roster.fielded[side]) / HUNDRED
    full = float(roster.tokens)
    f[base + TOKENS_LEFT] = float(state.tally[c.UNUSED + side]) / full
    wounds: i64 = 0
    mask = state.tally[c.WOUNDED + side]
    while mask:
        wounds += state.wounds[first_in(side, mask)]
        mask &= mask - 1
    f[base + WOUNDS] = float(wounds) / full
    tokens = roster.tokens - wounds
    mask = state.tally[c.UNITS + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        tokens += amount(state.bonus[unit], c.BONUS_TOKENS)
        f[base + UNIT_COUNT] += 1.0
        _measure_unit(state, position, unit, side, base)
    f[base + TOKENS_NEXT] = float(tokens) / full


def _learn_unit(state: State, position: Position, unit: i64, side: i64, alive: i64) -> None:
    """Set what follows from the living troops of `unit`."""
    position.alive[unit] = alive
    position.worth[unit] = float(points(state, unit))
    total: i64 = 0
    while alive:
        total += state.roster.wp[first_in(side, alive)]
        alive &= alive - 1
    position.unwounded[unit] = float(total)
    position.charge[unit] = strike_hits(state, unit, unit, 1) if state.black[unit] else 0.0
    position.fight[unit] = strike_hits(state, unit, unit, 0)
    position.shot[unit] = shot_hits(state, unit) if state.white[unit] else 0.0


def _measure_unit(state: State, position: Position, unit: i64, side: i64, base: i64) -> None:
    f = position.features
    zone = state.zone[unit]
    alive = state.roster.troops_of[unit] & state.tally[c.TROOPS + side]
    if position.alive[unit] != alive:
        _learn_unit(state, position, unit, side, alive)
    left = position.unwounded[unit]
    mask = alive & state.tally[c.WOUNDED + side]
    while mask:
        left -= float(state.wounds[first_in(side, mask)])
        mask &= mask - 1
    worth = position.worth[unit]
    # Dice for orders and against the wounded change with the position.
    changing = state.extra[unit] != 0
    f[base + WOUND_POINTS] += left
    f[base + ALIVE] += worth / HUNDRED
    flags = state.flags[unit]
    if flags & c.STRIKES_FIRST:
        f[base + STRIKING_FIRST] += (
            strike_hits(state, unit, unit, 0) if changing else position.fight[unit]
        )
    if flags & c.CHARGES_AGAIN and state.black[unit]:
        f[base + CHARGING_AGAIN] += (
            strike_hits(state, unit, unit, 1) if changing else position.charge[unit]
        )
    price = order_cost(state, unit)
    cost = float(price)
    paid = price <= state.tally[c.UNUSED + side]
    if zone >= c.ENGAGEMENT:
        f[base + EXPOSED] += worth
        mask = state.contact[unit]
        hits = 0.0
        best = 0.0
        while mask:
            enemy = first_in(other_side(side), mask)
            mask &= mask - 1
            hits = strike_hits(state, unit, enemy, 0) if changing else position.fight[unit]
            loss = expected_loss(state, enemy, hits)
            f[base + CONTACT] += loss
            if loss > best:
                best = loss
        f[base + MELEE_CONTACT] += hits
        f[base + CHEAP] += hits / cost
        if paid:
            if best > f[base + BEST_CONTACT]:
                f[base + BEST_CONTACT] = best
            if best > position.best_threat[side]:
                position.best_threat[side] = best
            position.threat[side] += best
            _pay(position, side, base, hits, cost)
        return
    sector = sector_of(zone)
    at = side * c.SECTORS + sector
    charge = position.charge[unit]
    if changing and state.black[unit]:
        charge = strike_hits(state, unit, unit, 1)
    shot = position.shot[unit]
    most = shot
    if zone >= c.FRONT:
        if charge > shot:
            most = charge
        f[base + MELEE_FRONT] += charge
        f[base + SHOTS_READY] += shot
        f[base + EXPOSED] += worth
        position.exposed[at] += worth
        position.tough[at] += left
        # Every unit on the field has wound points left.
        weak = worth / left if left > 0.0 else 0.0
        if weak > position.weakest[at]:
            position.weakest[at] = weak
            position.weakest_left[at] = left
    else:
        f[base + MELEE_REAR] += charge
        if state.at[zone_at(side, c.FRONT + sector)] == 0:
            f[base + UNCOVERED] += worth
        if state.flags[unit] & c.SHOOTS_FROM_REAR == 0:
            f[base + SHOTS_BEHIND] += shot
            return
        f[base + SHOTS_READY] += shot
    f[base + CHEAP] += most / cost
    position.hits[at] += most
    if paid:
        position.paid_hits[at] += most
        if most > position.best_paid[at]:
            position.best_paid[at] = most
        _pay(position, side, base, most, cost)


def _pay(position: Position, side: i64, base: i64, hits: float, cost: float) -> None:
    """Count an attack that the tokens of `side` pay for."""
    position.price[side] += cost
    hits /= cost
    position.features[base + AFFORDABLE] += hits
    if hits > position.features[base + BEST_HITS]:
        position.features[base + BEST_HITS] = hits


def chance_of_a(state: State, position: Position) -> float:
    """The chance that side A wins from here, 0 to 1. PB-9.1."""
    if position.model == FIRST:
        return first_chance_of_a(state, position.first)
    if state.phase == c.END:
        if state.winner == c.UNDECIDED:
            return 0.5
        return 1.0 if state.winner == c.SIDE_A else 0.0
    measure(state, position)
    total = log_odds_of_a(position, 1.0 if state.active == c.SIDE_A else -1.0)
    if total > MAX_LOG_ODDS:
        total = MAX_LOG_ODDS
    elif total < -MAX_LOG_ODDS:
        total = -MAX_LOG_ODDS
    return 1.0 / (1.0 + math.exp(-total))


def log_odds_of_a(position: Position, turn: float) -> float:
    """The network's answer to the measured features; `turn` is 1 if A is to act, else -1."""
    f = position.features
    sums = position.sums
    differences = position.differences
    # Local names: compiled code counts references at every use of a module's array.
    linear = LINEAR
    by_sum = SUMS
    by_difference = DIFFERENCES
    total = turn * TURNS[HIDDEN]
    place: i64 = 0
    while place < FEATURES:
        a = f[place]
        b = f[FEATURES + place]
        sums[place] = a + b
        differences[place] = a - b
        total += linear[place] * (a - b)
        place += 1
    at: i64 = 0
    unit: i64 = 0
    while unit < HIDDEN:
        common = BIASES[unit]
        apart = turn * TURNS[unit]
        place = 0
        while place < FEATURES:
            common += by_sum[at] * sums[place]
            apart += by_difference[at] * differences[place]
            at += 1
            place += 1
        if common + apart > 0.0:
            total += OUTPUT[unit] * (common + apart)
        if common - apart > 0.0:
            total -= OUTPUT[unit] * (common - apart)
        unit += 1
    return total
