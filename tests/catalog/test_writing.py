"""Writing a table never replaces what is not a plain file."""

import os
import stat
from pathlib import Path

from pbbuild.files import write_atomic
from tests.cli import run


def test_a_link_keeps_pointing_where_it_did(tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    write_atomic(tmp_path / "link.csv", "new")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == "new"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomic(pipe, "table")
        assert os.read(reader, 100) == b"table"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_table_can_go_to_standard_output_by_its_path(tmp_path: Path) -> None:
    shown = run("catalog", "export", "union", "-o", "/dev/stdout", folder=tmp_path)
    assert shown.returncode == 0
    assert "UNI30" in shown.stdout
