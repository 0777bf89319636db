"""The numbers of one pairing: units, chart, costs and map as lists and masks. PG-1, PG-8."""

from . import constants as c


class Tables:
    """The chart, costs and map of one pairing; they do not change during a game.

    PG-1.1, PG-1.2, PG-1.3, PG-8. Lists of units are by `row_of`. Masks of units have bit `unit`,
    masks of terrains bit `terrain`, masks of colours bit `colour`. Locations 0 to 15 are in the
    pool, 16 and 17 are the capitols of side 0 and 1.
    """

    def __init__(self) -> None:
        rows = c.SIDES * c.UNIT_SLOTS
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
        self.value: list[int] = [c.BARRED] * (rows * c.TERRAIN_COUNT)
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
        self.cost: list[int] = [c.NO_COST] * rows
        self.location_terrains: list[int] = [0] * (c.LOCATIONS + c.SIDES)
        self.location_colours: list[int] = [0] * (c.LOCATIONS + c.SIDES)
        self.edge_colours: list[int] = [0] * c.EDGES_AB
        self.operations_die: list[int] = []
        # How many of all rolls of two dice leave side 0 ahead or level, by difference + REACH.
        self.ahead: list[int] = []
        self.level: list[int] = []
        self.fast: bool = False
        self.core_only_start: bool = False
        self.turn_limit: int = 60
        # Names for rolls and records; the rules never read them.
        self.nations: list[str] = ["", ""]
        self.unit_ids: list[str] = [""] * rows
        self.location_ids: list[str] = [""] * (c.LOCATIONS + c.SIDES)

    def set_die(self, faces: list[int]) -> None:
        """Set the operations die and count the results of rolling two. PG-5, PG-8."""
        self.operations_die = faces
        self.ahead = []
        self.level = []
        for difference in range(-c.REACH, c.REACH + 1):
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
