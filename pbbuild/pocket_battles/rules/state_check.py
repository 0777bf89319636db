"""Why a state cannot exist: every rule of the game that a written state breaks."""

from collections.abc import Mapping
from typing import Any, Final

from pbbuild.base.documents import Document
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.forces import Tile, tile_of
from pbbuild.pocket_battles.rules.state_file import Notes
from pbbuild.pocket_battles.rules.state_reader import tile_from_json
from pbbuild.pocket_battles.rules.units import (
    has_wound_points,
    largest_unit,
    points_over,
    tokens_at_start,
    troops_over,
    unit_tokens,
)

MOST_TROOPS: Final = 30
NEEDS_PENDING: Final = ("react", "target", "wound", "follow-up")

FOLLOW_UP_EFFECTS: Final = {
    "overwhelming": effects.CHARGES_AGAIN,
    "double-order": effects.SPECIAL_DOUBLE_ORDER,
    "excite": effects.SPECIAL_EXCITE,
}

State = Mapping[str, Any]
Unit = Mapping[str, Any]


def refuse_impossible(document: Document, state: State, catalog: Catalog) -> None:
    """Raise with every reason why `state`, the full form of `document`, cannot exist."""
    notes = Notes(document)
    _Judge(notes, state, catalog).judge()
    notes.refuse_if_any("state.impossible")


def missing_tokens(document: Document, state: State, catalog: Catalog) -> dict[str, int]:
    """Side → tokens that a state does not account for; no rule asks where they are.

    Whoever sketches a moment of his game may leave them out, and is answered all the same.
    """
    judge = _Judge(Notes(document), state, catalog)
    missing = {side: judge.tokens_due(side) - judge.tokens_held(side) for side in ("A", "B")}
    return {side: count for side, count in missing.items() if count > 0}


class _Judge:
    def __init__(self, notes: Notes, state: State, catalog: Catalog) -> None:
        self.notes = notes
        self.state = state
        self.catalog = catalog
        self.decision: str = state["decision"]
        self.pointers: dict[str, str] = {}
        self.units: dict[str, Unit] = {}
        self.side_of: dict[str, str] = {}

    def judge(self) -> None:
        for side in ("A", "B"):
            self.register(side)
        for side in ("A", "B"):
            self.troops(side)
            self.tokens(side)
            self.scores(side)
        in_contact = self.contacts()
        self.zones(in_contact)
        self.moment()
        self.pending()

    def register(self, side: str) -> None:
        for place, unit in enumerate(self.state["sides"][side]["units"]):
            name, where = unit["id"], f"/sides/{side}/units/{place}"
            if name[0] != side.lower():
                self.notes.add(f"{where}/id", "bad-unit-id", found=name, side=side.lower())
            if name in self.units:
                self.notes.add(f"{where}/id", "double-unit-id", found=name)
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
                # A printed tile is one of its kind in an army; made-up tiles may repeat.
                if code in inside or (code in seen and code in self.catalog.troops):
                    self.notes.add(f"{here}/code", "double-code", found=code, unit=seen[code])
                inside.add(code)
                seen[code] = unit["id"]
                if troop["wounds"] and troop["wounds"] >= troop["wp"]:
                    self.notes.add(
                        f"{here}/wounds", "wounds-not-below", found=troop["wounds"], wp=troop["wp"]
                    )
            if not unit["troops"]:
                continue
            tiles = self.tiles(unit)
            if troops_over(len(tiles), tiles):
                limit = largest_unit(tiles)
                self.notes.add(f"{where}/troops", "unit-too-large", found=len(tiles), fv=limit)
            if not has_wound_points(tiles):
                self.notes.add(f"{where}/troops", "no-wound-points", unit=unit["id"])
        if len(seen) > MOST_TROOPS:
            self.notes.add(f"/sides/{side}/units", "too-many-troops", found=len(seen))

    def tokens(self, side: str) -> None:
        held, due = self.tokens_held(side), self.tokens_due(side)
        if held > max(self.most_tokens(side), self.wounds(side)):
            self.notes.add(f"/sides/{side}", "token-sum", side=side, found=held, due=due)

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

    def tiles(self, unit: Unit, *, fallen: bool = False) -> list[Tile]:
        troops = (*unit["troops"], *(unit.get("lost", ()) if fallen else ()))
        return [tile_from_json(troop, self.catalog) for troop in troops]

    def most_tokens(self, side: str) -> int:
        # A Leader that fell this round has left its token until the round ends. PB-T.13.
        units, traits = self.state["sides"][side]["units"], self.catalog.traits
        if any("lost" in unit for unit in units):
            stacks = [self.tiles(unit, fallen=True) for unit in units]
            return tokens_at_start(self.state["size"], stacks, traits)
        # Nobody says what fell: as many Leaders as the destroyed points can have paid for, each
        # with as many tokens as any has.
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
            self.notes.add(where, "fielded-above-size", found=own["fielded"], size=size)
        if living + lost > own["fielded"]:
            self.notes.add(
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
                    self.notes.add(here, "in-two-groups", unit=unit)
                in_contact.add(unit)
                if unit != contact["one"] and self.side_of[unit] == self.side_of.get(
                    contact["one"]
                ):
                    self.notes.add(here, "contact-same-side", unit=unit, one=contact["one"])
                zone = self.units[unit]["zone"]
                if zone is None or not zone.endswith(" engagement"):
                    self.notes.add(here, "contact-outside", unit=unit)
                elif zone != self.units.get(contact["one"], {}).get("zone"):
                    self.notes.add(here, "contact-apart", unit=unit, one=contact["one"])
        return in_contact

    def known(self, where: str, unit: str) -> bool:
        if unit not in self.units:
            self.notes.add(where, "no-such-unit", found=unit)
            return False
        if not self.units[unit]["troops"]:
            self.notes.add(where, "unit-destroyed", unit=unit)
            return False
        return True

    def zones(self, in_contact: set[str]) -> None:
        alone = self.may_stand_alone()
        for name, unit in self.units.items():
            where, zone = f"{self.pointers[name]}/zone", unit["zone"]
            if not unit["troops"]:
                if zone is not None:
                    self.notes.add(where, "destroyed-in-zone", unit=name)
                if unit["orders"]:
                    self.notes.add(f"{self.pointers[name]}/orders", "unit-destroyed", unit=name)
            elif zone is None:
                if self.decision != "deploy":
                    self.notes.add(where, "not-deployed", unit=name)
            elif f" {'B' if self.side_of[name] == 'A' else 'A'} " in zone:
                self.notes.add(where, "enemy-zone", unit=name, zone=zone)
            elif zone.endswith(" engagement") and name not in in_contact and name != alone:
                self.notes.add(where, "engaged-alone", unit=name)

    def may_stand_alone(self) -> str:
        # A charger stands in the engagement zone before it has met anybody. PB-5.2, R-20.
        pending = self.state["pending"] or {}
        if self.decision in ("react", "target"):
            return str(pending.get("charger", ""))
        # So may a unit that has just won its fight and charges again be written. PB-T.11.
        if self.decision == "follow-up" and pending.get("trait") == "overwhelming":
            return str(pending["unit"])
        if (
            self.decision == "wound"
            and self.side_of.get(pending.get("unit", "")) == (self.state["turn"])
        ):
            return str(pending["unit"])
        return ""

    def moment(self) -> None:
        state, turn = self.state, self.state["turn"]
        if self.decision == "deploy":
            self.before_the_battle()
        elif state["round"] < 1:
            self.notes.add("/round", "round-zero", decision=self.decision)
        if state["first_turn_of_battle"] and self.decision != "deploy":
            if state["round"] != 1:
                self.notes.add("/first_turn_of_battle", "first-turn-late", round=state["round"])
            if turn != state["player1"]:
                self.notes.add(
                    "/first_turn_of_battle", "first-turn-of-other", player1=state["player1"]
                )
        if self.decision in ("turn", "act") and not state["sides"][turn]["unused"]:
            self.notes.add(f"/sides/{turn}/unused", "no-turn-without-token", side=turn)
        self.redeployed()

    def before_the_battle(self) -> None:
        if self.state["contacts"]:
            self.notes.add("/contacts", "too-early")
        for name, unit in self.units.items():
            where = self.pointers[name]
            if unit["orders"]:
                self.notes.add(f"{where}/orders", "too-early")
            if any(troop["wounds"] for troop in unit["troops"]):
                self.notes.add(f"{where}/troops", "too-early")
        if self.state["redeployed"] is not None:
            self.notes.add("/redeployed", "too-early")
        for side in ("A", "B"):
            for key in ("passed", "set_aside", "destroyed"):
                if self.state["sides"][side][key]:
                    self.notes.add(f"/sides/{side}/{key}", "too-early")

    def redeployed(self) -> None:
        name = self.state["redeployed"]
        if name is None:
            if self.decision == "act":
                self.notes.add("/redeployed", "act-needs-redeployed")
            return
        if self.decision in ("turn", "sacrifice"):
            self.notes.add("/redeployed", "redeployed-too-early", decision=self.decision)
        if self.known("/redeployed", name) and self.side_of[name] != self.state["turn"]:
            self.notes.add("/redeployed", "not-of-turn", unit=name, side=self.state["turn"])

    def pending(self) -> None:
        pending = self.state["pending"]
        if self.decision not in NEEDS_PENDING:
            return
        if pending is None:
            self.notes.add("/pending", "pending-wanted", decision=self.decision)
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
            self.notes.add("/pending/charger", "not-of-turn", unit=name, side=turn)
        # It has left its front; who still writes it there means the same. R-20.
        zone = f"{pending['sector']} engagement"
        front = f"{pending['sector']} {self.side_of[name]} front"
        if self.units[name]["zone"] not in (zone, front):
            self.notes.add("/pending/charger", "charger-elsewhere", unit=name, zone=zone)
        if any(name in (c["one"], *c["many"]) for c in self.state["contacts"]):
            self.notes.add("/pending/charger", "charger-in-contact", unit=name)

    def follow_up(self, pending: Mapping[str, Any]) -> None:
        name, turn = pending["unit"], self.state["turn"]
        for place, done in enumerate(pending.get("done", ())):
            if done not in self.units:
                self.notes.add(f"/pending/done/{place}", "no-such-unit", found=done)
        # The two actions of a Double Order go on though its giver may have fallen. R-10.
        if pending["trait"] == "double-order" and not self.units.get(name, {}).get("troops"):
            return
        if not self.known("/pending/unit", name):
            return
        if self.side_of[name] != turn:
            self.notes.add("/pending/unit", "not-of-turn", unit=name, side=turn)
        kinds = {
            effect.kind
            for troop in self.units[name]["troops"]
            for trait in troop["traits"]
            for effect in self.catalog.traits[trait].effects
        }
        if FOLLOW_UP_EFFECTS[pending["trait"]] not in kinds:
            self.notes.add("/pending/trait", "lacks-trait", unit=name, trait=pending["trait"])
