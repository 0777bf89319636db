"""One writer at a time, whatever its predecessor did to the lock file."""

import os
import threading
from pathlib import Path

import pytest

from pbbuild.base.locks import locked
from tests.refusals import refused_with


def test_a_lock_file_taken_away_while_one_waits_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thing = tmp_path / "run.json"
    opened, inside = threading.Event(), threading.Event()
    done = threading.Event()
    real = os.open

    def noticed(*arguments: object) -> int:
        handle = real(*arguments)  # type: ignore[arg-type]
        if threading.current_thread() is not threading.main_thread():
            opened.set()
        return handle

    def second() -> None:
        with locked(thing, 20, delete_lock=True):
            inside.set()
            done.wait(20)

    monkeypatch.setattr("pbbuild.base.locks.os.open", noticed)
    waiting = threading.Thread(target=second)
    with locked(thing, delete_lock=True):
        waiting.start()
        assert opened.wait(20)
    assert inside.wait(20)
    # The second has it, and a third must see that.
    with refused_with("busy"), locked(thing, 0):
        pass
    done.set()
    waiting.join()
    assert not list(tmp_path.iterdir())
