"""Whatever words a player puts together: what is not listed is refused, with a clause."""

import random
from typing import Any

import pytest

from pbbuild.errors import PbbuildError
from tests.pocket_battles.rules.reference.hand_made import hand_made
from tests.pocket_battles.rules.reference.models import GAME, EngineModel

VERBS = [
    "deploy",
    "redeploy",
    "move",
    "charge",
    "intercept",
    "react-shoot",
    "wait",
    "target",
    "carry-on",
    "leave",
    "shoot",
    "heal",
    "double-order",
    "excite",
    "pass",
    "eliminate",
    "wound",
    "sacrifice",
    "done",
    "concede",
]
ZONES = ["left A front", "right B rear", "centre engagement", "left front", "left C front"]


def made_up_text(rng: random.Random, state: Any) -> str:
    """A verb and whatever else comes to mind."""
    units = [unit for side in state["sides"].values() for unit in side["units"]]
    names = [*(unit["id"] for unit in units), "a99", "b0", "c1", "A1", "ä1"]
    codes = [*(troop["code"] for unit in units for troop in unit["troops"]), "XXX", "a1", ""]
    words = [rng.choice(VERBS)]
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3])):
        kinds = [names, names, codes, ZONES, ["from", "passed", f"from {rng.choice(names)}"]]
        words.append(rng.choice(rng.choice(kinds)))
    return " ".join(words)


@pytest.mark.clause("PB-11", "PB-5.7")
@pytest.mark.parametrize("start", range(0, 32, 8))
def test_made_up_words_are_refused_unless_they_are_listed(start: int) -> None:
    for seed in range(start, start + 8):
        state, rng = hand_made(seed), random.Random(seed)
        model = EngineModel(state)
        legal, before = model.options(), GAME.to_json(model.state)
        for text in [made_up_text(rng, state) for _ in range(100)]:
            assert (GAME.why_not(model.state, text) == ()) is (text in legal), text
            if text not in legal:
                with pytest.raises(PbbuildError):
                    GAME.parse(model.state, text)
        assert GAME.to_json(model.state) == before
