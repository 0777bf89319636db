"""The two types of the core that are native when it is compiled and plain when it is not.

The compiler knows `vec` and `i64` by their types (it sees the first branch only), and
interpreted a list and an int are the fastest stand-ins. Both behave alike below 63 bits.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64
else:
    vec = list
    i64 = int

__all__ = ["i64", "vec"]
