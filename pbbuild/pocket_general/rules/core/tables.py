"""What two nations bring to the rules, as numbers and bit masks."""

from typing import Final

BARRED: Final = -99
NO_COST: Final = -1
TERRAIN_COUNT: Final = 5
UNIT_SLOTS: Final = 16
HEXES: Final = 3
SQUARES: Final = 3  # a fourth opens later, PG-3
LOCATIONS: Final = 16
NOWHERE: Final = -1
# Edges of one side's world map: theater A, theater B, capitulation hexes.
EDGES_A: Final = 4
EDGES_AB: Final = 8
EDGES: Final = 10
# No two sums of units differ by more.
REACH: Final = 160
WHITE: Final = 3
RED: Final = 4


class Tables:
    """The chart, costs and map of one pairing; never changed once a game has begun.

    Units are slots of a side: row `side * UNIT_SLOTS + unit`. Masks of units have bit `unit`,
    masks of terrains bit `terrain`, masks of colours bit `colour`. Locations 0 to 15 are the
    pool's, 16 and 17 the capitols of side 0 and 1.
    """

    def __init__(self) -> None:
        rows = 2 * UNIT_SLOTS
        self.all_units: list[int] = [0, 0]
        self.core_units: list[int] = [0, 0]
        self.military: list[int] = [0, 0]
        self.air: list[int] = [0, 0]
        self.navy: list[int] = [0, 0]
        self.removers: list[int] = [0, 0]
        self.redeployers: list[int] = [0, 0]
        self.placed_first: list[int] = [0, 0]
        self.not_redeployed: list[int] = [0, 0]
        self.ignores_weather: list[int] = [0, 0]
        self.hinderers: list[int] = [0, 0]
        self.supporters: list[int] = [0, 0]
        self.value: list[int] = [BARRED] * (rows * TERRAIN_COUNT)
        self.with_navy: list[int] = [0] * rows
        self.against_air: list[int] = [0] * rows
        self.against_air_terrains: list[int] = [0] * rows
        self.with_own: list[int] = [0] * rows
        self.with_own_units: list[int] = [0] * rows
        self.with_own_terrains: list[int] = [0] * rows
        self.supports: list[int] = [0] * rows
        self.supported_units: list[int] = [0] * rows
        self.weather: list[int] = [0] * rows
        self.weather_air: list[int] = [0] * rows
        self.silenced_units: list[int] = [0] * rows
        self.cost: list[int] = [NO_COST] * rows
        self.location_terrains: list[int] = [0] * (LOCATIONS + 2)
        self.location_colours: list[int] = [0] * (LOCATIONS + 2)
        self.edge_colours: list[int] = [0] * EDGES_AB
        self.operations_die: list[int] = []
        # Of all falls of two dice, how many leave side 0 ahead or level: index difference + REACH.
        self.ahead: list[int] = []
        self.level: list[int] = []
        self.fast: bool = False
        self.core_only_start: bool = False
        self.turn_limit: int = 60
        # Words of the edge: the rules never read them, rolls and records do.
        self.nations: list[str] = ["", ""]
        self.unit_ids: list[str] = [""] * rows
        self.location_ids: list[str] = [""] * (LOCATIONS + 2)

    def set_die(self, faces: list[int]) -> None:
        """Take an operations die and count how two of them fall. PG-5."""
        self.operations_die = faces
        self.ahead = []
        self.level = []
        for difference in range(-REACH, REACH + 1):
            ahead = 0
            level = 0
            for own in faces:
                for other in faces:
                    if difference + own > other:
                        ahead += 1
                    elif difference + own == other:
                        level += 1
            self.ahead.append(ahead)
            self.level.append(level)


# Bits of 0 to 255, and the place of a lone bit: a table is quicker than a loop either way.
_COUNTS: Final = [bin(number).count("1") for number in range(256)]


def bit_count(mask: int) -> int:
    """How many of the lowest 24 bits are set."""
    return _COUNTS[mask & 255] + _COUNTS[mask >> 8 & 255] + _COUNTS[mask >> 16 & 255]


def bit_index(bit: int) -> int:
    """The place of the one bit that is set."""
    return bit_count(bit - 1)
