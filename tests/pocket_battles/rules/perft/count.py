"""Counting the tree of a battle: decisions, throws and ends at each depth.

A step is one choice, forced ones included, or one throw; throws that differ only in the order of
the dice are one. Nodes are counted where they are reached, so that depth 0 is the state itself.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

from tests.pocket_battles.rules.reference.models import EngineModel, RulesModel

FOLDER = Path(__file__).parents[3] / "data" / "perft"
FACES = range(1, 7)
Step = str | list[int]


class Count(NamedTuple):
    """How many nodes of each kind lie at one depth."""

    decisions: int = 0
    throws: int = 0
    ends: int = 0

    def plus(self, other: "Count") -> "Count":
        return Count(*(mine + its for mine, its in zip(self, other, strict=True)))


@dataclass(frozen=True)
class Case:
    """A state and what was counted from it, depth by depth."""

    name: str
    edition: str
    state: Any
    counts: tuple[Count, ...]


def steps_of(model: RulesModel) -> list[Step]:
    """Every step that leads on from here."""
    if model.node() == "decision":
        return list(model.options())
    if model.node() == "roll":
        count = model.pending_roll()[-1]
        return [list(dice) for dice in combinations_with_replacement(FACES, count)]
    return []


def take(model: RulesModel, step: Step) -> None:
    """Takes one step."""
    if isinstance(step, str):
        model.act(step)
    else:
        model.apply_roll(step)


def here(model: RulesModel) -> Count:
    """The node itself."""
    kind = model.node()
    return Count(kind == "decision", kind == "roll", kind == "end")


def count_by_replay(seat: Callable[[], RulesModel], depth: int) -> tuple[Count, ...]:
    """The counts of depth 0 to `depth`, each path played again from the start: slow, but sure."""
    paths: list[list[Step]] = [[]]
    counts = []
    for level in range(depth + 1):
        total = Count()
        longer: list[list[Step]] = []
        for path in paths:
            model = seat()
            for step in path:
                take(model, step)
            total = total.plus(here(model))
            if level < depth:
                longer += [[*path, step] for step in steps_of(model)]
        counts.append(total)
        paths = longer
    return tuple(counts)


def count_by_copy(start: EngineModel, depth: int) -> tuple[Count, ...]:
    """The counts of depth 0 to `depth`, each node copied from its parent."""
    nodes = [start]
    counts = []
    for level in range(depth + 1):
        total = Count()
        children = []
        for model in nodes:
            total = total.plus(here(model))
            if level < depth:
                for step in steps_of(model):
                    child = model.copy()
                    take(child, step)
                    children.append(child)
        counts.append(total)
        nodes = children
    return tuple(counts)


def read_cases(edition: str) -> list[Case]:
    """The kept cases of an edition."""
    cases: list[Case] = []
    name, state, counts = "", None, []
    lines: Iterable[str] = (FOLDER / f"{edition}.txt").read_text("utf-8").splitlines()
    for line in [*lines, ""]:
        if line.startswith("case "):
            name = line.removeprefix("case ")
        elif line.startswith("state "):
            state = json.loads(line.removeprefix("state "))
        elif line.startswith("depth "):
            words = line.split()
            counts.append(Count(int(words[3]), int(words[5]), int(words[7])))
        elif not line and state:
            cases.append(Case(name, edition, state, tuple(counts)))
            name, state, counts = "", None, []
    return cases


def case_text(name: str, state: Any, counts: Iterable[Count]) -> str:
    """One case as the files keep it."""
    lines = [f"case {name}", f"state {json.dumps(state, separators=(',', ':'))}"]
    lines += [
        f"depth {depth}: decisions {count.decisions} throws {count.throws} ends {count.ends}"
        for depth, count in enumerate(counts)
    ]
    return "\n".join([*lines, "", ""])
