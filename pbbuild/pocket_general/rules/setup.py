"""The tables of a pairing from the catalog, and a game at its start. PG-1, PG-2."""

from dataclasses import dataclass

from pbbuild.errors import UsageError
from pbbuild.pocket_general.catalog.model import (
    AGAINST_AIR,
    COLOURS,
    IGNORES_WEATHER,
    NOT_REDEPLOYED,
    PLACED_FIRST,
    REDEPLOYS,
    REMOVES_ENEMY,
    SILENCES,
    SUPPORTS,
    TERRAINS,
    WEATHER,
    WITH_OWN,
    CombatUnit,
    GeneralCatalog,
    Nation,
    UnitEffect,
)
from pbbuild.pocket_general.rules.core.constants import (
    BARRED,
    EDGES_A,
    LOCATIONS,
    TERRAIN_COUNT,
    UNIT_SLOTS,
)
from pbbuild.pocket_general.rules.core.state import GeneralCore
from pbbuild.pocket_general.rules.core.tables import Tables
from pbbuild.pocket_general.rules.state import GeneralState


@dataclass(frozen=True, slots=True)
class Variant:
    """How a game is played: standard or fast, the options of PG-2 and PG-8, the turn limit.

    `bonus` adds the bonus units. RG-29.
    """

    fast: bool = False
    core_only_start: bool = False
    bonus: bool = False
    turn_limit: int = 0


STANDARD = Variant()


def new_game(
    catalog: GeneralCatalog, nation_a: str, nation_b: str, variant: Variant = STANDARD
) -> GeneralState:
    """A game between two nations of different sides, before the pool is drawn."""
    return GeneralState(GeneralCore(build_tables(catalog, nation_a, nation_b, variant)))


def nation_named(catalog: GeneralCatalog, name: str) -> Nation:
    """The nation of that id; an unknown one is refused with those there are."""
    if name not in catalog.nations:
        raise UsageError("pocket-general.unknown-nation", nation=name, known=tuple(catalog.nations))
    return catalog.nations[name]


def opposing_nations(
    catalog: GeneralCatalog, nation_a: str, nation_b: str
) -> tuple[Nation, Nation]:
    """Two nations of different sides; others are refused. PG-1.1."""
    nations = (nation_named(catalog, nation_a), nation_named(catalog, nation_b))
    if nations[0].side == nations[1].side:
        raise UsageError("pocket-general.same-side", nation=nation_a, other=nation_b)
    return nations


def build_tables(
    catalog: GeneralCatalog, nation_a: str, nation_b: str, variant: Variant = STANDARD
) -> Tables:
    """The chart, costs and map of a pairing. PG-1.1: one of the Axis against one of the Allies."""
    nations = opposing_nations(catalog, nation_a, nation_b)
    tables = Tables()
    tables.fast = variant.fast
    tables.core_only_start = variant.core_only_start
    tables.turn_limit = variant.turn_limit or catalog.turn_limit
    tables.set_die(list(catalog.operations_die))
    tables.nations = [nation.id for nation in nations]
    tables.edge_colours = [
        COLOURS.index(edge) for edge in (*catalog.theater_a.edges, *catalog.theater_b.edges)
    ]
    assert len(tables.edge_colours) == 2 * EDGES_A
    for number, place in enumerate((*catalog.locations, *(nation.capitol for nation in nations))):
        terrain = catalog.terrains[place.terrain]
        tables.location_ids[number] = place.id
        tables.location_terrains[number] = _terrain_mask(terrain.counts_as)
        # A capitol is never placed, so it matches no edge and pays for nothing.
        if number < LOCATIONS:
            tables.location_colours[number] = sum(
                1 << COLOURS.index(colour) for colour in terrain.colours
            )
    for side, nation in enumerate(nations):
        ids = (*nation.units, *((nation.bonus,) if variant.bonus else ()))
        for slot, unit_id in enumerate(ids):
            _add_unit(tables, side, slot, catalog.units[unit_id], ids, nation)
    _add_silences(tables, catalog)
    return tables


def _terrain_mask(terrains: tuple[str, ...]) -> int:
    return sum(1 << TERRAINS.index(terrain) for terrain in terrains)


def _unit_mask(ids: tuple[str, ...], wanted: tuple[str, ...]) -> int:
    return sum(1 << slot for slot, unit_id in enumerate(ids) if unit_id in wanted)


def _add_unit(
    tables: Tables, side: int, slot: int, unit: CombatUnit, ids: tuple[str, ...], nation: Nation
) -> None:
    bit = 1 << slot
    row = side * UNIT_SLOTS + slot
    tables.unit_ids[row] = unit.id
    tables.all_units[side] |= bit
    if unit.role == "core":
        tables.core_units[side] |= bit
    else:
        tables.cost[row] = COLOURS.index(nation.costs[unit.id])
    if unit.is_military:
        tables.military[side] |= bit
    if "air" in unit.classes:
        tables.air[side] |= bit
    if "navy" in unit.classes:
        tables.navy[side] |= bit
    for column, terrain in enumerate(TERRAINS):
        value = unit.values[terrain]
        tables.value[row * TERRAIN_COUNT + column] = BARRED if value is None else value
    tables.with_navy[row] = _terrain_mask(unit.with_navy)
    for effect in unit.effects:
        _add_effect(tables, side, slot, effect, ids)


def _add_effect(
    tables: Tables, side: int, slot: int, effect: UnitEffect, ids: tuple[str, ...]
) -> None:
    bit = 1 << slot
    row = side * UNIT_SLOTS + slot
    terrains = _terrain_mask(effect.terrains or TERRAINS)
    flags = {
        IGNORES_WEATHER: tables.ignores_weather,
        REMOVES_ENEMY: tables.removers,
        REDEPLOYS: tables.redeployers,
        PLACED_FIRST: tables.placed_first,
        NOT_REDEPLOYED: tables.not_redeployed,
    }
    if effect.kind in flags:
        flags[effect.kind][side] |= bit
    elif effect.kind == AGAINST_AIR:
        tables.against_air[row] = effect.value
        tables.against_air_terrains[row] = terrains
    elif effect.kind == WITH_OWN:
        tables.with_own[row] = effect.value
        tables.with_own_units[row] = _unit_mask(ids, effect.units) & ~bit
        tables.with_own_terrains[row] = terrains
    elif effect.kind == SUPPORTS:
        tables.supporters[side] |= bit
        tables.supports[row] = effect.value
        tables.supported_units[row] = _unit_mask(ids, effect.units)
    elif effect.kind == WEATHER:
        tables.hinderers[side] |= bit
        tables.weather[row] = effect.value
        tables.weather_air[row] = effect.air


def _add_silences(tables: Tables, catalog: GeneralCatalog) -> None:
    # The slots of the enemy's units are known only when both sides have been added.
    for side in range(2):
        enemy = (1 - side) * UNIT_SLOTS
        enemy_ids = tuple(tables.unit_ids[enemy : enemy + UNIT_SLOTS])
        for slot in range(UNIT_SLOTS):
            row = side * UNIT_SLOTS + slot
            if not tables.unit_ids[row]:
                continue
            for effect in catalog.units[tables.unit_ids[row]].effects:
                if effect.kind == SILENCES:
                    tables.hinderers[side] |= 1 << slot
                    tables.silenced_units[row] = _unit_mask(enemy_ids, effect.units)
