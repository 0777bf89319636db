"""The record of a battle, `pbbuild-record/1`: JSON Lines, computed by the rules.

Every line but the first follows from the state before it and a roll or a choice. `Recorder`, which
writes records, and `verify`, which checks them, both make their lines here.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import parse_json
from pbbuild.base.files import private_if_new, read_text, write_atomic
from pbbuild.base.version import VERSION
from pbbuild.errors import PbbuildError, StateError
from pbbuild.play.agents.contract import Choice
from pbbuild.play.contract import SIDES, Game, Outcome, Roll

FORMAT: Final = "pbbuild-record/1"
LARGEST_RECORD: Final = 64 * 1024 * 1024
MOST_LINES: Final = 200_000  # the longest battles have a few thousand
RecordLine = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: its first line, and the lines after it."""

    source: str
    header: RecordLine
    lines: Sequence[RecordLine]

    @property
    def end(self) -> RecordLine:
        """The last line."""
        return self.lines[-1]


def header_line(about: Mapping[str, Any]) -> RecordLine:
    """The first line: the settings, the players and their units."""
    return {"format": FORMAT, "version": VERSION, **about}


def dice_line(game: Game, before: Any, roll: Roll, dice: Sequence[int]) -> RecordLine:
    """The line of the pending roll of `before`."""
    line: RecordLine = {"type": "dice", "purpose": roll.purpose, "side": roll.side}
    if roll.unit:
        line["unit"] = roll.unit
    if roll.target:
        line["target"] = roll.target
    line["dice"] = list(dice)
    return {**line, **game.scores(before, dice)}


def choice_line(game: Game, before: Any, action: int, options: int) -> RecordLine:
    """The line of a choice made at `before`."""
    option = game.option(before, action)
    return {
        "type": "choice",
        "side": SIDES[before.decider()],
        "decision": before.decision(),
        "action": option.text,
        "options": options,
        "cost": option.cost,
    }


def event_lines(game: Game, before: Any, after: Any) -> list[RecordLine]:
    """The event lines between two states one step apart."""
    return [
        {"type": "event", "event": event.kind, **event.values}
        for event in game.events(before, after)
    ]


def end_line(outcome: Outcome) -> RecordLine:
    """The last line, without its number and seal."""
    return {
        "type": "end",
        "winner": outcome.winner,
        "reason": outcome.reason,
        "rounds": outcome.rounds,
        "destroyed": dict(outcome.scores),
    }


def numbered(number: int, line: RecordLine) -> RecordLine:
    """The line with its number in the record."""
    return {"n": number, **line}


def seal(lines: Iterable[RecordLine]) -> str:
    """A digest of every line, which detects changes that the rules cannot detect.

    Changing a die that misses either way, a name or a seed breaks no rule.
    """
    found = hashlib.sha256()
    for line in lines:
        unsealed = {key: value for key, value in line.items() if key != "seal"}
        found.update(json.dumps(unsealed, sort_keys=True, separators=(",", ":")).encode())
        found.update(b"\n")
    return found.hexdigest()[:32]


class Recorder:
    """The listener that records a battle."""

    def __init__(self, game: Game, header: RecordLine) -> None:
        self.game = game
        self.lines: list[RecordLine] = [header]

    def rolled(self, before: Any, roll: Roll, dice: Sequence[int], after: Any) -> None:
        """Record a roll and its events."""
        self._add(dice_line(self.game, before, roll, dice))
        self._add_all(event_lines(self.game, before, after))

    def chose(self, before: Any, choice: Choice, options: int, after: Any) -> None:
        """Record a choice and its events."""
        line = choice_line(self.game, before, choice.action, options)
        if choice.reason:
            line["reason"] = {"code": choice.reason, **choice.values}
        self._add(line)
        self._add_all(event_lines(self.game, before, after))

    def conceded(self, side: str) -> None:
        """Record that `side` conceded. PB-5.7."""
        self._add({"type": "event", "event": "conceded", "side": side})

    def ended(self, outcome: Outcome) -> None:
        """Record the end and the seal."""
        self._add(end_line(outcome))
        self.lines[-1]["seal"] = seal(self.lines)

    def text(self) -> str:
        """The whole record as the text of its file."""
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in self.lines)

    def write(self, path: Path, *, force: bool = False) -> None:
        """Write the record to `path`; `force` replaces an existing file."""
        write_atomic(path, self.text(), new=not force, private=private_if_new(path))

    def _add(self, line: RecordLine) -> None:
        self.lines.append(numbered(len(self.lines), line))

    def _add_all(self, lines: Iterable[RecordLine]) -> None:
        for line in lines:
            self._add(line)


def read_record(path: Path) -> Record:
    """The record in a file; a truncated record or another kind of file is refused."""
    return parse_record(read_text(path, LARGEST_RECORD), str(path))


def parse_record(text: str, source: str) -> Record:
    """The record in `text`."""
    rows = text.split("\n")
    if not text.strip():
        raise StateError("record.empty", source=source)
    header = _first_line(rows[0], source)
    if len(rows) > MOST_LINES:
        raise StateError("record.too-long", source=source, maximum=MOST_LINES)
    lines: list[RecordLine] = []
    last = len(rows) - 1
    for number, row in enumerate(rows[1:], start=2):
        if not row.strip():
            if any(rest.strip() for rest in rows[number:]):
                raise StateError("record.blank-line", source=source, line=number)
            break
        try:
            value = parse_json(row, source).value
        except PbbuildError:
            code = "record.cut-off" if number - 1 == last else "record.bad-line"
            raise StateError(code, source=source, line=number) from None
        if not isinstance(value, dict):
            raise StateError("record.bad-line", source=source, line=number)
        lines.append(value)
    if not lines or lines[-1].get("type") != "end":
        raise StateError("record.cut-off", source=source, line=len(lines) + 1)
    return Record(source, header, lines)


def _first_line(row: str, source: str) -> RecordLine:
    try:
        header = parse_json(row, source).value
    except PbbuildError:
        raise StateError("record.foreign", source=source) from None
    if not isinstance(header, dict) or not isinstance(header.get("format"), str):
        raise StateError("record.foreign", source=source)
    if header["format"] != FORMAT:
        found = header["format"][:40]
        raise StateError("record.other-format", source=source, found=found, known=FORMAT)
    return header


def only_person(header: Mapping[str, Any]) -> str:
    """The side of the only person in a recorded game, "" if there is none or two."""
    agents = header.get("agents")
    people = [side for side in SIDES if isinstance(agents, dict) and agents.get(side) == "person"]
    return people[0] if len(people) == 1 else ""
