"""Army lists: load, build, check, fix, save and share."""

import os
from collections.abc import Iterable
from pathlib import Path

from pbbuild.api.arguments import ENGLISH, AnyList, list_in, one_of, translator
from pbbuild.base.names import known_name
from pbbuild.errors import ListError, UsageError
from pbbuild.play.stream import checked_seed
from pbbuild.pocket_battles.builder.fix_list import fixed_list
from pbbuild.pocket_battles.builder.request import FIRST_SEED, USUAL_SIZE, BuildRequest
from pbbuild.pocket_battles.builder.worth import STYLES
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.catalog.names import as_code
from pbbuild.pocket_battles.lists import saved_lists as store
from pbbuild.pocket_battles.lists import share_code as codes
from pbbuild.pocket_battles.lists.built_with import with_tile_values
from pbbuild.pocket_battles.lists.find import ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.screen.list_report import Report, report_on


def load_list(source: str | os.PathLike[str]) -> ArmyList:
    """The list of a path, a saved name, a ready id (`union-80`) or a share code."""
    return list_in(source, tiles=False)


def build(
    points: int = USUAL_SIZE,
    army: str | None = None,
    style: str = "balanced",
    seed: int = FIRST_SEED,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    own: str | os.PathLike[str] | Iterable[str] | None = None,
    name: str = "",
) -> ArmyList:
    """A legal army of a size; the same arguments give the same army.

    Without `army` it is the army of the tiles in `include`, or one that the seed selects. `own` are
    the tiles you have: their codes, or the path of a file with their codes.
    """
    catalog = load_catalog()
    request = BuildRequest(
        points=points,
        army=known_name(army.lower(), list(catalog.armies), "army") if army else None,
        style=one_of("style", style, STYLES),
        include=_tiles(include, catalog),
        exclude=_tiles(exclude, catalog),
        own=_owned(own, catalog),
        seed=checked_seed(seed),
        name=name,
    )
    return request.completed(catalog, ENGLISH).build(catalog).army_list


def _tiles(given: Iterable[str], catalog: Catalog) -> tuple[str, ...]:
    words = [given] if isinstance(given, str) else given
    return tuple(known_name(as_code(word), list(catalog.troops), "tile") for word in words)


def _owned(
    own: str | os.PathLike[str] | Iterable[str] | None, catalog: Catalog
) -> Path | frozenset[str] | None:
    if own is None:
        return None
    if isinstance(own, (str, os.PathLike)):
        return Path(own)
    return frozenset(_tiles(own, catalog))


def check(army_list: AnyList, against: AnyList | None = None, lang: str = "en") -> Report:
    """Everything wrong with a list, and how to fix it; `legal` if no finding is an error.

    With `against` both armies are also checked against the boxes they share.
    """
    t = translator(lang)
    found = _of_pocket_battles(army_list)
    other = None if against is None else _of_pocket_battles(against)
    return report_on(found, load_catalog(), t, other)


def fix(army_list: AnyList) -> ArmyList:
    """The list with the smallest changes that make it legal; a legal list is returned as it is."""
    found = _of_pocket_battles(army_list)
    fixed = fixed_list(found, load_catalog())
    if fixed is None:
        raise ListError("check.no-quick-fix", source=found.name)
    return fixed.army_list


def _of_pocket_battles(given: AnyList) -> ArmyList:
    found = list_in(given, tiles=False)
    if found.game != GAME:
        raise UsageError("check-other-game", game=found.game)
    return found


def save_list(army_list: AnyList, name: str = "") -> Path:
    """Save a list under its own name or `name`, and return the path of its file.

    If a list with that name is already saved, this is its new version; `pbbuild history` shows the
    old ones. The names of ready lists are refused.
    """
    found = with_tile_values(list_in(army_list, tiles=False), load_catalog())
    path = store.saved_file(name or found.name)
    if path.stem in ready_lists():
        store.require_free(path)
    store.save_list(path, found)
    return path


def share_code(army_list: AnyList) -> str:
    """The share code of a list, with which anybody can load it."""
    return codes.share_code(list_in(army_list), load_catalog())
