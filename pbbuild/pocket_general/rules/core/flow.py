"""What follows from a decision or a die: the phases of a turn. PG-2 to PG-6."""

from pbbuild.pocket_general.rules.core.combat import combat_value
from pbbuild.pocket_general.rules.core.legal import (
    can_place,
    edge_actions,
    first_placed,
    redeployable,
    threat_actions,
)
from pbbuild.pocket_general.rules.core.state import (
    CAPITOL_TAKEN,
    CAPITULATION,
    COMBAT,
    DEFENDED,
    EDGE,
    END,
    FRONT,
    INITIATIVE,
    LAY,
    NO_LOCATIONS,
    PLACE,
    POOL,
    RECRUIT,
    REDEPLOY,
    SPY,
    STAYS,
    THREAT,
    TO_POOL,
    TOTAL_VICTORY,
    TURN_LIMIT,
    UNROLLED,
    WON,
    State,
    has_filled_a,
    held,
)
from pbbuild.pocket_general.rules.core.tables import (
    EDGES,
    EDGES_A,
    EDGES_AB,
    HEXES,
    LOCATIONS,
    NOWHERE,
    RED,
    UNIT_SLOTS,
    bit_count,
)

LOCATIONS_TO_WIN = 9


def apply(state: State, action: int) -> None:
    """Make a legal decision."""
    phase = state.phase
    side = state.side
    if phase == PLACE:
        put(state, side, action // 4, action % 4)
        after_placing(state, side, action // 4, action % 4)
    elif phase == THREAT:
        put(state, side, first_placed(state, side), action)
        begin_threat(state)
    elif phase == RECRUIT:
        if action:
            state.turned |= 1 << ((action - 1) % 32)
            state.hand[side] |= 1 << ((action - 1) // 32)
        after_recruiting(state)
    elif phase == REDEPLOY:
        if action:
            bit = 1 << (action - 1)
            state.at[side * HEXES + state.hex] &= ~bit
            state.paired[side] &= ~bit
            state.hand[side] |= bit
        next_placing(state, 1 - side)
    elif phase == SPY:
        use_spy(state, side, action)
        after_spy(state, side)
    elif phase == EDGE:
        capture(state, side, action)
    elif phase == FRONT:
        if action:
            state.pool.remove(action - 1)
            state.pool.insert(0, action - 1)
        next_hex(state)
    else:
        lay(state, side, action // 32, action % 32)


def apply_roll(state: State, face: int) -> None:
    """Let the die show `face`: the n-th undrawn location for the pool, else its number."""
    if state.phase == POOL:
        draw(state, face)
    elif state.phase == INITIATIVE:
        roll_initiative(state, face)
    else:
        roll_combat(state, face)


def draw(state: State, nth: int) -> None:
    """The n-th undrawn location joins the end of the pool; the last one follows by itself."""
    for place in range(LOCATIONS):
        if state.undrawn >> place & 1:
            nth -= 1
            if nth == 0:
                state.pool.append(place)
                state.undrawn &= ~(1 << place)
                break
    if bit_count(state.undrawn) == 1:
        state.pool.append(bit_count(state.undrawn - 1))
        state.undrawn = 0
    if state.undrawn == 0:
        state.phase = INITIATIVE
        state.side = 0


def roll_initiative(state: State, face: int) -> None:
    """The higher die is the first player; ties are rolled again. PG-2."""
    state.dice[state.side] = face
    if state.side == 0:
        state.side = 1
        return
    first, second = state.dice
    state.dice = [UNROLLED, UNROLLED]
    if first == second:
        state.side = 0
        return
    state.first = 0 if first > second else 1
    tables = state.tables
    for side in range(2):
        state.hand[side] = (
            tables.core_units[side] if tables.core_only_start else tables.all_units[side]
        )
    begin_turn(state)


def begin_turn(state: State) -> None:
    """Fill the hexes, bring the core units back, ask for recruits. PG-3."""
    kept = [place for place in state.hexes if place != NOWHERE]
    while len(kept) < HEXES and state.pool:
        kept.append(state.pool.pop(0))
    if not kept:
        end(state, NOWHERE, NO_LOCATIONS)
        return
    state.hexes = kept + [NOWHERE] * (HEXES - len(kept))
    state.hex = 0
    state.side = state.first
    if state.turn == 1:
        begin_threat(state)
        return
    tables = state.tables
    for side in range(2):
        state.hand[side] = tables.all_units[side] if tables.fast else tables.core_units[side]
    if tables.fast:
        begin_threat(state)
    else:
        state.phase = RECRUIT


def after_recruiting(state: State) -> None:
    """The second player recruits after the first, then the threat markers follow."""
    if state.side == state.first:
        state.side = 1 - state.first
        return
    begin_threat(state)


def begin_threat(state: State) -> None:
    """Ask for the next threat marker, the first player's first; then placing begins. PG-3."""
    for side in (state.first, 1 - state.first):
        state.side = side
        if first_placed(state, side) != NOWHERE and threat_actions(state):
            state.phase = THREAT
            return
    next_placing(state, state.first)


def put(state: State, side: int, unit: int, hex_: int) -> None:
    """Move a unit from the recruit box to a hex; who may need a navy unit notes one there."""
    tables = state.tables
    bit = 1 << unit
    spot = side * HEXES + hex_
    terrains = tables.location_terrains[state.hexes[hex_]]
    if tables.with_navy[side * UNIT_SLOTS + unit] & terrains and state.at[spot] & tables.navy[side]:
        state.paired[side] |= bit
    state.hand[side] &= ~bit
    state.at[spot] |= bit


def after_placing(state: State, side: int, unit: int, hex_: int) -> None:
    """A militia may take a unit back; else the other player places. PG-4."""
    if state.tables.redeployers[side] >> unit & 1 and redeployable(state, side, hex_):
        state.phase = REDEPLOY
        state.hex = hex_
        return
    next_placing(state, 1 - side)


def next_placing(state: State, side: int) -> None:
    """`side` places next; who cannot place depletes what he holds. PG-3, RG-11."""
    # Registers of what is over are cleared, so that equal states are equal in every field.
    state.hex = 0
    for candidate in (side, 1 - side):
        if state.hand[candidate]:
            if can_place(state, candidate):
                state.phase = PLACE
                state.side = candidate
                return
            state.hand[candidate] = 0
    state.hex = NOWHERE
    next_hex(state)


def next_hex(state: State) -> None:
    """Resolve the next hex that holds a location, or finish the turn. PG-5."""
    state.dice = [UNROLLED, UNROLLED]
    hex_ = state.hex + 1
    while hex_ < HEXES and state.hexes[hex_] == NOWHERE:
        hex_ += 1
    if hex_ == HEXES:
        finish_turn(state)
        return
    state.hex = hex_
    ask_spy(state, state.first)


def ask_spy(state: State, side: int) -> None:
    """Ask for `side`'s spy if it has one with something to remove. PG-5."""
    own = state.at[side * HEXES + state.hex]
    if own & state.tables.removers[side] and state.at[(1 - side) * HEXES + state.hex]:
        state.phase = SPY
        state.side = side
        return
    after_spy(state, side)


def use_spy(state: State, side: int, unit: int) -> None:
    """Both the enemy unit and the spy are depleted. PG-5."""
    own = side * HEXES + state.hex
    spies = state.at[own] & state.tables.removers[side]
    deplete(state, side, spies & -spies)
    deplete(state, 1 - side, 1 << unit)


def deplete(state: State, side: int, units: int) -> None:
    """Take units off the current hex."""
    state.at[side * HEXES + state.hex] &= ~units
    state.paired[side] &= ~units


def after_spy(state: State, side: int) -> None:
    """The second player's spy follows the first's, then the dice."""
    if side == state.first:
        ask_spy(state, 1 - side)
        return
    state.phase = COMBAT
    state.side = state.first


def sum_at(state: State, side: int, hex_: int) -> int:
    """A side's combat value on a hex as it stands."""
    return combat_value(
        state.tables,
        side,
        state.tables.location_terrains[state.hexes[hex_]],
        state.at[side * HEXES + hex_],
        state.at[(1 - side) * HEXES + hex_],
        state.paired[side],
    )


def roll_combat(state: State, face: int) -> None:
    """Note the die; after both, the location goes where PG-5 sends it."""
    state.dice[state.side] = face
    if state.side == state.first:
        state.side = 1 - state.first
        return
    sums = [sum_at(state, 0, state.hex), sum_at(state, 1, state.hex)]
    difference = sums[0] + state.dice[0] - sums[1] - state.dice[1]
    military = [
        bit_count(state.at[side * HEXES + state.hex] & state.tables.military[side])
        for side in range(2)
    ]
    for side in range(2):
        deplete(state, side, state.at[side * HEXES + state.hex])
    if difference == 0:
        difference = military[0] - military[1]
    winner = NOWHERE if difference == 0 else 0 if difference > 0 else 1
    state.combats += 1
    place = state.hexes[state.hex]
    result = STAYS if winner == NOWHERE else verdict(state, winner, military[winner] > 0)
    state.report = [state.hex, place, *sums, *state.dice, *military, winner, result]
    if winner == NOWHERE:
        next_hex(state)
        return
    award(state, winner, result)


def verdict(state: State, side: int, has_military: bool) -> int:
    """What becomes of the location when `side` has the better of it. PG-5, PG-6."""
    place = state.hexes[state.hex]
    if not has_military:
        return TO_POOL
    if place >= LOCATIONS:
        return DEFENDED if place - LOCATIONS == side else CAPITOL_TAKEN
    return WON if edge_actions(state, side, place) else TO_POOL


def award(state: State, side: int, result: int) -> None:
    """`side` takes the location, or it goes to the end of the pool."""
    state.side = side
    if result == CAPITOL_TAKEN:
        end(state, side, TOTAL_VICTORY)
        return
    if result == WON:
        state.phase = EDGE
        return
    state.pool.append(state.hexes[state.hex])
    state.hexes[state.hex] = NOWHERE
    if result == TO_POOL and len(state.pool) > 1:
        state.phase = FRONT
    else:
        next_hex(state)


def capture(state: State, side: int, edge: int) -> None:
    """Place the location just won; it may start the late war or unlock a capitol. PG-6."""
    state.edges[side * EDGES + edge] = state.hexes[state.hex]
    state.hexes[state.hex] = NOWHERE
    if not state.late_war and has_filled_a(state, side):
        state.late_war = True
        state.phase = LAY
        return
    unlock(state, side)
    next_hex(state)


def lay(state: State, side: int, edge: int, place: int) -> None:
    """Lay theater B against a location of A; the other player follows. PG-6."""
    state.laid[side] = edge
    state.edges[side * EDGES + edge] = place
    other = 1 - side
    if state.laid[other] == NOWHERE:
        if held(state, other) == 0:
            end(state, side, CAPITULATION)
            return
        state.side = other
        return
    # The player who started the late war has laid first: his capitol claim comes first.
    unlock(state, other)
    unlock(state, side)
    next_hex(state)


def unlock(state: State, side: int) -> None:
    """Bring out the enemy's capitol if a red location is on B and all of A is filled. PG-6."""
    enemy = 1 - side
    if state.unlocked[enemy] or not has_filled_a(state, side):
        return
    for edge in range(EDGES_A, EDGES_AB):
        place = state.edges[side * EDGES + edge]
        if place != NOWHERE and state.tables.location_colours[place] >> RED & 1:
            state.unlocked[enemy] = True
            state.pool.insert(0, LOCATIONS + enemy)
            return


def finish_turn(state: State) -> None:
    """Check for capitulation, then pass the initiative. PG-3, PG-6."""
    for side in range(2):
        if held(state, side) >= LOCATIONS_TO_WIN:
            end(state, side, CAPITULATION)
            return
    if state.turn >= state.tables.turn_limit:
        end(state, NOWHERE, TURN_LIMIT)
        return
    state.turn += 1
    state.first = 1 - state.first
    begin_turn(state)


def end(state: State, winner: int, reason: int) -> None:
    """The game is over."""
    state.phase = END
    state.hex = 0
    state.winner = winner
    state.reason = reason
