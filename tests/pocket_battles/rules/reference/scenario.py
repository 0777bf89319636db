"""States for clause tests: each test states only what it is about.

    table(a=[unit("left front", tile(black=[4], traits=["fury"]))], b=[...], unused_b=0)

Zones are given from their owner's side (`left front`, `left rear`, `left engagement`); sectors are
named from A's seat. Tokens add up by themselves: what is neither unused, passed, on a unit nor a
wound is set aside.
"""

from typing import Unpack

from tests.states import USUAL, Head, State, document, tile

__all__ = ["State", "groups", "side", "table", "tile", "unit"]


def unit(zone: str | None, *tiles: State, orders: int = 0) -> State:
    """A unit of these tiles."""
    return {"zone": zone, "orders": orders, "troops": list(tiles)}


def table(
    a: list[State],
    b: list[State],
    contacts: list[tuple[str, str]] | None = None,
    unused_a: int | None = None,
    unused_b: int | None = None,
    passed_a: int = 0,
    passed_b: int = 0,
    destroyed_a: int = 0,
    destroyed_b: int = 0,
    **head: Unpack[Head],
) -> State:
    """A whole state; by default it is A's turn, in round 2, and every spare token is unused."""
    size = head.get("size", USUAL["size"])
    sides = {
        "A": side("A", a, size, unused_a, passed_a, destroyed_a, destroyed_b),
        "B": side("B", b, size, unused_b, passed_b, destroyed_b, destroyed_a),
    }
    head.setdefault("player1", "B")
    return document(sides, groups(contacts or []), **head)


def side(
    name: str,
    units: list[State],
    size: int,
    unused: int | None,
    passed: int,
    destroyed: int,
    lost: int,
) -> State:
    """One side with its tokens in order; codes left out are given: A11, A12, A21 ..."""
    spoken_for = passed
    leaders = 0
    for number, entry in enumerate(units, 1):
        entry["id"] = f"{name.lower()}{number}"
        zone = entry["zone"]
        if zone is not None and not zone.endswith("engagement"):
            sector, position = zone.split()
            entry["zone"] = f"{sector} {name} {position}"
        spoken_for += entry["orders"]
        for place, troop in enumerate(entry["troops"], 1):
            troop["code"] = troop["code"] or f"{name}{number}{place}"
            spoken_for += troop["wounds"]
            leaders += troop["traits"].count("leader")
    spare = size // 10 + leaders - spoken_for
    unused = spare if unused is None else unused
    assert 0 <= unused <= spare, "more tokens than there are"
    living = sum(troop["dp"] for entry in units for troop in entry["troops"])
    return {
        "unused": unused,
        "passed": passed,
        "set_aside": spare - unused,
        "destroyed": destroyed,
        "fielded": living + lost,
        "units": units,
    }


def groups(pairs: list[tuple[str, str]]) -> list[State]:
    """Contacts as FORMATS has them, from pairs of unit ids: one against many."""
    result: list[State] = []
    for one, other in pairs:
        for group in result:
            if group["one"] == one:
                group["many"].append(other)
                break
        else:
            result.append({"one": one, "many": [other]})
    return result
