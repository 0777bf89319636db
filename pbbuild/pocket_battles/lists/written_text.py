"""Army lists written as text, read into lines: the rulebooks' layout and what forums make of it.

A tile is a line `NAME 2-3-6 (CODE)`; the unit's points stand on its last line (`9DP`), or a line
of its own heads the unit (`Guns 6 DP`), or blank lines part the units. Markdown, BBCode and
Discord marks are taken off first, so all of them are the same text. A line that names an army
begins a list; text around lists is passed over, a line inside one that says nothing is a problem.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pbbuild.errors import Problem
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES

_TAG: Final = re.compile(r"\[/?(?:\*|[a-z]{1,10}(?:=[^\]\n]{0,60})?)\]", re.IGNORECASE)
_MARKS: Final = re.compile(r"\*\*|__|`+|~~|\|\|")
_BULLET: Final = re.compile(r"^\s*(?:[-*+•>]+\s+|#+\s*)+")
_ESCAPED: Final = re.compile(r"\\([\\`*_\[\]<>~|#])")
_NUMBER: Final = re.compile(r"^\s*\d{1,3}[.)]\s+")
_CODE: Final = r"(?<![^\W\d_])[A-Za-z]{3} ?\d{1,2}"
_DP: Final = r"(?P<dp>\d{1,3}) ?(?:DP|PS|PD|pts?)\b\.?"
_TILE: Final = re.compile(
    r"(?P<name>[^()\d]{0,60}?)[\s,:]*(?P<faces>[1-6](?:[-–][1-6]){0,9})?\s*"
    rf"(?P<bracket>\()?(?P<code>{_CODE})\)?[\s.,:=–-]*(?:\(?{_DP}\)?)?\s*",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    rf"(?P<name>[^()\d]{{3,60}}?)\s+(?P<faces>[1-6](?:[-–][1-6]){{0,9}})?\s*(?:\(?{_DP}\)?)?\s*",
    re.IGNORECASE,
)
_CODES: Final = re.compile(
    rf"{_CODE}(?:[\s,+/&]+{_CODE})+(?:[\s,:=–-]*\(?{_DP}\)?)?", re.IGNORECASE
)
_HEAD: Final = re.compile(rf"(?P<name>.{{0,120}}?)[\s,:–-]*\(?{_DP}\)?\s*", re.IGNORECASE)
_SIZE: Final = re.compile(r"(?<![-–\d])(\d{1,5}) ?-?(?:points?|pts|punti)\b", re.IGNORECASE)
_LONGEST_HEADING: Final = 120


@dataclass(slots=True)
class TileLine:
    """One tile as written: line number, name, faces, code ("" where none stands)."""

    line: int
    name: str
    faces: tuple[int, ...]
    code: str


@dataclass(slots=True)
class UnitLines:
    """The tiles of one unit as written, its name and the points printed for it (0: none)."""

    tiles: list[TileLine] = field(default_factory=list)
    name: str = ""
    dp: int = 0


@dataclass(slots=True)
class Block:
    """One list as written."""

    line: int
    army: str = ""
    heading: str = ""
    points: int = 0
    heading_points: int = 0
    edition: str = ""
    title: str = ""
    waivers: tuple[str, ...] = ()
    units: list[UnitLines] = field(default_factory=list)
    unit_open: bool = False
    unit_name: str = ""
    is_marked: bool = False
    blank_before: bool = False
    # Only a list's: below a heading that no tile follows, any text may stand.
    problems: list[Problem] = field(default_factory=list)

    @property
    def tiles(self) -> list[TileLine]:
        """All tiles, unit by unit."""
        return [tile for unit in self.units for tile in unit.tiles]


def plain_line(line: str) -> tuple[str, bool]:
    """A line without forum and Markdown marks, and whether it was a numbered item."""
    item = line.lstrip().lower().startswith("[*]")
    bare = _MARKS.sub("", _TAG.sub(" ", _ESCAPED.sub(_kept, line)))
    bare = _BULLET.sub("", bare)
    numbered = _NUMBER.match(bare)
    if numbered:
        bare = _BULLET.sub("", bare[numbered.end() :])
    bare = bare.strip(" \t*_")
    bare = re.sub("[\ue000-\ue07f]", lambda kept: chr(ord(kept[0]) - 0xE000), bare)
    return bare.strip(), item or bool(numbered)


def _kept(escaped: re.Match[str]) -> str:
    # What a backslash protects is set aside while marks are taken off.
    return chr(0xE000 + ord(escaped[1]))


class TextReader:
    """Reads a text line by line into blocks, each with what is wrong in it."""

    def __init__(self, catalog: Catalog) -> None:
        self.blocks: list[Block] = []
        self.block: Block | None = None
        self.heading_points = 0
        self.before: list[str] = []
        self.prefixes = {army.prefix for army in catalog.armies.values()}
        self.editions = sorted(catalog.editions, key=len, reverse=True)
        self.army_names: Mapping[str, str] = {
            name.casefold(): army.id
            for army in catalog.armies.values()
            for name in (army.id, army.name.en, army.name.it)
        }
        self.words = {
            word.casefold()
            for troop in catalog.troops.values()
            for word in re.findall(r"[^\W\d]{4,}", troop.name)
        }

    def read(self, text: str) -> list[Block]:
        """The lists in `text`, as written."""
        for number, raw in enumerate(text.splitlines(), 1):
            line, numbered = plain_line(raw[:2000])
            self.read_line(number, line, numbered)
        return [block for block in self.blocks if block.units]

    def read_line(self, number: int, line: str, numbered: bool) -> None:
        block = self.block
        if not line:
            if block:
                block.blank_before = True
            return
        army, rest = ("", "") if numbered else self.army_heading(line)
        if army and not (rest == ":" and block):
            self.begin(number, army, line)
        elif codes := _CODES.fullmatch(line):
            self.codes_line(number, line, int(codes["dp"] or 0))
        elif (tile := _TILE.fullmatch(line)) and self.is_tile(tile):
            self.tile_line(number, tile)
        elif block and (numbered or line.endswith(":") or _HEAD.fullmatch(line)):
            self.unit_heading(number, line, numbered)
        elif block and not block.blank_before and not self.is_settings(line):
            self.damaged_line(number, line)
        else:
            self.other_line(line)

    def army_heading(self, line: str) -> tuple[str, str]:
        if len(line) > _LONGEST_HEADING:
            return "", ""
        folded = line.casefold()
        for name in sorted(self.army_names, key=len, reverse=True):
            rest = line[len(name) :].strip()
            if folded.startswith(name) and (not rest or rest[0] in ",:;·–-(|"):
                return self.army_names[name], rest
        return "", ""

    def begin(self, number: int, army: str = "", heading: str = "") -> Block:
        if self.block and not self.block.units:
            # Two headings in a row: the first was the title (`Persians, my second`).
            self.before = self.before or [self.block.heading]
            self.blocks.remove(self.block)
        self.block = Block(number, army, heading, heading_points=self.heading_points)
        # Only a short opening is a title; a rulebook before its army list is not.
        if not self.blocks and 1 <= len(self.before) <= 3 and len(self.before[0]) <= 120:
            self.block.title = self.before[0]
        self.before = []
        self.blocks.append(self.block)
        self.settings(heading)
        return self.block

    def is_settings(self, line: str) -> bool:
        """Whether a line right below an army's name says size or edition."""
        known = any(edition in line.casefold() for edition in self.editions)
        return not (self.block and self.block.units) and (known or bool(_SIZE.search(line)))

    def settings(self, line: str) -> None:
        """Take size, edition and house variant from a short line."""
        if size := _SIZE.search(line):
            if self.block and not self.block.units:
                self.block.points = int(size[1])
            else:
                self.heading_points = int(size[1])
        if self.block and not self.block.units:
            found = (edition for edition in self.editions if edition in line.casefold())
            self.block.edition = next(found, self.block.edition)
            if MIXED_ARMIES in line.casefold():
                self.block.waivers = (MIXED_ARMIES,)

    def is_tile(self, tile: re.Match[str]) -> bool:
        # In brackets or in a list any code is meant as one; alone only a known prefix is.
        known = tile["code"][:3].upper() in self.prefixes
        return known or bool(tile["bracket"] and self.block)

    def tile_line(self, number: int, tile: re.Match[str]) -> None:
        faces = tuple(map(int, re.findall(r"[1-6]", tile["faces"] or "")))
        name = (tile["name"] or "").strip(" \t.,:;–-")
        self.add_tile(TileLine(number, name, faces, tile["code"].replace(" ", "").upper()))
        if tile["dp"]:
            self.close_unit(int(tile["dp"]))

    def codes_line(self, number: int, line: str, dp: int) -> None:
        self.close_unit()
        for code in re.findall(_CODE, line):
            self.add_tile(TileLine(number, "", (), code.replace(" ", "").upper()))
        self.close_unit(dp)

    def add_tile(self, tile: TileLine) -> None:
        block = self.block or self.begin(tile.line)
        if block.blank_before and block.unit_open and not any(unit.dp for unit in block.units):
            self.close_unit()
        block.blank_before = False
        if not block.unit_open:
            block.units.append(UnitLines(name=block.unit_name))
            block.unit_open, block.unit_name = True, ""
        block.units[-1].tiles.append(tile)

    def close_unit(self, dp: int = 0) -> None:
        if self.block and self.block.unit_open:
            self.block.units[-1].dp = self.block.units[-1].dp or dp
            self.block.unit_open = False
            self.block.is_marked = True

    def unit_heading(self, number: int, line: str, numbered: bool) -> None:
        assert self.block
        head = _HEAD.fullmatch(line)
        name = head["name"] if head else line
        if self.block.unit_open and self.named_tile(name) and head and not numbered:
            # `CAVALRY 2-3-6 9DP` without its code is a tile, not the heading of a unit.
            self.damaged_line(number, line)
            return
        if not self.block.units and _SIZE.search(line) and not numbered:
            self.settings(line)
            return
        self.close_unit()
        self.block.blank_before = False
        self.block.unit_name = name.strip(" \t.,:;–-")
        self.block.is_marked = True

    def named_tile(self, line: str) -> bool:
        return any(word in self.words for word in re.findall(r"[^\W\d]{4,}", line.casefold()))

    def damaged_line(self, number: int, line: str) -> None:
        named = _NAMED.fullmatch(line + " ") if len(line) <= _LONGEST_HEADING else None
        if named and self.named_tile(line):
            faces = tuple(map(int, re.findall(r"[1-6]", named["faces"] or "")))
            self.add_tile(TileLine(number, named["name"].strip(), faces, ""))
            if named["dp"]:
                self.close_unit(int(named["dp"]))
            return
        assert self.block
        values = {"is": line[:60]}
        self.block.problems.append(Problem("", number, "exchange.unreadable-line", values))

    def other_line(self, line: str) -> None:
        if self.block and self.block.units:
            self.block = None
        self.before.append(line)
        if len(line) <= _LONGEST_HEADING:
            self.settings(line)
