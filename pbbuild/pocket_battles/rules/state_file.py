"""Reading a `pbbuild-state/1` document that anybody may have written.

The schema decides the shape. `read_state` fills in what a document may leave out: tiles from the
catalog, and defaults such as no tokens, no wounds, no contacts. `refuse_impossible` checks whether
the rules allow such a state.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.base.documents import Document, Violation, problems_in, shown
from pbbuild.errors import Problem, StateError, Value
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.rules.battle import DECISIONS
from pbbuild.pocket_battles.rules.forces import MOST_TROOPS, ROUND_LIMIT, Tile, tile_of
from pbbuild.pocket_battles.rules.state_document import END, FORMAT, ROLL, tile_from_json
from pbbuild.pocket_battles.rules.units import (
    has_wound_points,
    largest_unit,
    points_over,
    tokens_at_start,
    troops_over,
    unit_tokens,
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
class _Problems:
    """Collects the problems of a document, each with its pointer and line."""

    document: Document
    problems: list[Problem] = field(default_factory=list)

    def add(self, pointer: str, code: str, **values: Value) -> None:
        """Add a problem at `pointer`; its message is `state.<code>`."""
        line = self.document.line_of(pointer)
        self.problems.append(Problem(pointer, line, f"state.{code}", values))

    def refuse_if_any(self, code: str) -> None:
        """Raise an error with all problems, if there are any."""
        if self.problems:
            raise StateError(code, source=self.document.source, problems=tuple(self.problems))


def read_state(document: Document, catalog: Catalog) -> dict[str, Any]:
    """The document with all keys and full tiles; a document of the wrong shape is refused."""
    value = document.value
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        found = value.get("format") if isinstance(value, dict) else None
        raise StateError("state.not-a-state", source=document.source, found=str(found))
    problems = problems_in(document, _SCHEMA, _problem_of, further=_unknown_names(value, catalog))
    _Problems(document, problems).refuse_if_any("state.unreadable")
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
    keys = ("unit", "hits") if value["decision"] == "wound" else ("charger", "sector")
    return {key: pending[key] for key in keys}


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


NEEDS_PENDING: Final = ("react", "target", "wound", "follow-up")

FOLLOW_UP_EFFECTS: Final = {
    "overwhelming": effects.CHARGES_AGAIN,
    "double-order": effects.SPECIAL_DOUBLE_ORDER,
    "excite": effects.SPECIAL_EXCITE,
}

StateDocument = Mapping[str, Any]
UnitDocument = Mapping[str, Any]


def refuse_impossible(document: Document, state: StateDocument, catalog: Catalog) -> None:
    """Raise with every reason why `state`, the full form of `document`, cannot exist."""
    problems = _Problems(document)
    _StateCheck(problems, state, catalog).check()
    problems.refuse_if_any("state.impossible")


def missing_tokens(document: Document, state: StateDocument, catalog: Catalog) -> dict[str, int]:
    """Side → number of tokens that are nowhere in the state.

    No rule needs to know where they are, so a state without them is still a valid question.
    """
    check = _StateCheck(_Problems(document), state, catalog)
    missing = {side: check.tokens_due(side) - check.tokens_held(side) for side in ("A", "B")}
    return {side: count for side, count in missing.items() if count > 0}


class _StateCheck:
    def __init__(self, problems: _Problems, state: StateDocument, catalog: Catalog) -> None:
        self.problems = problems
        self.state = state
        self.catalog = catalog
        self.decision: str = state["decision"]
        self.pointers: dict[str, str] = {}
        self.units: dict[str, UnitDocument] = {}
        self.side_of: dict[str, str] = {}

    def check(self) -> None:
        for side in ("A", "B"):
            self.add_units(side)
        for side in ("A", "B"):
            self.troops(side)
            self.tokens(side)
            self.scores(side)
        in_contact = self.contacts()
        self.zones(in_contact)
        self.timing()
        self.pending()

    def add_units(self, side: str) -> None:
        for place, unit in enumerate(self.state["sides"][side]["units"]):
            name, where = unit["id"], f"/sides/{side}/units/{place}"
            if name[0] != side.lower():
                self.problems.add(f"{where}/id", "bad-unit-id", found=name, side=side.lower())
            if name in self.units:
                self.problems.add(f"{where}/id", "double-unit-id", found=name)
            self.units[name] = unit
            self.pointers[name] = where
            self.side_of[name] = side

    def troops(self, side: str) -> None:
        seen: dict[str, str] = {}
        for place, unit in enumerate(self.state["sides"][side]["units"]):
            where = f"/sides/{side}/units/{place}"
            inside: set[str] = set()
            for number, troop in enumerate(unit["troops"]):
                here = f"{where}/troops/{number}"
                code = troop["code"]
                # An army has each printed tile once; made-up tiles may repeat.
                if code in inside or (code in seen and code in self.catalog.troops):
                    self.problems.add(f"{here}/code", "double-code", found=code, unit=seen[code])
                inside.add(code)
                seen[code] = unit["id"]
                if troop["wounds"] and troop["wounds"] >= troop["wp"]:
                    self.problems.add(
                        f"{here}/wounds", "wounds-not-below", found=troop["wounds"], wp=troop["wp"]
                    )
            if not unit["troops"]:
                continue
            tiles = self.tiles(unit)
            if troops_over(len(tiles), tiles):
                limit = largest_unit(tiles)
                self.problems.add(f"{where}/troops", "unit-too-large", found=len(tiles), fv=limit)
            if not has_wound_points(tiles):
                self.problems.add(f"{where}/troops", "no-wound-points", unit=unit["id"])
        if len(seen) > MOST_TROOPS:
            self.problems.add(f"/sides/{side}/units", "too-many-troops", found=len(seen))

    def tokens(self, side: str) -> None:
        held, due = self.tokens_held(side), self.tokens_due(side)
        if held > max(self.most_tokens(side), self.wounds(side)):
            self.problems.add(f"/sides/{side}", "token-sum", side=side, found=held, due=due)

    def tokens_held(self, side: str) -> int:
        own = self.state["sides"][side]
        on_units = sum(unit["orders"] for unit in own["units"]) + self.wounds(side)
        return int(own["unused"] + own["passed"] + own["set_aside"] + on_units)

    def tokens_due(self, side: str) -> int:
        units = self.state["sides"][side]["units"]
        return tokens_at_start(self.state["size"], map(self.tiles, units), self.catalog.traits)

    def wounds(self, side: str) -> int:
        units = self.state["sides"][side]["units"]
        return sum(troop["wounds"] for unit in units for troop in unit["troops"])

    def tiles(self, unit: UnitDocument, *, fallen: bool = False) -> list[Tile]:
        troops = (*unit["troops"], *(unit.get("lost", ()) if fallen else ()))
        return [tile_from_json(troop, self.catalog) for troop in troops]

    def most_tokens(self, side: str) -> int:
        # The token of a Leader eliminated in this round stays until the round ends. PB-T.13.
        units, traits = self.state["sides"][side]["units"], self.catalog.traits
        if any("lost" in unit for unit in units):
            stacks = [self.tiles(unit, fallen=True) for unit in units]
            return tokens_at_start(self.state["size"], stacks, traits)
        # The eliminated tiles are not given: assume as many Leaders as the destroyed points
        # can pay for, each with the most tokens that any Leader has.
        enemy = "B" if side == "A" else "A"
        destroyed: int = self.state["sides"][enemy]["destroyed"]
        written = [tile for unit in self.units.values() for tile in self.tiles(unit)]
        tokens = [
            (troop.dp, unit_tokens((troop,), traits))
            for troop in (*written, *map(tile_of, self.catalog.troops.values()))
        ]
        leaders = [(dp, count) for dp, count in tokens if count]
        fallen = destroyed // max(1, min((dp for dp, _ in leaders), default=1))
        most = max((count for _, count in leaders), default=1)
        return self.tokens_due(side) + fallen * most

    def scores(self, side: str) -> None:
        own = self.state["sides"][side]
        enemy = "B" if side == "A" else "A"
        lost = self.state["sides"][enemy]["destroyed"]
        living = sum(troop["dp"] for unit in own["units"] for troop in unit["troops"])
        where = f"/sides/{side}/fielded"
        size = self.state["size"]
        if points_over(own["fielded"], size):
            self.problems.add(where, "fielded-above-size", found=own["fielded"], size=size)
        if living + lost > own["fielded"]:
            self.problems.add(
                where, "fielded-too-low", side=side, found=own["fielded"], living=living, lost=lost
            )

    def contacts(self) -> set[str]:
        in_contact: set[str] = set()
        for place, contact in enumerate(self.state["contacts"]):
            where = f"/contacts/{place}"
            members = [(f"{where}/one", contact["one"])]
            members += [(f"{where}/many/{n}", unit) for n, unit in enumerate(contact["many"])]
            known = [(here, unit) for here, unit in members if self.known(here, unit)]
            for here, unit in known:
                if unit in in_contact:
                    self.problems.add(here, "in-two-groups", unit=unit)
                in_contact.add(unit)
                if unit != contact["one"] and self.side_of[unit] == self.side_of.get(
                    contact["one"]
                ):
                    self.problems.add(here, "contact-same-side", unit=unit, one=contact["one"])
                zone = self.units[unit]["zone"]
                if zone is None or not zone.endswith(" engagement"):
                    self.problems.add(here, "contact-outside", unit=unit)
                elif zone != self.units.get(contact["one"], {}).get("zone"):
                    self.problems.add(here, "contact-apart", unit=unit, one=contact["one"])
        return in_contact

    def known(self, where: str, unit: str) -> bool:
        if unit not in self.units:
            self.problems.add(where, "no-such-unit", found=unit)
            return False
        if not self.units[unit]["troops"]:
            self.problems.add(where, "unit-destroyed", unit=unit)
            return False
        return True

    def zones(self, in_contact: set[str]) -> None:
        may_be_alone = self.may_stand_alone()
        for name, unit in self.units.items():
            where, zone = f"{self.pointers[name]}/zone", unit["zone"]
            if not unit["troops"]:
                if zone is not None:
                    self.problems.add(where, "destroyed-in-zone", unit=name)
                if unit["orders"]:
                    self.problems.add(f"{self.pointers[name]}/orders", "unit-destroyed", unit=name)
            elif zone is None:
                if self.decision != "deploy":
                    self.problems.add(where, "not-deployed", unit=name)
            elif f" {'B' if self.side_of[name] == 'A' else 'A'} " in zone:
                self.problems.add(where, "enemy-zone", unit=name, zone=zone)
            elif zone.endswith(" engagement") and name not in in_contact and name != may_be_alone:
                self.problems.add(where, "engaged-alone", unit=name)

    def may_stand_alone(self) -> str:
        # A charger is in the engagement zone before it has a target. PB-5.2, R-20.
        pending = self.state["pending"] or {}
        if self.decision in ("react", "target"):
            return str(pending.get("charger", ""))
        # So is a unit that has won its engagement and charges again. PB-T.11.
        if self.decision == "follow-up" and pending.get("trait") == "overwhelming":
            return str(pending["unit"])
        if (
            self.decision == "wound"
            and self.side_of.get(pending.get("unit", "")) == (self.state["turn"])
        ):
            return str(pending["unit"])
        return ""

    def timing(self) -> None:
        state, turn = self.state, self.state["turn"]
        if self.decision == "deploy":
            self.before_battle()
        elif state["round"] < 1:
            self.problems.add("/round", "round-zero", decision=self.decision)
        if state["first_turn_of_battle"] and self.decision != "deploy":
            if state["round"] != 1:
                self.problems.add("/first_turn_of_battle", "first-turn-late", round=state["round"])
            if turn != state["player1"]:
                self.problems.add(
                    "/first_turn_of_battle", "first-turn-of-other", player1=state["player1"]
                )
        if self.decision in ("turn", "act") and not state["sides"][turn]["unused"]:
            self.problems.add(f"/sides/{turn}/unused", "no-turn-without-token", side=turn)
        self.redeployed()

    def before_battle(self) -> None:
        if self.state["contacts"]:
            self.problems.add("/contacts", "too-early")
        for name, unit in self.units.items():
            where = self.pointers[name]
            if unit["orders"]:
                self.problems.add(f"{where}/orders", "too-early")
            if any(troop["wounds"] for troop in unit["troops"]):
                self.problems.add(f"{where}/troops", "too-early")
        if self.state["redeployed"] is not None:
            self.problems.add("/redeployed", "too-early")
        for side in ("A", "B"):
            for key in ("passed", "set_aside", "destroyed"):
                if self.state["sides"][side][key]:
                    self.problems.add(f"/sides/{side}/{key}", "too-early")

    def redeployed(self) -> None:
        name = self.state["redeployed"]
        if name is None:
            if self.decision == "act":
                self.problems.add("/redeployed", "act-needs-redeployed")
            return
        if self.decision in ("turn", "sacrifice"):
            self.problems.add("/redeployed", "redeployed-too-early", decision=self.decision)
        if self.known("/redeployed", name) and self.side_of[name] != self.state["turn"]:
            self.problems.add("/redeployed", "not-of-turn", unit=name, side=self.state["turn"])

    def pending(self) -> None:
        pending = self.state["pending"]
        if self.decision not in NEEDS_PENDING:
            return
        if pending is None:
            self.problems.add("/pending", "pending-wanted", decision=self.decision)
        elif self.decision in ("react", "target"):
            self.charger(pending)
        elif self.decision == "wound":
            self.known("/pending/unit", pending["unit"])
        else:
            self.follow_up(pending)

    def charger(self, pending: Mapping[str, Any]) -> None:
        name, turn = pending["charger"], self.state["turn"]
        if not self.known("/pending/charger", name):
            return
        if self.side_of[name] != turn:
            self.problems.add("/pending/charger", "not-of-turn", unit=name, side=turn)
        # It has left its front, but a document that still has it there means the same. R-20.
        zone = f"{pending['sector']} engagement"
        front = f"{pending['sector']} {self.side_of[name]} front"
        if self.units[name]["zone"] not in (zone, front):
            self.problems.add("/pending/charger", "charger-elsewhere", unit=name, zone=zone)
        if any(name in (c["one"], *c["many"]) for c in self.state["contacts"]):
            self.problems.add("/pending/charger", "charger-in-contact", unit=name)

    def follow_up(self, pending: Mapping[str, Any]) -> None:
        name, turn = pending["unit"], self.state["turn"]
        for place, done in enumerate(pending.get("done", ())):
            if done not in self.units:
                self.problems.add(f"/pending/done/{place}", "no-such-unit", found=done)
        # The two actions of a Double Order continue though its unit may be destroyed. R-10.
        if pending["trait"] == "double-order" and not self.units.get(name, {}).get("troops"):
            return
        if not self.known("/pending/unit", name):
            return
        if self.side_of[name] != turn:
            self.problems.add("/pending/unit", "not-of-turn", unit=name, side=turn)
        kinds = {
            effect.kind
            for troop in self.units[name]["troops"]
            for trait in troop["traits"]
            for effect in self.catalog.traits[trait].effects
        }
        if FOLLOW_UP_EFFECTS[pending["trait"]] not in kinds:
            self.problems.add("/pending/trait", "lacks-trait", unit=name, trait=pending["trait"])
