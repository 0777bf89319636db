"""What units are worth and can do, as numbers to weigh."""

from pbbuild.pocket_battles.rules.core.arrays import i64
from pbbuild.pocket_battles.rules.core.bits import index_of
from pbbuild.pocket_battles.rules.core.constants import (
    BONUS_MASK,
    BONUS_SCORING,
    SIDE_SHIFT,
    TROOPS,
)
from pbbuild.pocket_battles.rules.core.engagement import engagement_dice
from pbbuild.pocket_battles.rules.core.shooting import shooting_dice
from pbbuild.pocket_battles.rules.core.state import State


def pips(packed: i64) -> i64:
    """How many printed dice there are: the sum of the bytes (256 leaves 1 when cast out by 255)."""
    return packed % 255


def faces(packed: i64) -> i64:
    """How many different faces are printed."""
    found: i64 = 0
    packed >>= 8
    while packed:
        if packed & 255:
            found += 1
        packed >>= 8
    return found


def expected_hits(state: State, unit: i64, packed: i64, dice: i64) -> float:
    """Mean hits of `dice` dice against `packed`, +x Wounds included."""
    if dice == 0 or packed == 0:
        return 0.0
    mean = float(dice) * float(pips(packed)) / 6.0
    bonus = state.bonus[unit] >> BONUS_SCORING & BONUS_MASK
    if bonus:
        misses = 1.0
        miss = float(6 - faces(packed)) / 6.0
        while dice > 0:
            misses *= miss
            dice -= 1
        mean += float(bonus) * (1.0 - misses)
    return mean


def strike_hits(state: State, unit: i64, enemy: i64, charging: i64) -> float:
    """Mean hits of a strike of `unit` at `enemy`."""
    return expected_hits(
        state, unit, state.black[unit], engagement_dice(state, unit, enemy, charging)
    )


def shot_hits(state: State, unit: i64) -> float:
    """Mean hits of a shot of `unit`."""
    return expected_hits(state, unit, state.white[unit], shooting_dice(state, unit))


def points(state: State, unit: i64) -> i64:
    """Deployment points of the living troops of `unit`."""
    side = unit >> SIDE_SHIFT
    mask = state.roster.troops_of[unit] & state.tally[TROOPS + side]
    total: i64 = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        total += state.roster.dp[(side << SIDE_SHIFT) + index_of(bit)]
    return total


def wound_points(state: State, unit: i64) -> i64:
    """Hits that `unit` can still absorb in all."""
    side = unit >> SIDE_SHIFT
    mask = state.roster.troops_of[unit] & state.tally[TROOPS + side]
    total: i64 = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        troop = (side << SIDE_SHIFT) + index_of(bit)
        total += state.roster.wp[troop] - state.wounds[troop]
    return total


def expected_loss(state: State, unit: i64, hits: float) -> float:
    """About how many points `unit` loses to a mean of `hits` hits."""
    left = float(wound_points(state, unit))
    if left <= 0.0:
        return 0.0
    share = hits / left
    # Hits beyond the last wound point are lost: the curve bends before it gets there.
    if share > 0.5:
        share = 0.5 + (share - 0.5) * 0.6
        if share > 1.0:
            share = 1.0
    return share * float(points(state, unit))
