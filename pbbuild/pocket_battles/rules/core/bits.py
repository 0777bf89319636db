"""Names for the bit arithmetic: sides and units, masks of units, zones, packed actions and dice.

A unit or troop is a number from 0 to 63: its side (bit 5) and its place in list order (below).
A mask holds units or troops of one side, one bit for each place. Loops go through a mask from its
lowest bit: `first_in` is the unit, `mask &= mask - 1` takes it out.
"""

from typing import TYPE_CHECKING, Final

from .arrays import i64, vec
from .constants import (
    ARGUMENT_SHIFT,
    BONUS_MASK,
    FACE_MASK,
    FACE_SHIFT,
    FIELD_MASK,
    KIND_SHIFT,
    PLACE_MASK,
    SECTOR_MASK,
    SIDE_SHIFT,
    UNIT_SHIFT,
    ZONE_SHIFT,
)

# The place of a single bit by multiplication: the top five bits of the product are all different.
DE_BRUIJN: Final = 0x077CB531
WORD_MASK: Final = 0xFFFFFFFF
PRODUCT_SHIFT: Final = 27
PRODUCT_INDEX: Final[vec[i64]] = vec[i64](
    [
        0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8,
        31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9,
    ]
)  # fmt: skip
# The same by division: powers of two up to 2**31 all leave different remainders.
BIT_MODULUS: Final = 37
BIT_INDEX: Final[vec[i64]] = vec[i64](
    [
        0, 0, 1, 26, 2, 23, 27, 0, 3, 16, 24, 30, 28, 11, 0, 13, 4, 7, 17,
        0, 25, 22, 31, 15, 29, 10, 12, 6, 0, 21, 14, 9, 5, 20, 8, 19, 18,
    ]
)  # fmt: skip
# How many bits a number of ten bits has.
COUNTED_BITS: Final = 10
COUNTED_MASK: Final = 1023
COUNTS: Final[vec[i64]] = vec[i64]([number.bit_count() for number in range(1 << 10)])


def side_of(unit: i64) -> i64:
    """The side of a unit or troop."""
    return unit >> SIDE_SHIFT


def enemy_side(unit: i64) -> i64:
    """The side that a unit or troop fights."""
    return (unit >> SIDE_SHIFT) ^ 1


def other_side(side: i64) -> i64:
    """The opponent of `side`."""
    return side ^ 1


def bit_of(unit: i64) -> i64:
    """The mask that holds only this unit or troop."""
    return 1 << (unit & PLACE_MASK)


def holds(mask: i64, unit: i64) -> bool:
    """Whether `mask`, of the side of `unit`, holds it."""
    return mask >> (unit & PLACE_MASK) & 1 != 0


def is_single(mask: i64) -> bool:
    """Whether a mask that is not empty holds a single unit."""
    return mask & (mask - 1) == 0


def count_bits(mask: i64) -> i64:
    """How many units `mask` holds."""
    if mask <= COUNTED_MASK:
        return COUNTS[mask]
    return (
        COUNTS[mask & COUNTED_MASK]
        + COUNTS[mask >> COUNTED_BITS & COUNTED_MASK]
        + COUNTS[mask >> 2 * COUNTED_BITS]
    )


def first_in(side: i64, mask: i64) -> i64:
    """The first unit or troop of `side` that `mask` holds, in list order."""
    # The compiler sees the first branch, see `arrays`. Interpreted, one division is quicker than
    # three steps; compiled, it takes several times as long as a multiplication.
    if TYPE_CHECKING:
        place = PRODUCT_INDEX[((mask & -mask) * DE_BRUIJN & WORD_MASK) >> PRODUCT_SHIFT]
    else:
        place = BIT_INDEX[(mask & -mask) % BIT_MODULUS]
    return (side << SIDE_SHIFT) + place


def nth_in(side: i64, mask: i64, index: i64) -> i64:
    """The unit of `side` with `index` others before it in `mask`."""
    while index > 0:
        mask &= mask - 1
        index -= 1
    return first_in(side, mask)


def zone_at(side: i64, zone: i64) -> i64:
    """The index in `State.at` of a zone of `side`; add a row to that of a sector. PB-2.1."""
    return (side << ZONE_SHIFT) + zone


def sector_of(zone: i64) -> i64:
    """The sector of a zone. PB-2.1."""
    return zone & SECTOR_MASK


def action_of(kind: i64, unit: i64) -> i64:
    """The action of a kind that names only a unit."""
    return kind << KIND_SHIFT | unit << UNIT_SHIFT


def action_with(kind: i64, unit: i64, argument: i64) -> i64:
    """The action of a kind that names a unit and an enemy, troop or zone."""
    return kind << KIND_SHIFT | unit << UNIT_SHIFT | argument << ARGUMENT_SHIFT


def kind_of(action: i64) -> i64:
    """The kind of an action, one of `DO_...`."""
    return action >> KIND_SHIFT


def unit_in(action: i64) -> i64:
    """The unit that an action names."""
    return action >> UNIT_SHIFT & FIELD_MASK


def argument_in(action: i64) -> i64:
    """The enemy, troop or zone that an action names."""
    return action >> ARGUMENT_SHIFT & FIELD_MASK


def source_in(action: i64) -> i64:
    """Where the token of a wound comes from. PB-7.2."""
    return action & FIELD_MASK


def dice_showing(packed: i64, face: i64) -> i64:
    """How many of the packed dice show `face`."""
    return packed >> (face << FACE_SHIFT) & FACE_MASK


def amount(packed: i64, shift: i64) -> i64:
    """One of the sums packed into `bonus` and `extra`."""
    return packed >> shift & BONUS_MASK
