"""Groups of units that fight each other: joined, split and ended. PB-6.3, PB-6.4."""

from . import constants as c
from .arrays import i64
from .bits import bit_of, enemy_side, first_in, is_single, sector_of, side_of
from .state import State
from .units import place


def make_contact(state: State, unit: i64, enemy: i64) -> None:
    """Put a charger and its enemy into contact. PB-6.3.

    An enemy that was one of several against a single unit leaves that group for a new one.
    """
    own_bit = bit_of(unit)
    enemy_bit = bit_of(enemy)
    foes = state.contact[enemy]
    if foes and is_single(foes):
        single = first_in(side_of(unit), foes)
        if state.contact[single] != enemy_bit:
            state.contact[single] &= ~enemy_bit
            foes = 0
    state.contact[enemy] = foes | own_bit
    state.contact[unit] = enemy_bit


def break_contact(state: State, unit: i64) -> None:
    """End all contacts of `unit`; enemies left without contact return to their front. PB-6.4."""
    own_bit = bit_of(unit)
    other = enemy_side(unit)
    mask = state.contact[unit]
    state.contact[unit] = 0
    while mask:
        enemy = first_in(other, mask)
        mask &= mask - 1
        state.contact[enemy] &= ~own_bit
        if state.contact[enemy] == 0:
            return_to_front(state, enemy)


def return_to_front(state: State, unit: i64) -> None:
    """Move `unit` from an engagement zone to its front of that sector. PB-5.2.7, PB-6.4."""
    place(state, unit, c.FRONT + sector_of(state.zone[unit]))
