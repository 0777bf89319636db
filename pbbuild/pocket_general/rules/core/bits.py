"""Names for the index and bit arithmetic: sides, units, hexes, edges, masks, packed actions.

A mask has one bit for each unit of a side, location, terrain or colour. Loops go through a mask
from its lowest bit: `first_in` is the number, `mask &= mask - 1` takes it out.
"""

from typing import Final

from . import constants as c
from .integers import i64

# How many bits a number of eight bits has: a table is quicker than a loop, compiled or not.
BYTE_BITS: Final = 8
BYTE_MASK: Final = 255
BIT_COUNTS: Final = [bin(number).count("1") for number in range(256)]
# The place of a single bit: powers of two up to 2**35 all leave different remainders.
BIT_MODULUS: Final = 37
BIT_INDEX: Final = [
    0, 0, 1, 26, 2, 23, 27, 32, 3, 16, 24, 30, 28, 11, 33, 13, 4, 7, 17,
    35, 25, 22, 31, 15, 29, 10, 12, 6, 34, 21, 14, 9, 5, 20, 8, 19, 18,
]  # fmt: skip


def other_side(side: i64) -> i64:
    """The opponent of `side`."""
    return 1 - side


def row_of(side: i64, unit: i64) -> i64:
    """The index of a unit in the lists of `Tables`."""
    return side * c.UNIT_SLOTS + unit


def hex_at(side: i64, hex_: i64) -> i64:
    """The index in `GeneralCore.at` of the units of `side` on a hex."""
    return side * c.HEXES + hex_


def edge_at(side: i64, edge: i64) -> i64:
    """The index in `GeneralCore.edges` of an edge of the map of `side`."""
    return side * c.EDGES + edge


def bit_of(number: i64) -> i64:
    """The mask that holds only this unit, location, terrain or colour."""
    return 1 << number


def holds(mask: i64, number: i64) -> bool:
    """Whether `mask` holds this unit, location, terrain or colour."""
    return mask >> number & 1 != 0


def bit_count(mask: i64) -> i64:
    """How many of the lowest 24 bits of `mask` are set."""
    if mask == 0:
        return 0
    return (
        BIT_COUNTS[mask & BYTE_MASK]
        + BIT_COUNTS[mask >> BYTE_BITS & BYTE_MASK]
        + BIT_COUNTS[mask >> 2 * BYTE_BITS & BYTE_MASK]
    )


def first_in(mask: i64) -> i64:
    """The lowest unit, location, terrain or colour that `mask` holds."""
    return BIT_INDEX[(mask & -mask) % BIT_MODULUS]


def place_action(unit: i64, hex_: i64) -> i64:
    """The action that places a unit on a hex."""
    return unit * c.HEX_STEP + hex_


def unit_placed(action: i64) -> i64:
    """The unit of a `place_action`."""
    return action // c.HEX_STEP


def hex_placed(action: i64) -> i64:
    """The hex of a `place_action`."""
    return action % c.HEX_STEP


def recruit_action(unit: i64, place: i64) -> i64:
    """The action that recruits a unit by flipping a location."""
    return 1 + unit * c.LOCATION_STEP + place


def unit_recruited(action: i64) -> i64:
    """The unit of a `recruit_action`."""
    return (action - 1) // c.LOCATION_STEP


def location_paid(action: i64) -> i64:
    """The location of a `recruit_action`."""
    return (action - 1) % c.LOCATION_STEP


def lay_action(edge: i64, place: i64) -> i64:
    """The action that lays an edge of theater B against a location."""
    return edge * c.LOCATION_STEP + place


def edge_laid(action: i64) -> i64:
    """The edge of a `lay_action`."""
    return action // c.LOCATION_STEP


def location_laid(action: i64) -> i64:
    """The location of a `lay_action`."""
    return action % c.LOCATION_STEP
