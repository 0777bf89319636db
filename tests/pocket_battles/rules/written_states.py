"""A state and a drawing that can exist, and how tests alter them."""

import copy
from collections.abc import Callable
from functools import partial
from typing import Any

from pbbuild.base.documents import Document
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.rules.state_check import refuse_impossible
from pbbuild.pocket_battles.rules.state_file import read_state
from tests import states
from tests.states import State

tile = partial(states.tile, fv=4, black=[2, 2], white=[6])


def unit(name: str, zone: str | None, *troops: State, orders: int = 0) -> State:
    return {"id": name, "zone": zone, "orders": orders, "troops": list(troops)}


def state() -> State:
    """A state that can exist: a1 before b1 on the left, a2 and a3 at b2 in the centre."""
    sides = {
        "A": {
            "unused": 3,
            "passed": 1,
            "set_aside": 0,
            "destroyed": 4,
            "fielded": 50,
            "units": [
                unit("a1", "left A front", tile("T1", traits=["fast"]), orders=1),
                unit("a2", "centre engagement", tile("T2")),
                unit("a3", "centre engagement", tile("T3"), tile("T4")),
            ],
        },
        "B": {
            "unused": 5,
            "passed": 0,
            "set_aside": 0,
            "destroyed": 0,
            "fielded": 50,
            "units": [
                unit("b1", "left B front", tile("U1")),
                unit("b2", "centre engagement", tile("U2")),
            ],
        },
    }
    return states.document(sides, [{"one": "b2", "many": ["a2", "a3"]}], size=50)


def full(document: Document) -> State:
    found = read_state(document, load_catalog())
    refuse_impossible(document, found, load_catalog())
    return found


def change(where: str, value: Any) -> Callable[[State], None]:
    """Puts `value` at the JSON pointer `where`."""

    def act(found: State) -> None:
        *path, last = where.strip("/").split("/")
        place: Any = found
        for step in path:
            place = place[int(step) if isinstance(place, list) else step]
        place[int(last) if isinstance(place, list) else last] = copy.deepcopy(value)

    return act


def both(*changes: Callable[[State], None]) -> Callable[[State], None]:
    def act(found: State) -> None:
        for each in changes:
            each(found)

    return act
