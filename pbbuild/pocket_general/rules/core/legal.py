"""Which actions are legal, and the clause that refuses the others.

Actions are small ints whose meaning depends on the phase:
recruit 0 or 1 + unit * 32 + location; threat hex; place unit * 4 + hex; redeploy 0 or 1 + unit;
spy unit; edge edge; front 0 or 1 + location; lay edge * 32 + location.
"""

from pbbuild.pocket_general.rules.core.combat import may_stand
from pbbuild.pocket_general.rules.core.state import (
    EDGE,
    FRONT,
    LAY,
    PLACE,
    RECRUIT,
    REDEPLOY,
    SPY,
    THREAT,
    State,
    has_filled_both,
)
from pbbuild.pocket_general.rules.core.tables import (
    EDGES,
    EDGES_A,
    EDGES_AB,
    HEXES,
    NO_COST,
    NOWHERE,
    SQUARES,
    UNIT_SLOTS,
    WHITE,
    bit_count,
)


def legal_actions(state: State) -> list[int]:
    """Every legal action at a decision, in canonical order."""
    phase = state.phase
    if phase == PLACE:
        return place_actions(state)
    if phase == RECRUIT:
        return recruit_actions(state)
    if phase == THREAT:
        return threat_actions(state)
    if phase == REDEPLOY:
        return redeploy_actions(state)
    if phase == SPY:
        return spy_actions(state)
    if phase == EDGE:
        return edge_actions(state, state.side, state.hexes[state.hex])
    if phase == FRONT:
        return [0] + [1 + place for place in state.pool[:-1]]
    if phase == LAY:
        return lay_actions(state)
    return []


def recruit_actions(state: State) -> list[int]:
    """Nobody, or each recruit with each location that pays for it. PG-3."""
    tables = state.tables
    side = state.side
    actions = [0]
    for unit in range(UNIT_SLOTS):
        bit = 1 << unit
        if not tables.all_units[side] & bit or state.hand[side] & bit:
            continue
        for place in payers(state, side, unit):
            actions.append(1 + unit * 32 + place)
    return actions


def payers(state: State, side: int, unit: int) -> list[int]:
    """The unturned locations on a side's theater markers that pay for a unit, by number."""
    tables = state.tables
    cost = tables.cost[side * UNIT_SLOTS + unit]
    if cost == NO_COST:
        return []
    found: list[int] = []
    for edge in range(EDGES_AB):
        place = state.edges[side * EDGES + edge]
        if place == NOWHERE or state.turned >> place & 1 or place in found:
            continue
        if cost == WHITE or tables.location_colours[place] >> cost & 1:
            found.append(place)
    found.sort()
    return found


def threat_actions(state: State) -> list[int]:
    """The hexes that hold a location and have room. PG-3."""
    unit = first_placed(state, state.side)
    return [hex_ for hex_ in range(HEXES) if place_refusal(state, state.side, unit, hex_) == ""]


def first_placed(state: State, side: int) -> int:
    """The unit in hand that is placed before all others, or NOWHERE."""
    waiting = state.hand[side] & state.tables.placed_first[side]
    for unit in range(UNIT_SLOTS):
        if waiting >> unit & 1:
            return unit
    return NOWHERE


def place_actions(state: State) -> list[int]:
    """Each unit in hand on each hex that takes it. PG-3."""
    side = state.side
    actions: list[int] = []
    for unit in range(UNIT_SLOTS):
        if state.hand[side] >> unit & 1:
            for hex_ in range(HEXES):
                if place_refusal(state, side, unit, hex_) == "":
                    actions.append(unit * 4 + hex_)
    return actions


def place_refusal(state: State, side: int, unit: int, hex_: int) -> str:
    """The clause that forbids to place `unit` on a hex now, or "" when none does."""
    tables = state.tables
    place = state.hexes[hex_]
    if place == NOWHERE or not state.hand[side] >> unit & 1:
        return "PG-3"
    own = state.at[side * HEXES + hex_]
    count = bit_count(own)
    if tables.fast:
        if count > SQUARES:
            return "PG-3.1"
    elif count >= SQUARES and (count > SQUARES or not fourth_square_open(state, side)):
        return "PG-3"
    if not may_stand(tables, side, unit, tables.location_terrains[place], own):
        return "PG-1.2"
    return ""


def fourth_square_open(state: State, side: int) -> bool:
    """Whether each hex with a location holds three of the side's units. PG-3, RG-12."""
    for hex_ in range(HEXES):
        if state.hexes[hex_] != NOWHERE and bit_count(state.at[side * HEXES + hex_]) < SQUARES:
            return False
    return True


def can_place(state: State, side: int) -> bool:
    """Whether any unit in hand has a legal hex."""
    for unit in range(UNIT_SLOTS):
        if state.hand[side] >> unit & 1:
            for hex_ in range(HEXES):
                if place_refusal(state, side, unit, hex_) == "":
                    return True
    return False


def redeploy_actions(state: State) -> list[int]:
    """Nobody, or each own unit beside the militia just placed. PG-4."""
    units = redeployable(state, state.side, state.hex)
    return [0] + [1 + unit for unit in range(UNIT_SLOTS) if units >> unit & 1]


def redeployable(state: State, side: int, hex_: int) -> int:
    """Mask of a side's units on a hex that the militia may take back. PG-4."""
    tables = state.tables
    kept = tables.not_redeployed[side] | tables.redeployers[side]
    return state.at[side * HEXES + hex_] & ~kept


def spy_actions(state: State) -> list[int]:
    """Each enemy unit at the location. PG-5."""
    enemy = state.at[(1 - state.side) * HEXES + state.hex]
    return [unit for unit in range(UNIT_SLOTS) if enemy >> unit & 1]


def edge_actions(state: State, side: int, place: int) -> list[int]:
    """The free edges that take a location; of equal edges of one marker the first. PG-6."""
    base = side * EDGES
    if has_filled_both(state, side):
        for edge in range(EDGES_AB, EDGES):
            if state.edges[base + edge] == NOWHERE:
                return [edge]
        return []
    tables = state.tables
    stop = EDGES_AB if state.laid[side] != NOWHERE else EDGES_A
    actions: list[int] = []
    seen = 0
    for edge in range(stop):
        if edge == EDGES_A:
            seen = 0
        colour = tables.edge_colours[edge]
        if state.edges[base + edge] != NOWHERE or seen >> colour & 1:
            continue
        if colour == WHITE or tables.location_colours[place] >> colour & 1:
            actions.append(edge)
            seen |= 1 << colour
    return actions


def lay_actions(state: State) -> list[int]:
    """Each edge of theater B against each location of A it matches; without any, all. PG-6."""
    matching = laying(state, True)
    return matching if matching else laying(state, False)


def laying(state: State, must_match: bool) -> list[int]:
    """Edges of B against the side's locations on A."""
    tables = state.tables
    base = state.side * EDGES
    actions: list[int] = []
    seen = 0
    for edge in range(EDGES_A, EDGES_AB):
        colour = tables.edge_colours[edge]
        if seen >> colour & 1:
            continue
        seen |= 1 << colour
        places = [state.edges[base + own] for own in range(EDGES_A)]
        places.sort()
        for place in places:
            if place == NOWHERE:
                continue
            if not must_match or colour == WHITE or tables.location_colours[place] >> colour & 1:
                actions.append(edge * 32 + place)
    return actions
