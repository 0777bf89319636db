"""How long the rest of some work takes, in words."""

import io
import threading
import time

import pytest

from pbbuild.terminal.progress import Progress
from pbbuild.terminal.session import Session


@pytest.mark.parametrize(
    ("seconds", "done", "words"),
    [
        pytest.param(0.9, 10, "", id="too early to tell"),
        pytest.param(1.0, 10, "about 10 seconds", id="after a second"),
        pytest.param(10.0, 20, "about 40 seconds", id="seconds in fives"),
        pytest.param(60.0, 10, "about 9 minutes", id="minutes"),
        pytest.param(600.0, 5, "about 3 hours", id="hours"),
    ],
)
def test_the_time_left_is_told_like_a_person_would(
    seconds: float, done: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    shown = Progress(Session(language_option="en"))
    now[0] += seconds
    assert shown.time_left(done, 100) == words


@pytest.mark.parametrize(("seconds", "words"), [(2.0, ""), (20.0, "about 2 hours")])
def test_what_is_hardly_begun_gives_no_estimate_before_twenty_seconds(
    seconds: float, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    shown = Progress(Session(language_option="en"))
    now[0] += seconds
    assert shown.time_left(3, 1000) == words


def test_other_work_starts_its_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    shown = Progress(Session(language_option="en"))
    now[0] = 1000.0
    assert shown.time_left(99, 100)
    assert shown.time_left(1, 100) == ""
    now[0] = 1010.0
    assert shown.time_left(50, 100) == "about 10 seconds"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_work_that_has_not_reported_says_how_long_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown, threads = Terminal(), threading.active_count()
    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setattr("pbbuild.terminal.progress.SECONDS_BEFORE", 0.01)
    with Progress(Session(language_option="en")) as progress:
        until = time.monotonic() + 20
        while "Working for 2 seconds" not in shown.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
        assert "Working for 2 seconds" in shown.getvalue()
        progress.share(50, 100)
        reported = len(shown.getvalue())
        time.sleep(0.1)
        assert len(shown.getvalue()) == reported
    assert "Working" not in shown.getvalue()[reported:]
    assert threading.active_count() == threads
