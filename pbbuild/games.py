"""Which game a command line is about: `--game`, and what each game's commands are.

A command that more than one game has is one row in each table. The group takes `--game` out of
the arguments and finds the row, so that no command asks which game it plays.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from pbbuild.errors import UsageError

POCKET_BATTLES: Final = "pocket-battles"
POCKET_GENERAL: Final = "pocket-general-ww2"
NAMES: Final = {
    "pocket-battles": POCKET_BATTLES,
    "pocket-general": POCKET_GENERAL,
    "pocket-general-ww2": POCKET_GENERAL,
}
# What the saves of a game are called, and how one goes on.
SAVES: Final = {POCKET_BATTLES: "pocket-battles", POCKET_GENERAL: "pocket-general"}
RESUME: Final = {
    POCKET_BATTLES: "pbbuild play --resume",
    POCKET_GENERAL: "pbbuild play --game pocket-general --resume",
}
# The commands of games other than Pocket Battles, whose own are in `commands`.
OTHER_COMMANDS: Final[dict[str, dict[str, str]]] = {
    POCKET_GENERAL: {
        "new": "pbbuild.pocket_general.commands.new:new_command",
        "battle": "pbbuild.pocket_general.commands.battle:battle_command",
        "odds": "pbbuild.pocket_general.commands.odds:odds_command",
        "play": "pbbuild.pocket_general.commands.play:play_command",
        "playtest": "pbbuild.pocket_general.commands.playtest:playtest_command",
        "tournament": "pbbuild.pocket_general.commands.tournament:tournament_command",
        "print": "pbbuild.pocket_general.commands.print:print_command",
        "catalog": "pbbuild.pocket_general.commands.catalog:catalog_command",
    }
}
# What shows a file of another game, chosen by what the file itself says.
READERS: Final[dict[str, dict[str, str]]] = {
    POCKET_GENERAL: {
        "replay": "pbbuild.pocket_general.commands.replay:replay",
        "referee": "pbbuild.pocket_general.commands.referee:referee",
    }
}


def id_of(name: str) -> str:
    """The id of the game that a player calls so; a name of none is refused."""
    if name not in NAMES:
        raise UsageError("misuse.no-game", game=name, games=tuple(NAMES))
    return NAMES[name]


def found(target: str) -> Any:
    """What `module:attribute` names."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def reader(command: str, game: object) -> Callable[..., int] | None:
    """How `command` shows a file of that game, None where it does so itself."""
    target = READERS.get(str(game), {}).get(command)
    return found(target) if target else None


def taken_out(args: list[str], option: str = "--game") -> tuple[str, list[str]]:
    """What a command line says with `option` ("" if nothing), and the line without it."""
    rest: list[str] = []
    wish = ""
    position = 0
    while position < len(args):
        word = args[position]
        if word == "--":
            return wish, rest + args[position:]
        if word == option and position + 1 < len(args):
            wish = args[position + 1]
            position += 2
            continue
        if word.startswith(f"{option}="):
            wish = word.partition("=")[2]
        else:
            rest.append(word)
        position += 1
    return wish, rest
