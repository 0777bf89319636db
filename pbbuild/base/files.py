"""Reading files with limits, and writing them atomically."""

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

LARGEST_FILE: Final = 16 * 1024 * 1024
# Seconds to wait for a writer to open a pipe.
PIPE_TIMEOUT: Final = 2.0
_LEFTOVER: Final = ".pbbuild-tmp"


def expanded_path(text: str) -> Path:
    """The path that `text` names, `~` expanded; a name that no file can have is refused.

    Refused here because later calls on such a path would fail in many different ways.
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


def read_bytes(path: Path, limit: int = LARGEST_FILE, *, regular: bool = False) -> bytes:
    """The bytes of a file of at most `limit` bytes.

    With `regular` a link, pipe or device is an error: for what is about to be changed.
    """
    source = str(path)
    try:
        if regular:
            require_regular(path)
        if path.is_dir():
            raise PbbuildError("is-a-folder", source=source)
        data = _read_at_most(path, limit + 1, NO_FOLLOW if regular else 0)
    except FileNotFoundError:
        raise missing_file(path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PbbuildError("cannot-read", source=source, reason=reason) from None
    if len(data) > limit:
        raise PbbuildError("file-too-large", source=source, limit=limit)
    return data


def missing_file(path: Path) -> PbbuildError:
    """The error for a path that leads to no file: there is nothing, or a link to nothing."""
    if path.is_symlink():
        return PbbuildError("link-to-nowhere", source=str(path), target=os.readlink(path))
    return PbbuildError("no-such-file", source=str(path))


def _read_at_most(path: Path, most: int, no_follow: int) -> bytes:
    # Without O_NONBLOCK, opening a pipe that has no writer would block forever.
    flags = os.O_RDONLY | no_follow | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    with os.fdopen(handle, "rb") as file:
        mode = os.fstat(handle).st_mode
        if stat.S_ISREG(mode):
            # A non-blocking read of some files in /proc returns None instead of bytes.
            return file.read(most) or b""
        if sys.platform == "win32":
            return file.read(most)  # Windows cannot wait for anything but a socket
        first = _first_byte(handle, str(path), is_pipe=stat.S_ISFIFO(mode))
        os.set_blocking(handle, True)
        return first + file.read(most - len(first))


def _first_byte(handle: int, source: str, *, is_pipe: bool) -> bytes:
    if select.select([handle], [], [], PIPE_TIMEOUT)[0]:
        return b""
    try:
        if first := os.read(handle, 1):
            return first
    except BlockingIOError:
        # The pipe has a writer that is slow; a terminal or a device is not waited for.
        if is_pipe:
            return b""
    raise PbbuildError("pipe-unwritten", source=source)


def _is_pipe(path: Path) -> bool:
    try:
        return stat.S_ISFIFO(path.stat().st_mode)
    except OSError:
        return False


def read_text(path: Path, limit: int = LARGEST_FILE) -> str:
    """The UTF-8 text of a file, without a byte order mark."""
    data = read_bytes(path, limit)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PbbuildError("not-utf-8", source=str(path), offset=error.start) from None


def real_path(path: Path) -> Path:
    """`path` with all links resolved; a link to itself stays as it is."""
    # On some Pythons Path.resolve raises RuntimeError, not OSError, for such a link.
    return Path(os.path.realpath(path))


def write_atomic(
    path: Path, data: bytes | str, *, new: bool = False, private: bool | None = None
) -> None:
    """Write `data` to `path` completely or not at all: a temporary file, synced, then renamed.

    Only a regular file is replaced: a link, even one to nowhere, is an error, and so is a read-only
    file. A pipe, a terminal or another character device that the user named is written to. With
    `new` an existing file is an error too, even one created just now.

    A `private` file, by default any file below pbbuild's folders, is for the player alone (0600),
    even if others could read the one it replaces; any other keeps the mode of the one it replaces.
    What `private` makes of a file that the user names is `private_if_new`.
    """
    payload = data.encode() if isinstance(data, str) else data
    own = is_own(path)
    private = own if private is None else private
    try:
        if not own and _is_stream(path):
            with open(_open_stream(path), "wb") as stream:
                stream.write(payload)
            return
        require_changeable(path)
        require_writable(path)
        make_folder(path.parent, private=private)
        with _temporary(path, payload, private=private) as temporary:
            if new:
                _link_new(temporary, path)
            else:
                os.replace(temporary, path)
        _sync_folder(path.parent)
    except OSError as error:
        raise cannot_write(path, error) from None


def private_if_new(path: Path) -> bool | None:
    """What `write_atomic` takes as `private` for a list or a record in a place of the user's.

    A new one is for the player alone, because the enemy may not see it; one that is there keeps
    the mode that it has.
    """
    return None if os.path.lexists(path) else True


def require_target(path: Path) -> None:
    """Raise for a path that `write_atomic` would refuse for what is there now, and for `-`."""
    if str(path) == "-":
        raise PbbuildError("dash-is-no-file")
    if is_own(path) or not _is_stream(path):
        require_changeable(path)


def _is_stream(path: Path) -> bool:
    """Whether `path` is, or is a link to, something that is written to and keeps nothing.

    `/dev/stdout` and a shell's `>(command)` are links to pipes or terminals.
    """
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISSOCK(mode)


def require_writable(path: Path) -> None:
    """Raise for an existing file that is read-only."""
    # Renaming would replace it all the same, but a read-only file is meant to stay.
    if path.is_file() and not os.access(path, os.W_OK):
        raise cannot_write(path, OSError(errno.EACCES, os.strerror(errno.EACCES)))


@contextlib.contextmanager
def _temporary(path: Path, payload: bytes, *, private: bool) -> Iterator[str]:
    """A complete, synced file beside `path`, deleted afterwards unless it was renamed."""
    _delete_leftovers(path)
    replaced = require_regular(path)
    # A new file that is not private gets what the user's umask leaves, but others never change it.
    mode = 0o664 if replaced is None and not private else FILE_MODE
    # The name is set before the file exists, so that any interruption from here on deletes it.
    name = str(path.with_name(f"{_prefix(path.name)}{os.urandom(8).hex()}{_LEFTOVER}"))
    try:
        with os.fdopen(_open_locked(name, mode), "wb") as file:
            file.write(payload)
            file.flush()
            os.fsync(file.fileno())
            if private or replaced is not None:
                owned = path.parent if replaced is None else path
                give_to_owner_of(owned, _handle_or(file.fileno(), name))
            if not private and replaced is not None:
                # Memory sticks and shares may have no permissions.
                with contextlib.suppress(PermissionError):
                    os.chmod(_handle_or(file.fileno(), name), replaced.st_mode & 0o777)
            if sys.platform == "win32":
                file.close()  # Windows cannot rename an open file
            yield name
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)


def _handle_or(handle: int, name: str) -> Path | int:
    return handle if os.chmod in os.supports_fd else Path(name)


def _open_locked(name: str, mode: int) -> int:
    """A handle to a new file, locked until its writer closes it or ends."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_FOLLOW | getattr(os, "O_BINARY", 0)
    while True:
        handle = os.open(name, flags, mode)
        if try_lock(handle) is not False and os.path.exists(name):
            return handle
        # Another writer took the file for a leftover before we locked it.
        os.close(handle)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def _delete_leftovers(path: Path) -> None:
    """Delete temporary files of `path` left by killed writers; running ones hold a lock.

    In pbbuild's own folders those of all files go: the name of a version or of a battle never
    comes again.
    """
    prefix = "." if is_own(path) else _prefix(path.name)
    try:
        entries = os.listdir(path.parent)
    except OSError:
        return  # a folder that may be written to but not listed
    for entry in entries:
        if entry.startswith(prefix) and entry.endswith(_LEFTOVER):
            leftover = path.parent / entry
            with contextlib.suppress(OSError, PbbuildError):
                require_regular(leftover)
                with os.fdopen(os.open(leftover, os.O_RDWR | NO_FOLLOW), "r+b") as file:
                    is_left = try_lock(file.fileno())
                    if is_left and sys.platform == "win32":
                        file.close()  # Windows cannot delete an open file
                    if is_left:
                        leftover.unlink()


def _prefix(name: str) -> str:
    # A character can take four bytes, and a file name at most 255 bytes.
    return f".{os.fsencode(name)[:80].decode(errors='ignore')}."


def _link_new(temporary: str, path: Path) -> None:
    try:
        os.link(temporary, path)
        return
    except FileExistsError:
        raise PbbuildError("exists-already", source=str(path)) from None
    except OSError:
        # Not every file system has hard links; without them two writers can still collide.
        if os.path.lexists(path):
            raise PbbuildError("exists-already", source=str(path)) from None
    os.replace(temporary, path)


def _open_stream(path: Path) -> int:
    """A handle to write to; a named pipe without a reader raises after a while."""
    if sys.platform == "win32" or not _is_pipe(path):
        return os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
    until = time.monotonic() + PIPE_TIMEOUT
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
    """Rename a regular file to the first free name with `ending`; returns the new path."""
    number = 1
    aside = path.with_suffix(ending)
    while os.path.lexists(aside):
        number += 1
        aside = path.with_suffix(f"{ending}-{number}")
    require_changeable(path)
    try:
        path.rename(aside)
    except OSError as error:
        raise cannot_write(path, error) from None
    return aside


def _sync_folder(folder: Path) -> None:
    # The rename itself must reach the disk. Windows cannot open folders.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
