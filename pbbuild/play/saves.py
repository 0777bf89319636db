"""Games under way, kept in files so that they can go on: names, newest, what is in them."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbbuild.base.locks import locked
from pbbuild.errors import PbbuildError, UsageError

if TYPE_CHECKING:
    from pbbuild.play.agents.contract import Choice

SAVE_FORMAT: Final = "pbbuild-save/1"
LATEST: Final = "latest"


def games_folder() -> Path:
    """Where games under way are kept."""
    from pbbuild.base.places import player_data

    return player_data() / "games"


@dataclass(frozen=True, slots=True)
class Saved:
    """What every game's save holds, in its right shape; `document` is all of it."""

    path: Path
    header: dict[str, Any]
    seats: list[str | None]
    seed: int
    inputs: list[dict[str, Any]]
    document: dict[str, Any]

    @property
    def settings(self) -> dict[str, bool]:
        """How it was played, as options of the shell."""
        return {name: self.document.get(name) is True for name in ("real_dice", "practice")}


def read_save(wish: str, game: str, name: str) -> Saved:
    """The save that `wish` names, or the newest of those called `name`-...; of `game` alone."""
    from pbbuild.base.files import read_json

    path = Path(wish)
    if wish == LATEST:
        kept = saves_of(name)
        if not kept:
            raise UsageError("shell.no-save", folder=str(games_folder()))
        path = kept[-1]
    saved = read_json(path).value
    if not isinstance(saved, dict) or saved.get("game") != game:
        raise PbbuildError("shell.other-game", source=str(path), game=game)
    header, seats, seed, inputs = (saved.get(key) for key in ("header", "seats", "seed", "inputs"))
    if (
        isinstance(header, dict)
        and isinstance(seats, list)
        and len(seats) == 2
        and all(seat is None or isinstance(seat, str) for seat in seats)
        and type(seed) is int
        and isinstance(inputs, list)
        and all(is_input(given) for given in inputs)
    ):
        return Saved(path, header, seats, seed, inputs, saved)
    raise PbbuildError("shell.save-wrong", source=str(path))


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


def is_input(given: Any) -> bool:
    """Whether this can be an input of a saved game: dice, or an action in words."""
    if not isinstance(given, dict):
        return False
    dice, action = given.get("dice"), given.get("action")
    if dice is not None:
        return isinstance(dice, list) and all(type(die) is int for die in dice)
    return isinstance(action, str)


def kept_reason(action: int, kept: Any) -> "Choice":
    """An agent's choice with the reason that was kept of it, if one was."""
    from pbbuild.play.agents.contract import Choice

    if not isinstance(kept, dict) or not isinstance(kept.get("code"), str):
        return Choice(action)
    values = {
        key: value
        for key, value in kept.items()
        if key != "code" and isinstance(value, str | int | float)
    }
    return Choice(action, kept["code"], values)
