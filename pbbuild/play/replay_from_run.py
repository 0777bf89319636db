"""Replaying a battle of a saved playtest with the same dice and choices, now with a record."""

import re
from pathlib import Path

from pbbuild.base.rooms import part_of
from pbbuild.errors import StateError
from pbbuild.play.record import Record, parse_record
from pbbuild.play.runfile import game_of, read_run
from pbbuild.play.series import pairs_done


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
