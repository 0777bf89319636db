"""Long playtests: no more memory than short ones, and small files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import environment_in
from tests.tiers import tries

MOST_GROWTH = 3_000  # kilobytes; a battle kept by mistake would cost a kilobyte each
LONG = tries(15_000, most=100_000)
RANDOM = ("--agent", "random", "--enemy-agent", "random", "--seed", "1", "--workers", "1", "--json")


def most_memory(folder: Path, *words: str) -> tuple[int, bytes]:
    """The most kilobytes `pbbuild WORDS` and its workers ever held, and what it printed."""
    # The parent of only this command: its usage of children is the command's own.
    script = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run([sys.executable, '-m', 'pbbuild', *sys.argv[1:]])\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)\n"
        "sys.exit(done.returncode)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        cwd=folder,
        env=environment_in(folder),
        capture_output=True,
        check=True,
        timeout=600,
    )
    return int(done.stderr.split()[-1]), done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "short", "long"),
    [
        pytest.param(("playtest", "romans-60", "-o"), 1_000, LONG, id="pocket-battles"),
        pytest.param(("playtest", "--game", "pocket-general"), 500, 4_000, id="pocket-general"),
    ],
)
def test_a_long_playtest_takes_no_more_memory_than_a_short_one(
    words: tuple[str, ...], short: int, long: int, tmp_path: Path
) -> None:
    held = []
    for games in (short, long):
        kept = (f"run-{games}",) if words[-1] == "-o" else ()
        memory, out = most_memory(tmp_path, *words, *kept, "--games", str(games), *RANDOM)
        assert json.loads(out)["games"] == games
        held.append(memory)
    assert held[1] - held[0] < MOST_GROWTH, held
    for run in tmp_path.glob("run-*/run.json"):
        assert run.stat().st_size < 40_000, run
