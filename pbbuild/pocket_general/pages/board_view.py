"""The board of Pocket General as a finished view: combat hexes, world maps, hands, pool."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pbbuild.page.pictures import emblem_name
from pbbuild.page.style import Style
from pbbuild.play.contract import SIDES
from pbbuild.pocket_general.catalog.model import COLOURS, GeneralCatalog
from pbbuild.pocket_general.rules.core.combat import unit_value
from pbbuild.pocket_general.rules.core.constants import (
    COMBAT,
    EDGES,
    EDGES_A,
    EDGES_AB,
    HEXES,
    LOCATIONS,
    LOCATIONS_TO_WIN,
    NOWHERE,
    REDEPLOY,
    SPY,
    UNIT_SLOTS,
)
from pbbuild.pocket_general.rules.core.flow import sum_at
from pbbuild.pocket_general.rules.core.state import GeneralCore, held
from pbbuild.pocket_general.rules.notation import edge_name
from pbbuild.pocket_general.rules.odds import CombatOdds, combat_odds
from pbbuild.pocket_general.sheets.pieces import location_scene, marker_face, theater_face
from pbbuild.text.translate import Translator
from pbbuild.web.faces import face_svg

# Phases in which one hex is fought over.
_AT_A_HEX: Final = (REDEPLOY, SPY, COMBAT)


@dataclass(frozen=True, slots=True)
class MarkerView:
    """A unit: on a hex with its value there, in a hand with its printed face."""

    id: str
    side: str
    name: str
    short: str
    icon: str
    value: str
    is_military: bool
    text: str
    face: Any = None


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of a combat for the viewer, in words and as shares of a bar."""

    own: str
    stays: str
    foe: str
    own_share: int
    stays_share: int
    note: str


@dataclass(frozen=True, slots=True)
class HexView:
    """One combat hex; `place` is "" for an empty one."""

    number: int
    place: str
    name: str
    terrain: str
    face: Any
    own: tuple[MarkerView, ...]
    foes: tuple[MarkerView, ...]
    own_sum: int
    foe_sum: int
    chances: Chances | None
    is_now: bool


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A location in the pool or on a map."""

    id: str
    name: str
    terrain: str
    face: Any


@dataclass(frozen=True, slots=True)
class EdgeView:
    """An edge of a world map with the location on it, if there is one."""

    name: str
    colour: str
    words: str
    place: PlaceView | None
    is_used: bool
    is_shared: bool


@dataclass(frozen=True, slots=True)
class MapView:
    """A side's world map."""

    theaters: tuple[tuple[str, Any, tuple[EdgeView, ...]], ...]
    capitulation: tuple[EdgeView, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player: who, what is held, what is still to place."""

    side: str
    title: str
    sub: str
    nation: str
    theme: str
    emblem: str
    held: int
    needed: int
    share: int
    is_first: bool
    hand: tuple[MarkerView, ...]
    map: MapView


@dataclass(frozen=True, slots=True)
class BoardView:
    """The whole board, seen from `viewer`."""

    viewer: str
    turn: int
    is_late: bool
    hexes: tuple[HexView, ...]
    above: PlayerView
    below: PlayerView
    pool: tuple[PlaceView, ...]


class BoardMaker:
    """Makes views of the states of one game; `titles` are name and second line of each side."""

    def __init__(
        self,
        catalog: GeneralCatalog,
        t: Translator,
        titles: Mapping[str, tuple[str, str]],
        viewer: str,
    ) -> None:
        self.catalog = catalog
        self.t = t
        self.titles = titles
        self.viewer = viewer
        self.own = SIDES.index(viewer)
        self._faces: dict[tuple[str, ...], Any] = {}

    @cached_property
    def language(self) -> str:
        """The language of names."""
        return self.t.language

    def view(self, core: GeneralCore) -> BoardView:
        """The board in one state."""
        return BoardView(
            viewer=self.viewer,
            turn=core.turn,
            is_late=core.late_war,
            hexes=tuple(self._hex(core, hex_) for hex_ in range(HEXES)),
            above=self._side(core, 1 - self.own),
            below=self._side(core, self.own),
            pool=tuple(self.place(core, place) for place in core.pool),
        )

    # Names.

    def nation(self, core: GeneralCore, side: int) -> str:
        """The name of a side's nation."""
        nation = self.catalog.nations[core.tables.nations[side]]
        return nation.name.in_language(self.language)

    def unit_name(self, unit_id: str) -> str:
        """The name of a unit."""
        return self.catalog.units[unit_id].name.in_language(self.language)

    def place_name(self, place_id: str) -> str:
        """The name of a location."""
        found = self.catalog.location(place_id)
        return found.name.in_language(self.language) if found else place_id

    def colour_name(self, colour: str) -> str:
        """The name of an edge's colour."""
        return self.catalog.colours[colour].in_language(self.language)

    # Parts.

    def place(self, core: GeneralCore, place: int) -> PlaceView:
        """A location with its printed hex."""
        location = self.catalog.location(core.tables.location_ids[place])
        assert location is not None
        is_capitol = place >= LOCATIONS
        terrain = self.catalog.terrains[location.terrain].name.in_language(self.language)
        if is_capitol:
            terrain = self.t("pocket-general.capitol-of", terrain=terrain)
        name = location.name.in_language(self.language)
        key = ("place", location.id)
        if key not in self._faces:
            style = Style(language=self.language)
            drawn = location_scene(location, self.catalog, style, name, capitol=is_capitol)
            self._faces[key] = face_svg(drawn)
        return PlaceView(location.id, name, terrain, self._faces[key])

    def _hex(self, core: GeneralCore, hex_: int) -> HexView:
        place = core.hexes[hex_]
        is_now = core.phase in _AT_A_HEX and core.hex == hex_
        if place == NOWHERE:
            return HexView(hex_ + 1, "", "", "", None, (), (), 0, 0, None, is_now)
        there = self.place(core, place)
        foe = 1 - self.own
        units = [self._units_at(core, side, hex_) for side in (self.own, foe)]
        contested = core.at[hex_] or core.at[HEXES + hex_]
        return HexView(
            number=hex_ + 1,
            place=there.id,
            name=there.name,
            terrain=there.terrain,
            face=there.face,
            own=units[0],
            foes=units[1],
            own_sum=sum_at(core, self.own, hex_),
            foe_sum=sum_at(core, foe, hex_),
            chances=self.chances(combat_odds(core, hex_)) if contested else None,
            is_now=is_now,
        )

    def chances(self, odds: CombatOdds) -> Chances:
        """The odds of a combat for the viewer."""
        shares = ((odds.a, odds.a_result), (odds.b, odds.b_result))
        (own, own_result), (foe, foe_result) = shares if self.own == 0 else shares[::-1]
        note = ""
        if own_result == "pool":
            note = self.t("general-page.cannot-take")
        elif foe_result == "pool":
            note = self.t("general-page.foe-cannot-take")
        return Chances(
            own=percent(own),
            stays=percent(odds.stays),
            foe=percent(foe),
            own_share=round(100 * own),
            stays_share=round(100 * odds.stays),
            note=note,
        )

    def _units_at(self, core: GeneralCore, side: int, hex_: int) -> tuple[MarkerView, ...]:
        own, enemy = core.at[side * HEXES + hex_], core.at[(1 - side) * HEXES + hex_]
        terrains = core.tables.location_terrains[core.hexes[hex_]]
        found = []
        for unit in range(UNIT_SLOTS):
            if own >> unit & 1:
                paired = bool(core.paired[side] >> unit & 1)
                value = unit_value(core.tables, side, unit, terrains, own, enemy, paired)
                found.append(self._marker(core, side, unit, str(value).replace("-", "−")))
        return tuple(found)

    def _marker(
        self, core: GeneralCore, side: int, unit: int, value: str, *, printed: bool = False
    ) -> MarkerView:
        unit_id = core.tables.unit_ids[side * UNIT_SLOTS + unit]
        entry = self.catalog.units[unit_id]
        face = None
        if printed:
            key = ("unit", str(side), unit_id)
            if key not in self._faces:
                nation = self.catalog.nations[core.tables.nations[side]]
                style = Style(theme=nation.theme, language=self.language)
                drawn = marker_face(entry, nation, self.catalog, style, self.t)
                self._faces[key] = face_svg(drawn)
            face = self._faces[key]
        return MarkerView(
            id=unit_id,
            side=SIDES[side],
            name=entry.name.in_language(self.language),
            short=entry.short.in_language(self.language),
            icon=f"unit-{unit_id}",
            value=value,
            is_military=entry.is_military,
            text=entry.text.in_language(self.language),
            face=face,
        )

    def _side(self, core: GeneralCore, side: int) -> PlayerView:
        nation = self.catalog.nations[core.tables.nations[side]]
        letter = SIDES[side]
        captured = held(core, side)
        mask = core.hand[side]
        hand = tuple(
            self._marker(core, side, unit, "", printed=side == self.own)
            for unit in range(UNIT_SLOTS)
            if mask >> unit & 1
        )
        return PlayerView(
            side=letter,
            title=self.titles[letter][0],
            sub=self.titles[letter][1],
            nation=nation.name.in_language(self.language),
            theme=nation.theme,
            emblem=emblem_name(nation.theme),
            held=captured,
            needed=LOCATIONS_TO_WIN,
            share=min(100, round(100 * captured / LOCATIONS_TO_WIN)),
            is_first=core.first == side,
            hand=hand,
            map=self._map(core, side),
        )

    def _map(self, core: GeneralCore, side: int) -> MapView:
        theaters = [(self.catalog.theater_a, range(EDGES_A))]
        if core.laid[side] != NOWHERE:
            theaters.append((self.catalog.theater_b, range(EDGES_A, EDGES_AB)))
        drawn = []
        for theater, edges in theaters:
            key = ("theater", theater.id)
            if key not in self._faces:
                style = Style(language=self.language)
                face = theater_face(theater, self.catalog, style, self.t)
                self._faces[key] = face_svg(face, drop=("label",))
            views = tuple(self._edge(core, side, edge) for edge in edges)
            drawn.append((theater.id, self._faces[key], views))
        capitulation = tuple(self._edge(core, side, edge) for edge in range(EDGES_AB, EDGES))
        return MapView(tuple(drawn), capitulation)

    def _edge(self, core: GeneralCore, side: int, edge: int) -> EdgeView:
        place = core.edges[side * EDGES + edge]
        name = edge_name(core, edge)
        if edge < EDGES_AB:
            colour = COLOURS[core.tables.edge_colours[edge]]
            words = self.colour_name(colour)
        else:
            colour, words = "capitulation", self.t("pocket-general.map-capitulation")
        return EdgeView(
            name=name,
            colour=colour,
            words=words,
            place=None if place == NOWHERE else self.place(core, place),
            is_used=place != NOWHERE and bool(core.turned >> place & 1),
            is_shared=EDGES_A <= edge < EDGES_AB and core.laid[side] == edge,
        )


def percent(share: float) -> str:
    """A share in whole percent; what can happen is never 0, what can fail never 100."""
    whole = round(100 * share)
    if whole == 0 and share > 0:
        return "<1 %"
    if whole == 100 and share < 1:
        return "99 %"
    return f"{whole} %"
