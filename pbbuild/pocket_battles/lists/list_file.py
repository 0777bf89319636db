"""Reading and writing army lists, `pbbuild-list/1`, with all problems at once."""

import re
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import Document, dump_json, parse_json, problems_in
from pbbuild.base.files import read_text
from pbbuild.errors import ListError, Problem, Value
from pbbuild.pocket_battles.lists.model import FORMAT, ArmyList, ListUnit
from pbbuild.pocket_battles.lists.pack import pack_of, pack_problems

LARGEST_LIST: Final = 1024 * 1024  # bytes
MOST_TILES: Final = 2000
# The limits of the schema, for code that makes lists.
LONGEST_NAME: Final = 120
LONGEST_NOTE: Final = 4000
LARGEST_SIZE: Final = 10_000
MOST_TROOPS: Final = 300

_KEYS: Final = (
    "format",
    "game",
    "name",
    "army",
    "points",
    "edition",
    "units",
    "note",
    "waivers",
    "pack",
    "built_with",
)
_UNIT_KEYS: Final = ("name", "troops", "zone", "order")


def read_list(path: Path) -> ArmyList:
    """The army list in a file, legal or not; a file that isn't a list raises with all problems."""
    return list_of(parse_json(read_text(path, LARGEST_LIST), str(path)))


def parse_list(text: str, source: str) -> ArmyList:
    """The army list in the JSON `text`; errors name it `source`."""
    return list_of(parse_json(text, source))


def list_of(document: Document) -> ArmyList:
    """The army list in a JSON document; the schema decides the shape."""
    value = document.value
    problems = problems_in(document, "list-1")
    if not problems and (tiles := sum(len(unit["troops"]) for unit in value["units"])) > MOST_TILES:
        values: dict[str, Value] = {"is": tiles, "maximum": MOST_TILES}
        problems = [Problem("/units", document.line_of("/units"), "too-many-entries", values)]
    if not problems and "pack" in value:
        problems = [
            Problem(
                f"/pack{each.pointer}",
                document.line_of(f"/pack{each.pointer}"),
                each.code,
                each.values,
            )
            for each in pack_problems(Document(document.source, value["pack"], ""))
        ]
    if problems:
        raise ListError("not-a-list", source=document.source, problems=tuple(problems))
    return ArmyList(
        name=value.get("name", ""),
        army=value["army"],
        points=value["points"],
        edition=value["edition"],
        units=tuple(
            ListUnit(
                troops=tuple(unit["troops"]),
                name=unit.get("name", ""),
                extra={key: kept for key, kept in unit.items() if key not in _UNIT_KEYS},
                zone=unit.get("zone", ""),
                order=unit.get("order", 0),
            )
            for unit in value["units"]
        ),
        game=value.get("game", "pocket-battles"),
        note=value.get("note", ""),
        waivers=tuple(value.get("waivers", ())),
        built_with=dict(value.get("built_with", {})),
        extra={key: kept for key, kept in value.items() if key not in _KEYS},
        pack=pack_of(value["pack"]) if "pack" in value else None,
    )


def list_document(army_list: ArmyList) -> dict[str, Any]:
    """The list as the value of its file, without empty keys."""
    units: list[dict[str, Any]] = []
    for unit in army_list.units:
        entry: dict[str, Any] = {"name": unit.name} if unit.name else {}
        entry["troops"] = list(unit.troops)
        if unit.zone:
            entry["zone"] = unit.zone
        if unit.order:
            entry["order"] = unit.order
        units.append({**entry, **unit.extra})
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": army_list.game,
        "name": army_list.name,
        "army": army_list.army,
        "points": army_list.points,
        "edition": army_list.edition,
        "units": units,
    }
    if army_list.note:
        document["note"] = army_list.note
    if army_list.waivers:
        document["waivers"] = list(army_list.waivers)
    if army_list.pack:
        document["pack"] = army_list.pack.document()
    if army_list.built_with:
        document["built_with"] = dict(army_list.built_with)
    return {**document, **army_list.extra}


def list_text(army_list: ArmyList) -> str:
    """The list as the text of its file, the troops of a unit on one line."""
    text = dump_json(list_document(army_list))
    # Only troops and waivers are arrays of strings.
    return re.sub(
        r'\[\s+("(?:[^"\\\n]|\\.)*"(?:,\s+"(?:[^"\\\n]|\\.)*")*)\s+\]',
        lambda found: "[" + re.sub(r",\s*\n\s*", ", ", found.group(1)) + "]",
        text,
    )
