"""A folder of files is written whole, or says which file could not be."""

import errno
import os
from pathlib import Path

import pytest

from pbbuild.errors import PbbuildError
from pbbuild.terminal.output import write_folder

FILES = {"a.txt": b"one", "in/b.txt": b"two", "in/c.txt": b"three"}


def written(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_nothing_is_written_where_one_file_exists(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "c.txt").write_bytes(b"mine")

    with pytest.raises(PbbuildError, match=r"c\.txt"):
        write_folder(tmp_path, FILES)
    assert written(tmp_path) == {"in/c.txt": b"mine"}

    write_folder(tmp_path, FILES, force=True)
    assert written(tmp_path) == FILES


def test_a_full_disk_leaves_whole_files_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = os.fsync, []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) > 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PbbuildError) as refusal:
        write_folder(tmp_path, FILES)
    monkeypatch.undo()

    assert refusal.value.code == "cannot-write"
    assert all(FILES[name] == data for name, data in written(tmp_path).items())
    assert len(written(tmp_path)) < len(FILES)
