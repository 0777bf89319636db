"""A battle by the plain rules that can be stepped through from any state document.

State documents are `pbbuild-state/1`, described in `docs/formats.md`. Conceding is a command to the
match, not an action, and is not here.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from pbbuild.base.places import shipped
from pbbuild.pocket_battles.rules.plain.decisions import Decision, DiceRoll, End, Steps
from pbbuild.pocket_battles.rules.plain.pieces import Battlefield, PlainTroop, Side, Unit, enemy_of
from pbbuild.pocket_battles.rules.plain.rounds import BattleRules

EDITIONS_FILE = shipped("catalog") / "pocket_battles" / "editions.json"


@cache
def editions() -> dict[str, Any]:
    """The entries of the edition file by id."""
    return {
        entry["id"]: entry for entry in json.loads(EDITIONS_FILE.read_text("utf-8"))["editions"]
    }


class PlainBattle:
    """A battle that waits for a decision or a roll, or is over."""

    def __init__(self, state: Mapping[str, Any], round_limit: int = 50) -> None:
        self.field = read_field(state, round_limit)
        self.rules = BattleRules(self.field)
        if state.get("redeployed"):
            self.rules.redeployed = self.field.unit(state["redeployed"])
        self.rules.charged = [self.field.unit(name) for name in state.get("charged") or ()]
        self._steps = resume(self.rules, state)
        self.waiting: Decision | DiceRoll | End = self._next(None)

    def _next(self, answer: Any) -> Decision | DiceRoll | End:
        try:
            return self._steps.send(answer)
        except StopIteration:
            assert self.rules.end is not None
            return self.rules.end

    @property
    def node(self) -> str:
        """`decision`, `roll` or `end`."""
        return {Decision: "decision", DiceRoll: "roll", End: "end"}[type(self.waiting)]

    @property
    def decision(self) -> Decision:
        """The decision it waits for. PB-11."""
        assert isinstance(self.waiting, Decision)
        return self.waiting

    def actions(self) -> dict[str, int]:
        """The texts of the legal actions with their costs. PB-11, R-16."""
        return dict(self.decision.options)

    def apply(self, text: str) -> None:
        """Take a legal action and continue to the next decision, roll or end."""
        assert text in self.decision.options, text
        self.waiting = self._next(text)

    def roll(self) -> DiceRoll:
        """The roll it waits for."""
        assert isinstance(self.waiting, DiceRoll)
        return self.waiting

    def apply_roll(self, dice: list[int]) -> None:
        """Give the rolled faces and continue to the next decision, roll or end."""
        assert len(dice) == self.roll().count
        self.waiting = self._next(list(dice))

    def document(self) -> dict[str, Any]:
        """The `pbbuild-state/1` document of the decision it waits for. R-19, R-21."""
        first = self.field.first_turn_of_battle
        return {
            "format": "pbbuild-state/1",
            "edition": self.field.edition["id"],
            "size": self.field.size,
            "round": self.field.round,
            "player1": self.field.player1,
            "turn": self.field.turn,
            "decision": self.decision.kind,
            "first_turn_of_battle": first and self.decision.kind != "deploy",
            "redeployed": self.rules.redeployed.id if self.rules.redeployed else None,
            "sides": {name: write_side(side) for name, side in self.field.sides.items()},
            "contacts": write_contacts(self.field),
            "pending": self.decision.pending,
        }

    def snapshot(self) -> dict[str, Any]:
        """Units, tokens, contacts and scores, for comparing with another implementation."""
        return {
            "round": self.field.round,
            "player1": self.field.player1,
            "contacts": sorted((a.id, b.id) for a, b in self.field.contacts),
            "sides": {
                name: {
                    "unused": side.unused,
                    "passed": side.passed,
                    "set_aside": side.set_aside,
                    "destroyed": side.destroyed,
                    "fielded": side.fielded,
                    "units": {
                        unit.id: {
                            "zone": unit.zone,
                            "orders": unit.orders,
                            "wounds": {troop.code: troop.wounds for troop in unit.troops},
                        }
                        for unit in side.units
                        if unit.alive
                    },
                }
                for name, side in self.field.sides.items()
            },
        }


def write_side(side: Side) -> dict[str, Any]:
    """One side, as a state document writes it. R-19."""
    return {
        "unused": side.unused,
        "passed": side.passed,
        "set_aside": side.set_aside,
        "destroyed": side.destroyed,
        "fielded": side.fielded,
        "units": [
            {
                "id": unit.id,
                "zone": unit.zone,
                "orders": unit.orders,
                "troops": [dict(vars(troop)) for troop in unit.troops],
            }
            for unit in side.units
        ],
    }


def write_contacts(field: Battlefield) -> list[dict[str, Any]]:
    """Fights as `one` against `many`; in a duel `one` is A's unit. PB-6.3."""
    result = []
    for unit in [*field.units("A"), *field.units("B")]:
        opponents = field.opponents(unit)
        alone = len(opponents) == 1 and len(field.opponents(opponents[0])) == 1
        if len(opponents) > 1 or (alone and unit.side == "A"):
            result.append({"one": unit.id, "many": [other.id for other in opponents]})
    return result


def new_plain_battle(
    edition: str, size: int, armies: Mapping[str, list[list[dict[str, Any]]]]
) -> Any:
    """A `pbbuild-state/1` document before the set-up roll; armies are lists of units of tiles."""
    return {
        "format": "pbbuild-state/1",
        "edition": edition,
        "size": size,
        "round": 1,
        "player1": None,
        "turn": None,
        "decision": "initiative",
        "first_turn_of_battle": True,
        "sides": {
            name: {
                "units": [
                    {"id": f"{name.lower()}{number}", "zone": None, "orders": 0, "troops": troops}
                    for number, troops in enumerate(units, 1)
                ]
            }
            for name, units in armies.items()
        },
        "contacts": [],
    }


def read_field(state: Mapping[str, Any], round_limit: int) -> Battlefield:
    """The battlefield of a state document."""
    field = Battlefield(
        edition=editions()[state["edition"]],
        size=state["size"],
        sides={name: read_side(name, state["sides"][name]) for name in "AB"},
        round=state["round"],
        round_limit=round_limit,
        player1=state["player1"],
        turn=state["turn"],
        first_turn_of_battle=state.get("first_turn_of_battle", False),
    )
    for contact in state.get("contacts") or ():
        for other in contact["many"]:
            pair = (field.unit(contact["one"]), field.unit(other))
            field.contacts.append(pair if pair[0].side == "A" else (pair[1], pair[0]))
    return field


def read_side(name: str, entry: Mapping[str, Any]) -> Side:
    """One side of a state document, as objects."""
    units = [
        Unit(
            id=unit["id"],
            side=name,
            zone=unit["zone"],
            orders=unit.get("orders", 0),
            troops=[
                PlainTroop(
                    code=troop["code"],
                    dp=troop["dp"],
                    fv=troop["fv"],
                    wp=troop["wp"],
                    black=list(troop["black"]),
                    white=list(troop["white"]),
                    traits=list(troop["traits"]),
                    wounds=troop.get("wounds", 0),
                )
                for troop in unit["troops"]
            ],
        )
        for unit in entry["units"]
    ]
    all_points = sum(troop.dp for unit in units for troop in unit.troops)
    return Side(
        units=units,
        unused=entry.get("unused", 0),
        passed=entry.get("passed", 0),
        set_aside=entry.get("set_aside", 0),
        destroyed=entry.get("destroyed", 0),
        fielded=entry.get("fielded", all_points),
    )


def resume(rules: BattleRules, state: Mapping[str, Any]) -> Steps:
    """Play from the decision a state document waits for to the end of the battle."""
    decision, pending = state["decision"], state.get("pending") or {}
    if decision == "initiative":
        yield from rules.set_up()
    elif decision == "deploy":
        rules.field.first_turn_of_battle = True
        yield from rules.deployment()
    elif decision == "sacrifice":
        side = state["turn"]
        yield from rules.sacrifices(side)
        if side == rules.first_player():
            yield from rules.sacrifices(enemy_of(side))
        rules.check_victory()
    elif decision != "turn":
        yield from resume_action(rules, decision, pending, state["turn"])
        rules.turn_over()
        yield from rules.turns()
        yield from rules.end_of_round()
    else:
        yield from rules.turns()
        yield from rules.end_of_round()
    yield from rules.rounds()


def resume_action(
    rules: BattleRules, decision: str, pending: Mapping[str, Any], side: str
) -> Steps:
    """Continue an action in progress.

    A state document with a wound decision does not contain what follows the wounds, so the action
    ends with them. Between a charge and its target the charger is in the engagement zone. R-20.
    """
    unit = (
        rules.field.unit(pending["charger" if "charger" in pending else "unit"])
        if pending
        else None
    )
    if decision == "act":
        chosen = yield Decision(side, "act", rules.actions(side))
        yield from rules.perform(chosen, side)
        return
    assert unit is not None
    if decision == "react":
        rules.charged.append(unit)
        yield from rules.charge_with_reactions(unit, pending["sector"], 0)
    elif decision == "target":
        rules.charged.append(unit)
        yield from rules.name_target(unit, pending["sector"], 0)
    elif decision == "wound":
        yield from rules.assign(unit, pending["hits"], bool(pending.get("lethal")))
    elif pending["trait"] == "overwhelming":
        yield from rules.overwhelm(unit)
    elif pending["trait"] == "double-order":
        done = [rules.field.unit(name) for name in pending.get("done") or ()]
        yield from rules.double_order(unit, pending["left"], done)
    else:
        yield from rules.excite(unit, unit.total("special-excite"))
