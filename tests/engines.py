"""The compiled and the interpreted engine side by side."""

from pathlib import Path

import pytest

from pbbuild.native import build as native_build
from pbbuild.native.load import find_build
from tests.cli import run_process
from tests.native.test_native import has_compiler


def compile_or_skip(group: str) -> None:
    """Have a build of the present sources, or skip where there is no compiler."""
    if not has_compiler():
        pytest.skip("there is no C compiler here")
    built = native_build.compile_group(group)
    assert built.usable, built.detail
    assert find_build(group)


def assert_recorded_alike(folder: Path, *words: str) -> None:
    """Both engines write the same record of the battle that `words` ask for."""
    records = []
    for wish in ("compiled", "interpreted"):
        name = f"{wish}.jsonl"
        told = run_process(*words, "--record", name, folder=folder, PBBUILD_ENGINE=wish)
        assert told.returncode == 0, told.stderr
        records.append((folder / name).read_bytes())
    assert records[0] == records[1]
