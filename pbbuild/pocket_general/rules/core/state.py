"""All of a game at one moment, and its phases."""

from typing import Final

from pbbuild.pocket_general.rules.core.tables import (
    EDGES,
    EDGES_A,
    EDGES_AB,
    HEXES,
    LOCATIONS,
    NOWHERE,
    Tables,
)

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
UNROLLED: Final = -99

# What a combat makes of its location.
STAYS: Final = 0
WON: Final = 1
TO_POOL: Final = 2
DEFENDED: Final = 3
CAPITOL_TAKEN: Final = 4


class State:
    """A game of Pocket General. PG-2 to PG-6.

    `at[side * 3 + hex]` and `hand[side]` are masks of units, all others are depleted; `paired`
    are the units that may need an own navy unit and had one when placed. `edges[side * 10 + edge]`
    is a location or NOWHERE: four of theater A, four of B, two capitulation hexes. The edge of
    B that was laid against a location holds that location too.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables: Tables = tables
        self.phase: int = POOL
        self.side: int = 0
        self.turn: int = 1
        self.first: int = 0
        self.undrawn: int = (1 << LOCATIONS) - 1
        self.pool: list[int] = []
        self.hexes: list[int] = [NOWHERE] * HEXES
        self.hand: list[int] = [0, 0]
        self.at: list[int] = [0] * (2 * HEXES)
        self.paired: list[int] = [0, 0]
        self.edges: list[int] = [NOWHERE] * (2 * EDGES)
        self.laid: list[int] = [NOWHERE, NOWHERE]
        self.late_war: bool = False
        self.turned: int = 0
        self.unlocked: list[bool] = [False, False]
        self.dice: list[int] = [UNROLLED, UNROLLED]
        self.hex: int = 0
        # The last combat for those who tell it: hex, location, sums, dice, military units of
        # both sides, who had the better of it, what became of it. No rule reads it.
        self.combats: int = 0
        self.report: list[int] = []
        self.winner: int = NOWHERE
        self.reason: int = PLAYING

    def copy(self) -> "State":
        """An independent copy; the tables are shared."""
        other = State(self.tables)
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


def held(state: State, side: int) -> int:
    """How many locations a side has captured; the one B was laid against counts once."""
    base = side * EDGES
    count = 0
    for edge in range(EDGES):
        if state.edges[base + edge] != NOWHERE:
            count += 1
    return count - (1 if state.laid[side] != NOWHERE else 0)


def is_filled(state: State, side: int, start: int, stop: int) -> bool:
    """Whether every edge from `start` up to `stop` of a side's map holds a location."""
    base = side * EDGES
    return all(state.edges[base + edge] != NOWHERE for edge in range(start, stop))


def has_filled_a(state: State, side: int) -> bool:
    """Whether all four edges of theater A are filled. PG-6."""
    return is_filled(state, side, 0, EDGES_A)


def has_filled_both(state: State, side: int) -> bool:
    """Whether the capitulation hexes are open. PG-6."""
    return is_filled(state, side, 0, EDGES_AB)
