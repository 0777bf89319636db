"""Loading the catalog: the shipped files and the player's own files."""

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pbbuild.base.places import shipped
from pbbuild.pocket_battles.catalog.entries import army_of, edition_of, traits_of
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.catalog.player_files import (
    files_state,
    player_folder,
    with_player_files,
)


def load_catalog() -> Catalog:
    """All editions, traits and armies of Pocket Battles, with the player's own files.

    The player's files that cannot be used are in its `complaints`.
    """
    folder = player_folder()
    state = files_state(folder)
    return _corrected(folder, state) if state else shipped_catalog()


@cache
def shipped_catalog() -> Catalog:
    """The shipped catalog, without the player's files.

    A test checks the shipped files, so they are not checked at every start.
    """
    folder = shipped("catalog") / "pocket_battles"
    editions = [edition_of(entry) for entry in _read(folder / "editions.json")["editions"]]
    traits = [
        trait for entry in _read(folder / "traits.json")["traits"] for trait in traits_of(entry)
    ]
    armies = [
        army_of(_read(folder / f"{name}.json")) for edition in editions for name in edition.armies
    ]
    return Catalog(
        editions={edition.id: edition for edition in editions},
        traits={trait.id: trait for trait in traits},
        armies={army.id: army for army in armies},
        troops={troop.code: troop for army in armies for troop in army.troops},
        version="1",
    )


@lru_cache(maxsize=4)
def _corrected(folder: Path, state: tuple[tuple[str, int, int], ...]) -> Catalog:
    return with_player_files(shipped_catalog(), folder)


def _read(path: Path) -> Any:
    return json.loads(path.read_bytes())
