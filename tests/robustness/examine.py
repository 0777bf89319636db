"""Typing one line in a player's folder and checking everything about the answer."""

import gc
import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from unittest.mock import patch

from tests.cli import SLOWNESS
from tests.robustness.inside import Answer, typed
from tests.robustness.world import World

LONGEST = 5.0 * SLOWNESS  # seconds of processor time
# Commands that play hundreds of battles, whatever they are asked, may take twice that.
RACING = {"improve", "worth", "counter", "meta"}
PATIENCE = 60 * SLOWNESS  # seconds on the clock: a command that waits for a pipe uses no processor
# Commands that may change an existing list without being told to replace it.
CHANGING = {"edit", "check", "restore", "rename", "remove", "play"}


class HangsError(BaseException):
    """A command did not end; no `except Exception` may swallow it."""


@contextmanager
def _patience() -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise HangsError

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _not_serving() -> Iterator[None]:
    """Let `pbbuild web` end as soon as it is ready, without a browser; tests/web has both."""
    from pbbuild.web.server import PageServer

    def run(server: PageServer, ready: Callable[[], None]) -> None:
        ready()
        server.services.jobs.close()
        server.socket.close()

    with patch.object(PageServer, "run", run), patch("webbrowser.open"):
        yield


def examined(world: World, words: tuple[str, ...], text: str = "") -> tuple[Answer | None, str]:
    """The answer to a line typed in `world`, and what is wrong with it ("" if nothing is).

    The folder is as before afterwards.
    """
    began = time.process_time()
    try:
        with _patience(), _not_serving() if "web" in words else nullcontext():
            answer = typed(*words, folder=world.folder, text=text)
    except HangsError:
        world.restore()
        return None, f"hangs: {shown(words)}"
    took = time.process_time() - began
    if "--scheduler" in " ".join(words):
        # A half-made client of Dask thrown away while the next is made waits for itself.
        gc.collect()
    wrong = ""
    try:
        answer.require_clean()
        longest = 3 * LONGEST if RACING & set(words) else LONGEST
        assert took < longest, f"{took:.1f} s"
        _require_no_loss(world, answer, words)
    except AssertionError as error:
        wrong = f"{shown(words)}\n{error}"
    world.restore()
    return answer, wrong


def shown(words: tuple[str, ...]) -> str:
    """The line as Python can read it again, long words cut."""
    return " ".join(repr(word if len(word) < 300 else word[:60] + "…") for word in words)


def _require_no_loss(world: World, answer: Answer, words: tuple[str, ...]) -> None:
    changed = world.changed()
    if answer.status == 2:
        assert not [name for name in changed if not _is_folder(world, name)], (
            f"failed, but changed {changed}\n{answer.err[-600:]}"
        )
    may_replace = "--force" in words or bool(CHANGING & set(words))
    for name in changed:
        path = world.folder / name
        assert not name.endswith(".pbbuild-tmp"), f"left {name}"
        was_there = (world.kept / name).is_file()
        if was_there and not may_replace:
            assert name.startswith(("home/config", "home/data/catalog")), f"changed {name}"
        if was_there and "/history/" in name and "rename" not in words:
            raise AssertionError(f"history changed: {name}")
        if path.is_file() and path.suffix == ".json" and name.startswith("home/"):
            json.loads(path.read_bytes())
        if path.is_file() and path.suffix == ".pdf" and path.stat().st_size:
            data = path.read_bytes()
            assert not data.startswith(b"%PDF") or data.rstrip().endswith(b"%%EOF"), f"half {name}"


def _is_folder(world: World, name: str) -> bool:
    return (world.folder / name).is_dir() or (world.kept / name).is_dir()
