"""The effects of a unit's traits, read from the shipped catalog. PB-T, PB-1.7."""

import json
from functools import cache
from typing import Any

from pbbuild.base.places import shipped

TRAITS_FILE = shipped("catalog") / "pocket_battles" / "traits.json"


@cache
def trait_data() -> dict[str, Any]:
    """The entries of the trait file by id."""
    return {entry["id"]: entry for entry in json.loads(TRAITS_FILE.read_text("utf-8"))["traits"]}


def effects_of(trait: str) -> list[tuple[str, int]]:
    """Kind and value of each effect of a trait as tiles write it: `fast`, `engagement+2`."""
    name, _, number = trait.partition("+")
    return [
        (effect["kind"], int(number) if effect["value"] == "x" else effect["value"])
        for effect in trait_data()[name]["effects"]
    ]


def adds_up(trait: str) -> bool:
    """Whether a trait counts for each troop that has it, not once for the unit. PB-T, R-25."""
    return bool(trait_data()[trait.partition("+")[0]].get("stacks"))


def counted(trait_lists: list[list[str]]) -> list[str]:
    """The traits of a unit, each as often as it counts; one list for each living troop. R-25."""
    result: list[str] = []
    for traits in trait_lists:
        for trait in traits:
            if adds_up(trait) or trait not in result:
                result.append(trait)
    return result


def values(traits: list[str], kind: str) -> list[int]:
    """The values of one kind of effect among these traits."""
    return [number for trait in traits for name, number in effects_of(trait) if name == kind]
