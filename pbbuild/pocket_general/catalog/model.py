"""The catalog of Pocket General: units, nations, locations, theaters, campaign."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbbuild.base.provenance import Provenance
from pbbuild.text.bilingual import Text

GAME: Final = "pocket-general-ww2"
TERRAINS: Final = ("open", "forest", "mountain", "ocean", "city")
COLOURS: Final = ("ocean", "forest", "open", "white", "red")

# What a unit can do beyond its values. The engine reads these and never the name of a unit.
AGAINST_AIR: Final = "against-air"  # once, where the enemy has an air unit, on `terrains`
WITH_OWN: Final = "with-own"  # once, where its owner has one of `units`
SUPPORTS: Final = "supports"  # each of its owner's `units` there, not itself
WEATHER: Final = "weather"  # each enemy unit there; `air` instead for air units
IGNORES_WEATHER: Final = "ignores-weather"
SILENCES: Final = "silences"  # the enemy's `units` there have no value of their own
REMOVES_ENEMY: Final = "removes-enemy"
REDEPLOYS: Final = "redeploys"
PLACED_FIRST: Final = "placed-first"
NOT_REDEPLOYED: Final = "not-redeployed"
EFFECTS: Final = (
    AGAINST_AIR,
    WITH_OWN,
    SUPPORTS,
    WEATHER,
    IGNORES_WEATHER,
    SILENCES,
    REMOVES_ENEMY,
    REDEPLOYS,
    PLACED_FIRST,
    NOT_REDEPLOYED,
)


@dataclass(frozen=True, slots=True)
class UnitEffect:
    """One thing a unit does, from `EFFECTS`, and the `units` and `terrains` it concerns."""

    kind: str
    value: int
    air: int = 0
    units: tuple[str, ...] = ()
    terrains: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CombatUnit:
    """One row of the combat chart. PG-1.1, PG-1.2.

    `values` has a number or None (may not be placed) for each of `TERRAINS`; on the terrains
    of `with_navy` it needs an own navy unit that was there first.
    """

    id: str
    name: Text
    short: Text
    kind: str
    role: str
    classes: tuple[str, ...]
    values: Mapping[str, int | None]
    with_navy: tuple[str, ...]
    effects: tuple[UnitEffect, ...]
    line: Text
    text: Text
    provenance: Provenance
    exceptions: Mapping[str, Provenance]
    source: str

    @property
    def is_military(self) -> bool:
        """Whether it can win a location: a square marker."""
        return self.kind == "military"

    def has(self, effect: str) -> bool:
        """Whether it has an effect of this kind."""
        return any(own.kind == effect for own in self.effects)

    def provenance_of(self, value: str) -> Provenance:
        """How well the value named `value` is known."""
        return self.exceptions.get(value, self.provenance)


@dataclass(frozen=True, slots=True)
class Location:
    """One location hex."""

    id: str
    name: Text
    terrain: str
    provenance: Provenance
    source: str


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of location: the edges it matches and the chart columns it is read in."""

    id: str
    name: Text
    colours: tuple[str, ...]
    counts_as: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nation:
    """A nation: its eleven units, what each recruit costs, its capitol. PG-1.1."""

    id: str
    name: Text
    adjective: Text
    side: str
    units: tuple[str, ...]
    bonus: str
    capitol: Location
    costs: Mapping[str, str]
    theme: str
    provenance: Provenance
    exceptions: Mapping[str, Provenance]
    source: str


@dataclass(frozen=True, slots=True)
class Theater:
    """A theater marker: the colours of its edges in order. PG-6."""

    id: str
    edges: tuple[str, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CampaignGame:
    """One game of the campaign: who may play, and the victory points. PG-7."""

    axis: tuple[str, ...]
    allies: tuple[str, ...]
    total: int
    capitulation: int
    loser: int


@dataclass(frozen=True)
class GeneralCatalog:
    """Everything of Pocket General, shipped or corrected by the player."""

    name: Text
    units: Mapping[str, CombatUnit]
    nations: Mapping[str, Nation]
    locations: tuple[Location, ...]
    terrains: Mapping[str, Terrain]
    colours: Mapping[str, Text]
    theater_a: Theater
    theater_b: Theater
    operations_die: tuple[int, ...]
    die_provenance: Provenance
    capitulation_hexes: int
    turn_limit: int
    campaign: tuple[CampaignGame, ...]
    corrected: bool = False

    def location(self, location_id: str) -> Location | None:
        """The location or capitol of that id."""
        places = (*self.locations, *(nation.capitol for nation in self.nations.values()))
        return next((place for place in places if place.id == location_id), None)
