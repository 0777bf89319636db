"""Records of the engine pass a referee that does not know it, and altered ones do not."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from pbbuild.pocket_battles.agents.registry import agent_named
from pbbuild.pocket_battles.lists.list_file import read_list
from pbbuild.pocket_battles.lists.model import ArmyList, ListUnit
from pbbuild.pocket_battles.playtest.battles import fight
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.plain.battle import editions
from tests.pocket_battles.rules.reference.chance import CATALOG, catalog_army
from tests.pocket_battles.rules.reference.records import RefereeError, assert_record_is_true
from tests.tiers import tries

GAME = PocketBattles()
READY = sorted(Path(CATALOG / "lists").glob("*.json"))
ARMIES = [army for entry in editions().values() for army in entry["armies"]]


def record(lists: list[ArmyList], seed: int, edition: str) -> list[Any]:
    """The lines of a battle of random agents, as a file would give them back."""
    agents = [agent_named("random"), agent_named("random")]
    fought = fight(GAME, lists, agents, seed, edition=edition)
    return [json.loads(row) for row in fought.recorder.text().splitlines()]


def random_list(rng: random.Random, army: str, size: int) -> ArmyList:
    """A random legal list."""
    units = catalog_army(rng, size, army)
    stacks = tuple(ListUnit(tuple(tile["code"] for tile in unit)) for unit in units)
    edition = next(name for name, entry in editions().items() if army in entry["armies"])
    return ArmyList(army, army, size, edition, stacks)


def record_of(seed: int) -> list[Any]:
    """The record of a random battle; seeds take editions and pairs of armies in turn."""
    rng = random.Random(seed)
    pairs = list(itertools.product(ARMIES, ARMIES))
    size = rng.choice([30, 50, 80])
    lists = [random_list(rng, army, size) for army in pairs[seed % len(pairs)]]
    edition = list(editions())[(seed + seed // len(pairs)) % len(editions())]
    return record(lists, seed, edition)


@pytest.mark.parametrize("edition", list(editions()))
def test_records_of_the_ready_lists_pass(edition: str) -> None:
    armies = editions()[edition]["armies"]
    lists = [read_list(next(p for p in READY if p.name.startswith(army))) for army in armies]

    assert_record_is_true(record(lists, 1, edition))


def test_records_of_random_lists_pass() -> None:
    for seed in range(tries(8, 3)):
        assert_record_is_true(record_of(seed))


@pytest.mark.slow
def test_records_of_every_pair_of_armies_in_every_edition_pass() -> None:
    for seed in range(len(editions()) * len(ARMIES) ** 2):
        assert_record_is_true(record_of(seed))


def altered(lines: list[Any], rng: random.Random) -> list[Any]:
    """The record with one thing in it changed."""
    copy: list[Any] = json.loads(json.dumps(lines))
    number = rng.randrange(1, len(copy))
    line = copy[number]
    if line["type"] == "choice":
        key = rng.choice(["side", "options", "cost", "decision"])
        line[key] = {"side": "AB".replace(line["side"], ""), "decision": "wait"}.get(
            key, line["options"] + 1
        )
        return copy
    if line["type"] == "dice":
        line["dice"] = [*line["dice"], 3]
        return copy
    if line["type"] == "end":
        line["destroyed"]["A"] += 1
        return copy
    del copy[number]
    return copy


def test_an_altered_record_is_refused() -> None:
    rng = random.Random(5)
    lines = record_of(3)

    for _ in range(tries(40, 10)):
        changed = altered(lines, rng)
        with pytest.raises(RefereeError):
            assert_record_is_true(changed)
