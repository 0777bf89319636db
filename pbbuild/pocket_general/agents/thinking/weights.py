"""The weights of `value.py`, in the form that benchmarks/fit_general_value.py writes.

Fitted to 13173 positions of 2000 games (search:6 with other weights, seed 21); squared error on
games held back 0.0248, noise of the labels included.
"""

from typing import Final

# By feature: log odds of side 0, for its feature less that of side 1.
LINEAR: Final = [
    0.9833, 0.4801, -0.0555, -0.3514, -0.4273, -0.6293, 0.1687, 0.0118,
    0.1971, 0.6128, 0.9085, 0.0747, -0.3227, -0.0156, 0.1576, 0.1808,
    0.0693, 0.0618, 0.0252, -0.1245, 0.2469, 0.0104, -0.0145, 0.0699,
    0.0162, -0.0017,
]  # fmt: skip
# What a recruit costs in chances to win: a captured location is turned and pays no other.
RECRUIT_COST: Final = 0.04
