"""A list that breaks the rules, made legal by the smallest changes."""

from dataclasses import dataclass

from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import is_legal
from pbbuild.pocket_battles.rules.fixes import smallest_fix


@dataclass(frozen=True, slots=True)
class FixedList:
    """A legal list and the edits that made it so; none where it was legal before."""

    army_list: ArmyList
    edits: tuple[str, ...] = ()


def fixed_list(army_list: ArmyList, catalog: Catalog) -> FixedList | None:
    """The list with the smallest changes that make it legal, None where no short way is found."""
    if is_legal(army_list, catalog):
        return FixedList(army_list)
    fix = smallest_fix(army_list, catalog)
    if fix is None:
        return None
    return FixedList(edit_list(army_list, fix.edits, catalog).army_list, fix.edits)
