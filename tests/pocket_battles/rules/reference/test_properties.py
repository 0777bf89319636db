"""What must hold at every step of any battle, over random play of the engine."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbbuild.errors import PbbuildError
from tests.pocket_battles.rules.reference.chance import Whim, random_battle
from tests.pocket_battles.rules.reference.models import GAME, EngineModel
from tests.tiers import tries

QUICK = settings(max_examples=tries(4, 1), deadline=None, derandomize=True, database=None)
THOROUGH = settings(
    max_examples=tries(15, 1, most=30), deadline=None, derandomize=True, database=None
)
SEEDS = st.integers(min_value=0, max_value=2**32)


def moments(seed: int) -> Iterator[tuple[EngineModel, random.Random]]:
    """Every moment of a random battle, from the set-up roll to the end."""
    rng, document, round_limit = random_battle(seed)
    model = EngineModel(document, round_limit)
    whims = {side: Whim(rng) for side in "AB"}
    while True:
        yield model, rng
        if model.node() == "end":
            return
        if model.node() == "roll":
            model.apply_roll([rng.randint(1, 6) for _ in range(model.pending_roll()[-1])])
        else:
            model.act(whims[model.decision()[0]].pick(list(model.options())))


def document_of(model: EngineModel) -> Any:
    """The state as it would be written to a file and read again."""
    return json.loads(json.dumps(GAME.to_json(model.state)))


def tokens(side: Any) -> int:
    """Every token of a side, wherever it lies."""
    on_units = sum(unit["orders"] + sum(unit["wounds"].values()) for unit in side["units"].values())
    return int(side["unused"] + side["passed"] + side["set_aside"] + on_units)


def assert_tokens_and_troops(seed: int) -> None:
    round_tokens: dict[str, int] = {}
    round_number = None
    points: dict[str, int] = {}
    for model, _ in moments(seed):
        now = model.snapshot()
        ending = model.node() == "decision" and model.decision()[1] == "sacrifice"
        if now["round"] != round_number or ending or model.node() == "end":
            round_number = now["round"]
            round_tokens = {name: tokens(side) for name, side in now["sides"].items()}
        assert {name: tokens(side) for name, side in now["sides"].items()} == round_tokens
        document = document_of(model)
        living = {
            name: sum(troop["dp"] for unit in side["units"] for troop in unit["troops"])
            for name, side in document["sides"].items()
        }
        for name, enemy in (("A", "B"), ("B", "A")):
            fielded = living[name] + now["sides"][enemy]["destroyed"]
            assert points.setdefault(name, fielded) == fielded == now["sides"][name]["fielded"]


def assert_contacts(seed: int) -> None:
    for model, _ in moments(seed):
        document = document_of(model)
        zones = {
            unit["id"]: unit["zone"]
            for side in document["sides"].values()
            for unit in side["units"]
            if unit["troops"]
        }
        seen: list[str] = []
        for group in document["contacts"]:
            members = [group["one"], *group["many"]]
            assert group["many"]
            assert all(name[0] != group["one"][0] for name in group["many"])
            assert len({zones[name] for name in members}) == 1
            assert zones[group["one"]].endswith("engagement")
            seen += members
        assert len(seen) == len(set(seen)), "a unit is in two groups"


def assert_refusals(seed: int) -> None:
    """What is not listed is refused and changes nothing; what is listed applies."""
    earlier: list[str] = ["charge a1", "target b1", "leave b1", "wait", "done", "pass", "", "x"]
    for model, rng in moments(seed):
        if model.node() != "decision":
            continue
        legal = model.options()
        before = document_of(model)
        for text in rng.sample(earlier, min(4, len(earlier))):
            if text not in legal:
                with pytest.raises(PbbuildError):
                    GAME.parse(model.state, text)
                assert GAME.why_not(model.state, text), text
        for text in rng.sample(list(legal), min(3, len(legal))):
            assert GAME.why_not(model.state, text) == ()
            model.copy().act(text)
        assert document_of(model) == before, "looking on changed the state"
        earlier = [*earlier[-60:], *rng.sample(list(legal), min(2, len(legal)))]


def assert_files(seed: int) -> None:
    """A state written and read again is the same state with the same future."""
    for model, rng in moments(seed):
        if model.node() != "decision" or rng.random() > 0.4 / tries(1, 5):
            continue
        twin = model.copy()
        twin.state = GAME.from_json(document_of(model))
        assert document_of(twin) == document_of(model)
        assert twin.decision() == model.decision()
        future = model.copy()
        for _ in range(6):
            assert twin.node() == future.node()
            if future.node() == "end":
                break
            if future.node() == "roll":
                assert twin.pending_roll() == future.pending_roll()
                dice = [rng.randint(1, 6) for _ in range(future.pending_roll()[-1])]
                twin.apply_roll(dice)
                future.apply_roll(dice)
            else:
                assert twin.options() == future.options()
                text = rng.choice(list(future.options()))
                twin.act(text)
                future.act(text)
            assert twin.snapshot() == future.snapshot()


@pytest.mark.slow
@pytest.mark.clause("PB-4.6", "PB-7.2", "PB-7.3")
@QUICK
@given(SEEDS)
def test_tokens_and_troops_are_conserved_within_a_round(seed: int) -> None:
    assert_tokens_and_troops(seed)


@pytest.mark.clause("PB-6.3")
@QUICK
@given(SEEDS)
def test_contacts_are_always_one_against_many(seed: int) -> None:
    assert_contacts(seed)


@pytest.mark.clause("PB-11")
@QUICK
@given(SEEDS)
def test_listed_actions_apply_and_all_others_are_refused(seed: int) -> None:
    assert_refusals(seed)


@pytest.mark.slow
@QUICK
@given(SEEDS)
def test_a_state_survives_writing_and_reading(seed: int) -> None:
    assert_files(seed)


@pytest.mark.clause("PB-9.1", "PB-9.3")
@QUICK
@given(SEEDS)
def test_every_battle_ends(seed: int) -> None:
    _, document, round_limit = random_battle(seed)
    *_, (last, _) = moments(seed)

    assert last.node() == "end"
    assert last.result()[1] in ("destroyed", "round-limit")
    assert last.snapshot()["round"] <= round_limit
    assert document["decision"] == "initiative"


@QUICK
@given(SEEDS)
def test_a_copy_goes_its_own_way(seed: int) -> None:
    for model, rng in moments(seed):
        if rng.random() > 0.2 or model.node() == "end":
            continue
        before = GAME.to_json(model.state)
        twin = model.copy()
        for _ in range(5):
            if twin.node() == "roll":
                twin.apply_roll([rng.randint(1, 6) for _ in range(twin.pending_roll()[-1])])
            elif twin.node() == "decision":
                twin.act(rng.choice(list(twin.options())))
        assert GAME.to_json(model.state) == before


@pytest.mark.clause("PB-1.8", "PB-3.2")
@QUICK
@given(SEEDS)
def test_until_the_reveal_only_the_top_and_the_height_of_a_stack_show(seed: int) -> None:
    rng, document, _ = random_battle(seed)
    other = json.loads(json.dumps(document))
    for unit in other["sides"]["B"]["units"]:
        for number, troop in enumerate(unit["troops"][1:]):
            troop |= {"code": f"{unit['id']}{number}", "dp": 1, "traits": ["leader"], "black": [2]}
    one, two = EngineModel(document), EngineModel(other)

    while one.node() == "roll" or one.decision()[1] == "deploy":
        assert GAME.view(one.state, "A") == GAME.view(two.state, "A")
        if one.node() == "roll":
            die = [rng.randint(1, 6)]
            one.apply_roll(die)
            two.apply_roll(die)
        else:
            text = rng.choice(list(one.options()))
            one.act(text)
            two.act(text)

    assert GAME.view(one.state, "A") == GAME.to_json(one.state), "now all is revealed"
    assert GAME.view(one.state, "A") == GAME.view(one.state, "B")


@pytest.mark.slow
@pytest.mark.parametrize(
    "check", [assert_tokens_and_troops, assert_contacts, assert_refusals, assert_files]
)
def test_the_same_over_many_battles(check: Any) -> None:
    @THOROUGH
    @given(SEEDS)
    def many(seed: int) -> None:
        check(seed)

    many()
