"""A quick player: each action by what it is worth at once. For agents, playouts and hints."""

from pbbuild.pocket_general.rules.core.combat import own_value
from pbbuild.pocket_general.rules.core.flow import deplete, put
from pbbuild.pocket_general.rules.core.legal import (
    first_placed,
    place_refusal,
)
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
    has_filled_a,
)
from pbbuild.pocket_general.rules.core.tables import (
    BARRED,
    EDGES_A,
    EDGES_AB,
    HEXES,
    LOCATIONS,
    NOWHERE,
    RED,
    UNIT_SLOTS,
    WHITE,
    bit_count,
)
from pbbuild.pocket_general.rules.core.worth import gain, hex_worth, weighed


def scores(state: State, actions: list[int]) -> list[float]:
    """What each of these legal actions promises its player at once; higher is better."""
    sign = 1.0 if state.side == 0 else -1.0
    phase = state.phase
    if phase == PLACE:
        return place_scores(state, actions, sign)
    if phase == THREAT:
        unit = first_placed(state, state.side)
        return place_scores(state, [unit * 4 + hex_ for hex_ in actions], sign)
    if phase == RECRUIT:
        return [recruit_score(state, action) for action in actions]
    if phase == REDEPLOY:
        return [redeploy_score(state, action, sign) for action in actions]
    if phase == SPY:
        return [spy_score(state, action, sign) for action in actions]
    if phase == EDGE:
        return [edge_score(state, action) for action in actions]
    if phase == FRONT:
        return [front_score(state, action) for action in actions]
    assert phase == LAY
    return [lay_score(state, action) for action in actions]


def place_scores(state: State, actions: list[int], sign: float) -> list[float]:
    """The change of a hex's worth by each placement."""
    gains = [0.0] * (2 * HEXES)
    before = [0.0] * HEXES
    for hex_ in range(HEXES):
        place = state.hexes[hex_]
        if place != NOWHERE:
            gains[hex_] = gain(state, 0, place)
            gains[HEXES + hex_] = gain(state, 1, place)
            before[hex_] = weighed(state, hex_, gains[hex_], gains[HEXES + hex_])
    side = state.side
    result: list[float] = []
    for action in actions:
        unit, hex_ = action // 4, action % 4
        bit = 1 << unit
        spot = side * HEXES + hex_
        paired = state.paired[side]
        put(state, side, unit, hex_)
        worth = weighed(state, hex_, gains[hex_], gains[HEXES + hex_])
        result.append(sign * (worth - before[hex_]))
        state.at[spot] &= ~bit
        state.hand[side] |= bit
        state.paired[side] = paired
    return result


def recruit_score(state: State, action: int) -> float:
    """How much a recruit adds where it fits best this turn."""
    if action == 0:
        return 0.6
    tables = state.tables
    side = state.side
    unit = (action - 1) // 32
    row = side * UNIT_SLOTS + unit
    best = 0.0
    for hex_ in range(HEXES):
        place = state.hexes[hex_]
        if place == NOWHERE:
            continue
        value = own_value(
            tables, side, unit, tables.location_terrains[place], 0, 0, tables.navy[side] != 0
        )
        if value != BARRED:
            worth = float(value) - 1.8 * tables.weather[row]
            if tables.removers[side] >> unit & 1:
                worth += 2.0
            best = max(best, worth)
    # A location that pays for little else is spent first.
    return best - 0.05 * bit_count(tables.location_colours[(action - 1) % 32])


def redeploy_score(state: State, action: int, sign: float) -> float:
    """What moving a unit from beside the militia to its best other place changes."""
    if action == 0:
        return 0.0
    side = state.side
    unit = action - 1
    bit = 1 << unit
    here = state.hex
    spot = side * HEXES + here
    before = hex_worth(state, here)
    paired = state.paired[side]
    state.at[spot] &= ~bit
    state.paired[side] &= ~bit
    state.hand[side] |= bit
    loss = sign * (hex_worth(state, here) - before)
    best = -9.0
    for hex_ in range(HEXES):
        if place_refusal(state, side, unit, hex_) == "":
            found = place_scores(state, [unit * 4 + hex_], sign)[0]
            best = max(best, found)
    state.hand[side] &= ~bit
    state.at[spot] |= bit
    state.paired[side] = paired
    # A unit kept for later also answers what the enemy does next.
    return loss + best + (0.05 if state.hand[1 - side] else -0.05)


def spy_score(state: State, action: int, sign: float) -> float:
    """The worth of the combat once the unit and the spy are gone."""
    side = state.side
    units = [state.at[state.hex], state.at[HEXES + state.hex]]
    pairs = state.paired[:]
    spies = units[side] & state.tables.removers[side]
    deplete(state, side, spies & -spies)
    deplete(state, 1 - side, 1 << action)
    worth = sign * hex_worth(state, state.hex)
    state.at[state.hex] = units[0]
    state.at[HEXES + state.hex] = units[1]
    state.paired = pairs
    return worth


def supply(state: State, colour: int) -> int:
    """How many locations in the hexes and the pool match a colour."""
    count = 0
    for place in state.pool:
        if place < LOCATIONS and state.tables.location_colours[place] >> colour & 1:
            count += 1
    for place in state.hexes:
        if NOWHERE < place < LOCATIONS and state.tables.location_colours[place] >> colour & 1:
            count += 1
    return count


def edge_score(state: State, action: int) -> float:
    """Scarce colours first, the white edge last; what leads to the capitol before all."""
    if action >= EDGES_AB:
        return 0.0
    colour = state.tables.edge_colours[action]
    if colour == WHITE:
        return -20.0
    worth = -float(supply(state, colour))
    if action >= EDGES_A:
        worth += 30.0 if colour == RED else -10.0
    return worth


def front_score(state: State, action: int) -> float:
    """What the location is worth to us less what it is worth to the enemy."""
    if action == 0:
        return 0.02
    side = state.side
    return gain(state, side, action - 1) - gain(state, 1 - side, action - 1)


def lay_score(state: State, action: int) -> float:
    """Red if that unlocks the capitol, else the colour that will be hardest to win."""
    colour = state.tables.edge_colours[action // 32]
    if colour == RED and has_filled_a(state, state.side):
        return 30.0
    return -float(supply(state, colour))
