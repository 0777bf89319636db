"""Applying decisions and dice: the phases of a turn. PG-2 to PG-6."""

from . import constants as c
from .bits import (
    bit_count,
    bit_of,
    edge_at,
    edge_laid,
    first_in,
    hex_at,
    hex_placed,
    holds,
    location_laid,
    location_paid,
    other_side,
    row_of,
    unit_placed,
    unit_recruited,
)
from .combat import combat_value
from .legal import can_place, edge_actions, first_placed, redeployable, threat_actions
from .state import GeneralCore, has_filled_a, held


def apply(state: GeneralCore, action: int) -> None:
    """Apply `action`, one of the legal ones, and go on to the next decision, die or end. PG-3."""
    phase = state.phase
    side = state.side
    if phase == c.PLACE:
        put(state, side, unit_placed(action), hex_placed(action))
        after_placing(state, side, unit_placed(action), hex_placed(action))
    elif phase == c.THREAT:
        put(state, side, first_placed(state, side), action)
        begin_threat(state)
    elif phase == c.RECRUIT:
        if action != c.DECLINE:
            state.turned |= bit_of(location_paid(action))
            state.hand[side] |= bit_of(unit_recruited(action))
        after_recruiting(state)
    elif phase == c.REDEPLOY:
        if action != c.DECLINE:
            bit = bit_of(action - 1)
            state.at[hex_at(side, state.hex)] &= ~bit
            state.paired[side] &= ~bit
            state.hand[side] |= bit
        next_placing(state, other_side(side))
    elif phase == c.SPY:
        use_spy(state, side, action)
        after_spy(state, side)
    elif phase == c.EDGE:
        capture(state, side, action)
    elif phase == c.FRONT:
        if action != c.DECLINE:
            state.pool.remove(action - 1)
            state.pool.insert(0, action - 1)
        next_hex(state)
    else:
        lay(state, side, edge_laid(action), location_laid(action))


def apply_roll(state: GeneralCore, face: int) -> None:
    """Apply a die: `face` is its number, or for the pool the n-th undrawn location. PG-2, PG-5."""
    if state.phase == c.POOL:
        draw(state, face)
    elif state.phase == c.INITIATIVE:
        roll_initiative(state, face)
    else:
        roll_combat(state, face)


def draw(state: GeneralCore, nth: int) -> None:
    """Move the n-th undrawn location to the end of the pool, and with it a last one. PG-2."""
    for place in range(c.LOCATIONS):
        if holds(state.undrawn, place):
            nth -= 1
            if nth == 0:
                state.pool.append(place)
                state.undrawn &= ~bit_of(place)
                break
    if bit_count(state.undrawn) == 1:
        state.pool.append(first_in(state.undrawn))
        state.undrawn = 0
    if state.undrawn == 0:
        state.phase = c.INITIATIVE
        state.side = 0


def roll_initiative(state: GeneralCore, face: int) -> None:
    """Apply an initiative die: the higher is the first player, ties roll again. PG-2."""
    state.dice[state.side] = face
    if state.side == 0:
        state.side = 1
        return
    first, second = state.dice
    state.dice = [c.UNROLLED, c.UNROLLED]
    if first == second:
        state.side = 0
        return
    state.first = 0 if first > second else 1
    tables = state.tables
    for side in range(c.SIDES):
        state.hand[side] = (
            tables.core_units[side] if tables.core_only_start else tables.all_units[side]
        )
    begin_turn(state)


def begin_turn(state: GeneralCore) -> None:
    """Fill the hexes, return the core units, ask for recruits. PG-3, PG-3.1."""
    kept = [place for place in state.hexes if place != c.NOWHERE]
    while len(kept) < c.HEXES and state.pool:
        kept.append(state.pool.pop(0))
    if not kept:
        end(state, c.NOWHERE, c.NO_LOCATIONS)
        return
    state.hexes = kept + [c.NOWHERE] * (c.HEXES - len(kept))
    state.hex = 0
    state.side = state.first
    if state.turn == 1:
        begin_threat(state)
        return
    tables = state.tables
    for side in range(c.SIDES):
        state.hand[side] = tables.all_units[side] if tables.fast else tables.core_units[side]
    if tables.fast:
        begin_threat(state)
    else:
        state.phase = c.RECRUIT


def after_recruiting(state: GeneralCore) -> None:
    """Ask the second player for a recruit, then for threat markers. PG-3."""
    if state.side == state.first:
        state.side = other_side(state.first)
        return
    begin_threat(state)


def begin_threat(state: GeneralCore) -> None:
    """Ask for the next threat marker, first player first, then for units to place. PG-3."""
    for side in (state.first, other_side(state.first)):
        state.side = side
        if first_placed(state, side) != c.NOWHERE and threat_actions(state):
            state.phase = c.THREAT
            return
    next_placing(state, state.first)


def put(state: GeneralCore, side: int, unit: int, hex_: int) -> None:
    """Place a unit on a hex and record whether it has a navy unit there. PG-3, PG-4."""
    tables = state.tables
    bit = bit_of(unit)
    spot = hex_at(side, hex_)
    terrains = tables.location_terrains[state.hexes[hex_]]
    if tables.with_navy[row_of(side, unit)] & terrains and state.at[spot] & tables.navy[side]:
        state.paired[side] |= bit
    state.hand[side] &= ~bit
    state.at[spot] |= bit


def after_placing(state: GeneralCore, side: int, unit: int, hex_: int) -> None:
    """After a placement: a militia may take a unit back, or the other player places. PG-4."""
    if holds(state.tables.redeployers[side], unit) and redeployable(state, side, hex_):
        state.phase = c.REDEPLOY
        state.hex = hex_
        return
    next_placing(state, other_side(side))


def next_placing(state: GeneralCore, side: int) -> None:
    """Ask `side` to place a unit; units without a legal hex are depleted. PG-3, RG-11."""
    # Fields of the last step are cleared, so that equal states are equal in every field.
    state.hex = 0
    for candidate in (side, other_side(side)):
        if state.hand[candidate]:
            if can_place(state, candidate):
                state.phase = c.PLACE
                state.side = candidate
                return
            state.hand[candidate] = 0
    state.hex = c.NOWHERE
    next_hex(state)


def next_hex(state: GeneralCore) -> None:
    """Resolve the next hex that holds a location, or finish the turn. PG-3, PG-5."""
    state.dice = [c.UNROLLED, c.UNROLLED]
    hex_ = state.hex + 1
    while hex_ < c.HEXES and state.hexes[hex_] == c.NOWHERE:
        hex_ += 1
    if hex_ == c.HEXES:
        finish_turn(state)
        return
    state.hex = hex_
    ask_spy(state, state.first)


def ask_spy(state: GeneralCore, side: int) -> None:
    """Ask `side` which unit its spy removes, if it has a spy and there is one. PG-1.3, PG-5."""
    own = state.at[hex_at(side, state.hex)]
    if own & state.tables.removers[side] and state.at[hex_at(other_side(side), state.hex)]:
        state.phase = c.SPY
        state.side = side
        return
    after_spy(state, side)


def use_spy(state: GeneralCore, side: int, unit: int) -> None:
    """Deplete the enemy unit and the spy that removes it. PG-1.3, PG-5."""
    own = hex_at(side, state.hex)
    spies = state.at[own] & state.tables.removers[side]
    deplete(state, side, spies & -spies)
    deplete(state, other_side(side), bit_of(unit))


def deplete(state: GeneralCore, side: int, units: int) -> None:
    """Take units of `side` off the current hex. PG-5."""
    state.at[hex_at(side, state.hex)] &= ~units
    state.paired[side] &= ~units


def after_spy(state: GeneralCore, side: int) -> None:
    """After a spy: the second player's spy, then the dice. PG-5."""
    if side == state.first:
        ask_spy(state, other_side(side))
        return
    state.phase = c.COMBAT
    state.side = state.first


def sum_at(state: GeneralCore, side: int, hex_: int) -> int:
    """The combat value of a side on a hex now. PG-5."""
    return combat_value(
        state.tables,
        side,
        state.tables.location_terrains[state.hexes[hex_]],
        state.at[hex_at(side, hex_)],
        state.at[hex_at(other_side(side), hex_)],
        state.paired[side],
    )


def roll_combat(state: GeneralCore, face: int) -> None:
    """Apply an operations die; after both, decide the combat. PG-5."""
    state.dice[state.side] = face
    if state.side == state.first:
        state.side = other_side(state.first)
        return
    sums = [sum_at(state, 0, state.hex), sum_at(state, 1, state.hex)]
    difference = sums[0] + state.dice[0] - sums[1] - state.dice[1]
    military = [
        bit_count(state.at[hex_at(side, state.hex)] & state.tables.military[side])
        for side in range(c.SIDES)
    ]
    for side in range(c.SIDES):
        deplete(state, side, state.at[hex_at(side, state.hex)])
    if difference == 0:
        difference = military[0] - military[1]
    winner = c.NOWHERE if difference == 0 else 0 if difference > 0 else 1
    state.combats += 1
    place = state.hexes[state.hex]
    result = c.STAYS if winner == c.NOWHERE else verdict(state, winner, military[winner] > 0)
    state.report = [state.hex, place, *sums, *state.dice, *military, winner, result]
    if winner == c.NOWHERE:
        next_hex(state)
        return
    award(state, winner, result)


def verdict(state: GeneralCore, side: int, has_military: bool) -> int:
    """What becomes of the location when `side` wins the combat. PG-5, PG-6."""
    place = state.hexes[state.hex]
    if not has_military:
        return c.TO_POOL
    if place >= c.LOCATIONS:
        return c.DEFENDED if place - c.LOCATIONS == side else c.CAPITOL_TAKEN
    return c.WON if edge_actions(state, side, place) else c.TO_POOL


def award(state: GeneralCore, side: int, result: int) -> None:
    """Give the location to `side`, or put it at the end of the pool. PG-5, PG-6."""
    state.side = side
    if result == c.CAPITOL_TAKEN:
        end(state, side, c.TOTAL_VICTORY)
        return
    if result == c.WON:
        state.phase = c.EDGE
        return
    state.pool.append(state.hexes[state.hex])
    state.hexes[state.hex] = c.NOWHERE
    if result == c.TO_POOL and len(state.pool) > 1:
        state.phase = c.FRONT
    else:
        next_hex(state)


def capture(state: GeneralCore, side: int, edge: int) -> None:
    """Place the location just won; it may start the late war or unlock a capitol. PG-6."""
    state.edges[edge_at(side, edge)] = state.hexes[state.hex]
    state.hexes[state.hex] = c.NOWHERE
    if not state.late_war and has_filled_a(state, side):
        state.late_war = True
        state.phase = c.LAY
        return
    unlock(state, side)
    next_hex(state)


def lay(state: GeneralCore, side: int, edge: int, place: int) -> None:
    """Lay theater B against a location of A; the other player follows. PG-6."""
    state.laid[side] = edge
    state.edges[edge_at(side, edge)] = place
    other = other_side(side)
    if state.laid[other] == c.NOWHERE:
        if held(state, other) == 0:
            end(state, side, c.CAPITULATION)
            return
        state.side = other
        return
    next_hex(state)


def unlock(state: GeneralCore, side: int) -> None:
    """Put the enemy capitol first in the pool once a red location is placed on B and A is full.

    PG-6. The location that B is laid against was not placed on B.
    """
    enemy = other_side(side)
    if state.unlocked[enemy] or not has_filled_a(state, side):
        return
    for edge in range(c.EDGES_A, c.EDGES_AB):
        place = state.edges[edge_at(side, edge)]
        if edge == state.laid[side] or place == c.NOWHERE:
            continue
        if holds(state.tables.location_colours[place], c.RED):
            state.unlocked[enemy] = True
            state.pool.insert(0, c.LOCATIONS + enemy)
            return


def finish_turn(state: GeneralCore) -> None:
    """Check for capitulation and the turn limit, then change the initiative. PG-3, PG-6."""
    for side in range(c.SIDES):
        if held(state, side) >= c.LOCATIONS_TO_WIN:
            end(state, side, c.CAPITULATION)
            return
    if state.turn >= state.tables.turn_limit:
        end(state, c.NOWHERE, c.TURN_LIMIT)
        return
    state.turn += 1
    state.first = other_side(state.first)
    begin_turn(state)


def end(state: GeneralCore, winner: int, reason: int) -> None:
    """End the game with this winner and reason. PG-3, PG-6."""
    state.phase = c.END
    state.hex = 0
    state.winner = winner
    state.reason = reason
