"""What callers of the API may pass: lists in any form, opponents, agents, numbers within bounds."""

import os
from collections.abc import Iterable, Sequence

from pbbuild.errors import Problem, UsageError
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.catalog.model import Catalog
from pbbuild.pocket_battles.lists.find import find_list, require_known, require_known_tiles
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.opponents import (
    broken_rules,
    illegal,
    is_named_list,
    opponents,
)
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.text.translate import LANGUAGES, Translator

# A list itself, or what commands take for LIST: a path, a saved name, a ready id, a share code.
AnyList = ArmyList | str | os.PathLike[str]
# "field", an army's id, a list, or several of them.
Against = AnyList | Sequence[AnyList]
# Words of the product in the language that the API speaks.
ENGLISH = Translator("en")


def translator(lang: str) -> Translator:
    """The sentences of a language."""
    return Translator(one_of("lang", lang, LANGUAGES))


def one_of(name: str, value: str, choices: Iterable[str]) -> str:
    """`value` where it is one of `choices`; else an error that names them."""
    known = tuple(choices)
    if value not in known:
        raise UsageError("misuse.not-a-choice", name=name, value=str(value)[:60], choices=known)
    return value


def within(name: str, value: int, low: int, high: int) -> int:
    """`value` where it is a whole number from `low` to `high`; else an error that says so."""
    if type(value) is not int or not low <= value <= high:
        shown = str(value)[:40]
        raise UsageError("misuse.not-between", name=name, value=shown, low=low, high=high)
    return value


def list_in(given: AnyList, *, tiles: bool = True) -> ArmyList:
    """The list that was given or named; its army and edition, and with `tiles` all its tiles,
    are in the catalog."""
    if isinstance(given, ArmyList):
        army_list, source = given, given.name
    else:
        text = os.fspath(given)
        found = find_list(text)
        army_list, source = found.army_list, str(found.path or text)
    catalog = load_catalog()
    require_known(army_list, catalog, source)
    if tiles:
        require_known_tiles(army_list, catalog, source)
    return army_list


def field_against(ours: ArmyList, against: Against, catalog: Catalog) -> tuple[ArmyList, ...]:
    """The lists to play against; those that are given or named must be legal."""
    if isinstance(against, str) and not is_named_list(against, catalog):
        return opponents(ours, against, catalog)
    if isinstance(against, (ArmyList, str, os.PathLike)):
        enemy = list_in(against)
        require_legal([enemy], catalog)
        return (enemy,)
    if not against:
        raise UsageError("playtest.no-field", points=ours.points)
    return tuple(each for one in against for each in field_against(ours, one, catalog))


def require_legal(lists: Sequence[ArmyList], catalog: Catalog) -> None:
    """Raise for lists that break a rule or are of another game; each error is a problem."""
    broken = broken_rules(lists, catalog)
    if broken:
        problems = tuple(
            Problem(
                army_list.name,
                0,
                "finding",
                {"message": finding_sentence(finding, catalog, ENGLISH), "rule": finding.rule},
            )
            for army_list, finding in broken
        )
        raise illegal(broken, problems)
