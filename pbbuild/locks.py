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
# What a file system answers that knows no locks: there is nothing to wait for then.
_NO_LOCKS: Final = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}


@contextlib.contextmanager
def locked(
    thing: Path, patience: float | None = None, *, tidy: bool = False, name: str = ""
) -> Iterator[None]:
    """Hold the one lock for changing `thing`, a file or folder that need not be there.

    The lock file stands beside it, so that renaming or replacing the thing does not move it;
    `tidy` takes it away in the end. Who must wait too long is told of `name`, or the thing's own.
    """
    path = thing.with_name(f"{thing.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PbbuildError("cannot-write", source=str(thing), reason=reason) from None
    try:
        _wait_for(handle, name or str(thing), PATIENCE if patience is None else patience)
        try:
            yield
        finally:
            if tidy:
                with contextlib.suppress(OSError):
                    path.unlink()
    finally:
        os.close(handle)


def _wait_for(handle: int, source: str, patience: float) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            _lock(handle)
            return
        except OSError as error:
            if error.errno in _NO_LOCKS:
                return
            if time.monotonic() >= until:
                raise PbbuildError("busy", source=source) from None
            time.sleep(0.01)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
