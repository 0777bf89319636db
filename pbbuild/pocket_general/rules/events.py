"""What happened between two states one step apart, as codes and numbers."""

from typing import Any, Final

from pbbuild.play.contract import SIDES, Event
from pbbuild.pocket_general.rules.core.constants import (
    EDGES,
    EDGES_AB,
    END,
    HEXES,
    INITIATIVE,
    LOCATIONS,
    NOWHERE,
)
from pbbuild.pocket_general.rules.core.state import GeneralCore, held
from pbbuild.pocket_general.rules.notation import edge_name
from pbbuild.pocket_general.rules.state import REASONS
from pbbuild.pocket_general.rules.state_document import unit_names

RESULTS: Final = ("stays", "won", "pool", "defended", "capitol-taken")


def events_between(before: GeneralCore, after: GeneralCore) -> list[Event]:
    """Combats, captures, late war, capitols, new turns, the end, in the order they happened."""
    events: list[Event] = []
    if after.combats != before.combats:
        events.append(_combat(after))
    events += _depleted(before, after)
    events += _captures(before, after)
    if after.late_war and not before.late_war:
        side = after.winner if after.phase == END else after.side
        events.append(Event("late-war", {"side": SIDES[side]}))
    events += _laid(before, after)
    for side in range(2):
        if after.unlocked[side] and not before.unlocked[side]:
            place = after.tables.location_ids[LOCATIONS + side]
            events.append(Event("capitol", {"side": SIDES[1 - side], "location": place}))
    if after.phase == END:
        events.append(_end(after))
    elif after.turn != before.turn or before.phase == INITIATIVE != after.phase:
        events.append(_turn(after))
    return events


def _combat(after: GeneralCore) -> Event:
    hex_, place, sum_a, sum_b, die_a, die_b, military_a, military_b, winner, result = after.report
    return Event(
        "combat",
        {
            "hex": hex_ + 1,
            "location": after.tables.location_ids[place],
            "sums": {"A": sum_a, "B": sum_b},
            "dice": {"A": die_a, "B": die_b},
            "rolls": {"A": sum_a + die_a, "B": sum_b + die_b},
            "military": {"A": military_a, "B": military_b},
            "higher": SIDES[winner] if winner >= 0 else None,
            "result": RESULTS[result],
        },
    )


def _depleted(before: GeneralCore, after: GeneralCore) -> list[Event]:
    events = []
    for side in range(2):
        gone = before.hand[side] & ~after.hand[side]
        for hex_ in range(HEXES):
            gone &= ~after.at[side * HEXES + hex_]
        if gone:
            units = unit_names(after, side, gone)
            events.append(Event("depleted", {"side": SIDES[side], "units": units}))
    return events


def _captures(before: GeneralCore, after: GeneralCore) -> list[Event]:
    events = []
    for side in range(2):
        for edge in range(EDGES):
            place = after.edges[side * EDGES + edge]
            laid = EDGES_AB > edge == after.laid[side]
            if place != before.edges[side * EDGES + edge] and not laid:
                values: dict[str, Any] = {
                    "side": SIDES[side],
                    "location": after.tables.location_ids[place],
                    "edge": edge_name(after, edge),
                    "held": held(after, side),
                }
                events.append(Event("captured", values))
    return events


def _laid(before: GeneralCore, after: GeneralCore) -> list[Event]:
    events = []
    for side in range(2):
        edge = after.laid[side]
        if edge != before.laid[side]:
            place = after.edges[side * EDGES + edge]
            values = {
                "side": SIDES[side],
                "edge": edge_name(after, edge),
                "location": after.tables.location_ids[place],
            }
            events.append(Event("laid", values))
    return events


def _turn(after: GeneralCore) -> Event:
    names = after.tables.location_ids
    return Event(
        "turn",
        {
            "turn": after.turn,
            "first": SIDES[after.first],
            "hexes": [names[place] for place in after.hexes if place != NOWHERE],
            "held": {"A": held(after, 0), "B": held(after, 1)},
        },
    )


def _end(after: GeneralCore) -> Event:
    winner = SIDES[after.winner] if after.winner >= 0 else None
    return Event("end", {"winner": winner, "reason": REASONS[after.reason], "turn": after.turn})
