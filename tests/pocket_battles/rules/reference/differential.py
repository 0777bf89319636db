"""The engine and the plain model side by side through random battles."""

import random
from collections import Counter
from typing import Any

from tests.pocket_battles.rules.reference.chance import Whim, random_battle
from tests.pocket_battles.rules.reference.hand_made import hand_made
from tests.pocket_battles.rules.reference.models import (
    EngineModel,
    PlainModel,
    RulesModel,
    Snapshot,
)


def observed(model: RulesModel) -> dict[str, Any]:
    """All that a model reports at this moment."""
    node = model.node()
    says: dict[str, Any] = {"node": node, "snapshot": model.snapshot()}
    if node == "decision":
        says["decision"] = model.decision()
        says["options"] = model.options()
    elif node == "roll":
        says["throw"] = model.pending_roll()
    else:
        says["result"] = model.result()
    return says


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """The smallest places at which two values differ."""
    if expected == found:
        return []
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = list(dict.fromkeys([*expected, *found]))
        return [
            line
            for key in keys
            for line in differences(expected.get(key), found.get(key), f"{where}/{key}")
        ]
    return [f"{where}: plain model {expected!r}, engine {found!r}"]


def assert_battle_agrees(seed: int, seen: Counter[str] | None = None) -> int:
    """How many steps of a random battle the two models agree on.

    `seen` counts what came to pass, to see that rare things were reached.
    """
    rng, document, round_limit = random_battle(seed)
    return compare(document, round_limit, rng, f"battle {seed}", 10**6, seen)


def assert_state_agrees(seed: int, seen: Counter[str] | None = None) -> int:
    """The same from a state made by hand, for a few turns."""
    return compare(hand_made(seed), 50, random.Random(seed), f"state {seed}", 60, seen)


def compare(
    document: Any,
    round_limit: int,
    rng: random.Random,
    name: str,
    most_steps: int,
    seen: Counter[str] | None,
) -> int:
    """Plays one battle in both and fails at the first difference."""
    reference = PlainModel(document, round_limit)
    engine = EngineModel(document, round_limit)
    players = {side: Whim(rng) for side in "AB"}
    story: list[str] = []
    while True:
        expected, found = observed(reference), observed(engine)
        if expected != found:
            lines = differences(expected, found)
            raise AssertionError(
                f"{name}, step {len(story)}, after {story[-12:]}:\n" + "\n".join(lines)
            )
        if expected["node"] == "end" or len(story) == most_steps:
            return len(story)
        if expected["node"] == "roll":
            dice = [rng.randint(1, 6) for _ in range(expected["throw"][-1])]
            reference.apply_roll(dice)
            engine.apply_roll(dice)
            what = expected["throw"][0]
            story.append(f"{what} {dice}")
        else:
            decider, decision = expected["decision"]
            text = players[decider].pick(list(expected["options"]))
            reference.act(text)
            engine.act(text)
            what = f"{decision} {text.split()[0]}"
            if " from " in text:
                what += " from passed" if text.endswith("passed") else " from orders"
            elif decision == "target" and is_split(expected["snapshot"], reference.snapshot()):
                what = "target of a split"
            story.append(text)
        if seen is not None:
            seen[what] += 1


def is_split(before: Snapshot, after: Snapshot) -> bool:
    """Whether two living units that were in contact no longer are."""
    living = {*after["sides"]["A"]["units"], *after["sides"]["B"]["units"]}
    parted = set(before["contacts"]) - set(after["contacts"])
    return any(living.issuperset(pair) for pair in parted)
