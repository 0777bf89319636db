"""Ctrl-C and kill in the middle of long commands: no traceback, no orphan, no half file."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.badday.inside import snapshot
from tests.cli import REPOSITORY, run

LONG: dict[str, tuple[str, ...]] = {
    "playtest": ("playtest", "romans-60", "--games", "100000", "--workers", "2", "-o", "trial"),
    "tournament": ("tournament", "romans-60", "celts-60", "orcs-60", "--games", "50000"),
    "compare": ("compare", "romans-60", "celts-60", "--games", "100000"),
    "improve": ("improve", "romans-60", "--steps", "20", "-o", "better.json"),
    "general": ("playtest", "--game", "pocket-general", "--games", "400000"),
    "print": ("print", "--what", "tiles", "--army", "union", "-o", "tiles.pdf"),
}


def begun(words: tuple[str, ...], folder: Path) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    environment |= {"PBBUILD_HOME": str(folder / "home"), "LANG": "C.UTF-8"}
    return subprocess.Popen(
        [sys.executable, "-m", "pbbuild", *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_heed_interrupts,
    )


def _heed_interrupts() -> None:
    # A suite run in the background ignores Ctrl-C, and its children would inherit that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def family(session: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(entry.name))
    return found


def wait_for_the_end(session: int) -> list[int]:
    """Who of a session still runs after ten seconds of grace."""
    for _ in range(100):
        if not family(session):
            return []
        time.sleep(0.1)
    return family(session)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("kind", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_long_command_broken_off_leaves_nothing_half(
    name: str, kind: str, tmp_path: Path
) -> None:
    process = begun(LONG[name], tmp_path)
    time.sleep(2.5)
    if process.poll() is not None:
        process.communicate()
        pytest.skip("it was faster than the signal")
    if kind == "SIGINT":
        # Ctrl-C goes to all processes of a terminal.
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.Signals[kind])
    try:
        _, err = process.communicate(timeout=20)
    finally:
        left = wait_for_the_end(process.pid)
        for number in left:
            os.kill(number, signal.SIGKILL)
    told = err.decode("utf-8", "replace")
    assert not left, f"orphans of {name}"
    assert "Traceback" not in told, told
    assert "defect of pbbuild" not in told, told
    if kind == "SIGINT":
        assert process.returncode in (0, 2), told
    for path, data in snapshot(tmp_path).items():
        if path.endswith(".json"):
            json.loads(data)
        assert not path.endswith(".pdf"), "half a page was left"
    if name == "playtest" and (tmp_path / "trial/run.json").exists():
        resumed = run("replay", "trial:1", "--verify", folder=tmp_path)
        assert resumed.returncode == 0, resumed.stderr


@pytest.mark.slow
def test_a_second_ctrl_c_leaves_no_worker_waiting_for_ever(tmp_path: Path) -> None:
    # Slow battles: the workers are in the middle of one when the second signal comes.
    words = ("playtest", "romans-60", "--games", "1000", "--workers", "2", "--agent", "search:2000")
    process = begun(words, tmp_path)
    time.sleep(3)
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    try:
        process.communicate(timeout=20)
    finally:
        left = wait_for_the_end(process.pid)
        for number in left:
            os.kill(number, signal.SIGKILL)
    assert not left


@pytest.mark.slow
def test_many_writers_of_one_file_leave_one_whole_file(tmp_path: Path) -> None:
    run("config", "language", "en", folder=tmp_path)
    commands = [
        ("config", "paper", "a4"),
        ("config", "paper", "letter"),
        ("export", "union-50", "-o", "one.json", "--force"),
        ("export", "celts-60", "-o", "one.json", "--force"),
        ("catalog", "correct", "UNI12", "dp=6"),
        ("copy", "union-50", "twin"),
        ("copy", "celts-60", "twin"),
    ]
    processes = [begun(words, tmp_path) for words in commands]
    for process in processes:
        _, err = process.communicate(timeout=60)
        assert process.returncode in (0, 2), err
        assert b"defect" not in err, err
    assert [process.returncode for process in processes].count(2) <= 1
    assert run("check", "one.json", folder=tmp_path).returncode in (0, 1)
    assert run("check", "twin", folder=tmp_path).returncode in (0, 1)
    assert json.loads((tmp_path / "home/config/config.json").read_text())["language"] == "en"
