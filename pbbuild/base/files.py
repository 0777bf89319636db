"""Reading and writing files so that nothing is lost and nothing hostile gets far."""

import contextlib
import errno
import os
import select
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbbuild.base.locks import try_lock
from pbbuild.errors import PbbuildError

LARGEST_FILE: Final = 16 * 1024 * 1024
# Seconds that a pipe may go without anybody at its other end.
PATIENCE: Final = 2.0
_LEFTOVER: Final = ".pbbuild-tmp"


def place_of(text: str) -> Path:
    """The path that `text` names, `~` opened; what no disk could ever hold is refused.

    Later questions about such a path would each fail in a way of their own.
    """
    path = Path(os.path.expanduser(text))
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PbbuildError("no-such-place", source=text, reason=reason) from None
    return path


def read_bytes(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """The bytes of a regular file of at most `limit` bytes."""
    source = str(path)
    try:
        if path.is_dir():
            raise PbbuildError("is-a-folder", source=source)
        data = _bytes_at(path, limit + 1)
    except FileNotFoundError:
        raise PbbuildError("no-such-file", source=source) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PbbuildError("cannot-read", source=source, reason=reason) from None
    if len(data) > limit:
        raise PbbuildError("file-too-large", source=source, limit=limit)
    return data


def _bytes_at(path: Path, most: int) -> bytes:
    # Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    with os.fdopen(handle, "rb") as file:
        mode = os.fstat(handle).st_mode
        if stat.S_ISREG(mode):
            # Some files of /proc have nothing to give at the moment, and then give no bytes at all.
            return file.read(most) or b""
        begin = _first_byte(handle, str(path), is_pipe=stat.S_ISFIFO(mode))
        os.set_blocking(handle, True)
        return begin + file.read(most - len(begin))


def _first_byte(handle: int, source: str, *, is_pipe: bool) -> bytes:
    if select.select([handle], [], [], PATIENCE)[0]:
        return b""
    try:
        if first := os.read(handle, 1):
            return first
    except BlockingIOError:
        # Somebody holds the pipe and is slow; a terminal or a device has no such excuse.
        if is_pipe:
            return b""
    raise PbbuildError("pipe-unwritten", source=source)


def _is_pipe(path: Path) -> bool:
    try:
        return stat.S_ISFIFO(path.stat().st_mode)
    except OSError:
        return False


def read_text(path: Path, limit: int = LARGEST_FILE) -> str:
    """The UTF-8 text of a file, a byte order mark removed."""
    data = read_bytes(path, limit)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PbbuildError("not-utf-8", source=str(path), offset=error.start) from None


def real_path(path: Path) -> Path:
    """Where `path` leads through all links; of a link to itself, the link."""
    # Path.resolve raises for such a link on some Pythons, with an error that is none of the disk's.
    return Path(os.path.realpath(path))


def write_atomic(path: Path, data: bytes | str, *, new: bool = False) -> None:
    """Put `data` at `path` whole or not at all: a temporary neighbour, synced, then renamed.

    A link keeps pointing where it does; a device or pipe is written to, never replaced; a file
    that is protected from writing stays as it is. With `new` a file that is there by now, even
    if it came this moment, is an error.
    """
    payload = data.encode() if isinstance(data, str) else data
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            with open(_opened_device(path), "wb") as device:
                device.write(payload)
            return
        if path.is_symlink():
            path = real_path(path)
        require_unprotected(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        with _temporary(path, payload) as temporary:
            if new:
                _put_new(temporary, path)
            else:
                os.replace(temporary, path)
        _sync_folder(path.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PbbuildError("cannot-write", source=str(path), reason=reason) from None


def require_unprotected(path: Path) -> None:
    """Raise for a file that is there and protected from writing."""
    # Replacing it would work, but he who protects a file means it.
    if path.is_file() and not os.access(path, os.W_OK):
        reason = os.strerror(errno.EACCES)
        raise PbbuildError("cannot-write", source=str(path), reason=reason)


@contextlib.contextmanager
def _temporary(path: Path, payload: bytes) -> Iterator[str]:
    """A whole, synced file beside `path`, gone afterwards unless it was renamed."""
    _sweep(path)
    # Named before it is made: whatever breaks us off from here on, it is taken away.
    name = str(path.with_name(f"{_begin(path.name)}{os.urandom(8).hex()}{_LEFTOVER}"))
    try:
        with os.fdopen(_opened_alone(name), "wb") as file:
            file.write(payload)
            file.flush()
            os.fsync(file.fileno())
            with contextlib.suppress(PermissionError):  # sticks and shares may know no rights
                os.chmod(name, _mode_for(path))
            if sys.platform == "win32":
                file.close()  # no open file can be renamed there
            yield name
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)


def _opened_alone(name: str) -> int:
    """A handle to a new file, locked for as long as its writer lives."""
    while True:
        flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
        handle = os.open(name, flags, 0o600)
        if try_lock(handle) is not False and os.path.exists(name):
            return handle
        # In the moment before it was locked another writer has swept it away.
        os.close(handle)


def _sweep(path: Path) -> None:
    """Remove what killed writers of `path` left beside it; the living have theirs locked."""
    begin = _begin(path.name)
    try:
        entries = os.listdir(path.parent)
    except OSError:
        return  # a folder to drop things into, not to look into
    for entry in entries:
        if entry.startswith(begin) and entry.endswith(_LEFTOVER):
            leftover = path.parent / entry
            with contextlib.suppress(OSError), leftover.open("r+b") as file:
                if try_lock(file.fileno()):
                    leftover.unlink()


def _begin(name: str) -> str:
    # Letters can be four bytes long, and no name may have more than 255 bytes.
    return f".{os.fsencode(name)[:80].decode(errors='ignore')}."


def _put_new(temporary: str, path: Path) -> None:
    try:
        os.link(temporary, path)
        return
    except FileExistsError:
        raise PbbuildError("exists-already", source=str(path)) from None
    except OSError:
        # Not every file system has hard links; without them two writers can still meet.
        if os.path.lexists(path):
            raise PbbuildError("exists-already", source=str(path)) from None
    os.replace(temporary, path)


def _opened_device(path: Path) -> int:
    """A handle to write to; a named pipe that nobody reads raises after a while."""
    if not _is_pipe(path):
        return os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
    until = time.monotonic() + PATIENCE
    while True:
        try:
            handle = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > until:
                raise PbbuildError("pipe-unread", source=str(path)) from None
            time.sleep(0.02)
        else:
            os.set_blocking(handle, True)
            return handle


def set_aside(path: Path, ending: str) -> Path:
    """Rename a file out of use, to the first name with `ending` that is free; which it is."""
    number = 1
    aside = path.with_suffix(ending)
    while os.path.lexists(aside):
        number += 1
        aside = path.with_suffix(f"{ending}-{number}")
    try:
        path.rename(aside)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PbbuildError("cannot-write", source=str(path), reason=reason) from None
    return aside


def _mode_for(path: Path) -> int:
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    # The rename itself must reach the disk; folders cannot be opened everywhere (Windows).
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
