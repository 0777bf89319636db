"""The lists that meet in a battle: which opponents there are, and that every list is legal."""

from collections.abc import Iterable, Sequence

from pbbuild.errors import Problem, UsageError
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.catalog.names import army_named
from pbbuild.pocket_battles.lists.find import find_list, ready_lists
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.rules.army import Finding, check

FIELD = "field"


def is_named_list(against: str, catalog: Catalog) -> bool:
    """Whether `against` names one list, and neither an army nor the field."""
    return against != FIELD and army_named(against, catalog) is None


def opponents(ours: ArmyList, against: str, catalog: Catalog) -> tuple[ArmyList, ...]:
    """The lists to play against: one, an army's ready ones, or all ready ones of this size."""
    if is_named_list(against, catalog):
        return (find_list(against).army_list,)
    ready = [find_list(name).army_list for name in ready_lists()]
    if against == FIELD:
        sizes = sorted({army_list.points for army_list in ready})
        nearest = min(sizes, key=lambda points: (abs(points - ours.points), points), default=0)
        field = [army_list for army_list in ready if army_list.points == nearest]
        # Against itself a list wins half its battles, which says nothing.
        field = [army_list for army_list in field if army_list.units != ours.units]
    else:
        army = army_named(against, catalog)
        own = [army_list for army_list in ready if army_list.army == army]
        field = [army_list for army_list in own if army_list.points == ours.points] or own
    if not field:
        raise UsageError("playtest.no-field", points=ours.points)
    return tuple(field)


def likely_opponent(ours: ArmyList, field: Sequence[ArmyList]) -> ArmyList:
    """The first list of `field` that is of another army than ours, else the first."""
    return next((each for each in field if each.army != ours.army), field[0])


def broken_rules(lists: Iterable[ArmyList], catalog: Catalog) -> list[tuple[ArmyList, Finding]]:
    """Every error of the lists, in their order; a list of another game raises."""
    found = []
    for army_list in lists:
        if army_list.game != GAME:
            raise UsageError("battle.other-game", name=army_list.name, game=army_list.game)
        findings = check(army_list, catalog)
        found += [(army_list, finding) for finding in findings if finding.is_error]
    return found


def illegal(
    broken: Sequence[tuple[ArmyList, Finding]],
    problems: tuple[Problem, ...] = (),
    fixing: Sequence[str] = (),
) -> UsageError:
    """The error that no battle is fought with the lists of `broken`; `fixing` are commands."""
    names = tuple(dict.fromkeys(army_list.name for army_list, _ in broken))
    code = "battle.illegal-fix" if fixing else "battle.illegal"
    return UsageError(code, problems=problems, names=names, fixing=tuple(fixing))
