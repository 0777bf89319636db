"""Reading a `pbbuild-state/1` document: its tiles are filled in from the catalog.

Its schema decides the shape. What a document need not say has the plain default: no tokens, no
wounds, nobody in contact. Whether such a state can exist is asked of `possible`.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.base.documents import Breach, Document, problems_in, shown
from pbbuild.errors import Problem, StateError, Value
from pbbuild.pocket_battles.catalog.model import Catalog, Troop

FORMAT: Final = "pbbuild-state/1"
DECISIONS: Final = (
    "deploy",
    "turn",
    "act",
    "react",
    "target",
    "wound",
    "follow-up",
    "sacrifice",
)
# Where our own documents may stand too, but nobody has a choice.
NO_DECISIONS: Final = ("roll", "end")
SECTORS: Final = ("left", "centre", "right")
ZONES: Final = tuple(
    f"{sector} {position}"
    for sector in SECTORS
    for position in ("A rear", "A front", "engagement", "B front", "B rear")
)
TILE_NUMBERS: Final = ("dp", "fv", "wp")
_SCHEMA: Final = "state-1"
_TYPES: Final = {
    "object": "state.not-an-object",
    "array": "state.not-a-list",
    "string": "state.not-text",
    "integer": "state.not-a-number",
    "boolean": "state.not-a-truth",
}


@dataclass
class Notes:
    """Collects all that is wrong in a document, each with its pointer and line."""

    document: Document
    problems: list[Problem] = field(default_factory=list)

    def add(self, pointer: str, code: str, **values: Value) -> None:
        """Note one problem at `pointer`; its sentence is `state.<code>`."""
        line = self.document.line_of(pointer)
        self.problems.append(Problem(pointer, line, f"state.{code}", values))

    def refuse_if_any(self, code: str) -> None:
        """Raise with everything noted, if anything was."""
        if self.problems:
            raise StateError(code, source=self.document.source, problems=tuple(self.problems))


def read_shape(document: Document, catalog: Catalog) -> dict[str, Any]:
    """The document with every key there and every tile in full; a wrong shape is refused."""
    value = document.value
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        found = value.get("format") if isinstance(value, dict) else None
        raise StateError("state.not-a-state", source=document.source, found=str(found))
    problems = problems_in(document, _SCHEMA, _told, further=_unknown_names(value, catalog))
    Notes(document, problems).refuse_if_any("state.unreadable")
    sides = {side: _side(value["sides"][side], catalog) for side in ("A", "B")}
    for side, enemy in (("A", "B"), ("B", "A")):
        if sides[side]["fielded"] is None:
            # Not said: what is left and what fell is all there was.
            left = sum(troop["dp"] for unit in sides[side]["units"] for troop in unit["troops"])
            sides[side]["fielded"] = left + sides[enemy]["destroyed"]
    return {
        "format": FORMAT,
        "edition": value["edition"],
        "size": value["size"],
        "round": _given(value, "round", 1),
        "player1": _given(value, "player1", "A"),
        "turn": _given(value, "turn", "A"),
        "decision": value["decision"],
        "first_turn_of_battle": value.get("first_turn_of_battle", False),
        "redeployed": value.get("redeployed"),
        "sides": sides,
        "contacts": [
            {"one": contact["one"], "many": list(contact["many"])}
            for contact in _given(value, "contacts", [])
        ],
        "pending": _pending(value),
        "round_limit": _given(value, "round_limit", 50),
    }


def _side(value: Mapping[str, Any], catalog: Catalog) -> dict[str, Any]:
    return {
        **{key: _given(value, key, 0) for key in ("unused", "passed", "set_aside", "destroyed")},
        "fielded": value.get("fielded"),
        "units": [_unit(unit, catalog) for unit in value["units"]],
    }


def _unit(value: Mapping[str, Any], catalog: Catalog) -> dict[str, Any]:
    unit = {
        "id": value["id"],
        "zone": value.get("zone"),
        "orders": _given(value, "orders", 0),
        "troops": [_troop(troop, catalog) for troop in value["troops"]],
    }
    if "name" in value:
        unit["name"] = value["name"] or ""
    # What our own documents add: the tiles that fell, by their place in the stack.
    lost = [
        {**_troop(troop, catalog), "place": _given(_full(troop), "place", place)}
        for place, troop in enumerate(_given(value, "lost", []))
    ]
    return {**unit, "lost": lost} if lost else unit


def _troop(value: Any, catalog: Catalog) -> dict[str, Any]:
    value = _full(value)
    known = catalog.troops.get(value["code"])
    return {
        "code": value["code"],
        **{key: _given(value, key, getattr(known, key, 0)) for key in TILE_NUMBERS},
        "black": sorted(_entries(value, "black", known)),
        "white": sorted(_entries(value, "white", known)),
        "traits": _entries(value, "traits", known),
        "wounds": _given(value, "wounds", 0),
    }


def _pending(value: Mapping[str, Any]) -> dict[str, Any] | None:
    pending = value.get("pending")
    if pending is None:
        return None
    if value["decision"] == "follow-up":
        left, done = _given(pending, "left", 1), _given(pending, "done", [])
        trait, unit = pending["trait"], pending["unit"]
        return {"trait": trait, "unit": unit, "left": left, "done": list(done)}
    keys = ("unit", "hits") if value["decision"] == "wound" else ("charger", "sector")
    return {key: pending[key] for key in keys}


def _full(troop: Any) -> Mapping[str, Any]:
    return {"code": troop} if isinstance(troop, str) else troop


def _given(value: Mapping[str, Any], key: str, default: Any) -> Any:
    found = value.get(key)
    return default if found is None else found


def _entries(value: Mapping[str, Any], key: str, known: Troop | None) -> list[Any]:
    return list(value.get(key, getattr(known, key, ())) or ())


# What is wrong, in the words of states; names are looked up even where the shape is not right.


def _told(breach: Breach) -> tuple[str, dict[str, Value]]:
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
    if decision in NO_DECISIONS:
        values = {"found": str(decision), "known": DECISIONS}
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
                told = _unknown("state.unknown-trait", trait, catalog.traits)
                yield Problem(f"{where}/traits/{place}", 0, *told)


def _tiles(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every tile that is written as one, with its pointer."""
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
            yield where, _full(tile)


def _unknown(code: str, found: Any, known: Collection[Any]) -> tuple[str, dict[str, Value]]:
    from difflib import get_close_matches

    # A trait that wants its number: the least is the likeliest, not the last in the alphabet.
    least = f"{found}+1"
    near = [least] if least in known else get_close_matches(str(found)[:100], list(known), 1)
    if near:
        return f"{code}-near", {"found": shown(found), "near": near[0]}
    return code, {"found": shown(found)}
