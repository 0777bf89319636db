"""The player's own armies and traits: adding and removing files, templates for new ones."""

import dataclasses
import json
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import LARGEST_CATALOG_FILE, read_json
from pbbuild.base.files import set_aside, write_atomic
from pbbuild.errors import CatalogError
from pbbuild.pocket_battles.catalog.load import shipped_catalog
from pbbuild.pocket_battles.catalog.model import Army, Catalog
from pbbuild.pocket_battles.catalog.player_files import (
    player_folder,
    with_armies,
    with_army,
    with_traits,
)
from pbbuild.pocket_battles.catalog.validate import ARMY, TRAITS, require_valid

_FOLDERS: Final = {ARMY: "armies", TRAITS: "traits"}


def add_own_file(path: Path, catalog: Catalog, *, replace: bool = False) -> tuple[str, str, Path]:
    """Copy an army or traits file into the player's folder; returns format, name and new file.

    All problems are raised before anything is written; replacing a file of the same name needs
    `replace`.
    """
    document = read_json(path, LARGEST_CATALOG_FILE)
    value = document.value
    if isinstance(value, dict) and value.get("format") not in tuple(_FOLDERS):
        # An unknown format is refused by `require_valid`, which lists the known ones.
        require_valid(document, catalog)
        raise CatalogError("catalog.not-addable", source=str(path), format=str(value["format"]))
    others = _without_replaced(value, catalog, replace)
    format_id = require_valid(document, others)
    name = str(value["id"]) if format_id == ARMY else path.stem
    target = player_folder() / _FOLDERS[format_id] / f"{name}.json"
    if target.exists() and not replace:
        raise CatalogError("catalog.added-before", source=str(path), name=name)
    if format_id == ARMY:
        with_army(others, value, str(path))
    else:
        with_traits(others, value, str(path))
    write_atomic(target, document.text)
    return format_id, name, target


def own_files() -> list[Path]:
    """The player's own army and trait files, in order."""
    folder = player_folder()
    return [*sorted(folder.glob("armies/*.json")), *sorted(folder.glob("traits/*.json"))]


def remove_own_file(name: str) -> Path:
    """Remove an army or traits file of the player's by renaming it; returns the new file."""
    for path in own_files():
        if path.stem == name:
            return set_aside(path, ".removed")
    names = tuple(path.stem for path in own_files())
    raise CatalogError("catalog.not-own" if names else "catalog.none-own", name=name, names=names)


def army_template(army_id: str, prefix: str, edition: str) -> dict[str, Any]:
    """A small army as a starting point, as the value of its file."""
    return {
        "format": ARMY,
        "id": army_id,
        "name": {"en": army_id.replace("-", " ").title(), "it": army_id.replace("-", " ").title()},
        "edition": edition,
        "prefix": prefix,
        "troops": [
            _tile(prefix, 1, "Chief", "Capo", "leader", 5, 3, 1, [5, 6], [], ["leader"]),
            _tile(prefix, 2, "Riders", "Cavalieri", "mounted", 4, 3, 2, [4, 5], [], ["fast"]),
            _tile(prefix, 3, "Warriors", "Guerrieri", "foot", 3, 4, 1, [4, 5], [], []),
            _tile(prefix, 4, "Archers", "Arcieri", "archer", 3, 4, 1, [], [4, 5], []),
        ],
    }


def army_copy(army: Army, army_id: str, prefix: str) -> dict[str, Any]:
    """A copy of an army under another id, as the value of its file."""
    return {
        "format": ARMY,
        "id": army_id,
        "name": {"en": army.name.en, "it": army.name.it},
        "edition": army.edition,
        "prefix": prefix,
        "troops": [
            {"code": f"{prefix}{troop.code[-2:]}", **troop.document()} for troop in army.troops
        ],
    }


def army_text(entry: dict[str, Any]) -> str:
    """An army as the text of its file, one line per tile."""

    def line(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    head = [f"  {line(key)}: {line(value)}," for key, value in entry.items() if key != "troops"]
    tiles = ",\n".join(f"    {line(tile)}" for tile in entry["troops"])
    return "\n".join(["{", *head, '  "troops": [', tiles, "  ]", "}"]) + "\n"


def _tile(
    prefix: str,
    number: int,
    english: str,
    italian: str,
    kind: str,
    dp: int,
    fv: int,
    wp: int,
    black: list[int],
    white: list[int],
    traits: list[str],
) -> dict[str, Any]:
    return {
        "code": f"{prefix}{number:02}",
        "name": english,
        "gloss": {"en": english, "it": italian},
        "type": kind,
        "dp": dp,
        "fv": fv,
        "wp": wp,
        "black": black,
        "white": white,
        "traits": traits,
    }


def _without_replaced(value: Any, catalog: Catalog, replacing: bool) -> Catalog:
    # The file to be replaced must not conflict with the new one.
    if not replacing or not isinstance(value, dict):
        return catalog
    shipped = shipped_catalog()
    if value.get("format") == ARMY:
        armies = {
            army.id: army
            for army in catalog.armies.values()
            if army.id in shipped.armies or army.id != value.get("id")
        }
        return with_armies(catalog, armies)
    entries = value.get("traits")
    bases = {
        entry.get("id")
        for entry in (entries if isinstance(entries, list) else ())
        if isinstance(entry, dict)
    }
    traits = {
        trait.id: trait
        for trait in catalog.traits.values()
        if trait.id in shipped.traits or trait.base not in bases
    }
    return dataclasses.replace(catalog, traits=traits)
