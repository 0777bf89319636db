"""Locks between processes that change the same file: the second waits, then raises.

The system releases a lock when its process ends, even by a crash, so a lock file that is left
behind blocks no process.
"""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbbuild.base.private import (
    FILE_MODE,
    NO_FOLLOW,
    cannot_write,
    give_to_owner_of,
    is_own,
    make_folder,
    require_changeable,
    require_regular,
)
from pbbuild.errors import PbbuildError

LOCK_TIMEOUT: Final = 4.0  # seconds
# Errors while another process holds the lock. Any other error means that the file system has no
# locks.
_LOCKED_ERRORS: Final = {errno.EAGAIN, errno.EACCES, errno.EDEADLK}


@contextlib.contextmanager
def locked(
    target: Path, timeout: float | None = None, *, delete_lock: bool = False, name: str = ""
) -> Iterator[None]:
    """Hold the lock for changing `target`, a file or folder that need not exist.

    The lock file is beside it, so that renaming or replacing `target` does not move it;
    `delete_lock` deletes it afterwards. The error after too long a wait names `name`, or `target`.
    """
    path = target.with_name(f"{target.name}.lock")
    # No lock file in a folder of others that a link among ours leads to.
    require_changeable(path)
    until = time.monotonic() + (LOCK_TIMEOUT if timeout is None else timeout)
    try:
        make_folder(path.parent, private=is_own(path))
        handle = _lock_handle(path, name or str(target), until)
    except OSError as error:
        raise cannot_write(target, error) from None
    try:
        yield
    finally:
        # A file with something in it is no lock of ours, whatever its name.
        is_ours = delete_lock and not os.fstat(handle).st_size
        if sys.platform == "win32":
            # Windows cannot delete an open file; one that another process waits for stays.
            _unlock(handle)
            os.close(handle)
        if is_ours:
            with contextlib.suppress(OSError):
                path.unlink()
        if sys.platform != "win32":
            os.close(handle)


def _lock_handle(path: Path, source: str, until: float) -> int:
    """A handle that holds the lock of the file at `path`."""
    while True:
        is_new = require_regular(path) is None
        handle = os.open(path, os.O_RDWR | os.O_CREAT | NO_FOLLOW, FILE_MODE)
        try:
            if is_new:
                give_to_owner_of(path.parent, handle)
            _wait_for_lock(handle, source, until)
            if _is_same_file(path, handle):
                return handle
        except BaseException:
            os.close(handle)
            raise
        # Its holder deleted the file while we waited: other processes now lock a new one.
        os.close(handle)


def _is_same_file(path: Path, handle: int) -> bool:
    if sys.platform == "win32":
        return True  # Windows cannot delete an open file
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except OSError:
        return False


def _wait_for_lock(handle: int, source: str, until: float) -> None:
    while try_lock(handle) is False:
        if time.monotonic() >= until:
            raise PbbuildError("busy", source=source)
        time.sleep(0.01)


def try_lock(handle: int) -> bool | None:
    """Whether an open file could be locked now; None if the file system has no locks.

    The lock ends when the file is closed or its process ends.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in _LOCKED_ERRORS else None
    return True


def _unlock(handle: int) -> None:
    """Release a lock on Windows, where closing the file may release it only later."""
    if sys.platform == "win32":
        import msvcrt

        with contextlib.suppress(OSError):
            os.lseek(handle, 0, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
