"""Sizes of armies: multiples of ten points, one token for each ten. PB-1.2, PB-1.3."""

from typing import Final

POINTS_PER_TOKEN: Final = 10  # PB-1.3; a size is a multiple of it, PB-1.2


def is_size(size: int) -> bool:
    """Whether players may agree on `size`: it is a positive multiple of ten. PB-1.2."""
    return size > 0 and size % POINTS_PER_TOKEN == 0


def size_for(points: int) -> int:
    """The smallest size an army of `points` may have. PB-1.2, PB-1.4."""
    return max(POINTS_PER_TOKEN, -(-points // POINTS_PER_TOKEN) * POINTS_PER_TOKEN)


def size_below(size: int) -> int:
    """The largest size that is not above `size`, or the smallest of all. PB-1.2."""
    return max(POINTS_PER_TOKEN, size // POINTS_PER_TOKEN * POINTS_PER_TOKEN)
