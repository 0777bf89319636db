"""The file of solved positions: large enough, of all kinds, and true."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pbbuild.pocket_battles.agents.thinking.solve import Solver, solved_after
from pbbuild.pocket_battles.rules.game import PocketBattles

FILE = Path(__file__).parents[3] / "benchmarks" / "data" / "solved_positions.jsonl.gz"


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]


def test_the_file_has_five_hundred_positions_of_many_kinds(rows: list[dict[str, Any]]) -> None:
    kinds = Counter(row["state"]["decision"] for row in rows)

    assert len(rows) >= 500
    assert {"turn", "act", "react", "target", "wound", "follow-up"} <= set(kinds)


@pytest.mark.slow
def test_positions_are_solved_again_to_the_same_chances(rows: list[dict[str, Any]]) -> None:
    game, solver = PocketBattles(), Solver()
    for row in rows[::60]:
        battle = game.from_json(row["state"])
        solver.clear(200_000)
        for action in battle.legal_actions():
            found = solved_after(solver, battle.state, action)
            assert found == pytest.approx(row["chances"][battle.text(action)], abs=1e-8)
