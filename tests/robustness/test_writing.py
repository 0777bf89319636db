"""How a file is put in place: on the disk before it has its name, nothing else replaced."""

import os
import stat
from pathlib import Path

import pytest

from pbbuild.base.files import write_atomic
from pbbuild.errors import PbbuildError
from tests.cli import run_process


@pytest.mark.parametrize("new", [False, True], ids=["replaced", "new"])
def test_a_file_is_on_the_disk_before_it_has_its_name_and_then_so_is_the_name(
    new: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace, link = os.fsync, os.replace, os.link

    def synced(handle: int) -> None:
        found = os.fstat(handle)
        done.append("folder" if stat.S_ISDIR(found.st_mode) else f"{found.st_size} bytes")
        fsync(handle)

    def named(source: str, target: Path) -> None:
        done.append("name")
        (link if new else replace)(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "link" if new else "replace", named)
    write_atomic(tmp_path / "army.json", b"x" * 5000, new=new)
    assert done == ["5000 bytes", "name", "folder"]


def test_a_file_keeps_its_rights_and_a_new_one_has_those_of_the_player(tmp_path: Path) -> None:
    there, new = tmp_path / "there.json", tmp_path / "new.json"
    there.touch()
    there.chmod(0o664)
    before = os.umask(0o027)
    try:
        for path in (there, new):
            write_atomic(path, "words")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (there, new)] == [0o664, 0o640]


def test_a_file_is_not_replaced_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_text("old")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    with pytest.raises(PbbuildError) as refused:
        write_atomic(tmp_path / "link.csv", "new")
    assert refused.value.code == "is-a-link"
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == "old"


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
    shown = run_process("catalog", "export", "union", "-o", "/dev/stdout", folder=tmp_path)
    assert shown.returncode == 0
    assert "UNI30" in shown.stdout


@pytest.mark.parametrize("inner", ["x.json", "folder/x.json"])
def test_a_file_in_place_of_a_folder_is_called_no_folder(inner: str, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    with pytest.raises(PbbuildError) as refusal:
        write_atomic(tmp_path / "taken" / inner, "words")
    assert refusal.value.values["reason"] == "Not a directory"
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "mine"
