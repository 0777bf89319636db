"""Reading a `pbbuild-state/1` document: its shape, and its tiles filled in from the catalog.

What a document need not say has the plain default: no tokens, no wounds, nobody in contact.
Whether such a state can exist is asked of `possible`.
"""

import difflib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.base.files import Document
from pbbuild.errors import Problem, StateError, Value
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.read import LONGEST_NAME

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
SECTORS: Final = ("left", "centre", "right")
FOLLOW_UPS: Final = ("overwhelming", "double-order", "excite")
ZONES: Final = tuple(
    f"{sector} {position}"
    for sector in SECTORS
    for position in ("A rear", "A front", "engagement", "B front", "B rear")
)
MOST_TOKENS: Final = 999
TILE_NUMBERS: Final = (("dp", 0, 99), ("fv", 1, 30), ("wp", 0, 99))


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
    notes = Notes(document)
    value = document.value
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        found = value.get("format") if isinstance(value, dict) else None
        raise StateError("state.not-a-state", source=document.source, found=str(found))
    reader = _Reader(notes, catalog)
    state = reader.state(value)
    notes.refuse_if_any("state.unreadable")
    return state


class _Reader:
    def __init__(self, notes: Notes, catalog: Catalog) -> None:
        self.notes = notes
        self.catalog = catalog

    def state(self, value: Mapping[str, Any]) -> dict[str, Any]:
        turn = self.choice(value, "", "turn", ("A", "B"), "A")
        state: dict[str, Any] = {
            "format": FORMAT,
            "edition": self.choice(value, "", "edition", tuple(self.catalog.editions), None),
            "size": self.number(value, "", "size", 1, 1000, None),
            "round": self.number(value, "", "round", 0, 999, 1),
            "player1": self.choice(value, "", "player1", ("A", "B"), "A"),
            "turn": turn,
            "decision": self.choice(value, "", "decision", DECISIONS, None),
            "first_turn_of_battle": self.truth(value, "", "first_turn_of_battle"),
            "redeployed": self.text_or_none(value, "", "redeployed"),
            "sides": {},
            "contacts": [],
            "pending": None,
            "round_limit": self.number(value, "", "round_limit", 1, 9999, 50),
        }
        sides = self.mapping(value, "", "sides")
        for side in ("A", "B"):
            state["sides"][side] = self.side(self.mapping(sides, "/sides", side), side)
        for side, enemy in (("A", "B"), ("B", "A")):
            # Not said: what is left and what fell is all there was.
            if state["sides"][side]["fielded"] is None:
                left = sum(
                    troop["dp"]
                    for unit in state["sides"][side]["units"]
                    for troop in unit["troops"]
                )
                state["sides"][side]["fielded"] = left + state["sides"][enemy]["destroyed"]
        state["contacts"] = self.contacts(value)
        state["pending"] = self.pending(value, state["decision"])
        return state

    def side(self, value: Mapping[str, Any], side: str) -> dict[str, Any]:
        where = f"/sides/{side}"
        units = [
            self.unit(unit, f"{where}/units/{place}")
            for place, unit in self.items(value, where, "units", required=True)
        ]
        return {
            "unused": self.number(value, where, "unused", 0, MOST_TOKENS, 0),
            "passed": self.number(value, where, "passed", 0, MOST_TOKENS, 0),
            "set_aside": self.number(value, where, "set_aside", 0, MOST_TOKENS, 0),
            "destroyed": self.number(value, where, "destroyed", 0, 9999, 0),
            "fielded": self.number(value, where, "fielded", 0, 9999, 0)
            if value.get("fielded") is not None
            else None,
            "units": units,
        }

    def unit(self, value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.notes.add(where, "not-an-object")
            return {"id": "", "zone": None, "orders": 0, "troops": []}
        zone = value.get("zone")
        if zone is not None and zone not in ZONES:
            self.unknown(f"{where}/zone", "unknown-zone", zone, ZONES)
            zone = None
        unit = {
            "id": self.text(value, where, "id"),
            "zone": zone,
            "orders": self.number(value, where, "orders", 0, MOST_TOKENS, 0),
            "troops": [
                self.troop(troop, f"{where}/troops/{place}")
                for place, troop in self.items(value, where, "troops", required=True)
            ],
        }
        if "name" in value:
            unit["name"] = self.text(value, where, "name", LONGEST_NAME) if value["name"] else ""
        # What our own documents add: the tiles that fell, by their place in the stack.
        lost = [
            {
                **self.troop(troop, f"{where}/lost/{place}"),
                "place": self.number(troop, f"{where}/lost/{place}", "place", 0, 30, place),
            }
            for place, troop in self.items(value, where, "lost")
            if isinstance(troop, dict)
        ]
        return {**unit, "lost": lost} if lost else unit

    def troop(self, value: Any, where: str) -> dict[str, Any]:
        if isinstance(value, str):
            value = {"code": value}
        if not isinstance(value, dict):
            self.notes.add(where, "not-an-object")
            value = {"code": "?"}
        code = self.text(value, where, "code")
        known = self.catalog.troops.get(code)
        written = {"dp", "fv", "wp", "black", "white", "traits"} & value.keys()
        if known is None and not written:
            self.unknown(f"{where}/code", "unknown-code", code, self.catalog.troops)
        tile: dict[str, Any] = {"code": code}
        for key, low, high in TILE_NUMBERS:
            default = getattr(known, key) if known else (None if written else low)
            tile[key] = self.number(value, where, key, low, high, default)
        tile["black"] = self.faces(value, where, "black", known)
        tile["white"] = self.faces(value, where, "white", known)
        tile["traits"] = self.traits(value, where, known)
        tile["wounds"] = self.number(value, where, "wounds", 0, MOST_TOKENS, 0)
        return tile

    def faces(
        self, value: Mapping[str, Any], where: str, key: str, known: Troop | None
    ) -> list[int]:
        if key not in value:
            return list(getattr(known, key)) if known else []
        found = []
        for place, face in self.items(value, where, key):
            if type(face) is not int or not 1 <= face <= 6:
                self.notes.add(f"{where}/{key}/{place}", "not-a-face", found=_shown(face))
            else:
                found.append(face)
        return sorted(found)

    def traits(self, value: Mapping[str, Any], where: str, known: Troop | None) -> list[str]:
        if "traits" not in value:
            return list(known.traits) if known else []
        found = []
        for place, trait in self.items(value, where, "traits"):
            if isinstance(trait, str) and trait in self.catalog.traits:
                found.append(trait)
            else:
                where_trait = f"{where}/traits/{place}"
                self.unknown(where_trait, "unknown-trait", trait, self.catalog.traits)
        return found

    def contacts(self, value: Mapping[str, Any]) -> list[dict[str, Any]]:
        found = []
        for place, contact in self.items(value, "", "contacts"):
            where = f"/contacts/{place}"
            if not isinstance(contact, dict):
                self.notes.add(where, "not-an-object")
                continue
            many = []
            for number, unit in self.items(contact, where, "many", required=True):
                if isinstance(unit, str):
                    many.append(unit)
                else:
                    self.notes.add(f"{where}/many/{number}", "not-text", found=_shown(unit))
            found.append({"one": self.text(contact, where, "one"), "many": many})
        return found

    def pending(self, value: Mapping[str, Any], decision: str) -> dict[str, Any] | None:
        pending = value.get("pending")
        if pending is None:
            return None
        where = "/pending"
        if not isinstance(pending, dict):
            self.notes.add(where, "not-an-object")
            return None
        if decision in ("react", "target"):
            return {
                "charger": self.text(pending, where, "charger"),
                "sector": self.choice(pending, where, "sector", SECTORS, None),
            }
        if decision == "wound":
            return {
                "unit": self.text(pending, where, "unit"),
                "hits": self.number(pending, where, "hits", 1, MOST_TOKENS, None),
            }
        if decision == "follow-up":
            done = [unit for _, unit in self.items(pending, where, "done")]
            return {
                "trait": self.choice(pending, where, "trait", FOLLOW_UPS, None),
                "unit": self.text(pending, where, "unit"),
                "left": self.number(pending, where, "left", 1, 99, 1),
                "done": [unit for unit in done if isinstance(unit, str)],
            }
        return dict(pending)

    # The parts a document is made of.

    def mapping(self, value: Mapping[str, Any], where: str, key: str) -> Mapping[str, Any]:
        found = value.get(key)
        if isinstance(found, dict):
            return found
        self.notes.add(f"{where}/{key}" if key in value else where, "missing", key=key)
        return {}

    def items(
        self, value: Mapping[str, Any], where: str, key: str, *, required: bool = False
    ) -> Iterable[tuple[int, Any]]:
        found = value.get(key)
        if isinstance(found, list):
            return list(enumerate(found))
        if key in value and found is not None:
            self.notes.add(f"{where}/{key}", "not-a-list")
        elif required:
            self.notes.add(where, "missing", key=key)
        return []

    def number(
        self,
        value: Mapping[str, Any],
        where: str,
        key: str,
        low: int,
        high: int,
        default: int | None,
    ) -> int:
        if value.get(key) is None:
            if default is None:
                self.notes.add(where, "missing", key=key)
            return default or 0
        found = value[key]
        if type(found) is not int:
            self.notes.add(f"{where}/{key}", "not-a-number", found=_shown(found))
            return low
        if not low <= found <= high:
            self.notes.add(f"{where}/{key}", "out-of-range", found=found, low=low, high=high)
            return low
        return found

    def text(self, value: Mapping[str, Any], where: str, key: str, longest: int = 40) -> str:
        if key not in value:
            self.notes.add(where, "missing", key=key)
            return ""
        found = value[key]
        if not isinstance(found, str) or not 1 <= len(found) <= longest or not found.isprintable():
            self.notes.add(f"{where}/{key}", "not-text", found=_shown(found))
            return ""
        return found

    def text_or_none(self, value: Mapping[str, Any], where: str, key: str) -> str | None:
        return None if value.get(key) is None else self.text(value, where, key)

    def truth(self, value: Mapping[str, Any], where: str, key: str) -> bool:
        found = value.get(key, False)
        if not isinstance(found, bool):
            self.notes.add(f"{where}/{key}", "not-a-truth", found=_shown(found))
        return found is True

    def choice(
        self,
        value: Mapping[str, Any],
        where: str,
        key: str,
        known: tuple[str, ...],
        default: str | None,
    ) -> str:
        if value.get(key) is None:
            if default is None:
                self.notes.add(where, "missing", key=key)
            return default or known[0]
        found = value[key]
        if found not in known:
            self.notes.add(f"{where}/{key}", "not-one-of", found=_shown(found), known=known)
            return known[0]
        return str(found)

    def unknown(self, where: str, code: str, found: Any, known: Collection[str]) -> None:
        # A trait that wants its number: the least is the likeliest, not the last in the alphabet.
        least = f"{found}+1"
        near = [least] if least in known else difflib.get_close_matches(str(found), list(known), 1)
        if near:
            self.notes.add(where, f"{code}-near", found=_shown(found), near=near[0])
        else:
            self.notes.add(where, code, found=_shown(found))


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    short = text if len(text) <= 40 else f"{text[:39]}…"
    return "".join(letter if letter.isprintable() else "?" for letter in short)
