"""The player's own files: only regular ones are changed or removed, and only the player reads them.

pbbuild's folders may hold links, pipes or devices that others put there, by accident or with an
untrusted archive. Nothing is read through such an entry to be changed, and none is replaced,
moved or deleted.
"""

import contextlib
import errno
import os
import stat
import sys
from pathlib import Path
from typing import Final

from pbbuild.base.places import NO_HOME, player_cache, player_config, player_data
from pbbuild.errors import PbbuildError

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
# 0 where the system has no links to follow.
NO_FOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)


def is_own(path: Path) -> bool:
    """Whether `path` is below one of pbbuild's own folders."""
    return _root_of(path) is not None


def _root_of(path: Path) -> str | None:
    named, real = _absolute(path), _real(path.parent)
    for root in _roots():
        if _is_below(named, _absolute(root)) or _is_below(real, _real(root)):
            return _real(root)
    return None


def _absolute(path: Path) -> str:
    try:
        return os.path.abspath(path)
    except FileNotFoundError:  # a relative path while the working folder has been deleted
        return str(path)


def _real(path: Path) -> str:
    try:
        return os.path.realpath(path)
    except FileNotFoundError:
        return str(path)


def _roots() -> list[Path]:
    try:
        return [player_data(), player_config(), player_cache()]
    except PbbuildError:
        return []  # an impossible name of a folder, which holds nothing


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def require_regular(path: Path) -> os.stat_result | None:
    """What `path` itself is, None where there is nothing; anything but a regular file raises."""
    try:
        found = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if stat.S_ISREG(found.st_mode):
        return found
    if stat.S_ISLNK(found.st_mode):
        raise PbbuildError("is-a-link", source=str(path), target=os.readlink(path))
    code = "is-a-folder" if stat.S_ISDIR(found.st_mode) else "not-a-regular-file"
    raise PbbuildError(code, source=str(path))


def require_changeable(path: Path) -> None:
    """Raise for a path that pbbuild may not change: no regular file, or outside its own folder.

    A path below one of pbbuild's folders must not leave it through a link on the way. The folder
    itself may be a link.
    """
    root, folder = _root_of(path), _real(path.parent)
    if root is not None and not _is_below(folder, root):
        raise PbbuildError("leads-elsewhere", source=str(path), target=folder)
    require_regular(path)


def delete_file(path: Path, *, missing_ok: bool = False) -> None:
    """Delete a regular file; links and anything else that is no regular file raise."""
    require_changeable(path)
    try:
        path.unlink(missing_ok=missing_ok)
    except OSError as error:
        raise cannot_write(path, error) from None


def cannot_write(path: Path, error: OSError) -> PbbuildError:
    """The error that says why the system refused to change `path`."""
    if _is_below(str(path), str(NO_HOME)):
        return PbbuildError("no-home")
    return PbbuildError("cannot-write", source=str(path), reason=error.strerror or str(error))


def make_folder(folder: Path, *, private: bool) -> None:
    """Make `folder` and what is missing above it, for the player alone if `private`.

    Folders of pbbuild's own that others may look into, as older versions made them, are closed:
    this one and those above it, and with them all that older versions left in there.
    """
    if not private:
        _make_open_folder(folder)
        return
    if folder.is_dir():
        for own in (folder, *folder.parents):
            if not is_own(own):
                break
            _close_to_others(own)
        return
    if folder.parent != folder:
        make_folder(folder.parent, private=True)
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, FOLDER_MODE)
        give_to_owner_of(folder.parent, folder)
    if not folder.is_dir():
        raise _not_a_folder(folder)


def _make_open_folder(folder: Path) -> None:
    """Make `folder` and what is missing above it as the umask says, never writable for all."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        _make_open_folder(folder.parent)
    try:
        os.mkdir(folder, 0o775)
    except FileExistsError:
        if not folder.is_dir():
            raise _not_a_folder(folder) from None


def _not_a_folder(path: Path) -> NotADirectoryError:
    return NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


def _close_to_others(folder: Path) -> None:
    if sys.platform == "win32":
        return
    # Folders of others, on shares without permissions, or of another account stay as they are.
    with contextlib.suppress(OSError):
        found = os.lstat(folder)
        if stat.S_ISDIR(found.st_mode) and found.st_mode & 0o077:
            os.chmod(folder, stat.S_IMODE(found.st_mode) & FOLDER_MODE)


def give_to_owner_of(path: Path, made: Path | int) -> None:
    """As root, give a file or folder just `made` to the owner of `path`.

    Otherwise a command run once with sudo would leave private files that the player cannot read.
    """
    if sys.platform == "win32" or os.geteuid() != 0:
        return
    with contextlib.suppress(OSError):
        owner = os.stat(path)
        if owner.st_uid:
            os.chown(made, owner.st_uid, owner.st_gid)
