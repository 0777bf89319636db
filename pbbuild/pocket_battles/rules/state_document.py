"""A battle as a `pbbuild-state/1` document; `reading` gives it back.

Beyond FORMATS a document of ours also keeps `lost` tiles and a `resume` with what the action
under way still has to do, so that nothing is lost at a decision in the middle of it.
"""

from itertools import chain
from typing import Any, Final

from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.rules.battle import DECISIONS, PURPOSES, REASONS, Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.bits import count_bits
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.forces import Tile
from pbbuild.pocket_battles.rules.zones import SECTORS, zone_text

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
# Registers of the action under way by how they are written; the second of each pair matter
# only while an attack is rolled or its wounds are assigned.
NUMBERS: Final = (
    ("charging", "extra_dice", "left", "overwhelming"),
    ("dice", "hits", "self_hits", "initiative", "first_struck", "share", "wound_hits"),
)
UNITS: Final = (("attacker", "trait_unit"), ("roller", "rolled_at", "defender", "wound_unit"))


def state_to_json(battle: Battle) -> dict[str, Any]:
    """The battle as a document; `state_from_json` gives it back."""
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
    """The groups in contact: one against many, in list order, the one of A where it is 1-1."""
    state, found = battle.state, []
    for side in (0, 1):
        for unit in range(side << c.SIDE_SHIFT, (side << c.SIDE_SHIFT) + c.SIDE_SIZE):
            foes = state.contact[unit]
            many = _units_of(battle, foes, side ^ 1)
            if len(many) > 1 or (len(many) == 1 and side == 0 and _is_pair(state, foes)):
                one = battle.forces.unit(unit).id
                found.append({"one": one, "many": many})
    return found


def _is_pair(state: State, foes: int) -> bool:
    enemy = c.SIDE_SIZE + foes.bit_length() - 1
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
        return {"unit": battle.forces.unit(state.wound_unit).id, "hits": state.wound_hits}
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
    """The registers that are masks of units, and of whose units."""
    side = state.active
    return (
        ("strikers", side ^ 1),
        ("share_enemies", side ^ 1),
        ("share_own", side),
        ("acted", side),
    )
