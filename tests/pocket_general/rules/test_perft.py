"""Counts of everything that can follow from a few states; any change of the rules shows here."""

from pathlib import Path

import pytest

from pbbuild.play.contract import Node
from pbbuild.pocket_general.rules.state import GeneralState
from tests.pocket_general.build import position

GOLDEN = Path(__file__).parents[2] / "data" / "perft" / "pocket-general.txt"
CORE = ["infantry", "tanks", "air", "navy", "militia", "threat"]
LATE = {
    "a": {
        "theater_a": ["atlantic", "burma", "manchuria", "korea"],
        "theater_b": [None, "burma", None, None],
        "laid": 2,
    },
    "b": {
        "theater_a": ["iwo-jima", "ardennes", None, None],
        "theater_b": [None, None, "iwo-jima", None],
        "laid": 3,
    },
}
STATES = {
    "recruit": position(
        "recruit",
        a={"recruited": CORE, "theater_a": ["atlantic", None, "manchuria", "korea"]},
        b={"recruited": CORE, "theater_a": ["iwo-jima", None, None, None]},
    ),
    "place": position("place", a={"recruited": CORE[:5]}, b={"recruited": CORE[:5]}),
    "militia": position(
        "redeploy",
        hex=1,
        a={"placed": [["militia", "tanks", "navy", "threat"]]},
        b={"recruited": ["tanks", "militia"], "placed": [["air"]]},
    ),
    "spies": position(
        "spy",
        hex=1,
        hexes=["lorraine", "korea"],
        a={"placed": [["spy", "tanks"], ["air"]]},
        b={"placed": [["spy", "infantry", "threat"], ["air"]]},
    ),
    "late-edge": position("edge", hex=1, hexes=["stalingrad", "normandy"], **LATE),
    "last-turn": position("roll-combat", hex=1, turn=60, hexes=["normandy"], **LATE),
}


def count(state: GeneralState, depth: int) -> tuple[int, int, int]:
    """How many decisions, rolls and ends stand `depth` steps later."""
    if depth == 0 or state.node() == Node.END:
        node = state.node()
        return int(node == Node.DECISION), int(node == Node.ROLL), int(node == Node.END)
    decisions = rolls = ends = 0
    is_roll = state.node() == Node.ROLL
    for step in sorted(set(state.roll().faces)) if is_roll else state.legal_actions():
        after = state.copy()
        if is_roll:
            after.apply_roll([step])
        else:
            after.apply(step)
        more = count(after, depth - 1)
        decisions, rolls, ends = decisions + more[0], rolls + more[1], ends + more[2]
    return decisions, rolls, ends


def rows(name: str) -> list[str]:
    return [
        f"{name} {depth} {' '.join(map(str, count(STATES[name], depth)))}" for depth in range(1, 5)
    ]


@pytest.mark.parametrize("name", STATES)
def test_counts_are_as_written(name: str) -> None:
    written = [line for line in GOLDEN.read_text().splitlines() if line.startswith(f"{name} ")]
    assert rows(name) == written
