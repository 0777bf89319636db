"""Battles drawn for tests: where units stand, and only what the test is about.

battle('''
    B rear      .   .      .
    B front     .   b1     .
    engagement  .   .      .
    A front     .   a1,a2  .
    A rear      .   .      .
''', a1=[tile(black=(4, 4))], orders={"a1": 1})
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.core import constants as c
from pbbuild.pocket_battles.rules.state_document import state_from_json
from tests import states

ROWS = ("B rear", "B front", "engagement", "A front", "A rear")
SECTORS = ("left", "centre", "right")
FACING = """
    B rear      .  .   .
    B front     .  b1  .
    engagement  .  .   .
    A front     .  a1  .
    A rear      .  .   .
"""
Tile = dict[str, Any]


# A tile with two wound points and no dice.
tile = partial(states.tile, dp=5, fv=6)


def zones(drawing: str) -> dict[str, str]:
    """The zone of each unit in the drawing."""
    found = {}
    for line in drawing.strip().splitlines():
        row = next(row for row in ROWS if line.strip().startswith(row))
        cells = line.strip().removeprefix(row).split()
        assert len(cells) == 3, line
        for sector, cell in zip(SECTORS, cells, strict=True):
            for unit in cell.split(","):
                if unit != ".":
                    found[unit] = f"{sector} {row}"
    return found


def battle(
    drawing: str,
    *,
    contacts: Sequence[tuple[str, Sequence[str]]] = (),
    orders: Mapping[str, int] | None = None,
    unused: tuple[int, int] = (5, 5),
    passed: tuple[int, int] = (0, 0),
    destroyed: tuple[int, int] = (0, 0),
    fielded: tuple[int, int] = (100, 100),
    decision: str = "turn",
    turn: str = "A",
    pending: Mapping[str, Any] | None = None,
    player1: str = "A",
    round: int = 2,
    edition: str = "modern-1",
    size: int = 100,
    redeployed: str | None = None,
    first_turn_of_battle: bool = False,
    **tiles: Sequence[Tile],
) -> Battle:
    """The battle drawn; units without tiles of their own get a plain one with a black 6."""
    sides: dict[str, Any] = {
        name: {
            "unused": unused[number],
            "passed": passed[number],
            "destroyed": destroyed[number],
            "fielded": fielded[number],
            "units": [],
        }
        for number, name in enumerate("AB")
    }
    for unit, zone in sorted(zones(drawing).items(), key=lambda item: (item[0][0], item[0])):
        troops = [dict(troop) for troop in tiles.get(unit, [tile(black=(6,))])]
        for number, troop in enumerate(troops, 1):
            troop["code"] = troop["code"] or f"{unit.upper()}-{number}"
        sides[unit[0].upper()]["units"].append(
            {"id": unit, "zone": zone, "orders": (orders or {}).get(unit, 0), "troops": troops}
        )
    document = states.document(
        sides,
        [{"one": one, "many": list(many)} for one, many in contacts],
        edition=edition,
        size=size,
        round=round,
        player1=player1,
        turn=turn,
        decision=decision,
        first_turn_of_battle=first_turn_of_battle,
        redeployed=redeployed,
        pending=dict(pending) if pending else None,
    )
    return state_from_json(document, load_catalog())


def texts(drawn: Battle) -> list[str]:
    """The legal actions in words."""
    return [option.text for option in drawn.options()]


def costs(drawn: Battle) -> dict[str, int]:
    """The legal actions with their costs."""
    return {option.text: option.cost for option in drawn.options()}


def unused(drawn: Battle, side: str) -> int:
    """The unused tokens of `side`."""
    return drawn.state.tally[c.UNUSED + "AB".index(side)]


def orders_on(drawn: Battle, unit: str) -> int:
    """The order tokens on `unit`."""
    return drawn.state.orders[drawn.forces.unit_index(unit)]


def destroyed(drawn: Battle, side: str) -> int:
    """The DP that `side` has destroyed."""
    return drawn.state.tally[c.DESTROYED + "AB".index(side)]
