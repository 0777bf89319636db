"""Compiled and interpreted, Pocket General plays the same games."""

from pathlib import Path

import pytest

from tests.engines import assert_recorded_alike, compile_or_skip


@pytest.fixture(scope="module")
def compiled() -> None:
    """A build of the present sources."""
    compile_or_skip("pocket-general")


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("agent", ["random", "greedy", "search:4"])
@pytest.mark.parametrize("words", [(), ("--fast", "--army", "japan", "--bonus")], ids=("", "fast"))
def test_compiled_and_interpreted_records_are_identical(
    tmp_path: Path, agent: str, words: tuple[str, ...]
) -> None:
    assert_recorded_alike(
        tmp_path,
        *("battle", "--game", "pocket-general", "--seed", "8", "--agent", agent),
        *("--enemy-agent", agent, *words),
    )
