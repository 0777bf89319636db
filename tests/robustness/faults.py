"""A disk that fails at a chosen moment, and a process that is killed there.

Every call that would change anything below a folder is counted; the Nth is refused, or is
the last thing the process does.
"""

import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

_CHANGES = {"os.rename", "os.mkdir", "os.rmdir", "os.remove", "os.link", "os.symlink"}
_CHANGES |= {"os.truncate", "os.chmod"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
KILLED = 137


class Disk:
    """Counts the calls that change something below `folder`, and refuses the `bad`-th one."""

    def __init__(self) -> None:
        self.folder = ""
        self.bad = 0
        self.number = errno.ENOSPC
        self.for_good = False
        self.kills = False
        self.calls = 0
        self.last = ""

    def watch(self, event: str, arguments: tuple[Any, ...]) -> None:
        """What Python calls at every audited event."""
        if not self.folder:
            return
        if event == "open":
            path, _, flags = arguments
            if not isinstance(flags, int) or not flags & _WRITES:
                return
        elif event in _CHANGES:
            path = arguments[0]
        else:
            return
        if not isinstance(path, str | bytes | os.PathLike) or not self._is_below(path):
            return
        self.calls += 1
        self.last = f"{event} {os.fsdecode(path)}"
        removing = event == "os.remove"
        if self.calls == self.bad or (self.for_good and self.calls > self.bad and not removing):
            if self.kills:
                os._exit(KILLED)
            raise OSError(self.number, os.strerror(self.number), os.fsdecode(path))

    def _is_below(self, path: Any) -> bool:
        name = os.fsdecode(path)
        # Relative paths are those of the folder the command runs in.
        return not os.path.isabs(name) or name.startswith(self.folder)


_disk = Disk()
sys.addaudithook(_disk.watch)


@contextmanager
def failing(
    folder: Path, bad: int, number: int, *, for_good: bool = False, kills: bool = False
) -> Iterator[Disk]:
    """A disk below `folder` whose `bad`-th change fails (and all later ones, `for_good`).

    With `kills` the process ends there instead, as by SIGKILL.
    """
    _disk.bad, _disk.number, _disk.for_good, _disk.calls = bad, number, for_good, 0
    _disk.kills = kills
    _disk.folder = str(folder)
    try:
        yield _disk
    finally:
        _disk.folder = ""


@contextmanager
def failing_syncs(bad: int, number: int = errno.EIO) -> Iterator[None]:
    """A disk whose `bad`-th fsync of a file fails, as one does that is dying."""
    calls = 0

    def fsync(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls == bad:
            raise OSError(number, os.strerror(number))

    with patch("os.fsync", fsync):
        yield


def begun_child(work: Callable[[], int]) -> int:
    """A child of this process that does `work`, and changes nothing here."""
    with warnings.catch_warnings():
        # Newer Pythons warn of threads; the child does not wait for any.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        status = 99
        try:
            status = work()
        finally:
            os._exit(status)
    return child


def ended_child(child: int) -> int:
    """The exit status of a child, waited for."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def in_a_child(work: Callable[[], int]) -> int:
    """The exit status of `work` done by a child of this process."""
    return ended_child(begun_child(work))
