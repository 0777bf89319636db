"""A game as a JSON document: `pbbuild-state/1` with the game's own sides."""

from typing import Any, Final

from pbbuild.play.contract import SIDES
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.rules.core.constants import (
    COMBAT,
    EDGE,
    EDGES,
    EDGES_A,
    EDGES_AB,
    END,
    FRONT,
    HEXES,
    INITIATIVE,
    LAY,
    LOCATIONS,
    NOWHERE,
    PLACE,
    POOL,
    RECRUIT,
    REDEPLOY,
    SPY,
    THREAT,
    UNIT_SLOTS,
    UNROLLED,
)
from pbbuild.pocket_general.rules.core.state import GeneralCore
from pbbuild.pocket_general.rules.state import REASONS

FORMAT: Final = "pbbuild-state/1"
PHASES: Final = {
    "roll-pool": POOL,
    "roll-initiative": INITIATIVE,
    "recruit": RECRUIT,
    "threat": THREAT,
    "place": PLACE,
    "redeploy": REDEPLOY,
    "spy": SPY,
    "roll-combat": COMBAT,
    "edge": EDGE,
    "front": FRONT,
    "lay": LAY,
    "end": END,
}
PHASE_NAMES: Final = {phase: name for name, phase in PHASES.items()}
# Phases in the middle of one hex, which the document then names.
IN_A_HEX: Final = (REDEPLOY, SPY, COMBAT, EDGE, FRONT, LAY)


def state_document(state: GeneralCore) -> dict[str, Any]:
    """The whole state; reading it back gives an equal one."""
    tables = state.tables
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": GAME,
        "variant": {
            "fast": tables.fast,
            "core_only_start": tables.core_only_start,
            "bonus": any(tables.unit_ids[side * UNIT_SLOTS + 11] for side in range(2)),
            "turn_limit": tables.turn_limit,
        },
        "turn": state.turn,
        "first": SIDES[state.first],
        "decision": PHASE_NAMES[state.phase],
        "decider": SIDES[state.side],
        "hex": state.hex + 1 if state.phase in IN_A_HEX else None,
        "hexes": [_place(state, place) for place in state.hexes],
        "pool": [_place(state, place) for place in state.pool],
        "dice": {
            side: None if die == UNROLLED else die
            for side, die in zip(SIDES, state.dice, strict=True)
        },
        "sides": {name: _side(state, side) for side, name in enumerate(SIDES)},
    }
    if state.phase == END:
        document["winner"] = SIDES[state.winner] if state.winner >= 0 else None
        document["reason"] = REASONS[state.reason]
    return document


def unit_names(state: GeneralCore, side: int, mask: int) -> list[str]:
    """The ids of a mask of units, in the order of the recruit card."""
    own = side * UNIT_SLOTS
    return [state.tables.unit_ids[own + slot] for slot in range(UNIT_SLOTS) if mask >> slot & 1]


def _side(state: GeneralCore, side: int) -> dict[str, Any]:
    base = side * EDGES
    edges = [_place(state, place) for place in state.edges[base : base + EDGES]]
    own = [place for place in state.edges[base : base + EDGES_AB] if place != NOWHERE]
    return {
        "nation": state.tables.nations[side],
        "recruited": unit_names(state, side, state.hand[side]),
        "placed": [unit_names(state, side, state.at[side * HEXES + hex_]) for hex_ in range(HEXES)],
        "with_navy": unit_names(state, side, state.paired[side]),
        "theater_a": edges[:EDGES_A],
        "theater_b": edges[EDGES_A:EDGES_AB],
        "laid": None if state.laid[side] == NOWHERE else state.laid[side] - EDGES_A + 1,
        "capitulation": [place for place in edges[EDGES_AB:] if place is not None],
        "turned": [
            state.tables.location_ids[place]
            for place in range(LOCATIONS)
            if place in own and state.turned >> place & 1
        ],
    }


def _place(state: GeneralCore, place: int) -> str | None:
    return None if place == NOWHERE else state.tables.location_ids[place]
