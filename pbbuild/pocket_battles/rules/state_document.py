"""A battle to a `pbbuild-state/1` document and back, and the document as one side sees it.

Beyond FORMATS our documents have the `lost` tiles and, at a decision in the middle of an action,
`resume` with the rest of the action. A document without `resume` was written by hand: after its
decision the action is over.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.battle import DECISIONS, PURPOSES, REASONS, Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.bits import count_bits
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.core.turns import begin_battle, first_player
from pbbuild.pocket_battles.rules.core.units import place, update_unit
from pbbuild.pocket_battles.rules.forces import (
    ROUND_LIMIT,
    FieldedUnit,
    Forces,
    Tile,
    initial_state,
    make_roster,
    refuse_beyond_limits,
    tile_of,
)
from pbbuild.pocket_battles.rules.zones import SECTORS, zone_index, zone_text

FORMAT: Final = "pbbuild-state/1"
ROLL: Final = "roll"
END: Final = "end"
TRAITS: Final = {
    c.OVERWHELMING: "overwhelming",
    c.DOUBLE_ORDER: "double-order",
    c.EXCITE: "excite",
}
STEPS: Final = {
    c.REACTED: "reacted",
    c.STRUCK: "struck",
    c.SELF_STRUCK: "self-struck",
    c.STRUCK_BACK: "struck-back",
    c.FIRST_STRUCK: "first-struck",
    c.LEAVE_STRUCK: "leave-struck",
    c.SHARES: "shares",
    c.ACTION_OVER: "action-over",
}
# Attributes of the state that belong to the current action, by how they are written; the second
# group matters only while an attack is rolled or its wounds are assigned.
NUMBERS: Final = (
    ("charging", "extra_dice", "left", "overwhelming"),
    ("dice", "hits", "self_hits", "lethal", "initiative", "first_struck", "share", "wound_hits"),
)
UNITS: Final = (("attacker", "trait_unit"), ("roller", "rolled_at", "defender", "wound_unit"))


def state_to_json(battle: Battle) -> dict[str, Any]:
    """The battle as a document that `state_from_json` reads."""
    state = battle.state
    phase = state.phase
    decision = DECISIONS.get(phase, END if phase == c.END else ROLL)
    document: dict[str, Any] = {
        "format": FORMAT,
        "edition": battle.forces.edition,
        "size": battle.forces.size,
        "round_limit": state.roster.round_limit,
        "round": max(1, state.round),
        "player1": SIDES[state.player1] if state.player1 >= 0 else None,
        "turn": SIDES[state.active],
        "decision": decision,
        "first_turn_of_battle": bool(state.first_turn) and state.active == state.player1,
        "redeployed": _unit_id(battle, state.redeployed),
        "sides": {name: _side_to_json(battle, side) for side, name in enumerate(SIDES)},
        "contacts": contacts_to_json(battle),
        "pending": _pending_to_json(battle),
    }
    resume = _resume_to_json(battle)
    if resume:
        document["resume"] = resume
    if phase == c.END:
        document["winner"] = None if state.winner == c.UNDECIDED else SIDES[state.winner]
        document["reason"] = REASONS[state.reason]
    return document


def tile_to_json(tile: Tile) -> dict[str, Any]:
    """The tile in full, as states and records write it."""
    return {
        "code": tile.code,
        "dp": tile.dp,
        "fv": tile.fv,
        "wp": tile.wp,
        "black": list(tile.black),
        "white": list(tile.white),
        "traits": list(tile.traits),
    }


def _unit_id(battle: Battle, unit: int) -> str | None:
    return None if unit == c.NOBODY else battle.forces.unit(unit).id


def _side_to_json(battle: Battle, side: int) -> dict[str, Any]:
    tally = battle.state.tally
    return {
        "unused": tally[c.UNUSED + side],
        "passed": tally[c.PASSED + side],
        "set_aside": tally[c.SET_ASIDE + side],
        "destroyed": tally[c.DESTROYED + side],
        "fielded": battle.state.roster.fielded[side],
        "units": [
            _unit_to_json(battle, (side << c.SIDE_SHIFT) + number)
            for number in range(len(battle.forces.sides[side]))
        ],
    }


def _unit_to_json(battle: Battle, unit: int) -> dict[str, Any]:
    state, fielded = battle.state, battle.forces.unit(unit)
    side = unit >> c.SIDE_SHIFT
    document: dict[str, Any] = {"id": fielded.id}
    if fielded.name:
        document["name"] = fielded.name
    document |= {"zone": zone_text(side, state.zone[unit]), "orders": state.orders[unit]}
    troops, lost = [], []
    for number, tile in enumerate(fielded.troops):
        troop = battle.forces.troop_index(unit, tile.code)
        if state.tally[c.TROOPS + side] >> (troop & (c.SIDE_SIZE - 1)) & 1:
            troops.append({**tile_to_json(tile), "wounds": state.wounds[troop]})
        else:
            lost.append({**tile_to_json(tile), "place": number})
    document["troops"] = troops
    if lost:
        document["lost"] = lost
    return document


def contacts_to_json(battle: Battle) -> list[dict[str, Any]]:
    """The groups in contact: one unit and its enemies, in list order; A's unit in a pair."""
    state, found = battle.state, []
    for side in (0, 1):
        for unit in range(side << c.SIDE_SHIFT, (side << c.SIDE_SHIFT) + c.SIDE_SIZE):
            enemies = state.contact[unit]
            many = _units_of(battle, enemies, side ^ 1)
            if len(many) > 1 or (len(many) == 1 and side == 0 and _is_only_enemy(state, enemies)):
                one = battle.forces.unit(unit).id
                found.append({"one": one, "many": many})
    return found


def _is_only_enemy(state: State, enemies: int) -> bool:
    enemy = c.SIDE_SIZE + enemies.bit_length() - 1
    return count_bits(state.contact[enemy]) == 1


def _units_of(battle: Battle, mask: int, side: int) -> list[str]:
    return [
        battle.forces.unit((side << c.SIDE_SHIFT) + number).id
        for number in range(c.SIDE_SIZE)
        if mask >> number & 1
    ]


def _pending_to_json(battle: Battle) -> dict[str, Any] | None:
    state = battle.state
    if state.phase in (c.REACT, c.TARGET):
        charger = battle.forces.unit(state.attacker).id
        return {"charger": charger, "sector": SECTORS[state.sector]}
    if state.phase == c.WOUND:
        waiting = {"unit": battle.forces.unit(state.wound_unit).id, "hits": state.wound_hits}
        return {**waiting, "lethal": True} if state.lethal else waiting
    if state.phase == c.FOLLOW_UP:
        if state.overwhelming:
            return {"trait": "overwhelming", "unit": _unit_id(battle, state.attacker), "left": 1}
        return {
            "trait": TRAITS[state.trait],
            "unit": _unit_id(battle, state.trait_unit),
            "left": state.left,
            "done": _units_of(battle, state.acted, state.active),
        }
    if state.phase in PURPOSES:
        return {"purpose": PURPOSES[state.phase]}
    return None


def _resume_to_json(battle: Battle) -> dict[str, Any]:
    state = battle.state
    resume: dict[str, Any] = {}
    if state.phase in (c.DEPLOY, c.TURN, c.ACT, c.SACRIFICE, c.END):
        return resume
    kinds = 1 if state.phase in (c.REACT, c.TARGET, c.FOLLOW_UP) else 2
    for name in chain(*NUMBERS[:kinds]):
        if getattr(state, name):
            resume[name] = getattr(state, name)
    if state.phase == c.INITIATIVE:
        return {**resume, "side": SIDES[state.roller]}
    for name in chain(*UNITS[:kinds]):
        if getattr(state, name) != c.NOBODY:
            resume[name] = _unit_id(battle, getattr(state, name))
    if state.charging:
        resume["sector"] = SECTORS[state.sector]
    if state.phase == c.WOUND:
        resume["after"] = STEPS[state.after]
    if state.trait:
        resume["trait"] = TRAITS[state.trait]
    for name, side in masks(state):
        if getattr(state, name):
            resume[name] = _units_of(battle, getattr(state, name), side)
    return resume


def masks(state: State) -> tuple[tuple[str, int], ...]:
    """The attributes of the state that are masks of units, and the side of these units."""
    side = state.active
    return (
        ("strikers", side ^ 1),
        ("share_enemies", side ^ 1),
        ("share_own", side),
        ("acted", side),
    )


_PHASES: Final = {name: phase for phase, name in (DECISIONS | PURPOSES).items()}


def state_from_json(document: Mapping[str, Any], catalog: Catalog) -> Battle:
    """The battle in a document; whether such a state is possible is not checked.

    Tiles may be given in full or by their catalog code alone.
    """
    fielded = tuple(
        tuple(_unit_from_json(unit, catalog) for unit in document["sides"][name]["units"])
        for name in SIDES
    )
    forces = Forces((fielded[0], fielded[1]), document["edition"], document["size"])
    refuse_beyond_limits(forces, catalog.traits)
    limit = document.get("round_limit") or ROUND_LIMIT
    roster = make_roster(forces, catalog.editions[forces.edition], catalog.traits, limit)
    battle = Battle(forces, initial_state(forces, roster))
    state = battle.state
    if document["decision"] == "initiative":
        begin_battle(state)
        return battle
    for side, name in enumerate(SIDES):
        _read_side(battle, side, document["sides"][name])
    for contact in document.get("contacts") or ():
        _read_contact(battle, contact)
    _read_moment(battle, document)
    return battle


def _unit_from_json(unit: Mapping[str, Any], catalog: Catalog) -> FieldedUnit:
    tiles = [tile_from_json(troop, catalog) for troop in unit["troops"]]
    for lost in sorted(unit.get("lost") or (), key=lambda tile: int(tile["place"])):
        tiles.insert(lost["place"], tile_from_json(lost, catalog))
    return FieldedUnit(unit["id"], unit.get("name") or "", tuple(tiles))


def tile_from_json(troop: Mapping[str, Any], catalog: Catalog) -> Tile:
    """The tile in a document, given in full or by its catalog code alone."""
    if "dp" not in troop:
        return tile_of(catalog.troop(troop["code"]))
    return Tile(
        troop["code"],
        troop["dp"],
        troop["fv"],
        troop["wp"],
        tuple(troop.get("black") or ()),
        tuple(troop.get("white") or ()),
        tuple(troop.get("traits") or ()),
    )


def _read_side(battle: Battle, side: int, document: Mapping[str, Any]) -> None:
    state, forces = battle.state, battle.forces
    state.tally[c.UNUSED + side] = document.get("unused", 0)
    state.tally[c.PASSED + side] = document.get("passed", 0)
    state.tally[c.SET_ASIDE + side] = document.get("set_aside", 0)
    state.tally[c.DESTROYED + side] = document.get("destroyed", 0)
    state.roster.fielded[side] = document.get("fielded", state.roster.fielded[side])
    for entry in document["units"]:
        unit = forces.unit_index(entry["id"])
        for lost in entry.get("lost") or ():
            troop = forces.troop_index(unit, lost["code"])
            state.tally[c.TROOPS + side] &= ~(1 << (troop & (c.SIDE_SIZE - 1)))
        for written in entry["troops"]:
            troop = forces.troop_index(unit, written["code"])
            state.wounds[troop] = written.get("wounds", 0)
            if state.wounds[troop]:
                state.tally[c.WOUNDED + side] |= 1 << (troop & (c.SIDE_SIZE - 1))
        state.orders[unit] = entry.get("orders", 0)
        update_unit(state, unit)
        if not entry["troops"]:
            place(state, unit, c.DEAD)
            state.tally[c.UNITS + side] &= ~(1 << (unit & (c.SIDE_SIZE - 1)))
        elif entry.get("zone") is not None:
            place(state, unit, zone_index(side, entry["zone"]))


def _read_contact(battle: Battle, contact: Mapping[str, Any]) -> None:
    state = battle.state
    one = battle.forces.unit_index(contact["one"])
    for other in contact["many"]:
        unit = battle.forces.unit_index(other)
        state.contact[one] |= 1 << (unit & (c.SIDE_SIZE - 1))
        state.contact[unit] |= 1 << (one & (c.SIDE_SIZE - 1))


def _read_moment(battle: Battle, document: Mapping[str, Any]) -> None:
    state, unit_index = battle.state, battle.forces.unit_index
    decision = document["decision"]
    pending = document.get("pending") or {}
    state.round = document["round"]
    state.player1 = SIDES.index(document["player1"]) if document.get("player1") else c.NOBODY
    state.active = SIDES.index(document["turn"])
    state.decider = state.active
    setting_up = decision == "deploy" or pending.get("purpose") == "initiative"
    state.first_turn = int(setting_up or document.get("first_turn_of_battle", False))
    if setting_up:
        state.round = 0
    if document.get("redeployed"):
        state.redeployed = unit_index(document["redeployed"])
    if decision == END:
        state.phase = c.END
        winner = document.get("winner")
        state.winner = SIDES.index(winner) if winner else c.UNDECIDED
        state.reason = next(code for code, name in REASONS.items() if name == document["reason"])
        return
    state.phase = _PHASES[pending["purpose"] if decision == ROLL else decision]
    if state.phase in (c.REACT, c.TARGET):
        state.attacker = unit_index(pending["charger"])
        state.sector = SECTORS.index(pending["sector"])
        state.charging = 1
        place(state, state.attacker, c.ENGAGEMENT + state.sector)
        if state.phase == c.REACT:
            state.decider ^= 1
    elif state.phase == c.WOUND:
        state.wound_unit = unit_index(pending["unit"])
        state.wound_hits = pending["hits"]
        state.lethal = int(pending.get("lethal", False))
        state.after = c.ACTION_OVER
        state.decider = state.wound_unit >> c.SIDE_SHIFT
    elif state.phase == c.FOLLOW_UP:
        _read_follow_up(battle, pending)
    elif state.phase == c.SACRIFICE:
        state.sacrificer = state.active
        state.sacrificed = int(state.active != first_player(state))
    _read_resume(battle, document.get("resume") or {})


def _read_follow_up(battle: Battle, pending: Mapping[str, Any]) -> None:
    state, unit_index = battle.state, battle.forces.unit_index
    unit = unit_index(pending["unit"])
    if pending["trait"] == TRAITS[c.OVERWHELMING]:
        state.overwhelming = 1
        state.attacker = unit
        state.sector = state.zone[unit] & 3
        if state.contact[unit] == 0:
            # It has won its engagement, so it is in its front, whatever zone the document says.
            place(state, unit, c.FRONT + state.sector)
        state.charging = 1
        return
    state.trait = next(trait for trait, name in TRAITS.items() if name == pending["trait"])
    state.trait_unit = unit
    state.left = pending.get("left", 1)
    for done in pending.get("done") or ():
        state.acted |= 1 << (unit_index(done) & (c.SIDE_SIZE - 1))


def _read_resume(battle: Battle, resume: Mapping[str, Any]) -> None:
    state, unit_index = battle.state, battle.forces.unit_index
    for name in chain(*NUMBERS):
        if name in resume:
            setattr(state, name, resume[name])
    for name in chain(*UNITS):
        if name in resume:
            setattr(state, name, unit_index(resume[name]))
    if "side" in resume:
        state.roller = SIDES.index(resume["side"])
    if "sector" in resume:
        state.sector = SECTORS.index(resume["sector"])
    if "after" in resume:
        state.after = next(step for step, name in STEPS.items() if name == resume["after"])
    if "trait" in resume:
        state.trait = next(trait for trait, name in TRAITS.items() if name == resume["trait"])
    for name, _ in masks(state):
        mask = 0
        for unit in resume.get(name) or ():
            mask |= 1 << (unit_index(unit) & (c.SIDE_SIZE - 1))
        if mask:
            setattr(state, name, mask)


def is_revealed(battle: Battle) -> bool:
    """Whether all units are deployed and their stacks revealed. PB-3.2."""
    return battle.state.round > 0


def view(battle: Battle, side: str) -> dict[str, Any]:
    """The battle's document as `side` may see it. PB-1.8, PB-3.2.

    Before the reveal an enemy unit has only its top troop and its `height`, and values that
    depend on the troops below (points fielded, tokens of a Leader) are left out.
    """
    document = state_to_json(battle)
    if is_revealed(battle):
        return document
    enemy = document["sides"][SIDES[1 - SIDES.index(side)]]
    enemy["fielded"] = None
    enemy["unused"] = None
    for unit in enemy["units"]:
        unit.pop("name", None)
        unit["height"] = len(unit["troops"])
        unit["troops"] = unit["troops"][:1]
    return document
