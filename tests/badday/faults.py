"""A disk that fails at a chosen moment: the Nth call that would change anything is refused."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_CHANGES = {"os.rename", "os.mkdir", "os.remove", "os.link", "os.symlink", "os.truncate"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Disk:
    """Counts the calls that change something below `folder`, and refuses the `bad`-th one."""

    def __init__(self) -> None:
        self.folder = ""
        self.bad = 0
        self.number = errno.ENOSPC
        self.for_good = False
        self.calls = 0

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
        removing = event == "os.remove"
        if self.calls == self.bad or (self.for_good and self.calls > self.bad and not removing):
            raise OSError(self.number, os.strerror(self.number), os.fsdecode(path))

    def _is_below(self, path: Any) -> bool:
        name = os.fsdecode(path)
        # Relative paths are those of the folder the command runs in.
        return not os.path.isabs(name) or name.startswith(self.folder)


_disk = Disk()
sys.addaudithook(_disk.watch)


@contextmanager
def failing(folder: Path, bad: int, number: int, *, for_good: bool = False) -> Iterator[Disk]:
    """A disk below `folder` whose `bad`-th change fails (and all later ones, `for_good`)."""
    _disk.bad, _disk.number, _disk.for_good, _disk.calls = bad, number, for_good, 0
    _disk.folder = str(folder)
    try:
        yield _disk
    finally:
        _disk.folder = ""
