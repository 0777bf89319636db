"""Reading a `pbbuild-state/1` document back into a battle.

A document without our `resume` was written by hand: after its decision the action is over.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.rules.battle import DECISIONS, PURPOSES, REASONS, Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.turns import begin_battle, first_player
from pbbuild.pocket_battles.rules.core.units import place, update_unit
from pbbuild.pocket_battles.rules.forces import (
    ROUND_LIMIT,
    FieldedUnit,
    Forces,
    Tile,
    make_roster,
    muster,
    tile_of,
)
from pbbuild.pocket_battles.rules.limits import refuse_beyond_limits
from pbbuild.pocket_battles.rules.state_document import (
    END,
    NUMBERS,
    ROLL,
    STEPS,
    TRAITS,
    UNITS,
    masks,
)
from pbbuild.pocket_battles.rules.zones import SECTORS, zone_index

_PHASES: Final = {name: phase for phase, name in (DECISIONS | PURPOSES).items()}


def state_from_json(document: Mapping[str, Any], catalog: Catalog) -> Battle:
    """The battle a document describes; it trusts that such a state can exist.

    Tiles may be given in full or by a catalog code alone.
    """
    fielded = tuple(
        tuple(_unit_from_json(unit, catalog) for unit in document["sides"][name]["units"])
        for name in SIDES
    )
    forces = Forces((fielded[0], fielded[1]), document["edition"], document["size"])
    refuse_beyond_limits(forces, catalog.traits)
    limit = document.get("round_limit") or ROUND_LIMIT
    roster = make_roster(forces, catalog.editions[forces.edition], catalog.traits, limit)
    battle = Battle(forces, muster(forces, roster))
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
    """The tile a document describes, in full or by its catalog code alone."""
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
            # It has won its fight, so it stands in its front, wherever a hand wrote it.
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
