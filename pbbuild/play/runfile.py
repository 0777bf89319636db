"""The file of a playtest: its plan, totals and goal, so that it can continue or be replayed."""

import re
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import dump_json, read_json
from pbbuild.base.files import private_if_new, write_atomic
from pbbuild.base.rooms import part_of, rooms
from pbbuild.errors import PbbuildError, StateError
from pbbuild.play.record import Record, parse_record
from pbbuild.play.series import MOST_PAIRS, Series, SomeSum, StopRule, pairs_done

FORMAT: Final = "pbbuild-run/1"
NAME: Final = "run.json"


def run_path(folder: Path) -> Path:
    """The file of a run, given its folder or the file itself."""
    return folder / NAME if folder.is_dir() or not folder.suffix else folder


def write_run(
    folder: Path, plan: Series[SomeSum], totals: SomeSum, until: StopRule | None = None
) -> None:
    """Save the run with its totals so far and its goal."""
    goal = {"until": {"pairs": until.pairs, "precision": until.precision}} if until else {}
    document = {"format": FORMAT, **plan.document(), **goal, "totals": totals.document()}
    path = folder / NAME
    write_atomic(path, dump_json(document), private=private_if_new(path))


def read_run(folder: Path) -> tuple[Any, Any]:
    """The plan and totals of the run in a folder (or file), of any game."""
    path = run_path(folder)
    if not path.exists():
        raise StateError("playtest.no-run", source=str(folder))
    value = read_json(path).value
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise StateError("playtest.not-a-run", source=str(path))
    try:
        found: tuple[Any, Any] = part_of(_game_of(value), "read-run")(value)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise StateError("playtest.broken-run", source=str(path)) from None
    return found


def game_of(folder: Path) -> str:
    """The id of the game of the run in a folder."""
    value = read_json(run_path(folder)).value
    return _game_of(value if isinstance(value, dict) else {})


def _game_of(value: dict[str, Any]) -> str:
    # A run without a game is one of the first game.
    game = str(value.get("game", ""))
    return game if game in {room.id for room in rooms()} else rooms()[0].id


def goal_of(folder: Path) -> StopRule | None:
    """The goal of the run in a folder, None if it has none."""
    value = read_json(run_path(folder)).value
    goal = value.get("until") if isinstance(value, dict) else None
    if not isinstance(goal, dict):
        return None
    pairs, precision = goal.get("pairs"), goal.get("precision")
    if not isinstance(pairs, int) or not isinstance(precision, int | float):
        return None
    if not 0 <= pairs <= MOST_PAIRS or not 0 <= precision < 1 or not (pairs or precision):
        return None
    return StopRule(pairs, float(precision))


def is_unfinished(folder: Path) -> bool:
    """Whether the folder has a valid run that has not reached its goal."""
    try:
        goal = goal_of(folder)
        if goal is None or goal.precision:
            return False
        return pairs_done(read_run(folder)[1]) < goal.pairs
    except PbbuildError:
        return False


def run_and_number(text: str) -> tuple[Path, int] | None:
    """The folder and the battle that `RUN:37` names, None for anything else."""
    found = re.fullmatch(r"(.+):(\d{1,9})", text)
    return (Path(found[1]), int(found[2])) if found and not Path(text).exists() else None


def record_of_run(folder: Path, number: int) -> Record:
    """The record of battle `number` (from 1) of the run saved in `folder`."""
    return parse_record(text_of_run(folder, number), f"{folder}:{number}")


def text_of_run(folder: Path, number: int) -> str:
    """The text of that record, as its file contains it."""
    plan, totals = read_run(folder)
    count = 2 * pairs_done(totals)
    if not 1 <= number <= count:
        raise StateError("playtest.no-such-battle", source=str(folder), number=number, count=count)
    text: str = part_of(game_of(folder), "record-of-battle")(plan, number - 1)
    return text
