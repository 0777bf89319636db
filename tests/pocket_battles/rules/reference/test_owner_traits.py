"""Traits that a player may write, of any effects, mean the same to engine and model."""

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest

from pbbuild.pocket_battles.catalog.effects import EFFECTS
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Effect, Trait
from pbbuild.pocket_battles.rules.game import PocketBattles
from pbbuild.pocket_battles.rules.plain.traits import trait_data
from tests.pocket_battles.rules.reference import differential, models
from tests.tiers import tries

# What an effect's number may be; all others are there or not.
NUMBERS = {
    "engagement-dice": (1, 3),
    "charge-dice": (1, 3),
    "shooting-dice": (1, 3),
    "order-token-dice": (1, 2),
    "wounded-enemy-dice": (1, 2),
    "scoring-hits": (1, 3),
    "self-hit-face": (1, 6),
    "token-set-aside": (1, 2),
    "order-step": (0, 2),
    "tokens": (1, 2),
    "regenerates": (1, 2),
    "special-double-order": (1, 3),
    "special-excite": (1, 3),
}


def owner_trait(rng: random.Random, number: int) -> tuple[dict[str, Any], Trait]:
    """A made-up trait, as the data has it and as the catalog has it."""
    kinds = rng.sample(EFFECTS, rng.choice([1, 1, 2, 3]))
    effects = [(kind, rng.randint(*NUMBERS.get(kind, (1, 1)))) for kind in kinds]
    stacks = rng.random() < 0.5
    entry = {
        "id": f"owner-{number}",
        "numbered": False,
        "stacks": stacks,
        "effects": [{"kind": kind, "value": value} for kind, value in effects],
    }
    like = load_catalog().traits["fast"]
    trait = dataclasses.replace(
        like,
        id=f"owner-{number}",
        base=f"owner-{number}",
        stacks=stacks,
        effects=tuple(Effect(kind, value) for kind, value in effects),
    )
    return entry, trait


@pytest.fixture(params=range(3))
def with_owner_traits(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Twelve made-up traits beside the shipped ones, for both models."""
    rng = random.Random(request.param)
    made = [owner_trait(rng, number) for number in range(12)]
    catalog = load_catalog()
    traits = {**catalog.traits, **{trait.id: trait for _, trait in made}}
    game = PocketBattles(dataclasses.replace(catalog, traits=traits))
    monkeypatch.setattr(models, "GAME", game)
    known = trait_data()
    before = dict(known)
    # Made-up armies draw from all traits there are; let the owner's be half of them.
    for entry, _ in made:
        known[entry["id"]] = entry
    yield
    known.clear()
    known.update(before)


@pytest.mark.clause("PB-T")
@pytest.mark.usefixtures("with_owner_traits")
def test_traits_of_any_effects_are_read_alike() -> None:
    for seed in range(7000, 7000 + tries(12, 2)):
        differential.assert_state_agrees(seed)
        differential.assert_battle_agrees(seed)
