"""The array and number types of the core: native when compiled, plain when interpreted.

The compiler sees only the first branch, with `vec` and `i64`. Interpreted code runs with a list
and an int. Both behave the same below 63 bits.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64
else:
    vec = list
    i64 = int

__all__ = ["i64", "vec", "zeros"]


def zeros(size: int) -> vec[i64]:
    """An array of `size` zeros."""
    return vec[i64]([0] * size)
