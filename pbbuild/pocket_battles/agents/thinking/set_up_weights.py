"""What parts of a set-up add to the chance to win; written by `benchmarks/fit_setup.py`.

From 24,500 battles of `search:1` between ready and built lists: 12,000 with random set-ups, 8,000
with nearly all fighters in front, 4,500 with set-ups chosen by earlier weights and units moved. The
study before `fit_setup.py` played them; on its battles that script finds these weights to within
0.03.
"""

from typing import Final

from pbbuild.pocket_battles.rules.core.arrays import vec

# All amounts are shares of an army: of its points, or of the mean hits it could make.
EMPTY: Final = -0.026  # for each sector without a unit
UNCOVERED: Final = -0.070  # points in a rear whose front is empty
IDLE_UNCOVERED: Final = 0.418  # the same of units that can neither charge nor shoot
CHARGE_REAR: Final = -0.134  # charges of units in the rear
SHOTS_REAR: Final = -0.082  # shots that cannot be made from the rear
IDLE_FRONT: Final = -0.001  # points of units in front that can neither charge nor shoot
FAR_REAR: Final = -0.064  # shots of Long Range made from the rear
REAR: Final = 0.054  # points in the rear
# Products of what is in the same sector, and of points in adjacent sectors.
CHARGE_SQUARED: Final = 0.098
SHOTS_SQUARED: Final = -0.510
CHARGE_TIMES_SHOTS: Final = -0.011
POINTS_SQUARED: Final = 0.083
ADJACENT: Final = 0.077
CENTRE_POINTS: Final = -0.030
# In a sector that the enemy leaves empty.
CHARGE_UNOPPOSED: Final = 0.062
SHOTS_UNOPPOSED: Final = 0.030
# Products with what the enemy has in the same and in adjacent sectors.
CHARGE_TO_POINTS: Final = 0
SHOTS_TO_POINTS: Final = 1
REAR_TO_POINTS: Final = 2
CHARGE_TO_SHOTS: Final = 3
REAR_TO_CHARGE: Final = 4
REAR_TO_SHOTS: Final = 5
FACING: Final[vec[float]] = vec[float]([-0.153, 0.064, -0.191, -0.499, -0.095, -0.112])
BESIDE: Final[vec[float]] = vec[float]([-0.089, 0.294, 0.021, 0.257, -0.219, 0.122])
