"""Masks of up to 32 places."""

from typing import Final

from .arrays import i64, vec

# The place of a lone bit, found by multiplication (de Bruijn).
BIT_INDEX: Final[vec[i64]] = vec[i64](
    [
        0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8,
        31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9,
    ]
)  # fmt: skip
# How many bits a number below 1024 has.
COUNTS: Final[vec[i64]] = vec[i64]([number.bit_count() for number in range(1024)])
DE_BRUIJN: Final = 0x077CB531
WORD: Final = 0xFFFFFFFF
TOP: Final = 27


def index_of(bit: i64) -> i64:
    """The place of `bit`, a mask of one."""
    return BIT_INDEX[((bit * DE_BRUIJN) & WORD) >> TOP]


def count_bits(mask: i64) -> i64:
    """How many places `mask` holds."""
    if mask < 1024:
        return COUNTS[mask]
    return COUNTS[mask & 1023] + COUNTS[mask >> 10 & 1023] + COUNTS[mask >> 20]


def bit_at(mask: i64, index: i64) -> i64:
    """The place of the bit number `index` of `mask`, counted from the lowest."""
    while index > 0:
        mask &= mask - 1
        index -= 1
    return BIT_INDEX[(((mask & -mask) * DE_BRUIJN) & WORD) >> TOP]
