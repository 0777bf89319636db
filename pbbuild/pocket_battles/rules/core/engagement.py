"""Engagements: strikes, strikes back, leaving. PB-5.3, PB-5.4, PB-6."""

from . import constants as c
from .arrays import i64
from .bits import amount, dice_showing, enemy_side, first_in, holds, side_of
from .casualties import take_hits
from .fight_groups import break_contact, return_to_front
from .state import State
from .units import is_wounded


def carry_on_refusal(state: State, unit: i64, enemy: i64) -> i64:
    """The clause that forbids `unit` to carry on against `enemy`, or 0. PB-5.3.

    `unit` is free to be ordered.
    """
    if side_of(enemy) == side_of(unit):
        return c.PB_5_3
    return c.ALLOWED if holds(state.contact[unit], enemy) else c.PB_5_3


def leave_refusal(state: State, unit: i64) -> i64:
    """The clause that forbids `unit` to leave an engagement, or 0. PB-5.4.

    `unit` is free to be ordered.
    """
    return c.ALLOWED if state.contact[unit] else c.PB_5_4


def engagement_dice(state: State, unit: i64, enemy: i64, charging: i64) -> i64:
    """How many dice `unit` rolls against `enemy`, 0 without a black die. PB-6.1, PB-6.2.

    Traits add: PB-T.5, PB-T.9, PB-T.10, PB-T.21, PB-T.22.
    """
    if state.black[unit] == 0:
        return 0
    bonus = state.bonus[unit]
    extra = state.extra[unit]
    dice: i64 = 2 if charging else 1
    if bonus:
        dice += amount(bonus, c.BONUS_ENGAGEMENT)
        if charging:
            dice += amount(bonus, c.BONUS_CHARGE)
    if extra:
        dice += amount(extra, c.EXTRA_PER_ORDER) * state.orders[unit]
        if amount(extra, c.EXTRA_WOUNDED_ENEMY) and is_wounded(state, enemy):
            dice += amount(extra, c.EXTRA_WOUNDED_ENEMY)
    return dice


def scored(state: State, packed: i64, unit: i64, counts: i64) -> i64:
    """Hits of an attack of `unit` with the printed dice `packed`. PB-6.1, PB-8.1, PB-T.7."""
    hits: i64 = 0
    counts >>= c.FACE_BITS
    packed >>= c.FACE_BITS
    while counts:
        hits += (counts & c.FACE_MASK) * (packed & c.FACE_MASK)
        counts >>= c.FACE_BITS
        packed >>= c.FACE_BITS
    if hits and state.bonus[unit]:
        hits += amount(state.bonus[unit], c.BONUS_SCORING)
    return hits


def disband(state: State, unit: i64, enemy: i64) -> None:
    """Set aside enemy tokens after an attack that hit and that its target survived. PB-T.4."""
    if state.extra[unit] == 0:
        return
    tokens = amount(state.extra[unit], c.EXTRA_SET_ASIDE)
    if tokens == 0 or state.hits == 0 or state.zone[enemy] == c.DEAD:
        return
    side = side_of(enemy)
    if tokens > state.tally[c.UNUSED + side]:
        tokens = state.tally[c.UNUSED + side]
    state.tally[c.UNUSED + side] -= tokens
    state.tally[c.SET_ASIDE + side] += tokens


def roll_strike(state: State, phase: i64, unit: i64, enemy: i64, dice: i64) -> None:
    """Wait for the roll of `unit` against `enemy`. PB-6.1."""
    state.roller = unit
    state.rolled_at = enemy
    state.dice = dice
    state.hits = 0
    state.self_hits = 0
    state.lethal = 0
    state.phase = phase
    state.step = c.WAITING


def begin_fight(state: State) -> None:
    """Start the fight of attacker and defender; First Strike goes first. PB-6.1, PB-T.17."""
    attacker = state.attacker
    defender = state.defender
    state.first_struck = 0
    if state.flags[defender] & c.STRIKES_FIRST and state.flags[attacker] & c.STRIKES_FIRST == 0:
        state.first_struck = 1
        dice = engagement_dice(state, defender, attacker, 0)
        if dice:
            roll_strike(state, c.FIRST_STRIKE, defender, attacker, dice)
            return
    state.step = c.ATTACK


def attack(state: State) -> None:
    """Roll the attacker's strike, if it lives and has a black die. PB-5.2.5, PB-6.1."""
    if state.zone[state.attacker] == c.DEAD:
        state.step = c.FOUGHT
        return
    dice = engagement_dice(state, state.attacker, state.defender, state.charging)
    if dice:
        roll_strike(state, c.STRIKE, state.attacker, state.defender, dice + state.extra_dice)
        return
    strike_back(state)


def strike_back(state: State) -> None:
    """Roll the defender's strike back, if both live and it has not struck first. PB-6.2."""
    state.step = c.FOUGHT
    if state.first_struck or state.zone[state.attacker] == c.DEAD:
        return
    if state.zone[state.defender] == c.DEAD:
        return
    dice = engagement_dice(state, state.defender, state.attacker, 0)
    if dice:
        roll_strike(state, c.STRIKE_BACK, state.defender, state.attacker, dice)


def count_self_hits(state: State, counts: i64) -> i64:
    """Hits that the charger's dice score on itself. PB-T.21."""
    faces = state.flags[state.attacker] & c.SELF_HIT_FACES
    total: i64 = 0
    face: i64 = 1
    while faces >> face:
        if faces >> face & 1:
            total += dice_showing(counts, face)
        face += 1
    return total


def after_strike(state: State) -> None:
    """After the defender's wounds: Disband, then the attacker's hits on itself. PB-T.21, R-16."""
    disband(state, state.attacker, state.defender)
    take_hits(state, state.attacker, state.self_hits, c.SELF_STRUCK)


def after_first_strike(state: State) -> None:
    """After the wounds of a First Strike: Disband, then the attacker strikes. PB-T.17."""
    disband(state, state.defender, state.attacker)
    state.step = c.ATTACK


def after_strike_back(state: State) -> None:
    """After the wounds of the strike back: Disband, then the fight is over. PB-6.2."""
    disband(state, state.defender, state.attacker)
    state.step = c.FOUGHT


def begin_leaving(state: State, unit: i64) -> None:
    """Start to leave: enemies in contact strike `unit`, unless it disengages. PB-5.4, PB-T.19."""
    state.attacker = unit
    state.strikers = 0 if state.flags[unit] & c.LEAVES_UNSTRUCK else state.contact[unit]
    state.step = c.LEAVING


def next_leave_strike(state: State) -> None:
    """Roll the next enemy's strike at the leaving unit, or move it to its front. PB-5.4."""
    unit = state.attacker
    if state.zone[unit] == c.DEAD:
        state.step = c.ACTION_OVER
        return
    other = enemy_side(unit)
    while state.strikers:
        enemy = first_in(other, state.strikers)
        state.strikers &= state.strikers - 1
        dice = engagement_dice(state, enemy, unit, 0)
        if dice:
            state.defender = enemy
            roll_strike(state, c.LEAVE_STRIKE, enemy, unit, dice)
            return
    break_contact(state, unit)
    return_to_front(state, unit)
    state.step = c.ACTION_OVER


def apply_strike(state: State, counts: i64) -> None:
    """Apply the dice of a strike; the owner of the struck unit assigns the hits. PB-6.1, PB-6.2."""
    unit = state.roller
    state.hits = scored(state, state.black[unit], unit, counts)
    if state.phase == c.STRIKE:
        if state.charging:
            state.self_hits = count_self_hits(state, counts)
        after: i64 = c.STRUCK
    elif state.phase == c.STRIKE_BACK:
        after = c.STRUCK_BACK
    elif state.phase == c.LEAVE_STRIKE:
        after = c.LEAVE_STRUCK
    else:
        after = c.FIRST_STRUCK
    state.phase = c.NO_PHASE
    take_hits(state, state.rolled_at, state.hits, after)
