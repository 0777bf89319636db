"""The registry of games for code that knows no game: ids, names, where each part is.

`pbbuild.games` fills the registry. A part is named `module:attribute` and imported when it is first
needed, so that listing the games imports nothing.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple

from pbbuild.errors import UsageError


class Room(NamedTuple):
    """One game.

    `names` are what a player may type for it. `save_prefix` begins the names of its save files,
    `resume_command` continues one. `commands` are those that share their name with a command of
    another game, `readers` show a file of this game for a command of all games, `parts` are what
    the kits ask for. `compiled` are the packages that are compiled together.
    """

    id: str
    names: tuple[str, ...]
    save_prefix: str
    resume_command: str
    parts: Mapping[str, str]
    commands: Mapping[str, str]
    readers: Mapping[str, str]
    compiled: tuple[str, ...]


_ROOMS: Final[dict[str, Room]] = {}


def register(room: Room) -> None:
    """Add a game to the registry."""
    _ROOMS[room.id] = room


def rooms() -> tuple[Room, ...]:
    """Every game; the first is the default."""
    return tuple(_ROOMS.values())


def room_of(game: str) -> Room:
    """The game with the id `game`."""
    return _ROOMS[game]


def game_names() -> tuple[str, ...]:
    """Everything a player may type for a game."""
    return tuple(name for room in rooms() for name in room.names)


def game_named(name: str) -> str:
    """The id of the game with this name; an unknown name is refused."""
    for room in rooms():
        if name in room.names:
            return room.id
    raise UsageError("misuse.no-game", game=name, games=game_names())


def load_target(target: str) -> Any:
    """The object at `module:attribute`."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def part_of(game: str, part: str) -> Any:
    """A part of a game; asking for one that the game lacks raises KeyError."""
    return load_target(room_of(game).parts[part])


def reader_of(game: object, command: str) -> Any:
    """The function that shows a file of `game` for `command`, None if the command can."""
    room = _ROOMS.get(str(game))
    target = room.readers.get(command) if room else None
    return load_target(target) if target else None
