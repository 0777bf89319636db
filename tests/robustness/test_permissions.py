"""Real refusals: modes that bind, a read-only mount, a disk of 64 kB that is full.

Root may do anything, so the commands run as root without that right; where the suite is not
run by root, modes bind anyway.
"""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli import PROGRAM, environment_in, run_by, without_rights
from tests.robustness.inside import snapshot
from tests.robustness.writers import GENERAL, fresh


def humbly(
    *words: str, folder: Path, before: tuple[str, ...] = (), text: str = ""
) -> "subprocess.CompletedProcess[str]":
    """What pbbuild says to one for whom modes bind."""
    program = (*before, *PROGRAM)
    return run_by(program, *words, folder=folder, text=text, first=without_rights)


def require_refusal(done: "subprocess.CompletedProcess[str]", reason: str) -> None:
    told = f"{done.args}\n{done.stdout[-300:]}\n{done.stderr[-900:]}"
    assert done.returncode == 2, told
    assert "Traceback" not in done.stderr, told
    assert "defect" not in done.stderr, told
    assert reason in done.stderr, told


@contextlib.contextmanager
def protected(*paths: Path, mode: int) -> Iterator[None]:
    """Take rights away from files or folders, and give them back."""
    modes = {path: path.stat().st_mode for path in paths}
    for path in paths:
        path.chmod(mode)
    try:
        yield
    finally:
        for path in modes:
            path.chmod(modes[path])


WRITES_AT_HOME = {
    "edit": ("edit", "mine", "resize 60"),
    "copy": ("copy", "celts-60", "other"),
    "rename": ("rename", "mine", "yours"),
    "remove": ("remove", "mine"),
    "config": ("config", "paper", "a4"),
    "correct": ("catalog", "correct", "UNI13", "dp=4"),
    "undo": ("catalog", "undo"),
    "add": ("catalog", "add", "army.json"),
    "remove an army": ("catalog", "remove", "ninja"),
    "general correct": ("catalog", *GENERAL, "correct", "burma=city"),
    "general reset": ("catalog", *GENERAL, "reset"),
    "play": ("play", "romans-60", "--against", "celts-60", "--seed", "3"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITES_AT_HOME)
def test_a_home_that_may_not_be_written_is_told_and_unchanged(name: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    before = snapshot(folder)
    home = [path for path in (folder / "home").rglob("*") if path.is_dir()]
    locks = list((folder / "home").rglob("*.lock"))
    with protected(*locks, mode=0o400), protected(folder / "home", *home, mode=0o500):
        done = humbly(*WRITES_AT_HOME[name], folder=folder, text="1\nquit\n")
        shown = humbly("show", "mine", folder=folder)
    require_refusal(done, "Permission denied")
    assert shown.returncode == 0, shown.stderr
    assert snapshot(folder) == before


@pytest.mark.slow
def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    target = folder / "closed"
    target.mkdir()
    with protected(target, mode=0o500):
        for words in (
            ("export", "mine", "-o", "closed/a.json"),
            ("print", "mine", "-o", "closed/a.html"),
            ("battle", "romans-60", "--against", "celts-60", "--record", "closed/b.jsonl"),
            ("new", *GENERAL, "-o", "closed/t.json"),
        ):
            require_refusal(humbly(*words, folder=folder), "Permission denied")
    assert not list(target.iterdir())


@pytest.mark.slow
def test_a_folder_that_may_not_be_looked_into_is_written_to(tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    target = folder / "drop"
    target.mkdir()
    with protected(target, mode=0o300):
        done = humbly("export", "mine", "-o", "drop/a.json", folder=folder)
    assert done.returncode == 0, done.stderr
    assert [file.name for file in target.iterdir()] == ["a.json"]


@pytest.mark.slow
def test_a_protected_file_is_not_replaced_even_with_force(tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    files = [folder / "there.json", folder / "home/data/lists/mine.json"]
    files.append(folder / "home/data/catalog/corrections.json")
    before = snapshot(folder)
    with protected(*files, mode=0o444):
        for words in (
            ("export", "mine", "-o", "there.json", "--force"),
            ("edit", "mine", "resize 60"),
            ("catalog", "correct", "UNI13", "dp=4"),
        ):
            require_refusal(humbly(*words, folder=folder), "Permission denied")
    assert snapshot(folder) == before


UNREADABLE = {
    "home/data/lists/mine.json": ("show", "mine"),
    "own.json": ("check", "own.json"),
    "kept/run.json": ("replay", "kept:1"),
    "l.txt": ("import", "l.txt"),
    "army.json": ("catalog", "add", "army.json"),
    "home/data/games/pocket-battles-7.json": (
        *("play", "--resume", "home/data/games/pocket-battles-7.json"),
    ),
    "home/data/corrections/pocket-general.json": ("catalog", *GENERAL, "show"),
    "home/data/catalog/corrections.json": ("catalog", "diff"),
    "home/config/config.json": ("config",),
    "home/data/lists": ("lists",),
}
# By doctor, which says how to fix it.
LOOKED_AT = ("home/data/corrections/pocket-general.json", "home/data/lists")


@pytest.mark.slow
@pytest.mark.parametrize("file", UNREADABLE)
def test_what_may_not_be_read_is_told(file: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    with protected(folder / file, mode=0o000):
        done = humbly(*UNREADABLE[file], folder=folder)
        doctor = humbly("doctor", folder=folder) if file in LOOKED_AT else None
    require_refusal(done, "Permission denied")
    assert Path(file).name in done.stderr, done.stderr
    if doctor:
        assert doctor.returncode == 1, doctor.stdout
        assert "Traceback" not in doctor.stdout + doctor.stderr


@pytest.mark.slow
def test_corrections_that_may_not_be_read_do_not_stop_the_rest(tmp_path: Path) -> None:
    folder = fresh(tmp_path / "place")
    with protected(folder / "home/data/catalog/corrections.json", mode=0o000):
        done = humbly("show", "union-50", folder=folder)
        assert done.returncode == 0, done.stderr
        assert "Permission denied" in done.stderr
        kept = humbly("catalog", "correct", "UNI13", "dp=4", folder=folder)
    # What was typed before must not be lost by writing a new file over it.
    assert kept.returncode == 2, kept
    assert "UNI12" in (folder / "home/data/catalog/corrections.json").read_text()


def mounted(options: str, script: str, folder: Path) -> tuple[str, ...]:
    """The beginning of a command that sees a file system of its own at `folder`."""
    mount = f"mount -t tmpfs -o {options} pbbuild {folder}; {script}"
    return ("unshare", "-m", "bash", "-c", f'set -e; {mount}; exec "$@"', "bash")


def require_mounts(tmp_path: Path) -> None:
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare here")
    words = mounted("size=64k", "true", tmp_path)
    if subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
        pytest.skip("nothing may be mounted here")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["edit", "copy", "config", "correct", "play"])
def test_a_read_only_disk_is_told(name: str, tmp_path: Path) -> None:
    require_mounts(tmp_path)
    folder = fresh(tmp_path / "place")
    aside = tmp_path / "aside"
    shutil.copytree(folder, aside)
    script = f"cp -a {aside}/. {folder}; mount -o remount,ro {folder}"
    before = mounted("size=8m", script, folder)
    done = humbly(*WRITES_AT_HOME[name], folder=folder, before=before, text="1\nquit\n")
    require_refusal(done, "Read-only file system")
    for words in (("show", "mine"), ("lists",), ("print", "mine", "--format", "text", "-o", "-")):
        done = humbly(*words, folder=folder, before=before)
        assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_disk_that_fills_up_keeps_what_is_there(tmp_path: Path) -> None:
    require_mounts(tmp_path)
    folder = tmp_path / "place"
    folder.mkdir()
    # Everything in one mount: write until it is full, then see what is there.
    steps = f"""
        cd {folder}; set +e
        pb() {{ {sys.executable} -m pbbuild "$@"; }}
        pb copy union-50 mine 2>&1 || exit 10
        pb export union-50 -o there.txt 2>&1 || exit 11
        before=$(cat there.txt)
        for number in $(seq 1 12); do
            pb edit mine "resize $((60 + number % 2 * 20))" > said 2>&1; status=$?
            [ $status = 0 ] || break
            head -c 6000 /dev/zero > fill.$number 2> /dev/null || true
        done
        [ $status = 2 ] || exit 12
        pb export union-50 -o there.txt --force 2> told; [ $? = 2 ] || exit 13
        pb print union-50 -o page.pdf 2> told; [ $? = 2 ] || exit 14
        [ -e page.pdf ] && exit 15
        [ "$(cat there.txt)" = "$before" ] || exit 16
        pb check mine > /dev/null 2>&1; [ $? -lt 2 ] || exit 17
        rm -f fill.*
        pb edit mine "resize 60" 2>&1 || exit 18
        pb history mine 2>&1 || exit 19
        exit 0
    """
    done = subprocess.run(
        [*mounted("size=64k", "true", folder), "bash", "-c", steps],
        env=environment_in(folder),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, (done.returncode, done.stdout[-900:], done.stderr[-900:])
    assert "Traceback" not in done.stdout + done.stderr
