"""Writing what a command made, without ever replacing a file unasked."""

from pathlib import Path

from pbbuild.base.files import write_atomic
from pbbuild.errors import PbbuildError


def refuse_replacing(path: Path, *, force: bool = False) -> None:
    """Raise if `path` may not be written: asked before long work rather than after it."""
    if path.is_dir():
        raise PbbuildError("is-a-folder", source=str(path))
    if path.is_file() and not force:
        raise PbbuildError("exists-already", source=str(path))


def save(path: Path, data: bytes | str, *, force: bool = False) -> None:
    """Write `data` to `path`; a file that is there is replaced only with `force`."""
    refuse_replacing(path, force=force)
    write_atomic(path, data, new=not force)
