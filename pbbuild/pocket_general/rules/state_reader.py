"""Reading a state written by hand; one that cannot exist is refused with every reason."""

from collections.abc import Mapping
from typing import Any

from pbbuild.base.documents import Document, problems_in
from pbbuild.errors import Problem, StateError, Value
from pbbuild.play.contract import SIDES
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.rules.core.bits import bit_count
from pbbuild.pocket_general.rules.core.combat import may_stand, own_value
from pbbuild.pocket_general.rules.core.constants import (
    BARRED,
    COMBAT,
    EDGE,
    EDGES,
    EDGES_A,
    EDGES_AB,
    END,
    FRONT,
    HEXES,
    LAY,
    LOCATIONS,
    NOWHERE,
    POOL,
    RECRUIT,
    REDEPLOY,
    SPY,
    SQUARES,
    UNIT_SLOTS,
    UNROLLED,
    WHITE,
)
from pbbuild.pocket_general.rules.core.legal import legal_actions, redeployable
from pbbuild.pocket_general.rules.core.state import GeneralCore, has_filled_a
from pbbuild.pocket_general.rules.setup import Variant, build_tables
from pbbuild.pocket_general.rules.state import REASONS, GeneralState
from pbbuild.pocket_general.rules.state_check import has_earned_capitol, impossible_parts
from pbbuild.pocket_general.rules.state_document import IN_A_HEX, PHASES


def read_state(
    catalog: GeneralCatalog,
    document: Mapping[str, Any],
    source: str = "",
    *,
    supposed: bool = False,
) -> GeneralState:
    """The state a document describes; one that no game reaches is refused, unless `supposed`.

    `pool` may be left out: it is then all remaining locations in catalog order. `with_navy` may
    be left out: it is then what could have been placed with the navy units that are there.
    `recruited` may be left out where recruits are asked for: it is then the core units.
    """
    _check_shape(document, source)
    reader = _StateReader(catalog, document, source)
    state = reader.read()
    if not supposed:
        own = [document["sides"][side] for side in SIDES]
        units = all("recruited" in side and "placed" in side for side in own)
        whole_pool = "pool" in document
        reader.problems += impossible_parts(
            state,
            whole_pool=whole_pool,
            all_units=whole_pool and units,
            dice="dice" in document,
        )
        reader.refuse_if_wrong()
    return GeneralState(state)


def lacks_navy(state: GeneralCore, side: int, unit: str) -> bool:
    """Whether a unit in the first hex could only be placed beside a navy unit that is gone."""
    tables = state.tables
    slot = tables.unit_ids.index(unit, side * UNIT_SLOTS) - side * UNIT_SLOTS
    terrains = tables.location_terrains[state.hexes[0]]
    return not may_stand(tables, side, slot, terrains, state.at[side * HEXES])


def _check_shape(document: Mapping[str, Any], source: str) -> None:
    shape = Document(source, dict(document), "")
    problems = tuple(problems_in(shape, "pocket-general-state"))
    if problems:
        raise StateError("pocket-general.state-wrong", source=source, problems=problems)


class _StateReader:
    def __init__(self, catalog: GeneralCatalog, document: Mapping[str, Any], source: str) -> None:
        self.document = document
        self.source = source
        self.problems: list[Problem] = []
        given = document.get("variant", {})
        variant = Variant(
            fast=given.get("fast", False),
            core_only_start=given.get("core_only_start", False),
            bonus=given.get("bonus", False),
            turn_limit=given.get("turn_limit", 0),
        )
        nations = [document["sides"][side]["nation"] for side in SIDES]
        self.tables = build_tables(catalog, nations[0], nations[1], variant)
        self.state = GeneralCore(self.tables)

    def read(self) -> GeneralCore:
        state, document = self.state, self.document
        state.turn = document["turn"]
        state.first = SIDES.index(document["first"])
        state.phase = PHASES[document["decision"]]
        state.side = SIDES.index(document.get("decider", document["first"]))
        state.hex = (document.get("hex") or 1) - 1
        if document.get("hex") is None and state.phase in IN_A_HEX:
            self.wrong("/hex", "pocket-general.hex-missing")
        if document.get("hex") is not None and state.phase not in (*IN_A_HEX, LAY, END):
            self.wrong("/hex", "pocket-general.hex-too-early")
        self._read_places()
        for side, name in enumerate(SIDES):
            self._read_units(side, document["sides"][name], f"/sides/{name}")
        self._read_dice()
        if state.phase == END:
            self._read_end()
        self.refuse_if_wrong()
        self._check_maps()
        self._check_phase()
        self.refuse_if_wrong()
        return state

    def wrong(self, pointer: str, code: str, **values: Value) -> None:
        self.problems.append(Problem(pointer, 0, code, values))

    def refuse_if_wrong(self) -> None:
        if self.problems:
            problems = tuple(self.problems)
            raise StateError("pocket-general.state-wrong", source=self.source, problems=problems)

    def place(self, name: str | None, pointer: str) -> int:
        if name is None:
            return NOWHERE
        if name not in self.tables.location_ids:
            self.wrong(pointer, "pocket-general.unknown-id", **{"is": name})
            return NOWHERE
        return self.tables.location_ids.index(name)

    def _read_places(self) -> None:
        state, document = self.state, self.document
        hexes = [*document.get("hexes", ()), None, None, None][:HEXES]
        state.hexes = [self.place(name, f"/hexes/{n}") for n, name in enumerate(hexes)]
        for side, name in enumerate(SIDES):
            own, pointer = document["sides"][name], f"/sides/{name}"
            rows = (
                ("theater_a", 0, EDGES_A),
                ("theater_b", EDGES_A, EDGES_A),
                ("capitulation", EDGES_AB, EDGES - EDGES_AB),
            )
            for key, start, count in rows:
                names = [*own.get(key, ()), *[None] * count][:count]
                for edge, wanted in enumerate(names):
                    found = self.place(wanted, f"{pointer}/{key}/{edge}")
                    if found >= LOCATIONS:
                        self.wrong(f"{pointer}/{key}/{edge}", "pocket-general.capitol-not-placed")
                    state.edges[side * EDGES + start + edge] = found
            if own.get("laid"):
                state.laid[side] = EDGES_A + own["laid"] - 1
            for number, wanted in enumerate(own.get("turned", ())):
                found = self.place(wanted, f"{pointer}/turned/{number}")
                if found not in state.edges[side * EDGES : side * EDGES + EDGES_AB]:
                    self.wrong(f"{pointer}/turned/{number}", "pocket-general.turned-elsewhere")
                elif found != NOWHERE and state.turned >> found & 1:
                    self.wrong(f"{pointer}/turned/{number}", "pocket-general.turned-twice")
                elif found != NOWHERE:
                    state.turned |= 1 << found
        state.late_war = state.phase == LAY or any(laid != NOWHERE for laid in state.laid)
        used = self._used_places()
        if "pool" in document:
            state.pool = [self.place(name, f"/pool/{n}") for n, name in enumerate(document["pool"])]
        elif state.phase != POOL:
            state.pool = [place for place in range(LOCATIONS) if place not in used]
            for side in range(2):
                capitol = LOCATIONS + 1 - side
                if has_earned_capitol(state, side) and capitol not in state.hexes:
                    state.pool.insert(0, capitol)
        everywhere = used + state.pool
        if state.phase == POOL:
            state.undrawn = sum(1 << p for p in range(LOCATIONS) if p not in state.pool)
            everywhere = state.pool
        else:
            state.undrawn = 0
            for missing in [place for place in range(LOCATIONS) if place not in everywhere]:
                name = self.tables.location_ids[missing]
                self.wrong("/pool", "pocket-general.location-missing", location=name)
        for place in sorted({place for place in everywhere if everywhere.count(place) > 1}):
            name = self.tables.location_ids[place]
            self.wrong("", "pocket-general.location-twice", location=name)
        state.unlocked = [LOCATIONS + side in (*state.pool, *state.hexes) for side in range(2)]

    def _used_places(self) -> list[int]:
        state = self.state
        used = [place for place in state.hexes if place != NOWHERE]
        for side in range(2):
            for edge in range(EDGES):
                place = state.edges[side * EDGES + edge]
                if place != NOWHERE and edge != state.laid[side]:
                    used.append(place)
        return used

    def _read_units(self, side: int, own: Mapping[str, Any], pointer: str) -> None:
        state = self.state
        state.hand[side] = self._mask(side, own.get("recruited", ()), f"{pointer}/recruited")
        if state.phase == RECRUIT and "recruited" not in own:
            state.hand[side] = self.tables.core_units[side]
        seen = state.hand[side]
        for hex_, names in enumerate([*own.get("placed", ()), (), (), ()][:HEXES]):
            where = f"{pointer}/placed/{hex_}"
            mask = self._mask(side, names, where)
            if mask & seen:
                self.wrong(where, "pocket-general.unit-twice")
            if mask and state.hexes[hex_] == NOWHERE:
                self.wrong(where, "pocket-general.empty-hex")
            if bit_count(mask) > SQUARES + 1:
                self.wrong(where, "pocket-general.too-many-units", maximum=SQUARES + 1)
            seen |= mask
            state.at[side * HEXES + hex_] = mask
        given = self._mask(side, own.get("with_navy", ()), f"{pointer}/with_navy")
        for hex_ in range(HEXES):
            self._pair(side, hex_, given, f"{pointer}/placed/{hex_}", "with_navy" in own)
        for slot in range(UNIT_SLOTS):
            if given & ~state.paired[side] & 1 << slot:
                name = self.tables.unit_ids[side * UNIT_SLOTS + slot]
                self.wrong(f"{pointer}/with_navy", "pocket-general.not-with-navy", unit=name)

    def _pair(self, side: int, hex_: int, given: int, pointer: str, exact: bool) -> None:
        # A unit that needs a navy unit was placed beside one, even if that one is gone now.
        tables, state = self.tables, self.state
        mask = state.at[side * HEXES + hex_]
        if not mask or state.hexes[hex_] == NOWHERE:
            return
        terrains = tables.location_terrains[state.hexes[hex_]]
        for slot in range(UNIT_SLOTS):
            bit = 1 << slot
            if not mask & bit:
                continue
            row = side * UNIT_SLOTS + slot
            needs = own_value(tables, side, slot, terrains, mask, 0, False) == BARRED
            if own_value(tables, side, slot, terrains, mask, 0, True) == BARRED:
                self.wrong(pointer, "pocket-general.may-not-stand", unit=tables.unit_ids[row])
            pairs = tables.with_navy[row] & terrains
            beside = pairs and mask & tables.navy[side] & ~bit
            if needs or (pairs and given & bit if exact else beside):
                state.paired[side] |= bit

    def _mask(self, side: int, names: Any, pointer: str) -> int:
        own = side * UNIT_SLOTS
        ids = self.tables.unit_ids[own : own + UNIT_SLOTS]
        mask = 0
        for number, name in enumerate(names):
            if name not in ids:
                self.wrong(f"{pointer}/{number}", "pocket-general.unknown-id", **{"is": name})
                continue
            bit = 1 << ids.index(name)
            if mask & bit:
                self.wrong(f"{pointer}/{number}", "pocket-general.unit-twice")
            mask |= bit
        return mask

    def _read_dice(self) -> None:
        state = self.state
        for side, name in enumerate(SIDES):
            die = self.document.get("dice", {}).get(name)
            if die is not None and die not in self.tables.operations_die:
                self.wrong(f"/dice/{name}", "pocket-general.no-such-face", face=die)
            state.dice[side] = UNROLLED if die is None else die

    def _read_end(self) -> None:
        winner = self.document.get("winner")
        self.state.winner = NOWHERE if winner is None else SIDES.index(winner)
        reason = self.document.get("reason", "")
        self.state.reason = REASONS.index(reason) if reason in REASONS else 0
        if not self.state.reason:
            self.wrong("/reason", "pocket-general.no-reason")

    def _check_maps(self) -> None:
        state = self.state
        for side, name in enumerate(SIDES):
            base = side * EDGES
            pointer = f"/sides/{name}"
            for edge in range(EDGES):
                place = state.edges[base + edge]
                if place == NOWHERE:
                    continue
                key = "theater_a" if edge < EDGES_A else "theater_b"
                if edge == state.laid[side]:
                    if place not in state.edges[base : base + EDGES_A]:
                        self.wrong(f"{pointer}/laid", "pocket-general.laid-elsewhere")
                elif edge < EDGES_AB:
                    colour = self.tables.edge_colours[edge]
                    if colour != WHITE and not self.tables.location_colours[place] >> colour & 1:
                        self.wrong(
                            f"{pointer}/{key}/{edge % EDGES_A}", "pocket-general.wrong-colour"
                        )
                    if edge >= EDGES_A and state.laid[side] == NOWHERE:
                        self.wrong(f"{pointer}/theater_b", "pocket-general.not-laid")
                elif NOWHERE in state.edges[base : base + EDGES_AB]:
                    self.wrong(f"{pointer}/capitulation", "pocket-general.capitulation-closed")
            if state.laid[side] != NOWHERE and state.edges[base + state.laid[side]] == NOWHERE:
                self.wrong(f"{pointer}/laid", "pocket-general.laid-elsewhere")
            if not state.late_war and has_filled_a(state, side):
                self.wrong(f"{pointer}/theater_a", "pocket-general.late-war-missing")
        one_laid = (state.laid[0] == NOWHERE) != (state.laid[1] == NOWHERE)
        if one_laid and state.phase not in (LAY, END):
            self.wrong("/sides", "pocket-general.late-war-missing")

    def _check_phase(self) -> None:
        state = self.state
        own, enemy = state.side * HEXES + state.hex, (1 - state.side) * HEXES + state.hex
        fine = True
        if state.phase in (SPY, COMBAT, EDGE, REDEPLOY):
            fine = state.hexes[state.hex] != NOWHERE
        if state.phase == SPY:
            fine = fine and bool(state.at[own] & self.tables.removers[state.side])
        elif state.phase == REDEPLOY:
            units = state.at[own] & self.tables.redeployers[state.side]
            fine = fine and bool(units) and bool(redeployable(state, state.side, state.hex))
        elif state.phase == EDGE:
            fine = fine and not state.at[own] and not state.at[enemy]
        elif state.phase == FRONT:
            fine = len(state.pool) > 1
        elif state.phase == COMBAT and state.side != state.first:
            fine = fine and state.dice[state.first] != UNROLLED
        elif state.phase == LAY:
            other_laid = state.laid[1 - state.side] != NOWHERE
            fine = state.laid[state.side] == NOWHERE
            fine = fine and (other_laid or has_filled_a(state, state.side))
        elif state.phase == POOL:
            fine = len(state.pool) < LOCATIONS - 1
        decides = state.phase not in (POOL, 1, COMBAT, END)
        if fine and decides:
            fine = bool(legal_actions(state))
        if not fine:
            self.wrong(
                "/decision", "pocket-general.nothing-to-decide", decision=self.document["decision"]
            )
