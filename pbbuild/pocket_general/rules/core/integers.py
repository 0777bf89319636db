"""The integer type of hot arithmetic: native when compiled, plain when interpreted.

The compiler sees only the first branch. Both types behave the same below 63 bits.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64
else:
    i64 = int

__all__ = ["i64"]
