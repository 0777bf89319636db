"""Where shipped data and the player's data are."""

import os
from functools import cache
from pathlib import Path


@cache
def shipped(name: str) -> Path:
    """The shipped folder `catalog` or `templates`.

    In a wheel it is `pbbuild/data/<name>`; in a checkout and an editable install it is beside the
    package.
    """
    package = Path(__file__).resolve().parents[1]
    inside = package / "data" / name
    return inside if inside.is_dir() else package.parent / name


def template_folders() -> list[Path]:
    """The template folders: one for each game, and the shared one."""
    return sorted(path for path in shipped("templates").iterdir() if path.is_dir())


def template_file(inner: str) -> Path | None:
    """The shipped file `inner` (`css/roster.css`) of the first template folder that has it."""
    found = (folder / inner for folder in template_folders())
    return next((path for path in found if path.is_file()), None)


def _home(kind: str) -> Path:
    # PBBUILD_HOME puts all the player's files into one folder: for tests and memory sticks.
    if home := os.environ.get("PBBUILD_HOME"):
        return Path(os.path.expanduser(home)) / kind
    import platformdirs

    directories = {
        "data": platformdirs.user_data_path,
        "config": platformdirs.user_config_path,
        "cache": platformdirs.user_cache_path,
    }
    return directories[kind]("pbbuild", appauthor=False)


def player_data() -> Path:
    """The folder of saved lists, their history, corrections and battles."""
    return _home("data")


def player_config() -> Path:
    """The folder of the player's defaults."""
    return _home("config")


def player_cache() -> Path:
    """The folder of files that can be made again at any time."""
    return _home("cache")
