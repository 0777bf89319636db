"""Clocks that are wrong: 1970, after 2038, the year 9999, going backwards, zones that are none."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.cli import REPOSITORY, run_process
from tests.robustness.inside import typed

# A clock of our choice, for every process that starts: as if the machine's were wrong.
SITE = """
import os, time
_real, _began = time.time, time.time()
_shift = float(os.environ["PBBUILD_TEST_NOW"]) - _began
_gmtime, _localtime = time.gmtime, time.localtime
time.time = lambda: _real() + _shift
time.time_ns = lambda: int((_real() + _shift) * 1e9)
time.gmtime = lambda seconds=None: _gmtime(time.time() if seconds is None else seconds)
time.localtime = lambda seconds=None: _localtime(time.time() if seconds is None else seconds)
"""
MOMENTS = {
    "1970": 5,
    "before 1970": -86400.0 * 400,
    "2038": 2**31 + 5,
    "2106": 2**32 + 5,
    "9999": 253402300000,
    "10000": 253402300800 + 86400,
}
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("copy", "union-50", "mine"),
    ("edit", "mine", "resize 60"),
    (),
    ("lists",),
    ("history", "mine"),
    ("remove", "mine"),
    ("lists", "--removed"),
    ("restore", "mine"),
    ("catalog", "correct", "UNI12", "dp=6"),
    ("battle", "romans-60", "--against", "celts-60", "--seed", "1", "--record", "b.jsonl"),
    ("replay", "b.jsonl", "--verify"),
    ("print", "mine", "-o", "mine.pdf"),
    ("show", "mine"),
)


@contextmanager
def clock_at(moment: float) -> Iterator[None]:
    """This process's clock set to `moment`."""
    real = {name: getattr(time, name) for name in ("time", "gmtime", "localtime")}
    shift = moment - time.time()

    def now() -> float:
        return float(real["time"]()) + shift

    def gmtime(seconds: float | None = None) -> time.struct_time:
        found: time.struct_time = real["gmtime"](now() if seconds is None else seconds)
        return found

    def localtime(seconds: float | None = None) -> time.struct_time:
        found: time.struct_time = real["localtime"](now() if seconds is None else seconds)
        return found

    with patch.multiple(time, time=now, gmtime=gmtime, localtime=localtime):
        yield


def test_a_clock_that_python_cannot_read_is_reported(tmp_path: Path) -> None:
    """After the year 2262 the clock itself raises, in any module that uses it."""
    with patch.object(time, "time", side_effect=OverflowError("timestamp too large")):
        doctor = typed("doctor", folder=tmp_path)
        with patch("pbbuild.pocket_battles.lists.history.time.gmtime", side_effect=OverflowError):
            answer = typed("copy", "union-50", "mine", folder=tmp_path)
    assert answer.status == 2
    assert "clock" in answer.err, answer
    assert "defect" not in answer.err, answer
    assert doctor.status == 1
    assert [line[:3] for line in doctor.out.splitlines()].count("BAD") == 1, doctor


@pytest.mark.slow
@pytest.mark.parametrize("name", MOMENTS)
def test_every_command_works_at_any_time(name: str, tmp_path: Path) -> None:
    with clock_at(MOMENTS[name]):
        for words in COMMANDS:
            answer = typed(*words, folder=tmp_path)
            answer.require_clean()
            assert answer.status == 0, answer
    rows = json.loads(typed("history", "mine", "--json", folder=tmp_path).out)
    assert [row["version"] for row in rows] == [1, 2, 3, 4]


@pytest.mark.slow
def test_a_real_program_with_a_wrong_clock(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    wrong = {"PYTHONPATH": f"{tmp_path}:{REPOSITORY}"}
    for moment in ("5", str(2**31 + 5)):
        for words in COMMANDS[:5] if moment == "5" else COMMANDS[1:5]:
            done = run_process(*words, folder=tmp_path, PBBUILD_TEST_NOW=moment, **wrong)
            assert done.returncode == 0, done.stderr
    versions = sorted((tmp_path / "home/data/history/list-mine").glob("0*.json"))
    years = [json.loads(path.read_text())["time"][:4] for path in versions]
    assert years == ["1970", "1970", "2038"]


def test_versions_keep_their_order_when_the_clock_goes_back(tmp_path: Path) -> None:
    for number, moment in enumerate((2_000_000_000, 1_000_000_000, 1_500_000_000, 0)):
        with clock_at(moment):
            words = ("edit", "mine", f"resize {60 + 10 * number}")
            words = words if number else ("copy", "union-50", "mine")
            assert typed(*words, folder=tmp_path).status == 0
    rows = json.loads(typed("history", "mine", "--json", folder=tmp_path).out)
    assert [row["version"] for row in rows] == [1, 2, 3, 4]
    assert rows[-1]["current"]
    assert [row["edits"] for row in rows[1:]] == [["resize 70"], ["resize 80"], ["resize 90"]]
    assert typed("edit", "mine", "undo", folder=tmp_path).status == 0
    kept = json.loads((tmp_path / "home/data/lists/mine.json").read_text())
    assert kept["points"] == 80


def test_the_game_played_last_is_resumed_when_the_clock_goes_back(tmp_path: Path) -> None:
    words = ("play", "romans-60", "--against", "celts-60", "--seed")
    assert typed(*words, "1", folder=tmp_path, text="1\nquit\n").status == 0
    # Saved in the future, before the clock was set right.
    os.utime(tmp_path / "home/data/games/pocket-battles-1.json", (4_000_000_000, 4_000_000_000))
    assert typed(*words, "2", folder=tmp_path, text="1\nquit\n").status == 0
    answer = typed("play", "--resume", folder=tmp_path, text="quit\n")
    assert answer.status == 0
    assert "pocket-battles-2.json" in answer.out


@pytest.mark.parametrize(
    "zone", ["Europe/Rome", "Pacific/Apia", "Nowhere/+99:99", "", "UTC+200", "\u2603"]
)
def test_the_hour_that_comes_twice_is_no_matter(zone: str, tmp_path: Path) -> None:
    before = os.environ.get("TZ")
    os.environ["TZ"] = zone
    time.tzset()
    try:
        # In Rome half past two came twice on 30 October 2022.
        for number, moment in enumerate((1667089800, 1667093400, 1667089900)):
            with clock_at(moment):
                words = ("edit", "mine", f"resize {60 + 10 * number}")
                words = words if number else ("copy", "union-50", "mine")
                answer = typed(*words, folder=tmp_path)
                answer.require_clean()
                assert answer.status == 0, answer
                assert typed("history", "mine", folder=tmp_path).status == 0
                assert typed("lists", folder=tmp_path).status == 0
    finally:
        if before is None:
            del os.environ["TZ"]
        else:
            os.environ["TZ"] = before
        time.tzset()
    rows = json.loads(typed("history", "mine", "--json", folder=tmp_path).out)
    assert [row["version"] for row in rows] == [1, 2, 3]


@pytest.mark.slow
def test_pages_are_the_same_at_any_time(tmp_path: Path) -> None:
    pages = []
    for number, moment in enumerate((5, 2**32, 253402300000)):
        with clock_at(moment):
            page = f"page-{number}.pdf"
            assert typed("print", "union-50", "-o", page, folder=tmp_path).status == 0
        pages.append((tmp_path / page).read_bytes())
    assert pages[0] == pages[1] == pages[2]
