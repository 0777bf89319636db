"""Loading the catalog of Pocket General, with the player's corrections applied."""

import copy
import os
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import LARGEST_CATALOG_FILE, Document, problems_in, read_json
from pbbuild.base.places import player_data, shipped
from pbbuild.base.provenance import Provenance
from pbbuild.errors import CatalogError, Problem
from pbbuild.pocket_general.catalog.model import (
    CampaignGame,
    CombatUnit,
    GeneralCatalog,
    Location,
    Nation,
    Terrain,
    Theater,
    UnitEffect,
)
from pbbuild.text.bilingual import Text

CORRECTIONS_FORMAT: Final = "pbbuild-general-corrections/1"
FILES: Final = ("units", "nations", "locations", "game")


def corrections_path() -> Path:
    """The file with the values that a player reads on their own pieces."""
    return player_data() / "corrections" / "pocket-general.json"


def load_pocket_general(corrections: Path | None = None) -> GeneralCatalog:
    """The catalog of Pocket General; values in the `corrections` file replace shipped ones.

    Without a path only the shipped data: the command line passes `corrections_path()`.
    """
    if corrections is None or not os.path.lexists(corrections):
        return _shipped_catalog()
    try:
        state = corrections.stat()
    except OSError:
        # A broken link gives the same error as any file that cannot be read.
        return corrected_catalog(read_json(corrections, LARGEST_CATALOG_FILE))
    return _corrected(corrections, state.st_mtime_ns, state.st_size)


@cache
def _shipped_catalog() -> GeneralCatalog:
    return _catalog(*_shipped_files(), False)


@lru_cache(maxsize=4)
def _corrected(corrections: Path, changed: int, size: int) -> GeneralCatalog:
    return corrected_catalog(read_json(corrections, LARGEST_CATALOG_FILE))


def corrected_catalog(document: Document) -> GeneralCatalog:
    """The shipped catalog with the values of a corrections document in their places."""
    check_corrections(document)
    files = _shipped_files()
    _correct(document.value, *files)
    units, nations, locations, _ = files
    _check_together(document, units, nations, locations)
    return _catalog(*files, True)


def corrections_from(catalog: GeneralCatalog, nations: Iterable[str]) -> dict[str, Any]:
    """Every value that a game between nations depends on, as corrections; records contain it.

    So a record stays valid when the player corrects a value later.
    """
    wanted = [catalog.nations[name] for name in nations]
    ids = [unit for nation in wanted for unit in (*nation.units, nation.bonus)]
    return {
        "format": CORRECTIONS_FORMAT,
        "operations_die": list(catalog.operations_die),
        "theaters": {"A": list(catalog.theater_a.edges), "B": list(catalog.theater_b.edges)},
        "nations": {nation.id: {"costs": dict(nation.costs)} for nation in wanted},
        "locations": {place.id: {"terrain": place.terrain} for place in catalog.locations},
        "units": {unit: _unit_corrections(catalog.units[unit]) for unit in dict.fromkeys(ids)},
    }


def _unit_corrections(unit: CombatUnit) -> dict[str, Any]:
    return {
        "values": dict(unit.values),
        "with_navy": list(unit.with_navy),
        "classes": list(unit.classes),
        "effects": [
            {
                "kind": effect.kind,
                "value": effect.value,
                **({"air": effect.air} if effect.air else {}),
                **({"units": list(effect.units)} if effect.units else {}),
                **({"terrains": list(effect.terrains)} if effect.terrains else {}),
            }
            for effect in unit.effects
        ],
    }


def _shipped_files() -> tuple[Any, Any, Any, Any]:
    # A copy for each caller, because corrections are written into it.
    units, nations, locations, game = copy.deepcopy(_read_files())
    return units, nations, locations, game


@cache
def _read_files() -> list[Any]:
    folder = shipped("catalog") / "pocket_general"
    return [read_json(folder / f"{name}.json").value for name in FILES]


def check_corrections(document: Document) -> None:
    """Refuse a corrections file that breaks its schema, with every problem and its line."""
    problems = tuple(problems_in(document, "pocket-general-corrections"))
    if problems:
        raise CatalogError(
            "pocket-general.corrections-wrong", source=document.source, problems=problems
        )


def _correct(given: Any, units: Any, nations: Any, locations: Any, game: Any) -> None:
    owner = Provenance.OWNER.value
    if "operations_die" in given:
        game["operations_die"].update(faces=given["operations_die"], provenance=owner)
    for name, edges in given.get("theaters", {}).items():
        game["theaters"][name].update(edges=edges, provenance=owner)
    for entry in units["units"]:
        for name, value in given.get("units", {}).get(entry["id"], {}).items():
            entry[name] = {**entry[name], **value} if isinstance(value, dict) else value
            entry["exceptions"][name] = owner
    for entry in nations["nations"]:
        own = given.get("nations", {}).get(entry["id"], {})
        if "costs" in own:
            entry["costs"].update(own["costs"])
            entry["exceptions"]["costs"] = owner
        if "capitol" in own:
            entry["capitol"].update(own["capitol"], provenance=owner)
    for entry in locations["locations"]:
        if own := given.get("locations", {}).get(entry["id"]):
            entry.update(own, provenance=owner)


def _check_together(document: Document, units: Any, nations: Any, locations: Any) -> None:
    # The schema cannot know which ids exist; a misspelt one would silently correct nothing.
    known = {
        "units": [entry["id"] for entry in units["units"]],
        "nations": [entry["id"] for entry in nations["nations"]],
        "locations": [entry["id"] for entry in locations["locations"]],
    }
    problems = [
        Problem(pointer, document.line_of(pointer), "pocket-general.unknown-id", {"is": name})
        for group, names in known.items()
        for name in document.value.get(group, {})
        if name not in names
        for pointer in (f"/{group}/{name}",)
    ]
    for entry in nations["nations"]:
        given = document.value.get("nations", {}).get(entry["id"], {}).get("costs", {})
        for unit in given:
            if unit not in (*entry["units"], entry["bonus"]):
                pointer = f"/nations/{entry['id']}/costs/{unit}"
                line = document.line_of(pointer)
                problems.append(Problem(pointer, line, "pocket-general.unknown-id", {"is": unit}))
    for unit_id, own in document.value.get("units", {}).items():
        kinds = [effect["kind"] for effect in own.get("effects", ())]
        for number, kind in enumerate(kinds):
            if kind in kinds[:number]:
                pointer = f"/units/{unit_id}/effects/{number}"
                line = document.line_of(pointer)
                problems.append(
                    Problem(pointer, line, "pocket-general.double-effect", {"is": kind})
                )
    if problems:
        raise CatalogError(
            "pocket-general.corrections-wrong", source=document.source, problems=tuple(problems)
        )


def _catalog(
    units: Any, nations: Any, locations: Any, game: Any, corrected: bool
) -> GeneralCatalog:
    return GeneralCatalog(
        name=_text(game["name"]),
        units={entry["id"]: _unit(entry) for entry in units["units"]},
        nations={entry["id"]: _nation(entry) for entry in nations["nations"]},
        locations=tuple(_location(entry) for entry in locations["locations"]),
        terrains={entry["id"]: _terrain(entry) for entry in game["terrains"]},
        colours={entry["id"]: _text(entry["name"]) for entry in game["colours"]},
        theater_a=_theater("A", game),
        theater_b=_theater("B", game),
        operations_die=tuple(game["operations_die"]["faces"]),
        die_provenance=Provenance(game["operations_die"]["provenance"]),
        capitulation_hexes=game["capitulation_hexes"],
        turn_limit=game["turn_limit"],
        campaign=tuple(
            CampaignGame(
                tuple(entry["axis"]),
                tuple(entry["allies"]),
                entry["total"],
                entry["capitulation"],
                entry["loser"],
            )
            for entry in game["campaign"]
        ),
        corrected=corrected,
    )


def _text(entry: Any) -> Text:
    return Text(entry["en"], entry["it"])


def _known(entry: Any) -> Mapping[str, Provenance]:
    return {name: Provenance(how) for name, how in entry["exceptions"].items()}


def _unit(entry: Any) -> CombatUnit:
    return CombatUnit(
        id=entry["id"],
        name=_text(entry["name"]),
        short=_text(entry["short"]),
        kind=entry["kind"],
        role=entry["role"],
        classes=tuple(entry["classes"]),
        values=dict(entry["values"]),
        with_navy=tuple(entry["with_navy"]),
        effects=tuple(
            UnitEffect(
                effect["kind"],
                effect["value"],
                effect.get("air", 0),
                tuple(effect.get("units", ())),
                tuple(effect.get("terrains", ())),
            )
            for effect in entry["effects"]
        ),
        line=_text(entry["line"]),
        text=_text(entry["text"]),
        provenance=Provenance(entry["provenance"]),
        exceptions=_known(entry),
        source=entry["source"],
    )


def _nation(entry: Any) -> Nation:
    capitol = entry["capitol"]
    return Nation(
        id=entry["id"],
        name=_text(entry["name"]),
        adjective=_text(entry["adjective"]),
        side=entry["side"],
        units=tuple(entry["units"]),
        bonus=entry["bonus"],
        capitol=Location(
            capitol["id"],
            _text(capitol["name"]),
            "city",
            Provenance(capitol["provenance"]),
            entry["source"],
        ),
        costs=dict(entry["costs"]),
        theme=entry["theme"],
        provenance=Provenance(entry["provenance"]),
        exceptions=_known(entry),
        source=entry["source"],
    )


def _location(entry: Any) -> Location:
    return Location(
        entry["id"],
        _text(entry["name"]),
        entry["terrain"],
        Provenance(entry["provenance"]),
        entry["source"],
    )


def _terrain(entry: Any) -> Terrain:
    return Terrain(
        entry["id"], _text(entry["name"]), tuple(entry["colours"]), tuple(entry["counts_as"])
    )


def _theater(name: str, game: Any) -> Theater:
    entry = game["theaters"][name]
    return Theater(name, tuple(entry["edges"]), Provenance(entry["provenance"]))
