"""What happened between two states one step apart, as codes and numbers."""

from typing import Any

from pbbuild.play.contract import SIDES, Event
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.core.state import State
from pbbuild.pocket_battles.rules.zones import zone_text


def events(before: Battle, after: Battle) -> list[Event]:
    """The events in this order: losses, wounds, tokens, moves, the end and start of a round."""
    found = _losses(before, after)
    found += _wounds(before, after)
    found += _set_aside(before.state, after.state)
    found += _moves(before, after)
    found += _rounds(before.state, after.state)
    return found


def _losses(before: Battle, after: Battle) -> list[Event]:
    found = []
    for troop, unit, tile in after.forces.troops():
        side, bit = troop >> c.SIDE_SHIFT, 1 << (troop & (c.SIDE_SIZE - 1))
        if (before.state.tally[c.TROOPS + side] ^ after.state.tally[c.TROOPS + side]) & bit:
            values = {"unit": after.forces.unit(unit).id, "troop": tile.code, "dp": tile.dp}
            found.append(Event("eliminated", {"side": SIDES[side], **values}))
    for side, units in enumerate(after.forces.sides):
        fallen = before.state.tally[c.UNITS + side] & ~after.state.tally[c.UNITS + side]
        found += [
            Event("unit-destroyed", {"side": SIDES[side], "unit": unit.id})
            for number, unit in enumerate(units)
            if fallen >> number & 1
        ]
    return found


def _wounds(before: Battle, after: Battle) -> list[Event]:
    found = []
    for troop, unit, tile in after.forces.troops():
        side = troop >> c.SIDE_SHIFT
        if not after.state.tally[c.TROOPS + side] >> (troop & (c.SIDE_SIZE - 1)) & 1:
            continue
        change = after.state.wounds[troop] - before.state.wounds[troop]
        if change:
            values = {"unit": after.forces.unit(unit).id, "troop": tile.code}
            kind = "wounded" if change > 0 else "healed"
            found.append(Event(kind, {"side": SIDES[side], **values}))
    return found


def _set_aside(before: State, after: State) -> list[Event]:
    if _is_round_over(before, after) or before.phase == c.SACRIFICE:
        return []
    changes = [
        (side, after.tally[c.SET_ASIDE + i] - before.tally[c.SET_ASIDE + i])
        for i, side in enumerate(SIDES)
    ]
    return [
        Event("set-aside", {"side": side, "tokens": change}) for side, change in changes if change
    ]


def _moves(before: Battle, after: Battle) -> list[Event]:
    found = []
    for side, units in enumerate(after.forces.sides):
        for number, unit in enumerate(units):
            index = (side << c.SIDE_SHIFT) + number
            was, now = before.state.zone[index], after.state.zone[index]
            if was == now or now == c.DEAD:
                continue
            places = {"from": zone_text(side, was), "to": zone_text(side, now)}
            found.append(Event("moved", {"side": SIDES[side], "unit": unit.id, **places}))
    return found


def _is_round_over(before: State, after: State) -> bool:
    if before.round == 0 or before.phase == c.SACRIFICE:
        return False
    return after.round > before.round or after.phase in (c.SACRIFICE, c.END)


def tokens(state: State) -> dict[str, Any]:
    """Where the tokens of both sides are: unused, passed, set aside, orders, wounds."""
    found = {}
    for side, name in enumerate(SIDES):
        slots = range(side << c.SIDE_SHIFT, (side << c.SIDE_SHIFT) + c.SIDE_SIZE)
        found[name] = {
            "unused": state.tally[c.UNUSED + side],
            "passed": state.tally[c.PASSED + side],
            "set_aside": state.tally[c.SET_ASIDE + side],
            "orders": sum(state.orders[slot] for slot in slots),
            "wounds": sum(state.wounds[slot] for slot in slots),
        }
    return found


def _rounds(before: State, after: State) -> list[Event]:
    found = []
    if before.round == 0 and after.round:
        found.append(Event("revealed"))
    if _is_round_over(before, after):
        found.append(Event("round-end", {"round": before.round, "tokens": tokens(after)}))
    for number in range(before.round + 1, after.round + 1):
        values = {"round": number, "tokens": tokens(after)}
        found.append(Event("round-start", values))
        # A round in which neither side has a token ends at once. PB-4.3.
        if number < after.round or after.phase in (c.SACRIFICE, c.END):
            found.append(Event("round-end", values))
    return found
