"""Reading a `pbbuild-state/1` document that anybody may have written.

The schema decides the shape. `read_state` fills in what a document may leave out: tiles from the
catalog, and defaults such as no tokens, no wounds, no contacts. Whether the rules allow such a
state is checked by `state_check`.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from pbbuild.base.documents import Document, Violation, problems_in, shown
from pbbuild.errors import Problem, StateError, Value
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.rules.battle import DECISIONS
from pbbuild.pocket_battles.rules.forces import ROUND_LIMIT
from pbbuild.pocket_battles.rules.state_document import END, FORMAT, ROLL
from pbbuild.pocket_battles.rules.state_facts import StateProblems

TILE_NUMBERS: Final = ("dp", "fv", "wp")
_SCHEMA: Final = "state-1"
_TYPES: Final = {
    "object": "state.not-an-object",
    "array": "state.not-a-list",
    "string": "state.not-text",
    "integer": "state.not-a-number",
    "boolean": "state.not-a-truth",
}


def read_state(document: Document, catalog: Catalog) -> dict[str, Any]:
    """The document with all keys and full tiles; a document of the wrong shape is refused."""
    value = document.value
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        found = value.get("format") if isinstance(value, dict) else None
        raise StateError("state.not-a-state", source=document.source, found=str(found))
    problems = problems_in(document, _SCHEMA, _problem_of, further=_unknown_names(value, catalog))
    StateProblems(document, problems).refuse_if_any("state.unreadable")
    sides = {side: _side(value["sides"][side], catalog) for side in ("A", "B")}
    for side, enemy in (("A", "B"), ("B", "A")):
        if sides[side]["fielded"] is None:
            # By default a side fielded what it has left and what it has lost.
            left = sum(troop["dp"] for unit in sides[side]["units"] for troop in unit["troops"])
            sides[side]["fielded"] = left + sides[enemy]["destroyed"]
    return {
        "format": FORMAT,
        "edition": value["edition"],
        "size": value["size"],
        "round": _value_or(value, "round", 1),
        "player1": _value_or(value, "player1", "A"),
        "turn": _value_or(value, "turn", "A"),
        "decision": value["decision"],
        "first_turn_of_battle": value.get("first_turn_of_battle", False),
        "redeployed": value.get("redeployed"),
        "sides": sides,
        "contacts": [
            {"one": contact["one"], "many": list(contact["many"])}
            for contact in _value_or(value, "contacts", [])
        ],
        "pending": _pending(value),
        "round_limit": _value_or(value, "round_limit", ROUND_LIMIT),
    }


def _side(value: Mapping[str, Any], catalog: Catalog) -> dict[str, Any]:
    return {
        **{key: _value_or(value, key, 0) for key in ("unused", "passed", "set_aside", "destroyed")},
        "fielded": value.get("fielded"),
        "units": [_unit(unit, catalog) for unit in value["units"]],
    }


def _unit(value: Mapping[str, Any], catalog: Catalog) -> dict[str, Any]:
    unit = {
        "id": value["id"],
        "zone": value.get("zone"),
        "orders": _value_or(value, "orders", 0),
        "troops": [_troop(troop, catalog) for troop in value["troops"]],
    }
    if "name" in value:
        unit["name"] = value["name"] or ""
    # Our own documents also have the eliminated tiles, with their place in the stack.
    lost = [
        {**_troop(troop, catalog), "place": _value_or(_as_object(troop), "place", place)}
        for place, troop in enumerate(_value_or(value, "lost", []))
    ]
    return {**unit, "lost": lost} if lost else unit


def _troop(value: Any, catalog: Catalog) -> dict[str, Any]:
    value = _as_object(value)
    known = catalog.troops.get(value["code"])
    return {
        "code": value["code"],
        **{key: _value_or(value, key, getattr(known, key, 0)) for key in TILE_NUMBERS},
        "black": sorted(_entries(value, "black", known)),
        "white": sorted(_entries(value, "white", known)),
        "traits": _entries(value, "traits", known),
        "wounds": _value_or(value, "wounds", 0),
    }


def _pending(value: Mapping[str, Any]) -> dict[str, Any] | None:
    pending = value.get("pending")
    if pending is None:
        return None
    if value["decision"] == "follow-up":
        left, done = _value_or(pending, "left", 1), _value_or(pending, "done", [])
        trait, unit = pending["trait"], pending["unit"]
        return {"trait": trait, "unit": unit, "left": left, "done": list(done)}
    if value["decision"] == "wound":
        lethal = {"lethal": True} if pending.get("lethal") else {}
        return {"unit": pending["unit"], "hits": pending["hits"], **lethal}
    return {key: pending[key] for key in ("charger", "sector")}


def _as_object(troop: Any) -> Mapping[str, Any]:
    return {"code": troop} if isinstance(troop, str) else troop


def _value_or(value: Mapping[str, Any], key: str, default: Any) -> Any:
    found = value.get(key)
    return default if found is None else found


def _entries(value: Mapping[str, Any], key: str, known: Troop | None) -> list[Any]:
    return list(value.get(key, getattr(known, key, ())) or ())


# Problems with the codes that states use; names are looked up even where the shape is wrong.


def _problem_of(breach: Violation) -> tuple[str, dict[str, Value]]:
    found, wanted, schema = breach.found, breach.wanted, breach.schema
    own = schema.get("problem", {})
    if isinstance(own, str):
        own = {"pattern": own, "multipleOf": own}
    code: str = own.get(breach.keyword, "")
    match breach.keyword:
        case "required":
            return "state.missing", {"key": wanted}
        case "type" if not code:
            kind = wanted if isinstance(wanted, str) else wanted[0]
            return _TYPES[kind], {"found": shown(found)}
        case "enum":
            known = tuple(name for name in wanted if name is not None)
            if code:
                return _unknown(code, found, known)
            return "state.not-one-of", {"found": shown(found), "known": known}
        case "minimum" | "maximum" if not code:
            low, high = schema["minimum"], schema["maximum"]
            return "state.out-of-range", {"found": found, "low": low, "high": high}
        case "minItems" | "maxItems":
            count = len(found)
            return code or "too-many-entries", {"found": count, "is": count, "maximum": wanted}
        case "pattern":
            return code, {"found": shown(found), "side": breach.pointer.split("/")[2].lower()}
        case _:
            return code or "state.not-text", {"found": shown(found)}


def _unknown_names(value: Mapping[str, Any], catalog: Catalog) -> Iterator[Problem]:
    edition, decision = value.get("edition"), value.get("decision")
    if isinstance(edition, str) and edition not in catalog.editions:
        values: dict[str, Value] = {"found": shown(edition), "known": tuple(catalog.editions)}
        yield Problem("/edition", 0, "state.not-one-of", values)
    # Our own documents may stand at a roll or the end, where nobody decides.
    if decision in (ROLL, END):
        values = {"found": str(decision), "known": tuple(DECISIONS.values())}
        yield Problem("/decision", 0, "state.not-one-of", values)
    for where, tile in _tiles(value):
        code = tile.get("code")
        if not isinstance(code, str) or code in catalog.troops:
            pass
        elif not {*TILE_NUMBERS, "black", "white", "traits"} & tile.keys():
            yield Problem(f"{where}/code", 0, *_unknown("state.unknown-code", code, catalog.troops))
        else:
            for key in TILE_NUMBERS:
                if tile.get(key) is None:
                    yield Problem(where, 0, "state.missing", {"key": key})
        traits = tile.get("traits")
        for place, trait in enumerate(traits if isinstance(traits, list) else ()):
            if isinstance(trait, str) and trait not in catalog.traits:
                unknown = _unknown("state.unknown-trait", trait, catalog.traits)
                yield Problem(f"{where}/traits/{place}", 0, *unknown)


def _tiles(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every tile in the document that has the shape of one, with its pointer."""
    at = [("", value)]
    for step in ("sides", ("A", "B"), "units", None, ("troops", "lost"), None):
        inner = []
        for where, holder in at:
            if step is None and isinstance(holder, list):
                inner += [(f"{where}/{place}", part) for place, part in enumerate(holder)]
            elif step is not None and isinstance(holder, dict):
                keys = (step,) if isinstance(step, str) else step
                inner += [(f"{where}/{key}", holder[key]) for key in keys if key in holder]
        at = inner
    for where, tile in at:
        if isinstance(tile, dict | str):
            yield where, _as_object(tile)


def _unknown(code: str, found: Any, known: Collection[Any]) -> tuple[str, dict[str, Value]]:
    from difflib import get_close_matches

    # A numbered trait written without its number: suggest the lowest number.
    least = f"{found}+1"
    near = [least] if least in known else get_close_matches(str(found)[:100], list(known), 1)
    if near:
        return f"{code}-near", {"found": shown(found), "near": near[0]}
    return code, {"found": shown(found)}
