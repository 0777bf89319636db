"""Half-written files of killed writers: the next writer sweeps them, but never a living one's."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from pbbuild.base.files import write_atomic
from tests.cli import REPOSITORY

# Writes x.pdf and stops in the middle, its temporary file whole but not renamed.
STOPPING = """
import os, time
from pathlib import Path
from pbbuild.base.files import write_atomic
os.replace = lambda *names: time.sleep(60)
write_atomic(Path("x.pdf"), "half")
"""


@pytest.fixture
def writer(tmp_path: Path) -> subprocess.Popen[bytes]:
    """A process in the middle of writing x.pdf."""
    process = subprocess.Popen(
        [sys.executable, "-c", STOPPING], cwd=tmp_path, env={"PYTHONPATH": str(REPOSITORY)}
    )
    until = time.monotonic() + 30
    while [file.read_text() for file in tmp_path.iterdir()] != ["half"]:
        assert time.monotonic() < until
        time.sleep(0.02)
    return process


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_the_next_writer_sweeps_what_a_killed_one_left(
    writer: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    writer.kill()
    writer.wait()
    assert len(names_in(tmp_path)) == 1
    write_atomic(tmp_path / "y.pdf", "another")
    assert len(names_in(tmp_path)) == 2, "only those of its own are a writer's business"
    write_atomic(tmp_path / "x.pdf", "whole")
    assert names_in(tmp_path) == ["x.pdf", "y.pdf"]


def test_in_our_own_folder_any_writer_sweeps_what_a_killed_one_left(
    writer: subprocess.Popen[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path))
    [half] = (file for file in tmp_path.iterdir() if file.is_file())
    living = folder / half.name
    os.link(half, living)
    write_atomic(folder / "000002.json", "next")
    assert living.exists(), "its writer still lives"

    writer.kill()
    writer.wait()
    write_atomic(folder / "000003.json", "next")

    assert names_in(folder) == ["000002.json", "000003.json"]


def test_a_file_that_a_living_writer_has_open_stays(
    writer: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    [half] = tmp_path.iterdir()
    try:
        write_atomic(tmp_path / "x.pdf", "whole")
        assert half.read_text() == "half"
    finally:
        writer.send_signal(signal.SIGTERM)
        writer.wait()


def test_a_file_swept_before_it_could_be_locked_is_made_again(tmp_path: Path) -> None:
    answers = iter([False, True])

    def try_lock(handle: int) -> bool:
        return next(answers)

    with patch("pbbuild.base.files.try_lock", try_lock):
        write_atomic(tmp_path / "x.pdf", "whole")
    assert (tmp_path / "x.pdf").read_text() == "whole"
