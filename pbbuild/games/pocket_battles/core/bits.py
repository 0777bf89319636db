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
DE_BRUIJN: Final = 0x077CB531
WORD: Final = 0xFFFFFFFF
TOP: Final = 27


def index_of(bit: i64) -> i64:
    """The place of `bit`, a mask of one."""
    return BIT_INDEX[((bit * DE_BRUIJN) & WORD) >> TOP]


def count_bits(mask: i64) -> i64:
    """How many places `mask` holds."""
    total: i64 = 0
    while mask:
        mask &= mask - 1
        total += 1
    return total
