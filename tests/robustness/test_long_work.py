"""Work of hours or of a compiler, with a disk that is full or a player who has had enough."""

import contextlib
import errno
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pbbuild.errors import PbbuildError
from pbbuild.native import build as native
from pbbuild.native.load import is_intact
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.improve import ImprovementStep
from pbbuild.terminal.progress import Progress
from tests.pseudo_terminal import seated
from tests.robustness.faults import (
    KILLED,
    begun_child,
    ended_child,
    failing,
    failing_syncs,
    in_a_child,
)
from tests.robustness.inside import typed
from tests.robustness.test_damage_at_home import INSIDE


class _Gain:
    """A gain that stands in for hours of battles."""

    value, low, high, level = 0.05, 0.01, 0.09, 0.95

    def document(self) -> dict[str, float]:
        return {"value": self.value}


class _Compared:
    battles = 400

    def gain(self) -> _Gain:
        return _Gain()


def improving(ends: BaseException | None = None) -> Callable[..., list[ImprovementStep]]:
    """`improve` that finds one better list, and then continues or is cancelled."""

    def improve(
        plan: Any, catalog: Any, workers: Any, steps: int, tell: Any, budget: object
    ) -> Any:
        better: ArmyList = find_list("celts-60").army_list
        compared: Any = _Compared()
        tell(ImprovementStep(("swap UNI01 UNI02",), better, compared, accepted=True))
        if ends:
            raise ends
        return []

    return improve


@pytest.fixture
def quick_improve() -> Iterator[None]:
    with patch(
        "pbbuild.pocket_battles.screen.comparisons.improvement_text", lambda *words: "one step"
    ):
        yield


IMPROVE = ("improve", "celts-60", "--workers", "1", "-o", "better.json")


@pytest.mark.usefixtures("quick_improve")
def test_what_improve_found_before_ctrl_c_is_kept(tmp_path: Path) -> None:
    with patch("pbbuild.pocket_battles.playtest.improve.improve", improving(KeyboardInterrupt())):
        answer = typed(*IMPROVE, folder=tmp_path)
    assert answer.status == 0, answer
    assert "Cancelled" in answer.err
    assert "swap UNI01 UNI02" in answer.out
    assert json.loads((tmp_path / "better.json").read_text())["army"] == "celts"


@pytest.mark.usefixtures("quick_improve")
def test_what_improve_found_is_told_where_it_cannot_be_written(tmp_path: Path) -> None:
    with (
        patch("pbbuild.pocket_battles.playtest.improve.improve", improving()),
        failing(tmp_path, 1, errno.ENOSPC, for_good=True),
    ):
        answer = typed(*IMPROVE, folder=tmp_path)
    assert answer.status == 2, answer
    assert "No space left" in answer.err
    assert "swap UNI01 UNI02" in answer.out
    assert not (tmp_path / "better.json").exists()


@pytest.mark.slow
def test_a_disk_that_fills_up_in_the_middle_of_a_page_leaves_the_old_one(tmp_path: Path) -> None:
    words = ("print", "union-50", "-o", "page.pdf", "--force")
    several = ("print", "union-50", "celts-60", "-o", "sheets", "--force")
    assert typed(*words, folder=tmp_path).status == 0
    page = tmp_path / "page.pdf"
    page.write_bytes(b"%PDF what was there")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for size in (10, 4096, 20_000):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            answers = [typed(*words, folder=tmp_path), typed(*several, folder=tmp_path)]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        for answer in answers:
            answer.require_clean()
            assert answer.status == 2, answer
            assert "File too large" in answer.err
        assert page.read_bytes() == b"%PDF what was there"
        assert not [file for file in tmp_path.rglob("*") if file.name.endswith(".pbbuild-tmp")]
    with failing_syncs(1):
        assert typed(*words, folder=tmp_path).status == 2
    assert page.read_bytes() == b"%PDF what was there"
    # Of several sheets those that were written before stay, whole.
    with failing_syncs(3):
        assert typed(*several, folder=tmp_path).status == 2
    for sheet in (tmp_path / "sheets").glob("*.pdf"):
        assert sheet.read_bytes().rstrip().endswith(b"%%EOF")


@pytest.mark.slow
@pytest.mark.parametrize("bad", [1, 3, 6, 9])
def test_a_demo_on_a_disk_that_fills_up_says_where_it_stopped(bad: int, tmp_path: Path) -> None:
    with failing(tmp_path, bad, errno.ENOSPC, for_good=True):
        answer = typed("demo", folder=tmp_path)
    answer.require_clean()
    assert answer.status == 2, answer
    assert "No space left" in answer.err
    for file in (tmp_path / "pbbuild-demo").rglob("*.json"):
        json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_compilation_broken_off_takes_the_compiler_along(kind: str, tmp_path: Path) -> None:
    if native._compiler() is None or not native._versions():
        pytest.skip("there is no compiler here")
    cache = tmp_path / "home/cache/native"
    cache.mkdir(parents=True)
    with seated(("compile",), tmp_path, sys.executable, "-c", INSIDE) as seat:
        while not [*cache.glob(f"{native.SCRATCH_PREFIX}*/tree/setup.py")]:
            seat.read(0.05)
            assert seat.process.poll() is None, seat.said
        began = time.monotonic()
        while time.monotonic() < began + 2:
            seat.read(0.05)
        seat.send(kind)
        status = seat.end()
        assert "Traceback" not in seat.said, seat.said
    if kind == "SIGKILL":
        assert status == -signal.SIGKILL
        return
    assert status == 2, seat.said
    assert "Cancelled" in seat.said
    assert not [*cache.iterdir()]


# Compiling, the compiler played by us: what is kept is a whole build or none.

GROUP = "pocket-general"


@contextlib.contextmanager
def compiler(root: Path, seconds: float = 0.0) -> Iterator[None]:
    """A compiler that makes every library at once, and builds that are kept below `root`."""

    def run(tree: Path, environment: object) -> "subprocess.CompletedProcess[str]":
        time.sleep(seconds)
        ending = sysconfig.get_config_var("EXT_SUFFIX")
        for source in [*tree.rglob("*.py")]:
            if source.name not in ("setup.py", "__init__.py"):
                source.with_name(f"{source.stem}{ending}").write_bytes(b"library " * 50)
        return subprocess.CompletedProcess((), 0, "compiled", "")

    with (
        patch("pbbuild.native.build._compile", run),
        patch("pbbuild.native.build.build_roots", lambda: (root,)),
        patch("pbbuild.native.load.build_roots", lambda: (root,)),
        patch("pbbuild.native.build._compiler", lambda: "cc"),
        patch("pbbuild.native.build._versions", lambda: {"mypy": "1"}),
    ):
        yield


def whole_builds(root: Path) -> list[Path]:
    return [folder for folder in root.glob(f"{GROUP}-*") if is_intact(folder)]


@pytest.mark.slow
def test_a_failing_disk_leaves_a_whole_build_or_none(tmp_path: Path) -> None:
    with compiler(tmp_path), failing(tmp_path, 0, 0) as disk:
        assert native.compile_group(GROUP).outcome == "done"
        calls = disk.calls
    assert len(whole_builds(tmp_path)) == 1
    for number, for_good, step in ((errno.ENOSPC, True, 9), (errno.EACCES, False, 1)):
        for bad in range(1, calls + 1, step):
            root = tmp_path / f"root-{number}-{bad}"
            root.mkdir()
            with compiler(root), failing(root, bad, number, for_good=for_good):
                built = native.compile_group(GROUP)
            whole = whole_builds(root)
            assert whole == [*root.glob(f"{GROUP}-*")], bad
            assert built.outcome in ("failed", "done"), bad
            assert built.detail if built.outcome == "failed" else whole, bad


def test_a_build_that_cannot_take_its_place_leaves_the_one_before(tmp_path: Path) -> None:
    rename = Path.rename

    def refused(path: Path, target: Path) -> Path:
        if path.name == "kept":
            raise PermissionError(errno.EACCES, "Permission denied")
        return rename(path, target)

    with compiler(tmp_path):
        native.compile_group(GROUP)
        (before,) = whole_builds(tmp_path)
        with patch.object(Path, "rename", refused):
            native.compile_group(GROUP, again=True)
    assert whole_builds(tmp_path) == [before]


def old_build(folder: Path, moment: int) -> None:
    folder.mkdir()
    (folder / "manifest.json").write_text('{"digest": "0"}', encoding="utf-8")
    os.utime(folder, (moment, moment))


def test_clearing_away_takes_no_folder_of_anybody_else(tmp_path: Path) -> None:
    # PBBUILD_NATIVE may name a folder with other things in it.
    theirs = [tmp_path / name for name in (f"{GROUP}-website", "build-linux")]
    for folder in theirs:
        folder.mkdir()
        (folder / "work.txt").write_text("theirs\n", encoding="utf-8")
        os.utime(folder, (1, 1))
    outside = tmp_path / "outside"
    old_build(outside, 1)
    for link in (f"{GROUP}-00", f"{native.SCRATCH_PREFIX}0"):
        (tmp_path / link).symlink_to(outside)
    with compiler(tmp_path), patch("pbbuild.native.build.OTHER_BUILDS", 0):
        assert native.compile_group(GROUP).outcome == "done"
    for folder in theirs:
        assert (folder / "work.txt").read_text(encoding="utf-8") == "theirs\n"
    assert (outside / "manifest.json").is_file()


def test_builds_are_for_nobody_else_to_change_whatever_the_umask(tmp_path: Path) -> None:
    root = tmp_path / "home" / "cache" / "native"
    before = os.umask(0)
    try:
        with patch.dict(os.environ, {"PBBUILD_HOME": str(tmp_path / "home")}), compiler(root):
            assert native.compile_group(GROUP).outcome == "done"
    finally:
        os.umask(before)
    assert stat.S_IMODE(root.stat().st_mode) == stat.S_IMODE(root.parent.stat().st_mode) == 0o700
    for path in root.rglob("*"):
        assert not path.lstat().st_mode & 0o022, path


def test_a_folder_of_builds_that_leads_elsewhere_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "home" / "cache").mkdir(parents=True)
    outside = tmp_path / "outside"
    outside.mkdir()
    old_build(outside / f"{GROUP}-00", 1)
    root = tmp_path / "home" / "cache" / "native"
    root.symlink_to(outside)
    with (
        patch.dict(os.environ, {"PBBUILD_HOME": str(tmp_path / "home")}),
        compiler(root),
        patch("pbbuild.native.build.OTHER_BUILDS", 0),
        pytest.raises(PbbuildError) as raised,
    ):
        native.compile_group(GROUP)
    assert raised.value.code == "leads-elsewhere"
    assert [entry.name for entry in outside.iterdir()] == [f"{GROUP}-00"]


def test_builds_of_long_ago_are_cleared_away(tmp_path: Path) -> None:
    for number in range(native.OTHER_BUILDS + 3):
        old_build(tmp_path / f"{GROUP}-{number:02}", number)
    with compiler(tmp_path):
        native.compile_group(GROUP)
    left = sorted(folder.name for folder in tmp_path.glob(f"{GROUP}-[0-9][0-9]"))
    assert left == [f"{GROUP}-{number:02}" for number in range(3, native.OTHER_BUILDS + 3)]


def test_a_killed_compilation_is_made_again_and_cleared_away(tmp_path: Path) -> None:
    with compiler(tmp_path):

        def work() -> int:
            with failing(tmp_path, 20, 0, kills=True):
                return len(native.compile_group(GROUP).outcome)

        assert in_a_child(work) == KILLED
        assert [*tmp_path.glob(f"{native.SCRATCH_PREFIX}*")]
        assert not whole_builds(tmp_path)
        with patch("pbbuild.native.build.LONGEST_BUILD", -1.0):
            assert native.compile_group(GROUP).outcome == "done"
    assert not [*tmp_path.glob(f"{native.SCRATCH_PREFIX}*")]
    assert len(whole_builds(tmp_path)) == 1


def test_a_damaged_build_is_made_again(tmp_path: Path) -> None:
    with compiler(tmp_path):
        assert native.compile_group(GROUP).outcome == "done"
        assert native.compile_group(GROUP).outcome == "present"
        library = next(whole_builds(tmp_path)[0].rglob("*.so"))
        library.write_bytes(library.read_bytes()[:7])
        assert native.compile_group(GROUP).outcome == "done"
        assert native.compile_group(GROUP).outcome == "present"


@pytest.mark.slow
def test_two_that_compile_at_once_leave_one_whole_build(tmp_path: Path) -> None:
    with compiler(tmp_path, 0.3):

        def work() -> int:
            return int(not native.compile_group(GROUP, again=True).usable)

        children = [begun_child(work) for _ in range(4)]
        assert [ended_child(child) for child in children] == [0] * 4
    assert len(whole_builds(tmp_path)) == 1
    assert not [*tmp_path.glob(f"{native.SCRATCH_PREFIX}*")]


@pytest.mark.parametrize("game", [(), ("--game", "pocket-general")], ids=["battles", "general"])
def test_a_playtest_broken_off_before_its_first_battle_claims_nothing(
    game: tuple[str, ...], tmp_path: Path
) -> None:
    def run(*words: object) -> None:
        raise KeyboardInterrupt

    wish = () if game else ("romans-60",)
    with patch("pbbuild.play.series.run_series", run):
        answer = typed("playtest", *game, *wish, "--games", "4", "--workers", "1", folder=tmp_path)
    assert answer.status == 2, answer
    assert not answer.out
    assert "Cancelled" in answer.err


LONG_WORK = (
    ("battle", "celts-60", "--against", "romans-60", "--agent", "quick", "--enemy-agent", "quick"),
    ("battle", "--game", "pocket-general", "--agent", "random", "--enemy-agent", "random"),
    ("battle", "--game", "pocket-general", "--campaign", "--agent", "random"),
    ("analyse", "battle.jsonl", "--budget", "20"),
    ("playtest", "celts-60", "--games", "16", "--agent", "quick", "--workers", "1"),
    ("compare", "celts-60", "romans-60", "--games", "16", "--agent", "quick", "--workers", "1"),
    ("tournament", "celts-60", "romans-60", "--games", "16", "--agent", "quick", "--workers", "1"),
    ("suggest", "celts-60", "--free", "9"),
    ("check", "celts-60"),
)


@pytest.mark.parametrize("words", LONG_WORK, ids=lambda words: " ".join(words[:3]))
def test_what_may_take_long_says_that_it_is_at_work(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Progress] = []
    enter = Progress.__enter__

    def entered(self: Progress) -> Progress:
        begun.append(self)
        return enter(self)

    monkeypatch.setattr(Progress, "__enter__", entered)
    record = ("battle", "celts-60", "--against", "romans-60", "--record", "battle.jsonl")
    if words[0] == "analyse":
        assert typed(*record, "--agent", "quick", folder=tmp_path).status == 0
        begun.clear()
    assert typed(*words, folder=tmp_path).status in (0, 1)
    assert len(begun) == 1
