"""A list that breaks the rules, made legal by the smallest changes."""

from collections.abc import Callable
from dataclasses import dataclass

from pbbuild.base.budget import Budget
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.edit import edit_list
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import is_legal
from pbbuild.pocket_battles.rules.fixes import MOST_STEPS, smallest_fix


@dataclass(frozen=True, slots=True)
class FixedList:
    """A legal list and the edits that made it so; none where it was legal before.

    `is_smallest` is whether no smaller change can do.
    """

    army_list: ArmyList
    edits: tuple[str, ...] = ()
    is_smallest: bool = True


def fixed_list(
    army_list: ArmyList, catalog: Catalog, watch: Callable[[int, int], None] | None = None
) -> FixedList | None:
    """The list with the smallest changes that make it legal, None where no short way is found.

    `watch` gets how many steps of the search are done, and of how many.
    """
    if is_legal(army_list, catalog):
        return FixedList(army_list)
    budget = Budget(MOST_STEPS, watch)
    fix = smallest_fix(army_list, catalog, budget)
    if fix is None:
        return None
    return FixedList(
        edit_list(army_list, fix.edits, catalog).army_list, fix.edits, not budget.stopped
    )
