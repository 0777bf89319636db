"""Links, pipes, devices and folders where a file of ours should be: no command harms what is there.

Each writing command runs once to see which paths it changes. Then every one of these paths is
replaced by something that is no regular file of ours, and the command runs again.
"""

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from unittest.mock import patch

import pytest

from pbbuild.base.files import read_bytes, set_aside, write_atomic
from pbbuild.base.locks import locked
from pbbuild.base.private import delete_file
from pbbuild.errors import PbbuildError
from tests.cli import REPOSITORY
from tests.robustness.inside import typed
from tests.robustness.writers import (
    FOLDER_WRITERS,
    SEARCH_WRITERS,
    WRITERS,
    fresh,
    type_in,
)
from tests.tiers import ALL

QUICK = ("remove", "rename", "edit", "export")
TABLE = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name in (*WRITERS, *FOLDER_WRITERS, *SEARCH_WRITERS)
]
# So many paths are tried of a command that changes more: of each folder the first and the last.
MOST_PATHS = 12
# Where pbbuild's own folders may lead elsewhere: those that the player chooses.
MAY_BE_LINKS = {Path("home"), Path("home/data"), Path("home/config"), Path("home/cache")}
# What a path may be replaced by. The victim is outside of our folders and has what was there.
VICTIM = "outside/victim"


def _link(path: Path, victim: Path) -> None:
    path.symlink_to(victim)


def _dangling(path: Path, victim: Path) -> None:
    path.symlink_to(victim.with_name("missing"))


def _loop(path: Path, victim: Path) -> None:
    path.symlink_to(path.name)


def _hard_link(path: Path, victim: Path) -> None:
    os.link(victim, path)


def _pipe(path: Path, victim: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path, victim: Path) -> None:
    path.mkdir()
    os.link(victim, path / "inside")


KINDS: dict[str, Callable[[Path, Path], None]] = {
    "link": _link,
    "dangling": _dangling,
    "loop": _loop,
    "hard link": _hard_link,
    "pipe": _pipe,
    "folder": _folder,
}


def entries(folder: Path) -> dict[Path, tuple[int, int, int]]:
    """Every entry below `folder` that is no folder: what tells whether it was replaced."""
    found = {}
    for path in folder.rglob("*"):
        seen = path.lstat()
        if not stat.S_ISDIR(seen.st_mode):
            found[path.relative_to(folder)] = (seen.st_ino, seen.st_size, seen.st_mtime_ns)
    return found


def touched(name: str, folder: Path) -> list[Path]:
    """The paths that a writer makes, changes or removes in `folder`, and their locks."""
    before = entries(fresh(folder))
    type_in(name, folder)
    after = entries(folder)
    paths = {path for path in before | after if before.get(path) != after.get(path)}
    locks = {path.with_name(f"{path.name}.lock") for path in paths if path.suffix == ".json"}
    found = sorted(paths | locks)
    if len(found) <= MOST_PATHS or ALL:
        return found
    folders = [[path for path in found if path.parent == each] for each in folders_of(found)]
    return sorted({path for inside in folders for path in (inside[0], inside[-1])})


def folders_of(paths: Iterable[Path]) -> list[Path]:
    return sorted({path.parent for path in paths})


@pytest.mark.parametrize("name", TABLE)
def test_no_writer_harms_what_is_no_file_of_ours(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbbuild.base.files.PIPE_TIMEOUT", 0.05)
    for inner in touched(name, tmp_path / "place"):
        for kind, put in KINDS.items():
            folder = fresh(tmp_path / "place")
            path, victim = folder / inner, folder / VICTIM
            victim.parent.mkdir()
            content = path.read_bytes() if path.is_file() else b"private\n"
            path.unlink(missing_ok=True)
            path.parent.mkdir(parents=True, exist_ok=True)
            victim.write_bytes(content)
            victim.chmod(0o640)
            put(path, victim)
            was = victim.lstat()

            answer = type_in(name, folder)

            told = f"{kind} at {inner}: {answer}"
            answer.require_clean()
            now = victim.lstat()
            assert victim.read_bytes() == content, told
            assert (now.st_ino, now.st_mode) == (was.st_ino, was.st_mode), told
            assert [entry.name for entry in victim.parent.iterdir()] == ["victim"], told
            if kind != "hard link":
                same = {"pipe": stat.S_ISFIFO, "folder": stat.S_ISDIR}.get(kind, stat.S_ISLNK)
                # A rename moves the history with all that is in its folder.
                there = [entry for entry in folder.rglob("*") if entry.name == path.name]
                assert any(same(entry.lstat().st_mode) for entry in there), told


@pytest.mark.parametrize("name", TABLE)
def test_no_writer_goes_through_a_folder_that_leads_elsewhere(name: str, tmp_path: Path) -> None:
    paths = touched(name, tmp_path / "place")
    ways = {way for path in paths for way in path.parents[:-1]} - MAY_BE_LINKS
    for way in sorted(ways):
        if way.parts[0] != "home" and len(way.parts) == 1:
            continue  # the folder that the user names may be a link
        folder = fresh(tmp_path / "place")
        outside = folder / "outside"
        if (folder / way).is_dir():
            (folder / way).rename(outside)
        else:
            outside.mkdir()
            (folder / way).parent.mkdir(parents=True, exist_ok=True)
        (outside / "theirs.json").write_text("theirs\n", encoding="utf-8")
        (folder / way).symlink_to(outside)
        before = {path: (path.read_bytes(), path.lstat().st_mode) for path in regular(outside)}

        answer = type_in(name, folder)

        told = f"a link at {way}: {answer}"
        answer.require_clean()
        after = {path: (path.read_bytes(), path.lstat().st_mode) for path in regular(outside)}
        assert after == before, told
        assert (folder / way).is_symlink(), told


def regular(folder: Path) -> list[Path]:
    """The files below a folder, but for empty locks: they are made and deleted by readers too."""
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and not (path.suffix == ".lock" and not path.stat().st_size)
    ]


@pytest.mark.parametrize("name", TABLE)
def test_what_a_writer_leaves_at_home_is_for_the_player_alone(name: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    before = entries(folder)
    umask = os.umask(0)
    try:
        type_in(name, folder)
    finally:
        os.umask(umask)
    for path, seen in entries(folder).items():
        mode = stat.S_IMODE((folder / path).lstat().st_mode)
        if before.get(path) != seen and path.parts[0] == "home":
            assert mode == 0o600, path
            for parent in path.parents[:-2]:
                assert stat.S_IMODE((folder / parent).stat().st_mode) == 0o700, parent
        elif before.get(path) != seen:
            assert not mode & stat.S_IWOTH, path
            if path not in before and is_secret(folder / path):
                assert mode == 0o600, path


def is_secret(path: Path) -> bool:
    """Whether a file has a list, a record, a save or a run, whose content an enemy must not see."""
    text = path.read_bytes()[:200].decode("utf-8", "replace")
    secret = ("pbbuild-list", "pbbuild-record", "pbbuild-save", "pbbuild-playtest")
    return any(word in text for word in secret)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_all_of_this_holds_for_a_plain_user_too() -> None:
    # Not in pytest's own folders: every run of pytest closes them to other users again.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        program = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        words = ["-m", "not slow", "--basetemp", f"{folder}/theirs", str(Path(__file__))]
        done = subprocess.run(
            ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", *program, *words],
            cwd=REPOSITORY,
            env={**os.environ, "HOME": folder, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(PbbuildError) as raised:
        call()
    return raised.value.code


@pytest.mark.parametrize("wide", [0o644, 0o666])
def test_files_and_folders_of_older_versions_are_closed_when_rewritten(
    home: Path, wide: int
) -> None:
    path = home / "data" / "lists" / "old.json"
    path.parent.mkdir(parents=True)
    path.write_text("old\n", encoding="utf-8")
    path.chmod(wide)
    for folder in (path.parent, path.parent.parent):
        folder.chmod(0o755)
    write_atomic(path, "new\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    # The folder that the player chose for all of it is the player's to open or close.
    assert stat.S_IMODE(home.stat().st_mode) == stat.S_IMODE(home.parent.stat().st_mode | 0o055)


def test_what_an_older_version_left_open_is_closed_with_the_first_write(home: Path) -> None:
    old = home / "data" / "history" / "list-y" / "000001.json"
    old.parent.mkdir(parents=True)
    old.write_text("{}\n", encoding="utf-8")
    for path in (home / "data", home / "data/history", old.parent):
        path.chmod(0o755)
    old.chmod(0o644)
    write_atomic(home / "data" / "lists" / "x.json", "ours\n")
    write_atomic(home / "data" / "lists" / "x.json", "ours again\n")
    assert stat.S_IMODE((home / "data").stat().st_mode) == 0o700


def test_a_folder_below_ours_that_is_a_link_is_not_entered(home: Path, tmp_path: Path) -> None:
    (home / "data").mkdir(parents=True)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.json").write_text("theirs\n", encoding="utf-8")
    (home / "data" / "lists").symlink_to(outside)
    path = home / "data" / "lists" / "x.json"
    assert refused(lambda: write_atomic(path, "ours\n")) == "leads-elsewhere"
    assert refused(lambda: delete_file(path)) == "leads-elsewhere"
    assert refused(lambda: set_aside(path, ".old")) == "leads-elsewhere"

    def hold() -> None:
        with locked(path):
            pass

    assert refused(hold) == "leads-elsewhere"
    assert [file.read_text(encoding="utf-8") for file in outside.iterdir()] == ["theirs\n"]


def test_our_folder_itself_may_be_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "home").symlink_to("disk")
    monkeypatch.setenv("PBBUILD_HOME", str(tmp_path / "home"))
    path = tmp_path / "home" / "data" / "lists" / "x.json"
    write_atomic(path, "ours\n")
    assert stat.S_IMODE((tmp_path / "disk/data/lists/x.json").stat().st_mode) == 0o600
    delete_file(path)
    assert not (tmp_path / "disk/data/lists/x.json").exists()


def test_a_lock_that_is_a_link_or_has_content_is_left_alone(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("theirs\n", encoding="utf-8")
    (tmp_path / "a.json.lock").symlink_to(precious)
    (tmp_path / "b.json.lock").write_text("theirs\n", encoding="utf-8")

    def hold(name: str) -> None:
        with locked(tmp_path / name, delete_lock=True):
            pass

    assert refused(lambda: hold("a.json")) == "is-a-link"
    hold("b.json")
    assert (tmp_path / "b.json.lock").read_text(encoding="utf-8") == "theirs\n"
    hold("c.json")
    assert not (tmp_path / "c.json.lock").exists()
    assert precious.read_text(encoding="utf-8") == "theirs\n"


def test_a_link_among_leftovers_is_neither_opened_nor_deleted(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("theirs\n", encoding="utf-8")
    leftover = tmp_path / ".x.json.0123456789abcdef.pbbuild-tmp"
    leftover.symlink_to(victim)
    write_atomic(tmp_path / "x.json", "ours\n")
    assert leftover.is_symlink()
    assert victim.read_text(encoding="utf-8") == "theirs\n"


def test_a_block_device_is_never_written(tmp_path: Path) -> None:
    device = tmp_path / "disk"
    block = os.stat_result((stat.S_IFBLK | 0o660, *os.lstat(tmp_path)[1:]))
    with (
        patch("pbbuild.base.private.os.lstat", return_value=block),
        patch("pathlib.Path.stat", return_value=block),
    ):
        assert refused(lambda: write_atomic(device, "ours\n")) == "not-a-regular-file"


def test_a_terminal_or_pipe_behind_a_link_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("/dev/null")
    write_atomic(tmp_path / "out", "ours\n")
    assert (tmp_path / "out").is_symlink()
    read, write = os.pipe()
    try:
        write_atomic(Path(f"/dev/fd/{write}"), "ours\n")
        assert os.read(read, 100) == b"ours\n"
    finally:
        os.close(read)
        os.close(write)


def test_what_is_to_be_changed_is_not_read_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("x\n", encoding="utf-8")
    (tmp_path / "link").symlink_to("real")
    assert read_bytes(tmp_path / "link") == b"x\n"
    assert refused(lambda: read_bytes(tmp_path / "link", regular=True)) == "is-a-link"


def test_a_note_of_a_rename_that_others_wrote_moves_nothing(tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    secret = folder / "secret.json"
    secret.write_text("theirs\n", encoding="utf-8")
    history = folder / "home/data/history"
    target = folder / "home/data/lists/taken.json"
    for name in ("list-secret", "list-mine", "file-0"):
        note = history / f"renaming-{name}.txt"
        note.write_bytes(os.fsencode(secret) + b"\0" + os.fsencode(target))
    assert typed("lists", folder=folder).status == 0
    assert secret.read_text(encoding="utf-8") == "theirs\n"
    assert not target.exists()


@pytest.mark.parametrize("words", [("remove", "x"), ("rename", "x", "y"), ("edit", "x", "undo")])
def test_a_list_that_is_a_link_is_refused_with_what_to_do(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    folder = fresh(tmp_path / "place")
    target = folder / "own.json"
    (folder / "home/data/lists/x.json").symlink_to(target)
    before = target.read_bytes()
    answer = typed(*words, folder=folder)
    assert answer.status == 2, answer
    assert "is a link to" in " ".join(answer.err.split()), answer
    assert target.read_bytes() == before
    assert typed("show", "x", folder=folder).status == 0


@pytest.mark.parametrize("name", ["away.json", "away"])
def test_a_link_to_nowhere_says_where_it_leads_and_suggests_no_other(
    name: str, tmp_path: Path
) -> None:
    folder = fresh(tmp_path / "place")
    place = folder if name.endswith(".json") else folder / "home/data/lists"
    (place / "away.json").symlink_to("gone/far.json")
    for words in (("show", name), ("check", name), ("edit", name, "undo"), ("export", name)):
        answer = typed(*words, folder=folder)
        assert answer.status == 2, answer
        assert "is a link to gone/far.json" in " ".join(answer.err.split()), answer
        assert "mean" not in answer.err, answer
