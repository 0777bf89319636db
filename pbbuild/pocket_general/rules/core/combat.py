"""Combat values: what the units at one location are worth. PG-1.2, PG-1.3."""

from pbbuild.pocket_general.rules.core.tables import (
    BARRED,
    TERRAIN_COUNT,
    UNIT_SLOTS,
    Tables,
    bit_count,
    bit_index,
)


def own_value(
    tables: Tables, side: int, unit: int, terrains: int, own: int, enemy: int, with_navy: bool
) -> int:
    """The unit's chart value with what its own row adds: the best terrain it is entitled to.

    BARRED if it may not be there at all. `own` and `enemy` are the units at the location.
    """
    row = side * UNIT_SLOTS + unit
    best = BARRED
    enemy_air = enemy & tables.air[1 - side]
    for terrain in range(TERRAIN_COUNT):
        column = 1 << terrain
        if not terrains & column:
            continue
        value = tables.value[row * TERRAIN_COUNT + terrain]
        if value == BARRED or (tables.with_navy[row] & column and not with_navy):
            continue
        if enemy_air and tables.against_air_terrains[row] & column:
            value += tables.against_air[row]
        if own & tables.with_own_units[row] and tables.with_own_terrains[row] & column:
            value += tables.with_own[row]
        if value > best:
            best = value
    return best


def unit_value(
    tables: Tables, side: int, unit: int, terrains: int, own: int, enemy: int, with_navy: bool
) -> int:
    """What the unit adds to its side's sum: own value, support, weather."""
    bit = 1 << unit
    value = own_value(tables, side, unit, terrains, own, enemy, with_navy)
    if value == BARRED:
        value = 0
    enemy_side = 1 - side
    weather = 0
    is_air = tables.air[side] & bit
    for other in range(UNIT_SLOTS):
        if enemy >> other & 1:
            row = enemy_side * UNIT_SLOTS + other
            if tables.silenced_units[row] & bit:
                value = 0
            weather += tables.weather_air[row] if is_air else tables.weather[row]
    for other in range(UNIT_SLOTS):
        if other != unit and own >> other & 1:
            row = side * UNIT_SLOTS + other
            if tables.supported_units[row] & bit:
                value += tables.supports[row]
    if not tables.ignores_weather[side] & bit:
        value += weather
    return value


def combat_value(
    tables: Tables, side: int, terrains: int, own: int, enemy: int, paired: int
) -> int:
    """The sum of a side's units at a location before the operations die. PG-5.

    The same as adding up `unit_value`, with what hangs over all of them gathered once.
    """
    weather = 0
    weather_air = 0
    silenced = 0
    base = (1 - side) * UNIT_SLOTS
    others = enemy & tables.hinderers[1 - side]
    while others:
        low = others & -others
        others ^= low
        row = base + bit_index(low)
        weather += tables.weather[row]
        weather_air += tables.weather_air[row]
        silenced |= tables.silenced_units[row]
    base = side * UNIT_SLOTS
    total = 0
    helpers = own & tables.supporters[side]
    while helpers:
        low = helpers & -helpers
        helpers ^= low
        row = base + bit_index(low)
        total += tables.supports[row] * bit_count(own & tables.supported_units[row] & ~low)
    rest = own
    while rest:
        low = rest & -rest
        rest ^= low
        unit = bit_index(low)
        if not silenced & low:
            value = own_value(tables, side, unit, terrains, own, enemy, paired & low != 0)
            if value != BARRED:
                total += value
        if not tables.ignores_weather[side] & low:
            total += weather_air if tables.air[side] & low else weather
    return total


def may_stand(tables: Tables, side: int, unit: int, terrains: int, own: int) -> bool:
    """Whether the unit may be placed on these terrains beside its side's units `own`. PG-1.2."""
    navy_there = bool(own & tables.navy[side] & ~(1 << unit))
    return own_value(tables, side, unit, terrains, own, 0, navy_there) != BARRED
