"""What a position is worth to side 0: the exact odds of each combat times what it would win.

For agents and hints, not for the rules. The odds are exact over both operations dice.
"""

from typing import Final

from . import constants as c
from .bits import bit_count, bit_of, edge_at, first_in, holds, other_side, row_of
from .combat import combat_value, unit_value
from .legal import edge_actions
from .state import GeneralCore, has_filled_a, held

# A captured location is worth 1; the others are relative to it.
VICTORY: Final = 12.0
NO_EDGE: Final = 0.12
STARTS_LATE_WAR: Final = 0.8
RED_ON_B: Final = 1.6
FILLS_A_LATE: Final = 0.5
RED_BEFORE_A: Final = 0.5


def gain(state: GeneralCore, side: int, place: int) -> float:
    """What taking a location would be worth to a side now. PG-6."""
    if place >= c.LOCATIONS:
        return VICTORY if place - c.LOCATIONS != side else 0.0
    edges = edge_actions(state, side, place)
    if not edges:
        return NO_EDGE
    if held(state, side) == c.LOCATIONS_TO_WIN - 1:
        return VICTORY
    worth = 1.0
    base = edge_at(side, 0)
    free_a = 0
    for edge in range(c.EDGES_A):
        if state.edges[base + edge] == c.NOWHERE:
            free_a += 1
    on_a = edges[0] < c.EDGES_A
    if not state.late_war:
        if free_a == 1:
            worth += STARTS_LATE_WAR
        return worth
    if state.unlocked[other_side(side)]:
        return worth
    if on_a:
        worth += FILLS_A_LATE
        if free_a == 1 and has_red_on_b(state, side):
            worth += RED_ON_B
    elif holds(state.tables.location_colours[place], c.RED) and not has_red_on_b(state, side):
        worth += RED_ON_B if has_filled_a(state, side) else RED_BEFORE_A
    return worth


def has_red_on_b(state: GeneralCore, side: int) -> bool:
    """Whether a red location was placed on theater B; not the one B is laid against. PG-6."""
    for edge in range(c.EDGES_A, c.EDGES_AB):
        place = state.edges[edge_at(side, edge)]
        if edge == state.laid[side] or place == c.NOWHERE:
            continue
        if holds(state.tables.location_colours[place], c.RED):
            return True
    return False


def without_best(state: GeneralCore, side: int, hex_: int, own: int, enemy: int) -> int:
    """The units of a side on a hex without the best one, which a spy would remove. PG-5."""
    tables = state.tables
    terrains = tables.location_terrains[state.hexes[hex_]]
    best = c.BARRED
    best_bit = 0
    rest = own
    while rest:
        unit = first_in(rest)
        rest &= rest - 1
        paired = holds(state.paired[side], unit)
        value = unit_value(tables, side, unit, terrains, own, enemy, paired)
        # Weather is worth what it takes from all units of the enemy.
        value -= tables.weather[row_of(side, unit)] * bit_count(enemy)
        if value > best:
            best = value
            best_bit = bit_of(unit)
    return own & ~best_bit


def after_spies(state: GeneralCore, hex_: int) -> list[int]:
    """The units of both sides on a hex after the spies there have removed the best units. PG-5."""
    units = [state.at[hex_], state.at[c.HEXES + hex_]]
    for side in (state.first, other_side(state.first)):
        spies = units[side] & state.tables.removers[side]
        other = other_side(side)
        if spies and units[other]:
            units[other] = without_best(state, other, hex_, units[other], units[side])
            units[side] &= ~(spies & -spies)
    return units


def hex_worth(state: GeneralCore, hex_: int) -> float:
    """The expected worth of one combat to side 0 less that to side 1. PG-5."""
    place = state.hexes[hex_]
    if place == c.NOWHERE:
        return 0.0
    return weighed(state, hex_, gain(state, 0, place), gain(state, 1, place))


def weighed(state: GeneralCore, hex_: int, gain_0: float, gain_1: float) -> float:
    """The same as `hex_worth`, if the gains of both sides are known. PG-5."""
    place = state.hexes[hex_]
    tables = state.tables
    terrains = tables.location_terrains[place]
    own, enemy = state.at[hex_], state.at[c.HEXES + hex_]
    if own & tables.removers[0] or enemy & tables.removers[1]:
        own, enemy = after_spies(state, hex_)
    difference = combat_value(tables, 0, terrains, own, enemy, state.paired[0]) - combat_value(
        tables, 1, terrains, enemy, own, state.paired[1]
    )
    rolls = len(tables.operations_die) * len(tables.operations_die)
    ahead = tables.ahead[difference + c.REACH]
    level = tables.level[difference + c.REACH]
    behind = rolls - ahead - level
    military = bit_count(own & tables.military[0])
    enemy_military = bit_count(enemy & tables.military[1])
    if military > enemy_military:
        ahead += level
    elif enemy_military > military:
        behind += level
    # While units are in hand, a military unit may still be placed here.
    takes = military > 0 or state.hand[0] != 0
    enemy_takes = enemy_military > 0 or state.hand[1] != 0
    mine = gain_0 if takes else NO_EDGE
    theirs = gain_1 if enemy_takes else NO_EDGE
    return (ahead * mine - behind * theirs) / rolls


def turn_worth(state: GeneralCore) -> float:
    """The expected worth to side 0 of all combats left this turn. PG-5."""
    total = 0.0
    start = state.hex if state.hex > 0 and not state.hand[0] and not state.hand[1] else 0
    for hex_ in range(start, c.HEXES):
        total += hex_worth(state, hex_)
    return total
