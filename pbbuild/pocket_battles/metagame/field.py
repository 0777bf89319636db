"""The lists of a metagame when nobody names any: ready and built ones of each army."""

from collections.abc import Sequence
from dataclasses import replace

from pbbuild.errors import UsageError
from pbbuild.pocket_battles.builder.build import BuildTask, build
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.catalog.sizes import is_size
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.text.translate import Translator


def usual_lists(
    points: int, armies: Sequence[str], catalog: Catalog, t: Translator
) -> list[ArmyList]:
    """Of each army the ready lists of a size, and the one that the builder makes.

    Without `armies` those are left out that have no list of this size.
    """
    if not is_size(points):
        raise UsageError("new.size-not-in-tens", size=points)
    wanted = [army for army in catalog.armies if not armies or army in armies]
    ready = [(name, find_list(name).army_list) for name in ready_lists()]
    found = []
    problem: UsageError | None = None
    for army in wanted:
        # By their ids: two armies may have ready lists of the same name.
        found += [
            replace(each, name=name)
            for name, each in ready
            if each.army == army and each.points == points
        ]
        title = t("meta.built-name", army=catalog.armies[army].name.in_language(t.language))
        try:
            found.append(build(BuildTask(army, points, name=title), catalog).army_list)
        except UsageError as error:
            if armies:
                raise
            problem = error
    if problem and not found:
        raise problem
    return found
