"""`pbbuild referee` lists for states written by hand exactly what the model lists."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbbuild.base.documents import Document
from pbbuild.errors import StateError
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.rules.plain.battle import PlainBattle
from pbbuild.pocket_battles.rules.state_check import refuse_impossible
from pbbuild.pocket_battles.rules.state_file import read_state
from tests.cli import run
from tests.pocket_battles.rules.reference.hand_made import KINDS, hand_made, sparse
from tests.pocket_battles.rules.reference.models import GAME


def assert_referee_agrees(seed: int, folder: Path) -> None:
    """Puts one state before the command and before the model."""
    state = hand_made(seed)
    model = PlainBattle(state)
    written = sparse(state) if seed % 2 else state

    answer = run("referee", "-", "--json", folder=folder, text=json.dumps(written))

    assert answer.returncode == 0, f"state {seed}: {answer.stderr}"
    says: Any = json.loads(answer.stdout)
    assert says["decider"] == model.decision.decider, f"state {seed}"
    assert says["decision"] == model.decision.kind, f"state {seed}"
    listed = {entry["action"]: entry["cost"] for entry in says["actions"]}
    assert listed == model.actions(), f"state {seed}"
    assert all(entry["clauses"] for entry in says["actions"])


def has_uneven_turns(seed: int) -> bool:
    state = hand_made(seed)
    document = Document("state", state, json.dumps(state))
    catalog = load_catalog()
    try:
        refuse_impossible(document, read_state(document, catalog), catalog)
    except StateError as refused:
        return {problem.code for problem in refused.problems} == {"state.turns-uneven"}
    return False


@pytest.mark.clause("PB-11")
@pytest.mark.parametrize("kind", KINDS)
def test_the_referee_lists_what_the_model_lists(kind: str, tmp_path: Path) -> None:
    seeds = range(8 * 50 + KINDS.index(kind), 8 * 90, 8)
    assert_referee_agrees(next(seed for seed in seeds if not has_uneven_turns(seed)), tmp_path)


@pytest.mark.parametrize("start", range(0, 80, 20))
def test_a_state_written_in_short_means_the_same(start: int) -> None:
    catalog = load_catalog()
    for seed in range(start, start + 20):
        state = hand_made(seed)
        short = sparse(state)
        document = Document("short", short, json.dumps(short))
        full = read_state(document, catalog)
        refuse_impossible(document, full, catalog)
        options = GAME.options(GAME.from_json(full))

        found = {option.text: option.cost for option in options}
        assert found == PlainBattle(state).actions(), f"state {seed}"


@pytest.mark.slow
def test_the_referee_lists_what_the_model_lists_for_many_states(tmp_path: Path) -> None:
    compared = 0
    for seed in range(500, 524):
        # Made by hand, a state may have turns that do not alternate: the model does not look.
        if not has_uneven_turns(seed):
            assert_referee_agrees(seed, tmp_path)
            compared += 1
    assert compared > 20
