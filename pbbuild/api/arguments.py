"""Arguments of the API: lists in any form, opponents, choices, numbers within bounds."""

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
# The language of messages in errors of the API.
ENGLISH = Translator("en")


def translator(lang: str) -> Translator:
    """The translator for a language; an unknown language is refused."""
    return Translator(one_of("lang", lang, LANGUAGES))


def one_of(name: str, value: str, choices: Iterable[str]) -> str:
    """`value` if it is one of `choices`; otherwise an error that lists them."""
    known = tuple(choices)
    if value not in known:
        raise UsageError("misuse.not-a-choice", name=name, value=str(value)[:60], choices=known)
    return value


def within(name: str, value: int, low: int, high: int) -> int:
    """`value` if it is a whole number from `low` to `high`; otherwise an error with both."""
    if type(value) is not int or not low <= value <= high:
        shown = str(value)[:40]
        raise UsageError("misuse.not-between", name=name, value=shown, low=low, high=high)
    return value


def list_in(given: AnyList, *, tiles: bool = True) -> ArmyList:
    """The list that was passed or named.

    An army or edition that is not in the catalog is refused, with `tiles` also an unknown tile.
    """
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
    """The lists to play against; lists that were passed or named must be legal."""
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
    """Raise if a list breaks a rule or is of another game; each broken rule is a problem."""
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
