"""The player's defaults: language, paper, folder of lists, ASCII drawing."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbbuild.base.places import player_config, player_data, usable_folder
from pbbuild.errors import PbbuildError, Problem, Value

FORMAT: Final = "pbbuild-config/1"
LARGEST_FILE: Final = 64 * 1024
# What each setting may be; () is any text.
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "language": ("en", "it"),
    "paper": ("a4", "letter", "a5"),
    "lists": (),
    "ascii": ("yes", "no"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The player's defaults; "" for those that are not set."""

    language: str = ""
    paper: str = ""
    lists: str = ""
    ascii: str = ""


def settings_file() -> Path:
    """The path of the file with the player's defaults."""
    return player_config() / "config.json"


def read_settings() -> Settings:
    """The player's defaults; an invalid file raises with all its problems."""
    found, problems = _read()
    if problems:
        raise PbbuildError("bad-config", source=str(settings_file()), problems=tuple(problems))
    return Settings(**found)


def _read() -> tuple[dict[str, str], list[Problem]]:
    path = settings_file()
    if not path.exists():
        return {}, []
    # Most players have no such file, and every command asks for it.
    from pbbuild.base.documents import read_json

    document = read_json(path, LARGEST_FILE)
    if not isinstance(document.value, dict):
        return {}, [Problem("", 1, "not-an-object", {"is": type(document.value).__name__})]
    problems: list[Problem] = []
    found: dict[str, str] = {}
    for key, allowed in CHOICES.items():
        value = document.value.get(key, "")
        line = document.line_of(f"/{key}")
        if not isinstance(value, str):
            problems.append(Problem(f"/{key}", line, "not-a-text", {"is": type(value).__name__}))
        elif value and allowed and value not in allowed:
            values: dict[str, Value] = {"is": value, "allowed": allowed}
            problems.append(Problem(f"/{key}", line, "not-one-of", values))
        else:
            found[key] = value
    return found, problems


def write_settings(settings: Settings) -> Path:
    """Save `settings`; returns the path of the file."""
    from pbbuild.base.documents import dump_json
    from pbbuild.base.files import write_atomic

    entries = {key: getattr(settings, key) for key in CHOICES if getattr(settings, key)}
    write_atomic(settings_file(), dump_json({"format": FORMAT, **entries}))
    return settings_file()


def lists_folder() -> Path:
    """The folder of the player's saved lists: `PBBUILD_LISTS`, the config, or the data folder."""
    if named := os.environ.get("PBBUILD_LISTS"):
        return usable_folder(os.path.expanduser(named))
    found, problems = _read()
    # A wrong language must not hide the lists; a wrong folder must not save them elsewhere.
    if any(problem.pointer in ("", "/lists") for problem in problems):
        raise PbbuildError("bad-config", source=str(settings_file()), problems=tuple(problems))
    named = found.get("lists", "")
    return usable_folder(os.path.expanduser(named)) if named else player_data() / "lists"
