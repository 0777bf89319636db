"""Engagements: strikes, strikes back, leaving. PB-5.4, PB-6."""

from .arrays import i64
from .bits import index_of
from .casualties import take_hits
from .constants import (
    ACTION_OVER,
    ALLOWED,
    ATTACK,
    BONUS_CHARGE,
    BONUS_ENGAGEMENT,
    BONUS_MASK,
    BONUS_SCORING,
    DEAD,
    ENGAGEMENT,
    EXTRA_PER_ORDER,
    EXTRA_SET_ASIDE,
    EXTRA_WOUNDED_ENEMY,
    FACE_MASK,
    FACE_SHIFT,
    FIRST_STRIKE,
    FIRST_STRUCK,
    FOUGHT,
    FRONT,
    LEAVE_STRIKE,
    LEAVE_STRUCK,
    LEAVES_UNSTRUCK,
    LEAVING,
    NO_PHASE,
    PB_5_3,
    PB_5_4,
    SELF_HIT_FACES,
    SELF_STRUCK,
    SET_ASIDE,
    SIDE_SHIFT,
    SIDE_SIZE,
    STRIKE,
    STRIKE_BACK,
    STRIKES_FIRST,
    STRUCK,
    STRUCK_BACK,
    UNUSED,
    WAITING,
)
from .state import State
from .units import break_contact, is_wounded, place


def carry_on_refusal(state: State, unit: i64, enemy: i64) -> i64:
    """The clause by which `unit`, free to be ordered, cannot carry on against `enemy`, or 0."""
    if enemy >> SIDE_SHIFT == unit >> SIDE_SHIFT:
        return PB_5_3
    return ALLOWED if state.contact[unit] >> (enemy & (SIDE_SIZE - 1)) & 1 else PB_5_3


def leave_refusal(state: State, unit: i64) -> i64:
    """The clause by which `unit`, free to be ordered, cannot leave an engagement, or 0."""
    return ALLOWED if state.contact[unit] else PB_5_4


def engagement_dice(state: State, unit: i64, enemy: i64, charging: i64) -> i64:
    """Dice `unit` strikes `enemy` with, 0 without a black die. PB-6.1, PB-T."""
    if state.black[unit] == 0:
        return 0
    bonus = state.bonus[unit]
    extra = state.extra[unit]
    dice = 1 + (bonus >> BONUS_ENGAGEMENT & BONUS_MASK)
    if charging:
        dice += 1 + (bonus >> BONUS_CHARGE & BONUS_MASK)
    if extra:
        dice += (extra >> EXTRA_PER_ORDER & BONUS_MASK) * state.orders[unit]
        if extra >> EXTRA_WOUNDED_ENEMY & BONUS_MASK and is_wounded(state, enemy):
            dice += extra >> EXTRA_WOUNDED_ENEMY & BONUS_MASK
    return dice


def scored(state: State, packed: i64, unit: i64, counts: i64) -> i64:
    """Hits of an attack of `unit`: rolled faces against its dice, +x Wounds. PB-6.1, PB-T.7."""
    hits: i64 = 0
    shift: i64 = 1 << FACE_SHIFT
    while counts >> shift:
        hits += (counts >> shift & FACE_MASK) * (packed >> shift & FACE_MASK)
        shift += 1 << FACE_SHIFT
    if hits:
        hits += state.bonus[unit] >> BONUS_SCORING & BONUS_MASK
    return hits


def disband(state: State, unit: i64, enemy: i64) -> None:
    """Set aside enemy tokens after an attack that scored and left its target alive. PB-T.4."""
    tokens = state.extra[unit] >> EXTRA_SET_ASIDE & BONUS_MASK
    if tokens == 0 or state.hits == 0 or state.zone[enemy] == DEAD:
        return
    side = enemy >> SIDE_SHIFT
    if tokens > state.tally[UNUSED + side]:
        tokens = state.tally[UNUSED + side]
    state.tally[UNUSED + side] -= tokens
    state.tally[SET_ASIDE + side] += tokens


def roll_strike(state: State, phase: i64, unit: i64, enemy: i64, dice: i64) -> None:
    """Stand at the roll of `unit` against `enemy`."""
    state.roller = unit
    state.rolled_at = enemy
    state.dice = dice
    state.hits = 0
    state.self_hits = 0
    state.phase = phase
    state.step = WAITING


def begin_fight(state: State) -> None:
    """Start the fight of attacker and defender: who strikes first. PB-6.1, PB-T.17."""
    attacker = state.attacker
    defender = state.defender
    state.first_struck = 0
    if state.flags[defender] & STRIKES_FIRST and state.flags[attacker] & STRIKES_FIRST == 0:
        state.first_struck = 1
        dice = engagement_dice(state, defender, attacker, 0)
        if dice:
            roll_strike(state, FIRST_STRIKE, defender, attacker, dice)
            return
    state.step = ATTACK


def attack(state: State) -> None:
    """The attacker's strike, if it lives and has a black die. PB-6.1."""
    if state.zone[state.attacker] == DEAD:
        state.step = FOUGHT
        return
    dice = engagement_dice(state, state.attacker, state.defender, state.charging)
    if dice:
        roll_strike(state, STRIKE, state.attacker, state.defender, dice + state.extra_dice)
        return
    strike_back(state)


def strike_back(state: State) -> None:
    """The defender's strike back, if both live and it has not struck first. PB-6.2."""
    state.step = FOUGHT
    if state.first_struck or state.zone[state.attacker] == DEAD:
        return
    if state.zone[state.defender] == DEAD:
        return
    dice = engagement_dice(state, state.defender, state.attacker, 0)
    if dice:
        roll_strike(state, STRIKE_BACK, state.defender, state.attacker, dice)


def count_self_hits(state: State, counts: i64) -> i64:
    """Hits the charger's own dice do it. PB-T.21."""
    faces = state.flags[state.attacker] & SELF_HIT_FACES
    total: i64 = 0
    face: i64 = 1
    while faces >> face:
        if faces >> face & 1:
            total += counts >> (face << FACE_SHIFT) & FACE_MASK
        face += 1
    return total


def after_strike(state: State) -> None:
    """The defender's wounds are assigned: Disband, then the attacker's own hits. R-16."""
    disband(state, state.attacker, state.defender)
    take_hits(state, state.attacker, state.self_hits, SELF_STRUCK)


def after_first_strike(state: State) -> None:
    """The attacker's wounds of a First Strike are assigned: now it strikes. PB-T.17."""
    disband(state, state.defender, state.attacker)
    state.step = ATTACK


def after_strike_back(state: State) -> None:
    """The attacker's wounds of the strike back are assigned."""
    disband(state, state.defender, state.attacker)
    state.step = FOUGHT


def begin_leaving(state: State, unit: i64) -> None:
    """Let the enemies in contact strike `unit` as it leaves. PB-5.4, PB-T.19."""
    state.attacker = unit
    state.strikers = 0 if state.flags[unit] & LEAVES_UNSTRUCK else state.contact[unit]
    state.step = LEAVING


def next_leave_strike(state: State) -> None:
    """The next enemy strikes the leaving unit, or it is out. PB-5.4."""
    unit = state.attacker
    if state.zone[unit] == DEAD:
        state.step = ACTION_OVER
        return
    base = ((unit >> SIDE_SHIFT) ^ 1) << SIDE_SHIFT
    while state.strikers:
        bit = state.strikers & -state.strikers
        state.strikers ^= bit
        enemy = base + index_of(bit)
        dice = engagement_dice(state, enemy, unit, 0)
        if dice:
            state.defender = enemy
            roll_strike(state, LEAVE_STRIKE, enemy, unit, dice)
            return
    break_contact(state, unit)
    place(state, unit, FRONT + (state.zone[unit] - ENGAGEMENT))
    state.step = ACTION_OVER


def apply_strike(state: State, counts: i64) -> None:
    """Let a strike's dice have fallen so; the struck unit's owner assigns the hits. PB-6.2."""
    unit = state.roller
    state.hits = scored(state, state.black[unit], unit, counts)
    if state.phase == STRIKE:
        if state.charging:
            state.self_hits = count_self_hits(state, counts)
        after: i64 = STRUCK
    elif state.phase == STRIKE_BACK:
        after = STRUCK_BACK
    elif state.phase == LEAVE_STRIKE:
        after = LEAVE_STRUCK
    else:
        after = FIRST_STRUCK
    state.phase = NO_PHASE
    take_hits(state, state.rolled_at, state.hits, after)
