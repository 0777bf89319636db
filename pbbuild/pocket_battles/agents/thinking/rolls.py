"""The different totals a roll can come to, each with its exact chance."""

from typing import Final

from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.constants import (
    BONUS_MASK,
    BONUS_SCORING,
    FACE_SHIFT,
    REACT_SHOOT,
    SELF_HIT_FACES,
    SHOOT,
    STRIKE,
)
from pbbuild.pocket_battles.rules.core.playout import ONE_OF_FACE
from pbbuild.pocket_battles.rules.core.state import State

from .strength import wound_points

# Totals are hits below 64 plus 64 times the hits on oneself, at most 7 of those.
SELF: Final = 64
TOTALS: Final = 512
MOST: Final = 128


class Outcomes:
    """Totals of one roll: dice by face that give each, and its chance."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.counts: vec[i64] = vec[i64]([0] * MOST)
        self.chance: vec[float] = vec[float]([0.0] * MOST)
        self.total: vec[i64] = vec[i64]([0] * MOST)
        self.slot: vec[i64] = vec[i64]([-1] * TOTALS)


def list_outcomes(state: State, out: Outcomes, spare: Outcomes) -> Outcomes:
    """The outcomes of the roll `state` stands at, in one of the two rooms given.

    Hits beyond what the struck unit can absorb are one outcome: they are lost. PB-7.4.
    """
    phase = state.phase
    shooting = phase == SHOOT or phase == REACT_SHOOT
    packed = state.white[state.roller] if shooting else state.black[state.roller]
    own: i64 = 0
    if phase == STRIKE and state.charging:
        own = state.flags[state.roller] & SELF_HIT_FACES
    most: i64 = 63
    if state.contact[state.rolled_at] == 0 or not shooting:
        most = wound_points(state, state.rolled_at)
        most -= state.bonus[state.roller] >> BONUS_SCORING & BONUS_MASK
        if most < 1:
            most = 1
        elif most > 63:
            most = 63
    out.count = 1
    out.counts[0] = 0
    out.chance[0] = 1.0
    out.total[0] = 0
    dice = state.dice
    while dice > 0:
        _throw(out, spare, packed, own, most)
        out, spare = spare, out
        dice -= 1
    return out


def _throw(before: Outcomes, after: Outcomes, packed: i64, own: i64, most: i64) -> None:
    """`after` is `before` with one more die."""
    after.count = 0
    place: i64 = 0
    while place < before.count:
        face: i64 = 1
        while face <= 6:
            hits = (before.total[place] & 63) + (packed >> (face << FACE_SHIFT) & 255)
            if hits > most:
                hits = most
            self_hits = before.total[place] >> 6
            if own >> face & 1 and self_hits < 7:
                self_hits += 1
            total = hits + self_hits * SELF
            at = after.slot[total]
            if at < 0 and after.count < MOST:
                at = after.count
                after.count += 1
                after.slot[total] = at
                after.total[at] = total
                after.counts[at] = before.counts[place] + ONE_OF_FACE[face]
                after.chance[at] = before.chance[place] / 6.0
            elif at >= 0:
                after.chance[at] += before.chance[place] / 6.0
            face += 1
        place += 1
    place = 0
    while place < after.count:
        after.slot[after.total[place]] = -1
        place += 1
