"""`pbbuild referee` lists for states written by hand exactly what the model lists."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli import run
from tests.reference.hand_made import KINDS, hand_made
from tests.reference.reference import Reference


def check_referee(seed: int, folder: Path) -> None:
    """Puts one state before the command and before the model."""
    state = hand_made(seed)
    model = Reference(state)

    answer = run("referee", "-", "--json", folder=folder, text=json.dumps(state))

    assert answer.returncode == 0, f"state {seed}: {answer.stderr}"
    says: Any = json.loads(answer.stdout)
    assert says["decider"] == model.choice.decider, f"state {seed}"
    assert says["decision"] == model.choice.decision, f"state {seed}"
    listed = {entry["action"]: entry["cost"] for entry in says["actions"]}
    assert listed == model.actions(), f"state {seed}"
    assert all(entry["clauses"] for entry in says["actions"])


@pytest.mark.clause("PB-11")
@pytest.mark.parametrize("kind", KINDS)
def test_the_referee_lists_what_the_model_lists(kind: str, tmp_path: Path) -> None:
    check_referee(8 * 50 + KINDS.index(kind), tmp_path)


@pytest.mark.slow
def test_the_referee_lists_what_the_model_lists_for_many_states(tmp_path: Path) -> None:
    for seed in range(500, 524):
        check_referee(seed, tmp_path)
