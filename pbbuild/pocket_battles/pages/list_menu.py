"""The lists that a form of the page offers, and those that can't play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbbuild.errors import PbbuildError
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.lists.find import find_list, ready_lists, saved_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import is_legal


@dataclass(frozen=True, slots=True)
class ListMenu:
    """Saved lists that can play, ready lists, and what a menu shows for each of them.

    `unplayable` are the names of saved lists that are damaged or break a rule.
    """

    saved: Sequence[str]
    ready: Sequence[str]
    titles: Mapping[str, str]
    unplayable: Sequence[str]

    @property
    def known(self) -> list[str]:
        """All lists offered."""
        return [*self.saved, *self.ready]


def list_menu(catalog: Catalog) -> ListMenu:
    """The lists that forms offer now."""
    titles: dict[str, str] = {}
    saved, unplayable = [], []
    for name in saved_lists():
        found = _playable(name, catalog)
        if found:
            titles[name] = f"{found.name}, {found.points}"
            saved.append(name)
        else:
            unplayable.append(name)
    lists = {name: find_list(name).army_list for name in ready_lists()}
    ready = sorted(lists, key=lambda name: (lists[name].army, lists[name].points, name))
    for name in ready:
        titles[name] = f"{lists[name].name}, {lists[name].points}"
    return ListMenu(saved, ready, titles, unplayable)


def _playable(name: str, catalog: Catalog) -> ArmyList | None:
    """The list of this name, None where it can't be read or isn't legal."""
    try:
        army_list = find_list(name).army_list
    except (PbbuildError, OSError):
        return None
    return army_list if army_list.game == GAME and is_legal(army_list, catalog) else None
