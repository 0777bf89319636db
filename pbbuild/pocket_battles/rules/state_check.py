"""Whether the rules allow a state: every reason why a `pbbuild-state/1` document cannot exist.

`refuse_impossible` checks what the document says against the clauses, `refuse_idle_decision` that
a side has something to decide. What a document leaves out (tokens, units, fallen tiles) is no
contradiction; every state that play reaches passes.

A sketch of a moment shows few units, and says only what the question is about. A side that
accounts for all points it fielded, more than half of the size, is intact: it is held to what only
a sketch may leave open, such as with whose turn a round begins.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbbuild.base.documents import Document
from pbbuild.errors import Problem, StateError, Value
from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.forces import MOST_TROOPS, Tile, tile_of
from pbbuild.pocket_battles.rules.profile import Profile, profile
from pbbuild.pocket_battles.rules.state_document import tile_from_json
from pbbuild.pocket_battles.rules.units import (
    has_wound_points,
    largest_unit,
    points_over,
    points_to_win,
    tokens_at_start,
    troops_over,
    unit_tokens,
)


@dataclass
class StateProblems:
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


# The smallest size that the editions recommend. PB-1.2.
SMALLEST_ARMY: Final = 50
FEWEST_UNITS: Final = 3
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
    problems = StateProblems(document)
    _StateCheck(problems, state, catalog).check()
    problems.refuse_if_any("state.impossible")


def refuse_idle_decision(document: Document, battle: Battle) -> None:
    """Raise where nobody is asked: no option at all, or none but to do nothing. PB-11, R-23."""
    texts = [option.text for option in battle.options()]
    if not texts or texts in (["wait"], ["done"]):
        raise StateError(
            "state.nothing-to-decide",
            source=document.source,
            decision=battle.decision(),
            side=SIDES[battle.decider()],
        )


def missing_tokens(document: Document, state: StateDocument, catalog: Catalog) -> dict[str, int]:
    """Side → number of tokens that are nowhere in the state.

    No rule needs to know where they are, so a state without them is still a valid question.
    """
    check = _StateCheck(StateProblems(document), state, catalog)
    missing = {side: check.tokens_due(side) - check.tokens_held(side) for side in ("A", "B")}
    return {side: count for side, count in missing.items() if count > 0}


class _StateCheck:
    def __init__(self, problems: StateProblems, state: StateDocument, catalog: Catalog) -> None:
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
        self.complete = {side: self.is_complete(side) for side in ("A", "B")}
        self.whole = {side: self.is_whole(side) for side in ("A", "B")}
        self.list_order()
        for side in ("A", "B"):
            self.troops(side)
            self.lost(side)
            self.tokens(side)
            self.scores(side)
        self.in_contact = self.contacts()
        self.zones(self.in_contact)
        self.timing()
        self.pending()

    def add_units(self, side: str) -> None:
        for place, unit in enumerate(self.state["sides"][side]["units"]):
            name, where = unit["id"], f"/sides/{side}/units/{place}"
            if name[0] != side.lower() or int(name[1:]) > MOST_TROOPS:
                self.problems.add(f"{where}/id", "bad-unit-id", found=name, side=side.lower())
            elif name in self.units:
                self.problems.add(f"{where}/id", "double-unit-id", found=name)
            self.units[name] = unit
            self.pointers[name] = where
            self.side_of[name] = side

    def is_complete(self, side: str) -> bool:
        """Whether the document accounts for every point that the side says it fielded."""
        written = self.problems.document.value["sides"][side].get("fielded")
        return written is not None and self.living(side) + self.lost_by(side) == written

    def is_whole(self, side: str) -> bool:
        """Whether the side is complete and more than half of an army of the usual size."""
        own = self.state["sides"][side]
        large: bool = 2 * own["fielded"] > max(SMALLEST_ARMY, self.state["size"])
        return large and len(own["units"]) >= FEWEST_UNITS and self.complete[side]

    def list_order(self) -> None:
        # Strikes and shares go by list order. PB-5.4, PB-8.4.
        for side in ("A", "B"):
            units = self.state["sides"][side]["units"] if self.whole[side] else ()
            numbers = [int(unit["id"][1:]) for unit in units]
            for place in range(1, len(numbers)):
                if numbers[place] < numbers[place - 1]:
                    where, found = f"/sides/{side}/units/{place}/id", units[place]["id"]
                    self.problems.add(where, "unit-order", found=found)

    def living(self, side: str) -> int:
        units = self.state["sides"][side]["units"]
        return sum(troop["dp"] for unit in units for troop in unit["troops"])

    def lost_by(self, side: str) -> int:
        return int(self.state["sides"][_enemy(side)]["destroyed"])

    def may_have_lost(self, name: str) -> bool:
        """Whether troops of the unit may have fallen that the document does not list."""
        side = self.side_of[name]
        lists = any("lost" in unit for unit in self.state["sides"][side]["units"])
        return not lists and (self.lost_by(side) > 0 or not self.complete[side])

    def troops(self, side: str) -> None:
        seen: dict[str, str] = {}
        count = 0
        for place, unit in enumerate(self.state["sides"][side]["units"]):
            where = f"/sides/{side}/units/{place}"
            inside: set[str] = set()
            count += len(unit["troops"]) + len(unit.get("lost", ()))
            entries = [("troops", number, troop) for number, troop in enumerate(unit["troops"])]
            entries += [
                ("lost", number, troop) for number, troop in enumerate(unit.get("lost", ()))
            ]
            for key, number, troop in entries:
                here = f"{where}/{key}/{number}"
                code = troop["code"]
                # An army has each printed tile once; made-up tiles may repeat.
                if code in inside or (code in seen and code in self.catalog.troops):
                    self.problems.add(f"{here}/code", "double-code", found=code, unit=seen[code])
                inside.add(code)
                seen[code] = unit["id"]
                if len(set(troop["traits"])) < len(troop["traits"]):
                    self.problems.add(f"{here}/traits", "double-trait", found=code)
                if troop["wounds"] and troop["wounds"] >= troop["wp"]:
                    self.problems.add(
                        f"{here}/wounds", "wounds-not-below", found=troop["wounds"], wp=troop["wp"]
                    )
            stack = self.tiles(unit, fallen=True)
            if stack and troops_over(len(stack), stack):
                limit = largest_unit(stack)
                self.problems.add(f"{where}/troops", "unit-too-large", found=len(stack), fv=limit)
            if unit["troops"] and not has_wound_points(self.tiles(unit)):
                self.problems.add(f"{where}/troops", "no-wound-points", unit=unit["id"])
        if count > MOST_TROOPS:
            self.problems.add(f"/sides/{side}/units", "too-many-troops", found=count)

    def lost(self, side: str) -> None:
        units = self.state["sides"][side]["units"]
        for place, unit in enumerate(units):
            where, fallen = f"/sides/{side}/units/{place}/lost", unit.get("lost", ())
            height = len(unit["troops"]) + len(fallen)
            places = [troop["place"] for troop in fallen]
            if len(set(places)) < len(places) or any(not 0 <= at < height for at in places):
                self.problems.add(where, "lost-places", found=len(fallen), height=height)
            if fallen and not has_wound_points(self.tiles(unit, fallen=True)):
                self.problems.add(where, "no-wound-points", unit=unit["id"])
            if any(troop["wounds"] for troop in fallen):
                self.problems.add(where, "lost-wounds", unit=unit["id"])
        points = sum(troop["dp"] for unit in units for troop in unit.get("lost", ()))
        destroyed = self.state["sides"][_enemy(side)]["destroyed"]
        if points > destroyed:
            where = f"/sides/{_enemy(side)}/destroyed"
            self.problems.add(where, "lost-unscored", found=points, destroyed=destroyed)
        elif points < destroyed and any("lost" in unit for unit in units):
            where = f"/sides/{_enemy(side)}/destroyed"
            self.problems.add(where, "scored-unlost", found=points, destroyed=destroyed)

    def tokens(self, side: str) -> None:
        held, due = self.tokens_held(side), self.tokens_due(side)
        own = self.state["sides"][side]
        too_few = held < due and self.whole[side] and self.names_all_tokens(side)
        if too_few or held > max(self.most_tokens(side), self.wounds(side)):
            self.problems.add(f"/sides/{side}", "token-sum", side=side, found=held, due=due)
        if self.decision == "sacrifice":
            # All tokens have returned, and those of what is sacrificed do at once. PB-4.6.
            for key in ("passed", "set_aside"):
                if own[key]:
                    self.problems.add(f"/sides/{side}/{key}", "tokens-returned")
            for place, unit in enumerate(own["units"]):
                if unit["orders"]:
                    self.problems.add(f"/sides/{side}/units/{place}/orders", "tokens-returned")
            unused = max(0, due - self.wounds(side))
            if own["unused"] > unused:
                where = f"/sides/{side}/unused"
                self.problems.add(where, "token-sum", side=side, found=held, due=due)

    def names_all_tokens(self, side: str) -> bool:
        written = self.problems.document.value["sides"][side]
        return all(written.get(key) is not None for key in ("unused", "passed", "set_aside"))

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
        # The eliminated tiles are not given: assume as many Leaders as the destroyed points can
        # pay for, each with the most tokens. Beside made-up tiles, a Leader of 1 DP may have been.
        destroyed: int = self.state["sides"][_enemy(side)]["destroyed"]
        living = [tile for unit in units for tile in self.tiles(unit)]
        leaders = [
            (troop.dp, count)
            for troop in (*living, *map(tile_of, self.catalog.troops.values()))
            if (count := unit_tokens((troop,), traits))
        ]
        most = max((count for _, count in leaders), default=1)
        if any(tile != _printed(tile, self.catalog) for tile in living):
            fallen = min(destroyed, MOST_TROOPS - len(living))
        else:
            fallen = destroyed // max(1, min((dp for dp, _ in leaders), default=1))
        return self.tokens_due(side) + max(0, fallen) * most

    def scores(self, side: str) -> None:
        own = self.state["sides"][side]
        lost, living = self.lost_by(side), self.living(side)
        where = f"/sides/{side}/fielded"
        size = self.state["size"]
        if points_over(own["fielded"], size):
            self.problems.add(where, "fielded-above-size", found=own["fielded"], size=size)
        if not own["fielded"]:
            self.problems.add(where, "fielded-nothing", side=side)
        # A question may leave units out, but not where it lists what has fallen, nor of one side
        # alone.
        complete = any("lost" in unit for unit in own["units"]) or self.whole[_enemy(side)]
        if living + lost > own["fielded"] or (complete and living + lost < own["fielded"]):
            code = "fielded-too-low" if living + lost > own["fielded"] else "fielded-too-high"
            self.problems.add(
                where, code, side=side, found=own["fielded"], living=living, lost=lost
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
            if len(known) == len(members) and self.whole["A"] and self.whole["B"]:
                self.formed(where, contact["one"], contact["many"])
        return in_contact

    def formed(self, where: str, one: str, many: Sequence[str]) -> None:
        # Each contact began with a charge or an interception, which take a black die: by the one,
        # at one of its enemies, or by an enemy. PB-5.2, PB-6.3.
        without = [unit for unit in many if not self.had_black(unit)]
        if len(without) > (1 if self.had_black(one) else 0):
            self.problems.add(where, "nobody-charged", one=one, many=tuple(without))

    def had_black(self, name: str) -> bool:
        unit = self.units[name]
        troops = (*unit["troops"], *unit.get("lost", ()))
        return any(troop["black"] for troop in troops) or self.may_have_lost(name)

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
        if state["round"] > state["round_limit"]:
            self.problems.add("/round", "beyond-round-limit", limit=state["round_limit"])
        if state["first_turn_of_battle"] and self.decision != "deploy":
            if state["round"] != 1:
                self.problems.add("/first_turn_of_battle", "first-turn-late", round=state["round"])
            if turn != state["player1"]:
                self.problems.add(
                    "/first_turn_of_battle", "first-turn-of-other", player1=state["player1"]
                )
            self.first_turn()
        if self.decision in ("turn", "act") and not state["sides"][turn]["unused"]:
            self.problems.add(f"/sides/{turn}/unused", "no-turn-without-token", side=turn)
        if self.decision in ("turn", "act") and self.is_fresh():
            self.first_of_round()
        self.redeployed()

    def is_fresh(self) -> bool:
        """Whether nobody has spent a token in this round, so that its first turn begins.

        A token spent lies on a unit, is passed or set aside; only a side without unused ones
        takes it from there for a wound. PB-7.2.
        """
        for side in ("A", "B"):
            own = self.state["sides"][side]
            spent = own["passed"] + own["set_aside"] + sum(unit["orders"] for unit in own["units"])
            if spent or not own["unused"] or not self.whole[side]:
                return False
            if not self.names_all_tokens(side) or self.tokens_held(side) < self.tokens_due(side):
                return False
        return True

    def first_of_round(self) -> None:
        state, turn = self.state, self.state["turn"]
        first = state["player1"] if state["round"] % 2 else _enemy(state["player1"])
        if turn != first:
            self.problems.add("/turn", "round-begun-by-other", round=state["round"], side=first)
        elif (
            state["round"] == 1
            and self.problems.document.value.get("first_turn_of_battle") is False
        ):
            self.problems.add("/first_turn_of_battle", "first-turn-unmarked")
        for side in ("A", "B"):
            own, fielded = state["sides"][side], state["sides"][_enemy(side)]["fielded"]
            if own["destroyed"] >= points_to_win(fielded):
                where = f"/sides/{side}/destroyed"
                self.problems.add(where, "already-won", side=side, found=own["destroyed"])

    def first_turn(self) -> None:
        """What cannot be there in the first turn of the battle, before its first action."""
        if self.decision in ("sacrifice", "follow-up"):
            special = (self.state["pending"] or {}).get("trait") != "overwhelming"
            if self.decision == "sacrifice" or special:
                self.problems.add(
                    "/first_turn_of_battle", "first-turn-decision", decision=self.decision
                )
        if self.decision in ("turn", "act"):
            self.untouched("first-turn-spent")
            return
        if self.decision in ("react", "target") and self.state["contacts"]:
            self.problems.add("/contacts", "first-turn-spent")
        if self.decision == "react":
            self.unharmed("first-turn-spent")
        # One order of each side so far: an action and a reaction to it.
        for side in ("A", "B"):
            own = self.state["sides"][side]
            if own["passed"]:
                self.problems.add(f"/sides/{side}/passed", "first-turn-spent")
            if sum(1 for unit in own["units"] if unit["orders"]) > 1:
                self.problems.add(f"/sides/{side}/units", "first-turn-spent")

    def before_battle(self) -> None:
        if self.state["round"] > 1:
            self.problems.add("/round", "too-early")
        if self.state["redeployed"] is not None:
            self.problems.add("/redeployed", "too-early")
        self.untouched("too-early")
        self.placed_in_turn()

    def placed_in_turn(self) -> None:
        # From Player 1 on the players place one unit each, as long as both have some. PB-3.2.
        turn, first = self.state["turn"], self.state["player1"]
        other = _enemy(turn)
        placed = dict.fromkeys(("A", "B"), 0)
        waiting = dict.fromkeys(("A", "B"), 0)
        for name, unit in self.units.items():
            counts = waiting if unit["zone"] is None else placed
            counts[self.side_of[name]] += 1
        ahead = 0 if turn == first else 1  # how many more the other has placed
        if not waiting[turn]:
            self.problems.add("/turn", "all-deployed", side=turn)
        elif placed[turn] < placed[other] - ahead or (
            waiting[other] and placed[turn] > placed[other] - ahead
        ):
            self.problems.add("/turn", "deploys-out-of-turn", side=turn)

    def untouched(self, code: str) -> None:
        """Add the problem `code` for every order, wound, contact, loss or spent token."""
        if self.state["contacts"]:
            self.problems.add("/contacts", code)
        self.unharmed(code)
        for name, unit in self.units.items():
            if unit["orders"]:
                self.problems.add(f"{self.pointers[name]}/orders", code)
        for side in ("A", "B"):
            # Tokens that are not accounted for are taken as set aside; a note says so.
            if self.state["sides"][side]["passed"]:
                self.problems.add(f"/sides/{side}/passed", code)
            if self.state["sides"][side]["set_aside"] and code == "too-early":
                self.problems.add(f"/sides/{side}/set_aside", code)

    def unharmed(self, code: str) -> None:
        """Add the problem `code` for every wound and loss."""
        for name, unit in self.units.items():
            where = self.pointers[name]
            if any(troop["wounds"] for troop in unit["troops"]) or not unit["troops"]:
                self.problems.add(f"{where}/troops", code)
            if unit.get("lost"):
                self.problems.add(f"{where}/lost", code)
        for side in ("A", "B"):
            if self.state["sides"][side]["destroyed"]:
                self.problems.add(f"/sides/{side}/destroyed", code)

    def redeployed(self) -> None:
        name = self.state["redeployed"]
        if name is None:
            if self.decision == "act":
                self.problems.add("/redeployed", "act-needs-redeployed")
            return
        if self.decision in ("turn", "sacrifice"):
            self.problems.add("/redeployed", "redeployed-too-early", decision=self.decision)
        if name not in self.units:
            self.problems.add("/redeployed", "no-such-unit", found=name)
            return
        if self.side_of[name] != self.state["turn"]:
            self.problems.add("/redeployed", "not-of-turn", unit=name, side=self.state["turn"])
        unit, kinds = self.units[name], self.effects_of(name)
        if effects.MAY_NOT_REDEPLOY in kinds:
            self.problems.add("/redeployed", "slow-redeployed", unit=name)
        # Only a Fast unit acts after its redeployment; at a target its Fast troop may have died.
        pending = self.state["pending"] or {}
        if self.decision in ("act", "react", "target"):
            may_be_engaged = pending.get("charger") == name
            if not unit["troops"]:
                self.problems.add("/redeployed", "unit-destroyed", unit=name)
        else:
            may_be_engaged = self.has_or_had(name, effects.REDEPLOYS_AND_ACTS)
        if str(unit["zone"]).endswith(" engagement") and not may_be_engaged:
            self.problems.add("/redeployed", "redeployed-engaged", unit=name)
        acting = pending.get("charger") if self.decision == "react" else None
        if self.decision == "follow-up" and pending.get("trait") != "overwhelming":
            acting = pending.get("unit") if unit["troops"] else None
        if acting == name and effects.REDEPLOYS_AND_ACTS not in kinds:
            self.problems.add("/redeployed", "redeployed-acts", unit=name)

    def effects_of(self, name: str) -> set[str]:
        """The kinds of effects of a unit's living troops."""
        return {
            effect.kind
            for troop in self.units[name]["troops"]
            for trait in troop["traits"]
            for effect in self.catalog.traits[trait].effects
        }

    def has_or_had(self, name: str, kind: str) -> bool:
        """Whether a unit has an effect, or may have had it from a fallen troop."""
        fallen = {
            effect.kind
            for troop in self.units[name].get("lost", ())
            for trait in troop["traits"]
            for effect in self.catalog.traits[trait].effects
        }
        return kind in self.effects_of(name) | fallen or self.may_have_lost(name)

    def pending(self) -> None:
        pending = self.state["pending"]
        if self.decision not in NEEDS_PENDING:
            return
        if pending is None:
            self.problems.add("/pending", "pending-wanted", decision=self.decision)
        elif self.decision in ("react", "target"):
            self.charger(pending)
        elif self.decision == "wound":
            if self.known("/pending/unit", pending["unit"]):
                self.hits(pending)
        else:
            self.follow_up(pending)

    def hits(self, pending: Mapping[str, Any]) -> None:
        """Check that a unit can have been hit just now, and by so many hits."""
        name, lethal = pending["unit"], bool(pending.get("lethal"))
        sources = list(self.shooters_at(name))
        if lethal:
            sources = [found for found in sources if self.is_lethal(found[0])]
        else:
            sources += [*self.strikers_at(name), *self.self_hits_of(name)]
        if lethal and not any(map(self.is_lethal, self.units)):
            self.problems.add("/pending/lethal", "nobody-lethal")
        elif self.complete["A"] and self.complete["B"]:
            # Any other question may leave out the unit that scored them.
            most = max((most for _, most in sources), default=0)
            if not most and self.whole["A"] and self.whole["B"]:
                code = "nobody-lethal" if lethal else "nobody-hits"
                self.problems.add("/pending/unit", code, unit=name)
            elif most and pending["hits"] > most:
                found = pending["hits"]
                self.problems.add("/pending/hits", "too-many-hits", found=found, most=most)

    def self_hits_of(self, name: str) -> Iterator[tuple[str, int]]:
        """The unit itself where its charge can have hit it, and as many hits. PB-T.21."""
        # Its fallen troops may have given most of the dice.
        charged = self.side_of[name] == self.state["turn"]
        charged = charged and not str(self.units[name]["zone"]).endswith(" rear")
        if charged and self.has_or_had(name, effects.SELF_HIT_FACES):
            yield name, MOST_TROOPS

    def strikers_at(self, name: str) -> Iterator[tuple[str, int]]:
        """The enemies in contact with a unit, and the most hits each can score. PB-6.1."""
        for contact in self.state["contacts"]:
            if name == contact["one"]:
                enemies = contact["many"]
            elif name in contact["many"]:
                enemies = [contact["one"]]
            else:
                continue
            for enemy in enemies:
                if not self.units.get(enemy, {}).get("troops"):
                    continue  # no unit that could strike, which is a problem of its own
                own = self.profile(enemy)
                orders = self.units[enemy]["orders"]
                dice = own.strike_dice(charging=True, orders=orders, enemy_wounded=True)
                dice += self.excite_dice()
                yield enemy, _most_hits(own.black, dice, own.effect(effects.SCORING_HITS))

    def shooters_at(self, name: str) -> Iterator[tuple[str, int]]:
        """Who can have shot at a unit, or into its group, and the most hits. PB-8, PB-5.2.4."""
        side, turn, zone = self.side_of[name], self.state["turn"], self.units[name]["zone"]
        alone = str(zone).endswith(" engagement") and name not in self.in_contact
        for shooter, unit in self.units.items():
            if shooter == name or not unit["troops"] or unit["zone"] is None:
                continue
            own = self.profile(shooter)
            place = str(unit["zone"]).split()[-1]
            if self.side_of[shooter] != turn:
                # A reaction: at the charger, from the front of its sector.
                sector = str(zone).split()[0]
                fine = side == turn and alone and unit["zone"] == f"{sector} {_enemy(turn)} front"
            elif side == turn:
                # The shooter's own unit, in a group that was shot at. PB-8.4.
                fine = not alone and not str(zone).endswith(" rear")
            else:
                fine = True
            fine = fine and (
                place == "front" or (place == "rear" and own.effect(effects.SHOOTS_FROM_REAR) > 0)
            )
            if fine and own.white:
                dice = own.shooting_dice + self.excite_dice()
                yield shooter, _most_hits(own.white, dice, own.effect(effects.SCORING_HITS))

    def excite_dice(self) -> int:
        """The most dice that an Excite adds. PB-T.3."""
        return max(
            (
                effect.value * (MOST_TROOPS if trait.stacks else 1)
                for trait in self.catalog.traits.values()
                for effect in trait.effects
                if effect.kind == effects.SPECIAL_EXCITE
            ),
            default=0,
        )

    def profile(self, name: str) -> Profile:
        return profile(self.tiles(self.units[name]), self.catalog.traits)

    def is_lethal(self, name: str) -> bool:
        white = any(troop["white"] for troop in self.units[name]["troops"])
        return white and effects.LETHAL_SHOTS in self.effects_of(name)

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
        # Shot at while it charges it may lose its last black die, but not before. PB-5.2.6.
        black = any(troop["black"] for troop in self.units[name]["troops"])
        if self.decision == "react":
            if not black:
                self.problems.add("/pending/charger", "charger-without-dice", unit=name)
            self.paid(name)

    def paid(self, name: str) -> None:
        # Its order was paid just now; only a wound later could take that token. PB-4.5.
        if self.complete[self.side_of[name]] and not self.units[name]["orders"]:
            self.problems.add(f"{self.pointers[name]}/orders", "order-unpaid", unit=name)

    def follow_up(self, pending: Mapping[str, Any]) -> None:
        name, turn = pending["unit"], self.state["turn"]
        done = pending.get("done", [])
        for place, acted in enumerate(done):
            here = f"/pending/done/{place}"
            if acted not in self.units:
                self.problems.add(here, "no-such-unit", found=acted)
            elif self.side_of[acted] != turn:
                self.problems.add(here, "not-of-turn", unit=acted, side=turn)
            elif acted == name or acted in done[:place]:
                self.problems.add(here, "acted-twice", unit=acted)
        self.follow_ups_left(pending)
        # The two actions of a Double Order continue though its unit may be destroyed. R-10.
        if pending["trait"] == "double-order" and not self.units.get(name, {}).get("troops"):
            return
        if not self.known("/pending/unit", name):
            return
        if self.side_of[name] != turn:
            self.problems.add("/pending/unit", "not-of-turn", unit=name, side=turn)
        if FOLLOW_UP_EFFECTS[pending["trait"]] not in self.effects_of(name):
            self.problems.add("/pending/trait", "lacks-trait", unit=name, trait=pending["trait"])
        if pending["trait"] == "overwhelming":
            self.charges_again(name)
        elif not done and (pending["trait"] == "excite" or pending["left"] > 1):
            self.paid(name)

    def charges_again(self, name: str) -> None:
        # The unit it fought is destroyed, so it is free, at its own front. PB-T.11.
        if name in self.in_contact:
            self.problems.add("/pending/unit", "charger-in-contact", unit=name)
        if str(self.units[name]["zone"]).endswith(" rear"):
            self.problems.add("/pending/unit", "overwhelming-in-rear", unit=name)
        side = self.side_of[name]
        enemies = self.state["sides"][_enemy(side)]["units"]
        scores = all(troop["dp"] for unit in enemies for troop in unit["troops"])
        if scores and self.complete[_enemy(side)] and not self.state["sides"][side]["destroyed"]:
            self.problems.add("/pending/trait", "nothing-overwhelmed", unit=name)

    def follow_ups_left(self, pending: Mapping[str, Any]) -> None:
        trait, left, done = pending["trait"], pending["left"], len(pending.get("done", ()))
        if trait == "double-order":
            # Shipped traits give two; an owner's may give more.
            most = max(
                (
                    effect.value
                    for known in self.catalog.traits.values()
                    for effect in known.effects
                    if effect.kind == effects.SPECIAL_DOUBLE_ORDER
                ),
                default=0,
            )
            most *= max(1, self.carriers(pending["unit"]))
        else:
            most = 1
        if not 1 <= left <= most - done:
            self.problems.add("/pending/left", "left-out-of-range", found=left, most=most - done)

    def carriers(self, name: str) -> int:
        unit = self.units.get(name)
        return len(unit["troops"]) + len(unit.get("lost", ())) if unit else 1


def _most_hits(faces: Sequence[int], dice: int, scoring: int) -> int:
    most = dice * max((faces.count(face) for face in faces), default=0)
    return most + scoring if most else 0


def _enemy(side: str) -> str:
    return "B" if side == "A" else "A"


def _printed(tile: Tile, catalog: Catalog) -> Tile | None:
    troop = catalog.troops.get(tile.code)
    return tile_of(troop) if troop else None
