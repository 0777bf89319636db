"""Games under way, kept in files so that they can go on: names, newest, what is in them."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbbuild.base.locks import locked
from pbbuild.errors import PbbuildError, UsageError

if TYPE_CHECKING:
    from pbbuild.play.table import SavedGame

LATEST: Final = "latest"


def games_folder() -> Path:
    """Where games under way are kept."""
    from pbbuild.base.places import player_data

    return player_data() / "games"


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game and the file it was read from."""

    path: Path
    game: "SavedGame"


def read_save(wish: str, game: str, name: str) -> Saved:
    """The save that `wish` names, or the newest of those called `name`-...; of `game` alone."""
    from pbbuild.base.documents import read_json
    from pbbuild.play.table import saved_game

    path = Path(wish)
    if wish == LATEST:
        kept = saves_of(name)
        if not kept:
            raise UsageError("shell.no-save", folder=str(games_folder()))
        path = kept[-1]
    return Saved(path, saved_game(read_json(path).value, game, str(path)))


def write_save(path: Path, document: Mapping[str, Any]) -> None:
    """Write a save so that a crash leaves the old one or the new one, never half of it."""
    from pbbuild.base.documents import dump_json
    from pbbuild.base.files import write_atomic

    write_atomic(path, dump_json(document))


def saves_of(name: str) -> list[Path]:
    """The saves called `name`-..., the newest last."""
    found = games_folder().glob(f"{name}-*.json")
    return sorted(found, key=lambda file: file.stat().st_mtime_ns)


@contextlib.contextmanager
def alone_with(save: Path, *, is_resumed: bool) -> Iterator[Path]:
    """Hold a save, so that nobody else plays it meanwhile; a new game finds one nobody has."""
    path, number = save, 1
    with contextlib.ExitStack() as held:
        while True:
            try:
                held.enter_context(locked(path, 0, tidy=True))
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


def forget(path: Path) -> None:
    """Take the save of what came to its end away."""
    with contextlib.suppress(OSError):
        path.unlink()


def make_newest(path: Path) -> None:
    """Let the save just written be the newest of its folder, whatever the clock says."""
    with contextlib.suppress(OSError):
        newest = max(other.stat().st_mtime_ns for other in path.parent.glob("*.json"))
        if path.stat().st_mtime_ns < newest:
            os.utime(path, ns=(newest + 1, newest + 1))
