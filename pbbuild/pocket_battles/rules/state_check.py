"""Whether the rules allow a state: every reason why a `pbbuild-state/1` document cannot exist.

`refuse_impossible` checks what the document says against the clauses, `refuse_idle_decision` that
a side has something to decide. What a document leaves out (tokens, units, fallen tiles) is no
contradiction; every state that play reaches passes.

A sketch of a moment shows few units, and says only what the question is about. A side that
accounts for all points it fielded, more than half of the size, is intact: it is held to what only
a sketch may leave open, such as with whose turn a round begins.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbbuild.base.documents import Document
from pbbuild.errors import StateError
from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.catalog import effects
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.forces import Tile, tile_of
from pbbuild.pocket_battles.rules.profile import profile
from pbbuild.pocket_battles.rules.state_facts import (
    StateDocument,
    StateFacts,
    StateProblems,
    enemy_of,
)
from pbbuild.pocket_battles.rules.state_hits import check_hits
from pbbuild.pocket_battles.rules.state_round import check_round
from pbbuild.pocket_battles.rules.units import (
    MOST_TROOPS,
    has_wound_points,
    largest_unit,
    points_over,
    tokens_at_start,
    troops_over,
    unit_tokens,
)

NEEDS_PENDING: Final = ("react", "target", "wound", "follow-up")

FOLLOW_UP_EFFECTS: Final = {
    "overwhelming": effects.CHARGES_AGAIN,
    "double-order": effects.SPECIAL_DOUBLE_ORDER,
    "excite": effects.SPECIAL_EXCITE,
}


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


class _StateCheck(StateFacts):
    def check(self) -> None:
        for side in ("A", "B"):
            self.unit_ids(side)
        for side in ("A", "B"):
            self.troops(side)
            self.lost(side)
            self.tokens(side)
            self.scores(side)
        self.in_contact = self.contacts()
        self.zones(self.in_contact)
        self.timing()
        self.pending()
        check_round(self)

    def unit_ids(self, side: str) -> None:
        seen: set[str] = set()
        units = self.state["sides"][side]["units"]
        for place, unit in enumerate(units):
            name, where = unit["id"], f"/sides/{side}/units/{place}/id"
            if name[0] != side.lower() or int(name[1:]) > MOST_TROOPS:
                self.problems.add(where, "bad-unit-id", found=name, side=side.lower())
            elif name in seen:
                self.problems.add(where, "double-unit-id", found=name)
            seen.add(name)
        if not self.whole[side]:
            return
        # Strikes and shares go by list order, and ids count the units of a list. PB-5.4, PB-8.4.
        numbers = [int(unit["id"][1:]) for unit in units]
        for place in range(1, len(numbers)):
            where, found = f"/sides/{side}/units/{place}/id", units[place]["id"]
            if numbers[place] < numbers[place - 1]:
                self.problems.add(where, "unit-order", found=found)
        if not self.may_miss_lost(side) and len(seen) == len(units) < max(numbers):
            where, found = f"/sides/{side}/units", units[numbers.index(max(numbers))]["id"]
            self.problems.add(where, "unit-missing", found=found, count=len(units))

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
            if unit["troops"] and any(not troop["wp"] for troop in fallen):
                self.problems.add(where, "lost-without-wound-points", unit=unit["id"])
            if any(troop["wounds"] for troop in fallen):
                self.problems.add(where, "lost-wounds", unit=unit["id"])
        points = sum(troop["dp"] for unit in units for troop in unit.get("lost", ()))
        destroyed = self.state["sides"][enemy_of(side)]["destroyed"]
        if points > destroyed:
            where = f"/sides/{enemy_of(side)}/destroyed"
            self.problems.add(where, "lost-unscored", found=points, destroyed=destroyed)
        elif points < destroyed and any("lost" in unit for unit in units):
            where = f"/sides/{enemy_of(side)}/destroyed"
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

    def most_tokens(self, side: str) -> int:
        # The token of a Leader eliminated in this round stays until the round ends. PB-T.13.
        units, traits = self.state["sides"][side]["units"], self.catalog.traits
        if any("lost" in unit for unit in units):
            stacks = [self.tiles(unit, fallen=True) for unit in units]
            return tokens_at_start(self.state["size"], stacks, traits)
        # The eliminated tiles are not given: assume as many Leaders as the destroyed points can
        # pay for, each with the most tokens. Beside made-up tiles, a Leader of 1 DP may have been.
        destroyed: int = self.state["sides"][enemy_of(side)]["destroyed"]
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
        complete = any("lost" in unit for unit in own["units"]) or self.whole[enemy_of(side)]
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
            return
        if self.state["round"] > 1 or self.decision == "sacrifice":
            return
        if not (self.names_all_tokens("A") and self.names_all_tokens("B")):
            return
        # In round 1 that order was given in this round.
        idle = [unit for unit in many if not self.was_ordered(unit)]
        if len(idle) > (1 if self.was_ordered(one) else 0):
            self.problems.add(where, "contact-unpaid", one=one, many=tuple(idle))

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
        self.redeployed()

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
        other = enemy_of(turn)
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
        special = self.decision == "follow-up" and pending.get("trait") != "overwhelming"
        # Who acts right now is Fast; who has acted was, though its Fast troop may have fallen.
        acting = pending.get("charger") if self.decision == "react" else None
        if special and unit["troops"]:
            acting = pending.get("unit")
        acted = [pending.get("charger"), *pending.get("done", ())]
        if self.decision == "follow-up" and not special:
            acted.append(pending.get("unit"))
        slow = name in acted and not self.has_or_had(name, effects.REDEPLOYS_AND_ACTS)
        if slow or (acting == name and effects.REDEPLOYS_AND_ACTS not in kinds):
            self.problems.add("/redeployed", "redeployed-acts", unit=name)

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
                check_hits(self, pending)
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
        # Shot at while it charges it may lose its last black die, but not before. PB-5.2.6.
        black = any(troop["black"] for troop in self.units[name]["troops"])
        if self.decision == "react":
            if not black:
                self.problems.add("/pending/charger", "charger-without-dice", unit=name)
            self.paid(name)
        elif self.whole[turn] and not self.was_ordered(name):
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
            elif self.whole[turn] and self.units[acted]["troops"] and not self.was_ordered(acted):
                self.paid(acted)
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
            return
        has_just_acted = not done and (pending["trait"] == "excite" or pending["left"] > 1)
        if has_just_acted or (self.whole[turn] and not self.was_ordered(name)):
            self.paid(name)

    def charges_again(self, name: str) -> None:
        # The unit it fought is destroyed, so it is free, at its own front. PB-T.11.
        if name in self.in_contact:
            self.problems.add("/pending/unit", "charger-in-contact", unit=name)
        if str(self.units[name]["zone"]).endswith(" rear"):
            self.problems.add("/pending/unit", "overwhelming-in-rear", unit=name)
        side = self.side_of[name]
        if self.whole[side] and not self.was_ordered(name):
            self.paid(name)
        enemies = self.state["sides"][enemy_of(side)]["units"]
        scores = all(troop["dp"] for unit in enemies for troop in unit["troops"])
        if scores and self.complete[enemy_of(side)] and not self.state["sides"][side]["destroyed"]:
            self.problems.add("/pending/trait", "nothing-overwhelmed", unit=name)

    def follow_ups_left(self, pending: Mapping[str, Any]) -> None:
        trait, left, done = pending["trait"], pending["left"], len(pending.get("done", ()))
        unit = self.units.get(pending["unit"])
        if trait != "double-order":
            most = 1
        elif unit is None or self.may_have_lost(pending["unit"]):
            most = self.most_of(self.state["turn"], effects.SPECIAL_DOUBLE_ORDER)
        else:
            most = self.value_in_stack(unit, effects.SPECIAL_DOUBLE_ORDER)
        if not 1 <= left <= most - done:
            self.problems.add("/pending/left", "left-out-of-range", found=left, most=most - done)
        elif trait == "double-order" and unit is not None and self.whole[self.state["turn"]]:
            # A document that lists who acted lists all of them.
            listed = (self.problems.document.value["pending"] or {}).get("done") is not None
            living = profile(self.tiles(unit), self.catalog.traits) if unit["troops"] else None
            least = living.effect(effects.SPECIAL_DOUBLE_ORDER) if living else 0
            if listed and left + done < least:
                self.problems.add("/pending/done", "acted-missing", found=done, left=left)


def _printed(tile: Tile, catalog: Catalog) -> Tile | None:
    troop = catalog.troops.get(tile.code)
    return tile_of(troop) if troop else None
