"""Builders that state only what a test is about."""

from typing import Any

from pbbuild.play.contract import Node
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.rules.core.flow import sum_at
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.notation import legal_texts
from pbbuild.pocket_general.rules.state import GeneralState
from pbbuild.pocket_general.rules.state_reader import read_state

GAME = PocketGeneral(load_pocket_general())
PAIRS = (
    ("germany", "russia"),
    ("germany", "united-states"),
    ("japan", "russia"),
    ("japan", "united-states"),
)
# A location of each terrain, to fight over.
FIELD = {
    "open": "lorraine",
    "forest": "ardennes",
    "mountain": "alps",
    "ocean": "pacific",
    "city": "stalingrad",
    "open-ocean": "normandy",
}


def position(decision: str, **changes: Any) -> GeneralState:
    """A supposed state at a decision: it need not say how it came about."""
    return read_state(GAME.catalog, written(decision, **changes), supposed=True)


def written(decision: str, **changes: Any) -> dict[str, Any]:
    """A document; sides as `a=` and `b=` mappings, the rest as in the document."""
    return {
        "format": "pbbuild-state/1",
        "game": "pocket-general-ww2",
        "turn": 2,
        "first": "A",
        "decider": "A",
        "decision": decision,
        "hexes": ["lorraine", "ardennes", "pacific"],
        "sides": {
            "A": {"nation": "germany", **changes.pop("a", {})},
            "B": {"nation": "russia", **changes.pop("b", {})},
        },
        **changes,
    }


def combat(
    terrain: str, a: str = "", b: str = "", *, map_a: dict[str, Any] | None = None, **changes: Any
) -> GeneralState:
    """The dice of a combat on a terrain, between units written as words."""
    nations = {"a": "germany", "b": "russia"}
    sides: dict[str, dict[str, Any]] = {}
    for name, units in (("a", a.split()), ("b", b.split())):
        own = {"panzers": "germany", "imperial-fleet": "japan"}
        own |= {"bombers": "united-states", "red-army": "russia"}
        nation = next((own[unit] for unit in units if unit in own), nations[name])
        sides[name] = {"nation": nation, "placed": [units]}
    sides["a"] |= map_a or {}
    hexes = [FIELD[terrain]]
    return position("roll-combat", hexes=hexes, hex=1, a=sides["a"], b=sides["b"], **changes)


def sums(state: GeneralState) -> tuple[int, int]:
    """What both sides have at the current hex before the dice."""
    return sum_at(state.core, 0, state.core.hex), sum_at(state.core, 1, state.core.hex)


def play(state: GeneralState, *actions: str) -> GeneralState:
    """The state after these words, dice as `roll 2`; the given state stays as it is."""
    after = state.copy()
    for action in actions:
        if action.startswith("roll "):
            assert after.node() == Node.ROLL
            after.apply_roll([int(action[5:])])
        else:
            after.apply(GAME.parse(after, action))
    return after


def texts(state: GeneralState) -> list[str]:
    """The legal actions in words."""
    return list(legal_texts(state.core))


def document(state: GeneralState) -> dict[str, Any]:
    """The state as its document."""
    return GAME.to_json(state)


def side(state: GeneralState, name: str) -> dict[str, Any]:
    """One side of the document."""
    own: dict[str, Any] = document(state)["sides"][name]
    return own
