"""Where the player's part of the catalog is."""

from pathlib import Path

from pbbuild.resources import player_data


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
    return [
        *sorted(folder.glob("traits/*.json")),
        *sorted(folder.glob("armies/*.json")),
        *([corrections] if corrections.exists() else []),
    ]


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
