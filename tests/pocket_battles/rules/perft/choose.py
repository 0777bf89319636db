"""Choosing the states that are counted, from random battles of the plain model.

    python -m tests.pocket_battles.rules.perft.choose

writes the files of this folder again. The states and counts change only when a rule or a shipped
tile does.
"""

import random
from collections.abc import Callable
from typing import Any

from pbbuild.pocket_battles.rules.plain.battle import PlainBattle, editions, new_plain_battle
from tests.pocket_battles.rules.perft.count import FOLDER, Count, case_text, count_by_replay
from tests.pocket_battles.rules.reference.chance import Whim, catalog_army
from tests.pocket_battles.rules.reference.models import PlainModel

MOST_NODES = 6000

Wanted = Callable[[PlainBattle], bool]


def options(model: PlainBattle, verb: str) -> int:
    """How many options begin with this word."""
    return sum(text.split()[0] == verb for text in model.actions())


def groups(model: PlainBattle) -> list[int]:
    """How many units each fight has."""
    return [1 + len(group["many"]) for group in model.document()["contacts"]]


def tokens(model: PlainBattle) -> int:
    """The unused tokens of both sides."""
    return sum(side.unused for side in model.field.sides.values())


WANTED: dict[str, Wanted] = {
    "the last units are placed": lambda m: (
        m.decision.kind == "deploy" and options(m, "deploy") == 12
    ),
    "a charge is on offer": lambda m: options(m, "charge") > 0 and tokens(m) <= 4,
    "a charge waits for a reaction": lambda m: m.decision.kind == "react",
    "a charger looks for a target": lambda m: m.decision.kind == "target" and len(m.actions()) > 1,
    "a fight goes on": lambda m: options(m, "carry-on") > 0 and tokens(m) <= 4,
    "two against one": lambda m: max(groups(m), default=0) > 2 and tokens(m) <= 5,
    "guns look for targets": lambda m: options(m, "shoot") > 2 and tokens(m) <= 3,
    "the round is ending": lambda m: (
        m.decision.kind == "turn"
        and tokens(m) == 1
        and any(unit.wounded for side in "AB" for unit in m.field.units(side))
    ),
    "somebody may be sacrificed": lambda m: m.decision.kind == "sacrifice" and tokens(m) <= 5,
    "one has destroyed half": lambda m: (
        m.decision.kind == "turn"
        and tokens(m) <= 2
        and any(2 * side.destroyed >= side.fielded for side in m.field.sides.values())
    ),
}


def find(edition: str, wanted: Wanted, seed: int) -> Any:
    """The document of a state that is wanted, of this edition's own armies."""
    rng = random.Random(seed)
    while True:
        size = rng.choice([20, 30])
        names = editions()[edition]["armies"]
        armies = {
            side: catalog_army(rng, size, name) for side, name in zip("AB", names, strict=True)
        }
        model = PlainBattle(new_plain_battle(edition, size, armies))
        whims = {side: Whim(rng) for side in "AB"}
        while model.node != "end" and model.field.round < 4:
            if model.node == "roll":
                model.apply_roll([rng.randint(1, 6) for _ in range(model.roll().count)])
                continue
            if len(model.actions()) > 1 and wanted(model):
                return model.document()
            model.apply(whims[model.decision.decider].pick(list(model.actions())))


def counts_of(state: Any) -> tuple[Count, ...]:
    """As deep as the model can count in a short time."""
    depth, counts = 1, count_by_replay(lambda: PlainModel(state), 1)
    while sum(counts[-1]) ** 2 / max(1, sum(counts[-2])) < MOST_NODES and depth < 4:
        depth += 1
        counts = count_by_replay(lambda: PlainModel(state), depth)
    return counts


def main() -> None:
    """Writes a file for each edition."""
    for number, edition in enumerate(editions()):
        text = ""
        for place, (name, wanted) in enumerate(WANTED.items()):
            state = find(edition, wanted, 100 * number + place)
            text += case_text(name, state, counts_of(state))
        (FOLDER / f"{edition}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
