"""Units on the field: what their living troops make of them, where they stand. PB-1.7, PB-2."""

from .arrays import i64
from .bits import BIT_INDEX, DE_BRUIJN, TOP, WORD, index_of
from .constants import (
    COSTLY,
    DEAD,
    ENGAGEMENT,
    FAR,
    FRONT,
    MAY_NOT_REDEPLOY,
    SHOOTS_ADJACENT_FRONT,
    SHOOTS_FROM_REAR,
    SIDE_SHIFT,
    SIDE_SIZE,
    SLOW,
    SPECIAL,
    SPECIALS,
    TROOPS,
    WIDE,
    WITH_BLACK,
    WITH_WHITE,
    WOUNDED,
    ZONE_SHIFT,
)
from .state import State


def reckon(state: State, unit: i64) -> None:
    """Make dice and traits of `unit` those of its living troops. PB-1.7."""
    roster = state.roster
    side = unit >> SIDE_SHIFT
    black: i64 = 0
    white: i64 = 0
    bonus: i64 = 0
    extra: i64 = 0
    flags: i64 = 0
    once: i64 = 0
    step: i64 = 99
    mask = roster.troops_of[unit] & state.tally[TROOPS + side]
    while mask:
        bit = mask & -mask
        mask ^= bit
        troop = (side << SIDE_SHIFT) + BIT_INDEX[((bit * DE_BRUIJN) & WORD) >> TOP]
        black += roster.black[troop]
        white += roster.white[troop]
        bonus += roster.bonus[troop]
        extra += roster.extra[troop]
        flags |= roster.flags[troop]
        once |= roster.once[troop]
        if roster.order_step[troop] < step:
            step = roster.order_step[troop]
    trait: i64 = 0
    while once:
        if once & 1:
            bonus += roster.once_bonus[trait]
            extra += roster.once_extra[trait]
        once >>= 1
        trait += 1
    state.black[unit] = black
    state.white[unit] = white
    state.bonus[unit] = bonus
    state.extra[unit] = extra
    state.flags[unit] = flags
    state.order_step[unit] = 1 if step == 99 else step
    bit = 1 << (unit & (SIDE_SIZE - 1))
    mark(state, WITH_BLACK + side, bit, black)
    mark(state, WITH_WHITE + side, bit, white)
    mark(state, SLOW + side, bit, flags & MAY_NOT_REDEPLOY)
    mark(state, SPECIAL + side, bit, flags & SPECIALS)
    mark(state, FAR + side, bit, flags & SHOOTS_FROM_REAR)
    mark(state, WIDE + side, bit, flags & SHOOTS_ADJACENT_FRONT)
    note_cost(state, unit)


def mark(state: State, place_in_tally: i64, bit: i64, is_so: i64) -> None:
    """Set `bit` in a mask of the tally if `is_so` is not 0, else clear it."""
    if is_so:
        state.tally[place_in_tally] |= bit
    else:
        state.tally[place_in_tally] &= ~bit


def note_cost(state: State, unit: i64) -> None:
    """Remember whether the next order to `unit` takes more than one token. PB-4.5."""
    bit = 1 << (unit & (SIDE_SIZE - 1))
    if state.orders[unit] + state.order_step[unit] > 1:
        state.tally[COSTLY + (unit >> SIDE_SHIFT)] |= bit
    else:
        state.tally[COSTLY + (unit >> SIDE_SHIFT)] &= ~bit


def place(state: State, unit: i64, zone: i64) -> None:
    """Put `unit` into `zone` of its own count."""
    side = unit >> SIDE_SHIFT
    bit = 1 << (unit & (SIDE_SIZE - 1))
    base = side << ZONE_SHIFT
    state.at[base + state.zone[unit]] &= ~bit
    state.at[base + zone] |= bit
    state.zone[unit] = zone


def is_alive(state: State, unit: i64) -> bool:
    """Whether a troop of `unit` lives."""
    return state.zone[unit] != DEAD


def is_wounded(state: State, unit: i64) -> bool:
    """Whether a living troop of `unit` carries a wound token."""
    return state.roster.troops_of[unit] & state.tally[WOUNDED + (unit >> SIDE_SHIFT)] != 0


def make_contact(state: State, unit: i64, enemy: i64) -> None:
    """Bring a charger or interceptor and its enemy together. PB-6.3.

    An enemy that was one of several against a single unit leaves that group for a new one.
    """
    own_bit = 1 << (unit & (SIDE_SIZE - 1))
    enemy_bit = 1 << (enemy & (SIDE_SIZE - 1))
    foes = state.contact[enemy]
    if foes and foes & (foes - 1) == 0:
        single = ((unit >> SIDE_SHIFT) << SIDE_SHIFT) + index_of(foes)
        if state.contact[single] != enemy_bit:
            state.contact[single] &= ~enemy_bit
            foes = 0
    state.contact[enemy] = foes | own_bit
    state.contact[unit] = enemy_bit


def break_contact(state: State, unit: i64) -> None:
    """End all contacts of `unit`; whoever then touches nobody returns to his front. PB-6.4."""
    own_bit = 1 << (unit & (SIDE_SIZE - 1))
    base = ((unit >> SIDE_SHIFT) ^ 1) << SIDE_SHIFT
    mask = state.contact[unit]
    state.contact[unit] = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        enemy = base + index_of(bit)
        state.contact[enemy] &= ~own_bit
        if state.contact[enemy] == 0:
            place(state, enemy, FRONT + (state.zone[enemy] - ENGAGEMENT))
