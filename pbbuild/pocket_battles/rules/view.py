"""What a player may see. PB-1.8, PB-3.2."""

from typing import Any

from pbbuild.play.contract import SIDES
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.state_document import state_to_json


def is_revealed(battle: Battle) -> bool:
    """Whether all units are deployed and their stacks open. PB-3.2."""
    return battle.state.round > 0


def view(battle: Battle, side: str) -> dict[str, Any]:
    """The battle's document as `side` sees it.

    Before the reveal an enemy stack is its top troop and its height, and what would tell of
    the troops below (points fielded, tokens of a Leader) is left out.
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
