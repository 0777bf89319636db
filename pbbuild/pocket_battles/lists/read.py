"""Reading and writing army lists, `pbbuild-list/1`: every problem at once, nothing lost."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pbbuild.base.files import Document, dump_json, parse_json, read_text
from pbbuild.errors import ListError, Problem, Value
from pbbuild.pocket_battles.lists.model import FORMAT, ArmyList, ListUnit

GAMES: Final = ("pocket-battles", "pocket-general")
LONGEST_NAME: Final = 120
LONGEST_NOTE: Final = 4000
LARGEST_SIZE: Final = 10_000
LARGEST_LIST: Final = 1024 * 1024  # bytes
MOST_UNITS: Final = 300
MOST_TROOPS: Final = 300
MOST_TILES: Final = 2000

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CODE: Final = re.compile(r"[A-Za-z0-9-]{1,12}")
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
    "built_with",
)
_UNIT_KEYS: Final = ("name", "troops")


def read_list(path: Path) -> ArmyList:
    """The army list in a file, legal or not; what is not a list raises with all problems."""
    return list_of(parse_json(read_text(path, LARGEST_LIST), str(path)))


def parse_list(text: str, source: str) -> ArmyList:
    """The army list that `text` says, `source` naming it in errors."""
    return list_of(parse_json(text, source))


def list_of(document: Document) -> ArmyList:
    """The army list a JSON document says."""
    reader = _Reader(document)
    army_list = reader.army_list()
    if reader.problems:
        raise ListError("not-a-list", source=document.source, problems=tuple(reader.problems))
    return army_list


def list_document(army_list: ArmyList) -> dict[str, Any]:
    """The list as its file has it; keys that say nothing are left out."""
    units: list[dict[str, Any]] = []
    for unit in army_list.units:
        entry: dict[str, Any] = {"name": unit.name} if unit.name else {}
        entry["troops"] = list(unit.troops)
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
    if army_list.built_with:
        document["built_with"] = dict(army_list.built_with)
    return {**document, **army_list.extra}


def list_text(army_list: ArmyList) -> str:
    """The list as the text of its file, one line per unit and tile so that it reads well."""
    text = dump_json(list_document(army_list))
    # A unit's troops belong on one line; nothing else in a list is an array of strings only.
    return re.sub(
        r'\[\s+("(?:[^"\\\n]|\\.)*"(?:,\s+"(?:[^"\\\n]|\\.)*")*)\s+\]',
        lambda found: "[" + re.sub(r",\s*\n\s*", ", ", found.group(1)) + "]",
        text,
    )


class _Reader:
    """Takes a document apart, collecting what is wrong instead of stopping at it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Problem] = []

    def army_list(self) -> ArmyList:
        value = self.document.value
        if not isinstance(value, dict):
            self.wrong("", "not-an-object", is_=_kind(value))
            value = {}
        elif value.get("format") != FORMAT:
            # Another format's keys would only be noise.
            self.text(value, "", "format", required=True)
            if isinstance(value.get("format"), str):
                self.wrong("/format", "unknown-format", is_=value["format"][:60], allowed=FORMAT)
        return ArmyList(
            name=self.text(value, "", "name"),
            army=self.id(value, "army"),
            points=self.size(value),
            edition=self.id(value, "edition"),
            units=self.units(value),
            game=self.game(value),
            note=self.text(value, "", "note", limit=LONGEST_NOTE, lines=True),
            waivers=self.texts(value, "", "waivers", 20) if "waivers" in value else (),
            built_with=self.built_with(value),
            extra={key: kept for key, kept in value.items() if key not in _KEYS},
        )

    def wrong(self, pointer: str, code: str, **values: Value) -> None:
        # `is` is a keyword of Python, so callers write `is_`.
        told = {name.rstrip("_"): value for name, value in values.items()}
        self.problems.append(Problem(pointer, self.document.line_of(pointer), code, told))

    def text(
        self,
        holder: Mapping[str, Any],
        parent: str,
        key: str,
        *,
        required: bool = False,
        limit: int = LONGEST_NAME,
        lines: bool = False,
    ) -> str:
        if key not in holder:
            if required:
                self.wrong(parent, "missing-key", key=key)
            return ""
        return self.checked_text(holder[key], f"{parent}/{key}", limit, lines)

    def checked_text(self, value: Any, pointer: str, limit: int, lines: bool = False) -> str:
        if not isinstance(value, str):
            self.wrong(pointer, "not-a-text", is_=_kind(value))
            return ""
        if len(value) > limit:
            self.wrong(pointer, "text-too-long", is_=len(value), maximum=limit)
        bare = value.replace("\n", "") if lines else value
        if not bare.isprintable():
            code = next(f"U+{ord(letter):04X}" for letter in bare if not letter.isprintable())
            self.wrong(pointer, "control-character", is_=code)
        return value

    def id(self, holder: Mapping[str, Any], key: str) -> str:
        value = self.text(holder, "", key, required=True, limit=60)
        if value and not _ID.fullmatch(value):
            self.wrong(f"/{key}", "not-an-id", is_=_shown(value))
        elif key in holder and value == "" and isinstance(holder[key], str):
            self.wrong(f"/{key}", "empty-text")
        return value

    def game(self, holder: Mapping[str, Any]) -> str:
        value = self.text(holder, "", "game", limit=60) if "game" in holder else GAMES[0]
        if isinstance(holder.get("game", ""), str) and value not in GAMES:
            self.wrong("/game", "not-one-of", is_=_shown(value), allowed=GAMES)
        return value

    def size(self, holder: Mapping[str, Any]) -> int:
        if "points" not in holder:
            self.wrong("", "missing-key", key="points")
            return 0
        value = holder["points"]
        if not isinstance(value, int) or isinstance(value, bool):
            self.wrong("/points", "not-a-whole-number", is_=_kind(value))
            return 0
        if abs(value) > LARGEST_SIZE:
            self.wrong("/points", "above-maximum", is_=value, maximum=LARGEST_SIZE)
        return value

    def array(self, holder: Mapping[str, Any], parent: str, key: str, most: int) -> list[Any]:
        pointer = f"{parent}/{key}"
        if key not in holder:
            self.wrong(parent, "missing-key", key=key)
            return []
        value = holder[key]
        if not isinstance(value, list):
            self.wrong(pointer, "not-an-array", is_=_kind(value))
            return []
        if len(value) > most:
            self.wrong(pointer, "too-many-entries", is_=len(value), maximum=most)
            return value[:most]
        return value

    def texts(self, holder: Mapping[str, Any], parent: str, key: str, most: int) -> tuple[str, ...]:
        entries = self.array(holder, parent, key, most)
        return tuple(
            self.checked_text(entry, f"{parent}/{key}/{index}", 40)
            for index, entry in enumerate(entries)
        )

    def units(self, holder: Mapping[str, Any]) -> tuple[ListUnit, ...]:
        units: list[ListUnit] = []
        for index, entry in enumerate(self.array(holder, "", "units", MOST_UNITS)):
            pointer = f"/units/{index}"
            if not isinstance(entry, dict):
                self.wrong(pointer, "not-an-object", is_=_kind(entry))
                continue
            units.append(
                ListUnit(
                    troops=self.codes(entry, pointer),
                    name=self.text(entry, pointer, "name"),
                    extra={key: kept for key, kept in entry.items() if key not in _UNIT_KEYS},
                )
            )
        tiles = sum(len(unit.troops) for unit in units)
        if tiles > MOST_TILES:
            self.wrong("/units", "too-many-entries", is_=tiles, maximum=MOST_TILES)
        return tuple(units)

    def codes(self, unit: Mapping[str, Any], pointer: str) -> tuple[str, ...]:
        entries = unit.get("troops")
        if (
            isinstance(entries, list)
            and len(entries) <= MOST_TROOPS
            and all(map(_is_code, entries))
        ):
            return tuple(entries)  # most of all units read: nothing is wrong with it
        codes = self.texts(unit, pointer, "troops", MOST_TROOPS)
        for index, code in enumerate(codes):
            if isinstance(unit["troops"][index], str) and not _is_code(code):
                self.wrong(f"{pointer}/troops/{index}", "not-a-code", is_=_shown(code))
        return codes

    def built_with(self, holder: Mapping[str, Any]) -> Mapping[str, str]:
        value = holder.get("built_with", {})
        if not isinstance(value, dict):
            self.wrong("/built_with", "not-an-object", is_=_kind(value))
            return {}
        return {
            code: self.checked_text(said, f"/built_with/{_escaped(code)}", 400)
            for code, said in value.items()
        }


def _is_code(value: Any) -> bool:
    return isinstance(value, str) and _CODE.fullmatch(value) is not None


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _shown(value: str) -> str:
    short = value if len(value) <= 40 else value[:39] + "…"
    return "".join(letter if letter.isprintable() else "?" for letter in short)


def _kind(value: Any) -> str:
    """What was found, as the file has it; the brackets alone of what holds more."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    return _shown(json.dumps(value, ensure_ascii=False))
