"""Random games of every pairing: they end, keep their invariants and agree with the reference."""

import itertools
import json
import random

import pytest

from pbbuild.play.contract import Node
from pbbuild.pocket_general.rules.core.combat import combat_value, unit_value
from pbbuild.pocket_general.rules.core.constants import HEXES, NOWHERE, UNIT_SLOTS
from pbbuild.pocket_general.rules.plain.actions import legal
from pbbuild.pocket_general.rules.plain.combat import combat_result
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.pocket_general.rules.state import GeneralState
from tests.pocket_general.build import GAME, PAIRS, texts
from tests.tiers import tries

VARIANTS = (Variant(), Variant(fast=True))
both = pytest.mark.parametrize("variant", VARIANTS, ids=("standard", "fast"))
pairs = pytest.mark.parametrize("nations", PAIRS, ids="-".join)


def step(state: GeneralState, rng: random.Random) -> None:
    if state.node() == Node.ROLL:
        state.apply_roll([rng.choice(state.roll().faces)])
    else:
        state.apply(rng.choice(list(state.legal_actions())))


def check_invariants(state: GeneralState) -> None:
    core = state.core
    places = [*core.pool, *(place for place in core.hexes if place != NOWHERE)]
    for side in range(2):
        own = core.edges[side * 10 : side * 10 + 10]
        places += [p for edge, p in enumerate(own) if p != NOWHERE and edge != core.laid[side]]
        seen = core.hand[side]
        for hex_ in range(HEXES):
            here = core.at[side * HEXES + hex_]
            assert not seen & here
            assert here.bit_count() <= 4
            assert not here or core.hexes[hex_] != NOWHERE
            seen |= here
        assert not seen & ~core.tables.all_units[side]
        assert not core.paired[side] & ~seen
        assert seen < 1 << UNIT_SLOTS
    drawn = sorted(place for place in places if place < 16)
    if not core.undrawn:
        assert drawn == list(range(16))
    assert sorted(place - 16 for place in places if place >= 16) == [
        side for side in range(2) if core.unlocked[side]
    ]


def compare_with_reference(state: GeneralState, rng: random.Random) -> None:
    document = GAME.to_json(state)
    if state.node() == Node.DECISION:
        assert legal(document) == set(texts(state))
    if document["decision"] == "roll-combat" and state.core.side != state.core.first:
        face = rng.choice(state.roll().faces)
        dice = {**document["dice"], document["decider"]: face}
        after = state.copy()
        after.apply_roll([face])
        event = GAME.events(state, after)[0]
        assert event.kind == "combat"
        assert (event.values["result"], event.values["higher"]) == combat_result(document, dice)


@both
@pairs
def test_random_games_end_and_agree_with_the_reference(
    nations: tuple[str, str], variant: Variant
) -> None:
    for seed in range(tries(12, 3)):
        rng = random.Random(f"{nations} {variant} {seed}")
        state = GAME.new(*nations, variant)
        while state.node() != Node.END:
            check_invariants(state)
            compare_with_reference(state, rng)
            step(state, rng)
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.rounds <= 60
        if outcome.reason == "capitulation" and state.core.laid[1 - state.core.winner] >= 0:
            assert outcome.scores[str(outcome.winner)] == 9


@pytest.mark.slow
@both
@pairs
def test_a_thousand_random_games_end(nations: tuple[str, str], variant: Variant) -> None:
    wins = {"A": 0, "B": 0}
    for seed in range(1000):
        rng = random.Random(seed)
        state = GAME.new(*nations, variant)
        while state.node() != Node.END:
            step(state, rng)
        check_invariants(state)
        outcome = state.outcome()
        assert outcome is not None
        if outcome.winner:
            wins[outcome.winner] += 1
    # Random play on both sides: no nation is without a chance.
    assert min(wins.values()) > 250


@pytest.mark.parametrize(
    "bonus",
    [
        pytest.param(False, id="eleven", marks=pytest.mark.slow),
        pytest.param(True, id="twelve"),
    ],
)
def test_a_state_survives_writing_and_reading_at_every_step(bonus: bool) -> None:
    rng = random.Random(5)
    state = GAME.new("japan", "united-states", Variant(bonus=bonus))
    for number in itertools.count():
        if state.node() == Node.END:
            break
        if number % tries(1, 4) == 0:
            document = json.loads(json.dumps(GAME.to_json(state)))
            again = GAME.from_json(document)
            assert GAME.to_json(again) == document
            assert list(again.legal_actions()) == list(state.legal_actions())
        step(state, rng)
    document = GAME.to_json(state)
    assert GAME.to_json(GAME.from_json(document)) == document


def test_a_copy_is_independent() -> None:
    rng = random.Random(3)
    state = GAME.new("germany", "russia")
    while state.node() != Node.END:
        before = GAME.to_json(state)
        other = state.copy()
        step(other, rng)
        assert GAME.to_json(state) == before
        state = other


def test_the_sum_of_a_side_is_the_sum_of_its_units() -> None:
    rng = random.Random(9)
    pairings = [GAME.new(*nations, Variant(bonus=True)).core.tables for nations in PAIRS]
    for _ in range(1000):
        tables = rng.choice(pairings)
        own, enemy, paired = (rng.getrandbits(12) for _ in range(3))
        terrains = tables.location_terrains[rng.randrange(18)]
        side = rng.randrange(2)
        each = [
            unit_value(tables, side, unit, terrains, own, enemy, bool(paired >> unit & 1))
            for unit in range(12)
            if own >> unit & 1
        ]
        assert combat_value(tables, side, terrains, own, enemy, paired) == sum(each)
