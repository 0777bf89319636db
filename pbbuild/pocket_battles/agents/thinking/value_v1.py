"""The chance to win as version 0.1.0 estimated it: twenty features with fitted weights."""

import math
from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import (
    amount,
    count_bits,
    first_in,
    other_side,
    sector_of,
)
from pbbuild.pocket_battles.rules.core.orders import order_cost
from pbbuild.pocket_battles.rules.core.state import State

from .strength import expected_loss, points, shot_hits, strike_hits, wound_points

FEATURES: Final = 20
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
TURN: Final = 12  # whose turn it is
CONTACT: Final = 13  # points that units in contact threaten
REACH: Final = 14  # points that charges and shots threaten sector by sector
EXPOSED: Final = 15  # points that the enemy can attack
CHEAP: Final = 16  # mean hits of attacks, each divided by what its order costs
CLOSING: Final = 17  # enough destroyed, times the share of the round that is over
LATE: Final = 18  # share destroyed, times the share of the round that is over
TOUGHNESS: Final = 19  # wound points left as a share of both sides' together

# Log odds are limited to this: such a position is as good as won.
MAX_LOG_ODDS: Final = 30.0
CLOSE_SHARE: Final = 0.6
# Places in the arrays by side and sector.
SIDE_SECTORS: Final = 6

# Fitted to outcomes of self-play. Each feature is side A less side B.
WEIGHTS: Final[vec[float]] = vec[float](
    [
        0.687,
        3.57,
        -0.637,
        2.88,
        0.948,
        0.0341,
        -0.624,
        0.0966,
        -0.144,
        -0.0206,
        0.0982,
        0.0261,
        0.224,
        0.0512,
        -0.00526,
        0.0135,
        0.106,
        1.8,
        0.307,
        2.69,
    ]
)


class FirstPosition:
    """A reusable buffer for the features of a state."""

    def __init__(self) -> None:
        self.features: vec[float] = vec[float]([0.0] * FEATURES)
        # A copy, so that other weights can be tried against these.
        self.weights: vec[float] = vec[float]([0.0] * FEATURES)
        place: i64 = 0
        while place < FEATURES:
            self.weights[place] = WEIGHTS[place]
            place += 1
        # By side and sector: points and wound points within reach, hits that could be dealt.
        self.exposed: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        self.tough: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        self.hits: vec[float] = vec[float]([0.0] * SIDE_SECTORS)
        self.alive: float = 0.0


def measure_first(state: State, position: FirstPosition) -> None:
    """Set the features of `position` to those of `state`, side A less side B."""
    f = position.features
    place: i64 = 0
    while place < FEATURES:
        f[place] = 0.0
        place += 1
    place = 0
    while place < SIDE_SECTORS:
        position.exposed[place] = 0.0
        position.tough[place] = 0.0
        position.hits[place] = 0.0
        place += 1
    position.alive = 0.0
    _measure_side(state, position, c.SIDE_A, 1.0)
    _measure_side(state, position, c.SIDE_B, -1.0)
    f[TURN] = 1.0 if state.active == c.SIDE_A else -1.0
    unused = float(state.tally[c.UNUSED + c.SIDE_A] + state.tally[c.UNUSED + c.SIDE_B])
    over = 1.0 - unused / (2.0 * float(state.roster.tokens))
    if over > 0.0:
        f[CLOSING] = over * f[ENOUGH]
        f[LATE] = over * f[SHARE]
    if position.alive > 0.0:
        f[TOUGHNESS] = f[WOUND_POINTS] / position.alive
    sector: i64 = c.LEFT
    while sector < c.SECTORS:
        _measure_reach(position, sector, c.SECTORS + sector, 1.0)
        _measure_reach(position, c.SECTORS + sector, sector, -1.0)
        sector += 1


def _measure_reach(position: FirstPosition, own: i64, enemy: i64, sign: float) -> None:
    tough = position.tough[enemy]
    if tough > 0.0:
        share = position.hits[own] / tough
        if share > 1.0:
            share = 1.0
        position.features[REACH] += sign * share * position.exposed[enemy]


def _measure_side(state: State, position: FirstPosition, side: i64, sign: float) -> None:
    f = position.features
    roster = state.roster
    need = float(roster.fielded[other_side(side)]) / 2.0
    share = float(state.tally[c.DESTROYED + side]) / need if need > 0.0 else 1.0
    f[SHARE] += sign * share
    if share > CLOSE_SHARE:
        f[CLOSE] += sign * (share - CLOSE_SHARE)
    if share >= 1.0:
        f[ENOUGH] += sign
    base = float(roster.tokens)
    f[TOKENS_LEFT] += sign * float(state.tally[c.UNUSED + side]) / base
    tokens = roster.tokens
    mask = state.tally[c.WOUNDED + side]
    while mask:
        tokens -= state.wounds[first_in(side, mask)]
        mask &= mask - 1
    mask = state.tally[c.UNITS + side]
    f[UNIT_COUNT] += sign * float(count_bits(mask))
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        tokens += amount(state.bonus[unit], c.BONUS_TOKENS)
        _measure_unit(state, position, unit, side, sign)
    f[TOKENS_NEXT] += sign * float(tokens) / base


def _measure_unit(state: State, position: FirstPosition, unit: i64, side: i64, sign: float) -> None:
    f = position.features
    zone = state.zone[unit]
    left = float(wound_points(state, unit))
    f[WOUND_POINTS] += sign * left
    position.alive += left
    cost = float(order_cost(state, unit))
    if zone >= c.ENGAGEMENT:
        mask = state.contact[unit]
        hits = 0.0
        while mask:
            enemy = first_in(other_side(side), mask)
            mask &= mask - 1
            hits = strike_hits(state, unit, enemy, 0)
            f[CONTACT] += sign * expected_loss(state, enemy, hits)
        f[MELEE_CONTACT] += sign * hits
        f[CHEAP] += sign * hits / cost
        return
    at = side * c.SECTORS + sector_of(zone)
    charge = strike_hits(state, unit, unit, 1) if state.black[unit] else 0.0
    shot = shot_hits(state, unit) if state.white[unit] else 0.0
    if zone >= c.FRONT:
        f[MELEE_FRONT] += sign * charge
        f[SHOTS_READY] += sign * shot
        position.exposed[at] += float(points(state, unit))
        position.tough[at] += left
        position.hits[at] += charge if charge > shot else shot
        f[EXPOSED] += sign * float(points(state, unit))
        f[CHEAP] += sign * (charge if charge > shot else shot) / cost
    else:
        f[MELEE_REAR] += sign * charge
        if state.flags[unit] & c.SHOOTS_FROM_REAR:
            f[SHOTS_READY] += sign * shot
            f[CHEAP] += sign * shot / cost
            position.hits[at] += shot
        else:
            f[SHOTS_BEHIND] += sign * shot


def first_chance_of_a(state: State, position: FirstPosition) -> float:
    """The chance that side A wins from here, 0 to 1. PB-9.1."""
    if state.phase == c.END:
        if state.winner == c.UNDECIDED:
            return 0.5
        return 1.0 if state.winner == c.SIDE_A else 0.0
    measure_first(state, position)
    total = 0.0
    place: i64 = 0
    while place < FEATURES:
        total += position.weights[place] * position.features[place]
        place += 1
    if total > MAX_LOG_ODDS:
        total = MAX_LOG_ODDS
    elif total < -MAX_LOG_ODDS:
        total = -MAX_LOG_ODDS
    return 1.0 / (1.0 + math.exp(-total))
