"""Combat values of the units at one location. PG-1.2, PG-1.3."""

from . import constants as c
from .bits import bit_count, bit_of, first_in, other_side, row_of
from .tables import Tables


def own_value(
    tables: Tables, side: int, unit: int, terrains: int, own: int, enemy: int, with_navy: bool
) -> int:
    """The best chart value of a unit on these terrains, with what its own row adds.

    PG-1.2, PG-1.3, PG-4. BARRED if it may not be there. `own` and `enemy` are the units there.
    """
    # Row and column without calls: every placement and every combat comes here.
    row = side * c.UNIT_SLOTS + unit
    best = c.BARRED
    enemy_air = enemy & tables.air[1 - side]
    while terrains:
        column = terrains & -terrains
        value = tables.value[row * c.TERRAIN_COUNT + first_in(terrains)]
        terrains ^= column
        if value == c.BARRED or (tables.with_navy[row] & column and not with_navy):
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
    """What a unit adds to its side's sum: own value, support, weather. PG-1.2, PG-1.3.

    `with_navy` says whether it was placed beside a navy unit; one must still be there. PG-4.
    """
    bit = bit_of(unit)
    beside = with_navy and own & tables.navy[side] & ~bit != 0
    value = own_value(tables, side, unit, terrains, own, enemy, beside)
    if value == c.BARRED:
        value = 0
    enemy_side = other_side(side)
    weather = 0
    is_air = tables.air[side] & bit
    while enemy:
        row = row_of(enemy_side, first_in(enemy))
        enemy &= enemy - 1
        if tables.silenced_units[row] & bit:
            value = 0
        weather += tables.weather_air[row] if is_air else tables.weather[row]
    others = own & ~bit
    while others:
        row = row_of(side, first_in(others))
        others &= others - 1
        if tables.supported_units[row] & bit:
            value += tables.supports[row]
    if not tables.ignores_weather[side] & bit:
        value += weather
    return value


def combat_value(
    tables: Tables, side: int, terrains: int, own: int, enemy: int, paired: int
) -> int:
    """The sum of a side's units at a location, without the operations die. PG-1.3, PG-5.

    It equals the sum of `unit_value`, but adds up weather and support only once. `paired` are the
    units that were placed beside a navy unit; where it has left they have no value. PG-4.
    """
    navy = own & tables.navy[side]
    weather = 0
    weather_air = 0
    silenced = 0
    enemy_side = other_side(side)
    others = enemy & tables.hinderers[enemy_side]
    while others:
        row = row_of(enemy_side, first_in(others))
        others &= others - 1
        weather += tables.weather[row]
        weather_air += tables.weather_air[row]
        silenced |= tables.silenced_units[row]
    total = 0
    supporters = own & tables.supporters[side]
    while supporters:
        unit = first_in(supporters)
        supporters &= supporters - 1
        row = row_of(side, unit)
        supported = own & tables.supported_units[row] & ~bit_of(unit)
        total += tables.supports[row] * bit_count(supported)
    rest = own & ~silenced
    while rest:
        bit = rest & -rest
        beside = paired & bit != 0 and navy & ~bit != 0
        value = own_value(tables, side, first_in(rest), terrains, own, enemy, beside)
        rest ^= bit
        if value != c.BARRED:
            total += value
    if weather != 0 or weather_air != 0:
        exposed = own & ~tables.ignores_weather[side]
        flying = bit_count(exposed & tables.air[side])
        total += weather_air * flying + weather * (bit_count(exposed) - flying)
    return total


def may_stand(tables: Tables, side: int, unit: int, terrains: int, own: int) -> bool:
    """Whether a unit may be placed on these terrains beside its side's units `own`. PG-1.2."""
    navy_there = bool(own & tables.navy[side] & ~bit_of(unit))
    return own_value(tables, side, unit, terrains, own, 0, navy_there) != c.BARRED
