"""Two processes that would change one thing: the second waits a while, then says so.

The system lets go of a lock when its holder ends, however it ends; a lock file that lies
about therefore holds up nobody.
"""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbbuild.errors import PbbuildError

PATIENCE: Final = 4.0  # seconds
# What is answered while another has the lock. Whatever else is answered, there is no lock to
# wait for: many file systems know none.
_HELD: Final = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}


@contextlib.contextmanager
def locked(
    thing: Path, patience: float | None = None, *, tidy: bool = False, name: str = ""
) -> Iterator[None]:
    """Hold the one lock for changing `thing`, a file or folder that need not be there.

    The lock file stands beside it, so that renaming or replacing the thing does not move it;
    `tidy` takes it away in the end. Who must wait too long is told of `name`, or the thing's own.
    """
    path = thing.with_name(f"{thing.name}.lock")
    until = time.monotonic() + (PATIENCE if patience is None else patience)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = _held(path, name or str(thing), until)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PbbuildError("cannot-write", source=str(thing), reason=reason) from None
    try:
        yield
    finally:
        if tidy:
            with contextlib.suppress(OSError):
                path.unlink()
        os.close(handle)


def _held(path: Path, source: str, until: float) -> int:
    """A handle that holds the lock of the file that is at `path`."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _wait_for(handle, source, until)
            if _is_at(path, handle):
                return handle
        except BaseException:
            os.close(handle)
            raise
        # Its holder took it away while we waited: others find another file there by now.
        os.close(handle)


def _is_at(path: Path, handle: int) -> bool:
    if sys.platform == "win32":
        return True  # no open file can be taken away there
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def _wait_for(handle: int, source: str, until: float) -> None:
    while try_lock(handle) is False:
        if time.monotonic() >= until:
            raise PbbuildError("busy", source=source)
        time.sleep(0.01)


def try_lock(handle: int) -> bool | None:
    """Whether an open file could be locked now; None where the file system knows no locks.

    The lock ends when the file is closed, or its holder ends.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in _HELD else None
    return True
