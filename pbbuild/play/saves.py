"""The save files of unfinished games: finding, reading, writing, locking and deleting them."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbbuild.base.locks import locked
from pbbuild.base.private import delete_file, require_regular
from pbbuild.errors import PbbuildError, UsageError

if TYPE_CHECKING:
    from pbbuild.play.table import SavedGame

LATEST: Final = "latest"


def games_folder() -> Path:
    """The folder of the save files."""
    from pbbuild.base.places import player_data

    return player_data() / "games"


@dataclass(frozen=True, slots=True)
class LoadedSave:
    """A saved game and the file it was read from."""

    path: Path
    game: "SavedGame"


def read_save(wanted: str, game: str, name: str) -> LoadedSave:
    """The save at the path `wanted`, or the newest called `name`-... for `latest`, of `game`."""
    from pbbuild.base.documents import read_json
    from pbbuild.base.private import require_changeable
    from pbbuild.play.table import saved_game

    path = Path(wanted)
    if wanted == LATEST:
        saves = saves_of(name)
        if not saves:
            raise UsageError("shell.no-save", folder=str(games_folder()))
        path = saves[-1]
    # The game goes on in this file, which is deleted at its end.
    require_changeable(path)
    return LoadedSave(path, saved_game(read_json(path).value, game, str(path)))


def write_save(path: Path, document: Mapping[str, Any]) -> None:
    """Write a save atomically: a crash leaves the old one or the new one."""
    from pbbuild.base.documents import dump_json
    from pbbuild.base.files import write_atomic

    write_atomic(path, dump_json(document), private=True)


def saves_of(name: str) -> list[Path]:
    """The saves called `name`-..., the newest last."""
    found = []
    for path in games_folder().glob(f"{name}-*.json"):
        # Links, folders and files deleted just now are no saves.
        with contextlib.suppress(OSError, PbbuildError):
            if entry := require_regular(path):
                found.append((entry.st_mtime_ns, path))
    return [path for _, path in sorted(found)]


@contextlib.contextmanager
def locked_save(save: Path, *, is_resumed: bool) -> Iterator[Path]:
    """Lock a save against other processes; a new game gets the first unused path."""
    path, number = save, 1
    with contextlib.ExitStack() as held:
        while True:
            try:
                held.enter_context(locked(path, 0, delete_lock=True))
            except PbbuildError as error:
                if is_resumed or error.code != "busy":
                    raise
            else:
                if is_resumed or not path.exists():
                    break
                held.close()
            number += 1
            path = save.with_name(f"{save.stem}-{number}.json")
        yield path


def delete_save(path: Path) -> None:
    """Delete the save of a finished game."""
    with contextlib.suppress(PbbuildError):
        delete_file(path)


def make_newest(path: Path) -> None:
    """Set the time of a save so that it is the newest of its folder, even if the clock is wrong."""
    with contextlib.suppress(OSError):
        newest = max(os.lstat(other).st_mtime_ns for other in path.parent.glob("*.json"))
        if os.lstat(path).st_mtime_ns < newest:
            # Windows can't change the time of a link itself; `path` is no link of ours there.
            follow = os.utime not in os.supports_follow_symlinks
            os.utime(path, ns=(newest + 1, newest + 1), follow_symlinks=follow)
