"""Quick scores: what each action is worth at once, for agents, playouts and hints."""

from typing import Final

from . import constants as c
from .bits import (
    bit_count,
    bit_of,
    edge_laid,
    hex_at,
    hex_placed,
    holds,
    location_paid,
    other_side,
    place_action,
    row_of,
    unit_placed,
    unit_recruited,
)
from .combat import own_value
from .flow import deplete, put
from .legal import first_placed, place_refusal
from .state import GeneralCore
from .worth import gain, hex_worth, weighed

# What it is worth to recruit nobody, and to leave the pool as it is.
NO_RECRUIT: Final = 0.6
LEAVE_POOL: Final = 0.02
# What a recruit's weather and a spy add to its value.
WEATHER_FACTOR: Final = 1.8
SPY_BONUS: Final = 2.0
# Each colour of a location that pays for a recruit: keep those that could pay for many.
COLOUR_COST: Final = 0.05
# A unit taken back can answer the enemy's next placements, if there are any.
LATER_PLACEMENT: Final = 0.05
NO_OTHER_HEX: Final = -9.0
# Edges: the white one is saved for last; a red one on B can unlock the capitol.
WHITE_EDGE: Final = -20.0
RED_EDGE: Final = 30.0
OTHER_EDGE_OF_B: Final = -10.0


def scores(state: GeneralCore, actions: list[int]) -> list[float]:
    """What each of these legal actions is worth at once to its player; higher is better."""
    sign = 1.0 if state.side == 0 else -1.0
    phase = state.phase
    if phase == c.PLACE:
        return place_scores(state, actions, sign)
    if phase == c.THREAT:
        unit = first_placed(state, state.side)
        return place_scores(state, [place_action(unit, hex_) for hex_ in actions], sign)
    if phase == c.RECRUIT:
        return [recruit_score(state, action) for action in actions]
    if phase == c.REDEPLOY:
        return [redeploy_score(state, action, sign) for action in actions]
    if phase == c.SPY:
        return [spy_score(state, action, sign) for action in actions]
    if phase == c.EDGE:
        return [edge_score(state, action) for action in actions]
    if phase == c.FRONT:
        return [front_score(state, action) for action in actions]
    assert phase == c.LAY
    return [lay_score(state, action) for action in actions]


def place_scores(state: GeneralCore, actions: list[int], sign: float) -> list[float]:
    """How each placement changes the worth of its hex."""
    gains = [0.0] * (c.SIDES * c.HEXES)
    before = [0.0] * c.HEXES
    for hex_ in range(c.HEXES):
        place = state.hexes[hex_]
        if place != c.NOWHERE:
            gains[hex_] = gain(state, 0, place)
            gains[c.HEXES + hex_] = gain(state, 1, place)
            before[hex_] = weighed(state, hex_, gains[hex_], gains[c.HEXES + hex_])
    side = state.side
    result: list[float] = []
    for action in actions:
        unit, hex_ = unit_placed(action), hex_placed(action)
        bit = bit_of(unit)
        spot = hex_at(side, hex_)
        paired = state.paired[side]
        put(state, side, unit, hex_)
        worth = weighed(state, hex_, gains[hex_], gains[c.HEXES + hex_])
        result.append(sign * (worth - before[hex_]))
        state.at[spot] &= ~bit
        state.hand[side] |= bit
        state.paired[side] = paired
    return result


def recruit_score(state: GeneralCore, action: int) -> float:
    """How much a recruit adds on its best hex this turn."""
    if action == c.DECLINE:
        return NO_RECRUIT
    tables = state.tables
    side = state.side
    unit = unit_recruited(action)
    row = row_of(side, unit)
    best = 0.0
    for hex_ in range(c.HEXES):
        place = state.hexes[hex_]
        if place == c.NOWHERE:
            continue
        value = own_value(
            tables, side, unit, tables.location_terrains[place], 0, 0, tables.navy[side] != 0
        )
        if value != c.BARRED:
            worth = float(value) - WEATHER_FACTOR * tables.weather[row]
            if holds(tables.removers[side], unit):
                worth += SPY_BONUS
            best = max(best, worth)
    colours = bit_count(tables.location_colours[location_paid(action)])
    return best - COLOUR_COST * float(colours)


def redeploy_score(state: GeneralCore, action: int, sign: float) -> float:
    """What it changes to move a unit from beside the militia to its best hex."""
    if action == c.DECLINE:
        return 0.0
    side = state.side
    unit = action - 1
    bit = bit_of(unit)
    here = state.hex
    spot = hex_at(side, here)
    before = hex_worth(state, here)
    paired = state.paired[side]
    state.at[spot] &= ~bit
    state.paired[side] &= ~bit
    state.hand[side] |= bit
    loss = sign * (hex_worth(state, here) - before)
    best = NO_OTHER_HEX
    for hex_ in range(c.HEXES):
        if place_refusal(state, side, unit, hex_) == "":
            found = place_scores(state, [place_action(unit, hex_)], sign)[0]
            best = max(best, found)
    state.hand[side] &= ~bit
    state.at[spot] |= bit
    state.paired[side] = paired
    enemy_places = state.hand[other_side(side)] != 0
    return loss + best + (LATER_PLACEMENT if enemy_places else -LATER_PLACEMENT)


def spy_score(state: GeneralCore, action: int, sign: float) -> float:
    """The worth of the combat without the removed unit and the spy."""
    side = state.side
    units = [state.at[state.hex], state.at[c.HEXES + state.hex]]
    pairs = state.paired[:]
    spies = units[side] & state.tables.removers[side]
    deplete(state, side, spies & -spies)
    deplete(state, other_side(side), bit_of(action))
    worth = sign * hex_worth(state, state.hex)
    state.at[state.hex] = units[0]
    state.at[c.HEXES + state.hex] = units[1]
    state.paired = pairs
    return worth


def supply(state: GeneralCore, colour: int) -> int:
    """How many locations in the hexes and the pool match a colour."""
    count = 0
    for place in state.pool:
        if place < c.LOCATIONS and holds(state.tables.location_colours[place], colour):
            count += 1
    for place in state.hexes:
        if c.NOWHERE < place < c.LOCATIONS and holds(state.tables.location_colours[place], colour):
            count += 1
    return count


def edge_score(state: GeneralCore, action: int) -> float:
    """Edges that unlock the capitol first, then scarce colours, the white edge last."""
    if action >= c.EDGES_AB:
        return 0.0
    colour = state.tables.edge_colours[action]
    if colour == c.WHITE:
        return WHITE_EDGE
    worth = -float(supply(state, colour))
    if action >= c.EDGES_A:
        worth += RED_EDGE if colour == c.RED else OTHER_EDGE_OF_B
    return worth


def front_score(state: GeneralCore, action: int) -> float:
    """What the location is worth to the player less what it is worth to the enemy."""
    if action == c.DECLINE:
        return LEAVE_POOL
    side = state.side
    return gain(state, side, action - 1) - gain(state, other_side(side), action - 1)


def lay_score(state: GeneralCore, action: int) -> float:
    """The scarcest colour: it is no longer needed. PG-6."""
    return -float(supply(state, state.tables.edge_colours[edge_laid(action)]))
