"""Why words are not a legal action now: the clauses that forbid them."""

from collections.abc import Container

from pbbuild.pocket_general.catalog.model import COLOURS
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
# What may follow each verb, word by word.
SHAPES = {
    "recruit": ("", "unit", "unit with", "unit with place", "unit place"),
    "no-recruit": ("",),
    # A unit beside “threat” was meant to be placed.
    "threat": ("", "number", "place", "unit", "unit number", "unit place"),
    "place": ("", "unit", "unit number", "unit place"),
    "redeploy": ("", "unit"),
    "keep": ("",),
    "spy": ("", "unit"),
    "edge": ("", "A", "B", "A colour", "B colour", "colour", "capitulation"),
    "front": ("", "place"),
    "leave": ("",),
    "lay": ("", "colour", "colour place", "place"),
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


def why_not(state: GeneralCore, text: str, units: Container[str]) -> tuple[str, ...]:
    """The clauses that forbid `text` now; () where it is allowed, ("",) where it is no action.

    `units` are the ids of all units of the catalog, also those of nations that do not play.
    """
    words = normal(text).split(" ")
    if not is_action(state, words, units):
        return ("",)
    if " ".join(words) in legal_texts(state):
        return ()
    phase = VERBS[words[0]]
    if state.phase != phase:
        return ("PG-3",)
    if phase == PLACE:
        return (_placing(state, words[1:]),)
    if phase == RECRUIT:
        return (_recruiting(state, words[1:]),)
    return (OWN_CLAUSE[phase],)


def is_action(state: GeneralCore, words: list[str], units: Container[str]) -> bool:
    """Whether words name an action, legal or not; a hex or a location may be left out."""
    verb, *rest = words
    kinds = [_kind(state, word, units) for word in rest]
    if kinds and "" in kinds:
        return False
    return verb in SHAPES and " ".join(kinds) in SHAPES[verb]


def _kind(state: GeneralCore, word: str, units: Container[str]) -> str:
    """What a word of an action stands for, "" if it is unknown."""
    if word in units:
        return "unit"
    if word in state.tables.location_ids:
        return "place"
    if word.isdecimal() and len(word) < 3:
        return "number"
    if word in ("A", "B", "with", "capitulation"):
        return word
    return "colour" if word in COLOURS else ""


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
