"""Writing the output of a command; an existing file is replaced only with `--force`."""

import os
from collections.abc import Mapping
from pathlib import Path

from pbbuild.base.files import private_if_new, require_target, write_atomic
from pbbuild.errors import PbbuildError


def require_replaceable(path: Path, *, force: bool = False) -> None:
    """Raise if `path` may not be written; called before long work rather than after it."""
    require_target(path)
    if path.is_file() and not force:
        raise PbbuildError("exists-already", source=str(path))


def write_output(
    path: Path, data: bytes | str, *, force: bool = False, private: bool | None = None
) -> None:
    """Write `data` to `path`; `force` replaces an existing file.

    A `private` file is for the player alone, as `write_atomic` says.
    """
    require_replaceable(path, force=force)
    write_atomic(path, data, new=not force, private=private)


def write_secret(path: Path, data: bytes | str, *, force: bool = False) -> None:
    """`write_output` of a list or a record, which the enemy may not see: a new one is private."""
    write_output(path, data, force=force, private=private_if_new(path))


def write_folder(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Write `files`, by name, to `folder`; all are checked before the first is written.

    The folder that the user names may be a link; one below it, which is ours to make, may not.
    """
    for inner in {parent for name in files for parent in Path(name).parents[:-1]}:
        if (folder / inner).is_symlink():
            target = os.readlink(folder / inner)
            raise PbbuildError("is-a-link", source=str(folder / inner), target=target)
    for name in files:
        require_replaceable(folder / name, force=force)
    for name, data in files.items():
        write_output(folder / name, data, force=force)
