"""Compiled and interpreted, Pocket General plays the same games."""

from pathlib import Path

import pytest

from pbbuild.native import build as native_build
from tests.cli import run
from tests.match.test_native import has_compiler


@pytest.fixture(scope="module")
def compiled() -> None:
    """A build of the present sources."""
    if not has_compiler():
        pytest.skip("there is no C compiler here")
    built = native_build.build("pocket-general")
    assert built.usable, built.detail


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("agent", ["random", "greedy", "search:4"])
@pytest.mark.parametrize("words", [(), ("--fast", "--army", "japan", "--bonus")], ids=("", "fast"))
def test_compiled_and_interpreted_records_are_identical(
    tmp_path: Path, agent: str, words: tuple[str, ...]
) -> None:
    records = []
    for wish in ("compiled", "interpreted"):
        name = f"{wish}.jsonl"
        told = run(
            *("battle", "--game", "pocket-general", "--seed", "8", "--agent", agent),
            *("--enemy-agent", agent, "--record", name, *words),
            folder=tmp_path,
            PBBUILD_ENGINE=wish,
        )
        assert told.returncode == 0, told.stderr
        records.append((tmp_path / name).read_bytes())
    assert records[0] == records[1]
