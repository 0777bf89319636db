"""How an agent chooses its set-up, knowing only what a player may see. PB-1.8, PB-3.2.

A set-up has a fitted estimate of how much it adds to the chance to win: how chargers and shooters
are massed, what stands in the rear, and what faces what in the same and in adjacent sectors. Of
the enemy it uses what shows, the top troop and the height of each stack: the rest of a stack is
taken to be like its top, and stacks not deployed yet are expected in every sector alike.

At each decision the units that are left get random zones, which are then improved one by one until
no change of a single unit helps. The cheapest unit is deployed where the best of a few such
set-ups has it: expensive ones wait until more of the enemy is seen. Random beginnings also keep
the enemy from knowing where the weight will be.
"""

from typing import Final

from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.arrays import i64, vec
from pbbuild.pocket_battles.rules.core.bits import (
    action_with,
    count_bits,
    first_in,
    other_side,
    sector_of,
    zone_at,
)
from pbbuild.pocket_battles.rules.core.playout import Chance
from pbbuild.pocket_battles.rules.core.state import State

from .set_up_weights import (
    ADJACENT,
    BESIDE,
    CENTRE_POINTS,
    CHARGE_REAR,
    CHARGE_SQUARED,
    CHARGE_TIMES_SHOTS,
    CHARGE_TO_POINTS,
    CHARGE_TO_SHOTS,
    CHARGE_UNOPPOSED,
    EMPTY,
    FACING,
    FAR_REAR,
    IDLE_FRONT,
    IDLE_UNCOVERED,
    POINTS_SQUARED,
    REAR,
    REAR_TO_CHARGE,
    REAR_TO_POINTS,
    REAR_TO_SHOTS,
    SHOTS_REAR,
    SHOTS_SQUARED,
    SHOTS_TO_POINTS,
    SHOTS_UNOPPOSED,
    UNCOVERED,
)
from .strength import pips, points, shot_hits, strike_hits

# What is summed by sector; a place in the sums is one of these plus the sector.
CHARGES: Final = 0  # mean hits of charges from the front
CHARGES_BEHIND: Final = 3
SHOTS: Final = 6  # mean hits of shots that can be ordered
SHOTS_BEHIND: Final = 9
POINTS: Final = 12
POINTS_BEHIND: Final = 15
IDLE: Final = 18  # points that can neither charge nor shoot
IDLE_BEHIND: Final = 21
FAR_BEHIND: Final = 24  # mean hits of shots from the rear
UNITS: Final = 27
UNITS_BEHIND: Final = 30
ALL_SUMS: Final = 33
# A stack that is not deployed yet leaves a given sector empty with this chance.
NOT_THERE: Final = 2.0 / 3.0
EVEN_SHARE: Final = 1.0 / 3.0
BEGINNINGS: Final = 3
MAX_PASSES: Final = 6
# A change must be worth this much.
LEAST_GAIN: Final = 1.0e-6
MAX_POINTS: Final = 1 << 20
CHARGE_DICE: Final = 2.0
FACES: Final = 6.0


class SetUp:
    """Reusable buffers: shares of units in their army, sums by sector, what they are worth."""

    def __init__(self) -> None:
        # By unit: its share of the points of its army, and of the hits that the army could make.
        self.points: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.charge: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.shot: vec[float] = vec[float]([0.0] * c.SLOTS)
        self.far: vec[i64] = vec[i64]([0] * c.SLOTS)
        self.zone: vec[i64] = vec[i64]([0] * c.SLOTS)
        self.own: vec[float] = vec[float]([0.0] * ALL_SUMS)
        self.enemy: vec[float] = vec[float]([0.0] * ALL_SUMS)
        # The chance that the enemy leaves a sector empty.
        self.absent: vec[float] = vec[float]([0.0] * c.SECTORS)
        # What a share of the army is worth in a sector, for what the enemy has there and beside.
        self.by_charge: vec[float] = vec[float]([0.0] * c.SECTORS)
        self.by_shot: vec[float] = vec[float]([0.0] * c.SECTORS)
        self.by_rear: vec[float] = vec[float]([0.0] * c.SECTORS)
        self.by_points: vec[float] = vec[float]([0.0] * c.SECTORS)
        self.by_empty: vec[float] = vec[float]([0.0] * c.SECTORS)
        self.free: vec[i64] = vec[i64]([0] * c.SIDE_SIZE)
        self.zone_of_next: i64 = 0


def choose_set_up(work: SetUp, state: State, chance: Chance) -> i64:
    """The next unit to deploy, the cheapest, and its zone in the best set-up found. PB-3.2."""
    side = state.active
    left = state.at[zone_at(side, c.UNDEPLOYED)]
    unit = _cheapest(state, side, left)
    _learn_own(work, state, side)
    _learn_enemy(work, state, other_side(side))
    _learn_worth(work)
    best: i64 = c.FRONT
    most = 0.0
    begun: i64 = 0
    while begun < BEGINNINGS:
        value = _improved(work, state, side, chance)
        if begun == 0 or value > most + LEAST_GAIN:
            most = value
            best = work.zone[unit]
        begun += 1
    return action_with(c.DO_DEPLOY, unit, best)


def _cheapest(state: State, side: i64, mask: i64) -> i64:
    best: i64 = c.NOBODY
    least: i64 = MAX_POINTS
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        cost = points(state, unit)
        if cost < least:
            least = cost
            best = unit
    return best


def _learn_own(work: SetUp, state: State, side: i64) -> None:
    """Set the shares of all own units, which their player knows."""
    mask = state.tally[c.UNITS + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        work.points[unit] = float(points(state, unit))
        work.charge[unit] = strike_hits(state, unit, unit, 1) if state.black[unit] else 0.0
        work.shot[unit] = shot_hits(state, unit)
        work.far[unit] = 1 if state.flags[unit] & c.SHOOTS_FROM_REAR else 0
    _make_shares(work, state, side)


def _learn_enemy(work: SetUp, state: State, side: i64) -> None:
    """Set the shares and expected sums of the enemy from tops and heights. PB-1.8."""
    roster = state.roster
    mask = state.tally[c.UNITS + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        stack = roster.troops_of[unit]
        top = first_in(side, stack)
        height = float(count_bits(stack))
        work.points[unit] = height * float(roster.dp[top])
        work.charge[unit] = height * CHARGE_DICE * float(pips(roster.black[top])) / FACES
        work.shot[unit] = height * float(pips(roster.white[top])) / FACES
        work.far[unit] = 1 if roster.flags[top] & c.SHOOTS_FROM_REAR else 0
    _make_shares(work, state, side)
    sums = work.enemy
    place: i64 = 0
    while place < ALL_SUMS:
        sums[place] = 0.0
        place += 1
    absent = 1.0
    mask = state.tally[c.UNITS + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        zone = state.zone[unit]
        if zone < c.OFF_FIELD:
            _add(work, sums, unit, zone, 1.0)
            continue
        absent *= NOT_THERE
        sector: i64 = c.LEFT
        while sector < c.SECTORS:
            _add(work, sums, unit, c.FRONT + sector, EVEN_SHARE)
            sector += 1
    sector = c.LEFT
    while sector < c.SECTORS:
        seen = state.at[zone_at(side, c.FRONT + sector)] | state.at[zone_at(side, c.REAR + sector)]
        work.absent[sector] = 0.0 if seen else absent
        sector += 1


def _make_shares(work: SetUp, state: State, side: i64) -> None:
    total = 0.0
    hits = 0.0
    mask = state.tally[c.UNITS + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        total += work.points[unit]
        hits += work.charge[unit] + work.shot[unit]
    mask = state.tally[c.UNITS + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        work.points[unit] = work.points[unit] / total if total > 0.0 else 0.0
        if hits > 0.0:
            work.charge[unit] /= hits
            work.shot[unit] /= hits


def _add(work: SetUp, sums: vec[float], unit: i64, zone: i64, part: float) -> None:
    """Add a part of `unit` in `zone` to the sums by sector; a negative part takes it out."""
    sector = sector_of(zone)
    worth = part * work.points[unit]
    charge = part * work.charge[unit]
    shot = part * work.shot[unit]
    idle = work.charge[unit] + work.shot[unit] == 0.0
    if zone >= c.FRONT:
        sums[POINTS + sector] += worth
        sums[CHARGES + sector] += charge
        sums[SHOTS + sector] += shot
        sums[UNITS + sector] += part
        if idle:
            sums[IDLE + sector] += worth
        return
    sums[POINTS_BEHIND + sector] += worth
    sums[CHARGES_BEHIND + sector] += charge
    sums[UNITS_BEHIND + sector] += part
    if idle:
        sums[IDLE_BEHIND + sector] += worth
    if work.far[unit]:
        sums[SHOTS + sector] += shot
        sums[FAR_BEHIND + sector] += shot
    else:
        sums[SHOTS_BEHIND + sector] += shot


def _learn_worth(work: SetUp) -> None:
    """Set what shares of the army are worth in each sector against the expected enemy.

    What an own unit gains by what it faces, an enemy unit gains by facing the same.
    """
    enemy = work.enemy
    sector: i64 = c.LEFT
    while sector < c.SECTORS:
        work.by_charge[sector] = CHARGE_UNOPPOSED * work.absent[sector]
        work.by_shot[sector] = SHOTS_UNOPPOSED * work.absent[sector]
        work.by_rear[sector] = REAR
        work.by_points[sector] = 0.0
        work.by_empty[sector] = (
            EMPTY
            - CHARGE_UNOPPOSED * enemy[CHARGES + sector]
            - SHOTS_UNOPPOSED * enemy[SHOTS + sector]
        )
        other: i64 = c.LEFT
        while other < c.SECTORS:
            if other == sector:
                _face(work, sector, other, FACING)
            elif other == c.CENTRE or sector == c.CENTRE:
                _face(work, sector, other, BESIDE)
            other += 1
        sector += 1


def _face(work: SetUp, sector: i64, other: i64, weights: vec[float]) -> None:
    """Count what the enemy has in sector `other` for and against own units in `sector`."""
    enemy = work.enemy
    behind = enemy[POINTS_BEHIND + other]
    worth = enemy[POINTS + other] + behind
    charges = enemy[CHARGES + other]
    shots = enemy[SHOTS + other]
    work.by_charge[sector] += (
        weights[CHARGE_TO_POINTS] * worth
        + weights[CHARGE_TO_SHOTS] * shots
        - weights[REAR_TO_CHARGE] * behind
    )
    work.by_shot[sector] += (
        weights[SHOTS_TO_POINTS] * worth
        - weights[CHARGE_TO_SHOTS] * charges
        - weights[REAR_TO_SHOTS] * behind
    )
    work.by_rear[sector] += (
        weights[REAR_TO_POINTS] * worth
        + weights[REAR_TO_CHARGE] * charges
        + weights[REAR_TO_SHOTS] * shots
    )
    work.by_points[sector] -= (
        weights[CHARGE_TO_POINTS] * charges
        + weights[SHOTS_TO_POINTS] * shots
        + weights[REAR_TO_POINTS] * behind
    )


def _rating(work: SetUp) -> float:
    """What the own set-up adds to the chance to win."""
    own = work.own
    total = 0.0
    sector: i64 = c.LEFT
    while sector < c.SECTORS:
        charges = own[CHARGES + sector]
        shots = own[SHOTS + sector]
        behind = own[POINTS_BEHIND + sector]
        worth = own[POINTS + sector] + behind
        total += charges * (work.by_charge[sector] + CHARGE_SQUARED * charges)
        total += shots * (
            work.by_shot[sector] + SHOTS_SQUARED * shots + CHARGE_TIMES_SHOTS * charges
        )
        total += behind * work.by_rear[sector]
        total += worth * (work.by_points[sector] + POINTS_SQUARED * worth)
        total += CHARGE_REAR * own[CHARGES_BEHIND + sector]
        total += SHOTS_REAR * own[SHOTS_BEHIND + sector]
        total += FAR_REAR * own[FAR_BEHIND + sector]
        total += IDLE_FRONT * own[IDLE + sector]
        if own[UNITS + sector] < 0.5:
            if own[UNITS_BEHIND + sector] < 0.5:
                total += work.by_empty[sector]
            else:
                idle = own[IDLE_BEHIND + sector]
                total += UNCOVERED * (behind - idle) + IDLE_UNCOVERED * idle
        sector += 1
    left = own[POINTS + c.LEFT] + own[POINTS_BEHIND + c.LEFT]
    centre = own[POINTS + c.CENTRE] + own[POINTS_BEHIND + c.CENTRE]
    right = own[POINTS + c.RIGHT] + own[POINTS_BEHIND + c.RIGHT]
    return total + centre * (CENTRE_POINTS + 2.0 * ADJACENT * (left + right))


def _improved(work: SetUp, state: State, side: i64, chance: Chance) -> float:
    """Complete the set-up at random and improve it unit by unit; its rating."""
    own = work.own
    place: i64 = 0
    while place < ALL_SUMS:
        own[place] = 0.0
        place += 1
    count: i64 = 0
    mask = state.tally[c.UNITS + side]
    while mask:
        unit = first_in(side, mask)
        mask &= mask - 1
        zone = state.zone[unit]
        if zone >= c.OFF_FIELD:
            zone = c.FRONT + chance.below(c.SECTORS)
            work.free[count] = unit
            count += 1
        work.zone[unit] = zone
        _add(work, own, unit, zone, 1.0)
    rating = _rating(work)
    passes: i64 = 0
    changed = True
    while changed and passes < MAX_PASSES:
        changed = False
        place = 0
        while place < count:
            better = _place_best(work, work.free[place], rating)
            if better > rating:
                rating = better
                changed = True
            place += 1
        passes += 1
    return rating


def _place_best(work: SetUp, unit: i64, rating: float) -> float:
    """Put `unit` where the set-up is best; the rating then."""
    own = work.own
    here = work.zone[unit]
    best = here
    _add(work, own, unit, here, -1.0)
    row: i64 = c.REAR
    while row <= c.FRONT:
        sector: i64 = c.LEFT
        while sector < c.SECTORS:
            zone = row + sector
            if zone != here:
                _add(work, own, unit, zone, 1.0)
                value = _rating(work)
                _add(work, own, unit, zone, -1.0)
                if value > rating + LEAST_GAIN:
                    rating = value
                    best = zone
            sector += 1
        row += c.FRONT
    work.zone[unit] = best
    _add(work, own, unit, best, 1.0)
    return rating
