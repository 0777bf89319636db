"""What units are worth and how many hits they deal on average."""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64
from pbbuild.pocket_battles.rules.core.bits import BIT_INDEX, BIT_MODULUS, amount, first_in, side_of
from pbbuild.pocket_battles.rules.core.engagement import engagement_dice
from pbbuild.pocket_battles.rules.core.shooting import shooting_dice
from pbbuild.pocket_battles.rules.core.state import State

# Expected losses grow more slowly once half of the wound points are hit: excess hits are lost.
FULL_SHARE: Final = 0.5
LATE_SHARE: Final = 0.6


def pips(packed: i64) -> i64:
    """How many dice are packed: the sum of the bytes, since 256 is 1 modulo 255."""
    return packed % c.FACE_MASK


def faces(packed: i64) -> i64:
    """How many different faces the packed dice show."""
    found: i64 = 0
    packed >>= c.FACE_BITS
    while packed:
        if packed & c.FACE_MASK:
            found += 1
        packed >>= c.FACE_BITS
    return found


def expected_hits(state: State, unit: i64, packed: i64, dice: i64) -> float:
    """Mean hits of `dice` rolled dice with the printed dice `packed`. PB-6.1, PB-T.7."""
    if dice == 0 or packed == 0:
        return 0.0
    mean = float(dice) * float(pips(packed)) / 6.0
    bonus = amount(state.bonus[unit], c.BONUS_SCORING)
    if bonus:
        misses = 1.0
        miss = float(6 - faces(packed)) / 6.0
        while dice > 0:
            misses *= miss
            dice -= 1
        mean += float(bonus) * (1.0 - misses)
    return mean


def strike_hits(state: State, unit: i64, enemy: i64, charging: i64) -> float:
    """Mean hits of a strike of `unit` at `enemy`. PB-6.1."""
    return expected_hits(
        state, unit, state.black[unit], engagement_dice(state, unit, enemy, charging)
    )


def shot_hits(state: State, unit: i64) -> float:
    """Mean hits of a shot of `unit`. PB-8.1."""
    return expected_hits(state, unit, state.white[unit], shooting_dice(state, unit))


def points(state: State, unit: i64) -> i64:
    """Deployment points of the living troops of `unit`."""
    side = side_of(unit)
    dp = state.roster.dp
    mask = state.roster.troops_of[unit] & state.tally[c.TROOPS + side]
    total: i64 = 0
    while mask:
        total += dp[first_in(side, mask)]
        mask &= mask - 1
    return total


def wound_points(state: State, unit: i64) -> i64:
    """How many hits `unit` can still absorb in all."""
    wp = state.roster.wp
    wounds = state.wounds
    side = unit >> c.SIDE_SHIFT
    first = side << c.SIDE_SHIFT
    mask = state.roster.troops_of[unit] & state.tally[c.TROOPS + side]
    total: i64 = 0
    while mask:
        # As `first_in`, without the call: every position and every wound is counted here.
        troop = first + BIT_INDEX[(mask & -mask) % BIT_MODULUS]
        mask &= mask - 1
        total += wp[troop] - wounds[troop]
    return total


def bodies(state: State, unit: i64) -> i64:
    """How many troops of `unit` have wound points: so many hits of a Lethal shot destroy it."""
    side = side_of(unit)
    mask = state.roster.troops_of[unit] & state.tally[c.TROOPS + side]
    total: i64 = 0
    while mask:
        if state.roster.wp[first_in(side, mask)]:
            total += 1
        mask &= mask - 1
    return total


def expected_loss(state: State, unit: i64, hits: float) -> float:
    """About how many points `unit` loses to `hits` mean hits."""
    return _share_lost(state, unit, hits, wound_points(state, unit))


def shot_loss(state: State, shooter: i64, unit: i64, hits: float) -> float:
    """About how many points `unit` loses to `hits` mean hits of a shot of `shooter`. PB-T.23."""
    if state.flags[shooter] & c.LETHAL_SHOTS:
        return _share_lost(state, unit, hits, bodies(state, unit))
    return _share_lost(state, unit, hits, wound_points(state, unit))


def _share_lost(state: State, unit: i64, hits: float, absorbed: i64) -> float:
    """About how many points `unit` loses to `hits` of the `absorbed` hits that destroy it."""
    left = float(absorbed)
    if left <= 0.0:
        return 0.0
    share = hits / left
    if share > FULL_SHARE:
        share = FULL_SHARE + (share - FULL_SHARE) * LATE_SHARE
        if share > 1.0:
            share = 1.0
    return share * float(points(state, unit))
