"""What the traits of a unit amount to, read from the shipped data. PB-T."""

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
    """The effects of one trait as tiles write it: `fast`, `engagement+2`."""
    name, _, number = trait.partition("+")
    return [
        (effect["kind"], int(number) if effect["value"] == "x" else effect["value"])
        for effect in trait_data()[name]["effects"]
    ]


def adds_up(trait: str) -> bool:
    """Whether the trait counts once for each troop that has it, and not once for the unit."""
    return bool(trait_data()[trait.partition("+")[0]].get("stacks"))


def counted(trait_lists: list[list[str]]) -> list[str]:
    """The traits of a unit whose troops have these, each as often as it counts."""
    result: list[str] = []
    for traits in trait_lists:
        for trait in traits:
            if adds_up(trait) or trait not in result:
                result.append(trait)
    return result


def values(traits: list[str], kind: str) -> list[int]:
    """The numbers of every effect of this kind."""
    return [number for trait in traits for name, number in effects_of(trait) if name == kind]
