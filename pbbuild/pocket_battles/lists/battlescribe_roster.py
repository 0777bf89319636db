"""Army lists as rosters of BattleScribe and New Recruit, and reading such rosters.

A roster has the name, note, army, size and edition of a list, its units with their names, and their
tiles in order; `catalog.battlescribe_data` has the data files that it refers to.
"""

import re
from typing import Final

from pbbuild.base.xml_documents import ZIP_MARK, Element, read_xml, unzipped, xml_text, zipped
from pbbuild.errors import ListError, Problem, Value
from pbbuild.pocket_battles.catalog import battlescribe_data as data
from pbbuild.pocket_battles.catalog.model import Catalog, Troop
from pbbuild.pocket_battles.catalog.sizes import size_for
from pbbuild.pocket_battles.lists.edit import allowed_name
from pbbuild.pocket_battles.lists.list_file import (
    LARGEST_SIZE,
    MOST_TROOPS,
    list_text,
    parse_list,
)
from pbbuild.pocket_battles.lists.model import MIXED_ARMIES, ArmyList, ListUnit
from pbbuild.pocket_battles.lists.text_import import Imported
from pbbuild.text.translate import Translator

PLAIN: Final = ".ros"
MOST_FORCES: Final = 50
_CODE_IN_NAME: Final = re.compile(r"\(([A-Za-z]{3}\d{2})\)\s*$")


def roster_text(army_list: ArmyList, catalog: Catalog, t: Translator) -> str:
    """The list as the text of a roster (.ros); all its tiles must be known."""
    name = army_list.name or t("exchange.unnamed")
    roster = data.root(
        "roster",
        "pbbuild-roster",
        name,
        gameSystemId=data.SYSTEM,
        gameSystemName=t("bsdata.system"),
        gameSystemRevision=data.revision(),
    )
    points = sum(catalog.troops[code].dp for code in army_list.troops)
    _cost(roster.add("costs"), "cost", points, t)
    _cost(roster.add("costLimits"), "costLimit", army_list.points, t)
    mixed = MIXED_ARMIES in army_list.waivers
    army = data.MIXED if mixed else army_list.army
    edition = catalog.editions.get(army_list.edition)
    known = catalog.armies.get(army_list.army)
    army_name = known.name.in_language(t.language) if known else army_list.army
    force = roster.add("forces").add(
        "force",
        id="force-1",
        name=edition.name.in_language(t.language) if edition else army_list.edition,
        entryId=data.edition_id(army_list.edition),
        catalogueId=data.army_id(army),
        catalogueRevision=data.revision(),
        catalogueName=t("bsdata.mixed") if mixed else army_name,
    )
    selections = force.add("selections")
    for number, unit in enumerate(army_list.units, 1):
        troops = [catalog.troops[code] for code in unit.troops]
        selections.children.append(_unit(number, unit.name, troops, army, catalog, t))
    _category(force, "force-1-unit", data.UNIT, t("bsdata.unit"), primary=False)
    if army_list.note:
        roster.add("customNotes", army_list.note)
    if mixed:
        # The catalogue is that of all armies; the army of the list is in a tag.
        roster.add("tags").add("tag", id=data.army_id(army_list.army), name=army_name)
    return xml_text(roster)


def zipped_roster(text: str) -> bytes:
    """A roster as a zipped file (.rosz)."""
    return zipped(f"roster{PLAIN}", text.encode())


def _unit(
    number: int, name: str, troops: list[Troop], army: str, catalog: Catalog, t: Translator
) -> Element:
    shown = {"customName": name} if name else {}
    unit = Element(
        "selection",
        {
            "id": f"unit-{number}",
            "name": t("bsdata.unit"),
            "entryId": data.unit_id(army),
            **shown,
            "number": "1",
            "type": "unit",
        },
    )
    inside = unit.add("selections")
    for place, troop in enumerate(troops, 1):
        tile = inside.add(
            "selection",
            id=f"unit-{number}-tile-{place}",
            name=data.tile_name(troop),
            entryId=f"{data.link_id(army, troop.code)}::{data.tile_id(troop.code)}",
            entryGroupId=data.group_id(army),
            number=1,
            type="model",
        )
        if troop.traits:
            rules = tile.add("rules")
            for trait in troop.traits:
                known = catalog.traits[trait]
                title = known.name.in_language(t.language)
                rule = rules.add("rule", id=data.trait_id(trait), name=title, hidden="false")
                rule.add("description", known.text.in_language(t.language))
        tile.add("profiles").children.append(data.profile(troop, catalog, t))
        _cost(tile.add("costs"), "cost", troop.dp, t)
        category = f"unit-{number}-tile-{place}-fv"
        _category(
            tile,
            category,
            data.formation_id(troop.fv),
            f"{t('bsdata.value-fv')} {troop.fv}",
            primary=False,
        )
    _cost(unit.add("costs"), "cost", 0, t)
    _category(unit, f"unit-{number}-unit", data.UNIT, t("bsdata.unit"), primary=True)
    return unit


def _cost(inside: Element, kind: str, value: int, t: Translator) -> None:
    inside.add(kind, name=t("bsdata.value-dp"), typeId=data.POINTS, value=value)


def _category(inside: Element, id_: str, entry: str, name: str, *, primary: bool) -> None:
    inside.add("categories").add(
        "category", id=id_, name=name, entryId=entry, primary=str(primary).lower()
    )


# Reading.


def lists_of_roster(content: bytes, source: str, catalog: Catalog) -> tuple[Imported, ...]:
    """The lists in a roster, plain or zipped: one for each of its forces."""
    if content.startswith(ZIP_MARK):
        content = unzipped(content, PLAIN, source)
    roster = read_xml(content, source)
    if roster.name != "roster":
        raise ListError("exchange.no-roster", source=source)
    if roster.attributes.get("gameSystemId") != data.SYSTEM:
        system = roster.attributes.get("gameSystemName", "")[:60]
        raise ListError("exchange.other-system", source=source, system=system)
    forces = roster.inside("forces", "force")
    if not forces:
        raise ListError("exchange.empty", source=source)
    if len(forces) > MOST_FORCES:
        raise ListError("exchange.too-many-lists", source=source, maximum=MOST_FORCES)
    reader = _RosterReader(roster, source, catalog)
    found = tuple(reader.imported(force) for force in forces)
    if reader.problems:
        raise ListError("exchange.unreadable", source=source, problems=tuple(reader.problems))
    for one in found:
        # Names may be too long or have forbidden characters: refused here, before saving.
        parse_list(list_text(one.army_list), source)
    return found


class _RosterReader:
    """One reading of a roster; `problems` are all things that are not of Pocket Battles."""

    def __init__(self, roster: Element, source: str, catalog: Catalog) -> None:
        self.roster = roster
        self.source = source
        self.catalog = catalog
        self.problems: list[Problem] = []
        self.tiles = 0

    def imported(self, force: Element) -> Imported:
        """The list of one force."""
        self.tiles = 0
        units: list[ListUnit] = []
        for selection in force.inside("selections", "selection"):
            name = allowed_name(selection.attributes.get("customName", ""))
            codes = self._codes(selection)
            units += [ListUnit(tuple(codes), name)] * self._copies(selection, len(codes))
        troops = [code for unit in units for code in unit.troops]
        total = sum(self.catalog.troops[code].dp for code in troops if code in self.catalog.troops)
        limit = self._limit()
        remarks: tuple[Problem, ...] = ()
        if not limit:
            limit = size_for(total)
            values: dict[str, Value] = {"total": total, "points": limit}
            remarks = (Problem("", force.line, "exchange.size-by-total", values),)
        army, waivers = self._army(force, troops)
        army_list = ArmyList(
            name=allowed_name(self.roster.attributes.get("name", "")),
            army=army,
            points=limit,
            edition=self._edition(force, army),
            units=tuple(units),
            note=self.roster.text_of("customNotes"),
            waivers=waivers,
        )
        return Imported(army_list, remarks)

    def _codes(self, selection: Element) -> list[str]:
        """The tiles in a selection, itself and those inside it, in order."""
        inner = selection.inside("selections", "selection")
        entry = selection.attributes.get("entryId", "").rpartition("::")[2]
        named = _CODE_IN_NAME.search(selection.attributes.get("name", ""))
        own: list[str] = []
        if entry.startswith(data.tile_id("")):
            own = [entry.removeprefix(data.tile_id(""))]
        elif named:
            own = [named[1].upper()]
        elif not entry.startswith(data.UNIT):
            shown = selection.attributes.get("name", "")[:60]
            problem = Problem("", selection.line, "exchange.unreadable-line", {"is": shown})
            self.problems.append(problem)
        for one in inner:
            codes = self._codes(one)
            own += codes * self._copies(one, len(codes))
        return own

    def _copies(self, selection: Element, tiles: int) -> int:
        """How often a selection of so many tiles was taken; too many in all are refused."""
        written = selection.attributes.get("number", "1")
        number = int(written) if re.fullmatch(r"\d{1,6}", written, re.ASCII) else 0
        # Each tile is counted here twice: by itself and in its unit.
        self.tiles += number * max(tiles, 1)
        if not number:
            values: dict[str, Value] = {"is": written[:60]}
            self.problems.append(Problem("", selection.line, "not-a-whole-number", values))
        if self.tiles > 2 * MOST_TROOPS:
            raise ListError("exchange.too-many-tiles", source=self.source, maximum=MOST_TROOPS)
        return number

    def _limit(self) -> int:
        """The points that the roster may have, 0 where it has no limit."""
        for limit in self.roster.inside("costLimits", "costLimit"):
            if limit.attributes.get("typeId") != data.POINTS:
                continue
            written = limit.attributes.get("value", "")
            if not re.fullmatch(r"-?\d{1,6}(\.0{1,6})?", written, re.ASCII):
                values: dict[str, Value] = {"is": written[:60]}
                self.problems.append(Problem("points", limit.line, "not-a-whole-number", values))
                return 0
            points = int(written.partition(".")[0])
            if points > LARGEST_SIZE:
                size: dict[str, Value] = {"points": points}
                self.problems.append(Problem("", limit.line, "exchange.size-too-large", size))
            return max(points, 0)
        return 0

    def _army(self, force: Element, troops: list[str]) -> tuple[str, tuple[str, ...]]:
        """The army of a force, and the house rules that its catalogue needs."""
        mark = data.army_id("")
        army = force.attributes.get("catalogueId", "").removeprefix(mark)
        if army != data.MIXED:
            return army, ()
        for tag in self.roster.inside("tags", "tag"):
            if (id_ := tag.attributes.get("id", "")).startswith(mark):
                return id_.removeprefix(mark), (MIXED_ARMIES,)
        known = [self.catalog.troops[code].army for code in troops if code in self.catalog.troops]
        return (known[0] if known else army), (MIXED_ARMIES,)

    def _edition(self, force: Element, army: str) -> str:
        entry = force.attributes.get("entryId", "").rpartition("::")[2]
        if entry.startswith(data.edition_id("")):
            return entry.removeprefix(data.edition_id(""))
        known = self.catalog.armies.get(army)
        return known.edition if known else ""
