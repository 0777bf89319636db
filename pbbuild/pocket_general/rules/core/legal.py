"""The legal actions of every decision, and the clause that forbids a placement.

Actions are small ints whose meaning depends on the phase:
recruit DECLINE or `recruit_action`; threat hex; place `place_action`; redeploy DECLINE or 1 + unit;
spy unit; edge edge; front DECLINE or 1 + location; lay `lay_action`.
"""

from . import constants as c
from .bits import (
    bit_count,
    bit_of,
    edge_at,
    first_in,
    hex_at,
    holds,
    lay_action,
    other_side,
    place_action,
    recruit_action,
    row_of,
)
from .combat import may_stand
from .state import GeneralCore, has_filled_both


def legal_actions(state: GeneralCore) -> list[int]:
    """Every legal action at a decision, in canonical order. PG-3, PG-4, PG-5, PG-6."""
    phase = state.phase
    if phase == c.PLACE:
        return place_actions(state)
    if phase == c.RECRUIT:
        return recruit_actions(state)
    if phase == c.THREAT:
        return threat_actions(state)
    if phase == c.REDEPLOY:
        return redeploy_actions(state)
    if phase == c.SPY:
        return spy_actions(state)
    if phase == c.EDGE:
        return edge_actions(state, state.side, state.hexes[state.hex])
    if phase == c.FRONT:
        return [c.DECLINE] + [1 + place for place in state.pool[:-1]]
    if phase == c.LAY:
        return lay_actions(state)
    return []


def recruit_actions(state: GeneralCore) -> list[int]:
    """No recruit, or each recruit with each location that pays for it. PG-3."""
    tables = state.tables
    side = state.side
    actions = [c.DECLINE]
    missing = tables.all_units[side] & ~state.hand[side]
    while missing:
        unit = first_in(missing)
        missing &= missing - 1
        for place in payers(state, side, unit):
            actions.append(recruit_action(unit, place))
    return actions


def payers(state: GeneralCore, side: int, unit: int) -> list[int]:
    """The unflipped locations on a side's theater markers that pay for a unit, by number. PG-3."""
    tables = state.tables
    cost = tables.cost[row_of(side, unit)]
    if cost == c.NO_COST:
        return []
    found: list[int] = []
    for edge in range(c.EDGES_AB):
        place = state.edges[edge_at(side, edge)]
        if place == c.NOWHERE or holds(state.turned, place) or place in found:
            continue
        if cost == c.WHITE or holds(tables.location_colours[place], cost):
            found.append(place)
    found.sort()
    return found


def threat_actions(state: GeneralCore) -> list[int]:
    """The hexes that hold a location and have room. PG-3."""
    unit = first_placed(state, state.side)
    if unit == c.NOWHERE:
        return []
    return [hex_ for hex_ in range(c.HEXES) if place_refusal(state, state.side, unit, hex_) == ""]


def first_placed(state: GeneralCore, side: int) -> int:
    """The unit in hand that is placed before all others, or NOWHERE. PG-3."""
    waiting = state.hand[side] & state.tables.placed_first[side]
    return first_in(waiting) if waiting else c.NOWHERE


def place_actions(state: GeneralCore) -> list[int]:
    """Each unit in hand on each hex where it may be placed. PG-3."""
    side = state.side
    actions: list[int] = []
    hand = state.hand[side]
    while hand:
        unit = first_in(hand)
        hand &= hand - 1
        for hex_ in range(c.HEXES):
            if place_refusal(state, side, unit, hex_) == "":
                actions.append(place_action(unit, hex_))
    return actions


def place_refusal(state: GeneralCore, side: int, unit: int, hex_: int) -> str:
    """The clause that forbids to place `unit` on a hex now, or "". PG-1.2, PG-3, PG-3.1."""
    tables = state.tables
    place = state.hexes[hex_]
    if place == c.NOWHERE or not holds(state.hand[side], unit):
        return "PG-3"
    own = state.at[hex_at(side, hex_)]
    count = bit_count(own)
    if tables.fast:
        if count > c.SQUARES:
            return "PG-3.1"
    elif count >= c.SQUARES and (count > c.SQUARES or not fourth_square_open(state, side)):
        return "PG-3"
    if not may_stand(tables, side, unit, tables.location_terrains[place], own):
        return "PG-1.2"
    return ""


def fourth_square_open(state: GeneralCore, side: int) -> bool:
    """Whether each hex with a location holds three of the side's units. PG-3, RG-12."""
    for hex_ in range(c.HEXES):
        if state.hexes[hex_] != c.NOWHERE and bit_count(state.at[hex_at(side, hex_)]) < c.SQUARES:
            return False
    return True


def can_place(state: GeneralCore, side: int) -> bool:
    """Whether any unit in hand has a legal hex. PG-3."""
    hand = state.hand[side]
    while hand:
        unit = first_in(hand)
        hand &= hand - 1
        for hex_ in range(c.HEXES):
            if place_refusal(state, side, unit, hex_) == "":
                return True
    return False


def redeploy_actions(state: GeneralCore) -> list[int]:
    """No unit, or each own unit beside the militia just placed. PG-4."""
    units = redeployable(state, state.side, state.hex)
    return [c.DECLINE] + [1 + unit for unit in range(c.UNIT_SLOTS) if holds(units, unit)]


def redeployable(state: GeneralCore, side: int, hex_: int) -> int:
    """Mask of a side's units on a hex that the militia may take back. PG-4."""
    tables = state.tables
    kept = tables.not_redeployed[side] | tables.redeployers[side]
    return state.at[hex_at(side, hex_)] & ~kept


def spy_actions(state: GeneralCore) -> list[int]:
    """Each enemy unit at the location. PG-5."""
    enemy = state.at[hex_at(other_side(state.side), state.hex)]
    return [unit for unit in range(c.UNIT_SLOTS) if holds(enemy, unit)]


def edge_actions(state: GeneralCore, side: int, place: int) -> list[int]:
    """The free edges that match a location; of equal edges of one marker the first. PG-6."""
    base = edge_at(side, 0)
    if has_filled_both(state, side):
        for edge in range(c.EDGES_AB, c.EDGES):
            if state.edges[base + edge] == c.NOWHERE:
                return [edge]
        return []
    tables = state.tables
    stop = c.EDGES_AB if state.laid[side] != c.NOWHERE else c.EDGES_A
    actions: list[int] = []
    seen = 0
    for edge in range(stop):
        if edge == c.EDGES_A:
            seen = 0
        colour = tables.edge_colours[edge]
        if state.edges[base + edge] != c.NOWHERE or holds(seen, colour):
            continue
        if colour == c.WHITE or holds(tables.location_colours[place], colour):
            actions.append(edge)
            seen |= bit_of(colour)
    return actions


def lay_actions(state: GeneralCore) -> list[int]:
    """Each edge of theater B with each location of A that it matches, or else with all. PG-6."""
    matching = edge_pairs(state, True)
    return matching if matching else edge_pairs(state, False)


def edge_pairs(state: GeneralCore, must_match: bool) -> list[int]:
    """The edges of B with the side's locations on A, all or only those that match. PG-6."""
    tables = state.tables
    base = edge_at(state.side, 0)
    actions: list[int] = []
    seen = 0
    for edge in range(c.EDGES_A, c.EDGES_AB):
        colour = tables.edge_colours[edge]
        if holds(seen, colour):
            continue
        seen |= bit_of(colour)
        places = [state.edges[base + own] for own in range(c.EDGES_A)]
        places.sort()
        for place in places:
            if place == c.NOWHERE:
                continue
            if not must_match or colour == c.WHITE or holds(tables.location_colours[place], colour):
                actions.append(lay_action(edge, place))
    return actions
