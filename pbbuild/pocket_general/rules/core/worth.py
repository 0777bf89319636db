"""What a position is worth to side 0: exact odds of each combat, weighed by what it would win.

Judgement, not rules: for agents and hints. The odds are exact over both operations dice.
"""

from typing import Final

from pbbuild.pocket_general.rules.core.combat import combat_value, unit_value
from pbbuild.pocket_general.rules.core.legal import edge_actions
from pbbuild.pocket_general.rules.core.state import State, has_filled_a, held
from pbbuild.pocket_general.rules.core.tables import (
    EDGES,
    EDGES_A,
    EDGES_AB,
    HEXES,
    LOCATIONS,
    NOWHERE,
    REACH,
    RED,
    UNIT_SLOTS,
    bit_count,
)

# A captured location is 1; the others are set against it.
VICTORY: Final = 12.0
NO_EDGE: Final = 0.12
STARTS_LATE_WAR: Final = 0.8
RED_ON_B: Final = 1.6
FILLS_A_LATE: Final = 0.5


def gain(state: State, side: int, place: int) -> float:
    """What taking a location would be worth to a side now."""
    if place >= LOCATIONS:
        return VICTORY if place - LOCATIONS != side else 0.0
    edges = edge_actions(state, side, place)
    if not edges:
        return NO_EDGE
    if held(state, side) == 8:
        return VICTORY
    worth = 1.0
    base = side * EDGES
    free_a = 0
    for edge in range(EDGES_A):
        if state.edges[base + edge] == NOWHERE:
            free_a += 1
    on_a = edges[0] < EDGES_A
    if not state.late_war:
        if free_a == 1:
            worth += STARTS_LATE_WAR
        return worth
    if state.unlocked[1 - side]:
        return worth
    if on_a:
        worth += FILLS_A_LATE
        if free_a == 1 and has_red_on_b(state, side):
            worth += RED_ON_B
    elif state.tables.location_colours[place] >> RED & 1 and not has_red_on_b(state, side):
        worth += RED_ON_B if has_filled_a(state, side) else 0.5
    return worth


def has_red_on_b(state: State, side: int) -> bool:
    """Whether a red location lies on theater B."""
    for edge in range(EDGES_A, EDGES_AB):
        place = state.edges[side * EDGES + edge]
        if place != NOWHERE and state.tables.location_colours[place] >> RED & 1:
            return True
    return False


def without_best(state: State, side: int, hex_: int, own: int, enemy: int) -> int:
    """A side's units on a hex less the one worth most: what a spy would leave."""
    tables = state.tables
    terrains = tables.location_terrains[state.hexes[hex_]]
    best = -99
    best_bit = 0
    for unit in range(UNIT_SLOTS):
        bit = 1 << unit
        if own & bit:
            paired = bool(state.paired[side] & bit)
            value = unit_value(tables, side, unit, terrains, own, enemy, paired)
            # Weather works through others: it takes from each of the enemy's units.
            value -= tables.weather[side * UNIT_SLOTS + unit] * bit_count(enemy)
            if value > best:
                best = value
                best_bit = bit
    return own & ~best_bit


def after_spies(state: State, hex_: int) -> list[int]:
    """Both sides' units on a hex once the spies there have taken the best units."""
    units = [state.at[hex_], state.at[HEXES + hex_]]
    for side in (state.first, 1 - state.first):
        spies = units[side] & state.tables.removers[side]
        other = 1 - side
        if spies and units[other]:
            units[other] = without_best(state, other, hex_, units[other], units[side])
            units[side] &= ~(spies & -spies)
    return units


def hex_worth(state: State, hex_: int) -> float:
    """Expected worth of one combat to side 0 less that to side 1."""
    place = state.hexes[hex_]
    if place == NOWHERE:
        return 0.0
    return weighed(state, hex_, gain(state, 0, place), gain(state, 1, place))


def weighed(state: State, hex_: int, gain_0: float, gain_1: float) -> float:
    """The same where what each side would gain is known already."""
    place = state.hexes[hex_]
    tables = state.tables
    terrains = tables.location_terrains[place]
    own, enemy = state.at[hex_], state.at[HEXES + hex_]
    if own & tables.removers[0] or enemy & tables.removers[1]:
        own, enemy = after_spies(state, hex_)
    difference = combat_value(tables, 0, terrains, own, enemy, state.paired[0]) - combat_value(
        tables, 1, terrains, enemy, own, state.paired[1]
    )
    falls = len(tables.operations_die) * len(tables.operations_die)
    ahead = tables.ahead[difference + REACH]
    level = tables.level[difference + REACH]
    behind = falls - ahead - level
    soldiers = bit_count(own & tables.military[0])
    enemy_soldiers = bit_count(enemy & tables.military[1])
    if soldiers > enemy_soldiers:
        ahead += level
    elif enemy_soldiers > soldiers:
        behind += level
    # While units are still to be placed a soldier may yet arrive.
    takes = soldiers > 0 or state.hand[0] != 0
    enemy_takes = enemy_soldiers > 0 or state.hand[1] != 0
    mine = gain_0 if takes else NO_EDGE
    theirs = gain_1 if enemy_takes else NO_EDGE
    return (ahead * mine - behind * theirs) / falls


def turn_worth(state: State) -> float:
    """Expected worth to side 0 of all combats still to be fought this turn."""
    total = 0.0
    start = state.hex if state.hex > 0 and not state.hand[0] and not state.hand[1] else 0
    for hex_ in range(start, HEXES):
        total += hex_worth(state, hex_)
    return total
