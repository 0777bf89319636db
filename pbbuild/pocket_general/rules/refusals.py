"""Why words are not a legal action now: the clauses that forbid them."""

from pbbuild.pocket_general.rules.core.constants import (
    EDGE,
    FRONT,
    HEXES,
    LAY,
    PLACE,
    RECRUIT,
    REDEPLOY,
    SPY,
    THREAT,
    UNIT_SLOTS,
)
from pbbuild.pocket_general.rules.core.legal import payers, place_refusal
from pbbuild.pocket_general.rules.core.state import GeneralCore
from pbbuild.pocket_general.rules.notation import legal_texts, normal

VERBS = {
    "recruit": RECRUIT,
    "no-recruit": RECRUIT,
    "threat": THREAT,
    "place": PLACE,
    "redeploy": REDEPLOY,
    "keep": REDEPLOY,
    "spy": SPY,
    "edge": EDGE,
    "front": FRONT,
    "leave": FRONT,
    "lay": LAY,
}
# The clause that says what each decision may choose from.
OWN_CLAUSE = {
    RECRUIT: "PG-3",
    THREAT: "PG-3",
    PLACE: "PG-3",
    REDEPLOY: "PG-4",
    SPY: "PG-5",
    EDGE: "PG-6",
    FRONT: "PG-5",
    LAY: "PG-6",
}


def why_not(state: GeneralCore, text: str) -> tuple[str, ...]:
    """The clauses that forbid `text` now; () where it is allowed, ("",) where it is no action."""
    words = normal(text)
    verb = words.split(" ")[0]
    if verb not in VERBS:
        return ("",)
    if words in legal_texts(state):
        return ()
    phase = VERBS[verb]
    if state.phase != phase:
        return ("PG-3",)
    if phase == PLACE:
        return (_placing(state, words.split(" ")[1:]),)
    if phase == RECRUIT:
        return (_recruiting(state, words.split(" ")[1:]),)
    return (OWN_CLAUSE[phase],)


def _placing(state: GeneralCore, words: list[str]) -> str:
    unit = _slot(state, words[0]) if words else -1
    hex_ = int(words[1]) - 1 if len(words) == 2 and words[1] in ("1", "2", "3") else -1
    if unit < 0 or not 0 <= hex_ < HEXES:
        return "PG-1.1" if unit < 0 else "PG-3"
    return place_refusal(state, state.side, unit, hex_)


def _recruiting(state: GeneralCore, words: list[str]) -> str:
    unit = _slot(state, words[0]) if words else -1
    if unit < 0 or not payers(state, state.side, unit):
        return "PG-1.1" if unit < 0 else "PG-3"
    return "PG-3"


def _slot(state: GeneralCore, unit_id: str) -> int:
    own = state.side * UNIT_SLOTS
    ids = state.tables.unit_ids[own : own + UNIT_SLOTS]
    return ids.index(unit_id) if unit_id and unit_id in ids else -1
