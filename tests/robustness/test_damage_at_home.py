"""Every file that pbbuild keeps for itself, cut short and altered: told, and nothing else lost."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbbuild.native.groups import build_name, digest, groups
from pbbuild.native.load import find_build
from tests.cli import run_by
from tests.robustness.inside import snapshot, typed
from tests.robustness.test_damage import altered, cuts
from tests.robustness.writers import GENERAL, fresh, ground
from tests.tiers import ALL

COMMANDS: tuple[tuple[tuple[str, ...], str], ...] = (
    ((), ""),
    (("lists",), ""),
    (("lists", "--removed"), ""),
    (("history", "mine"), ""),
    (("check", "mine"), ""),
    (("restore", "gone"), ""),
    (("catalog", "diff"), ""),
    (("catalog", *GENERAL, "show"), ""),
    (("play", "--resume"), "quit\n"),
    (("play", *GENERAL, "--resume"), "quit\n"),
    (("replay", "kept:1", "--verify"), ""),
    (("edit", "mine", "resize 70"), ""),
    (("edit", "own.json", "undo"), ""),
    (("catalog", "undo"), ""),
    (("catalog", "correct", "UNI13", "dp=4"), ""),
    (("catalog", *GENERAL, "correct", "burma=city"), ""),
)
# What a command of those above may write again while it is intact.
WRITTEN = (
    *("home/data/lists/mine.json", "home/data/lists/gone.json", "own.json"),
    *("home/data/catalog/corrections", "home/data/corrections/", "home/data/games/"),
)


def kept_files() -> list[str]:
    """All that lies in the player's home and the folder of a run."""
    return [name for name in snapshot(ground()) if name.startswith(("home/", "kept/"))]


@pytest.mark.slow
def test_a_damaged_file_of_ours_harms_no_other(tmp_path: Path) -> None:
    for number, name in enumerate(kept_files()):
        good = (ground() / name).read_bytes()
        damaged = [*cuts(good, 9 if ALL else 3), *altered(good, 9 if ALL else 3, number)]
        # By turns: each file at a few places, every place at a few files.
        for data in damaged if ALL else damaged[number % 3 :: 3]:
            assert_harms_no_other(name, data, fresh(tmp_path / "place"))


def assert_harms_no_other(name: str, data: bytes, folder: Path) -> None:
    (folder / name).unlink()
    (folder / name).write_bytes(data)
    before = snapshot(folder)
    for words, text in COMMANDS:
        answer = typed(*words, folder=folder, text=text)
        answer.require_clean()
        after = snapshot(folder)
        for file, kept in before.items():
            if file.startswith(WRITTEN) and file != name:
                continue
            assert file in after, f"{name}: {answer.line} lost {file}"
            whole = file != name or "corrections" not in file
            same = after[file] == kept or file.startswith(WRITTEN)
            assert same or not whole, f"{name}: {answer.line} changed {file}"


def test_damaged_corrections_are_never_written_over(tmp_path: Path) -> None:
    for file, words in (
        ("home/data/catalog/corrections.json", ("catalog", "correct", "UNI13", "dp=4")),
        (
            "home/data/corrections/pocket-general.json",
            ("catalog", *GENERAL, "correct", "burma=city"),
        ),
    ):
        folder = fresh(tmp_path / "place")
        data = (folder / file).read_bytes()[:-9]
        (folder / file).unlink()
        (folder / file).write_bytes(data)
        answer = typed(*words, folder=folder)
        assert answer.status == 2, answer
        assert (folder / file).read_bytes() == data


def test_a_damaged_version_is_told_and_the_others_can_be_restored(tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    version = folder / "home/data/history/list-mine/000002.json"
    data = version.read_bytes()
    version.unlink()
    version.write_bytes(data[:-40])
    answer = typed("history", "mine", folder=folder)
    assert answer.status == 0
    assert "000002.json" in answer.err
    assert typed("restore", "mine", "1", folder=folder).status == 0
    assert version.read_bytes() == data[:-40]


# The compiled engine: a library cut short would end Python itself.

INSIDE = (
    "import runpy, sys; sys.prefix = sys.base_prefix; "
    "sys.argv = ['pbbuild', *sys.argv[1:]]; runpy.run_module('pbbuild', run_name='__main__')"
)


def compiled(*words: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """pbbuild with no builds but those in the player's own cache."""
    program = (sys.executable, "-c", INSIDE)
    return run_by(program, *words, folder=folder, variables={"PBBUILD_ENGINE": None})


@pytest.fixture
def cached(tmp_path: Path) -> Path:
    """A player's cache with a build of its own of each engine."""
    for group in groups():
        folder = find_build(group)
        if folder is None:
            pytest.skip("the engines are not compiled here")
        target = tmp_path / "home/cache/native" / build_name(group, digest(group))
        shutil.copytree(folder, target)
    status = compiled("compile", "--status", folder=tmp_path)
    assert status.returncode == 0, status.stdout + status.stderr
    return tmp_path


@pytest.mark.slow
def test_a_damaged_engine_is_not_loaded(cached: Path) -> None:
    battle = ("battle", "romans-60", "--against", "celts-60", "--seed", "1")
    right = compiled(*battle, folder=cached)
    assert right.returncode == 0
    build = next((cached / "home/cache/native").glob("pocket-battles-*"))
    libraries = sorted(build.rglob("*.so"), key=lambda file: -file.stat().st_size)
    for file, length in (
        (libraries[0], 0),
        (libraries[0], 5000),
        (libraries[0], libraries[0].stat().st_size // 2),
        (libraries[0], libraries[0].stat().st_size - 1),
        (libraries[-1], 4096),
        (build / "manifest.json", 100),
    ):
        good = file.read_bytes()
        file.write_bytes(good[:length])
        status = compiled("compile", "--status", folder=cached)
        assert status.returncode == 1, (file, length, status.stdout, status.stderr)
        assert "interpreted" in status.stdout, status.stdout
        assert "Traceback" not in status.stderr, status.stderr
        file.write_bytes(good)
    # The battle is the same, only slower.
    libraries[0].write_bytes(good[:5000])
    done = compiled(*battle, folder=cached)
    assert done.returncode == 0, done.stderr
    assert done.stdout == right.stdout
