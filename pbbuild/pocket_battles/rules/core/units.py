"""Units on the field: their dice, traits and zones. PB-1.7, PB-2."""

from typing import TYPE_CHECKING, Final

from . import constants as c
from .arrays import i64
from .bits import (
    BIT_INDEX,
    BIT_MODULUS,
    DE_BRUIJN,
    PRODUCT_INDEX,
    PRODUCT_SHIFT,
    WORD_MASK,
    side_of,
)
from .constants import COSTLY, PLACE_MASK, SIDE_SHIFT, ZONE_SHIFT
from .state import State

# Above the order step of every troop.
NO_STEP: Final = 99
# Flags that have a mask of units in the tally.
ABILITIES: Final = c.MAY_NOT_REDEPLOY | c.SPECIALS | c.SHOOTS_FROM_REAR | c.SHOOTS_ADJACENT_FRONT


def update_unit(state: State, unit: i64) -> None:
    """Set the dice and traits of `unit` to those of its living troops. PB-1.7."""
    if state.shares_traits:
        state.own_traits()
    roster = state.roster
    side = unit >> SIDE_SHIFT
    black: i64 = 0
    white: i64 = 0
    bonus: i64 = 0
    extra: i64 = 0
    flags: i64 = 0
    once: i64 = 0
    step: i64 = NO_STEP
    mask = roster.troops_of[unit] & state.tally[c.TROOPS + side]
    while mask:
        # As `first_in`, without the call.
        if TYPE_CHECKING:
            troop = PRODUCT_INDEX[((mask & -mask) * DE_BRUIJN & WORD_MASK) >> PRODUCT_SHIFT]
        else:
            troop = BIT_INDEX[(mask & -mask) % BIT_MODULUS]
        troop += side << SIDE_SHIFT
        mask &= mask - 1
        black += roster.black[troop]
        white += roster.white[troop]
        bonus += roster.bonus[troop]
        extra += roster.extra[troop]
        flags |= roster.flags[troop]
        once |= roster.once[troop]
        own_step = roster.order_step[troop]
        if own_step < step:
            step = own_step
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
    state.order_step[unit] = c.ORDER_STEP if step == NO_STEP else step
    bit = 1 << (unit & PLACE_MASK)
    tally = state.tally
    others = ~bit
    tally[c.WITH_BLACK + side] &= others
    if black:
        tally[c.WITH_BLACK + side] |= bit
    tally[c.WITH_WHITE + side] &= others
    if white:
        tally[c.WITH_WHITE + side] |= bit
    tally[c.SLOW + side] &= others
    tally[c.SPECIAL + side] &= others
    tally[c.FAR + side] &= others
    tally[c.WIDE + side] &= others
    if flags & ABILITIES:
        # Few units have any of these.
        if flags & c.MAY_NOT_REDEPLOY:
            tally[c.SLOW + side] |= bit
        if flags & c.SPECIALS:
            tally[c.SPECIAL + side] |= bit
        if flags & c.SHOOTS_FROM_REAR:
            tally[c.FAR + side] |= bit
        if flags & c.SHOOTS_ADJACENT_FRONT:
            tally[c.WIDE + side] |= bit
    update_cost(state, unit)


def update_cost(state: State, unit: i64) -> None:
    """Update the mask of units whose next order costs more than one token. PB-4.5."""
    # Side and bit without calls: every order and every wound comes here.
    bit = 1 << (unit & PLACE_MASK)
    if state.orders[unit] + state.order_step[unit] > 1:
        state.tally[COSTLY + (unit >> SIDE_SHIFT)] |= bit
    else:
        state.tally[COSTLY + (unit >> SIDE_SHIFT)] &= ~bit


def place(state: State, unit: i64, zone: i64) -> None:
    """Move `unit` into one of its side's zones, or off the field. PB-2.1."""
    # Side and bit without calls: every move, charge and death comes here.
    at = state.at
    bit = 1 << (unit & PLACE_MASK)
    own = (unit >> SIDE_SHIFT) << ZONE_SHIFT
    at[own + state.zone[unit]] &= ~bit
    at[own + zone] |= bit
    state.zone[unit] = zone


def is_alive(state: State, unit: i64) -> bool:
    """Whether a troop of `unit` lives."""
    return state.zone[unit] != c.DEAD


def is_wounded(state: State, unit: i64) -> bool:
    """Whether a living troop of `unit` carries a wound token."""
    return state.roster.troops_of[unit] & state.tally[c.WOUNDED + side_of(unit)] != 0
