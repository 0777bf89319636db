"""The player's part of the catalog: corrections, own armies and own traits.

The player's folder has `corrections.json`, `armies/<id>.json` and `traits/<name>.json`. A file that
cannot be used is not changed; it becomes a complaint of the catalog, and all others are used.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pbbuild.base.documents import LARGEST_CATALOG_FILE, read_json
from pbbuild.base.places import player_data
from pbbuild.base.provenance import Provenance
from pbbuild.errors import CatalogError, PbbuildError, Problem
from pbbuild.pocket_battles.catalog.entries import army_of, bilingual_text, traits_of
from pbbuild.pocket_battles.catalog.model import Army, Catalog, Trait, Troop
from pbbuild.pocket_battles.catalog.validate import ARMY, CORRECTIONS, TRAITS, require_valid

MOST_FILES: Final = 200


def player_folder() -> Path:
    """The folder of the player's corrections, armies and traits, whether it exists or not."""
    return player_data() / "catalog"


def corrections_file() -> Path:
    """The file of the player's corrections."""
    return player_folder() / "corrections.json"


def player_files(folder: Path) -> list[Path]:
    """The player's files in the order of reading: traits, armies, corrections."""
    if not folder.is_dir():
        return []
    corrections = folder / "corrections.json"
    return [*_own_files(folder)[:MOST_FILES], *([corrections] if corrections.exists() else [])]


def left_out(folder: Path) -> int:
    """The number of the player's files beyond the limit, which are not read."""
    return max(0, len(_own_files(folder)) - MOST_FILES)


def _own_files(folder: Path) -> list[Path]:
    return [*sorted(folder.glob("traits/*.json")), *sorted(folder.glob("armies/*.json"))]


def files_state(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Names, times and sizes of the player's files, to notice any change."""
    files = []
    for file in player_files(folder):
        try:
            state = file.stat()
        except OSError:
            # A broken link counts as a file; reading it reports what is wrong.
            files.append((str(file), 0, 0))
        else:
            files.append((str(file), state.st_mtime_ns, state.st_size))
    return tuple(files)


Corrections = Mapping[str, Mapping[str, Any]]


@dataclass
class _CatalogInProgress:
    """A catalog to which the player's files are being added."""

    catalog: Catalog
    complaints: list[PbbuildError]


def with_player_files(catalog: Catalog, folder: Path) -> Catalog:
    """`catalog` with the player's traits, armies and corrections.

    Files that cannot be used are in its `complaints`.
    """
    growing = _CatalogInProgress(catalog, [])
    formats = {"traits": TRAITS, "armies": ARMY}
    for path in player_files(folder):
        _add_file(growing, path, formats.get(path.parent.name, CORRECTIONS))
    growing.complaints += too_many_files(folder)
    return replace(growing.catalog, complaints=tuple(growing.complaints))


def too_many_files(folder: Path) -> list[PbbuildError]:
    """The complaint about files beyond the limit, [] where there are none."""
    if not (count := left_out(folder)):
        return []
    code = "catalog.too-many-files"
    return [CatalogError(code, source=str(folder), count=count, maximum=MOST_FILES)]


def _add_file(growing: _CatalogInProgress, path: Path, format_id: str) -> None:
    try:
        document = read_json(path, LARGEST_CATALOG_FILE)
        require_valid(document, growing.catalog, format_id)
        if format_id == TRAITS:
            growing.catalog = with_traits(growing.catalog, document.value, str(path))
        elif format_id == ARMY:
            growing.catalog = with_army(growing.catalog, document.value, str(path))
        else:
            tiles: Corrections = document.value["tiles"]
            unknown = tuple(code for code in tiles if code not in growing.catalog.troops)
            if unknown:
                growing.complaints.append(
                    CatalogError("catalog.corrects-unknown", source=str(path), tiles=unknown)
                )
            growing.catalog = with_corrections(growing.catalog, tiles)
    except PbbuildError as error:
        growing.complaints.append(error)


def with_traits(catalog: Catalog, entry: Mapping[str, Any], source: str) -> Catalog:
    """`catalog` with the traits of a valid traits file; a taken id raises."""
    added: dict[str, Trait] = {}
    bases = {trait.base for trait in catalog.traits.values()}
    for index, one in enumerate(entry["traits"]):
        if one["id"] in bases:
            problem = Problem(f"/traits/{index}/id", 1, "catalog.trait-taken", {"is": one["id"]})
            raise CatalogError("catalog.not-valid", source=source, problems=(problem,))
        added.update({trait.id: trait for trait in traits_of(one)})
    return replace(catalog, traits={**catalog.traits, **added})


def with_army(catalog: Catalog, entry: Mapping[str, Any], source: str) -> Catalog:
    """`catalog` with the army of a valid army file; a taken id, prefix or code raises."""
    army = army_of(entry)
    problems = []
    if army.id in catalog.armies:
        problems.append(Problem("/id", 1, "catalog.army-taken", {"is": army.id}))
    owners = {other.prefix: other.id for other in catalog.armies.values()}
    if army.prefix in owners:
        values = {"is": army.prefix, "army": owners[army.prefix]}
        problems.append(Problem("/prefix", 1, "catalog.prefix-taken", values))
    if problems:
        raise CatalogError("catalog.not-valid", source=source, problems=tuple(problems))
    return with_armies(catalog, {**catalog.armies, army.id: army})


def with_corrections(catalog: Catalog, tiles: Corrections) -> Catalog:
    """`catalog` with corrected tiles; corrected values have provenance `owner`.

    Unknown codes are ignored.
    """
    changed = {
        code: corrected(catalog.troops[code], values)
        for code, values in tiles.items()
        if code in catalog.troops
    }
    changed_armies = {troop.army for troop in changed.values()}
    armies = {
        army.id: replace(
            army, troops=tuple(changed.get(troop.code, troop) for troop in army.troops)
        )
        if army.id in changed_armies
        else army
        for army in catalog.armies.values()
    }
    return with_armies(catalog, armies)


def with_armies(catalog: Catalog, armies: Mapping[str, Army]) -> Catalog:
    """`catalog` with these armies and their tiles instead of its own."""
    troops = {troop.code: troop for army in armies.values() for troop in army.troops}
    return replace(catalog, armies=dict(armies), troops=troops)


def corrected(troop: Troop, values: Mapping[str, Any]) -> Troop:
    """`troop` with the player's values, which have provenance `owner`."""
    changes: dict[str, Any] = {}
    for name, value in values.items():
        if name in ("black", "white"):
            changes[name] = tuple(sorted(value))
        elif name == "traits":
            changes[name] = tuple(value)
        else:
            changes[name] = bilingual_text(value) if name == "gloss" else value
    exceptions = {**troop.exceptions, **dict.fromkeys(values, Provenance.OWNER)}
    if {"black", "white"} & values.keys():
        exceptions.pop("faces", None)
    return replace(troop, **changes, exceptions=exceptions)
