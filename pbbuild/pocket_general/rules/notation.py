"""Actions as words, and words as actions.

`recruit spy with stalingrad`, `no-recruit` - `threat 2` - `place tanks 1` -
`redeploy navy`, `keep` - `spy threat` - `edge A ocean`, `edge B red`, `edge capitulation` -
`front korea`, `leave` - `lay forest ardennes`. Hexes count from 1.
"""

from typing import Final

from pbbuild.pocket_general.catalog.model import COLOURS
from pbbuild.pocket_general.rules.core.bits import (
    edge_laid,
    hex_placed,
    location_laid,
    location_paid,
    other_side,
    row_of,
    unit_placed,
    unit_recruited,
)
from pbbuild.pocket_general.rules.core.constants import (
    EDGE,
    EDGES_A,
    EDGES_AB,
    FRONT,
    LAY,
    PLACE,
    RECRUIT,
    REDEPLOY,
    SPY,
    THREAT,
)
from pbbuild.pocket_general.rules.core.legal import legal_actions
from pbbuild.pocket_general.rules.core.state import GeneralCore

CLAUSES: Final = {
    RECRUIT: ("PG-3",),
    THREAT: ("PG-3",),
    PLACE: ("PG-3", "PG-1.2"),
    REDEPLOY: ("PG-4",),
    SPY: ("PG-5", "PG-1.3"),
    EDGE: ("PG-6",),
    FRONT: ("PG-5",),
    LAY: ("PG-6",),
}


def action_text(state: GeneralCore, action: int) -> str:
    """A legal action of this state in words."""
    tables = state.tables
    own = row_of(state.side, 0)
    units, places = tables.unit_ids, tables.location_ids
    phase = state.phase
    if phase == RECRUIT:
        if action == 0:
            return "no-recruit"
        unit, place = units[own + unit_recruited(action)], places[location_paid(action)]
        return f"recruit {unit} with {place}"
    if phase == THREAT:
        return f"threat {action + 1}"
    if phase == PLACE:
        return f"place {units[own + unit_placed(action)]} {hex_placed(action) + 1}"
    if phase == REDEPLOY:
        return f"redeploy {units[own + action - 1]}" if action else "keep"
    if phase == SPY:
        return f"spy {units[row_of(other_side(state.side), action)]}"
    if phase == EDGE:
        return f"edge {edge_name(state, action)}"
    if phase == FRONT:
        return f"front {places[action - 1]}" if action else "leave"
    assert phase == LAY
    return f"lay {COLOURS[tables.edge_colours[edge_laid(action)]]} {places[location_laid(action)]}"


def edge_name(state: GeneralCore, edge: int) -> str:
    """An edge of a world map: `A ocean`, `B red`, `capitulation`."""
    if edge >= EDGES_AB:
        return "capitulation"
    marker = "A" if edge < EDGES_A else "B"
    return f"{marker} {COLOURS[state.tables.edge_colours[edge]]}"


def legal_texts(state: GeneralCore) -> dict[str, int]:
    """Every legal action by its words, in canonical order."""
    return {action_text(state, action): action for action in legal_actions(state)}


def normal(text: str) -> str:
    """Words as a person types them, made comparable: one space between, theaters in capitals."""
    words = text.strip().lower().split()
    if words[:1] == ["edge"] and len(words) > 1:
        words[1] = words[1].upper() if words[1] in ("a", "b") else words[1]
    return " ".join(words)
