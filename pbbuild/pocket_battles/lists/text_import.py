"""Army lists written as text, in the layout of the rulebooks and of forums.

A tile is a line `NAME 2-3-6 (CODE)`. A unit ends with its points (`9DP`), or begins with a heading
(`Guns 6 DP`), or units are separated by blank lines. Markdown, BBCode and Discord marks are removed
first. A line that names an army begins a list; text around lists is ignored, a line inside a list
that cannot be read is a problem.

The example armies in the rulebooks have misprints: a code printed twice, the code of another tile,
codes without their zero. Name and dice faces beside the code settle most of them.
"""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pbbuild.errors import Problem, Value
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.catalog.names import as_code
from pbbuild.pocket_battles.catalog.sizes import size_for
from pbbuild.pocket_battles.lists.edit import allowed_name
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.lists.share_code import MARK, VERSION
from pbbuild.text.markup import ESCAPED, FRAMED, INVISIBLE_SPACE, from_frame

_TAG: Final = re.compile(r"\[/?(?:\*|[a-z]{1,10}(?:=[^\]\n]{0,60})?)\]", re.IGNORECASE)
_MARKS: Final = re.compile(r"\*\*|__|`+|~~|\|\|")
_BULLET: Final = re.compile(r"^\s*(?:[-*+•>]+\s+|#+\s*)+")
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
# Dice faces, a code, or something with a digit in brackets: a tile, however it is misspelt.
_TILE_LIKE: Final = re.compile(
    r"\b[1-6](?:[-–][1-6])+|\b[a-z]{3}\d{1,3}\w*|\([^()]*\d[^()]*\)?\s*$", re.IGNORECASE
)
_SIZE: Final = re.compile(r"(?<![-–\d])(\d{1,5}) ?-?(?:points?|pts|punti)\b", re.IGNORECASE)
# A share code among other words.
_SHARE_CODE: Final = re.compile(rf"\b{MARK}{VERSION}(?:[A-Z0-9]|-(?=[A-Z0-9])){{12,200}}")
_LONGEST_HEADING: Final = 120
# While a text is read, a name in a frame is one character for private use.
_FIRST_FRAME: Final = 0xE100
_FRAMES: Final = 0x1000


@dataclass(slots=True)
class TileLine:
    """One tile as written: line number, name, faces, code ("" where there is none)."""

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
    heading_dp: int = 0


@dataclass(slots=True)
class WrittenList:
    """One list as written."""

    line: int
    army: str = ""
    heading: str = ""
    points: int = 0
    heading_points: int = 0
    edition: str = ""
    title: str = ""
    waivers: tuple[str, ...] = ()
    note: str = ""
    units: list[UnitLines] = field(default_factory=list)
    unit_open: bool = False
    unit_name: str = ""
    unit_dp: int = 0
    # The line of a unit's heading that no tile has followed yet, 0: none; whether it is an item.
    empty_heading: int = 0
    is_numbered: bool = False
    # The share code that stands below the list, "" without one, and its line.
    share_code: str = ""
    code_line: int = 0
    # The numbers of its units in a table, as written.
    unit_numbers: list[str] = field(default_factory=list)
    # The names that rows of a table give each of these units.
    unit_names: dict[str, list[str]] = field(default_factory=dict)
    is_marked: bool = False
    blank_before: bool = False
    # Ignored in a block without tiles: any text may follow a heading.
    problems: list[Problem] = field(default_factory=list)

    @property
    def tiles(self) -> list[TileLine]:
        """All tiles, unit by unit."""
        return [tile for unit in self.units for tile in unit.tiles]

    def unreadable(self, number: int, line: str) -> None:
        """Report a line that is neither a tile nor a heading."""
        values = {"is": line[:60]}
        self.problems.append(Problem("", number, "exchange.unreadable-line", values))


def plain_line(line: str) -> tuple[str, bool]:
    """A line without forum and Markdown marks, and whether it was a numbered item."""
    item = line.lstrip().lower().startswith("[*]")
    bare = _MARKS.sub("", _TAG.sub(" ", ESCAPED.sub(_protected, line)))
    bare = _BULLET.sub("", bare)
    numbered = _NUMBER.match(bare)
    if numbered:
        bare = _BULLET.sub("", bare[numbered.end() :])
    bare = bare.strip(" \t*_")
    bare = re.sub("[\ue000-\ue07f]", lambda protected: chr(ord(protected[0]) - 0xE000), bare)
    return bare.replace(INVISIBLE_SPACE, "").strip(), item or bool(numbered)


def _protected(escaped: re.Match[str]) -> str:
    # Escaped characters are replaced while marks are removed.
    return chr(0xE000 + ord(escaped[1]))


class TextReader:
    """Reads a text line by line into blocks, each with its problems."""

    def __init__(self, catalog: Catalog) -> None:
        self.blocks: list[WrittenList] = []
        self.block: WrittenList | None = None
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

    def read(self, text: str) -> list[WrittenList]:
        """The lists in `text`, as written."""
        framed: list[str] = []

        def kept(found: re.Match[str]) -> str:
            framed.append(from_frame(found[1]))
            return chr(_FIRST_FRAME + len(framed) - 1) if len(framed) <= _FRAMES else framed[-1]

        def names(text: str) -> str:
            return "".join(
                framed[place] if 0 <= (place := ord(each) - _FIRST_FRAME) < len(framed) else each
                for each in text
            )

        for number, raw in enumerate(FRAMED.sub(kept, text).splitlines(), 1):
            line, numbered = plain_line(raw[:2000])
            self.read_line(number, line, numbered)
        blocks = [block for block in self.blocks if block.units]
        for block in blocks:
            if block.empty_heading and block.unit_dp and self.named_tile(block.unit_name):
                # `CAVALRY 9DP` at the end is a tile without its code, not an empty unit.
                block.unreadable(block.empty_heading, block.unit_name)
            block.title = names(block.title)
            for unit in block.units:
                unit.name = names(unit.name)
                for tile in unit.tiles:
                    tile.name = names(tile.name)
            block.problems = [
                replace(
                    problem, values={**problem.values, "is": names(str(problem.values["is"]))[:60]}
                )
                for problem in block.problems
            ]
        return blocks

    def read_line(self, number: int, line: str, numbered: bool) -> None:
        block = self.block
        if not line:
            if block:
                block.blank_before = True
            return
        if self.blocks and (code := _SHARE_CODE.search(line)):
            self.blocks[-1].share_code, self.blocks[-1].code_line = code[0], number
        army, rest = ("", "") if numbered else self.army_heading(line)
        if army and not (rest == ":" and block):
            begun = self.begin(number, army, line)
            if any(code[:3].upper() in self.prefixes for code in re.findall(_CODE, rest)):
                # A tile on the line of the heading would be lost.
                begun.unreadable(number, line)
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

    def begin(self, number: int, army: str = "", heading: str = "") -> WrittenList:
        if self.block and not self.block.units:
            # Two headings in a row: the first was the title (`Persians, my second`).
            self.before = self.before or [self.block.heading]
            self.blocks.remove(self.block)
        self.block = WrittenList(number, army, heading, heading_points=self.heading_points)
        # Only a few short lines before the list are a title; the text of a rulebook is not.
        if not self.blocks and 1 <= len(self.before) <= 3 and len(self.before[0]) <= 120:
            self.block.title = self.before[0]
        self.before = []
        self.blocks.append(self.block)
        self.settings(heading)
        return self.block

    def is_settings(self, line: str) -> bool:
        """Whether a line below an army's name has the size or the edition."""
        known = any(edition in line.casefold() for edition in self.editions)
        return not (self.block and self.block.units) and (known or bool(_SIZE.search(line)))

    def settings(self, line: str) -> None:
        """Read size, edition and house rule from a short line."""
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
        # Any code in brackets inside a list is a tile; elsewhere only one with a known prefix.
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
            block.units.append(UnitLines(name=block.unit_name, heading_dp=block.unit_dp))
            block.unit_open, block.unit_name, block.unit_dp = True, "", 0
        block.empty_heading = 0
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
        follows = self.block.unit_open or self.block.empty_heading
        if follows and self.named_tile(name) and head and not numbered:
            # `CAVALRY 2-3-6 9DP` without its code is a tile, not the heading of a unit.
            self.damaged_line(number, line)
            return
        if not self.block.units and _SIZE.search(line) and not numbered:
            self.settings(line)
            return
        if _TILE_LIKE.search(name) and not (head and numbered):
            self.damaged_line(number, line)
            return
        if self.block.empty_heading and self.block.is_numbered and numbered:
            # One of the two headings should have been a tile: the one without points.
            if not head:
                self.block.unreadable(number, line)
                return
            self.block.unreadable(self.block.empty_heading, self.block.unit_name)
        self.close_unit()
        self.block.blank_before = False
        self.block.unit_name = name.strip(" \t.,:;–-")
        self.block.unit_dp = int(head["dp"]) if head else 0
        self.block.empty_heading = number
        self.block.is_numbered = numbered
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
        self.block.unreadable(number, line)

    def other_line(self, line: str) -> None:
        if self.block and self.block.units:
            self.block = None
        self.before.append(line)
        if len(line) <= _LONGEST_HEADING:
            self.settings(line)


@dataclass(frozen=True, slots=True)
class Imported:
    """An imported list, and remarks about what had to be corrected."""

    army_list: ArmyList
    remarks: tuple[Problem, ...] = ()


def names_agree(written: str, name: str) -> bool:
    """Whether a written name, abbreviated or misspelt, can be the tile's name."""
    first = re.findall(r"[^\W\d_]+", written.casefold())
    second = re.findall(r"[^\W\d_]+", name.casefold())
    if not first or not second:
        return not first
    fewer, more = sorted((first, second), key=len)
    return all(any(_words_agree(word, other) for other in more) for word in fewer)


def _words_agree(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    if len(short) >= 3 and long.startswith(short):
        return True
    return difflib.SequenceMatcher(None, word, other).ratio() >= 0.88


class Resolver:
    """Finds the tiles of one block: first the clear ones, then the others among those left."""

    def __init__(self, block: WrittenList, catalog: Catalog) -> None:
        self.block = block
        self.catalog = catalog
        self.remarks: list[Problem] = []
        self.problems: list[Problem] = []
        self.army = block.army or self._army_by_prefix()
        self.is_mixed = MIXED_ARMIES in block.waivers
        self.used: dict[str, TileLine] = {}

    def _army_by_prefix(self) -> str:
        prefixes = [tile.code[:3] for tile in self.block.tiles]
        armies = [army for army in self.catalog.armies.values() if army.prefix in prefixes]
        best = max(armies, key=lambda army: prefixes.count(army.prefix), default=None)
        return best.id if best else ""

    def imported(self, source: str) -> Imported:
        """The list in the block; tiles that cannot be found are in `problems`."""
        chosen: dict[int, str] = {}
        unclear: list[TileLine] = []
        for tile in self.block.tiles:
            code = self._clear(tile)
            if code:
                chosen[id(tile)] = code
                self.used[code] = tile
            else:
                unclear.append(tile)
        for tile in unclear:
            code = self._identified(tile)
            if code:
                chosen[id(tile)] = code
                self.used[code] = tile
        if not self.block.is_marked and len(self.block.tiles) > 1:
            self._problem(self.block.line, "no-units-marked")
        if self.problems:
            return Imported(ArmyList(source, self.army, 0, "", ()))
        units = tuple(
            ListUnit(tuple(chosen[id(tile)] for tile in unit.tiles), allowed_name(unit.name))
            for unit in self.block.units
        )
        self._compare_points(units)
        army = self.catalog.armies.get(self.army)
        points = self._size(units)
        army_list = ArmyList(
            name=allowed_name(self.block.title) or f"{army.name.en if army else source} {points}",
            army=self.army,
            points=points,
            edition=self.block.edition or (army.edition if army else ""),
            units=units,
            waivers=self.block.waivers,
            note=self.block.note,
        )
        return Imported(army_list, tuple(self.remarks))

    def _clear(self, tile: TileLine) -> str:
        """The tile's code where code and name agree and it is not used yet, else ""."""
        code = as_code(tile.code)
        troop = self.catalog.troops.get(code)
        if troop is None or code in self.used or not names_agree(tile.name, troop.name):
            return ""
        if troop.army != self.army and not self.is_mixed:
            return ""
        if code != tile.code:
            self._remark(tile.line, "code-padded", printed=tile.code, code=code)
        faces = (*troop.black, *troop.white)
        if tile.faces and tile.faces != faces:
            self._remark(
                tile.line,
                "dice-differ",
                code=code,
                printed=_faces_text(tile.faces),
                ours=_faces_text(faces),
            )
        return code

    def _identified(self, tile: TileLine) -> str:
        """The unused tile that name and dice identify, "" (and a problem) where none does."""
        printed = as_code(tile.code) if tile.code else ""
        troop = self.catalog.troops.get(printed)
        name = tile.name or (troop.name if troop else "")
        twice = printed in self.used and troop is not None and names_agree(name, troop.name)
        wanted = self._wanted(name, tile.faces, twice)
        if not wanted:
            self._add_problem_for(tile, printed, troop)
            return ""
        choice = wanted[0]
        values: dict[str, Value] = {"printed": tile.code, "code": choice.code, "name": choice.name}
        if not tile.code:
            self._remark(tile.line, "settled-by-name", **values)
        elif twice:
            values["first"] = self.used[printed].line
            self._remark(tile.line, "settled-twice", **values)
        elif troop:
            values["other"] = troop.name
            self._remark(tile.line, "settled-other-tile", **values)
        else:
            self._remark(tile.line, "settled-unknown-code", **values)
        return choice.code

    def _wanted(self, name: str, faces: tuple[int, ...], twice: bool) -> list[Troop]:
        army = self.catalog.armies.get(self.army)
        if army is None or not name:
            return []
        named = [
            troop
            for troop in army.troops
            if troop.code not in self.used and names_agree(name, troop.name)
        ]
        exact = [troop for troop in named if faces and (*troop.black, *troop.white) == faces]
        if exact or twice:
            return exact or named
        # Without dice the name must belong to one tile only.
        return named if not faces and len(named) == 1 else []

    def _add_problem_for(self, tile: TileLine, printed: str, troop: Troop | None) -> None:
        if troop is not None and printed in self.used:
            first = self.used[printed].line
            self._problem(tile.line, "tile-twice", code=printed, first=first)
        elif troop is not None and troop.army != self.army:
            self._problem(tile.line, "other-army", code=printed, army=self.army)
        elif troop is not None:
            self._problem(tile.line, "name-differs", code=printed, name=tile.name, ours=troop.name)
        else:
            self._problem(tile.line, "unknown-tile", code=tile.code or tile.name)

    def _compare_points(self, units: tuple[ListUnit, ...]) -> None:
        for number, (unit, written) in enumerate(zip(units, self.block.units, strict=True), 1):
            ours = sum(self.catalog.troops[code].dp for code in unit.troops)
            wrong = {written.dp, written.heading_dp} - {0, ours}
            for printed in sorted(wrong):
                line = written.tiles[-1].line
                self._remark(line, "points-differ", unit=number, printed=printed, ours=ours)

    def _size(self, units: tuple[ListUnit, ...]) -> int:
        if self.block.points:
            return self.block.points
        spent = sum(self.catalog.troops[code].dp for unit in units for code in unit.troops)
        printed = sum(unit.dp for unit in self.block.units) or spent
        # A size some lines above counts only if it suits the points of the list.
        if printed <= self.block.heading_points <= printed + 20:
            return self.block.heading_points
        points = size_for(printed)
        self._remark(self.block.line, "size-by-total", points=points, total=printed)
        return points

    def _remark(self, line: int, what: str, /, **values: Value) -> None:
        self.remarks.append(Problem("", line, f"exchange.{what}", values))

    def _problem(self, line: int, what: str, /, **values: Value) -> None:
        self.problems.append(Problem("", line, f"exchange.{what}", values))


def _faces_text(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces)) or "–"
