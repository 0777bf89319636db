"""Why an action of Pocket General is not allowed now, in a sentence about the units concerned."""

from pbbuild.pocket_general.rules.core.bits import bit_count, hex_at, holds
from pbbuild.pocket_general.rules.core.combat import may_stand
from pbbuild.pocket_general.rules.core.constants import HEXES, NOWHERE, SQUARES, UNIT_SLOTS
from pbbuild.pocket_general.rules.core.legal import payers
from pbbuild.pocket_general.rules.core.state import GeneralCore
from pbbuild.pocket_general.rules.refusals import VERBS
from pbbuild.pocket_general.screen.board import GeneralBoard


def cause_of(state: GeneralCore, words: str, board: GeneralBoard, question: str) -> str:
    """What forbids the action `words`; "" if only its clauses say it.

    `question` is what the player is asked instead, if it is another decision.
    """
    verb, *rest = words.split()
    # A unit beside “threat” was meant to be placed.
    if VERBS.get(verb) != state.phase or (verb == "threat" and len(rest) > 1):
        return board.t("pocket-general.cause-now", question=question)
    if verb in ("place", "threat"):
        return _placing(state, verb, rest, board)
    if verb == "recruit" and rest:
        unit = _slot(state, rest[0])
        if unit < 0:
            return board.t("pocket-general.cause-no-unit", unit=rest[0])
        if not payers(state, state.side, unit):
            named = board.unit(state, state.side, unit)
            return board.t("pocket-general.cause-cost", unit=named)
    return ""


def _placing(state: GeneralCore, verb: str, rest: list[str], board: GeneralBoard) -> str:
    t, side = board.t, state.side
    where = rest[-1] if rest else ""
    if where in state.tables.location_ids:
        name = board.place(state, state.tables.location_ids.index(where))
        return t("pocket-general.cause-not-here", place=name)
    hex_ = int(where) - 1 if where in map(str, range(1, HEXES + 1)) else -1
    if hex_ < 0 or state.hexes[hex_] == NOWHERE:
        return t("pocket-general.cause-no-hex", count=HEXES)
    place = board.place(state, state.hexes[hex_])
    if verb == "threat":
        return t("pocket-general.cause-full", place=place)
    unit = _slot(state, rest[0])
    if unit < 0:
        return t("pocket-general.cause-no-unit", unit=rest[0])
    named = board.unit(state, side, unit)
    if not holds(state.hand[side], unit):
        return t("pocket-general.cause-not-in-hand", unit=named)
    terrains = state.tables.location_terrains[state.hexes[hex_]]
    own = state.at[hex_at(side, hex_)]
    if bit_count(own) >= SQUARES and may_stand(state.tables, side, unit, terrains, own):
        return t("pocket-general.cause-full", place=place)
    if may_stand(state.tables, side, unit, terrains, state.tables.all_units[side]):
        return t("pocket-general.cause-navy", unit=named, place=place)
    terrain = board.terrain(state, state.hexes[hex_])
    return t("pocket-general.cause-terrain", unit=named, terrain=terrain)


def _slot(state: GeneralCore, unit: str) -> int:
    own = state.side * UNIT_SLOTS
    ids = state.tables.unit_ids[own : own + UNIT_SLOTS]
    return ids.index(unit) if unit and unit in ids else -1
