"""The numbers of the core: units, hexes, locations, phases, results, packed actions."""

from typing import Final

# A combat value: the unit may not be placed there.
BARRED: Final = -99
# The cost of a unit that cannot be recruited.
NO_COST: Final = -1
NOWHERE: Final = -1

# How many there are of each.
SIDES: Final = 2
TERRAIN_COUNT: Final = 5
UNIT_SLOTS: Final = 16
HEXES: Final = 3
SQUARES: Final = 3  # a fourth opens later, PG-3
LOCATIONS: Final = 16
LOCATIONS_TO_WIN: Final = 9

# Edges of one side's world map: theater A, theater B, capitulation hexes.
EDGES_A: Final = 4
EDGES_AB: Final = 8
EDGES: Final = 10
WHITE: Final = 3
RED: Final = 4

# No two sums of units differ by more.
REACH: Final = 160
UNROLLED: Final = -99

# Packed actions: a unit times HEX_STEP plus a hex; a unit or an edge times LOCATION_STEP plus a
# location. Decisions that may be declined count from 1: 0 declines.
HEX_STEP: Final = 4
LOCATION_STEP: Final = 32
DECLINE: Final = 0

# What the state waits for.
POOL: Final = 0
INITIATIVE: Final = 1
RECRUIT: Final = 2
THREAT: Final = 3
PLACE: Final = 4
REDEPLOY: Final = 5
SPY: Final = 6
COMBAT: Final = 7
EDGE: Final = 8
FRONT: Final = 9
LAY: Final = 10
END: Final = 11

# Why it ended.
PLAYING: Final = 0
TOTAL_VICTORY: Final = 1
CAPITULATION: Final = 2
TURN_LIMIT: Final = 3
NO_LOCATIONS: Final = 4
CONCEDED: Final = 5

# What becomes of the location of a combat.
STAYS: Final = 0
WON: Final = 1
TO_POOL: Final = 2
DEFENDED: Final = 3
CAPITOL_TAKEN: Final = 4
