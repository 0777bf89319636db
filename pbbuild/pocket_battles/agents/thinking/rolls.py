"""The different results of a roll, each with its exact chance."""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import amount
from pbbuild.pocket_battles.rules.core.playout import ONE_OF_FACE
from pbbuild.pocket_battles.rules.core.state import State

from .strength import bodies, wound_points

# A total is the hits, below 64, plus 64 times the hits on the charger itself, at most 7.
HIT_MASK: Final = 63
SELF_SHIFT: Final = 6
MAX_SELF_HITS: Final = 7
TOTALS: Final = 512
MAX_OUTCOMES: Final = 128


class Outcomes:
    """The totals of one roll: packed dice that give each, and its chance."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.counts: vec[i64] = vec[i64]([0] * MAX_OUTCOMES)
        self.chance: vec[float] = vec[float]([0.0] * MAX_OUTCOMES)
        self.total: vec[i64] = vec[i64]([0] * MAX_OUTCOMES)
        self.slot: vec[i64] = vec[i64]([-1] * TOTALS)


def list_outcomes(state: State, out: Outcomes, spare: Outcomes) -> Outcomes:
    """The outcomes of the roll that `state` waits for, in one of the two buffers. PB-6.1, PB-T.21.

    Hits beyond what the struck unit can absorb are one outcome: they are lost (PB-7.4).
    """
    phase = state.phase
    shooting = phase == c.SHOOT or phase == c.REACT_SHOOT
    packed = state.white[state.roller] if shooting else state.black[state.roller]
    own: i64 = 0
    if phase == c.STRIKE and state.charging:
        own = state.flags[state.roller] & c.SELF_HIT_FACES
    most: i64 = HIT_MASK
    if state.contact[state.rolled_at] == 0 or not shooting:
        if state.lethal:
            most = bodies(state, state.rolled_at)
        else:
            most = wound_points(state, state.rolled_at)
        most -= amount(state.bonus[state.roller], c.BONUS_SCORING)
        if most < 1:
            most = 1
        elif most > HIT_MASK:
            most = HIT_MASK
    out.count = 1
    out.counts[0] = 0
    out.chance[0] = 1.0
    out.total[0] = 0
    dice = state.dice
    while dice > 0:
        _add_die(out, spare, packed, own, most)
        out, spare = spare, out
        dice -= 1
    return out


def _add_die(before: Outcomes, after: Outcomes, packed: i64, own: i64, most: i64) -> None:
    """Fill `after` with the outcomes of `before` and one more die."""
    slot = after.slot
    totals = after.total
    chances = after.chance
    count: i64 = 0
    place: i64 = 0
    while place < before.count:
        hits_before = before.total[place] & HIT_MASK
        self_before = before.total[place] >> SELF_SHIFT
        chance = before.chance[place] / 6.0
        rest = packed
        face: i64 = 1
        while face <= c.FACES:
            # As `dice_showing`, but this loop is the hottest of all.
            rest >>= c.FACE_BITS
            hits = hits_before + (rest & c.FACE_MASK)
            if hits > most:
                hits = most
            self_hits = self_before
            if own >> face & 1 and self_hits < MAX_SELF_HITS:
                self_hits += 1
            total = hits + (self_hits << SELF_SHIFT)
            at = slot[total]
            if at >= 0:
                chances[at] += chance
            elif count < MAX_OUTCOMES:
                slot[total] = count
                totals[count] = total
                after.counts[count] = before.counts[place] + ONE_OF_FACE[face]
                chances[count] = chance
                count += 1
            face += 1
        place += 1
    after.count = count
    place = 0
    while place < count:
        slot[totals[place]] = -1
        place += 1
