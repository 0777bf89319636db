"""Compiled and interpreted, the engine plays the same battles; the benchmark measures both."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import REPOSITORY
from tests.engines import assert_recorded_alike, compile_or_skip

BATTLES = (
    ("union-80", "confederacy-80", 1, "random"),
    ("orcs-80", "macedonians-80", 2, "random"),
    ("celts-60", "romans-80", 3, "random"),
    ("elves-60", "persians-50", 4, "random"),
    ("orcs-80", "romans-80", 5, "greedy"),
    ("macedonians-50", "celts-60", 6, "search:20"),
)


@pytest.fixture(scope="module")
def compiled() -> None:
    """A build of the present sources."""
    compile_or_skip("pocket-battles")


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(("one", "other", "seed", "agent"), BATTLES)
def test_compiled_and_interpreted_records_are_identical(
    tmp_path: Path, one: str, other: str, seed: int, agent: str
) -> None:
    assert_recorded_alike(
        tmp_path,
        *("battle", one, "--against", other, "--seed", str(seed)),
        *("--agent", agent, "--enemy-agent", agent),
    )


PLAYED = """
import sys
sys.path.insert(1, "benchmarks")
from ours import our_battles
from pbbuild.pocket_battles.rules.core.legal import Actions
from pbbuild.pocket_battles.rules.core.playout import Chance, random_playout
from pbbuild.native.load import status
assert status("pocket-battles").compiled == (sys.argv[1] == "compiled")
for number, state in enumerate(our_battles(80)):
    state = state.copy()
    print(random_playout(state, Chance(number), Actions()), state.winner, state.round,
          list(state.tally), list(state.zone), list(state.wounds))
"""


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_battles_inside_the_core_end_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = []
    for wish in ("compiled", "interpreted"):
        monkeypatch.setenv("PBBUILD_ENGINE", wish)
        played = subprocess.run(
            [sys.executable, "-c", PLAYED, wish],
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=True,
        )
        ends.append(played.stdout)
    assert ends[0] == ends[1]
    assert len(ends[0].splitlines()) == 36


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_the_benchmark_gives_its_ratios() -> None:
    told = subprocess.run(
        [sys.executable, "benchmarks/engine.py", "--json", "--rounds", "1", "--seconds", "0.1"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    result = json.loads(told.stdout)
    assert set(result["ratios"]) == {
        "interpreted_vs_catanatron",
        "compiled_vs_catanatron",
        "compiled_vs_openspiel",
    }
    engines = result["engines"]
    assert engines["compiled"]["decisions_per_second"] > (
        5 * engines["interpreted"]["decisions_per_second"]
    )
    assert all(row["state_bytes"] < 5_000_000 for row in result["sizes"])
    assert set(result["missing"]) <= {"catanatron", "openspiel"}
