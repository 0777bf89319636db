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

from .attacks import (
    Attacks,
    add_attacker,
    chance_of_more,
    learn_tables,
    measure_attacks,
    set_target,
)
from .strength import expected_loss, shot_hits, strike_hits
from .value_v1 import FirstPosition, first_chance_of_a
from .weights import BIASES, DIFFERENCES, HIDDEN, LINEAR, OUTPUT, SUMS, TURNS

# What is measured of a side.
FEATURES: Final = 36
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
SURE_ANY: Final = 27  # chance that one of the attacks that its tokens pay for is enough to win
SURE_ALL: Final = 28  # chance that all of them together are
HOPE: Final = 29  # points they destroy on average, for each point needed
WINS_NOW: Final = 30  # chance to win with the end of this round, PB-9.1, PB-9.2
STARTS_NEXT: Final = 31  # whether it has the first turn of the next round, PB-4.1
LETHAL: Final = 32  # mean hits of Lethal shots, PB-T.23
FAST: Final = 33  # units that redeploy and act, PB-T.8
FLYING: Final = 34  # units that charge into the rear, PB-T.20
SPECIAL: Final = 35  # units with Heal, Double Order or Excite, PB-T.1 to PB-T.3

CLOSE_SHARE: Final = 0.6
# So that all numbers are about as large.
HUNDRED: Final = 100.0
NEED_SCALE: Final = 40.0
# Log odds are limited to this: such a position is as good as won.
MAX_LOG_ODDS: Final = 30.0
SIDE_SECTORS: Final = 6
TENTH: Final = 0.1
# How many numbers are remembered of a unit, and of how many units: a power of two.
REMEMBERED: Final = 9
UNITS_REMEMBERED: Final = 512
UNIT_BITS: Final = 6
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
        # By side: the chance to destroy half of the enemy in this round.
        self.reach: vec[float] = vec[float]([0.0] * 2)
        self.attacks: Attacks = Attacks()
        # What follows from a unit's living troops alone, by unit: most positions in a search
        # differ in one or two units.
        self.roster: Roster = Roster()
        # What is known of units with some of their troops alive, by a hash of both.
        self.keys: vec[i64] = vec[i64]([NOT_KNOWN] * UNITS_REMEMBERED)
        self.memory: vec[float] = vec[float]([0.0] * (REMEMBERED * UNITS_REMEMBERED))
        self.alive: vec[i64] = vec[i64]([NOT_KNOWN] * c.SLOTS)
        self.unwounded: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.charge: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.fight: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.shot: vec[float] = vec[float]([0.0] * c.SLOTS)


def measure(state: State, position: Position) -> None:
    """Set the features of `position` to those of both sides in `state`."""
    place: i64 = 0
    if position.roster is not state.roster:
        position.roster = state.roster
        position.attacks.tables.clear()
        while place < UNITS_REMEMBERED:
            position.keys[place] = NOT_KNOWN
            place += 1
        place = 0
        while place < c.SLOTS:
            position.alive[place] = NOT_KNOWN
            place += 1
        place = 0
    while place < SIDE_SECTORS:
        position.exposed[place] = 0.0
        position.tough[place] = 0.0
        position.hits[place] = 0.0
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
    _measure_end(state, position)


def _measure_reach(position: Position, side: i64, own: i64, enemy: i64) -> None:
    base: i64 = side * FEATURES
    tough = position.tough[enemy]
    if tough == 0.0:
        position.features[base + UNOPPOSED] += position.hits[own]
        return
    share = position.hits[own] / tough
    exposed = position.exposed[enemy]
    position.features[base + REACH] += exposed if share > 1.0 else share * exposed


def _measure_finish(state: State, position: Position, side: i64) -> None:
    """What a side may still destroy in this round, and the chances that it is enough."""
    f = position.features
    base: i64 = side * FEATURES
    tally = state.tally
    enemy = other_side(side)
    destroyed = tally[c.DESTROYED + side]
    lost = tally[c.DESTROYED + enemy]
    need = float(state.roster.fielded[enemy]) / 2.0
    lacking = need - float(destroyed)
    if 2 * lost >= state.roster.fielded[side]:
        # The enemy has enough as well: more points win, and of equal ones not Player 1's. PB-9.2.
        behind = float(lost - destroyed)
        if state.player1 == side:
            behind += 1.0
        if behind > lacking:
            lacking = behind
    attacks = position.attacks
    measure_attacks(state, attacks, side, lacking)
    mean = attacks.mean[side]
    f[base + HOPE] = mean / (need + 1.0)
    f[base + SURE_ANY] = 1.0
    f[base + SURE_ALL] = 1.0
    if lacking > 0.0:
        f[base + SURE_ANY] = attacks.sure_any[side]
        f[base + SURE_ALL] = chance_of_more(mean, attacks.spread[side], lacking)
    starts = state.player1 if state.round % 2 == 0 else other_side(state.player1)
    f[base + STARTS_NEXT] = 1.0 if starts == side else 0.0


def _measure_end(state: State, position: Position) -> None:
    """The chances that this round decides, from what both sides may destroy in it. PB-9.1."""
    f = position.features
    attacks = position.attacks
    tally = state.tally
    reach = position.reach
    side: i64 = c.SIDE_A
    while side <= c.SIDE_B:
        base: i64 = side * FEATURES
        if f[base + ENOUGH] > 0.0:
            reach[side] = 1.0
        else:
            lacking = (1.0 - f[base + SHARE]) * f[base + NEED] * NEED_SCALE
            reach[side] = chance_of_more(attacks.mean[side], attacks.spread[side], lacking)
            # If the enemy has enough, what is lacking may be more than half.
            if f[(FEATURES - base) + ENOUGH] == 0.0 and f[base + SURE_ANY] > reach[side]:
                reach[side] = f[base + SURE_ANY]
        side += 1
    behind = float(tally[c.DESTROYED + c.SIDE_B] - tally[c.DESTROYED + c.SIDE_A])
    behind += attacks.mean[c.SIDE_B] + (0.5 if state.player1 == c.SIDE_A else -0.5)
    spread = attacks.spread[c.SIDE_A] + attacks.spread[c.SIDE_B]
    if tally[c.UNUSED + c.SIDE_A] + tally[c.UNUSED + c.SIDE_B] == 0:
        spread = 0.01
    ahead = chance_of_more(attacks.mean[c.SIDE_A], spread, behind)
    a = reach[c.SIDE_A]
    b = reach[c.SIDE_B]
    f[WINS_NOW] = a * (1.0 - b) + a * b * ahead
    f[FEATURES + WINS_NOW] = b * (1.0 - a) + a * b * (1.0 - ahead)


def _measure_side(state: State, position: Position, side: i64) -> None:
    f = position.features
    base: i64 = side * FEATURES
    place: i64 = 0
    while place < FEATURES:
        f[base + place] = 0.0
        place += 1
    position.attacks.counts[side] = 0
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
    attacks = position.attacks
    key = alive << UNIT_BITS | unit
    place = (key ^ key >> 9 ^ key >> 18 ^ key >> 27) & (UNITS_REMEMBERED - 1)
    at = REMEMBERED * place
    if position.keys[place] == key:
        memory = position.memory
        attacks.worth[unit] = memory[at]
        attacks.taken[unit] = NOT_KNOWN
        position.unwounded[unit] = memory[at + 1]
        position.charge[unit] = memory[at + 2]
        position.fight[unit] = memory[at + 3]
        position.shot[unit] = memory[at + 4]
        attacks.bodies[unit] = i64(memory[at + 5])
        attacks.charge[unit] = i64(memory[at + 6])
        attacks.fight[unit] = i64(memory[at + 7])
        attacks.shot[unit] = i64(memory[at + 8])
        return
    total: i64 = 0
    while alive:
        total += state.roster.wp[first_in(side, alive)]
        alive &= alive - 1
    position.unwounded[unit] = float(total)
    position.charge[unit] = strike_hits(state, unit, unit, 1) if state.black[unit] else 0.0
    position.fight[unit] = strike_hits(state, unit, unit, 0)
    position.shot[unit] = shot_hits(state, unit) if state.white[unit] else 0.0
    learn_tables(state, attacks, unit)
    position.keys[place] = key
    _remember(position, unit, at)


def _remember(position: Position, unit: i64, at: i64) -> None:
    memory = position.memory
    attacks = position.attacks
    memory[at] = attacks.worth[unit]
    memory[at + 1] = position.unwounded[unit]
    memory[at + 2] = position.charge[unit]
    memory[at + 3] = position.fight[unit]
    memory[at + 4] = position.shot[unit]
    memory[at + 5] = float(attacks.bodies[unit])
    memory[at + 6] = float(attacks.charge[unit])
    memory[at + 7] = float(attacks.fight[unit])
    memory[at + 8] = float(attacks.shot[unit])


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
    worth = position.attacks.worth[unit]
    # Dice for orders and against the wounded change with the position.
    changing = state.extra[unit] != 0
    f[base + WOUND_POINTS] += left
    set_target(position.attacks, unit, i64(left))
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
    if flags & c.LETHAL_SHOTS:
        f[base + LETHAL] += TENTH * position.shot[unit]
    if flags & c.REDEPLOYS_AND_ACTS:
        f[base + FAST] += TENTH
    if flags & c.CHARGES_REAR:
        f[base + FLYING] += TENTH
    if flags & c.SPECIALS:
        f[base + SPECIAL] += TENTH
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
            _pay(f, base, hits, cost)
            if state.contact[unit]:
                add_attacker(position.attacks, side, unit, price)
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
        _pay(f, base, most, cost)
        if most > 0.0:
            add_attacker(position.attacks, side, unit, price)


def _pay(f: vec[float], base: i64, hits: float, cost: float) -> None:
    """Count an attack that the tokens pay for."""
    hits /= cost
    f[base + AFFORDABLE] += hits
    if hits > f[base + BEST_HITS]:
        f[base + BEST_HITS] = hits


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
