"""What the attacks of a round may destroy: means, spreads and the chance that it is enough.

Every attack has a table of the chances of its hits. Against a target it destroys points once the
hits are more than wounds can take: the owner places wound tokens as long as no troop must die.
"""

import math
from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import amount, first_in, other_side, sector_of
from pbbuild.pocket_battles.rules.core.charge import charge_targets
from pbbuild.pocket_battles.rules.core.engagement import engagement_dice
from pbbuild.pocket_battles.rules.core.shooting import shoot_targets, shooting_dice
from pbbuild.pocket_battles.rules.core.state import State

from .strength import bodies, points

# More hits than this are counted as this many.
MOST_HITS: Final = 15
# The tables of one attack: sums of the chances of at least 1 to so many hits, then the same sums
# with each chance times its hits.
ROW: Final = 16
TABLE: Final = 32
# Where the number of dice stands in the key of a table; packed dice leave their lowest byte free.
DICE_SHIFT: Final = 56
NO_TABLE: Final = -1
# How a unit attacks; the first two are as `engagement_dice` asks for them.
FIGHTING: Final = 0
CHARGING: Final = 1
SHOOTING: Final = 2
NOT_SET: Final = -1
TABLES_AT_FIRST: Final = 64
RECENT: Final = 256
RECENT_MASK: Final = 255
# Spread of what is destroyed, in points, where the dice alone would leave none.
LEAST_VARIANCE: Final = 2.0
# The logistic function is about the normal distribution if its argument is so many deviations.
LOGISTIC_SCALE: Final = 1.7
MOST_DEVIATIONS: Final = 12.0


class HitTables:
    """The chances of hits by dice; filled as they are asked for."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {}
        self.sums: vec[float] = vec[float]([0.0] * (TABLE * TABLES_AT_FIRST))
        self.used: i64 = 0
        # The table asked for last among those whose keys share a place here.
        self.recent_key: vec[i64] = vec[i64]([0] * RECENT)
        self.recent: vec[i64] = vec[i64]([0] * RECENT)
        self.now: vec[float] = vec[float]([0.0] * ROW)
        self.next: vec[float] = vec[float]([0.0] * ROW)

    def clear(self) -> None:
        """Forget all tables."""
        self.known.clear()
        self.used = 0
        place: i64 = 0
        while place < RECENT:
            self.recent_key[place] = 0
            place += 1

    def find(self, packed: i64, dice: i64, bonus: i64) -> i64:
        """Where the table of `dice` dice with the printed dice `packed` begins. PB-6.1, PB-T.7."""
        if dice == 0 or packed == 0:
            return NO_TABLE
        key = packed | dice << DICE_SHIFT | bonus
        place = (key >> 8 ^ key >> 19 ^ key >> 33 ^ key >> 49) & RECENT_MASK
        if self.recent_key[place] != key:
            self.recent[place] = self._find(key, packed, dice, bonus)
            self.recent_key[place] = key
        return self.recent[place]

    def _find(self, key: i64, packed: i64, dice: i64, bonus: i64) -> i64:
        if key in self.known:
            return self.known[key]
        at = self.used
        self.used += TABLE
        if self.used > len(self.sums):
            larger = vec[float]([0.0] * (2 * len(self.sums)))
            place: i64 = 0
            while place < at:
                larger[place] = self.sums[place]
                place += 1
            self.sums = larger
        self._fill(at, packed, dice, bonus)
        self.known[key] = at
        return at

    def _fill(self, at: i64, packed: i64, dice: i64, bonus: i64) -> None:
        hits: i64 = 0
        while hits < ROW:
            self.now[hits] = 0.0
            hits += 1
        self.now[0] = 1.0
        while dice > 0:
            dice -= 1
            hits = 0
            while hits < ROW:
                self.next[hits] = 0.0
                hits += 1
            hits = 0
            while hits < ROW:
                chance = self.now[hits] / 6.0
                if chance > 0.0:
                    rest = packed
                    face: i64 = 1
                    while face <= c.FACES:
                        rest >>= c.FACE_BITS
                        found = hits + (rest & c.FACE_MASK)
                        self.next[found if found < ROW else MOST_HITS] += chance
                        face += 1
                hits += 1
            hits = 0
            while hits < ROW:
                self.now[hits] = self.next[hits]
                hits += 1
        # The chance of at least so many hits.
        tail = 1.0 - self.now[0]
        total = 0.0
        weighted = 0.0
        self.sums[at] = 0.0
        self.sums[at + ROW] = 0.0
        hits = 1
        while hits < ROW:
            if hits > bonus + 1:
                tail -= self.now[hits - bonus - 1]
            total += tail
            weighted += float(hits) * tail
            self.sums[at + hits] = total
            self.sums[at + ROW + hits] = weighted
            hits += 1


class Attacks:
    """Reusable buffers: what is known of units, and the attacks that a side can pay for."""

    def __init__(self) -> None:
        self.tables: HitTables = HitTables()
        # By unit: its tables and the troops that can take hits.
        self.charge: vec[i64] = vec[i64]([NO_TABLE] * c.SLOTS)
        self.fight: vec[i64] = vec[i64]([NO_TABLE] * c.SLOTS)
        self.shot: vec[i64] = vec[i64]([NO_TABLE] * c.SLOTS)
        self.bodies: vec[i64] = vec[i64]([0] * c.SLOTS)
        # By unit as a target: its points, the hits that it was last set to take, those that are
        # counted, how many of them cost tokens and no troops, and its points for each hit and for
        # each troop.
        self.worth: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.taken: vec[i64] = vec[i64]([NOT_SET] * c.SLOTS)
        self.left: vec[i64] = vec[i64]([0] * c.SLOTS)
        self.free: vec[i64] = vec[i64]([0] * c.SLOTS)
        self.by_hit: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.by_troop: vec[float] = vec[float]([0.0] * c.SLOTS)
        # By side: the units that can be ordered to attack now and what their orders cost.
        self.counts: vec[i64] = vec[i64]([0] * 2)
        self.unit: vec[i64] = vec[i64]([0] * c.SLOTS)
        self.cost: vec[i64] = vec[i64]([0] * c.SLOTS)
        # The best target of the unit at hand: mean and variance of the points it destroys there,
        # and over all targets the largest chance to destroy what is lacking.
        self.best: float = 0.0
        self.best_variance: float = 0.0
        self.best_sure: float = 0.0
        # Attacks, the best for a token first.
        self.rate: vec[float] = vec[float]([0.0] * c.SIDE_SIZE)
        self.variance: vec[float] = vec[float]([0.0] * c.SIDE_SIZE)
        self.sure: vec[float] = vec[float]([0.0] * c.SIDE_SIZE)
        self.price: vec[i64] = vec[i64]([0] * c.SIDE_SIZE)
        # By side: mean and variance of the points that the tokens may destroy, and the chance that
        # one of the attacks destroys what is lacking.
        self.mean: vec[float] = vec[float]([0.0] * 2)
        self.spread: vec[float] = vec[float]([0.0] * 2)
        self.sure_any: vec[float] = vec[float]([0.0] * 2)


def learn_tables(state: State, attacks: Attacks, unit: i64) -> None:
    """Set what follows from the living troops of `unit`."""
    bonus = amount(state.bonus[unit], c.BONUS_SCORING)
    black = state.black[unit]
    tables = attacks.tables
    attacks.charge[unit] = tables.find(black, engagement_dice(state, unit, unit, 1), bonus)
    attacks.fight[unit] = tables.find(black, engagement_dice(state, unit, unit, 0), bonus)
    attacks.shot[unit] = tables.find(state.white[unit], shooting_dice(state, unit), bonus)
    attacks.bodies[unit] = bodies(state, unit)
    attacks.worth[unit] = float(points(state, unit))
    attacks.taken[unit] = NOT_SET


def set_target(attacks: Attacks, unit: i64, left: i64) -> None:
    """Set what an attack at `unit` needs to know, if it can still take `left` hits."""
    if attacks.taken[unit] == left:
        return
    attacks.taken[unit] = left
    troops = attacks.bodies[unit]
    if troops > left:
        troops = left
    if troops < 1:
        attacks.left[unit] = 0
        attacks.free[unit] = 0
        return
    free = left - troops
    worth = attacks.worth[unit]
    attacks.by_hit[unit] = worth / float(left)
    attacks.by_troop[unit] = worth / float(troops)
    attacks.left[unit] = left if left < MOST_HITS else MOST_HITS
    attacks.free[unit] = free if free < MOST_HITS else MOST_HITS


def add_attacker(attacks: Attacks, side: i64, unit: i64, cost: i64) -> None:
    """Count `unit` among those of `side` that can be ordered to attack for `cost` tokens."""
    at = (side << c.SIDE_SHIFT) + attacks.counts[side]
    attacks.unit[at] = unit
    attacks.cost[at] = cost
    attacks.counts[side] += 1


def measure_attacks(state: State, attacks: Attacks, side: i64, lacking: float) -> None:
    """Set what the attackers of `side` may destroy; it lacks `lacking` points."""
    rates = attacks.rate
    variances = attacks.variance
    sures = attacks.sure
    prices = attacks.price
    count: i64 = 0
    at: i64 = side << c.SIDE_SHIFT
    end = at + attacks.counts[side]
    while at < end:
        unit = attacks.unit[at]
        price = attacks.cost[at]
        at += 1
        attacks.best = 0.0
        attacks.best_sure = 0.0
        zone = state.zone[unit]
        if zone >= c.ENGAGEMENT:
            _weigh(state, attacks, unit, state.contact[unit], FIGHTING, lacking)
        else:
            sector = sector_of(zone)
            if zone >= c.FRONT and attacks.charge[unit] >= 0:
                targets = charge_targets(state, unit, sector)
                _weigh(state, attacks, unit, targets, CHARGING, lacking)
            if attacks.shot[unit] >= 0:
                targets = shoot_targets(state, unit, sector)
                _weigh(state, attacks, unit, targets, SHOOTING, lacking)
        if attacks.best > 0.0:
            # Among the others by what it destroys for a token.
            rate = attacks.best / float(price)
            place = count
            count += 1
            while place > 0 and rates[place - 1] < rate:
                rates[place] = rates[place - 1]
                variances[place] = variances[place - 1]
                sures[place] = sures[place - 1]
                prices[place] = prices[place - 1]
                place -= 1
            rates[place] = rate
            variances[place] = attacks.best_variance
            sures[place] = attacks.best_sure
            prices[place] = price
    # Pay for the best as long as tokens last.
    unused = state.tally[c.UNUSED + side]
    mean = 0.0
    spread = LEAST_VARIANCE
    none = 1.0
    chosen: i64 = 0
    while chosen < count and unused > 0:
        price = prices[chosen]
        if price <= unused:
            unused -= price
            mean += rates[chosen] * float(price)
            spread += variances[chosen]
            none *= 1.0 - sures[chosen]
        chosen += 1
    attacks.mean[side] = mean
    attacks.spread[side] = spread
    attacks.sure_any[side] = 1.0 - none


def _weigh(
    state: State, attacks: Attacks, unit: i64, targets: i64, kind: i64, lacking: float
) -> None:
    """Weigh an attack of `unit` at each of `targets`; keep the best."""
    other = other_side(unit >> c.SIDE_SHIFT)
    table = attacks.shot[unit]
    if kind == FIGHTING:
        table = attacks.fight[unit]
    elif kind == CHARGING:
        table = attacks.charge[unit]
    changing = kind != SHOOTING and state.extra[unit] != 0
    lethal = kind == SHOOTING and state.flags[unit] & c.LETHAL_SHOTS != 0
    sums = attacks.tables.sums
    most = attacks.best
    while targets:
        enemy = first_in(other, targets)
        targets &= targets - 1
        # A shot into a group hits friends too.
        if kind == SHOOTING and state.contact[enemy]:
            continue
        if changing:
            dice = engagement_dice(state, unit, enemy, kind)
            bonus = amount(state.bonus[unit], c.BONUS_SCORING)
            table = attacks.tables.find(state.black[unit], dice, bonus)
            sums = attacks.tables.sums
        if table < 0:
            continue
        # So many hits destroy it, and so many of them cost tokens alone.
        top = attacks.left[enemy]
        free = attacks.free[enemy]
        if lethal:
            top -= free
            free = 0
        hits = sums[table + top]
        lost = hits - sums[table + free]
        by_troop = attacks.by_troop[enemy]
        mean = by_troop * lost
        # Wounds prepare the next attack: hits count half in proportion, half by what dies at once.
        both = 0.5 * (mean + attacks.by_hit[enemy] * hits)
        if both > most:
            most = both
            square = 2.0 * (sums[table + ROW + top] - sums[table + ROW + free])
            square = by_troop * by_troop * (square - float(2 * free + 1) * lost)
            attacks.best_variance = square - mean * mean
        if lacking > 0.0 and attacks.worth[enemy] >= lacking:
            needed = free + i64(math.ceil(lacking / by_troop - 0.001))
            if needed <= MOST_HITS:
                sure = sums[table + needed] - sums[table + needed - 1]
                if sure > attacks.best_sure:
                    attacks.best_sure = sure
    attacks.best = most


def chance_of_more(mean: float, variance: float, lacking: float) -> float:
    """About the chance that points of this mean and variance are at least `lacking`."""
    deviations = LOGISTIC_SCALE * (mean - lacking) / math.sqrt(variance)
    if deviations > MOST_DEVIATIONS:
        return 1.0
    if deviations < -MOST_DEVIATIONS:
        return 0.0
    return 1.0 / (1.0 + math.exp(-deviations))
