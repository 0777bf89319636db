"""Ctrl-C and kill in the middle of long commands: no traceback, no orphan, no half file."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli import PROGRAM, SLOWNESS, environment_in, run, run_by
from tests.pseudo_terminal import family, seated, wait_for_the_end
from tests.robustness.inside import snapshot, typed

GENERAL = ("--game", "pocket-general")
MANY = ("--games", "100000")
# Who plays where thinking takes too long: without a C compiler nobody sees the first battles end.
PLAYER = ("--agent", "greedy" if SLOWNESS == 1 else "random")
# Each with the sign that it is in the middle of its work.
LONG: dict[str, tuple[tuple[str, ...], str]] = {
    "playtest": (
        ("playtest", "romans-60", *MANY, *PLAYER, "--workers", "2", "-o", "trial"),
        "battles,",
    ),
    "tournament": (("tournament", "romans-60", "celts-60", *MANY, *PLAYER), "% played"),
    "compare": (("compare", "romans-60", "celts-60", *MANY, *PLAYER), ""),
    "improve": (
        ("improve", "romans-60", "--steps", "20", *PLAYER, "-o", "better.json"),
        "% played",
    ),
    "general playtest": (("playtest", *GENERAL, "--games", "400000", "-o", "trial"), "battles,"),
    "general tournament": (("tournament", *GENERAL, "--games", "400000"), ""),
    "general battle": (("battle", *GENERAL, "--agent", "search:40000", "--record", "b.jsonl"), ""),
    "battle": (
        (
            *("battle", "romans-60", "--against", "celts-60", "--agent", "search:400000"),
            *("--record", "b.jsonl"),
        ),
        "",
    ),
    "print": (("print", "union-80", "orcs-80", "--what", "pack", "-o", "all.pdf"), "Making"),
    "demo": (("demo",), "Enter"),
    "play": (("play", "union-80", "--against", "orcs-80", "--seed", "3"), "> $"),
    "general play": (("play", *GENERAL, "--seed", "3"), "> $"),
    "draft": (("draft", "union", "--seed", "1"), "A.*DP.* $|left"),
    "edit": (("edit", "mine"), "edit> $"),
    "new": (("new",), r"\]: $"),
    "replay": (("replay", "kept.jsonl"), "(?i)q"),
    "analyse": (("analyse", "kept.jsonl", "--budget", "100000"), "Working"),
    "general analyse": (("analyse", "kept.jsonl", "--budget", "100000"), "Working|% "),
}
# Those that end well when they are cancelled: what they have so far is shown or saved.
KEEPS = ("playtest", "general playtest", "play", "general play", "draft", "edit")


# The two that ask politely are one to the program: by turns, but for those with a prompt.
POLITE = ("SIGTERM", "SIGHUP")
TRIED = [
    (name, kind)
    for number, name in enumerate(LONG)
    for kind in ("SIGINT", "SIGKILL", *(POLITE if name in KEEPS else (POLITE[number % 2],)))
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), TRIED)
def test_a_long_command_broken_off_leaves_nothing_half(
    name: str, kind: str, tmp_path: Path
) -> None:
    words, sign = LONG[name]
    if name == "edit":
        assert typed("copy", "union-50", "mine", folder=tmp_path).status == 0
    if "kept.jsonl" in words:
        lists = GENERAL if name.startswith("general") else ("romans-60", "--against", "celts-60")
        battle = ("battle", *lists, "--seed", "1")
        assert typed(*battle, "--record", "kept.jsonl", folder=tmp_path).status == 0
    with seated(words, tmp_path) as seat:
        if sign:
            seat.wait_for(sign)
        # A little into it; what has no sign is known to take much longer than this.
        until = time.monotonic() + (0.2 if sign else 3)
        while time.monotonic() < until:
            seat.read(0.05)
        seat.send(kind)
        if (name, kind) == ("edit", "SIGINT"):
            # There Ctrl-C only gives up the line.
            seat.wait_for("edit> [^>]*edit> $")
            seat.type("quit\n")
        status = seat.end()
        told = seat.said
        if kind != "SIGKILL":
            assert seat.is_sane(), told[-600:]
    assert "Traceback" not in told, told[-1500:]
    assert "bug in pbbuild" not in told, told[-1500:]
    if kind == "SIGKILL":
        assert status == -signal.SIGKILL
    elif name in KEEPS:
        assert status == 0, told[-900:]
    else:
        assert status == (1 if name == "improve" else 2), told[-900:]
        assert "ancelled" in told, told[-900:]
    for path, data in snapshot(tmp_path).items():
        if path.endswith(".json"):
            json.loads(data)
        assert not path.endswith(".pdf"), "half a page was left"
        assert kind == "SIGKILL" or not path.endswith(".pbbuild-tmp"), path
    if name.endswith("playtest"):
        resumed = run("replay", "trial:1", "--verify", folder=tmp_path)
        assert resumed.returncode == 0, resumed.stderr
    if name in ("play", "general play"):
        game = GENERAL if name == "general play" else ()
        resumed = run("play", *game, "--resume", folder=tmp_path, text="quit\n")
        assert resumed.returncode == 0, resumed.stderr


@pytest.mark.slow
def test_ctrl_c_while_it_is_being_loaded_says_nothing_of_imports(tmp_path: Path) -> None:
    # From the moment that Python has begun to run us.
    script = (
        "import os, signal, sys\n"
        "class Press:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == os.environ['PRESS_AT']:\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Press())\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.argv = ['pbbuild', 'show', 'union-50']\n"
        "from pbbuild.__main__ import run\n"
        "run()\n"
    )
    for moment in (
        "pbbuild.terminal.app",
        "click",
        "pbbuild.pocket_battles.commands.build.show",
        "pbbuild.pocket_battles.catalog.load",
    ):
        program = (sys.executable, "-c", script)
        done = run_by(program, folder=tmp_path, variables={"PRESS_AT": moment})
        assert done.returncode in (-signal.SIGINT, 2), (moment, done)
        assert "Traceback" not in done.stderr, (moment, done.stderr)


def test_ctrl_c_in_the_first_milliseconds_ends_it_without_a_word(tmp_path: Path) -> None:
    script = (
        "import os, sys\n"
        "class Press:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'signal':\n"
        "            os.kill(os.getpid(), 2)\n"
        "sys.meta_path.insert(0, Press())\n"
        "import pbbuild.__main__\n"
    )
    program = (sys.executable, "-S", "-c", script)
    done = run_by(program, folder=tmp_path, first=_heed_interrupts)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def begun(words: tuple[str, ...], folder: Path) -> "subprocess.Popen[bytes]":
    """A command in a session of its own, without a terminal."""
    return subprocess.Popen(
        [*PROGRAM, *words],
        cwd=folder,
        env=environment_in(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_heed_interrupts,
    )


def _heed_interrupts() -> None:
    # A suite run in the background ignores Ctrl-C, and its children would inherit that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


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
        process.communicate(timeout=60)
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


def is_deaf(number: int) -> bool:
    """Whether Ctrl-C does nothing to a process, or it has ended."""
    try:
        lines = Path(f"/proc/{number}/status").read_text().splitlines()
    except OSError:
        return True
    masks = dict(line.split(":\t") for line in lines if line.startswith(("SigBlk", "SigIgn")))
    return any(int(mask, 16) >> (signal.SIGINT - 1) & 1 for mask in masks.values())


@pytest.mark.slow
def test_workers_are_deaf_to_ctrl_c_from_their_first_moment(tmp_path: Path) -> None:
    words = ("playtest", "romans-60", *MANY, "--workers", "2")
    with seated(words, tmp_path) as seat:
        until = time.monotonic() + 60
        while (
            len(others := [one for one in family(seat.process.pid) if one != seat.process.pid]) < 3
        ):
            # Before that, Python would end them with a traceback.
            assert all(map(is_deaf, others))
            assert seat.process.poll() is None, seat.said
            assert time.monotonic() < until
        assert all(map(is_deaf, others))
        seat.send("SIGINT")
        assert seat.end() in (0, 2), seat.said
        assert "Traceback" not in seat.said, seat.said


@pytest.mark.slow
def test_workers_of_a_killed_playtest_end_in_the_middle_of_a_battle(tmp_path: Path) -> None:
    # Without a terminal, whose end would end them too; a block of such battles takes minutes.
    words = ("playtest", "romans-60", *MANY, "--workers", "2", "--agent", "search:100000")
    process = begun(words, tmp_path)
    until = time.monotonic() + 60
    while len(family(process.pid)) < 4:
        assert time.monotonic() < until
        time.sleep(0.1)
    time.sleep(3)
    process.kill()
    left = wait_for_the_end(process.pid)
    for number in left:
        os.kill(number, signal.SIGKILL)
    process.communicate()
    assert not left
