"""Random armies and random play that reaches the rare corners of the rules."""

import json
import random
from collections.abc import Sequence
from typing import Any

from pbbuild.pocket_battles.rules.plain.battle import editions, new_plain_battle
from pbbuild.pocket_battles.rules.plain.traits import TRAITS_FILE, trait_data

CATALOG = TRAITS_FILE.parent
Tile = dict[str, Any]


def random_tile(rng: random.Random, code: str, trait_ids: Sequence[str]) -> Tile:
    """A made-up tile; most have dice and wound points, many have some of these traits."""
    traits: list[str] = []
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        entry = trait_data()[rng.choice(trait_ids)]
        trait = f"{entry['id']}+{rng.randint(1, 3)}" if entry.get("numbered") else entry["id"]
        if trait not in traits:
            traits.append(trait)
    return {
        "code": code,
        "dp": rng.randint(1, 7),
        "fv": rng.choice([1, 2, 3, 3, 4, 5]),
        "wp": rng.choice([0, 1, 1, 1, 2, 2, 2, 3]),
        "black": sorted(rng.randint(2, 6) for _ in range(rng.choice([0, 1, 2, 2, 3, 4]))),
        "white": sorted(rng.randint(2, 6) for _ in range(rng.choice([0, 0, 0, 1, 2, 3]))),
        "traits": traits,
        "wounds": 0,
    }


def make_monstrous(rng: random.Random, tile: Tile) -> None:
    """More of everything than any box holds, to strain whatever is packed or counted."""
    tile["fv"] = rng.choice([3, 12, 30])
    tile["wp"] *= rng.choice([1, 3])
    tile["black"] = sorted(tile["black"] * rng.choice([1, 2, 5]))
    tile["white"] = sorted(tile["white"] * rng.choice([1, 2, 5]))
    traits = [f"{trait[:-2]}+9" if "+" in trait else trait for trait in tile["traits"]]
    # The same trait with two numbers has become one trait.
    tile["traits"] = list(dict.fromkeys(traits))


def random_army(rng: random.Random, size: int, tiles: Sequence[Tile]) -> list[list[Tile]]:
    """Units of these tiles as PB-1 allows them, within the size; at least one unit."""
    pool = rng.sample(list(tiles), len(tiles))
    while True:
        units: list[list[Tile]] = []
        points = 0
        for tile in pool:
            if points + tile["dp"] > size:
                continue
            points += tile["dp"]
            homes = [unit for unit in units if len(unit) < min(t["fv"] for t in [*unit, tile])]
            if homes and rng.random() < 0.6:
                rng.choice(homes).append(tile)
            else:
                units.append([tile])
        units = [unit for unit in units if any(tile["wp"] for tile in unit)]
        if units:
            return units
        rng.shuffle(pool)


def made_up_army(rng: random.Random, size: int, letters: str) -> list[list[Tile]]:
    """A random army of made-up tiles, some of them all of one character."""
    trait_ids = list(trait_data())
    if rng.random() < 0.6:
        trait_ids = rng.sample(trait_ids, 4)
    tiles = [random_tile(rng, f"{letters}{number:02}", trait_ids) for number in range(1, 31)]
    if rng.random() < 0.15:
        for tile in tiles:
            make_monstrous(rng, tile)
    tiles[0]["wp"] = 1
    return random_army(rng, size, tiles)


def catalog_army(rng: random.Random, size: int, army: str) -> list[list[Tile]]:
    """A random army of shipped tiles."""
    document = json.loads((CATALOG / f"{army}.json").read_text("utf-8"))
    keys = ("code", "dp", "fv", "wp", "black", "white", "traits")
    tiles = [{**{key: troop[key] for key in keys}, "wounds": 0} for troop in document["troops"]]
    return random_army(rng, size, tiles)


def random_battle(seed: int) -> tuple[random.Random, Any, int]:
    """A generator, a battle before its set-up roll, and a round limit.

    Seeds take the editions in turn; half of the battles are fought by two shipped armies, any
    against any, its twin included.
    """
    rng = random.Random(seed)
    size = rng.choice([10, 20, 30, 50, 50, 80, 120, 300])
    edition = list(editions())[seed % len(editions())]
    if rng.random() < 0.5:
        names = [army for entry in editions().values() for army in entry["armies"]]
        armies = {side: catalog_army(rng, size, rng.choice(names)) for side in "AB"}
    else:
        armies = {
            "A": made_up_army(rng, size, "AAA"),
            "B": made_up_army(rng, size, rng.choice(["AAA", "BBB"])),
        }
    return rng, new_plain_battle(edition, size, armies), rng.choice([3, 6, 12])


class Whim:
    """A player who likes some kinds of action much better than others, others in each battle."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.likes: dict[str, float] = {}
        self.boldness = rng.choice([0.5, 0.8, 0.95])

    def pick(self, options: Sequence[str]) -> str:
        """One of the options: first the kind of action, then which; fronts draw the bold."""
        verbs = list(dict.fromkeys(text.split()[0] for text in options))
        for verb in verbs:
            self.likes.setdefault(verb, self.rng.choice([0.05, 1.0, 1.0, 5.0, 25.0]))
        verb = self.rng.choices(verbs, [self.likes[verb] for verb in verbs])[0]
        texts = [text for text in options if text.split()[0] == verb]
        if self.rng.random() < self.boldness:
            texts = [text for text in texts if text.endswith("front")] or texts
        return self.rng.choice(texts)
