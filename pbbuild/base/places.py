"""Where shipped data and the player's data are."""

import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from pbbuild.errors import PbbuildError

# Where the player's files are without a home folder: there is nothing to read, and writing fails.
NO_HOME: Final = Path(os.devnull) / "pbbuild"
# Longer than the part of any of our paths below the player's folders.
_LONGEST_INSIDE: Final = f"history/{'x' * 200}"


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
        return usable_folder(os.path.expanduser(home)) / kind
    import platformdirs

    directories = {
        "data": platformdirs.user_data_path,
        "config": platformdirs.user_config_path,
        "cache": platformdirs.user_cache_path,
    }
    try:
        folder = directories[kind]("pbbuild", appauthor=False)
    except RuntimeError:
        return NO_HOME / kind  # an account without a home folder
    return usable_folder(str(folder))


@lru_cache(maxsize=8)
def usable_folder(text: str) -> Path:
    """The folder that an environment variable or a setting names; an impossible name raises."""
    try:
        os.lstat(os.path.join(text, _LONGEST_INSIDE))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except (OSError, ValueError) as error:
        shown = text if len(text) <= 80 else f"{text[:60]}..."
        reason = getattr(error, "strerror", None) or str(error)
        raise PbbuildError("bad-folder", source=shown, reason=reason) from None
    return Path(text)


def player_data() -> Path:
    """The folder of saved lists, their history, corrections and battles."""
    return _home("data")


def player_config() -> Path:
    """The folder of the player's defaults."""
    return _home("config")


def player_cache() -> Path:
    """The folder of files that can be made again at any time."""
    return _home("cache")
