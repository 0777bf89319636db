"""The state of a game at one moment."""

from . import constants as c
from .bits import edge_at
from .tables import Tables


class GeneralCore:
    """A game of Pocket General. PG-2 to PG-6.

    `at`, by `hex_at`, and `hand`, by side, are masks of units; all other units are depleted.
    `paired` are the units that may need an own navy unit and had one when placed. `edges`, by
    `edge_at`, are locations or NOWHERE: four of theater A, four of B, two capitulation hexes. The
    edge of B that was laid against a location holds that location too.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables: Tables = tables
        self.phase: int = c.POOL
        self.side: int = 0
        self.turn: int = 1
        self.first: int = 0
        self.undrawn: int = (1 << c.LOCATIONS) - 1
        self.pool: list[int] = []
        self.hexes: list[int] = [c.NOWHERE] * c.HEXES
        self.hand: list[int] = [0, 0]
        self.at: list[int] = [0] * (c.SIDES * c.HEXES)
        self.paired: list[int] = [0, 0]
        self.edges: list[int] = [c.NOWHERE] * (c.SIDES * c.EDGES)
        self.laid: list[int] = [c.NOWHERE, c.NOWHERE]
        self.late_war: bool = False
        self.turned: int = 0
        self.unlocked: list[bool] = [False, False]
        self.dice: list[int] = [c.UNROLLED, c.UNROLLED]
        self.hex: int = 0
        # The last combat, for reports: hex, location, sums, dice, military units of both sides,
        # the side with the higher sum, what became of the location. No rule reads it.
        self.combats: int = 0
        self.report: list[int] = []
        self.winner: int = c.NOWHERE
        self.reason: int = c.PLAYING

    def copy(self) -> "GeneralCore":
        """An independent copy; the tables are shared."""
        other = GeneralCore(self.tables)
        other.phase = self.phase
        other.side = self.side
        other.turn = self.turn
        other.first = self.first
        other.undrawn = self.undrawn
        other.pool = self.pool[:]
        other.hexes = self.hexes[:]
        other.hand = self.hand[:]
        other.at = self.at[:]
        other.paired = self.paired[:]
        other.edges = self.edges[:]
        other.laid = self.laid[:]
        other.late_war = self.late_war
        other.turned = self.turned
        other.unlocked = self.unlocked[:]
        other.dice = self.dice[:]
        other.hex = self.hex
        other.combats = self.combats
        other.report = self.report
        other.winner = self.winner
        other.reason = self.reason
        return other


def held(state: GeneralCore, side: int) -> int:
    """How many locations a side has captured; the one that B lies against counts once. PG-6."""
    base = edge_at(side, 0)
    count = 0
    for edge in range(c.EDGES):
        if state.edges[base + edge] != c.NOWHERE:
            count += 1
    return count - (1 if state.laid[side] != c.NOWHERE else 0)


def is_filled(state: GeneralCore, side: int, start: int, stop: int) -> bool:
    """Whether every edge of a side's map from `start` up to `stop` holds a location. PG-6."""
    base = edge_at(side, 0)
    return all(state.edges[base + edge] != c.NOWHERE for edge in range(start, stop))


def has_filled_a(state: GeneralCore, side: int) -> bool:
    """Whether all four edges of theater A are filled. PG-6."""
    return is_filled(state, side, 0, c.EDGES_A)


def has_filled_both(state: GeneralCore, side: int) -> bool:
    """Whether both theaters are filled and the capitulation hexes are open. PG-6."""
    return is_filled(state, side, 0, c.EDGES_AB)
