"""Editing and looking at the kept versions of a list."""

from pathlib import Path

from pbbuild.pocket_battles.lists.edit_saved import Revised, revise
from pbbuild.pocket_battles.lists.history import history_of
from tests.pocket_battles.builder.toybox import catalog

CATALOG = catalog()


def edit(path: Path, *scripts: str) -> Revised:
    return revise(path, scripts, CATALOG)


def contents(path: Path) -> list[bytes]:
    history = history_of(path)
    return [version.content for version in history.versions if version.content is not None]
