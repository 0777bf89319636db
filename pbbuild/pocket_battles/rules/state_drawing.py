"""A state drawn as a board of text, as docs/referee.md explains.

A drawing becomes the same document as a `pbbuild-state/1` file and is checked the same way.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbbuild.base.documents import Document
from pbbuild.errors import Problem, StateError, Value
from pbbuild.pocket_battles.rules.state_document import FORMAT
from pbbuild.pocket_battles.rules.zones import SECTORS

FIRST_WORD: Final = "pbbuild-board/1"
ROWS: Final = ("B rear", "B front", "engagement", "A front", "A rear")
TEXT_KEYS: Final = ("edition", "player1", "turn", "decision", "redeployed")
NUMBER_KEYS: Final = ("size", "round")
SIDE_KEYS: Final = {
    "unused": "unused",
    "passed": "passed",
    "set-aside": "set_aside",
    "destroyed": "destroyed",
    "fielded": "fielded",
}
TILE_NUMBERS: Final = ("dp", "fv", "wp", "wounds")
PENDING_NUMBERS: Final = ("hits", "left")
PENDING_KEYS: Final = ("charger", "sector", "unit", "trait", *PENDING_NUMBERS)


@dataclass(frozen=True, slots=True)
class Drawing(Document):
    """A drawn board as a document; `lines` has the line of each value by its pointer."""

    lines: Mapping[str, int]

    def line_of(self, pointer: str) -> int:
        """The line of the value at `pointer`, or of the value that contains it."""
        while pointer and pointer not in self.lines:
            pointer = pointer.rpartition("/")[0]
        return self.lines.get(pointer, 1)


def is_drawing(text: str) -> bool:
    """Whether `text` is a drawn board and not JSON."""
    return text.lstrip().startswith(FIRST_WORD)


def parse_drawing(text: str, source: str) -> Drawing:
    """The state that `text` draws; one error has everything in it that cannot be read."""
    reader = _DrawingReader()
    for number, line in enumerate(text.splitlines(), start=1):
        reader.line(line.partition("#")[0].strip(), number)
    reader.finish()
    if reader.problems:
        problems = tuple(reader.problems)
        raise StateError("state.unreadable-drawing", source=source, problems=problems)
    return Drawing(source, reader.state, text, reader.lines)


class _DrawingReader:
    def __init__(self) -> None:
        self.state: dict[str, Any] = {
            "format": FORMAT,
            "sides": {"A": {"units": []}, "B": {"units": []}},
            "contacts": [],
        }
        self.lines: dict[str, int] = {}
        self.problems: list[Problem] = []
        self.zones: dict[str, tuple[str, int]] = {}
        self.rows_seen: set[str] = set()

    def refuse(self, line: int, code: str, **values: Value) -> None:
        self.problems.append(Problem("/", line, f"state.{code}", values))

    def line(self, text: str, number: int) -> None:
        if not text or text == FIRST_WORD:
            return
        first = text.split()[0]
        if row := next((row for row in ROWS if text.startswith(row)), None):
            self.row(row, text[len(row) :], number)
        elif text.split() == list(SECTORS) or text.replace("|", " ").split() == list(SECTORS):
            return
        elif first in ("A", "B"):
            self.side(first, text.split()[1:], number)
        elif re.fullmatch(r"[ab][0-9]+:?", first):
            self.unit(text, number)
        elif first == "contact":
            self.contact(text, number)
        elif first == "pending":
            self.pending(text.split()[1:], number)
        else:
            self.general(text.split(), number)

    def row(self, row: str, text: str, number: int) -> None:
        cells = text.strip().strip("|").split("|")
        if row in self.rows_seen:
            self.refuse(number, "drawn-row-twice", row=row)
        self.rows_seen.add(row)
        if len(cells) != 3:
            self.refuse(number, "drawn-row-cells", row=row, found=len(cells))
            return
        for sector, cell in zip(SECTORS, cells, strict=True):
            for unit in cell.replace(",", " ").split():
                if unit in (".", "-"):
                    continue
                if unit in self.zones:
                    self.refuse(number, "drawn-unit-twice", unit=unit)
                self.zones[unit] = (f"{sector} {row}", number)

    def side(self, side: str, words: list[str], number: int) -> None:
        self.lines.setdefault(f"/sides/{side}", number)
        for key, value in self.pairs(words, number, tuple(SIDE_KEYS)):
            self.state["sides"][side][SIDE_KEYS[key]] = self.number(value, number)
            self.lines[f"/sides/{side}/{SIDE_KEYS[key]}"] = number

    def unit(self, text: str, number: int) -> None:
        head, colon, rest = text.partition(":")
        if not colon:
            self.refuse(number, "drawn-unit-colon", found=head.split()[0])
            return
        name, *words = head.split()
        side = name[0].upper()
        units = self.state["sides"][side]["units"]
        unit: dict[str, Any] = {"id": name, "zone": None, "orders": 0, "troops": []}
        where = f"/sides/{side}/units/{len(units)}"
        self.lines[where] = number
        for _, value in self.pairs(words, number, ("orders",)):
            unit["orders"] = self.number(value, number)
        for troop in filter(None, (part.strip() for part in rest.split(";"))):
            unit["troops"].append(self.troop(troop.split(), number))
        units.append(unit)

    def troop(self, words: list[str], number: int) -> dict[str, Any]:
        troop: dict[str, Any] = {"code": words[0]}
        known = (*TILE_NUMBERS, "black", "white", "traits")
        for key, value in self.pairs(words[1:], number, known):
            if key in TILE_NUMBERS:
                troop[key] = self.number(value, number)
            elif key == "traits":
                troop[key] = [] if value == "-" else value.split(",")
            else:
                faces = [] if value == "-" else value.split("-")
                troop[key] = [self.number(face, number) for face in faces]
        return troop

    def contact(self, text: str, number: int) -> None:
        match = re.fullmatch(r"contact\s+(\S+?)\s*:\s*(.+)", text)
        if not match:
            self.refuse(number, "drawn-contact")
            return
        self.lines[f"/contacts/{len(self.state['contacts'])}"] = number
        many = match[2].replace(",", " ").split()
        self.state["contacts"].append({"one": match[1], "many": many})

    def pending(self, words: list[str], number: int) -> None:
        self.lines["/pending"] = number
        self.state["pending"] = {
            key: self.number(value, number) if key in PENDING_NUMBERS else value
            for key, value in self.pairs(words, number, PENDING_KEYS)
        }

    def general(self, words: list[str], number: int) -> None:
        if words == ["first", "turn", "of", "battle"]:
            self.state["first_turn_of_battle"] = True
            self.lines["/first_turn_of_battle"] = number
            return
        for key, value in self.pairs(words, number, (*TEXT_KEYS, *NUMBER_KEYS)):
            self.state[key] = self.number(value, number) if key in NUMBER_KEYS else value
            self.lines[f"/{key}"] = number

    def pairs(self, words: list[str], number: int, known: tuple[str, ...]) -> list[tuple[str, str]]:
        found = []
        for key, value in zip(words[::2], [*words[1::2], ""], strict=False):
            if key not in known:
                self.refuse(number, "drawn-unknown-word", found=key, known=known)
            elif not value:
                self.refuse(number, "drawn-no-value", found=key)
            else:
                found.append((key, value))
        return found

    def number(self, text: str, number: int) -> int:
        if re.fullmatch(r"[0-9]{1,4}", text):
            return int(text)
        self.refuse(number, "drawn-not-a-number", found=text[:40])
        return 0

    def finish(self) -> None:
        for row in ROWS:
            if row not in self.rows_seen:
                self.refuse(1, "drawn-row-missing", row=row)
        for side in ("A", "B"):
            for place, unit in enumerate(self.state["sides"][side]["units"]):
                if unit["id"] in self.zones:
                    zone, number = self.zones.pop(unit["id"])
                    unit["zone"] = zone
                    self.lines[f"/sides/{side}/units/{place}/zone"] = number
        for unit, (_, number) in self.zones.items():
            self.refuse(number, "drawn-unit-unknown", unit=unit)
