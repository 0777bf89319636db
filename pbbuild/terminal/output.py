"""Writing the output of a command; an existing file is replaced only with `--force`."""

from pathlib import Path

from pbbuild.base.files import write_atomic
from pbbuild.errors import PbbuildError


def require_replaceable(path: Path, *, force: bool = False) -> None:
    """Raise if `path` may not be written; called before long work rather than after it."""
    if path.is_dir():
        raise PbbuildError("is-a-folder", source=str(path))
    if path.is_file() and not force:
        raise PbbuildError("exists-already", source=str(path))


def write_output(path: Path, data: bytes | str, *, force: bool = False) -> None:
    """Write `data` to `path`; `force` replaces an existing file."""
    require_replaceable(path, force=force)
    write_atomic(path, data, new=not force)
