"""Where the player's part of the catalog is."""

from pathlib import Path
from typing import Final

from pbbuild.base.places import player_data

MOST_FILES: Final = 200


def player_folder() -> Path:
    """The folder of the player's corrections, armies and traits, there or not."""
    return player_data() / "catalog"


def corrections_file() -> Path:
    """The file of the owner's corrections."""
    return player_folder() / "corrections.json"


def player_files(folder: Path) -> list[Path]:
    """The files of the player's part: traits, armies, corrections, in the order they are read."""
    if not folder.is_dir():
        return []
    corrections = folder / "corrections.json"
    return [*_own(folder)[:MOST_FILES], *([corrections] if corrections.exists() else [])]


def left_out(folder: Path) -> int:
    """How many of the player's files are too many to be read."""
    return max(0, len(_own(folder)) - MOST_FILES)


def _own(folder: Path) -> list[Path]:
    return [*sorted(folder.glob("traits/*.json")), *sorted(folder.glob("armies/*.json"))]


def stamp_of(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """A mark that changes when anything in the player's part changes."""
    marks = []
    for file in player_files(folder):
        try:
            state = file.stat()
        except OSError:
            # A link to nowhere is a file like any other here: reading it tells what is wrong.
            marks.append((str(file), 0, 0))
        else:
            marks.append((str(file), state.st_mtime_ns, state.st_size))
    return tuple(marks)
