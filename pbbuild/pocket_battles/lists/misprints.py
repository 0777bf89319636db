"""Which tiles a written list means, misprints resolved and told.

The example armies in the rulebooks carry slips: a code printed twice, a code of another tile,
codes without their zero. Name and dice faces stand beside each code and settle most of them.
"""

import difflib
import re
from dataclasses import dataclass

from pbbuild.errors import Problem, Value
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.lists.edit import as_code, plain_name
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.lists.written_text import Block, TileLine


@dataclass(frozen=True, slots=True)
class Imported:
    """A list read from something written, and what had to be settled on the way."""

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
    """Settles one block: first the tiles that are clear, then the others among what is left."""

    def __init__(self, block: Block, catalog: Catalog) -> None:
        self.block = block
        self.catalog = catalog
        self.remarks: list[Problem] = []
        self.problems: list[Problem] = []
        self.army = block.army or self._army_by_prefix()
        self.is_mixed = MIXED_ARMIES in block.waivers
        self.taken: dict[str, TileLine] = {}

    def _army_by_prefix(self) -> str:
        prefixes = [tile.code[:3] for tile in self.block.tiles]
        armies = [army for army in self.catalog.armies.values() if army.prefix in prefixes]
        best = max(armies, key=lambda army: prefixes.count(army.prefix), default=None)
        return best.id if best else ""

    def imported(self, source: str) -> Imported:
        """The list the block says; what cannot be settled is in `problems`."""
        chosen: dict[int, str] = {}
        unclear: list[TileLine] = []
        for tile in self.block.tiles:
            code = self._clear(tile)
            if code:
                chosen[id(tile)] = code
                self.taken[code] = tile
            else:
                unclear.append(tile)
        for tile in unclear:
            code = self._settled(tile)
            if code:
                chosen[id(tile)] = code
                self.taken[code] = tile
        if not self.block.is_marked and len(self.block.tiles) > 1:
            self._problem(self.block.line, "no-units-marked")
        if self.problems:
            return Imported(ArmyList(source, self.army, 0, "", ()))
        units = tuple(
            ListUnit(tuple(chosen[id(tile)] for tile in unit.tiles), plain_name(unit.name))
            for unit in self.block.units
        )
        self._compare_points(units)
        army = self.catalog.armies.get(self.army)
        points = self._size(units)
        army_list = ArmyList(
            name=plain_name(self.block.title) or f"{army.name.en if army else source} {points}",
            army=self.army,
            points=points,
            edition=self.block.edition or (army.edition if army else ""),
            units=units,
            waivers=self.block.waivers,
        )
        return Imported(army_list, tuple(self.remarks))

    def _clear(self, tile: TileLine) -> str:
        """The tile's code where code and name agree and it is not taken, else ""."""
        code = as_code(tile.code)
        troop = self.catalog.troops.get(code)
        if troop is None or code in self.taken or not names_agree(tile.name, troop.name):
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
                printed=_shown(tile.faces),
                ours=_shown(faces),
            )
        return code

    def _settled(self, tile: TileLine) -> str:
        """The free tile that name and dice mean, "" (and a problem) where none does."""
        printed = as_code(tile.code) if tile.code else ""
        troop = self.catalog.troops.get(printed)
        name = tile.name or (troop.name if troop else "")
        twice = printed in self.taken and troop is not None and names_agree(name, troop.name)
        wanted = self._wanted(name, tile.faces, twice)
        if not wanted:
            self._explain(tile, printed, troop)
            return ""
        choice = wanted[0]
        values: dict[str, Value] = {"printed": tile.code, "code": choice.code, "name": choice.name}
        if not tile.code:
            self._remark(tile.line, "settled-by-name", **values)
        elif twice:
            values["first"] = self.taken[printed].line
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
            if troop.code not in self.taken and names_agree(name, troop.name)
        ]
        exact = [troop for troop in named if faces and (*troop.black, *troop.white) == faces]
        if exact or twice:
            return exact or named
        # Without dice to tell them apart only a single tile of the name can be meant.
        return named if not faces and len(named) == 1 else []

    def _explain(self, tile: TileLine, printed: str, troop: Troop | None) -> None:
        if troop is not None and printed in self.taken:
            first = self.taken[printed].line
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
            if written.dp and written.dp != ours:
                line = written.tiles[-1].line
                self._remark(line, "points-differ", unit=number, printed=written.dp, ours=ours)

    def _size(self, units: tuple[ListUnit, ...]) -> int:
        if self.block.points:
            return self.block.points
        spent = sum(self.catalog.troops[code].dp for unit in units for code in unit.troops)
        printed = sum(unit.dp for unit in self.block.units) or spent
        # A heading some lines above counts only when the list could be of that size.
        if printed <= self.block.heading_points <= printed + 20:
            return self.block.heading_points
        points = max(10, -(-printed // 10) * 10)
        self._remark(self.block.line, "size-by-total", points=points, total=printed)
        return points

    def _remark(self, line: int, what: str, /, **values: Value) -> None:
        self.remarks.append(Problem("", line, f"exchange.{what}", values))

    def _problem(self, line: int, what: str, /, **values: Value) -> None:
        self.problems.append(Problem("", line, f"exchange.{what}", values))


def _shown(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces)) or "–"
