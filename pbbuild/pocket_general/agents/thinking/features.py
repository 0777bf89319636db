"""What a side has achieved at the start of a turn, as numbers for the chance to win. PG-6."""

from typing import Final

from pbbuild.pocket_general.rules.core import constants as c
from pbbuild.pocket_general.rules.core.bits import (
    bit_count,
    bit_of,
    edge_at,
    first_in,
    holds,
    other_side,
    row_of,
)
from pbbuild.pocket_general.rules.core.state import GeneralCore, held

# The features of one side, in the order in which `measure` fills them.
STEPS: Final = 0  # one of 0 to 5 steps before the enemy capitol is unlocked
HELD: Final = 6
NEAR_CAPITULATION: Final = 7  # 6, 7 or 8 locations held
CAPITOL_HERE: Final = 10
CAPITOL_LATER: Final = 11
NEXT_STEPS: Final = 12  # of the three hexes none, one, two or three lead a step on
USABLE: Final = 16
SOON: Final = 17  # of the next three locations of the pool lead a step on; of the three after
LACKING: Final = 19  # colours that theater A needs and no location has soon
UNTURNED: Final = 20
RECRUITS: Final = 21
IS_FIRST: Final = 22
FIRST_AT_CAPITOL: Final = 23
FIRST_OF_CAPITOLS: Final = 24  # both are unlocked
FIRST_WITH_STEPS: Final = 25
FEATURES: Final = 26

ANY_COLOUR: Final = (1 << 30) - 1
MOST_STEPS: Final = 5
# Locations of the pool that are looked at, three by three.
LOOK_AHEAD: Final = 6
# More recruits, or locations to pay for them, than these change nothing.
MOST_COUNTED: Final = 3


def measure(state: GeneralCore, side: int, found: list[float]) -> None:
    """Fill `found` with the features of a side at the start of a turn. PG-6."""
    for index in range(FEATURES):
        found[index] = 0.0
    tables = state.tables
    enemy = other_side(side)
    base = edge_at(side, 0)
    free_a = 0
    missing = 0
    for edge in range(c.EDGES_A):
        if state.edges[base + edge] == c.NOWHERE:
            missing += 1
            colour = tables.edge_colours[edge]
            free_a |= ANY_COLOUR if colour == c.WHITE else bit_of(colour)
    laid = state.laid[side]
    red_on_b = False
    free_b = 0
    filled_b = laid != c.NOWHERE
    if laid != c.NOWHERE:
        for edge in range(c.EDGES_A, c.EDGES_AB):
            place = state.edges[base + edge]
            if place == c.NOWHERE:
                filled_b = False
                free_b |= bit_of(tables.edge_colours[edge])
            elif edge != laid and holds(tables.location_colours[place], c.RED):
                red_on_b = True
    have = held(state, side)
    steps = missing + (0 if red_on_b else 1)
    if state.unlocked[enemy]:
        steps = 0
    found[STEPS + min(steps, MOST_STEPS)] = 1.0
    found[HELD] = float(have)
    if have >= c.LOCATIONS_TO_WIN - 3:
        found[NEAR_CAPITULATION + min(have, c.LOCATIONS_TO_WIN - 1) - c.LOCATIONS_TO_WIN + 3] = 1.0
    # The colours that lead a step on: what A lacks, and a red location for B.
    useful = free_a
    if laid != c.NOWHERE and not red_on_b:
        useful |= free_b & bit_of(c.RED)
    if steps == 0:
        useful = 0
    open_colours = ANY_COLOUR if missing == 0 and filled_b else free_a | free_b
    is_first = state.first == side
    nexts = 0
    for hex_ in range(c.HEXES):
        place = state.hexes[hex_]
        if place == c.NOWHERE:
            continue
        if place >= c.LOCATIONS:
            if place - c.LOCATIONS == enemy:
                found[CAPITOL_HERE] = 1.0
                if is_first:
                    found[FIRST_AT_CAPITOL] = 1.0
            continue
        colours = tables.location_colours[place]
        if colours & useful:
            nexts += 1
        if colours & open_colours:
            found[USABLE] += 1.0
    found[NEXT_STEPS + nexts] = 1.0
    if state.unlocked[enemy] and found[CAPITOL_HERE] == 0.0:
        found[CAPITOL_LATER] = 1.0
    if is_first and state.unlocked[enemy] and state.unlocked[side]:
        found[FIRST_OF_CAPITOLS] = 1.0
    if is_first:
        found[IS_FIRST] = 1.0
        found[FIRST_WITH_STEPS] = float(nexts)
    seen = 0
    soon = 0
    for place in state.pool:
        if place >= c.LOCATIONS:
            continue
        colours = tables.location_colours[place]
        if seen < c.HEXES:
            soon |= colours
        if colours & useful:
            found[SOON + (0 if seen < c.HEXES else 1)] += 1.0
        seen += 1
        if seen == LOOK_AHEAD:
            break
    for place in state.hexes:
        if c.NOWHERE < place < c.LOCATIONS:
            soon |= tables.location_colours[place]
    if free_a != ANY_COLOUR:
        found[LACKING] = float(bit_count(free_a & ~soon))
    unturned = 0
    payable = 0
    for edge in range(c.EDGES_AB):
        place = state.edges[base + edge]
        if place != c.NOWHERE and not holds(state.turned, place) and edge != laid:
            unturned += 1
            payable |= tables.location_colours[place]
    found[UNTURNED] = float(min(unturned, MOST_COUNTED))
    recruits = tables.all_units[side] & ~tables.core_units[side]
    able = 0
    while recruits:
        cost = tables.cost[row_of(side, first_in(recruits))]
        recruits &= recruits - 1
        if cost != c.NO_COST and (holds(payable, cost) or (cost == c.WHITE and unturned > 0)):
            able += 1
    found[RECRUITS] = float(min(able, MOST_COUNTED))
